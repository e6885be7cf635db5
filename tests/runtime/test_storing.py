"""Nothing is told that is not stored, whatever the store answers and whenever."""

import asyncio
from random import Random

import pytest

from belote_protocol.commands import Ready, Say
from belote_protocol.updates import Happened, Ok, Paused, Resumed
from belote_protocol.vocab import Phrase
from belote_server.storage.log import Expired
from tests.helpers.faulty_log import Fault
from tests.helpers.house import House, act, on_turn, play

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
    assert len(await house.entries()) == house.runner.room.v


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
        assert each.heard(after) == [Paused, Resumed, Happened]
    assert len(await house.entries()) == v + 1
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
    assert (await house.entries())[-1] == first.entry


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
