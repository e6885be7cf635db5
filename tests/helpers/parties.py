"""A table's worth of guests: four who play by themselves, and two who watch."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from random import Random
from types import TracebackType
from typing import Any, Self

from belote_protocol.codec import Format
from belote_protocol.vocab import SEATS, Seat
from client_demo.model import Table
from client_demo.player import Player
from client_demo.programs import Entry, Robot, enter, has_ended, play
from client_demo.wire import Command
from tests.helpers.guests import PINGS, Guest
from tests.helpers.ledger import Ledger
from tests.helpers.server_process import PATIENCE


class Party:
    """
    A table, four guests who play at it by themselves, and two who watch in different formats.

    Attributes:
        players: In seat order, the first makes the table.
        watchers: The others.
        room: The table's name, once there is one.
        watch: The code to watch it by.
    """

    def __init__(
        self,
        address: str,
        seed: int,
        rules: str = "coinche-house",
        changes: Mapping[str, Any] | None = None,
        *,
        host: str | None = None,
        sign_within: float = PINGS,
        on_heard: Callable[[], None] = lambda: None,
        **settings: Any,
    ) -> None:
        """
        Prepare a party.

        Args:
            address: Where everybody connects.
            seed: Says how they play.
            rules: The table's.
            changes: To the rules.
            host: Where the first of them connects instead.
            sign_within: Seconds of silence after which a player doubts its line.
            on_heard: Called with each frame that anybody hears.
            settings: More of the table's.
        """
        chance = Random(seed)
        forms = [chance.choice(list(Format)) for _ in SEATS]
        self.players = [
            Guest(seat.name.title(), where, form=form, sign_within=sign_within, on_heard=on_heard)
            for seat, form, where in zip(
                SEATS, forms, (host or address, *3 * [address]), strict=True
            )
        ]
        self.watchers = [
            Guest(f"Watcher {form.name}", address, form=form, on_heard=on_heard) for form in Format
        ]
        self.room = self.watch = ""
        self._robots = [Player(Random(chance.random()), seat) for seat in SEATS]
        self._settings = {"turn": 120, "pause": 0, "bank": 0, "timeouts": 0, **settings}
        self._settings |= {"rules": rules, "changes": dict(changes or {})}
        self._key = f"party {seed:08}"
        self._stack = AsyncExitStack()

    @property
    def guests(self) -> Sequence[Guest]:
        """Everybody."""
        return [*self.players, *self.watchers]

    async def __aenter__(self) -> Self:
        await self._stack.__aenter__()
        try:
            for guest in self.guests:
                await self._stack.enter_async_context(guest.connection)
            async with asyncio.timeout(PATIENCE):
                await self._gather()
        except BaseException:
            await self._stack.aclose()
            raise
        return self

    async def _gather(self) -> None:
        """Bring everybody to the table."""
        host, *others = self.players
        made = Entry(None, self._settings, self._key)
        table = await enter(host.connection, made, host.teller)
        self.room, self.watch = table.room["id"], table.room["watch"]
        await asyncio.gather(
            *(
                enter(guest.connection, Entry(code), guest.teller)
                for guests, code in (
                    (others, table.room["sit"]),
                    (self.watchers, table.room["watch"]),
                )
                for guest in guests
            )
        )

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if error is not None:
            error.add_note("\n".join(guest.summary() for guest in self.guests))
        await self._stack.aclose()

    async def play(self, within: float = PATIENCE) -> None:
        """Play a match to its end; whoever watches sees it to its end."""
        robots = [
            Robot(guest.session, player, guest.teller)
            for guest, player in zip(self.players, self._robots, strict=True)
        ]
        async with asyncio.timeout(within), asyncio.TaskGroup() as games:
            for guest, robot in zip(self.players, robots, strict=True):
                games.create_task(play(guest.connection, robot))
            for guest in self.watchers:
                games.create_task(guest.connection.until(has_ended))
        await self.level()

    async def sit_down(self) -> None:
        """Let all four take their seats and be ready, and wait for the first auction."""
        for guest, seat in zip(self.players, SEATS, strict=True):
            await guest.done("sit", seat=seat.value)
        for guest in self.players:
            await guest.done("ready")
        await asyncio.gather(
            *(guest.until(lambda table: on_turn(table) is not None) for guest in self.guests)
        )

    @property
    def acting(self) -> Guest:
        """Whose turn it is, as everybody says."""
        (seat,) = {on_turn(guest.table) for guest in self.guests}
        assert seat is not None
        return next(guest for guest in self.players if guest.table.room.get("seat") == seat)

    def move(self) -> Command:
        """Return what a player would do now whose turn it is."""
        table = self.acting.table
        seat = on_turn(table)
        assert seat is not None
        command = self._robots[seat.place].next_command(table)
        assert command is not None
        return command

    async def take(self) -> None:
        """Let whoever speaks first bid, so that the deal is played."""
        guest, command = self.acting, self.move()
        turned = guest.table.room["match"]["deal"].get("turned")
        command["call"] = "80S" if turned is None else turned[1]
        await self._done(guest, command)

    async def act(self) -> None:
        """Let whoever's turn it is do something, and wait until everybody has seen it."""
        await self._done(self.acting, self.move())

    async def _done(self, guest: Guest, command: Command) -> None:
        answer = await guest.done(command.pop("t"), **command)
        await asyncio.gather(*(each.reach(answer["v"]) for each in self.guests))

    async def level(self) -> None:
        """Wait until everybody has come to the same version."""
        while len({guest.v for guest in self.guests}) > 1:
            v = max(guest.v for guest in self.guests)
            await asyncio.gather(*(guest.reach(v) for guest in self.guests))

    def check_so_far(self, ledger: Ledger) -> None:
        """Compare all that anybody was shown or told with what is stored."""
        assert ledger.commands_are_stored_once()
        for guest in self.guests:
            guest.check(ledger)

    def check(self, ledger: Ledger) -> None:
        """Do so at the end: everybody knows the last version, the score, and that it was fair."""
        self.check_so_far(ledger)
        assert {guest.v for guest in self.guests} == {ledger.v}
        scores = ledger.last.match.scores
        deals = {(ledger.last.match.match_id, each.deal) for each in ledger.revealed()}
        for guest in self.guests:
            match = guest.table.room["match"]
            assert match["scores"] == {"ns": scores.ns, "ew": scores.ew}
            assert not [each for each in guest.verdicts if each.problems]
            assert {(each.match, each.deal) for each in guest.verdicts if each.is_proven} <= deals


def on_turn(table: Table) -> Seat | None:
    """Return whose turn it is at *table*."""
    seat = table.room["turn"].get("seat")
    return None if seat is None else Seat(seat)
