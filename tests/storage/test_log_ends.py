"""What every log promises of codes, of the list of open rooms, and of rooms that end."""

import asyncio

from belote_server.storage.log import Log, Ownership
from tests.helpers.logs import LONG, entries, own, write


async def test_a_code_leads_to_one_room(log: Log) -> None:
    """The first room to claim a code keeps it; to claim it again changes nothing."""
    assert await log.claim_code("ABCD", "r") is True
    assert await log.claim_code("ABCD", "r") is True
    assert await log.claim_code("ABCD", "other") is False
    assert await log.room_of_code("ABCD") == "r"
    assert await log.room_of_code("WXYZ") is None


async def test_forty_rooms_want_one_code(log: Log) -> None:
    """Of 40 rooms that claim one code at once exactly one gets it."""
    claimed = await asyncio.gather(*(log.claim_code("ABCD", f"r{i}") for i in range(40)))

    assert claimed.count(True) == 1
    assert await log.room_of_code("ABCD") == f"r{claimed.index(True)}"


async def test_open_rooms_are_listed(log: Log) -> None:
    """A room is listed once from when it is marked until it is taken off."""
    for room in ("b", "a", "c", "a"):
        await log.mark_open(room)
    await log.mark_closed("b")
    await log.mark_closed("never")

    assert await log.open_rooms() == ["a", "c"]


async def test_a_finished_room_stays_to_be_read(log: Log) -> None:
    """A finished match is off the list, and its stream and code are there for a while."""
    await write(log, await own(log), 3)
    await log.claim_code("ABCD", "r")
    await log.mark_open("r")

    await log.finish("r", 600)

    assert await log.open_rooms() == []
    assert await entries(log) == [b"1", b"2", b"3"]
    assert await log.room_of_code("ABCD") == "r"


async def test_a_finished_room_is_forgotten(log: Log) -> None:
    """When its time is over nothing of the room is left, and its code is free."""
    await write(log, await own(log), 3)
    await log.claim_code("ABCD", "r")

    await log.finish("r", 0)

    assert await entries(log) == []
    assert await log.claim_code("ABCD", "other") is True
    assert await log.acquire("r", "east", LONG, 12) == Ownership(1, 12, 0)


async def test_a_dropped_room_never_was(log: Log) -> None:
    """After a drop the room, its codes and its place in the list are gone; others stay."""
    await write(log, await own(log), 1)
    await write(log, await own(log, "other"), 1, "other")
    for code in ("SIT", "WATCH"):
        await log.claim_code(code, "r")
    await log.claim_code("OTHER", "other")
    await log.claim_code("OTHER", "r")
    await log.mark_open("r")

    await log.drop("r")

    assert await entries(log) == []
    assert await log.commands("r") == {}
    assert [await log.room_of_code(code) for code in ("SIT", "WATCH", "OTHER")] == [
        None,
        None,
        "other",
    ]
    assert await log.open_rooms() == []
    assert await entries(log, "other") == [b"1"]


async def test_ending_an_unknown_room_is_harmless(log: Log) -> None:
    """A room that is not there can be finished and dropped."""
    await log.finish("unknown", 600)
    await log.drop("unknown")

    assert await log.open_rooms() == []
