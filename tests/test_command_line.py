"""The ``belote`` command says what it is."""

import subprocess
import sys

from click.testing import CliRunner

import belote_server
from belote_server.__main__ import main


def test_version() -> None:
    """``belote --version`` prints the version of the package, and nothing else."""
    result = CliRunner().invoke(main, ["--version"])

    assert result.exit_code == 0
    assert result.output == f"belote {belote_server.__version__}\n"


def test_help_lists_the_commands() -> None:
    """``belote --help`` names the commands."""
    result = CliRunner().invoke(main, ["--help"])

    assert result.exit_code == 0
    assert "serve" in result.output


def test_module_runs() -> None:
    """``python -m belote_server`` is the same command."""
    result = subprocess.run(
        [sys.executable, "-m", "belote_server", "--version"],
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )

    assert result.stdout == f"belote {belote_server.__version__}\n"
