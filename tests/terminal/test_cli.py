"""``belote play`` as people start it."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import belote_server.__main__
from client_demo.terminal.cli import needs, play


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("--create coinche-house --join ABCD", "one of --create, --join, --watch and --lobby"),
        ("--watch ABCD --lobby", "one of --create, --join, --watch and --lobby"),
        ("--palette safe --level club --join ?", "is no address"),
        ("ftp://host", "is no address"),
        ("--join ?", "is no address"),
        ("--lang tlh", "'tlh' is not one of"),
    ],
)
def test_what_makes_no_sense(line: str, why: str) -> None:
    """A command line that contradicts itself is refused before anything is done."""
    result = CliRunner().invoke(play, line.split())

    assert result.exit_code == 2
    assert why in result.output


def test_the_server_offers_it() -> None:
    """``belote`` lists the command, though the server imports no client."""
    listed = CliRunner().invoke(belote_server.__main__.main, ["--help"])
    helped = CliRunner().invoke(belote_server.__main__.main, ["play", "--help"])

    assert "play " in listed.output
    assert "serve " in listed.output
    assert "invitation" in helped.output
    assert CliRunner().invoke(belote_server.__main__.main, ["plya"]).exit_code == 2


def test_what_is_missing_is_named() -> None:
    """Where the drawing library is not installed, it is said what brings it."""
    missing = ModuleNotFoundError("No module named 'textual'", name="textual")

    assert "belote-server[client]" in needs(missing)


def started(tmp_path: Path, *words: str, **environ: str) -> list[str]:
    """Return what a terminal that nobody sits at says until its input ends."""
    env = os.environ | {
        "XDG_CONFIG_HOME": str(tmp_path),
        "XDG_STATE_HOME": str(tmp_path),
        **environ,
    }
    line = [sys.executable, "-m", "client_demo.terminal", *words]
    done = subprocess.run(line, env=env, input="", capture_output=True, text=True, check=True)
    assert "\x1b" not in done.stdout
    return done.stdout.splitlines()


def test_pipes_are_plain(tmp_path: Path) -> None:
    """Where no terminal is, lines are said, in letters that it has."""
    said = started(
        tmp_path,
        "--lang",
        "bg",
        "--name",
        "A",
        LANG="C",
        LC_ALL="C",
        PYTHONIOENCODING="ascii",
        PYTHONUTF8="0",
    )

    assert len(said) >= 2
    assert all(line.isascii() for line in said)


def test_first_screen_is_quick(tmp_path: Path) -> None:
    """The first screen is there within a second of the processor's time."""
    env = os.environ | {
        "XDG_CONFIG_HOME": str(tmp_path),
        "XDG_STATE_HOME": str(tmp_path),
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
    }
    outside, inside = pty.openpty()
    line = [sys.executable, "-m", "client_demo.terminal", "--name", "Anna"]
    process = subprocess.Popen(line, env=env, stdin=inside, stdout=inside, stderr=inside)
    os.close(inside)
    try:
        seen = b""
        while b"Belote & Coinche" not in seen or b"Ctrl+Q" not in seen:
            seen += os.read(outside, 65536)
        ticks = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    finally:
        process.kill()
        process.wait()
        os.close(outside)
    assert sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK") <= 1.0
