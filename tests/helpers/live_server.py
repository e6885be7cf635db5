"""A whole server in this process, on a real port, with time, chance and store in a test's hands."""

import time
from types import TracebackType
from typing import Self

from msgspec.structs import replace

from belote_server.config import Settings
from belote_server.net.gateway import Gateway
from belote_server.observe import Metrics
from belote_server.runtime.admission import Admission, Capacity
from belote_server.runtime.commits import Leasing
from belote_server.runtime.load import Load
from belote_server.runtime.nature import Chance, Clock, WallClock
from belote_server.runtime.pace import Pace
from belote_server.runtime.rooms import Lifetimes, Rooms
from belote_server.storage.log import Log, Stored
from belote_server.storage.memory_log import MemoryLog

LEASE = 10**9
"""Milliseconds; no test sees its end."""


class LiveServer:
    """
    The tables behind an open port.

    Args:
        log: The store; one in memory by default.
        clock: The time; the machine's by default.
        chance: What nobody can foresee, unless a test wants to.
        settings: Changes to those that suit a test.

    Attributes:
        rooms: The tables.
        metrics: The figures.
        load: How much there is to do; a test may say so.
    """

    def __init__(
        self,
        log: Log | None = None,
        *,
        clock: Clock | None = None,
        chance: Chance | None = None,
        pace: Pace | None = None,
        lifetimes: Lifetimes | None = None,
        **settings: object,
    ) -> None:
        clock, chance = clock or WallClock(), chance or Chance()
        pace = pace or Pace(patience=20)  # so that no version depends on how quick a return is
        self.log = log or MemoryLog(lambda: int(time.time() * 1000))
        self.metrics = Metrics()
        plain = Settings(port=0, ping_interval=0, close_seconds=1, rate=0, chat_rate=0)
        chosen = replace(plain, **settings)
        self.load = Load(chosen.overload_lag, chosen.overload_seconds)
        admission = Admission(
            Capacity(chosen.max_rooms, chosen.max_own_rooms), lambda: self.load.overloaded
        )
        leasing = Leasing("north", LEASE)
        self.rooms = Rooms(self.log, leasing, clock, chance, pace, lifetimes, admission)
        self._gateway = Gateway(chosen, self.metrics, clock.now, lambda size: chance.draw(size))

    async def __aenter__(self) -> Self:
        await self.rooms.resume()
        await self._gateway.bind()
        await self._gateway.open(self.rooms, self.load.reason)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await self.rooms.stop()
        await self._gateway.close()

    @property
    def port(self) -> int:
        """Its port."""
        return self._gateway.port

    @property
    def address(self) -> str:
        """Where sockets are opened."""
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def connections(self) -> int:
        """How many sockets are open."""
        return int(self.metrics.connections._value.get())

    async def stored(self, room: str) -> list[Stored]:
        """Return all that is stored of *room*."""
        return await self.log.read(room)
