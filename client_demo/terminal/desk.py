"""
A person at a server: the connection, and what is worth remembering of what it hears.

Both ways to play, the drawn one and the line mode, sit at this desk. It draws nothing.
"""

import os
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from belote_protocol.vocab import SEATS
from client_demo.fairness import Verdict, Witness
from client_demo.lobby import Lobby
from client_demo.model import Table
from client_demo.retry import State, Status
from client_demo.session import Heard, Session
from client_demo.terminal.identity import Identity
from client_demo.terminal.start import NewTable
from client_demo.wire import Command, Update

if TYPE_CHECKING:
    from client_demo.connection import Connection

Listener = Callable[[Heard | Status | Verdict], None]


class Desk:
    """
    One person's conversation with one server.

    Attributes:
        address: Of the server.
        identity: Who the person is.
        is_paused: Whether the table waits for its store.
    """

    def __init__(self, address: str, identity: Identity, lang: str, listen: Listener) -> None:
        self.address = address
        self.identity = identity
        self.is_paused = False
        self._lang = lang
        self._listen = listen
        self._witness = Witness()
        self._stack = AsyncExitStack()
        self._connection: Connection | None = None

    async def open(self, name: str, code: str | None = None) -> None:
        """Connect as *name*, and go to the table of *code* where one is given."""
        # Imported here, so that the first screen doesn't wait for what it doesn't need.
        from client_demo.connection import Connection

        await self.close()
        self.identity.keep(name=name)
        session = Session(name, token=self.identity.known.token, code=code, lang=self._lang)
        connection = Connection(self.address, session, listen=self._hear)
        self._connection = await self._stack.enter_async_context(connection)

    async def close(self) -> None:
        """Hang up; the server keeps the seat of a match that runs."""
        self._connection = None
        await self._stack.aclose()

    @property
    def is_open(self) -> bool:
        """Whether there is a connection, or one that comes back by itself."""
        return self._connection is not None and not self._connection.status.is_over

    @property
    def status(self) -> Status:
        """How the client stands with the server."""
        return self._connection.status if self._connection else Status(State.CLOSED)

    @property
    def table(self) -> Table | None:
        """The table, while there is one."""
        return self._connection.table if self._connection else None

    @property
    def lobby(self) -> Lobby:
        """The public tables, while one browses."""
        return self._connection.session.lobby if self._connection else Lobby()

    @property
    def seeking(self) -> Update | None:
        """How the search for other people stands; ``None`` when there is none."""
        return self._connection.session.seeking if self._connection else None

    @property
    def you(self) -> str:
        """One's public id; empty before the server has said it."""
        person = self._connection.session.you if self._connection else None
        return person["id"] if person else ""

    def seconds_left(self) -> float | None:
        """Return how long the turn or pause still lasts; ``None`` where it has no end."""
        return self._connection.seconds_left() if self._connection else None

    def seconds_until(self, instant: float | None) -> float | None:
        """Return how long it is until *instant* of the server's clock."""
        return self._connection.seconds_until(instant) if self._connection else None

    async def create(self, new: NewTable) -> Update:
        """Make a table and enter it; return the answer."""
        return await self.ask(
            {"t": "create", "settings": new.settings(), "key": os.urandom(8).hex()}
        )

    async def join(self, code: str) -> Update:
        """Enter the table of *code*; return the answer."""
        return await self.ask({"t": "join", "code": code})

    async def fill(self, number: int, level: str) -> Update | None:
        """Sit down and let bots take *number* other seats; return the first refusal, if any."""
        commands: list[Command] = [{"t": "sit", "seat": "S"}]
        commands += [{"t": "bot", "seat": each.value, "policy": level} for each in SEATS[1:]]
        for command in commands[: number + 1]:
            answer = await self.ask(command)
            if answer["t"] == "refused":
                return answer
        return None

    async def browse(self, *, on: bool = True) -> Update:
        """Hear the lobby, or no more; return the answer."""
        return await self.ask({"t": "browse", "on": on})

    async def seek(self, rules: str, pace: str, *, wide: bool) -> Update:
        """Look for three others; return the answer."""
        return await self.ask({"t": "seek", "rules": [rules], "pace": pace, "wide": wide})

    async def unseek(self) -> Update:
        """Look for others no more; return the answer."""
        return await self.ask({"t": "unseek"})

    async def ask(self, command: Command) -> Update:
        """Ask for something, over as many connections as it takes; return the answer."""
        if self._connection is None:
            return {"t": "refused", "cmd": 0, "code": "not_in_room"}
        fields = {name: value for name, value in command.items() if name != "t"}
        return await self._connection.ask(command["t"], **fields)

    async def arrived(self) -> bool:
        """Wait until the table is there, or will never be; return whether it is."""
        connection = self._connection
        while connection is not None and connection.table is None:
            if connection.status.is_over or connection.session.away:
                return False
            await connection.changed()
        return connection is not None

    def _hear(self, heard: Heard | Status) -> None:
        if not isinstance(heard, Heard):
            self._listen(heard)
            return
        self._note(heard)
        self._listen(heard)
        for verdict in self._witness.see(heard.before, heard.update):
            self._listen(verdict)

    def _note(self, heard: Heard) -> None:
        match heard.update["t"]:
            case "welcome":
                self.is_paused = False
                self.identity.keep(token=heard.update["token"])
                if "refused" in heard.update:
                    self.identity.keep(code=None)
            case "paused":
                self.is_paused = True
            case "resumed" | "snapshot" | "happened":
                self.is_paused = False
            case "left":
                self.identity.keep(code=None)
            case _:
                pass
        if heard.update["t"] == "snapshot":
            room = heard.update["room"]
            self.identity.keep(code=room.get("sit") or room.get("watch"))
