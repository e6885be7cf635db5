"""Running ``belote`` as a person does, and reading its answer."""

import json
import re
import shlex
from typing import Any

from click.testing import CliRunner, Result

from belote_server.__main__ import main

QUIET = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}
"""A terminal that is set to no language."""


def belote(line: str, *more: str, env: dict[str, str] | None = None) -> Result:
    """Run ``belote`` with the arguments of *line*, as a shell would cut them, and *more*."""
    result = CliRunner().invoke(main, [*shlex.split(line), *more], env={**QUIET, **(env or {})})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def answer(line: str, *more: str) -> dict[str, Any]:
    """Run ``belote``, which must succeed, and return its answer in JSON."""
    result = belote(line, *more, "--json")
    assert result.exit_code == 0, result.stderr
    told: dict[str, Any] = json.loads(result.stdout)
    return told


def problem(line: str, *more: str) -> dict[str, Any]:
    """Run ``belote``, which must end with status 2, and return the problem in JSON."""
    result = belote(line, *more, "--json")
    assert result.exit_code == 2
    assert result.stdout == ""
    error: dict[str, Any] = json.loads(result.stderr)["error"]
    return error


def row(output: str, label: str) -> tuple[str, str]:
    """Return what the table in *output* says of both sides in the row called *label*."""
    found = re.search(rf"^{re.escape(label)} +(\S+) +(\S+)$", output, re.MULTILINE)
    assert found, output
    return found[1], found[2]
