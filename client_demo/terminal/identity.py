"""
Who one is at a server, kept so that a terminal that was closed comes back as the same person.

Each server has numbered files, and a running terminal holds a lock on its own: four terminals on
one machine are four people, and the one that is started again finds the file that is free.
"""

import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # no locks there: one terminal, one person
    fcntl = None  # type: ignore[assignment]

_MOST = 64


@dataclass
class Known:
    """
    What a terminal remembers of itself.

    Attributes:
        name: What others read.
        token: A secret, and all it takes to act as this person.
        code: The table to go back to.
    """

    name: str = ""
    token: str | None = None
    code: str | None = None


class Identity:
    """One person at one server, as long as the terminal runs."""

    def __init__(self, known: Known, path: Path | None, lock: IO[str] | None = None) -> None:
        self.known = known
        self._path = path
        self._lock = lock

    def keep(self, **changes: str | None) -> None:
        """Remember *changes*; whatever can't be written lasts until the terminal is closed."""
        before = asdict(self.known)
        self.known = Known(**{**before, **changes})
        if self._path is None or asdict(self.known) == before:
            return
        with suppress(OSError):
            fresh = self._path.with_suffix(".new")
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            with open(os.open(fresh, flags, 0o600), "w", encoding="utf-8") as file:
                json.dump(asdict(self.known), file)
            fresh.replace(self._path)

    def release(self) -> None:
        """Let another terminal be this person."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def claim(folder: Path | None, address: str, name: str | None = None) -> Identity:
    """
    Return who this terminal is at the server at *address*, and hold on to it.

    Args:
        folder: Where identities are kept; ``None`` for somebody new who is not remembered.
        name: Only somebody of this name will do.
    """
    if folder is None or fcntl is None:
        return Identity(Known(name or ""), None)
    where = folder / re.sub(r"[^A-Za-z0-9.-]+", "_", address)
    try:
        where.mkdir(mode=0o700, parents=True, exist_ok=True)
        for number, path in _files(where):
            lock = _locked(where / f"{number}.lock")
            if lock is None:
                continue
            known = _read(path)
            if not name or known.name in ("", name):
                return Identity(
                    Known(known.name or name or "", known.token, known.code), path, lock
                )
            lock.close()
    except OSError:
        pass
    return Identity(Known(name or ""), None)


def _files(where: Path) -> Iterator[tuple[int, Path]]:
    for number in range(1, _MOST + 1):
        yield number, where / f"{number}.json"


def _locked(path: Path) -> IO[str] | None:
    file = open(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "w")  # noqa: SIM115 # held on to
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return file


def _read(path: Path) -> Known:
    try:
        kept = json.loads(path.read_text("utf-8"))
        return Known(str(kept["name"]), kept.get("token"), kept.get("code"))
    except (OSError, ValueError, KeyError, TypeError):
        return Known()
