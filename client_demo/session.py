"""
One client's side of the conversation: what it knows, and what it says next.

A session outlives its connections. It has no socket, and is told the time; whoever has both (see
``connection``) sends what ``hello``, ``ping`` and ``due`` return, and hands in what arrives.
"""

from collections.abc import Callable
from dataclasses import dataclass

from belote_protocol.codec import PROTOCOL_VERSION
from client_demo import lobby
from client_demo.asking import Asking
from client_demo.clock import ServerClock
from client_demo.model import Gap, Table, fold
from client_demo.retry import Status, after_close
from client_demo.views import Person
from client_demo.wire import Command, Update


@dataclass(frozen=True)
class Heard:
    """
    An update, and what it changed.

    Attributes:
        before: The table when it came.
        after: The table since.
    """

    update: Update
    before: Table | None
    after: Table | None


class Session:
    """
    Who a client is, where it sits, and what it waits for.

    Attributes:
        name: What others read.
        token: Who the client is to the server: a secret, and all it takes to come back.
        code: The code of the room to be in.
        you: The client as others see it, once the server has said so.
        table: The table, while there is one.
        lobby: The public tables, while the client browses them.
        seeking: How its search for others stands, while there is one.
        clock: The server's time.
        attempt: How many connections in a row have come to nothing.
        away: Why there is no table any more; empty while there is one, or has been none.
    """

    def __init__(
        self, name: str, *, token: str | None = None, code: str | None = None, lang: str = "en"
    ) -> None:
        self.name = name
        self.token = token
        self.code = code
        self.lang = lang
        self.you: Person | None = None
        self.table: Table | None = None
        self.lobby = lobby.Lobby()
        self.seeking: Update | None = None
        self.clock = ServerClock()
        self.attempt = 0
        self.away = ""
        self._asking = Asking()
        self._asked: dict[int, float] = {}
        self._pings = 0
        self._hello_at = 0.0
        self._closing: Update | None = None
        self._greeted = False
        self._wanted: dict[str, Command] = {}  # of the lobby; to be asked for on each connection
        self._made: Command | None = None  # asked for a table that was made and is not yet known

    def hello(self, now: float) -> Command:
        """Return the first command of a new connection."""
        self._hello_at = now
        self._closing = None
        self._asked.clear()
        hello: Command = {"t": "hello", "protocol": PROTOCOL_VERSION, "name": self.name}
        hello["lang"] = self.lang
        if self.token is not None:
            hello["token"] = self.token
        if self.code is not None:
            hello["room"] = self.code
            if self.table is not None:
                hello |= {"v": self.table.v, "term": self.table.term}
        return hello

    def ping(self, now: float) -> Command:
        """Return a question for the server's time."""
        self._pings += 1
        self._asked[self._pings] = now
        return {"t": "ping", "id": self._pings}

    def ask(self, command: Command, done: Callable[[Update], None]) -> None:
        """Put *command*, which has no number yet, in line; *done* gets its answer."""
        self._asking.ask(command, done)

    def due(self) -> Command | None:
        """Return the command to send now, if there is one."""
        return self._asking.due(self.table) if self._greeted else None

    def receive(self, update: Update, now: float) -> list[Heard]:
        """
        Take *update* in; a snapshot inside a ``welcome`` comes out as an update of its own.

        Raises:
            Gap: The table can't be followed any further: the connection has to be made anew.
        """
        before = self.table
        match update["t"]:
            case "welcome":
                return self._welcome(update, now)
            case "ok" | "refused":
                self._answered(update)
            case "pong" if update["id"] in self._asked:
                self.clock.answered(self._asked.pop(update["id"]), now, update["server_time"])
            case "lobby":
                self.lobby = lobby.fold(self.lobby, update)
            case "seeking":
                self._sought(update)
            case "matched":
                self.code, self.away = update["code"], ""
                self._asking.resumed(update.get("last_cmd", 0))
            case "closing":
                self._closing = update
            case "left" if update["reason"] == "moved":
                raise Gap("the table has moved to another server process")
            case "left":
                self.code, self.away = None, update["reason"]
            case _:
                pass  # told of below
        self.table = fold(before, update)
        if update["t"] in ("ok", "refused", "pong", "happened"):
            self.attempt = 0  # this connection works
        if update["t"] == "snapshot":
            self._entered(update)
        return [Heard(update, before, self.table)]

    def closed(self, code: int, reason: str, chance: float) -> Status:
        """Return what to do after a connection was closed with *code*, or never came about."""
        self._asking.interrupted()
        self._greeted = False
        self.attempt += 1
        closing = self._closing
        self._closing = None
        return after_close(code, reason, closing, attempt=self.attempt, chance=chance)

    def give_up(self) -> None:
        """Answer whatever still waits: nobody else will."""
        self._asking.refuse_all("not_in_room")

    def _welcome(self, update: Update, now: float) -> list[Heard]:
        before = self.table
        self._greeted = True
        self.you, self.token = update["you"], update["token"]
        self.clock.answered(self._hello_at, now, update["server_time"])
        snapshot: Update | None = update.get("snapshot")
        if "refused" in update:
            self.code, self.away = None, update["refused"]
            self._asking.refuse_all(update["refused"])
        elif self._made is not None:  # the same key gives the same table, which is shown then
            self._asking.ask_first(self._made)
        if snapshot is None:
            self.table, self.lobby = None, lobby.Lobby()
            for wish in self._wanted.values():
                self._asking.ask_first(wish)
            return [Heard(update, before, None)]
        self.table = fold(None, snapshot)
        self._entered(snapshot)
        self._asking.resumed(update.get("last_cmd", 0))
        return [Heard(update, before, before), Heard(snapshot, before, self.table)]

    def _entered(self, snapshot: Update) -> None:
        """Note that the client is at a table, and so no longer in the lobby."""
        self._made = self.seeking = None
        self.lobby = lobby.Lobby()
        self._wanted.clear()
        self.code, self.away = self.code or _code_of(snapshot), ""

    def _sought(self, update: Update) -> None:
        self.seeking = update if update["on"] else None
        if not update["on"]:
            self._wanted.pop("seek", None)

    def _answered(self, update: Update) -> None:
        command = self._asking.answered(update)
        if command is None or update["t"] == "refused":
            return
        if command["t"] == "unseek":
            self._wanted.pop("seek", None)
        elif command["t"] == "browse" and not command.get("on", True):
            self.lobby = lobby.Lobby()
            self._wanted.pop("browse", None)
        elif command["t"] in ("browse", "seek"):
            self._wanted[command["t"]] = command
        if command["t"] in ("create", "join"):
            self.code, self.away = command.get("code"), ""
            self._made = command if command["t"] == "create" else None
            self._asking.resumed(update.get("last_cmd", 0))


def _code_of(snapshot: Update) -> str | None:
    """Return the code to come back with, where nobody named one: others made the table."""
    room = snapshot["room"]
    code: str | None = room.get("sit") or room.get("watch")
    return code
