"""What every log promises: the same answers, whether it lies in memory or in a store."""

import asyncio

import pytest

from belote_server.storage.log import (
    Committed,
    Duplicate,
    Expired,
    Fenced,
    Held,
    LastCommand,
    Log,
    Lost,
    Old,
    Ownership,
    Released,
    Renewed,
    Stale,
    Stored,
)
from belote_server.storage.redis_log import PAGE
from tests.helpers.logs import BRIEF, LONG, entries, entry, own, write
from tests.storage.conftest import Bench

TERM = 2**64 - 1  # the largest: a store that counted in floating point would round it


# --- taking a room ---


async def test_a_new_room_is_empty(log: Log) -> None:
    """Who takes a room that nobody knew owns it by fence 1 and may write entry 1."""
    assert await log.acquire("r", "north", LONG, TERM) == Ownership(1, TERM, 0)


async def test_a_held_room_is_not_taken(log: Log) -> None:
    """Another node is told who holds the room, and for how long still."""
    await own(log, node="north")

    held = await log.acquire("r", "east", LONG, 12)

    assert isinstance(held, Held)
    assert held.owner == "north"
    assert 0 < held.left_ms <= LONG < held.until_ms


async def test_its_own_room_is_given_back_at_once(log: Log) -> None:
    """A node that starts again takes its room back: the fence moves, the entries stay."""
    before = await own(log, term=11)
    await write(log, before, 2)

    assert await log.acquire("r", "north", LONG, 12) == Ownership(2, 12, 2)
    assert await log.commit(entry(before, 2)) == Fenced()


async def test_a_lapsed_room_is_taken(bench: Bench) -> None:
    """Once the lease has ended any node may take the room, and the old owner is fenced off."""
    before = await own(bench.log, ttl_ms=BRIEF)
    await bench.outlast("r")

    assert await bench.log.acquire("r", "east", LONG, 12) == Ownership(2, 12, 0)
    assert await bench.log.renew("r", before, LONG) == Fenced()


async def test_a_fence_is_never_below_the_one_asked_for(log: Log) -> None:
    """A node that knows a higher fence than the store gets one that is higher still."""
    assert await log.acquire("r", "north", LONG, TERM, 41) == Ownership(42, TERM, 0)
    assert await log.acquire("r", "north", LONG, TERM, 7) == Ownership(43, TERM, 0)


async def test_f5_forty_nodes_one_owner(bench: Bench) -> None:
    """Of 40 nodes that take one orphaned room at once exactly one gets it."""
    await own(bench.log, ttl_ms=BRIEF)
    await bench.outlast("r")
    tries = (bench.log.acquire("r", f"node{i}", LONG, i) for i in range(40))

    taken = await asyncio.gather(*tries)

    assert sum(isinstance(each, Ownership) for each in taken) == 1


# --- keeping and leaving it ---


async def test_renewing_moves_the_end_of_the_lease(bench: Bench) -> None:
    """A renewed lease ends later."""
    owner = await own(bench.log)
    before = await bench.log.acquire("r", "east", LONG, 12)
    await bench.tick()

    assert await bench.log.renew("r", owner, LONG) == Renewed()

    after = await bench.log.acquire("r", "east", LONG, 12)
    assert isinstance(before, Held)
    assert isinstance(after, Held)
    assert after.until_ms > before.until_ms


async def test_a_commit_moves_the_end_of_the_lease(bench: Bench) -> None:
    """Whoever writes need not renew: the lease runs as long again as it was made for."""
    owner = await own(bench.log)
    before = await bench.log.acquire("r", "east", LONG, 12)
    await bench.tick()

    await bench.log.commit(entry(owner, 0))

    after = await bench.log.acquire("r", "east", LONG, 12)
    assert isinstance(before, Held)
    assert isinstance(after, Held)
    assert before.until_ms < after.until_ms <= before.until_ms + LONG


async def test_a_renewed_lease_keeps_its_new_length(log: Log) -> None:
    """After a renewal a commit lets the lease run as long as the renewal did."""
    owner = await own(log)
    await log.renew("r", owner, 10 * LONG)
    await log.commit(entry(owner, 0))

    held = await log.acquire("r", "east", LONG, 12)

    assert isinstance(held, Held)
    assert held.left_ms > 5 * LONG


async def test_an_ended_lease_is_not_renewed(bench: Bench) -> None:
    """Who is late is told so, although nobody else came, and can neither renew nor write."""
    owner = await own(bench.log, ttl_ms=BRIEF)
    await bench.outlast("r")

    assert await bench.log.renew("r", owner, LONG) == Expired()
    assert await bench.log.commit(entry(owner, 0)) == Expired()
    assert await entries(bench.log) == []


async def test_a_stranger_renews_nothing(log: Log) -> None:
    """Fence and term must be the stored ones; a store that knows less has lost something."""
    owner = await own(log)

    assert await log.renew("r", Ownership(owner.fence, 99, 0), LONG) == Fenced()
    assert await log.renew("r", Ownership(0, owner.term, 0), LONG) == Fenced()
    assert await log.renew("r", Ownership(2, owner.term, 0), LONG) == Lost()
    assert await log.renew("unknown", owner, LONG) == Lost()


async def test_a_released_room_is_free(log: Log) -> None:
    """After a release the old owner is fenced off at once, and anybody may take the room."""
    owner = await own(log)

    assert await log.release("r", owner) == Released()
    assert await log.release("r", owner) == Fenced()
    assert await log.commit(entry(owner, 0)) == Fenced()
    assert await log.acquire("r", "east", LONG, 12) == Ownership(3, 12, 0)


async def test_a_release_leaves_no_key_in_the_door(log: Log) -> None:
    """Between a release and the next owner no fence and term lets anybody write."""
    owner = await own(log)
    await log.release("r", owner)

    for term in (owner.term, 0):
        assert await log.commit(entry(Ownership(owner.fence + 1, term, 0), 0)) == Fenced()


async def test_a_room_is_handed_over(log: Log) -> None:
    """A reserved room goes to the node that was named, and to no other meanwhile."""
    owner = await own(log)
    await log.release("r", owner, reserve_for="east", reserve_ms=LONG)

    west = await log.acquire("r", "west", LONG, 12)

    assert isinstance(west, Held)
    assert west.owner == "east"
    assert await log.acquire("r", "east", LONG, 13) == Ownership(3, 13, 0)


async def test_a_reservation_ends(bench: Bench) -> None:
    """If the node that was named does not come in time, any other may."""
    owner = await own(bench.log)
    await bench.log.release("r", owner, reserve_for="east", reserve_ms=BRIEF)
    await bench.outlast("r")

    assert isinstance(await bench.log.acquire("r", "west", LONG, 12), Ownership)


async def test_an_ended_lease_is_released(bench: Bench) -> None:
    """A drain hands over even the rooms whose lease has just ended."""
    owner = await own(bench.log, ttl_ms=BRIEF)
    await bench.outlast("r")

    assert await bench.log.release("r", owner, reserve_for="east", reserve_ms=LONG) == Released()


async def test_a_stranger_releases_nothing(log: Log) -> None:
    """Only the owner gives a room up."""
    owner = await own(log)

    assert await log.release("r", Ownership(owner.fence, 99, 0)) == Fenced()
    assert await log.release("r", Ownership(2, owner.term, 0)) == Lost()
    assert await log.renew("r", owner, LONG) == Renewed()


# --- writing ---


async def test_entries_are_read_as_they_were_written(log: Log) -> None:
    """Every byte comes back, with the number and the term it was written under."""
    first = await own(log, term=TERM)
    every_byte = bytes(range(256)) * 8
    await log.commit(entry(first, 0, every_byte))
    second = await own(log, term=12)
    await log.commit(entry(second, 1, b""))

    assert await log.read("r") == [Stored(1, TERM, every_byte), Stored(2, 12, b"")]


async def test_a_read_may_start_anywhere(log: Log) -> None:
    """What lies above a number is read; above the last one lies nothing (F19)."""
    await write(log, await own(log), 5)

    assert [each.v for each in await log.read("r", after=3)] == [4, 5]
    assert await log.read("r", after=5) == []
    assert await log.read("r", after=99) == []
    assert await log.read("unknown") == []


async def test_a_long_match_is_read_whole(log: Log) -> None:
    """A read that takes several pages misses nothing and repeats nothing."""
    await write(log, await own(log), 2 * PAGE + 1)

    assert len(await entries(log)) == 2 * PAGE + 1
    assert len(await log.read("r", after=1)) == 2 * PAGE


@pytest.mark.parametrize("after", [0, 1, 3, 99])
async def test_a_commit_builds_on_the_last_entry(log: Log, after: int) -> None:
    """A commit that follows another entry than the last is told which that is."""
    owner = await own(log)
    await write(log, owner, 2)

    assert await log.commit(entry(owner, after)) == Stale(2)
    assert await entries(log) == [b"1", b"2"]


async def test_a_command_is_stored_once(log: Log) -> None:
    """A command that comes again is answered with the number of its entry, however late."""
    owner = await own(log)
    play = entry(owner, 0, by="anna", cmd=7)
    assert await log.commit(play) == Committed(1)
    assert await log.commit(entry(owner, 1, by="basil", cmd=1)) == Committed(2)

    assert await log.commit(play) == Duplicate(1)
    assert await log.commit(entry(owner, 2, by="anna", cmd=7)) == Duplicate(1)
    assert len(await entries(log)) == 2


async def test_an_older_command_is_refused(log: Log) -> None:
    """A command with a lower number than the person's last can never be stored."""
    owner = await own(log)
    await log.commit(entry(owner, 0, by="anna", cmd=7))

    assert await log.commit(entry(owner, 1, by="anna", cmd=6)) == Old(7)
    assert await log.commit(entry(owner, 1, by="basil", cmd=6)) == Committed(2)


async def test_nature_has_no_command_number(log: Log) -> None:
    """What nobody commanded is no duplicate: sent again, it is too late for its number."""
    owner = await own(log)
    deadline = entry(owner, 0, by=None, cmd=0)

    assert await log.commit(deadline) == Committed(1)
    assert await log.commit(deadline) == Stale(1)


async def test_last_commands_are_told(log: Log) -> None:
    """A new owner learns each person's last command and its number."""
    owner = await own(log)
    await log.commit(entry(owner, 0, by="anna", cmd=1))
    await log.commit(entry(owner, 1, by="éva:1", cmd=4))
    await log.commit(entry(owner, 2, by="anna", cmd=2))

    assert await log.commands("r") == {"anna": LastCommand(2, 3), "éva:1": LastCommand(4, 2)}
    assert await log.commands("unknown") == {}


async def test_checks_have_an_order(bench: Bench) -> None:
    """
    Fence, term, lease, command number, expected version: a commit that is wrong in all is told the
    first, and so on as what is wrong becomes less.
    """
    first = await own(bench.log, term=11)
    await bench.log.commit(entry(first, 0, by="anna", cmd=5))
    owner = await own(bench.log, term=12, ttl_ms=BRIEF)
    await bench.outlast("r")

    async def told(fence: int, term: int, cmd: int) -> object:
        return await bench.log.commit(entry(Ownership(fence, term, 0), 9, by="anna", cmd=cmd))

    assert await told(first.fence, 99, 4) == Fenced()
    assert await told(owner.fence + 1, 99, 4) == Lost()
    assert await told(owner.fence, 99, 4) == Fenced()
    assert await told(owner.fence, owner.term, 4) == Expired()
    owner = await own(bench.log, term=13)
    assert await told(owner.fence, owner.term, 4) == Old(5)
    assert await told(owner.fence, owner.term, 5) == Duplicate(1)
    assert await told(owner.fence, owner.term, 6) == Stale(1)


async def test_f11_equal_fences_are_told_apart(log: Log) -> None:
    """After a fail-over two owners may have one fence: the term decides who may write."""
    owner = await own(log, term=12)
    deposed = Ownership(owner.fence, 11, 0)

    assert await log.commit(entry(deposed, 0)) == Fenced()
    assert await log.commit(entry(owner, 0)) == Committed(1)


async def test_two_commits_at_once(log: Log) -> None:
    """Of two commits for one number exactly one is stored, and the other is told so."""
    owner = await own(log)
    rivals = (log.commit(entry(owner, 0, by=who)) for who in ("anna", "basil"))

    outcomes = await asyncio.gather(*rivals)

    assert sorted(map(repr, outcomes)) == ["Committed(v=1)", "Stale(v=1)"]


async def test_rooms_are_apart(log: Log) -> None:
    """What happens to one room changes no other."""
    north, south = await own(log, "n", term=11), await own(log, "s", term=12)
    await log.commit(entry(north, 0, b"n", room="n", by="anna"))

    assert await log.commit(entry(south, 0, b"s", room="s", by="anna")) == Committed(1)
    assert (await entries(log, "n"), await entries(log, "s")) == ([b"n"], [b"s"])
