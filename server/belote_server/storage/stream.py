"""
The stored form of a table: one entry a batch, and back.

An entry is a mark, the CRC-32 of what follows, and msgpack: a format number, the batch's facts, and
its events, each as its class's name with its fields in order. (Entries of format 1 have no mark, no
sum, and the fields with their names; they are still read.) The sum finds what a failing disk or
memory did; it is no protection against people who can write to the store.

The rule set is stored whole, field by field, so that a match is always replayed by the rules it was
played by. Stored streams hold every hand: treat them like a table of passwords.
"""

import re
import zlib
from collections.abc import Iterable
from functools import lru_cache
from types import GenericAlias
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec.msgpack import Ext

from belote_protocol.vocab import Seat
from belote_server.game.events import Event, MatchStarted
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import RuleError, derive, flatten
from belote_server.room.events import Batch, RoomEvent, TableEvent
from belote_server.room.state import Room, adopt, opened

ENTRY_FORMAT = 2
"""Rises when an older server could no longer read what a newer one stored."""

_UNSUMMED = 1
"""The format that had no sum."""

_MARK = b"\xc1"  # no msgpack begins with it
_SUM = 4
_HASH = 1  # msgpack's extension that holds a hash

HEAD = len(_MARK) + _SUM
"""Bytes of an entry before its msgpack."""


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
    person: str | Ext | None
    cmd: int
    events: list[tuple[str, msgspec.Raw]]


class _Started(msgspec.Struct):
    match_id: str
    dealer: Seat
    rules: str
    fields: msgspec.Raw


_CLASSES: dict[str, type[Any]] = {
    kind.__name__: kind for kind in (*get_args(RoomEvent), *get_args(Event))
}
_encoder = msgspec.msgpack.Encoder()
_entries = msgspec.msgpack.Decoder(_Entry)
_started = msgspec.msgpack.Decoder(_Started)
_fields = msgspec.msgpack.Decoder(dict[str, bool | int | str | list[int]])
_named = {
    name: msgspec.msgpack.Decoder(kind)
    for name, kind in _CLASSES.items()
    if kind is not MatchStarted
}
_in_order = {
    name: msgspec.msgpack.Decoder(
        GenericAlias(tuple, tuple(get_type_hints(_CLASSES[name]).values()))
    )
    for name in _named
}


def write_batch(batch: Batch) -> bytes:
    """Return the stored form of *batch*."""
    events = [(type(event).__name__, _stored(event)) for event in batch.events]
    person = None if batch.person is None else _packed(batch.person)
    body = _encoder.encode(
        (ENTRY_FORMAT, batch.v, batch.at, batch.deadline, person, batch.cmd, events)
    )
    return sealed(body)


def sealed(body: bytes) -> bytes:
    """Return *body* behind the mark and its sum."""
    return b"".join((_MARK, zlib.crc32(body).to_bytes(_SUM, "big"), body))


def read_batch(v: int, entry: bytes) -> Batch:
    """
    Return the batch stored as *entry*; the inverse of ``write_batch``.

    Args:
        v: The version it is stored under.

    Raises:
        DamagedEntry: It is none, is another version's, or has a format this server does not know.
    """
    body, form = _body(v, entry)
    try:
        read = _entries.decode(body)
        if read.form != form:
            raise DamagedEntry(v, f"format {read.form} is not {form}, which this server reads")
        events = tuple(_event(name, raw, form) for name, raw in read.events)
    except (msgspec.MsgspecError, KeyError, RuleError, UnicodeError, RecursionError) as error:
        raise DamagedEntry(v, f"{type(error).__name__}: {error}") from error
    if read.v != v:
        raise DamagedEntry(v, f"it says it is {read.v}-0")
    if not events:
        raise DamagedEntry(v, "it holds no event")
    return Batch(read.v, read.at, read.deadline, events, _unpacked(v, read.person), read.cmd)


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
            reason = f"it does not follow from the entries before it: {type(error).__name__}"
            raise DamagedEntry(v, reason) from error
    if room is None:
        raise DamagedEntry(1, "the stream is empty")
    return room


def _body(v: int, entry: bytes) -> tuple[bytes, int]:
    """Return what the sum of *entry* stands for, and the format that it must have."""
    if not entry.startswith(_MARK):
        return entry, _UNSUMMED
    body = entry[HEAD:]
    if entry != sealed(body):
        raise DamagedEntry(v, "its checksum is not that of what is stored")
    return body, ENTRY_FORMAT


@lru_cache(maxsize=4096)
def _packed(person: str) -> str | Ext:
    """Return the key *person* in half as many bytes, where it is a hash in hexadecimal."""
    if re.fullmatch("[0-9a-f]{64}", person) is None:
        return person
    return Ext(_HASH, bytes.fromhex(person))


def _unpacked(v: int, person: str | Ext | None) -> str | None:
    if not isinstance(person, Ext):
        return person
    if person.code != _HASH:
        raise DamagedEntry(v, f"it is by a person of kind {person.code}")
    return bytes(person.data).hex()


def _stored(event: TableEvent) -> object:
    if not isinstance(event, MatchStarted):
        return tuple(event.__dict__.values())  # a dataclass sets its fields in their order
    rules = flatten(event.rules)
    fields = {
        key: list(value) if isinstance(value, tuple) else value for key, value in rules.items()
    }
    stored = msgspec.Raw(_encoder.encode(fields))
    return _Started(event.match_id, event.dealer, event.rules.name, stored)


@lru_cache(maxsize=256)
def _rules(name: str, stored: bytes) -> RuleSet:
    """Return the rules that the fields *stored* make of *name*; most tables play by a few."""
    return derive(name, _fields.decode(stored))


def _event(name: str, raw: msgspec.Raw, form: int) -> TableEvent:
    if name == MatchStarted.__name__:
        started = _started.decode(raw)
        rules = _rules(started.rules, bytes(started.fields))
        return MatchStarted(started.match_id, rules, started.dealer)
    event: TableEvent
    if form == _UNSUMMED:
        event = _named[name].decode(raw)
    else:
        event = _CLASSES[name](*_in_order[name].decode(raw))
    return event
