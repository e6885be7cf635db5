"""
People who play by what they are told: each answers its turn with the first legal card.

A table's four connections share one `TableSeen`, because they sit in one process: whoever hears of
a version first writes down where the play stands. What is costly, choosing well, is left out, so
that these players never are the bottleneck.
"""

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Any

import msgspec

from belote_protocol import commands
from belote_protocol.codec import Format, encode
from belote_protocol.vocab import SEATS, Card
from tests.bench.wire import Connection, connect

SETTINGS = commands.Settings(
    "coinche-house", turn=600, pause=120, bank=0, grace=3600, timeouts=0, spectators=True
)


class _Happening(msgspec.Struct):
    e: str
    deal: int = 0


class _Options(msgspec.Struct):
    kinds: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    points: tuple[int, ...] = ()


class _Turn(msgspec.Struct):
    options: _Options | None = None
    cards: dict[str, str | None] | None = None


class _Happened(msgspec.Struct):
    v: int
    events: list[_Happening]
    turn: _Turn


class _Room(msgspec.Struct):
    sit: str | None = None
    watch: str | None = None


class _Snapshot(msgspec.Struct):
    v: int
    room: _Room


class _Answer(msgspec.Struct):
    cmd: int
    code: str = ""


_happened = msgspec.msgpack.Decoder(_Happened).decode
_snapshot = msgspec.msgpack.Decoder(_Snapshot).decode
_answer = msgspec.msgpack.Decoder(_Answer).decode


def _head(tag: str) -> bytes:
    """Return how a frame of the update *tag* begins, after the byte that counts its fields."""
    return msgspec.msgpack.encode("t") + msgspec.msgpack.encode(tag)


HAPPENED, _OK, _REFUSED, _SNAPSHOT = map(_head, ("happened", "ok", "refused", "snapshot"))
WELCOME, _CLOSING = _head("welcome"), _head("closing")
_OVER = {"settled", "passedout"}


class Load:
    """
    What all players of a run share.

    Attributes:
        act: Called with each action that is due; by default it is said at once.
        done: Actions that were confirmed.
        seen: Seconds from each card sent to the card seen by all four, while ``timing``.
        refused: The codes of refused commands; there should be none.
        matches: Matches that ended.
    """

    def __init__(self, *, rematch: bool = True) -> None:
        self.act: Callable[[Callable[[], None]], None] = _now
        self.done = self.matches = 0
        self.timing = False
        self.seen: list[float] = []
        self.refused: list[str] = []
        self.rematch = rematch


def _now(say: Callable[[], None]) -> None:
    say()


class TableSeen:
    """One table as its four players see it together."""

    def __init__(self, name: str, load: Load) -> None:
        self.name = name
        self.load = load
        self.players = [Player(self, place) for place in range(4)]
        self.v = self.deal = self.calls = self.cards = 0
        self.sit = self.watch = ""
        self.made = asyncio.get_running_loop().create_future()
        self.dealt = asyncio.get_running_loop().create_future()
        self.ended = asyncio.get_running_loop().create_future()
        self._card: tuple[int, float] | None = None  # the version a card will make, when sent
        self._unseen = 0

    async def open(self, port: int) -> None:
        """Make the table, seat all four, and return once the first cards are dealt."""
        host, *others = self.players
        await connect(host, port)
        await self.made
        for player in others:
            await connect(player, port)
        await self.dealt

    def close(self) -> None:
        """Cut the four connections."""
        for player in self.players:
            player.transport.abort()

    def card_sent(self) -> None:
        """Note that a card leaves now."""
        if self.load.timing:
            self._card, self._unseen = (self.v + 1, perf_counter()), 4

    def heard(self, told: _Happened) -> set[str]:
        """Take in a version as one of the four hears it; return what happened in it."""
        if self._card is not None and self._card[0] == told.v:
            self._unseen -= 1
            if not self._unseen:
                self.load.seen.append(perf_counter() - self._card[1])
                self._card = None
        kinds = {event.e for event in told.events}
        if told.v > self.v:
            self.v = told.v
            self._note(told.events)
        return kinds

    def _note(self, events: list[_Happening]) -> None:
        for event in events:
            if event.e == "played":
                self.cards += 1
            elif event.e == "called":
                self.calls += 1
            elif event.e == "dealt":
                self.deal, self.calls, self.cards = event.deal, 0, 0
                if not self.dealt.done():
                    self.dealt.set_result(None)
            elif event.e == "ended":
                self.load.matches += 1
                if not self.ended.done():
                    self.ended.set_result(None)


class Player(Connection):
    """One of the four: comes, sits, is ready, and answers whatever is asked of it."""

    def __init__(self, table: TableSeen, place: int) -> None:
        super().__init__()
        self._table = table
        self._place = place
        self._cmd = 0

    def opened(self) -> None:
        """Say hello."""
        room = self._table.sit or None
        self.say(encode(commands.Hello(1, f"P{self._place}", room=room), Format.MSGPACK))

    def heard(self, frame: bytes) -> None:
        """Take a frame by what it begins with."""
        if frame.startswith(HAPPENED, 1):
            self._happened(_happened(frame))
        elif frame.startswith(_OK, 1):
            self._confirmed()
        elif frame.startswith(WELCOME, 1):
            self._welcomed()
        elif frame.startswith(_SNAPSHOT, 1):
            self._shown(_snapshot(frame))
        elif frame.startswith(_REFUSED, 1):
            self._table.load.refused.append(_answer(frame).code)
        elif frame.startswith(_CLOSING, 1):
            self._table.load.refused.append("closing")

    def _ask(self, kind: type[Any], *fields: object) -> None:
        self._cmd += 1
        self.say(encode(kind(self._cmd, *fields), Format.MSGPACK))

    # --- coming ---

    def _welcomed(self) -> None:
        if self._place:
            self._ask(commands.Sit, SEATS[self._place])
        else:
            self._ask(commands.Create, SETTINGS, self._table.name)

    def _shown(self, snapshot: _Snapshot) -> None:
        table = self._table
        if table.sit:
            return  # the seat was changed, so the table is shown anew
        assert snapshot.room.sit is not None
        assert snapshot.room.watch is not None
        table.sit, table.watch = snapshot.room.sit, snapshot.room.watch
        table.v = snapshot.v
        table.made.set_result(None)
        self._ask(commands.Sit, SEATS[0])

    def _confirmed(self) -> None:
        first = 2 if self._place else 3  # of the host's commands the first made the table
        if self._cmd == first - 1 and self._table.sit:
            self._ask(commands.Ready, True)
        elif self._cmd > first:
            self._table.load.done += 1

    # --- playing ---

    def _happened(self, told: _Happened) -> None:
        table, turn = self._table, told.turn
        kinds = table.heard(told)
        if turn.cards is not None:
            card = next(card for card, duty in turn.cards.items() if duty is None)
            table.load.act(lambda: self._play(card))
        elif turn.options is not None:
            call = _call(turn.options, table)
            table.load.act(lambda: self._ask(commands.Bid, table.deal, table.calls, call))
        elif "ended" in kinds:
            if table.load.rematch:
                table.load.act(lambda: self._ask(commands.Rematch))
        elif kinds & _OVER:
            deal = table.deal
            table.load.act(lambda: self._ask(commands.Next, deal))

    def _play(self, card: str) -> None:
        table = self._table
        table.card_sent()
        self._ask(commands.Play, table.deal, table.cards // 4 + 1, Card(card))


def _call(options: _Options, table: TableSeen) -> str:
    """Return what opens the auction, and a pass after that."""
    if table.calls or not options.kinds:
        return "pass"
    mode = options.modes[table.deal % len(options.modes)]
    return f"{options.points[0]}{mode}" if options.points else mode
