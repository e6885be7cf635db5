"""The tables of one server in this process, and whole matches at them."""

import asyncio
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from belote_protocol.codec import Format, encode
from belote_protocol.commands import Create, Next, Ready, Sit
from belote_protocol.commands import Settings as TableSettings
from belote_protocol.updates import Closing, Ok
from belote_protocol.vocab import SEATS
from belote_server.room.events import Batch
from belote_server.runtime.commits import Leasing
from belote_server.runtime.lobby import Rhythm
from belote_server.runtime.pace import Pace
from belote_server.runtime.ports import Thinker
from belote_server.runtime.rooms import Lifetimes, Rooms
from belote_server.runtime.runner import Runner
from belote_server.storage.log import Log
from belote_server.storage.memory_log import MemoryLog
from belote_server.storage.stream import read_batch
from client_demo.wire import unpack
from tests.helpers.faulty_log import FaultyLog
from tests.helpers.members import Caller
from tests.helpers.nature import ManualClock, chance

LONG = 10**12
"""A lease that no test sees the end of, in milliseconds."""


class House:
    """
    All tables of one server, over a store in memory that outlives it.

    Attributes:
        log: The store, with the faults a test asks for.
        rooms: The tables in force; others after `restart`.
        thinker: Decides for bots after the next `restart`; ``None`` for one that does so at once.
    """

    def __init__(
        self,
        *,
        node: str = "north",
        seed: int = 0,
        ttl_ms: int = LONG,
        pace: Pace | None = None,
        lifetimes: Lifetimes | None = None,
        store: Log | None = None,
        clock: ManualClock | None = None,
        rhythm: Rhythm | None = None,
    ) -> None:
        self.clock = clock or ManualClock()
        self.store = store or MemoryLog(self.clock.now_ms)
        self.log = FaultyLog(self.store)
        self.leasing = Leasing(node, ttl_ms, first_retry=0.0, last_retry=0.0)
        self.chance = chance(seed)
        self.pace = pace
        self.lifetimes = lifetimes
        self.rhythm = rhythm
        self.thinker: Thinker | None = None
        self.callers: list[Caller] = []
        self.rooms = self._rooms()
        self._names = count(1)

    def _rooms(self) -> Rooms:
        return Rooms(
            self.log,
            self.leasing,
            self.clock,
            self.chance,
            self.pace,
            self.lifetimes,
            thinker=self.thinker,
            rhythm=self.rhythm,
        )

    def caller(
        self, name: str = "", *, token: str | None = None, form: Format | None = None
    ) -> Caller:
        """Return a connection that has not said hello, of a new person unless *token* is known."""
        nth = next(self._names)
        chosen = form or list(Format)[nth % 2]
        made = Caller(self, name or f"Guest {nth}", token or f"token {nth}", chosen)
        self.callers.append(made)
        return made

    def guest(self, code: str | None = None, name: str = "") -> Caller:
        """Return a new person's connection that has said hello, at the table of *code* if any."""
        caller = self.caller(name)
        caller.connect(code)
        return caller

    def crowd(self, size: int, code: str) -> list[Caller]:
        """Return many people at the table of *code* who do not keep what they are shown."""
        made = [self.caller() for _ in range(size)]
        for caller in made:
            caller.follows = False
            caller.connect(code)
        return made

    @property
    def runner(self) -> Runner:
        """The only table."""
        (runner,) = self.rooms.runners()
        return runner

    async def restart(self) -> None:
        """Let the server die without a word, and read the tables back from the store."""
        for caller in self.callers:
            if caller.closed is None:
                caller.closed = (1006, Closing("gone"))
        await self.kill()
        self.rooms = self._rooms()
        await self.rooms.resume()

    def reconnect(self, callers: list[Caller]) -> list[Caller]:
        """Let *callers* come back with what they knew, which must be known here; return them."""
        code = callers[0].room["sit"]
        again = [caller.again() for caller in callers]
        for old, new in zip(callers, again, strict=True):
            assert old.table is not None
            assert new.connect(code, old.table.v, old.table.term).recovered
            assert new.table is not None
            assert new.table.v == old.table.v
        return again

    async def entries(self) -> list[bytes]:
        """Return what is stored of the only table."""
        return [entry.entry for entry in await self.store.read(self.runner.room.room_id)]

    async def batches(self) -> list[Batch]:
        """Return what is stored of the only table, read back."""
        return [read_batch(v, entry) for v, entry in enumerate(await self.entries(), 1)]

    async def kill(self) -> None:
        """Stop every task of the tables where it stands."""
        tasks = list(self.rooms._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def table(self, **settings: Any) -> list[Caller]:
        """Return four people who sit at a new table, South first; nobody is ready."""
        host = self.guest(name="South")
        await self.create(host, **settings)
        code = host.room["sit"]
        callers = [host, *(self.guest(code, name) for name in ("West", "North", "East"))]
        for caller, seat in zip(callers, SEATS, strict=True):
            await caller.done(Sit, seat=seat)
        return callers

    async def create(self, host: Caller, key: str = "the table", **settings: Any) -> Ok:
        """Let *host* make a table."""
        rules = settings.pop("rules", "coinche-official")
        exact = {"bank": 0, "timeouts": 0} | settings
        return await host.done(Create, settings=TableSettings(rules, **exact), key=key)

    async def match(self, **settings: Any) -> list[Caller]:
        """Return four people at the first auction of a match, South first."""
        callers = await self.table(**settings)
        for caller in callers:
            await caller.done(Ready)
        await self.dealt(callers)
        return callers

    async def dealt(self, callers: list[Caller]) -> None:
        """Wait until somebody is to act."""
        for caller in callers:
            await caller.until(lambda caller=caller: caller.room["turn"].get("seat"))  # type: ignore[misc]

    def check(self) -> None:
        """Compare what everybody knows with what they would be told anew."""
        for runner in self.rooms.runners():
            for guest in runner.audience:
                caller = guest.member
                assert isinstance(caller, Caller)
                if not caller.follows:
                    continue
                expected = unpack(encode(runner.snapshot(guest), caller.form), caller.form)
                assert caller.table is not None
                assert (caller.table.v, caller.table.term) == (expected["v"], expected["term"])
                assert caller.table.room == expected["room"]


async def so(condition: Callable[[], object]) -> None:
    """Let the event loop turn until *condition* is so."""
    for _ in range(10_000):
        if condition():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to be so")


def on_turn(callers: list[Caller]) -> Caller:
    """Return whose turn it is."""
    (caller,) = (caller for caller in callers if caller.my_turn)
    return caller


async def act(callers: list[Caller], rng: Random, passing: float = 0.6) -> Ok:
    """Let whoever's turn it is do something it may do."""
    caller = on_turn(callers)
    kind, fields = caller.move(rng, passing)
    return await caller.done(kind, **fields)


async def play(
    callers: list[Caller], rng: Random, until: Callable[[], bool], passing: float = 0.6
) -> None:
    """Go on lawfully, asking for each next deal, until something is so or the match is over."""
    first = callers[0]
    while not until() and first.phase != "ended":
        if first.phase == "dealing":
            for caller in callers:
                await caller.done(Next, deal=caller.room["match"]["deal"]["number"])
            await first.until(lambda: first.phase != "dealing")
        else:
            await act(callers, rng, passing)


def never() -> bool:
    """Return that it is not so: to play a match to its end."""
    return False
