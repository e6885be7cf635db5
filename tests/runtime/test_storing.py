"""Nothing is told that is not stored, whatever the store answers and whenever."""

import asyncio
from random import Random

import pytest
from structlog.typing import EventDict

from belote_protocol.commands import Bid, Ready, Say
from belote_protocol.updates import AnyUpdate, Happened, Left, Ok, Paused, Refused, Resumed, Term
from belote_protocol.vocab import Phrase, RefusalCode
from belote_server.runtime.rooms import Lifetimes
from belote_server.storage.log import CommitOutcome, Expired, Lost, Old, Ownership, Stale
from tests.helpers.faulty_log import Fault
from tests.helpers.house import House, act, on_turn, play, so
from tests.helpers.members import Caller

LEASE = 15_000
"""Milliseconds."""


def kinds(caller: Caller, after: int) -> list[type[AnyUpdate]]:
    """Return what kinds of update *caller* was sent after the first so many, answers left out."""
    return [
        type(update) for update in caller.updates[after:] if not isinstance(update, Ok | Refused)
    ]


async def stored(house: House) -> list[bytes]:
    """Return the entries of the only table."""
    return [entry.entry for entry in await house.store.read(house.runner.room.room_id)]


# --- store first ----------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [Fault.STALLED, Fault.STALLED_ANSWER])
async def test_nobody_hears_what_is_not_stored_yet(house: House, fault: Fault) -> None:
    """Until the store has answered nothing is told, and whoever enters is shown the past."""
    callers = await house.match()
    caller = on_turn(callers)
    kind, fields = caller.move(Random(1))
    heard = [len(each.updates) for each in callers]
    v = house.runner.room.v
    house.log.commit_plan.append(fault)
    number = caller.post(kind, **fields)
    await house.log.stalled.wait()
    await asyncio.sleep(0)

    assert [len(each.updates) for each in callers] == heard
    assert house.runner.room.v == v
    watcher = house.guest(callers[0].room["watch"])
    assert watcher.table is not None
    assert watcher.table.v == v
    house.log.go_on.set()
    for each in (*callers, watcher):
        await each.until(lambda each=each: each.table.v == v + 1)  # type: ignore[misc]
    assert caller.answers[-1] == Ok(number, v + 1)


async def test_every_version_is_stored_before_it_is_told(house: House) -> None:
    """Through a match with a bad store, no frame carries a version that the store does not hold."""
    callers = await house.match(changes={"match.deals": 1})
    rng = Random(2)

    def bad() -> bool:
        house.log.commit_plan.extend(
            rng.choice((Fault.NONE, Fault.UNDONE, Fault.UNANSWERED)) for _ in range(2)
        )
        return False

    await play(callers, rng, bad)  # what each is told is compared with the store as it comes

    assert callers[0].phase == "ended"
    assert len(await stored(house)) == house.runner.room.v


# --- answers that do not come ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "faults",
    [
        [Fault.UNDONE],  # F3
        [Fault.UNANSWERED],  # F2
        [Fault.UNDONE] * 5,
        [Fault.UNDONE, Fault.UNANSWERED, Fault.UNDONE],
        [Fault.UNANSWERED] * 3,
    ],
    ids=["undone", "unanswered", "long", "mixed", "often unanswered"],
)
async def test_f2_f3_the_identical_commit_is_sent_again(house: House, faults: list[Fault]) -> None:
    """Without an answer people are told that the table waits, and the same is asked again."""
    callers = await house.match()
    caller = on_turn(callers)
    kind, fields = caller.move(Random(1))
    heard, asked = [len(each.updates) for each in callers], len(house.log.commits)
    v = house.runner.room.v
    house.log.commit_plan.extend(faults)
    answer = await caller.done(kind, **fields)

    assert answer.v == v + 1
    commits = house.log.commits[asked:]
    assert len(commits) == len(faults) + 1
    assert len(set(commits)) == 1
    for each, after in zip(callers, heard, strict=True):
        assert kinds(each, after) == [Paused, Resumed, Happened]
    assert len(await stored(house)) == v + 1
    assert house.runner.room.match.running.auction.calls[0][0] is caller.seat


async def test_f2_what_nature_did_is_not_done_anew(house: House) -> None:
    """A deal whose answer was lost is the deal that was stored, and no other is drawn."""
    callers = await house.table()
    for caller in callers[:3]:
        await caller.done(Ready)
    house.log.commit_plan.extend([Fault.NONE, Fault.UNANSWERED])
    await callers[3].done(Ready)
    await house.dealt(callers)

    first, second = house.log.commits[-2:]
    assert first == second
    assert (first.person, first.cmd) == (None, 0)
    assert (await stored(house))[-1] == first.entry


async def test_people_may_speak_and_go_while_a_table_waits(house: House) -> None:
    """A table that waits for its store lets people come and go, and does what they asked later."""
    callers = await house.match()
    caller, other = on_turn(callers), callers[1]
    kind, fields = caller.move(Random(1))
    house.log.commit_plan.append(Fault.STALLED)
    number = caller.post(kind, **fields)
    await house.log.stalled.wait()
    code = other.room["sit"]
    said = other.post(Say, phrase=Phrase.HELLO)
    caller.hang_up()
    back = caller.again()
    assert back.connect(code).last_cmd < number
    again = back.post(kind, cmd=number, **fields)
    house.log.go_on.set()
    answer = await back.until(lambda: back.answers and back.answers[-1])

    assert isinstance(answer, Ok)
    assert answer.cmd == again
    await other.until(lambda: other.answers[-1].cmd == said)
    assert len(house.runner.room.match.running.auction.calls) == 1


@pytest.mark.parametrize("fault", [Fault.UNDONE, Fault.UNANSWERED])
async def test_the_questions_in_between_may_fail_too(house: House, fault: Fault) -> None:
    """Where the store is asked what it holds, or for the table, it is asked until it answers."""
    callers = await house.match()
    v = house.runner.room.v
    house.log.commit_plan.append(Fault.UNANSWERED)
    house.log.plan.extend([Fault.NONE, fault, fault])  # the second commit, then two looks
    await act(callers, Random(1))
    assert house.log.calls[-5:] == ["commit"] * 2 + ["read"] * 3
    house.log.commit_plan.append(Expired())
    house.log.plan.extend([fault, fault])
    await act(callers, Random(1))

    assert house.log.calls[-4:] == ["acquire"] * 3 + ["commit"]
    assert house.runner.room.v == v + 2


# --- answers that end an ownership ----------------------------------------------------------------


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
        assert kinds(each, after) == [Term, Happened]
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
    v, entries = house.runner.room.v, await stored(house)
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
    await there.done(kind, cmd=number, **fields)
    assert other.runner.room.v == v + 1
    await other.rooms.stop()
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
    entries = await stored(house)
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


# --- leases ---------------------------------------------------------------------------------------


async def sweep(house: House, renewals: int) -> None:
    """Let the leases be renewed so often."""
    before = house.log.calls.count("renew")
    task = asyncio.ensure_future(house.rooms.sweep())
    await so(lambda: house.log.calls.count("renew") >= before + renewals or task.done())
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def leased(logs: list[EventDict]) -> House:
    """Return a server whose leases run out, and are renewed without a pause."""
    return House(ttl_ms=LEASE, lifetimes=Lifetimes(sweep=0.0))


async def test_leases_are_renewed(leased: House) -> None:
    """A table where nothing happens stays its owner's."""
    callers = await leased.match(turn=0)
    own = leased.runner.committer.own
    for _ in range(5):
        leased.clock.advance(LEASE / 1000 - 1)
        await sweep(leased, 2)
    await act(callers, Random(1))

    assert leased.runner.committer.own == own
    await leased.rooms.stop()


@pytest.mark.parametrize("fault", [Fault.UNDONE, Fault.UNANSWERED, Fault.BROKEN])
async def test_a_renewal_may_fail(leased: House, fault: Fault) -> None:
    """What a renewal comes to is found out at the next write, and the sweep goes on."""
    callers = await leased.match(turn=0)
    leased.log.plan.append(fault)
    await sweep(leased, 3)

    await act(callers, Random(1))
    await leased.rooms.stop()


async def test_a_renewal_that_comes_too_late(leased: House) -> None:
    """A lease that ran out is taken again by the sweep; people learn the term with what is next."""
    callers = await leased.match(turn=0)
    own = leased.runner.committer.own
    leased.clock.advance(2 * LEASE / 1000)
    await sweep(leased, 2)
    assert leased.runner.committer.own.fence == own.fence + 1
    heard = len(callers[0].updates)
    await act(callers, Random(1))

    assert kinds(callers[0], heard) == [Term, Happened]
    leased.check()
    await leased.rooms.stop()


async def test_a_table_is_not_deposed_by_itself(leased: House) -> None:
    """A write that comes while the lease is taken again waits, and is written under the new one."""
    callers = await leased.match(turn=0)
    leased.clock.advance(2 * LEASE / 1000)
    leased.log.plan.extend([Fault.NONE, Fault.STALLED_ANSWER])  # the renewal, the acquisition
    renewing = asyncio.ensure_future(leased.runner.committer.renew())
    await leased.log.stalled.wait()
    caller = on_turn(callers)
    kind, fields = caller.move(Random(1))
    number = caller.post(kind, **fields)
    await asyncio.sleep(0)
    leased.log.go_on.set()
    answer = await caller.until(lambda: caller.answers[-1].cmd == number and caller.answers[-1])
    await renewing

    assert isinstance(answer, Ok)
    await leased.rooms.stop()


async def test_a_write_under_way_needs_no_renewal(leased: House) -> None:
    """While a commit waits for its answer, the lease it extends is not renewed."""
    callers = await leased.match(turn=0)
    caller = on_turn(callers)
    kind, fields = caller.move(Random(1))
    leased.log.commit_plan.append(Fault.STALLED)
    caller.post(kind, **fields)
    await leased.log.stalled.wait()
    before = leased.log.calls.count("renew")
    await leased.runner.committer.renew()
    assert leased.log.calls.count("renew") == before
    leased.log.go_on.set()
    await so(lambda: caller.answers[-1].cmd == caller.cmd)

    await leased.rooms.stop()


async def test_the_sweep_outlives_a_table_that_was_taken(leased: House) -> None:
    """Finding another owner at a renewal ends nothing but, at its next write, that table."""
    callers = await leased.match(turn=0)
    leased.clock.advance(2 * LEASE / 1000)
    taken = await leased.store.acquire(leased.runner.room.room_id, "south", LEASE, 5)
    assert isinstance(taken, Ownership)
    await sweep(leased, 3)
    caller = on_turn(callers)
    kind, fields = caller.move(Random(1))
    caller.post(kind, **fields)

    assert (await caller.hears(Left)).reason == "moved"
    await leased.rooms.stop()
