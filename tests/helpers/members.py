"""People who hear tables of this process as clients do, and check all they are told."""

import asyncio
import hashlib
from collections.abc import Callable
from math import inf
from random import Random
from typing import Any, Protocol, TypeVar

from belote_protocol.codec import Format, decode_command, decode_update, encode
from belote_protocol.commands import Bid, Hello, Ping, Play, RoomCommand
from belote_protocol.updates import (
    AnyUpdate,
    Closing,
    Happened,
    Ok,
    Refused,
    Snapshot,
    Term,
    Welcome,
)
from belote_protocol.vocab import RefusalCode, Seat
from belote_server.runtime.rooms import Rooms
from client_demo.model import Table, fold
from client_demo.wire import Update, unpack
from tests.helpers.faulty_log import FaultyLog
from tests.helpers.nature import ManualClock

T = TypeVar("T")


class Server(Protocol):
    """What a `Caller` needs of where it calls."""

    rooms: Rooms
    log: FaultyLog
    clock: ManualClock

    def caller(
        self, name: str = "", *, token: str | None = None, form: Format | None = None
    ) -> "Caller":
        """Return a connection that has not said hello."""


def key_of(token: str) -> str:
    """Return what the server knows a person by whose token this is."""
    return hashlib.sha256(token.encode()).hexdigest()


class Caller:
    """
    One connection of one person: a `Member` that reads its frames as a client does.

    Everything it is sent is checked as it comes: nothing precedes the welcome, no version is
    missing, none is told that the store does not hold.

    Attributes:
        token: The person's secret; two connections with the same one are the same person's.
        updates: All that it was sent, in order.
        answers: The answers among them.
        table: What a client would know of the table.
        closed: The code and the words it was closed with.
        follows: Whether it keeps ``table``; one of a crowd need not.
    """

    def __init__(self, house: Server, name: str, token: str, form: Format) -> None:
        self.house = house
        self.name = name
        self.token = token
        self.key = key_of(token)
        self.public_id = "p-" + self.key[:8]
        self.form = form
        self.last_sign = inf
        self.updates: list[AnyUpdate] = []
        self.answers: list[Ok | Refused] = []
        self.table: Table | None = None
        self.closed: tuple[int, Closing] | None = None
        self.cmd = 0
        self.follows = True
        self._news = asyncio.Event()

    # --- as a table sees it ---

    def count_refusal(self, code: RefusalCode) -> None:
        """Count nothing."""

    def push(self, frame: bytes) -> None:
        """Take a frame in; after the end there is nobody to hear it."""
        if self.closed is not None:
            return
        update = decode_update(frame, self.form)
        assert self.updates or isinstance(update, Welcome), f"{update} came before the welcome"
        self._check_stored(update)
        self.updates.append(update)
        if isinstance(update, Ok | Refused):
            self.answers.append(update)
        if self.follows:
            self._follow(update, unpack(frame, self.form))
        self._news.set()

    def _follow(self, update: AnyUpdate, plain: Update) -> None:
        if isinstance(update, Welcome):
            self.table = fold(None, plain["snapshot"]) if update.snapshot is not None else None
            self.cmd = max(self.cmd, update.last_cmd)
        elif isinstance(update, Happened):
            assert self.table is not None
            assert update.v == self.table.v + 1
            self.table = fold(self.table, plain)
        else:
            self.table = fold(self.table, plain)

    def close(self, code: int, closing: Closing) -> None:
        """Be closed; the server notices a little later."""
        assert self.closed is None
        self.closed = (code, closing)
        asyncio.get_running_loop().call_soon(self.house.rooms.gone, self)
        self._news.set()

    def _check_stored(self, update: AnyUpdate) -> None:
        if not self.follows:
            return
        if isinstance(update, Happened | Term):
            assert self.table is not None, f"{update} came without a table"
            assert update.v <= self.house.log.versions[self.table.room["id"]]
        elif isinstance(update, Snapshot):
            assert update.v <= self.house.log.versions[update.room.id]
        elif isinstance(update, Ok) and self.table is not None and update.last_cmd == 0:
            assert update.v <= self.house.log.versions[self.table.room["id"]]

    # --- as its person sees it ---

    def connect(
        self, code: str | None = None, v: int | None = None, term: str | None = None
    ) -> Welcome:
        """Say hello, and enter the table of *code* if there is one."""
        welcome = self.house.rooms.welcome(self, self.token, code, v, term)
        self.push(encode(welcome, self.form))
        return welcome

    def hang_up(self) -> None:
        """Close the connection from this side."""
        self.closed = (1000, Closing("bye"))
        self.house.rooms.gone(self)

    def again(self) -> "Caller":
        """Return a new connection of the same person, which has not said hello."""
        other = self.house.caller(self.name, token=self.token, form=self.form)
        other.cmd = self.cmd
        return other

    def post(self, kind: type[Any], *, cmd: int | None = None, **fields: Any) -> int:
        """Send a command and wait for nothing; return its number."""
        number = cmd or self.cmd + 1
        self.cmd = max(self.cmd, number)
        frame = encode(kind(cmd=number, **fields), self.form)
        command = decode_command(frame, self.form)
        assert not isinstance(command, Hello | Ping)
        self.house.rooms.post(self, command, self.house.clock.now())
        return number

    async def ask(self, kind: type[Any], *, cmd: int | None = None, **fields: Any) -> Ok | Refused:
        """Send a command and return its answer."""
        before = len(self.answers)
        number = self.post(kind, cmd=cmd, **fields)
        return await self.until(lambda: self._answer(number, before))

    async def done(self, kind: type[Any], **fields: Any) -> Ok:
        """Send a command that is done."""
        answer = await self.ask(kind, **fields)
        assert isinstance(answer, Ok), answer
        return answer

    async def refused(self, kind: type[Any], **fields: Any) -> Refused:
        """Send a command that is refused."""
        answer = await self.ask(kind, **fields)
        assert isinstance(answer, Refused), answer
        return answer

    def _answer(self, number: int, before: int) -> Ok | Refused | None:
        found = [answer for answer in self.answers[before:] if answer.cmd == number]
        return found[0] if found else None

    async def until(self, found: Callable[[], T | None]) -> T:
        """Wait until *found* returns something that counts, and return that."""
        async with asyncio.timeout(10):
            while not (result := found()):
                self._news.clear()
                await self._news.wait()
        return result

    async def hears(self, kind: type[T], after: int = 0) -> T:
        """Wait for an update of *kind* that is not among the first *after*, and return it."""
        return await self.until(
            lambda: next((each for each in self.updates[after:] if isinstance(each, kind)), None)
        )

    def heard(self, after: int) -> list[type[AnyUpdate]]:
        """Return what kinds of update came after the first so many, answers left out."""
        return [
            type(update) for update in self.updates[after:] if not isinstance(update, Ok | Refused)
        ]

    # --- the table as it is shown ---

    @property
    def room(self) -> Any:
        """The table's view; only while there is one."""
        assert self.table is not None
        return self.table.room

    @property
    def seat(self) -> Seat | None:
        """Where the person sits."""
        seat = self.room.get("seat")
        return Seat(seat) if seat else None

    @property
    def phase(self) -> str:
        """Where the match stands."""
        match = self.room.get("match")
        return "unstarted" if match is None else match["phase"]

    @property
    def my_turn(self) -> bool:
        """Whether this seat is to act."""
        turn = self.room["turn"].get("seat")
        return turn is not None and turn == self.room.get("seat")

    def move(self, rng: Random, passing: float = 0.6) -> tuple[type[RoomCommand], dict[str, Any]]:
        """Return something the table says that this seat may do now."""
        turn, deal = self.room["turn"], self.room["match"]["deal"]
        if "cards" in turn:
            legal = sorted(card for card, broken in turn["cards"].items() if broken is None)
            trick = len(deal.get("tricks", [])) + 1
            fields = {"deal": deal["number"], "trick": trick, "card": rng.choice(legal)}
            return Play, fields
        options = turn.get("options", {})
        calls = options.get("words", [])
        if rng.random() >= passing and options.get("kinds"):
            kind, mode = rng.choice(options["kinds"]), rng.choice(options["modes"])
            height = {"points": str(min(options.get("points", [0]))), "take": ""}
            calls = [height.get(kind, kind) + mode]
        said = {
            "deal": deal["number"],
            "nth": len(deal.get("calls", [])),
            "call": rng.choice(calls),
        }
        return Bid, said
