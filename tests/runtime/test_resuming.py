"""What a new server makes of what the last one left in the store."""

import asyncio
from collections.abc import Coroutine
from random import Random
from typing import Any

import pytest
from structlog.typing import EventDict

from belote_protocol.commands import Ready, Settings, Sit
from belote_protocol.updates import Happened
from belote_protocol.vocab import Seat
from belote_server.room.events import Batch, Opened
from belote_server.storage.log import Ownership
from belote_server.storage.stream import write_batch
from tests.helpers.faulty_log import Fault
from tests.helpers.house import House, never, on_turn, play
from tests.helpers.logs import entry
from tests.helpers.members import Caller
from tests.helpers.rooms import SUE


async def test_what_is_resumed(house: House, logs: list[EventDict]) -> None:
    """Unfinished tables are in force again; what is damaged, unopened or held is left alone."""
    callers = await house.match()
    other = house.guest()
    await house.create(other, "the other table")
    store = house.store
    await store.mark_open("never-opened")
    opening = Opened("held", SUE, Settings("coinche-house"), "SITCODE0", "WATCH000")
    first = write_batch(Batch(1, 0.0, None, (opening,)))
    for name, what, node in (
        ("damaged", b"rubbish", "north"),
        ("another's", first, "north"),
        ("held", first, "south"),
    ):
        await store.mark_open(name)
        own = await store.acquire(name, node, 10**9, 1)
        assert isinstance(own, Ownership)
        await store.commit(entry(own, 0, what, room=name))
    await house.restart()

    assert {runner.room.room_id for runner in house.rooms.runners()} == {
        callers[0].room["id"],
        other.room["id"],
    }
    assert "never-opened" not in await store.open_rooms()
    assert "damaged" in await store.open_rooms()
    errors = [entry["room"] for entry in logs if entry["log_level"] == "error"]
    assert sorted(errors) == ["another's", "damaged"]
    assert any(entry.get("owner") == "south" for entry in logs)
    logs.clear()


async def test_a_table_that_was_closing_is_closed(house: House) -> None:
    """A server that dies right after a table's last entry leaves the rest to the next one."""
    host = house.guest()
    await house.create(host)
    name = host.room["id"]
    host.hang_up()
    house.runner.expire()
    house.log.plan.extend([Fault.NONE, Fault.STALLED])  # the entry, the dropping
    await house.log.stalled.wait()
    await house.restart()

    assert house.rooms.runners() == []
    assert await house.store.read(name) == []
    assert await house.store.open_rooms() == []


async def test_a_store_that_breaks_off_at_one_table(house: House, logs: list[EventDict]) -> None:
    """A table that cannot be read keeps no other one from going on."""
    callers = await house.match()
    other = house.guest()
    await house.create(other, "the other table")
    await house.kill()
    house.rooms = house._rooms()
    house.log.plan.extend([Fault.NONE, Fault.BROKEN])  # the list, one of the two tables
    await house.rooms.resume()

    assert len(house.rooms) == 1
    assert [entry["log_level"] for entry in logs].count("error") == 1
    logs.clear()
    house.callers.clear()
    assert callers[0].table is not None


# --- cancelled anywhere ---------------------------------------------------------------------------


async def lived(house: House) -> list[Caller]:
    """Live a short life at a table, from whatever was reached before: everybody asks again."""
    names = ("South", "West", "North", "East")
    callers = [house.caller(name, token=f"token of {name}") for name in names]
    for caller in callers:
        caller.connect()
    await house.create(callers[0])
    code = callers[0].room["sit"]
    for caller, seat in zip(callers, Seat, strict=True):
        if caller is not callers[0]:
            caller.connect(code)
        caller.cmd = 0
        await caller.ask(Sit, cmd=1, seat=seat)
        await caller.ask(Ready, cmd=2)
    await house.dealt(callers)
    while len(house.runner.room.match.running.auction.calls) < 3:
        caller = on_turn(callers)
        deal = caller.room["match"]["deal"]
        said = {"deal": 1, "nth": len(deal.get("calls", [])), "call": "pass"}
        await caller.ask(caller.move(Random(0), passing=1)[0], cmd=3, **said)
    return callers


@pytest.mark.parametrize("fault", [Fault.CANCELLED, Fault.CANCELLED_AFTER])
async def test_f30_cancelled_at_every_question(logs: list[EventDict], fault: Fault) -> None:
    """Whichever question to the store is cut short, the next server goes on from what is stored."""
    whole = House()
    await lived(whole)
    calls = len(whole.log.calls)
    expected = [place.person for place in whole.runner.room.places]
    await whole.rooms.stop()
    assert calls > 16
    for nth in range(calls):
        house = House()
        house.log.plan.extend([Fault.NONE] * nth + [fault])
        await _until_cut(house, lived(house))
        await house.restart()
        callers = await lived(house)

        house.check()
        room = house.runner.room
        assert [place.person and place.person.name for place in room.places] == [
            person and person.name for person in expected
        ]
        stored = await house.store.read(room.room_id)
        assert [each.v for each in stored] == [*range(1, room.v + 1)]
        told = {
            update.v
            for caller in callers
            for update in caller.updates
            if isinstance(update, Happened)
        }
        assert max(told, default=0) <= room.v
        await house.rooms.stop()


async def _until_cut(house: House, life: Coroutine[Any, Any, object]) -> None:
    """Run *life* until nothing moves any more: some task was cancelled under it."""
    living = asyncio.ensure_future(life)
    for _ in range(3000):
        await asyncio.sleep(0)
        if living.done():
            break
        if not house.log.plan and not house.rooms._tasks:
            break
    living.cancel()
    await asyncio.gather(living, return_exceptions=True)


async def test_play_goes_on_after_all(house: House) -> None:
    """A table read back is a table like any other: its match is played to the end."""
    callers = await house.match(changes={"match.deals": 1})
    await house.restart()
    await play(house.reconnect(callers), Random(1), never)
