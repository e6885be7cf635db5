"""
The path of an action through the server's own code, part by part; no socket, no store.

A match is played once; then each part is given everything it got there, again and again.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import process_time
from typing import TypeVar

from belote_protocol.codec import Format, decode_command, encode
from belote_protocol.commands import Bid, Next, Play
from belote_protocol.updates import Closing
from belote_protocol.vocab import RefusalCode
from belote_server.room.events import Batch, Person
from belote_server.room.inputs import Input, Spoken
from belote_server.room.outcome import Outcome
from belote_server.room.room import step
from belote_server.room.state import Room
from belote_server.runtime.audience import Audience, Guest
from belote_server.storage.stream import write_batch
from tests.helpers.rooms import SITTERS, START, Sitting

ROUNDS = 15

T = TypeVar("T")


@dataclass
class Taken:
    """A player's action, and what became of it."""

    before: Room
    given: Spoken
    after: Room
    outcome: Outcome

    @property
    def batch(self) -> Batch:
        """What was stored of it."""
        assert self.outcome.batch is not None
        return self.outcome.batch


@dataclass
class _Recorded(Sitting):
    """A table that keeps every action with the room before and after it."""

    taken: list[Taken] = field(default_factory=list)

    def give(self, given: Input) -> Outcome:
        before = self.room
        outcome = super().give(given)
        if isinstance(given, Spoken) and isinstance(given.command, Bid | Play | Next):
            self.taken.append(Taken(before, given, self.room, outcome))
        return outcome


class _Deaf:
    """Somebody at the table who is told everything and keeps nothing."""

    form = Format.MSGPACK
    last_sign = START

    def __init__(self, person: Person) -> None:
        self.key, self.public_id, self.name = person.key, person.public_id, person.name

    def push(self, frame: bytes) -> None:
        """Forget *frame*."""

    def count_refusal(self, code: RefusalCode) -> None:
        """Never happens either."""

    def close(self, code: int, closing: Closing) -> None:
        """Never happens."""


def actions() -> list[Taken]:
    """Return every action of a whole match, in order."""
    plain = Sitting.open("coinche-house", {"match.deals": 12})
    table = _Recorded(plain.room, plain.batches)
    table.seat_all(ready=True)
    table.draw()
    table.play_match(Random(7))
    return table.taken


def run() -> None:
    """Print what each part takes of the processor."""
    taken = actions()
    print(
        f"an action, part by part: µs of the processor, median (lowest to highest) of {ROUNDS} "
        f"rounds over the {len(taken)} of a match"
    )
    frames = [encode(each.given.command, Format.MSGPACK) for each in taken]
    audience = Audience()
    for person in SITTERS:
        audience.add(Guest(_Deaf(person), may_sit=True))
    _time("read its frame", _read, frames)
    _time("judge it, and change the table", _judge, taken)
    _time("write its entry", write_batch, [each.batch for each in taken])
    _time("tell four of it", lambda each: _tell(audience, each), taken)


def _read(frame: bytes) -> None:
    decode_command(frame, Format.MSGPACK)


def _judge(taken: Taken) -> None:
    step(taken.before, taken.given, START)


def _tell(audience: Audience, taken: Taken) -> None:
    audience.tell_batch(taken.before, taken.after, "term", taken.batch)


def _time(what: str, work: Callable[[T], object], given: Iterable[T]) -> None:
    todo, times = list(given), []
    for _ in range(ROUNDS):
        begun = process_time()
        for each in todo:
            work(each)
        times.append((process_time() - begun) / len(todo) * 1e6)
    print(f"  {what}: {median(times):.1f} ({min(times):.1f} to {max(times):.1f})")
