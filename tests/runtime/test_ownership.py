"""An owner that no longer is one stops, and one that still is goes on."""

from random import Random

import pytest
from structlog.typing import EventDict

from belote_protocol.commands import Bid, Say
from belote_protocol.updates import Happened, Left, Refused, Term
from belote_protocol.vocab import Phrase, RefusalCode
from belote_server.runtime.commits import as_text
from belote_server.storage.log import CommitOutcome, Committed, Expired, Lost, Old, Ownership, Stale
from tests.helpers.faulty_log import Fault
from tests.helpers.house import House, act, on_turn, so
from tests.helpers.logs import entry

LEASE = 15_000
"""Milliseconds."""


@pytest.mark.parametrize("outcome", [Expired(), Lost()], ids=["expired", "lost"])
async def test_an_ownership_taken_anew(house: House, outcome: CommitOutcome) -> None:
    """Where nobody else has the table it is taken again, and everybody is told the new term."""
    callers = await house.match()
    old = callers[0].table.term if callers[0].table is not None else ""
    heard = [len(each.updates) for each in callers]
    own = house.runner.committer.own
    house.log.commit_plan.append(outcome)
    await act(callers, Random(1))

    new = house.runner.committer.own
    assert new.fence > own.fence
    assert new.term != own.term
    for each, after in zip(callers, heard, strict=True):
        assert each.heard(after) == [Term, Happened]
        assert each.table is not None
        assert each.table.term == house.runner.term != old
    entries = await house.store.read(house.runner.room.room_id)
    assert [entry.term for entry in entries[-2:]] == [own.term, new.term]


async def test_f32_a_lease_that_ran_out_unseen() -> None:
    """An owner that was away longer than its lease, and nobody took over, goes on."""
    house = House(ttl_ms=LEASE)
    callers = await house.match(turn=0)
    house.clock.advance(3 * LEASE / 1000)
    await act(callers, Random(1))
    await act(callers, Random(1))

    house.check()
    await house.rooms.stop()


async def test_f4_a_deposed_owner_says_nothing_more(logs: list[EventDict]) -> None:
    """Once another node has the table, the old owner's next write ends it and is told to nobody."""
    house = House(ttl_ms=LEASE)
    callers = await house.match(turn=0)
    code = callers[0].room["sit"]
    v, entries = house.runner.room.v, await house.entries()
    house.clock.advance(3 * LEASE / 1000)
    other = House(node="south", ttl_ms=LEASE, store=house.store, clock=house.clock, seed=1)
    assert await other.rooms.resume() == 1
    caller = on_turn(callers)
    kind, fields = caller.move(Random(1))
    heard = [len(each.updates) for each in callers]
    number = caller.post(kind, **fields)
    for each in callers:
        assert (await each.hears(Left)).reason == "moved"
    await so(lambda: not house.rooms.runners())

    for each, after in zip(callers, heard, strict=True):
        assert [type(update) for update in each.updates[after:]] == [Left]
    assert [entry.entry for entry in await house.store.read(other.runner.room.room_id)] == entries
    there = other.caller(caller.name, token=caller.token)
    assert there.connect(code).last_cmd < number
    done = await there.done(kind, cmd=number, **fields)
    assert other.runner.room.v == done.v > v
    await other.rooms.stop()
    await house.rooms.stop()


async def test_a_lease_that_another_node_took(logs: list[EventDict]) -> None:
    """An owner that finds its lease over and the table taken stops like one that was deposed."""
    house = House(ttl_ms=LEASE)
    callers = await house.match(turn=0)
    house.clock.advance(3 * LEASE / 1000)
    taken = await house.store.acquire(house.runner.room.room_id, "south", LEASE, 5)
    assert isinstance(taken, Ownership)
    house.log.commit_plan.append(Expired())
    caller = on_turn(callers)
    kind, fields = caller.move(Random(1))
    caller.post(kind, **fields)
    for each in callers:
        assert (await each.hears(Left)).reason == "moved"

    await house.rooms.stop()


async def test_whoever_waits_at_a_lost_table_is_answered(logs: list[EventDict]) -> None:
    """Commands that had not been looked at when the table went elsewhere are refused."""
    house = House(ttl_ms=LEASE)
    callers = await house.match(turn=0)
    caller, other = on_turn(callers), callers[1]
    kind, fields = caller.move(Random(1))
    house.clock.advance(3 * LEASE / 1000)
    taken = await house.store.acquire(house.runner.room.room_id, "south", LEASE, 5)
    assert isinstance(taken, Ownership)
    house.log.commit_plan.append(Fault.STALLED)
    caller.post(kind, **fields)
    await house.log.stalled.wait()
    number = other.post(Bid, deal=1, nth=0, call="pass")
    house.log.go_on.set()
    answer = await other.until(lambda: other.answers[-1].cmd == number and other.answers[-1])

    assert isinstance(answer, Refused)
    assert answer.code is RefusalCode.NO_SUCH_ROOM
    await house.rooms.stop()


@pytest.mark.parametrize(
    "outcome", [Stale(99), Stale(1), Old(77)], ids=["ahead", "behind", "other command"]
)
async def test_a_past_that_is_another_ends_the_table(
    house: House, logs: list[EventDict], outcome: CommitOutcome
) -> None:
    """Where the store holds something else than this table's past, the table stops and says so."""
    callers = await house.match()
    entries = await house.entries()
    name = house.runner.room.room_id
    house.log.commit_plan.append(outcome)
    caller = on_turn(callers)
    kind, fields = caller.move(Random(1))
    caller.post(kind, **fields)
    for each in callers:
        assert (await each.hears(Left)).reason == "lost"
    await so(lambda: not house.rooms.runners())

    assert [entry.entry for entry in await house.store.read(name)] == entries
    assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == [
        "table's stored past is gone or another"
    ]
    logs.clear()


async def test_an_entry_of_somebody_else_ends_the_table(
    house: House, logs: list[EventDict]
) -> None:
    """Where another entry has the number that was wanted, it stays, and the table stops."""
    callers = await house.match()
    runner = house.runner
    name, v = runner.room.room_id, runner.room.v
    theirs = entry(runner.committer.own, v, b"another", room=name)
    assert await house.store.commit(theirs) == Committed(v + 1)
    caller = on_turn(callers)
    kind, fields = caller.move(Random(1))
    caller.post(kind, **fields)

    assert (await caller.hears(Left)).reason == "lost"
    assert [each.entry for each in await house.store.read(name, v)] == [b"another"]
    logs.clear()


@pytest.mark.parametrize(
    ("answers", "old"),
    [([Fault.UNANSWERED, Expired()], True), ([Expired(), Fault.UNANSWERED], False)],
    ids=["before", "after"],
)
async def test_an_entry_has_the_term_it_was_first_written_under(
    house: House, answers: list[Fault | CommitOutcome], old: bool
) -> None:
    """What was stored without an answer, before or after the table was taken again, counts so."""
    callers = await house.match()
    first = house.runner.committer.own.term
    house.log.commit_plan.extend(answers)
    await act(callers, Random(1))
    name = house.runner.room.room_id
    second = house.runner.committer.own.term
    expected = first if old else second
    assert second != first
    assert (await house.store.read(name))[-1].term == expected
    assert {caller.table and caller.table.term for caller in callers} == {as_text(expected)}
    await act(callers, Random(1))

    assert (await house.store.read(name))[-1].term == second
    assert {caller.table and caller.table.term for caller in callers} == {as_text(second)}


async def test_f13_a_store_that_forgot_everything(house: House, logs: list[EventDict]) -> None:
    """When the store has lost a table it ends with a clear word, and the others go on."""
    lost = await house.match()
    kept = house.guest()
    await house.create(kept, "another table")
    await house.store.drop(lost[0].room["id"])
    caller = on_turn(lost)
    kind, fields = caller.move(Random(1))
    caller.post(kind, **fields)
    for each in lost:
        assert (await each.hears(Left)).reason == "lost"
    await so(lambda: len(house.rooms) == 1)

    await kept.done(Say, phrase=Phrase.HELLO)
    again = await house.match()
    await act(again, Random(1))
    assert any(entry["log_level"] == "error" for entry in logs)
    logs.clear()


async def test_a_broken_store_ends_the_table(house: House, logs: list[EventDict]) -> None:
    """An answer that never should be ends the table it was for, which is kept as it was stored."""
    callers = await house.match()
    code = callers[0].room["sit"]
    v = house.runner.room.v
    house.log.commit_plan.append(Fault.BROKEN)
    caller = on_turn(callers)
    kind, fields = caller.move(Random(1))
    caller.post(kind, **fields)
    for each in callers:
        assert (await each.hears(Left)).reason == "lost"
    await so(lambda: not house.rooms.runners())
    await so(lambda: any(entry["event"] == "a task failed" for entry in logs))
    logs.clear()
    await house.restart()
    back = caller.again()
    back.connect(code)

    assert back.table is not None
    assert back.table.v == v
    await back.done(kind, **fields)
