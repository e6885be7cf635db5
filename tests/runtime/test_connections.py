"""Who a connection is, and which of them counts."""

from random import Random

import pytest

from belote_protocol.commands import Join, Ready, Say, Sit
from belote_protocol.updates import Presence, Snapshot
from belote_protocol.vocab import Phrase, RefusalCode, Seat
from tests.helpers.faulty_log import Fault
from tests.helpers.house import House, on_turn
from tests.helpers.members import Caller


async def try_what_was_broadcast(house: House, callers: list[Caller]) -> None:
    """Use every id, name and number that others are sent as a token, and as a code."""
    watcher = house.guest(callers[0].room["watch"])
    room = watcher.room
    broadcast = [
        room["id"],
        room["host"],
        *(seat["person"][name] for seat in room["seats"] for name in ("id", "name")),
        room["match"]["id"],
        room["match"]["commitment"],
        watcher.table.term if watcher.table is not None else "",
    ]
    for said in broadcast:
        assert house.caller().connect(said).snapshot is None
        impostor = house.caller("West", token=said)
        impostor.connect(room["watch"])
        assert impostor.seat is None
        assert (await impostor.refused(Ready)).code is RefusalCode.NOT_SEATED


async def test_t1_nothing_that_was_broadcast_opens_anything(house: House) -> None:
    """What everybody is sent leads to no table and is nobody's token."""
    callers = await house.match()
    await try_what_was_broadcast(house, callers)

    assert callers[1].closed is None


async def test_t3_nothing_that_was_broadcast_takes_a_dropped_seat(house: House) -> None:
    """It is no different while the one whose seat it is has lost its connection."""
    callers = await house.match()
    code = callers[1].room["sit"]
    callers[1].hang_up()
    await try_what_was_broadcast(house, callers)
    back = callers[1].again()
    back.connect(code)

    assert back.seat is Seat.WEST


@pytest.mark.parametrize("present", [True, False])
async def test_t2_a_name_is_no_claim(house: House, present: bool) -> None:
    """Somebody with the same name as a sitter is somebody else, connected or not."""
    callers = await house.match()
    if not present:
        callers[1].hang_up()
    namesake = house.guest(callers[0].room["sit"], name="West")

    assert namesake.seat is None
    assert (await namesake.refused(Sit, seat=Seat.WEST)).code is RefusalCode.NOT_NOW
    assert (await namesake.refused(Ready)).code is RefusalCode.NOT_SEATED
    if present:
        assert callers[1].closed is None


# --- which connection counts ----------------------------------------------------------------------


async def test_t6_a_new_connection_has_the_seat_at_once(house: House) -> None:
    """A dead connection nobody has noticed yet is closed with 4001, and its person plays on."""
    callers = await house.match()
    ghost = on_turn(callers)
    live = ghost.again()
    live.connect(ghost.room["sit"])

    assert ghost.closed is not None
    assert (ghost.closed[0], ghost.closed[1].reason) == (4001, "replaced")
    assert live.my_turn
    kind, fields = live.move(Random(1))
    await live.done(kind, **fields)


async def test_t108_the_one_that_was_replaced_is_quiet(house: House) -> None:
    """The older connection is told once, hears no more, and what it still says is refused."""
    callers = await house.match()
    old = on_turn(callers)
    kind, fields = old.move(Random(1))
    new = old.again()
    new.connect(old.room["sit"])
    heard = len(old.updates)
    old.closed = None  # what it said before it noticed
    refused = await old.refused(kind, **fields)

    assert refused.code is RefusalCode.NOT_IN_ROOM
    assert len(old.updates) == heard + 1
    await new.done(kind, **fields)


async def test_sitting_down_makes_a_connection_the_only_one(house: House) -> None:
    """Of several tabs that watch, the one that takes a seat replaces the others."""
    host = house.guest()
    await house.create(host)
    code = host.room["sit"]
    tabs = [house.guest(code, name="Tabs")]
    for _ in range(2):
        tabs.append(tabs[0].again())
        tabs[-1].connect(code)
    assert [tab.closed for tab in tabs] == [None] * 3
    await tabs[1].done(Sit, seat=Seat.WEST)

    assert [tab.closed and tab.closed[0] for tab in tabs] == [4001, None, 4001]
    assert tabs[1].seat is Seat.WEST


async def test_a_seat_taken_by_a_dead_connection_is_the_live_ones(house: House) -> None:
    """A seat asked for just before a connection was lost is found by the one that came after it."""
    host = house.guest()
    await house.create(host)
    code = host.room["sit"]
    dead = house.guest(code, name="West")
    house.log.commit_plan.append(Fault.STALLED)
    dead.post(Sit, seat=Seat.WEST)
    await house.log.stalled.wait()
    dead.hang_up()
    tabs = [dead.again(), dead.again()]
    for tab in tabs:
        tab.connect(code)
    house.log.go_on.set()
    await tabs[1].until(lambda: tabs[1].seat)

    assert [tab.closed and tab.closed[0] for tab in tabs] == [4001, None]
    await tabs[1].done(Ready)


async def test_t5_a_thousand_reconnects(house: House) -> None:
    """Closing and opening again at once is the same seat every time, noticed or not."""
    callers = await house.match()
    caller, code = callers[1], callers[1].room["sit"]
    deadline = caller.room["turn"]["deadline"]
    for nth in range(1000):
        if nth % 2:
            caller.hang_up()
        caller = caller.again()
        welcome = caller.connect(code)
        assert welcome.refused is None
        assert caller.seat is Seat.WEST
        if nth % 100 == 0:
            await caller.done(Say, phrase=Phrase.HELLO)

    assert caller.room["turn"]["deadline"] == deadline  # T68
    assert len(house.runner.audience) == 4


async def test_t12_joining_again_shows_the_whole_table(house: House) -> None:
    """Whoever joins the table it is at is answered, shown everything, and nobody else notices."""
    callers = await house.match()
    others = [len(caller.updates) for caller in callers]
    before = len(callers[1].updates)
    answer = await callers[1].done(Join, code=callers[1].room["sit"])
    await callers[1].done(Say, phrase=Phrase.HELLO)

    told = callers[1].updates[before:]
    assert told[0] == answer
    assert isinstance(told[1], Snapshot)
    assert told[1].room.seat is Seat.WEST
    assert answer.last_cmd > 0
    for caller, heard in zip(callers, others, strict=True):
        assert not any(isinstance(update, Presence) for update in caller.updates[heard:])
