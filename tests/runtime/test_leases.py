"""Leases are renewed beside everything else, and end nothing by themselves."""

import asyncio
from contextlib import suppress
from random import Random

import pytest
from structlog.typing import EventDict

from belote_protocol.updates import Happened, Left, Ok, Term
from belote_server.runtime.rooms import Lifetimes
from belote_server.storage.log import Ownership
from tests.helpers.faulty_log import Fault
from tests.helpers.house import House, act, on_turn, so

LEASE = 15_000
"""Milliseconds."""


async def sweep(house: House, renewals: int) -> None:
    """Let the leases be renewed so often."""
    before = house.log.calls.count("renew")
    task = asyncio.ensure_future(house.rooms.sweep())
    await so(lambda: house.log.calls.count("renew") >= before + renewals or task.done())
    assert task.cancel()
    with suppress(asyncio.CancelledError):
        await task


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

    assert callers[0].heard(heard) == [Term, Happened]
    leased.check()
    await leased.rooms.stop()


async def test_a_table_is_not_deposed_by_itself(leased: House) -> None:
    """A write that comes while the lease is taken again waits, and is written under the new one."""
    callers = await leased.match(turn=0)
    await leased.runner.committer.renew()  # that the match's commits stood for
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


async def test_a_table_that_wrote_needs_no_renewal(leased: House) -> None:
    """A commit stands for the next renewal, and for no more than that."""
    await leased.match(turn=0)
    for renewals in (0, 1, 2):
        await leased.runner.committer.renew()
        assert leased.log.calls.count("renew") == renewals


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


async def test_a_renewal_that_another_node_overtakes(leased: House) -> None:
    """A lease that is over, and taken elsewhere before it is taken again, is no error here."""
    await leased.match(turn=0)
    own = leased.runner.committer.own
    await leased.runner.committer.renew()  # that the match's commits stood for
    leased.clock.advance(2 * LEASE / 1000)
    leased.log.plan.extend([Fault.NONE, Fault.STALLED])  # the renewal, the acquisition
    renewing = asyncio.ensure_future(leased.runner.committer.renew())
    await leased.log.stalled.wait()
    taken = await leased.store.acquire(leased.runner.room.room_id, "south", LEASE, 5)
    assert isinstance(taken, Ownership)
    leased.log.go_on.set()
    await renewing

    assert leased.runner.committer.own == own
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
