"""Connections that only listen: people who have just said hello, and those who watch a table."""

import asyncio
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from belote_protocol import commands
from belote_protocol.codec import Format, encode
from tests.bench.crowd import Crowd
from tests.bench.players import HAPPENED, WELCOME
from tests.bench.served import Served
from tests.bench.wire import Connection, connect

AT_ONCE = 100
"""Connections that are being opened at the same time."""


class Onlooker(Connection):
    """Says hello, with a table's code or without, and listens."""

    def __init__(self, room: str | None, count: "_Count | None" = None) -> None:
        super().__init__()
        self.welcomed = asyncio.get_running_loop().create_future()
        self._hello = encode(commands.Hello(1, "Onlooker", room=room), Format.MSGPACK)
        self._count = count

    def opened(self) -> None:
        """Say hello."""
        self.say(self._hello)

    def heard(self, frame: bytes) -> None:
        """Take a frame by what it begins with."""
        if frame.startswith(HAPPENED, 1):
            assert self._count is not None
            self._count.one()
        elif frame.startswith(WELCOME, 1):
            self.welcomed.set_result(None)


class _Count:
    """Counts who has seen a frame; `all_of_them` is when the last of them did."""

    def __init__(self) -> None:
        self._left = 0
        self._done: asyncio.Future[float] | None = None

    def expect(self, count: int) -> "asyncio.Future[float]":
        self._left = count
        self._done = asyncio.get_running_loop().create_future()
        return self._done

    def one(self) -> None:
        self._left -= 1
        if not self._left and self._done is not None:
            self._done.set_result(perf_counter())


@dataclass(frozen=True)
class Delivered:
    """
    One frame to everybody who watches a table; medians, in seconds.

    Attributes:
        watchers: How many they are.
        joining: By the clock, until all were in.
        last: From the card sent to the last of them having read it.
        each: Of the server's processor, for each of them.
    """

    watchers: int
    joining: float
    last: float
    each: float


async def gather_onlookers(
    server: Served, count: int, room: str | None = None, counter: _Count | None = None
) -> list[Onlooker]:
    """Return *count* connections that were welcomed."""
    free = asyncio.Semaphore(AT_ONCE)

    async def come(onlooker: Onlooker) -> None:
        async with free:
            await connect(onlooker, server.port)
            await onlooker.welcomed

    made = [Onlooker(room, counter) for _ in range(count)]
    await asyncio.gather(*map(come, made))
    return made


def send_away(onlookers: list[Onlooker]) -> None:
    """Cut their connections."""
    for onlooker in onlookers:
        onlooker.transport.abort()


async def idle_bytes(server: Served, count: int) -> float:
    """Return the memory that one of *count* idle connections takes."""
    send_away(await gather_onlookers(server, 100))  # what the first ones take is taken once
    await asyncio.sleep(0.2)
    before = server.memory()
    idle = await gather_onlookers(server, count)
    taken = (server.memory() - before) / count
    send_away(idle)
    await asyncio.sleep(0.5)
    return taken


async def deliver(server: Served, watchers: int, cards: int) -> Delivered:
    """Return what it took to show *cards*, one after the other, to all who watch one table."""
    crowd, counter = Crowd(server), _Count()
    await crowd.grow(1)
    begun = perf_counter()
    seen = await gather_onlookers(server, watchers, crowd.tables[0].watch, counter)
    joining = perf_counter() - begun
    await asyncio.sleep(0.5)
    lasts, costs = [], []
    for _ in range(cards):
        last = counter.expect(watchers)
        used, sent = server.used(), perf_counter()
        crowd.step()
        lasts.append(await asyncio.wait_for(last, 10) - sent)
        await asyncio.sleep(0.02)
        costs.append((server.used() - used) / watchers)
    send_away(seen)
    await crowd.leave()
    return Delivered(watchers, joining, median(lasts), median(costs))
