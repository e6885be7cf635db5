"""A table and its people, told one thing after another; all that came of it is kept."""

from collections import Counter
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from belote_protocol.commands import Bid, Leave, Next, Play, Ready, RoomCommand, Settings, Sit
from belote_protocol.updates import Ok, Refused
from belote_protocol.vocab import SEATS, Phase, RefusalCode, Seat
from belote_server.game.actions import Action, MakeCall, PlayCard
from belote_server.game.frozen import changed
from belote_server.game.state import Match
from belote_server.room.events import Batch, Opened, Person, TableEvent
from belote_server.room.inputs import (
    Arrived,
    Drawn,
    Expired,
    Gone,
    Input,
    Recovered,
    Spoken,
    Thought,
    TimeUp,
)
from belote_server.room.outcome import Outcome
from belote_server.room.room import step
from belote_server.room.state import Room, adopt, opened
from belote_server.storage.stream import read_room, write_batch
from tests.helpers.matches import random_action

START = 1_700_000_000.0
MINIMUM = 10.0
"""Seconds a turn keeps at least after an outage."""


def person(name: str) -> Person:
    """Return somebody called *name*."""
    return Person(f"key of {name}", f"p-{name.lower()}", name)


SUE, WILL, NORA, ERIC = SITTERS = tuple(map(person, ("Sue", "Will", "Nora", "Eric")))
"""Who sits South, West, North and East; Sue makes the table."""

PAUL = person("Paul")
"""Somebody who watches."""


def drawn(number: int, dealer: Seat = Seat.EAST) -> Drawn:
    """Return what chance says the *number*-th time it is asked."""
    return Drawn(f"m-{number}", dealer, f"{number:064x}")


def stored_part(room: Room) -> Room:
    """Return what the store knows of *room*."""
    return changed(room, online=frozenset(), missing={}, answers={})


def command_of(match: Match, action: Action, cmd: int) -> Play | Bid:
    """Return the command that asks for *action* in *match*."""
    deal = match.running
    if isinstance(action, PlayCard):
        return Play(cmd, deal.number, len(deal.tricks) + 1, action.card, action.declare)
    assert isinstance(action, MakeCall)
    return Bid(cmd, deal.number, len(deal.auction.calls), str(action.call))


@dataclass
class Sitting:
    """
    A table from its opening on.

    Attributes:
        now: Unix seconds; moves only where a test moves it.
        batches: Everything that was stored, in order.
    """

    room: Room
    batches: list[Batch]
    now: float = START
    draws: int = 0
    cmds: Counter[str] = field(default_factory=Counter)

    @staticmethod
    def open(
        rules: str = "coinche-official",
        changes: Mapping[str, Any] | None = None,
        *,
        turn: int = 30,
        pause: int = 12,
        spectators: bool = True,
        bank: int = 0,
        grace: int = 60,
        timeouts: int = 0,
    ) -> "Sitting":
        """Return a table that Sue has made, and where everybody is present."""
        settings = Settings(
            rules, dict(changes or {}), turn, pause, bank, grace, timeouts, spectators=spectators
        )
        batch = Batch(1, START, None, (Opened("r-1", SUE, settings, "SITCODE0", "WATCH000"),))
        sitting = Sitting(opened(batch), [batch])
        for each in (*SITTERS, PAUL):
            sitting.give(Arrived(each))
        return sitting

    def copy(self) -> "Sitting":
        """Return this sitting, to be gone on with without changing this one."""
        other = copy(self)
        other.batches, other.cmds = [*self.batches], Counter(self.cmds)
        return other

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.room.match

    def latest(self) -> tuple[TableEvent, ...]:
        """Return what the last stored batch holds."""
        return self.batches[-1].events

    def give(self, given: Input) -> Outcome:
        """Hand *given* in and return what came of it, which must add up."""
        before = self.room
        self.room, outcome = step(before, given, self.now, MINIMUM)
        add_up(before, given, self.room, outcome)
        if outcome.batch is not None:
            self.batches.append(outcome.batch)
        return outcome

    def say(
        self,
        who: Person,
        kind: type[RoomCommand],
        *,
        cmd: int | None = None,
        may_sit: bool = True,
        **fields: Any,
    ) -> Outcome:
        """Let *who* give a command, under its next number unless *cmd* is another."""
        number = cmd or self.cmds[who.key] + 1
        self.cmds[who.key] = max(self.cmds[who.key], number)
        return self.give(Spoken(who, kind(cmd=number, **fields), may_sit))

    def done(self, who: Person, kind: type[RoomCommand], **fields: Any) -> tuple[TableEvent, ...]:
        """Let *who* give a command that is done; return what happened."""
        outcome = self.say(who, kind, **fields)
        assert isinstance(outcome.answer, Ok), outcome.answer
        return outcome.batch.events if outcome.batch is not None else ()

    def refused(self, who: Person, kind: type[RoomCommand], **fields: Any) -> RefusalCode:
        """Let *who* give a command that is refused; return why."""
        outcome = self.say(who, kind, **fields)
        assert isinstance(outcome.answer, Refused), outcome.answer
        return outcome.answer.code

    def draw(self, dealer: Seat = Seat.EAST) -> tuple[TableEvent, ...]:
        """Let chance speak; return what happened."""
        self.draws += 1
        outcome = self.give(drawn(self.draws, dealer))
        return outcome.batch.events if outcome.batch is not None else ()

    def time_up(self) -> tuple[TableEvent, ...]:
        """Let the next instant the table waits for come and pass; return what happened."""
        if (instant := self.room.next_instant) is not None:
            self.now = max(self.now, instant)
        outcome = self.give(TimeUp(self.room.v))
        return outcome.batch.events if outcome.batch is not None else ()

    def seat_all(self, *, ready: bool) -> None:
        """Let all four sit down, and be *ready* or not."""
        for seat, each in zip(SEATS, SITTERS, strict=True):
            self.done(each, Sit, seat=seat)
        for each in SITTERS if ready else ():
            self.done(each, Ready)

    def sitter(self, seat: Seat) -> Person:
        """Return who sits at *seat*."""
        found = self.room.places[seat.place].person
        assert found is not None
        return found

    @property
    def on_turn(self) -> Person:
        """Who is to act."""
        assert self.match.turn is not None
        return self.sitter(self.match.turn)

    def do(self, action: Action) -> tuple[TableEvent, ...]:
        """Let the seat on turn ask for *action*, which must be accepted."""
        who = self.on_turn
        self.cmds[who.key] += 1
        outcome = self.give(Spoken(who, command_of(self.match, action, self.cmds[who.key]), True))
        assert outcome.batch is not None, outcome.answer
        return outcome.batch.events

    def think(self, rng: Random) -> None:
        """Let the bot on turn do something it may do."""
        wanted = command_of(self.match, random_action(self.match, rng), 1)
        outcome = self.give(Thought(self.room.v, wanted))
        assert outcome.fault is None
        assert outcome.batch is not None

    def act(self, rng: Random, passing: float = 0.6) -> tuple[TableEvent, ...]:
        """Let the seat on turn do something it may do."""
        return self.do(random_action(self.match, rng, passing))

    def play_deal(self, rng: Random) -> None:
        """Go on at random until nobody is to act: the deal or the match is over."""
        while self.match.turn is not None:
            self.act(rng)

    def ask_for_next(self) -> None:
        """Let everybody who has not asked yet ask for the next deal."""
        for place in self.room.places:
            if place.person is not None and not place.ready:
                self.done(place.person, Next, deal=self.match.deals)

    def play_match(self, rng: Random) -> None:
        """Go on at random until the match is over."""
        while self.match.phase is not Phase.ENDED:
            self.play_deal(rng)
            if self.match.phase is Phase.DEALING:
                self.ask_for_next()
                self.draw()

    def restart(self, *back: Person) -> None:
        """Let the server die and read the table back; then nobody is there but who comes *back*."""
        entries = [(batch.v, write_batch(batch)) for batch in self.batches]
        room = read_room(entries)
        assert room == stored_part(self.room)
        self.room = room
        self.give(Recovered())
        for each in back:
            self.give(Arrived(each))


def add_up(before: Room, given: Input, after: Room, outcome: Outcome) -> None:
    """Check that *outcome* is one that any input may have, and tells all that became true."""
    batch, answer = outcome.batch, outcome.answer
    assert (answer is not None) == isinstance(given, Spoken)
    if isinstance(answer, Refused):
        assert batch is None
        assert outcome.notices == ()
        assert answer.v == before.v
    if batch is None:
        assert stored_part(after) == stored_part(before)
    else:
        assert batch.v == before.v + 1
        assert batch.events
        assert stored_part(adopt(before, batch)) == stored_part(after)


# --- tables at some point of their lives ----------------------------------------------------------


def dealt(*, deals: int = 0, **settings: Any) -> Sitting:
    """Return a table with these *settings* in the auction of deal 1, South to speak."""
    sitting = Sitting.open(changes={"match.deals": deals}, **settings)
    sitting.seat_all(ready=True)
    sitting.draw()
    return sitting


def stage(name: str) -> Sitting:
    """Return a table that has come as far as *name* says; always the same one."""
    return _stage(name).copy()


@cache
def _stage(name: str) -> Sitting:
    match name:
        case "open":
            return Sitting.open()
        case "seated" | "ready":
            sitting = stage("open")
            sitting.seat_all(ready=name == "ready")
        case "auction":  # deal 1, South is to speak
            sitting = stage("ready")
            sitting.draw()
        case "play":  # deal 1, South plays 80 hearts and is to lead
            sitting = stage("auction")
            for nth, said in enumerate(("80H", "pass", "pass", "pass")):
                sitting.done(sitting.on_turn, Bid, deal=1, nth=nth, call=said)
        case "pause":  # deal 1 is over
            sitting = stage("play")
            sitting.play_deal(Random(1))
        case "passed out":  # nobody took deal 1
            sitting = stage("auction")
            for nth in range(4):
                sitting.done(sitting.on_turn, Bid, deal=1, nth=nth, call="pass")
        case "ended":
            sitting = Sitting.open(changes={"match.deals": 1})
            sitting.seat_all(ready=True)
            sitting.draw()
            sitting.play_match(Random(2))
        case "closed":
            sitting = stage("seated")
            for each in SITTERS:
                sitting.done(each, Leave)
                sitting.give(Gone(each))
            sitting.give(Expired())
        case _:
            raise AssertionError(f"no stage is called {name!r}")
    return sitting


STAGES = (
    "open",
    "seated",
    "ready",
    "auction",
    "play",
    "pause",
    "passed out",
    "ended",
    "closed",
)
"""Every stage, in the order of a table's life."""
