"""Guests: demo clients that keep all they are told, to be compared with what is stored."""

import asyncio
import hashlib
from collections.abc import Callable
from typing import Any

from belote_protocol.codec import Format
from belote_protocol.i18n import words
from belote_protocol.vocab import PUBLIC
from client_demo.connection import Connection
from client_demo.fairness import Verdict, Witness
from client_demo.model import Table
from client_demo.programs import Teller
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

    def summary(self) -> str:
        """Return where it stands, for whoever has to find out why a test failed."""
        waiting = [request.command for request in self.session._asking._line]
        last = [f"{each['t']} {each.get('v', '')}" for each in self.updates[-3:]]
        return f"{self.session.name}: v{self.v}, {self.connection.status}, {waiting}, {last}"


_DONE = {"play": ["card"], "bid": ["call"], "sit": ["seat"], "ready": ["ready"], "next": []}
"""What people do at a table, and what of the command is in the event."""
