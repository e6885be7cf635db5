"""The directory that a server calls its own: one server at a time, its name, the stored format."""

import fcntl
import os
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

FORMAT = 1
"""Rises when an older server could no longer work with what a newer one left here."""

Upgrade = Callable[[Path], None]

UPGRADES: Mapping[int, Upgrade] = {}
"""From a format to what turns a directory of that format into one of the next."""


class DataDirError(Exception):
    """A server cannot work with this directory; the text says why."""


class DataDirInUse(DataDirError):
    """Another server works with this directory."""


class DataDirTooNew(DataDirError):
    """A later release has worked with this directory."""


class DataDir:
    """
    A directory held by this process until it is closed, or the process ends in whatever way.

    Args:
        path: Made if it is missing, for its owner only.

    Raises:
        DataDirError: It is in use, has a newer format, or cannot be read and written.

    Attributes:
        path: The directory.
        node: The name of the server that works here: random, and the same for ever.
    """

    def __init__(
        self, path: Path, *, form: int = FORMAT, upgrades: Mapping[int, Upgrade] = UPGRADES
    ) -> None:
        self.path = path.absolute()
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = _lock(self.path)
        except OSError as error:
            raise DataDirError(f"cannot use the data directory {self.path}: {error}") from error
        try:
            _bring_up_to(form, self.path, upgrades)
            self.node = _read_or_write(self.path / "node", secrets.token_hex(8))
        except OSError as error:
            self.close()
            raise DataDirError(f"cannot use the data directory {self.path}: {error}") from error
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let another server have the directory."""
        os.close(self._lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()


def _lock(path: Path) -> int:
    """Return the open lock file, which holds the number of the process that locked it."""
    lock = os.open(path / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.read(lock, 20).decode(errors="replace").strip() or "unknown"
        os.close(lock)
        raise DataDirInUse(
            f"the data directory {path} is in use by another server, process {holder}"
        ) from None
    os.ftruncate(lock, 0)
    os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
    return lock


def _bring_up_to(form: int, path: Path, upgrades: Mapping[int, Upgrade]) -> None:
    """Upgrade *path*, one format after the other, until it has the format *form*."""
    written = _read_or_write(path / "format", str(form))
    if not written.isdecimal():
        raise DataDirError(f"{path / 'format'} should hold a number and holds {written[:20]!r}")
    found = int(written)
    if found > form:
        raise DataDirTooNew(
            f"the data directory {path} has format {found}, left by a later release; "
            f"this one knows formats up to {form}"
        )
    while found < form:
        if found not in upgrades:
            raise DataDirError(f"the data directory {path} has format {found}, which is too old")
        upgrades[found](path)
        found += 1
        _write(path / "format", str(found))


def _read_or_write(file: Path, text: str) -> str:
    """Return what *file* holds; *text*, which is written there, if it is missing."""
    if not file.exists():
        _write(file, text)
    return file.read_text(encoding="utf-8").strip()


def _write(file: Path, text: str) -> None:
    """Write *file* as a whole or not at all, whatever happens meanwhile."""
    draft = file.with_name(f"{file.name}.new")
    with draft.open("w", encoding="utf-8") as out:
        out.write(f"{text}\n")
        out.flush()
        os.fsync(out.fileno())
    draft.replace(file)
