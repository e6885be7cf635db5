"""Many tables at once: opened, held, let loose, or paced, while the server is watched."""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import perf_counter, process_time

from tests.bench.players import Load, TableSeen
from tests.bench.served import Served

AT_ONCE = 50
"""Tables that are being opened at the same time."""

PATIENCE = 0.05
"""Seconds in which a table has to be open, on average."""


@dataclass(frozen=True)
class Worked:
    """
    What a stretch of play took.

    Attributes:
        actions: Commands that were stored and confirmed.
        seconds: By the clock.
        server, store, clients: Processor seconds of each.
    """

    actions: int
    seconds: float
    server: float
    store: float
    clients: float

    @property
    def rate(self) -> float:
        """Actions a second of the server's processor."""
        return self.actions / self.server

    @property
    def pace(self) -> float:
        """Actions a second by the clock."""
        return self.actions / self.seconds


@dataclass(frozen=True)
class Latency:
    """Seconds from a card sent to the card seen by all four: how many, and of which rank."""

    count: int
    p50: float
    p95: float
    p99: float


class Crowd:
    """Tables at one server; they hold still until told to play."""

    def __init__(self, server: Served, *, rematch: bool = True) -> None:
        self.load = Load(rematch=rematch)
        self.tables: list[TableSeen] = []
        self._server = server
        self._due: deque[Callable[[], None]] = deque()
        self.hold()

    def hold(self) -> None:
        """Let everybody keep what they would do next."""
        self.load.act = self._due.append

    def play(self) -> None:
        """Let everybody act as soon as they can."""
        self.load.act = lambda say: say()
        due, self._due = self._due, deque()
        for say in due:
            say()

    def step(self) -> None:
        """Let one of those who are due act; there is one."""
        self._due.popleft()()

    async def grow(self, count: int) -> None:
        """Open tables until there are *count*."""
        free = asyncio.Semaphore(AT_ONCE)

        async def open_one(table: TableSeen) -> None:
            async with free:
                await table.open(self._server.port)

        new = [TableSeen(f"bench-{at:05}", self.load) for at in range(len(self.tables), count)]
        async with asyncio.timeout(10 + count * PATIENCE):
            await asyncio.gather(*map(open_one, new))
        self.tables += new

    async def leave(self) -> None:
        """Cut every connection."""
        for table in self.tables:
            table.close()
        self.tables = []
        await asyncio.sleep(0)

    async def settle(self) -> None:
        """Hold, and wait until nothing is under way any more."""
        self.hold()
        before = -1
        while before != self.load.done:
            before = self.load.done
            await asyncio.sleep(0.2)

    async def saturate(self, warm_up: float, seconds: float) -> Worked:
        """Return what a stretch took in which everybody acts at once (a closed loop)."""
        self.play()
        await asyncio.sleep(warm_up)
        worked = await self._watch(seconds)
        await self.settle()
        return worked

    async def paced(self, rate: float, warm_up: float, seconds: float) -> tuple[Worked, Latency]:
        """
        Return what it took to take *rate* actions a second, and how soon cards were seen.

        They come when chance says and not when earlier ones are answered (an open loop).
        """
        self.hold()
        pacing = asyncio.get_running_loop().create_task(self._pace(rate))
        await asyncio.sleep(warm_up)
        self.load.seen.clear()
        self.load.timing = True
        worked = await self._watch(seconds)
        self.load.timing = False
        pacing.cancel()
        await self.settle()
        return worked, ranks(self.load.seen)

    async def _pace(self, rate: float) -> None:
        arrivals = Random(1)
        due = perf_counter()
        while True:
            while due <= perf_counter():
                due += arrivals.expovariate(rate)
                if self._due:  # else every table waits for the server
                    self._due.popleft()()
            await asyncio.sleep(0.0005)

    async def _watch(self, seconds: float) -> Worked:
        server, done = self._server, self.load.done
        begun = perf_counter(), server.used(), server.store_used(), process_time()
        await asyncio.sleep(seconds)
        ended = perf_counter(), server.used(), server.store_used(), process_time()
        wall, used, stored, own = (b - a for a, b in zip(begun, ended, strict=True))
        assert not self.load.refused, f"refused: {self.load.refused[:5]}"
        return Worked(self.load.done - done, wall, used, stored, own)


def ranks(times: list[float]) -> Latency:
    """Return the ranks of *times*."""
    ordered = sorted(times)
    assert ordered, "no card was seen by all four"

    def rank(share: float) -> float:
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    return Latency(len(ordered), rank(0.5), rank(0.95), rank(0.99))
