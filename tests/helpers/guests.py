"""
Guests: demo clients that keep all they are told, to be compared with what is stored.

A `Party` is a table's worth of them: four who play by themselves, and whoever watches.
"""

import asyncio
import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from random import Random
from types import TracebackType
from typing import Any, Self

from belote_protocol.codec import Format
from belote_protocol.i18n import words
from belote_protocol.vocab import PUBLIC, SEATS, Seat
from client_demo.connection import Connection
from client_demo.fairness import Verdict, Witness
from client_demo.model import Table
from client_demo.player import Player
from client_demo.programs import Entry, Robot, Teller, enter, has_ended, play
from client_demo.retry import State, Status
from client_demo.session import Heard, Session
from client_demo.wire import Command, Update
from tests.helpers.ledger import Ledger, lasting
from tests.helpers.server_process import PATIENCE


async def hurried(seconds: float) -> None:
    """Wait for a tenth of what a client would wait before it comes back; pings keep their pace."""
    await asyncio.sleep(seconds if seconds >= PINGS else seconds / 10)


PINGS = 60.0
"""Seconds between two pings."""


class _Session(Session):
    """A session that keeps what it asked with the answers."""

    def __init__(self, name: str, **options: Any) -> None:
        super().__init__(name, **options)
        self.answers: list[tuple[Command, Update]] = []

    def ask(self, command: Command, done: Callable[[Update], None]) -> None:
        def note(update: Update) -> None:
            self.answers.append((command, update))
            done(update)

        super().ask(command, note)


class Guest:
    """
    A client with a diary.

    Attributes:
        session: What it knows.
        connection: How it is connected.
        diary: All it heard, in order.
        states: How it stood with the server, in order.
        verdicts: What became of each deal it saw to its end.
    """

    def __init__(
        self,
        name: str,
        address: str,
        *,
        form: Format = Format.MSGPACK,
        sign_within: float = PINGS,
        on_heard: Callable[[], None] = lambda: None,
    ) -> None:
        self.session = _Session(name)
        self.diary: list[Heard] = []
        self.states: list[State] = []
        self.verdicts: list[Verdict] = []
        self.teller = Teller(words("en"), lambda line: None, is_quiet=True)
        self.connection = Connection(
            address,
            self.session,
            form=form,
            listen=self._listen,
            chance=lambda: 0.2,
            sleep=hurried,
            ping_every=PINGS,
            sign_within=sign_within,
            attempts=200,
        )
        self._witness = Witness()
        self._on_heard = on_heard

    def _listen(self, heard: Heard | Status) -> None:
        if isinstance(heard, Status):
            self.states.append(heard.state)
            return
        self.diary.append(heard)
        self.verdicts += self._witness.see(heard.before, heard.update)
        self._on_heard()

    @property
    def id(self) -> str:
        """Its public name."""
        assert self.session.you is not None
        return self.session.you["id"]

    @property
    def key(self) -> str:
        """Who it is, for the server."""
        assert self.session.token is not None
        return hashlib.sha256(self.session.token.encode()).hexdigest()

    @property
    def table(self) -> Table:
        """The table; only while it is at one."""
        assert self.session.table is not None
        return self.session.table

    @property
    def v(self) -> int:
        """The version it has come to; 0 at no table."""
        return self.session.table.v if self.session.table is not None else 0

    @property
    def updates(self) -> list[Update]:
        """All it was told, in order."""
        return [heard.update for heard in self.diary]

    async def until(self, condition: Callable[[Table], bool]) -> Table:
        """Wait until *condition* holds for the table, and return it."""
        async with asyncio.timeout(PATIENCE):
            return await self.connection.until(condition)

    async def reach(self, v: int) -> Table:
        """Wait until the table has come to version *v*, and return it."""
        return await self.until(lambda table: table.v >= v)

    async def told(self, kind: str, since: int = 0) -> Update:
        """Wait until there is an update of a *kind* from *since* on in the diary; return it."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for heard in self.diary[since:]:
                    if heard.update["t"] == kind:
                        return heard.update
                await self.connection.changed()

    async def event(self, kind: str) -> Update:
        """Wait until an event of a *kind* has been told, and return the first."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for update in self.updates:
                    for event in update.get("events", ()):
                        if event["e"] == kind:
                            return dict(event)
                await self.connection.changed()

    async def until_state(self, state: State, times: int = 1) -> None:
        """Wait until it has stood like this with the server so many times."""
        async with asyncio.timeout(PATIENCE):
            while self.states.count(state) < times:
                await self.connection.changed()

    async def ask(self, kind: str, **fields: Any) -> Update:
        """Ask for something and return the answer."""
        async with asyncio.timeout(PATIENCE):
            return await self.connection.ask(kind, **fields)

    async def done(self, kind: str, **fields: Any) -> Update:
        """Ask for something that is done, and return the answer."""
        answer = await self.ask(kind, **fields)
        assert answer["t"] == "ok", answer
        return answer

    async def refused(self, kind: str, **fields: Any) -> str:
        """Ask for something that is refused, and return the code."""
        answer = await self.ask(kind, **fields)
        assert answer["t"] == "refused", answer
        code: str = answer["code"]
        return code

    # --- is what it was told true? ---

    def check(self, ledger: Ledger) -> None:
        """Compare all that was ever shown to this guest with what is stored."""
        shown = 0
        for heard in self.diary:
            update, after = heard.update, heard.after
            if update["t"] == "snapshot":
                assert update["v"] >= shown, "what was shown is gone"
            elif update["t"] == "happened":
                viewer = ledger.viewer(update["v"], self.id)
                assert update == ledger.happened(update["v"], viewer)
            if after is not None and after is not heard.before:
                assert lasting(after.room) == ledger.view(after.v, ledger.viewer(after.v, self.id))
                shown = after.v
        self.check_answers(ledger)

    def check_answers(self, ledger: Ledger) -> None:
        """Find what was answered ``ok`` among what is stored, as it was asked."""
        for command, update in self.session.answers:
            if update["t"] != "ok" or command["t"] not in _DONE:
                continue
            v = update["v"]
            assert 0 < v <= ledger.v
            batch = ledger.batches[v - 1]
            if (batch.person, batch.cmd) != (self.key, update["cmd"]):
                # What changed nothing leaves no trace, and a server that died knows its number
                # no longer.
                assert self._was_so(command, ledger, v), f"{command} is gone"
                continue
            event = ledger.happened(v, PUBLIC)["events"][0]
            assert event["seat"] == ledger.viewer(v, self.id)
            for name in _DONE[command["t"]]:
                assert event[name] == command.get(name, True)

    def _was_so(self, command: Command, ledger: Ledger, v: int) -> bool:
        """Tell whether there was nothing to be done at version *v*."""
        seat = ledger.viewer(v, self.id)
        if seat is PUBLIC:
            return False
        if command["t"] == "sit":
            return bool(seat == command["seat"])
        return command["t"] in ("ready", "next") and ledger.rooms[v - 1].places[seat.place].ready


_DONE = {"play": ["card"], "bid": ["call"], "sit": ["seat"], "ready": ["ready"], "next": []}
"""What people do at a table, and what of the command is in the event."""


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
        self._settings = {"turn": 120, "pause": 0, **settings}
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
            error.add_note("\n".join(map(_summary, self.guests)))
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


def _summary(guest: Guest) -> str:
    """Return where *guest* stands, for whoever has to find out why a test failed."""
    waiting = [request.command for request in guest.session._asking._line]
    last = [heard.update for heard in guest.diary[-3:]]
    kinds = [f"{each['t']} {each.get('v', '')}" for each in last]
    return f"{guest.session.name}: v{guest.v}, {guest.connection.status}, asks {waiting}, {kinds}"
