"""
Finds Debian's ``redis-server`` and ``tmux``, and installs them where that is possible.

``python -m tests.helpers.redis_program`` does it ahead of the tests, which have less patience.
"""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest

NAME = "redis-server"


def require(name: str = NAME) -> Path:
    """Return the program; without it a test fails in CI and is skipped elsewhere."""
    found = _find_or_install(name)
    if isinstance(found, Path):
        return found
    if os.environ.get("CI") == "true":
        pytest.fail(found)
    pytest.skip(found)


@cache
def _find_or_install(name: str) -> Path | str:
    """Return the program, or why there is none."""
    if found := shutil.which(name):
        return Path(found)
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return f"{name} is not installed, and only root can install it, with apt-get"
    # The tests run in several processes, and apt-get in one at a time.
    with (Path(tempfile.gettempdir()) / "belote-apt.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        failure = None if shutil.which(name) else _install(name)
    found = shutil.which(name)
    return Path(found) if found else f"apt-get could not install {name}: {failure}"


def _install(name: str) -> str:
    """Return what apt-get said."""
    said = ""
    for words in (["update"], ["install", "--yes", "--no-install-recommends", name]):
        done = subprocess.run(
            ["apt-get", "-qq", *words],
            env=os.environ | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        said = done.stderr.strip()[-500:]
    return said


if __name__ == "__main__":
    outcomes = [_find_or_install(name) for name in (NAME, "tmux")]
    print(*outcomes, sep="\n")
    sys.exit(not all(isinstance(outcome, Path) for outcome in outcomes))
