"""The log in the embedded store: commits a second, and what one costs this process."""

import asyncio
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from belote_server.storage.embedded import EmbeddedSettings, EmbeddedStore
from belote_server.storage.log import Commit, Committed, Log, Ownership
from belote_server.storage.redis_log import RedisLog

TABLES = (1, 4, 16, 64, 256)
ENTRY = bytes(150)  # about as long as a stored batch
ROUNDS = 5
ROUND = 0.5  # seconds
LEASE_MS = 600_000


def run() -> None:
    """Print the figures for each way to force what is stored to disk."""
    for fsync in ("always", "everysec"):
        asyncio.run(_measure(fsync))


async def _measure(fsync: str) -> None:
    print(
        f"commits to the embedded store, appendfsync {fsync}: "
        f"median (lowest to highest) of {ROUNDS} rounds"
    )
    with tempfile.TemporaryDirectory(prefix="belote-bench-") as folder:
        async with EmbeddedStore(Path(folder, "store"), EmbeddedSettings(fsync=fsync)) as store:
            log = RedisLog(store.address)
            for tables in TABLES:
                await _print_rounds(log, tables)
            await log.close()


async def _print_rounds(log: RedisLog, tables: int) -> None:
    owned = {f"{tables}-{i}": 0 for i in range(tables)}
    owners = {room: await _own(log, room) for room in owned}
    rates, costs, lengths = [], [], []
    for _ in range(ROUNDS + 1):  # the first is not counted
        sent, before = log.writes.sent, sum(owned.values())
        wall, used = perf_counter(), process_time()
        end = wall + ROUND
        await asyncio.gather(*(_play(log, owners[room], room, owned, end) for room in owned))
        commits = sum(owned.values()) - before
        rates.append(commits / (perf_counter() - wall))
        costs.append((process_time() - used) / commits * 1e6)
        lengths.append(commits / (log.writes.sent - sent))
    print(
        f"  {tables:3} tables at once: {_spread(rates[1:])} a second, {_spread(costs[1:])} µs of "
        f"this process's processor each, {median(lengths[1:]):.0f} in a pipeline"
    )


async def _own(log: Log, room: str) -> Ownership:
    own = await log.acquire(room, "bench", LEASE_MS, new_term=1)
    assert isinstance(own, Ownership)
    return own


async def _play(log: Log, own: Ownership, room: str, played: dict[str, int], end: float) -> None:
    """Commit one entry after the other, as a table does, until *end*."""
    while perf_counter() < end:
        v = played[room]
        assert await log.commit(Commit(room, own, v, "anna", v + 1, ENTRY)) == Committed(v + 1)
        played[room] = v + 1


def _spread(figures: list[float]) -> str:
    return f"{median(figures):,.0f} ({min(figures):,.0f} to {max(figures):,.0f})"
