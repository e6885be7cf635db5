"""A table as it is stored reads back as it was, and what is damaged says where."""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_protocol.vocab import Card, Phase, Seat
from belote_server.game.events import CardPlayed, MatchStarted
from belote_server.game.events import Event as GameEvent
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import derive, flatten, overrides
from belote_server.room.events import Batch, ReadySet, RoomEvent, TableEvent, TimedOut
from belote_server.storage.stream import (
    ENTRY_FORMAT,
    HEAD,
    DamagedEntry,
    read_batch,
    read_room,
    sealed,
    write_batch,
)
from tests.helpers.rooms import START, Sitting, stage, stored_part
from tests.helpers.sessions import evening, histories
from tests.helpers.strategies import rule_sets, seeds

KINDS: tuple[type[TableEvent], ...] = (*get_args(RoomEvent), *get_args(GameEvent))

Entries = list[tuple[int, bytes]]


def entries_of(batches: tuple[Batch, ...] | list[Batch]) -> Entries:
    """Return *batches* as they lie in a store."""
    return [(batch.v, write_batch(batch)) for batch in batches]


# --- what was written reads back ------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_event_reads_back(kind: type[TableEvent]) -> None:
    """Whatever can happen is stored and read back as it was."""
    found = 0
    for batches in histories():
        for batch in batches:
            if any(isinstance(event, kind) for event in batch.events):
                found += 1
                assert read_batch(batch.v, write_batch(batch)) == batch

    assert found


@pytest.mark.parametrize("nth", range(len(histories())))
def test_whole_tables_read_back(nth: int) -> None:
    """Folding the stored entries of a table gives the table, whatever was played at it."""
    batches = histories()[nth]
    room = read_room(entries_of(batches))

    assert room.v == len(batches)
    assert [read_batch(v, entry) for v, entry in entries_of(batches)] == [*batches]


@given(rule_sets, seeds)
@settings(max_examples=15)
def test_whole_matches_read_back(rules: RuleSet, seed: int) -> None:
    """A match by whatever house rules is read back with them, field by field."""
    changes = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in overrides(rules).items()
    }
    changes |= {"match.deals": 1}
    sitting = Sitting.open(rules.name, changes)
    sitting.seat_all(ready=True)
    sitting.draw()
    sitting.play_match(Random(seed))
    room = read_room(entries_of(sitting.batches))

    assert room.match.phase is Phase.ENDED
    assert room == stored_part(sitting.room)
    assert room.match.rules == derive(rules.name, changes)


@given(seeds, st.integers(0, 120))
def test_any_evening_reads_back(seed: int, length: int) -> None:
    """However people behave, the next server finds the table as it was left."""
    sitting = evening(seed, length, "classic-official", noise=0.4)

    assert read_room(entries_of(sitting.batches)) == stored_part(sitting.room)


def test_a_match_is_read_by_the_rules_it_was_played_by() -> None:
    """Rules are stored whole, so that a default that changes later changes no stored match."""
    sitting = Sitting.open("coinche-house", {"match.target": 701})
    sitting.seat_all(ready=True)
    sitting.draw()
    raw = msgspec.msgpack.decode(write_batch(sitting.batches[-1])[HEAD:])
    name, fields = raw[6][0]

    assert name == MatchStarted.__name__
    assert fields["rules"] == "coinche-house"
    assert fields["fields"]["match.target"] == 701
    assert fields["fields"].keys() == flatten(sitting.room.rules).keys()


@pytest.mark.parametrize("deadline", [None, 0.0, START + 0.1, 1e18])
def test_times_are_exact(deadline: float | None) -> None:
    """An instant reads back to the last bit."""
    batch = Batch(2, 1_700_000_000.123_456_7, deadline, (TimedOut(Seat.EAST),), "someone", 7)

    assert read_batch(2, write_batch(batch)) == batch


@pytest.mark.parametrize("person", ["5a" * 32, "5A" * 32, "5a" * 31, "5g" * 32, "", None])
def test_people_are_exact(person: str | None) -> None:
    """Whoever asked for it reads back as they were, also where a hash is packed."""
    batch = Batch(2, START, None, (TimedOut(Seat.EAST),), person, 7)
    entry = write_batch(batch)

    assert read_batch(2, entry) == batch
    assert (bytes.fromhex("5a" * 32) in entry) == (person == "5a" * 32)


def test_what_is_written_is_the_same_each_time() -> None:
    """A batch has one stored form, by which an entry whose answer was lost is known again."""
    for batches in histories():
        for batch in batches:
            entry = write_batch(batch)
            assert write_batch(read_batch(batch.v, entry)) == entry


def test_entries_are_small() -> None:
    """A card takes about as many bytes as its frame, and a deal less than half a kilobyte."""
    sizes = [len(entry) for batches in histories() for _, entry in entries_of(batches)]

    assert sorted(sizes)[len(sizes) // 2] < 120
    assert max(sizes) < 2048


# --- damage ---------------------------------------------------------------------------------------

TABLE = tuple(stage("ended").batches)


def a_table() -> Entries:
    """Return the entries of a whole match with everything around it."""
    return entries_of(TABLE)


def remade(v: int, change: Callable[[list[Any]], object]) -> bytes:
    """Return the *v*-th entry of the table with a *change* made to its parts."""
    parts = msgspec.msgpack.decode(a_table()[v - 1][1][HEAD:])
    change(parts)
    return sealed(msgspec.msgpack.encode(parts))


PARTS = ("format", "v", "at", "deadline", "person", "cmd", "events")
"""What stands in an entry, in order."""


@pytest.mark.parametrize(
    ("part", "value", "reason"),
    [
        ("format", ENTRY_FORMAT + 1, "which this server reads"),  # a newer server's
        ("format", 0, "which this server reads"),
        ("format", "1", "Expected `int`"),
        ("v", 4, "it says it is 4-0"),  # another entry's
        ("v", None, "Expected `int`"),
        ("at", "noon", "Expected `float`"),
        ("deadline", "noon", "Expected `float | null`"),
        ("person", 7, "Expected `str | ext | null`"),
        ("person", msgspec.msgpack.Ext(2, b"x"), "a person of kind 2"),
        ("cmd", None, "Expected `int`"),
        ("events", [], "it holds no event"),
        ("events", None, "Expected `array`"),
        ("events", [["CardsBurnt", {}]], "CardsBurnt"),
        ("events", [["ReadySet", ["S"]]], "of length 2"),
        ("events", [["ReadySet", ["Q", True]]], "Invalid enum value"),
        ("events", [["ReadySet", {}]], "Expected `array`"),
        ("events", [["Opened"]], "length"),
        ("events", [[7, {}]], "Expected `str`"),
    ],
)
def test_a_damaged_entry_says_what_is_wrong(part: str, value: object, reason: str) -> None:
    """An entry that is none, or not this one, is refused with its place and the reason."""
    entry = remade(3, lambda parts: parts.__setitem__(PARTS.index(part), value))

    with pytest.raises(DamagedEntry) as caught:
        read_batch(3, entry)
    assert caught.value.v == 3
    assert "entry 3-0: " in str(caught.value)
    assert reason in caught.value.reason


@pytest.mark.parametrize("size", range(7))
def test_an_entry_that_lacks_a_part_is_damage(size: int) -> None:
    """Every part of an entry is there."""
    entry = remade(3, lambda parts: parts.__delitem__(slice(size, None)))

    with pytest.raises(DamagedEntry, match=r"entry 3-0: .*length"):
        read_batch(3, entry)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"rules": "poker"}, "'poker' is not one of"),
        ({"fields": {"match.target": -1}}, "not between"),
        ({"fields": {"match.jokers": 2}}, "no such field"),
        ({"fields": {"match.target": None}}, "Expected"),
        ({"fields": {"cards.all_trump": [1, 2]}}, "is not one of"),
        ({"dealer": "Q"}, "Invalid enum value"),
    ],
)
def test_damaged_rules(fields: dict[str, Any], reason: str) -> None:
    """A match by rules that there are not is refused like any other damage."""
    (v,) = [
        batch.v for batch in TABLE if any(isinstance(event, MatchStarted) for event in batch.events)
    ]
    entry = remade(v, lambda parts: parts[6][0][1].update(fields))

    with pytest.raises(DamagedEntry, match=f"entry {v}-0: .*{reason}"):
        read_batch(v, entry)


def test_an_empty_stream_is_damage() -> None:
    """A table of which nothing is stored was never opened."""
    with pytest.raises(DamagedEntry, match="entry 1-0: the stream is empty"):
        read_room([])


@given(st.data())
def test_what_is_missing_is_found(data: st.DataObject) -> None:
    """A gap in a stream is told by the entry behind it."""
    entries = a_table()
    gone = data.draw(st.integers(1, len(entries) - 1))
    del entries[gone - 1]

    with pytest.raises(DamagedEntry) as caught:
        read_room(entries)
    assert caught.value.v == gone + 1


@given(st.data())
def test_what_was_swapped_is_found(data: st.DataObject) -> None:
    """Two entries that changed places are told by the first of them, by number or by content."""
    entries = a_table()
    one, other = sorted(data.draw(st.lists(_index(entries), min_size=2, max_size=2, unique=True)))
    moved = [*entries]
    moved[one], moved[other] = (entries[one][0], entries[other][1]), (other + 1, entries[one][1])
    with pytest.raises(DamagedEntry) as by_content:
        read_room(moved)
    moved[one], moved[other] = entries[other], entries[one]
    with pytest.raises(DamagedEntry) as by_number:
        read_room(moved)

    assert by_content.value.v == one + 1
    assert by_number.value.v == other + 1


@given(st.data())
def test_what_was_cut_off_is_found(data: st.DataObject) -> None:
    """An entry that ends early, or has something behind it, is told by its place."""
    entries = a_table()
    place = data.draw(_index(entries))
    v, entry = entries[place]
    cut = data.draw(st.integers(0, len(entry) - 1))
    more = data.draw(st.binary(min_size=1, max_size=9))
    for damaged in (entry[:cut], entry + more):
        entries[place] = (v, damaged)
        with pytest.raises(DamagedEntry) as caught:
            read_room(entries)
        assert caught.value.v == v


@given(st.data())
def test_a_flipped_bit_is_damage(data: st.DataObject) -> None:
    """A bit that tips over, or a few, are found wherever they are, and told by their place."""
    entries = a_table()
    place = data.draw(_index(entries))
    v, entry = entries[place]
    damaged = bytearray(entry)
    bits = st.sets(st.integers(0, 8 * len(entry) - 1), min_size=1, max_size=3)
    for bit in data.draw(bits):
        damaged[bit // 8] ^= 1 << bit % 8
    entries[place] = (v, bytes(damaged))
    with pytest.raises(DamagedEntry) as caught:
        read_room(entries)
    assert caught.value.v == v


# --- entries of format 1, without a sum ----------------------------------------------------------


def unsummed(v: int, entry: bytes) -> bytes:
    """Return *entry*, version *v*, in the format that had no sums, and fields with their names."""
    batch = read_batch(v, entry)
    parts = msgspec.msgpack.decode(entry[HEAD:])
    parts[0], parts[4] = 1, batch.person
    parts[6] = [
        (name, stored if isinstance(event, MatchStarted) else event)
        for event, (name, stored) in zip(batch.events, parts[6], strict=True)
    ]
    return msgspec.msgpack.encode(parts)


def test_older_entries_are_read() -> None:
    """A table stored before there were sums goes on, with newer entries behind the older ones."""
    entries = a_table()
    for older in range(len(entries) + 1):
        mixed = [(v, unsummed(v, entry) if v <= older else entry) for v, entry in entries]
        assert read_room(mixed) == read_room(entries)


@given(st.data())
def test_a_flipped_bit_of_an_older_entry(data: st.DataObject) -> None:
    """Without a sum a bit that tips over is found where it makes no sense, and breaks nothing."""
    entries = a_table()
    place = data.draw(_index(entries))
    v, entry = entries[place]
    damaged = bytearray(unsummed(v, entry))
    for bit in data.draw(st.lists(st.integers(0, 8 * len(damaged) - 1), min_size=1, max_size=3)):
        damaged[bit // 8] ^= 1 << bit % 8
    entries[place] = (v, bytes(damaged))
    with suppress(DamagedEntry):
        read_room(entries)


@pytest.mark.parametrize("claimed", [0, 1, 3])
def test_a_sum_and_a_format_that_disagree(claimed: int) -> None:
    """An entry with a sum has the format that has one."""
    parts = msgspec.msgpack.decode(a_table()[0][1][HEAD:])
    parts[0] = claimed

    with pytest.raises(DamagedEntry, match="which this server reads"):
        read_batch(1, sealed(msgspec.msgpack.encode(parts)))
    assert ENTRY_FORMAT not in (0, 1, 3)


@given(st.binary(max_size=200))
def test_rubbish_is_damage(rubbish: bytes) -> None:
    """Bytes that nobody wrote are no entry."""
    with pytest.raises(DamagedEntry):
        read_batch(1, rubbish)


@pytest.mark.parametrize("nested", [b"\x91", b"\x81\xa1a"])
def test_a_deep_entry_is_damage(nested: bytes) -> None:
    """Something nested without end is refused like any other rubbish."""
    parts = [ENTRY_FORMAT, 1, 0.0, None, None, 0, [["ReadySet", msgspec.Raw(nested * 50_000)]]]

    with pytest.raises(DamagedEntry):
        read_batch(1, msgspec.msgpack.encode(parts))


def test_an_entry_that_cannot_follow_is_damage() -> None:
    """What is well written and makes no sense here is told by its place as well."""
    (_, first), *_ = a_table()
    nonsense = Batch(2, START, None, (CardPlayed(Seat.EAST, Card.SPADE_7),))
    opening_only = [(1, first), (2, write_batch(nonsense))]
    not_opened = [(1, write_batch(Batch(1, START, None, (ReadySet(Seat.EAST, ready=True),))))]

    for entries, v in ((opening_only, 2), (not_opened, 1)):
        with pytest.raises(DamagedEntry) as caught:
            read_room(entries)
        assert caught.value.v == v


def _index(entries: Entries) -> st.SearchStrategy[int]:
    return st.integers(0, len(entries) - 1)
