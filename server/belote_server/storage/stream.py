"""
The stored form of a table: one entry a batch, and back.

An entry is msgpack: a format number, the batch's facts, and its events, each as its class's name
with its fields. The rule set is stored whole, field by field, so that a match is always replayed by
the rules it was played by. Stored streams hold every hand: treat them like a table of passwords.
"""

from collections.abc import Iterable
from typing import Any, get_args

import msgspec

from belote_protocol.vocab import Seat
from belote_server.game.events import Event, MatchStarted
from belote_server.game.rulesets import RuleError, derive, flatten
from belote_server.room.events import Batch, RoomEvent, TableEvent
from belote_server.room.state import Room, adopt, opened

ENTRY_FORMAT = 1
"""Rises when an older server could no longer read what a newer one stored."""


class DamagedEntry(ValueError):
    """
    A stored entry that cannot be read.

    Attributes:
        v: The version whose entry it is.
        reason: What is wrong with it.
    """

    def __init__(self, v: int, reason: str) -> None:
        super().__init__(f"entry {v}-0: {reason}")
        self.v = v
        self.reason = reason


class _Entry(msgspec.Struct, array_like=True):
    form: int
    v: int
    at: float
    deadline: float | None
    person: str | None
    cmd: int
    events: list[tuple[str, msgspec.Raw]]


class _Started(msgspec.Struct):
    match_id: str
    dealer: Seat
    rules: str
    fields: dict[str, bool | int | str | list[int]]


_CLASSES: dict[str, type[Any]] = {
    kind.__name__: kind for kind in (*get_args(RoomEvent), *get_args(Event))
}
_encoder = msgspec.msgpack.Encoder()
_entries = msgspec.msgpack.Decoder(_Entry)
_started = msgspec.msgpack.Decoder(_Started)
_decoders = {
    name: msgspec.msgpack.Decoder(kind)
    for name, kind in _CLASSES.items()
    if kind is not MatchStarted
}


def write_batch(batch: Batch) -> bytes:
    """Return the stored form of *batch*."""
    events = [(type(event).__name__, _stored(event)) for event in batch.events]
    return _encoder.encode(
        (ENTRY_FORMAT, batch.v, batch.at, batch.deadline, batch.person, batch.cmd, events)
    )


def read_batch(v: int, entry: bytes) -> Batch:
    """
    Return the batch stored as *entry*; the inverse of ``write_batch``.

    Args:
        v: The version it is stored under.

    Raises:
        DamagedEntry: It is none, is another version's, or has a format this server does not know.
    """
    try:
        read = _entries.decode(entry)
        if read.form != ENTRY_FORMAT:
            raise DamagedEntry(
                v, f"format {read.form} is not {ENTRY_FORMAT}, which this server reads"
            )
        events = tuple(_event(name, raw) for name, raw in read.events)
    except (msgspec.MsgspecError, KeyError, RuleError, UnicodeError, RecursionError) as error:
        raise DamagedEntry(v, f"{type(error).__name__}: {error}") from error
    if read.v != v:
        raise DamagedEntry(v, f"it says it is {read.v}-0")
    if not events:
        raise DamagedEntry(v, "it holds no event")
    return Batch(read.v, read.at, read.deadline, events, read.person, read.cmd)


def read_room(entries: Iterable[tuple[int, bytes]]) -> Room:
    """
    Return the table folded from *entries*, its versions with what is stored for each, from 1 on.

    Raises:
        DamagedEntry: One cannot be read, is missing, or cannot follow the ones before it.
    """
    room: Room | None = None
    for v, entry in entries:
        batch = read_batch(v, entry)
        if v != (room.v if room else 0) + 1:
            raise DamagedEntry(v, f"it follows {room.v if room else 0}-0")
        try:
            room = opened(batch) if room is None else adopt(room, batch)
        except (AssertionError, ValueError, TypeError, IndexError, AttributeError) as error:
            reason = f"it does not follow from the entries before it: {error!r}"
            raise DamagedEntry(v, reason) from error
    if room is None:
        raise DamagedEntry(1, "the stream is empty")
    return room


def _stored(event: TableEvent) -> object:
    if not isinstance(event, MatchStarted):
        return event
    rules = flatten(event.rules)
    fields = {
        key: list(value) if isinstance(value, tuple) else value for key, value in rules.items()
    }
    return _Started(event.match_id, event.dealer, event.rules.name, fields)


def _event(name: str, raw: msgspec.Raw) -> TableEvent:
    if name == MatchStarted.__name__:
        started = _started.decode(raw)
        rules = derive(started.rules, started.fields)
        return MatchStarted(started.match_id, rules, started.dealer)
    event: TableEvent = _decoders[name].decode(raw)
    return event
