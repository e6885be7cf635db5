"""When tables end, what is kept of them, and how a server stops."""

import asyncio
from random import Random

import pytest

from belote_protocol.commands import Create, Leave, Ready, Say, Settings
from belote_protocol.updates import Left
from belote_protocol.vocab import Phrase, RefusalCode
from belote_server.runtime.rooms import Lifetimes
from belote_server.storage.log import Held, Ownership
from belote_server.storage.memory_log import MemoryLog
from tests.helpers.faulty_log import Fault
from tests.helpers.house import House, act, never, on_turn, play, so

TEN_MINUTES = 600.0
TWO_DAYS = 48 * 3600.0
WEEK = 7 * 86_400


def keys(house: House) -> int:
    """Return how many things the store holds."""
    store = house.store
    assert isinstance(store, MemoryLog)
    return len(store._rooms) + len(store._codes) + len(store._open) + len(store._ends_ms)


async def test_t74_tables_nobody_came_to_leave_nothing(house: House) -> None:
    """Tables whose makers never came back are gone when their time is over, codes and all."""
    hosts = [house.guest() for _ in range(20)]
    for host in hosts:
        await house.create(host)
    codes = [host.room["sit"] for host in hosts]
    assert keys(house) == 20 * 4
    for host in hosts:
        host.hang_up()
    house.clock.advance(TEN_MINUTES - 1)
    house.rooms.expire_idle()
    await asyncio.sleep(0)
    assert len(house.rooms) == 20
    house.clock.advance(1)
    house.rooms.expire_idle()
    await so(lambda: len(house.rooms) == 0 and not house.rooms._tasks)

    assert keys(house) == 0
    assert house.rooms._codes == {}
    assert house.caller().connect(codes[0]).refused is RefusalCode.NO_SUCH_ROOM


async def test_a_table_nobody_ever_entered_ends(house: House) -> None:
    """A table whose maker hung up before it was made is idle from the start."""
    house.log.commit_plan.append(Fault.STALLED)
    host = house.guest()
    host.post(Create, settings=Settings("coinche-house"), key="the table")
    await house.log.stalled.wait()
    host.hang_up()
    house.log.go_on.set()
    await so(lambda: len(house.rooms))
    house.clock.advance(TEN_MINUTES)
    house.rooms.expire_idle()
    await so(lambda: not house.rooms._tasks)

    assert keys(house) == 0


async def test_a_table_lives_while_somebody_is_there(house: House) -> None:
    """One person who watches keeps a table, and coming back begins its time anew."""
    callers = await house.table()
    code = callers[0].room["watch"]
    watcher = house.guest(code)
    for caller in callers:
        caller.hang_up()
    house.clock.advance(10 * TEN_MINUTES)
    house.rooms.expire_idle()
    await watcher.done(Say, phrase=Phrase.HELLO)
    watcher.hang_up()
    house.clock.advance(TEN_MINUTES - 1)
    house.rooms.expire_idle()
    again = house.guest(code)
    await again.done(Say, phrase=Phrase.HELLO)
    again.hang_up()
    house.clock.advance(TEN_MINUTES - 1)
    house.rooms.expire_idle()
    await asyncio.sleep(0)

    assert len(house.rooms) == 1


@pytest.mark.parametrize("gone", [1, 4])
async def test_t84_a_match_waits_for_its_people(house: House, gone: int) -> None:
    """A table with a match under way is there when its people come back, a day later too."""
    callers = await house.match()
    code, v = callers[0].room["sit"], house.runner.room.v
    for caller in callers[:gone]:
        caller.hang_up()
    if gone == 1:
        for caller in callers[1:]:
            await caller.done(Leave)
    for _ in range(47):
        house.clock.advance(3600)
        house.rooms.expire_idle()
        await asyncio.sleep(0)
    assert len(house.rooms) == 1
    back = [caller.again() for caller in callers]
    for caller in back:
        caller.connect(code)
    await back[0].done(Say, phrase=Phrase.HELLO)

    assert house.runner.room.deadline == house.clock.now() + 10.0  # the clock was credited
    assert house.runner.room.v > v
    await act(back, Random(1))


async def test_an_abandoned_match_ends(house: House) -> None:
    """A match that nobody comes back to ends at last; what was played is kept for a while."""
    callers = await house.match()
    name, code = callers[0].room["id"], callers[0].room["sit"]
    await act(callers, Random(1))
    v = house.runner.room.v + 4  # with them gone
    for caller in callers:
        caller.hang_up()
    await so(lambda: house.runner.room.v == v)
    house.clock.advance(TWO_DAYS)
    house.rooms.expire_idle()
    await so(lambda: not house.rooms._tasks)

    assert await house.store.open_rooms() == []
    assert len(await house.store.read(name)) == v + 1
    assert house.caller().connect(code).refused is RefusalCode.NO_SUCH_ROOM
    house.clock.advance(WEEK)
    assert await house.store.read(name) == []
    assert keys(house) == 0


async def test_a_finished_match_is_kept_for_a_while(house: House) -> None:
    """A match that was played is a replay for a week after its table ended, and then nothing."""
    callers = await house.match(changes={"match.deals": 1})
    await play(callers, Random(1), never)
    name, v = callers[0].room["id"], house.runner.room.v
    for caller in callers:
        caller.hang_up()
    house.clock.advance(TEN_MINUTES)
    house.rooms.expire_idle()
    await so(lambda: not house.rooms._tasks)

    assert len(await house.store.read(name)) == v + 1
    house.clock.advance(WEEK)
    assert await house.store.read(name) == []
    assert keys(house) == 0


async def test_whoever_comes_at_the_last_moment_keeps_the_table(house: House) -> None:
    """A table whose time is over goes on if somebody enters before its end is stored."""
    host = house.guest()
    await house.create(host)
    code = host.room["sit"]
    host.hang_up()
    house.clock.advance(TEN_MINUTES)
    house.rooms.expire_idle()
    late = house.guest(code)
    await late.done(Say, phrase=Phrase.HELLO)

    assert len(house.rooms) == 1


async def test_whoever_comes_as_a_table_ends_is_told(house: House) -> None:
    """Somebody who enters while a table's end is being stored is told that it is gone."""
    host = house.guest()
    await house.create(host)
    code = host.room["sit"]
    host.hang_up()
    house.clock.advance(TEN_MINUTES)
    house.log.commit_plan.append(Fault.STALLED)
    house.rooms.expire_idle()
    await house.log.stalled.wait()
    late = house.guest(code)
    house.log.go_on.set()
    refused = await late.refused(Ready)

    assert refused.code is RefusalCode.NO_SUCH_ROOM
    assert (await late.hears(Left)).reason == "closed"
    await so(lambda: not house.rooms._tasks)
    assert keys(house) == 0


async def test_the_sweep_ends_tables(house: House) -> None:
    """Idle tables are looked for again and again, by themselves."""
    house.lifetimes = Lifetimes(sweep=0.0)
    house.rooms = house._rooms()
    host = house.guest()
    await house.create(host)
    host.hang_up()
    sweeping = asyncio.ensure_future(house.rooms.sweep())
    await asyncio.sleep(0)
    assert len(house.rooms) == 1
    house.clock.advance(TEN_MINUTES)
    await so(lambda: len(house.rooms) == 0)
    sweeping.cancel()
    await asyncio.gather(sweeping, return_exceptions=True)


# --- stopping -------------------------------------------------------------------------------------


async def test_a_stop_gives_tables_up(house: House) -> None:
    """When a server has stopped, another one takes its tables at once and goes on."""
    callers = await house.match()
    code = callers[0].room["sit"]
    other = House(node="south", store=house.store, clock=house.clock, seed=5)
    held = await house.store.acquire(callers[0].room["id"], "south", 1, 1)
    assert isinstance(held, Held)
    await house.rooms.stop()

    assert await other.rooms.resume() == 1
    back = [other.caller(caller.name, token=caller.token) for caller in callers]
    for caller in back:
        caller.connect(code)
    await act(back, Random(1))
    await other.rooms.stop()


async def test_a_stop_finishes_what_is_being_stored(house: House) -> None:
    """The input in hand is stored, told and answered before the table is given up; no other is."""
    callers = await house.match()
    caller, other = on_turn(callers), callers[2]
    kind, fields = caller.move(Random(1))
    house.log.commit_plan.append(Fault.STALLED)
    number = caller.post(kind, **fields)
    await house.log.stalled.wait()
    other.post(Say, phrase=Phrase.HELLO)
    answered = len(other.answers)
    stopping = asyncio.ensure_future(house.rooms.stop())
    await asyncio.sleep(0)
    assert not stopping.done()
    house.log.go_on.set()
    await stopping

    assert caller.answers[-1].cmd == number
    assert len(other.answers) == answered
    assert house.log.calls[-2:] == ["commit", "release"]


async def test_a_stop_waits_for_a_table_that_is_being_made(house: House) -> None:
    """A table whose making was under way is made, given up, and left to the next server."""
    host = house.guest()
    house.log.commit_plan.append(Fault.STALLED)
    host.post(Create, settings=Settings("coinche-house"), key="the table")
    await house.log.stalled.wait()
    stopping = asyncio.ensure_future(house.rooms.stop())
    await asyncio.sleep(0)
    house.log.go_on.set()
    await stopping

    assert house.log.calls[-1] == "release"
    (name,) = await house.store.open_rooms()
    assert isinstance(await house.store.acquire(name, "south", 1, 1), Ownership)


@pytest.mark.parametrize("fault", [Fault.UNDONE, Fault.UNANSWERED, Fault.BROKEN])
async def test_a_stop_does_not_mind_the_store(house: House, fault: Fault) -> None:
    """A table that cannot be given up is left to its lease, and the server stops."""
    await house.match()
    house.log.plan.append(fault)
    await house.rooms.stop()

    assert not house.rooms._tasks
