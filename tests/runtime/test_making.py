"""How tables are made: once each, by rules that can be played."""

from typing import Any

import pytest
from structlog.typing import EventDict

from belote_protocol.commands import Create, Ready, Settings, Sit
from belote_protocol.updates import Ok, Refused, Snapshot
from belote_protocol.vocab import RefusalCode, Seat
from belote_server.runtime.nature import ALPHABET, Chance
from tests.helpers.faulty_log import Fault
from tests.helpers.house import House, so
from tests.helpers.logs import entry, own

COINCHE = Settings("coinche-official")


async def test_a_table_is_made(house: House) -> None:
    """Who makes a table is told so, then shown it, and may sit; it is stored and listed by then."""
    host = house.guest()
    answer = await house.create(host, turn=20)
    shown = await host.hears(Snapshot)

    assert host.updates[1:3] == [answer, shown]
    assert (answer.v, answer.last_cmd, shown.v) == (1, 0, 1)
    assert (shown.room.host, shown.room.settings.turn) == (host.public_id, 20)
    for code in (shown.room.sit, shown.room.watch):
        assert code is not None
        assert len(code) == 8
        assert set(code) <= set(ALPHABET)
        assert await house.store.room_of_code(code) == shown.room.id
    assert shown.room.sit != shown.room.watch
    assert await house.store.open_rooms() == [shown.room.id]


async def test_t70_a_table_is_made_once(house: House) -> None:
    """Asking a hundred times over three connections, with a slow store, makes one table."""
    host = house.guest()
    callers = [host, host.again(), host.again()]
    for caller in callers[1:]:
        caller.connect()
    house.log.commit_plan.append(Fault.STALLED)
    numbers = [
        (caller, caller.post(Create, settings=COINCHE, key="the table"))
        for caller in callers
        for _ in range(34)
    ]
    await house.log.stalled.wait()
    assert all(caller.answers == [] for caller in callers)
    house.log.go_on.set()
    for caller in callers:
        await caller.until(lambda caller=caller: len(caller.answers) == 34)  # type: ignore[misc]

    assert all(isinstance(answer, Ok) for caller in callers for answer in caller.answers)
    assert sorted(number for _, number in numbers) == sorted(
        answer.cmd for caller in callers for answer in caller.answers
    )
    assert len(house.rooms) == 1
    assert len(await house.store.read(house.runner.room.room_id)) == 1
    assert len({caller.room["id"] for caller in callers}) == 1


async def test_a_table_is_made_once_across_a_restart(house: House) -> None:
    """Asking again after the server was gone leads to the table that was made before."""
    host = house.guest()
    await house.create(host)
    name = host.room["id"]
    await house.restart()
    again = host.again()
    again.connect()
    await house.create(again)

    assert again.room["id"] == name
    assert len(house.rooms) == 1


async def test_a_table_whose_making_broke_off_is_made(house: House) -> None:
    """What is left of a table in the store is gone on with by whoever asks for it again."""
    host = house.guest()
    await house.create(host)
    name = host.room["id"]
    await house.kill()
    house.rooms = house._rooms()  # which does not read the store
    again = host.again()
    again.connect()
    await house.create(again)

    assert again.room["id"] == name
    assert len(await house.store.read(name)) == 1


async def test_other_tables_are_others(house: House) -> None:
    """Another key, or the same key from somebody else, is another table."""
    one, other = house.guest(), house.guest()
    await house.create(one, "first key")
    first = one.room["id"]
    await house.create(one, "other key")
    await house.create(other, "first key")

    assert len({first, one.room["id"], other.room["id"]}) == 3
    assert len(house.rooms) == 3


async def test_t76_what_cannot_be_played_is_refused(house: House) -> None:
    """A thousand tables with impossible rules are refused with the field, and nothing is stored."""
    host = house.guest()
    wrong: list[tuple[str, dict[str, Any], str]] = [
        ("poker", {}, "name"),
        ("coinche-official", {"match.target": 0}, "match.target"),
        ("coinche-official", {"match.target": True}, "match.target"),
        ("coinche-official", {"cards.jokers": 2}, "cards.jokers"),
        ("coinche-official", {"dealing.packets": [8]}, "dealing.packets"),
        ("classic-house", {"auction.floor": 80}, "auction.floor"),
        ("coinche-house", {"auction.floor": 160, "auction.ceiling": 80}, "auction.floor"),
        ("coinche-house", {"auction.modes": "stars"}, "auction.modes"),
    ]
    for nth in range(1000):
        rules, changes, field = wrong[nth % len(wrong)]
        settings = Settings(rules, changes)
        refused = await host.refused(Create, settings=settings, key=f"table number {nth}")
        assert refused.code is RefusalCode.BAD_RULES
        assert refused.params["field"] == field

    assert house.log.calls == []
    await house.create(host)


async def test_no_table_is_made_by_a_server_that_stops(house: House) -> None:
    """A server that is about to stop refuses new tables and keeps the old ones."""
    callers = await house.table()
    house.rooms.accepting = False
    refused = await house.guest().refused(Create, settings=COINCHE, key="the table")

    assert refused.code is RefusalCode.NOT_NOW
    await callers[0].done(Ready)


@pytest.mark.parametrize("fault", [Fault.UNDONE, Fault.UNANSWERED])
@pytest.mark.parametrize("call", range(5))
async def test_a_table_is_made_in_spite_of_the_store(house: House, call: int, fault: Fault) -> None:
    """Whichever step of the making fails, it is refused or done, and asking again makes it."""
    house.log.plan.extend([Fault.NONE] * call + [fault])
    host = house.guest()
    answer = await host.ask(Create, settings=COINCHE, key="the table")
    if isinstance(answer, Refused):
        assert answer.code is RefusalCode.PAUSED
        assert len(house.rooms) == 0
    await house.create(host)

    assert len(house.rooms) == 1
    assert len(await house.store.read(house.runner.room.room_id)) == 1
    await host.done(Sit, seat=Seat.SOUTH)


async def test_a_table_that_is_over_is_not_made_again(house: House) -> None:
    """Asking anew for a table whose match was played and kept leads nowhere, and is answered."""
    callers = await house.match()
    name = callers[0].room["id"]
    for caller in callers:
        caller.hang_up()
    house.clock.advance(48 * 3600)
    house.rooms.expire_idle()
    await so(lambda: not house.rooms._tasks)
    again = callers[0].again()
    again.connect()
    refused = await again.refused(Create, settings=COINCHE, key="the table")

    assert refused.code is RefusalCode.NO_SUCH_ROOM
    await so(lambda: not house.rooms._tasks)
    assert await house.store.open_rooms() == []
    assert len(await house.store.read(name)) > 1


async def test_a_table_that_is_damaged_is_not_made(house: House, logs: list[EventDict]) -> None:
    """Where the store holds rubbish under a table's name, making it is refused as our fault."""
    host = house.guest()
    await house.create(host)
    name = host.room["id"]
    await house.kill()
    await house.store.drop(name)
    await house.store.commit(entry(await own(house.store, name), 0, b"rubbish", room=name))
    house.rooms = house._rooms()
    again = host.again()
    again.connect()
    refused = await again.refused(Create, settings=COINCHE, key="the table")

    assert refused.code is RefusalCode.INTERNAL
    await so(lambda: any(said["event"] == "a task failed" for said in logs))
    logs.clear()


async def test_a_table_that_somebody_else_holds_is_not_made(house: House) -> None:
    """Where another node has the table, making it is refused for now."""
    host = house.guest()
    await house.create(host)
    name = host.room["id"]
    other = House(node="south", store=house.store, clock=house.clock)
    there = other.caller(host.name, token=host.token)
    there.connect()

    refused = await there.refused(Create, settings=COINCHE, key="the table")
    assert refused.code is RefusalCode.PAUSED
    assert house.runner.room.room_id == name


async def test_whoever_hung_up_is_not_entered(house: House) -> None:
    """A table whose maker is gone by the time it is made waits for somebody to come."""
    house.log.commit_plan.append(Fault.STALLED)
    host = house.guest()
    host.post(Create, settings=COINCHE, key="the table")
    await house.log.stalled.wait()
    host.hang_up()
    house.log.go_on.set()
    await so(lambda: len(house.rooms))

    assert len(house.runner.audience) == 0
    assert house.runner.idle_since == house.clock.now()


async def test_codes_lead_to_one_table(house: House) -> None:
    """A code that is taken is not given out again, even if chance says it once more."""
    said = iter([b"aaaaa", b"bbbbb", b"aaaaa", b"bbbbb", b"ccccc", b"ddddd"])
    random = house.chance.draw
    house.chance = Chance(lambda size: next(said) if size == 5 else random(size))
    house.rooms = house._rooms()
    one, other = house.guest(), house.guest()
    await house.create(one)
    await house.create(other)

    codes = [caller.room[kind] for caller in (one, other) for kind in ("sit", "watch")]
    assert len(set(codes)) == 4
