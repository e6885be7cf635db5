"""The directory of a server: one at a time, its name, the format of what lies in it."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from belote_server.storage.data_dir import (
    FORMAT,
    DataDir,
    DataDirError,
    DataDirInUse,
    DataDirTooNew,
)


def test_it_is_made_for_its_owner_only(tmp_path: Path) -> None:
    """A missing directory is made, and nobody else may look into it."""
    with DataDir(tmp_path / "a" / "b") as data:
        assert data.path == tmp_path / "a" / "b"
        assert stat.S_IMODE(data.path.stat().st_mode) == 0o700
        assert (data.path / "format").read_text() == f"{FORMAT}\n"


def test_the_name_stays(tmp_path: Path) -> None:
    """A server has the same name each time it starts, and no two have the same."""
    with DataDir(tmp_path / "a") as data, DataDir(tmp_path / "b") as other:
        name = data.node
        assert other.node != name
    with DataDir(tmp_path / "a") as data:
        assert data.node == name
    assert len(name) == 16


def test_a_second_server_is_refused(tmp_path: Path) -> None:
    """Whoever comes second is told which process holds the directory; after that it is free."""
    (tmp_path / "lock").write_text("4194304000\n")  # of a process long gone

    with DataDir(tmp_path), pytest.raises(DataDirInUse, match=f"process {os.getpid()}$"):
        DataDir(tmp_path)
    with DataDir(tmp_path) as data:
        assert data.path == tmp_path


def test_a_killed_server_lets_go(tmp_path: Path) -> None:
    """The lock ends with the process, however that ends, and says which process it was."""
    program = (
        "import pathlib, sys\n"
        "from belote_server.storage.data_dir import DataDir\n"
        "data = DataDir(pathlib.Path(sys.argv[1]))\n"
        "print('held', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(DataDirInUse, match=f"process {holder.pid}$"):
            DataDir(tmp_path)
        holder.kill()

    DataDir(tmp_path).close()


def test_a_newer_format_is_refused(tmp_path: Path) -> None:
    """What a later release left is not touched, and the directory stays free for that release."""
    (tmp_path / "format").write_text(f"{FORMAT + 1}\n")

    for _ in range(2):
        with pytest.raises(DataDirTooNew, match=f"format {FORMAT + 1}"):
            DataDir(tmp_path)
    assert not (tmp_path / "node").exists()


def test_an_older_format_is_upgraded(tmp_path: Path) -> None:
    """Each upgrade runs once, in order, and what was reached is noted at once."""
    DataDir(tmp_path, form=1).close()
    done: list[str] = []

    def upgrade(name: str) -> None:
        done.append(f"{name} at {(tmp_path / 'format').read_text().strip()}")

    upgrades = {1: lambda path: upgrade("one"), 2: lambda path: upgrade("two")}
    for _ in range(2):
        DataDir(tmp_path, form=3, upgrades=upgrades).close()

    assert done == ["one at 1", "two at 2"]
    assert (tmp_path / "format").read_text() == "3\n"


def test_a_failed_upgrade_frees_the_directory(tmp_path: Path) -> None:
    """If an upgrade fails the format stays as it was, and a next attempt is possible."""
    DataDir(tmp_path, form=1).close()

    def fail(path: Path) -> None:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        DataDir(tmp_path, form=2, upgrades={1: fail})

    DataDir(tmp_path, form=1).close()


def test_a_format_without_an_upgrade_is_refused(tmp_path: Path) -> None:
    """A format from before all that can be upgraded is refused."""
    (tmp_path / "format").write_text("0\n")

    with pytest.raises(DataDirError, match="too old"):
        DataDir(tmp_path)


def test_a_format_that_is_none_is_refused(tmp_path: Path) -> None:
    """A file of another kind by that name is not guessed at."""
    (tmp_path / "format").write_text("hello\n")

    with pytest.raises(DataDirError, match="hello"):
        DataDir(tmp_path)


@pytest.mark.parametrize("name", ["lock", "format", "node"])
def test_a_directory_that_cannot_be_used(tmp_path: Path, name: str) -> None:
    """Where the machine refuses, its reason is told."""
    (tmp_path / name).mkdir()

    with pytest.raises(DataDirError, match="cannot use the data directory"):
        DataDir(tmp_path)


def test_a_file_is_no_directory(tmp_path: Path) -> None:
    """A path that leads to a file is refused with the machine's reason."""
    (tmp_path / "file").touch()

    with pytest.raises(DataDirError, match="cannot use the data directory"):
        DataDir(tmp_path / "file")
