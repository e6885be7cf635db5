"""What the store keeps of whole matches."""

from dataclasses import dataclass
from pathlib import Path
from typing import cast

from redis import Redis

from tests.bench.crowd import Crowd
from tests.bench.served import Served


@dataclass(frozen=True)
class Kept:
    """
    What one finished match takes in the store, on average.

    Attributes:
        matches: How many were played for it.
        entries: Entries of its stream.
        memory: Bytes of the store's memory for all keys of its table.
        file: Bytes that were appended to the store's file, before it is ever compacted.
    """

    matches: int
    entries: float
    memory: float
    file: float


async def keep(server: Served, matches: int) -> Kept:
    """Return what the store keeps of *matches* that are played to their end."""
    store = Redis(unix_socket_path=str(server.folder / "store" / "socket"))
    crowd = Crowd(server, rematch=False)
    before = _file_bytes(server.folder)
    await crowd.grow(matches)
    crowd.play()
    for table in crowd.tables:
        await table.ended
    await crowd.settle()
    keys = cast(list[bytes], store.keys("*"))
    memory = sum(store.memory_usage(key, samples=0) or 0 for key in keys)
    entries = sum(store.xlen(key) for key in keys if key.endswith(b":s"))
    await crowd.leave()
    store.close()
    taken = _file_bytes(server.folder) - before
    return Kept(matches, entries / matches, memory / matches, taken / matches)


def _file_bytes(folder: Path) -> int:
    return sum(each.stat().st_size for each in (folder / "store").rglob("*.aof"))
