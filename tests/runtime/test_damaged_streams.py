"""Stored tables that something happened to: each is left alone with its reason, others go on."""

from collections.abc import Callable
from random import Random

import pytest
from structlog.typing import EventDict

from belote_server.storage.log import Stored
from belote_server.storage.memory_log import MemoryLog
from tests.helpers.house import House, act, never, play

Damage = Callable[[list[Stored], Random], tuple[list[Stored], int]]


def flip(stream: list[Stored], rng: Random) -> tuple[list[Stored], int]:
    """Return *stream* with one bit the other way round, and the version it is in."""
    at = rng.randrange(len(stream))
    entry = bytearray(stream[at].entry)
    bit = rng.randrange(8 * len(entry))
    entry[bit // 8] ^= 1 << bit % 8
    return [*stream[:at], Stored(at + 1, stream[at].term, bytes(entry)), *stream[at + 1 :]], at + 1


def truncate(stream: list[Stored], rng: Random) -> tuple[list[Stored], int]:
    """Return *stream* with an entry that ends early, and its version."""
    at = rng.randrange(len(stream))
    cut = stream[at].entry[: rng.randrange(len(stream[at].entry))]
    return [*stream[:at], Stored(at + 1, stream[at].term, cut), *stream[at + 1 :]], at + 1


def lose(stream: list[Stored], rng: Random) -> tuple[list[Stored], int]:
    """Return *stream* without an entry that has others behind it, and the version of the next."""
    at = rng.randrange(len(stream) - 1)
    return [*stream[:at], *stream[at + 1 :]], at + 2


@pytest.mark.parametrize("damage", [flip, truncate, lose])
async def test_a_damaged_table_is_parked(
    house: House, logs: list[EventDict], damage: Damage
) -> None:
    """However a stored table is damaged, it is named with place and reason; the others go on."""
    rng = Random(damage.__name__)
    assert isinstance(house.store, MemoryLog)
    kept = house.store._rooms
    sound = await house.match(rules="classic-house")
    name = sound[0].room["id"]
    for _ in range(12):
        await act(sound, rng)
    other = await house.match(rules="coinche-house")
    for _ in range(20):
        await act(other, rng)
    victim = other[0].room["id"]
    whole = kept[victim].entries
    for _ in range(40):
        kept[victim].entries, v = damage(whole, rng)
        logs.clear()
        await house.restart()
        assert [runner.room.room_id for runner in house.rooms.runners()] == [name]
        [line] = [each for each in logs if each["log_level"] == "error"]
        assert line["room"] == victim
        assert line["why"].startswith(f"entry {v}-0: ")
        assert len(line["why"]) > len(f"entry {v}-0: ")
        assert victim in await house.store.open_rooms()
    back = house.reconnect(sound)
    await play(back, rng, never)
    house.check()

    kept[victim].entries = whole
    logs.clear()
    await house.restart()
    assert len(house.rooms.runners()) == 2
