"""What is seen of who comes and goes."""

from random import Random

import pytest

from belote_protocol.commands import Leave, Ready, Say, Sit
from belote_protocol.updates import Happened, Presence, Watching
from belote_protocol.vocab import Phrase, Seat
from tests.helpers.house import House, act, so
from tests.helpers.members import Caller


def presences(caller: Caller) -> list[Presence]:
    """Return what *caller* was told of who is there."""
    return [update for update in caller.updates if isinstance(update, Presence)]


async def test_t13_each_change_is_told_once(house: House) -> None:
    """Each seat that is taken, changed or left is one event for each who hears."""
    host = house.guest()
    await house.create(host)
    code = host.room["sit"]
    watcher = house.guest(host.room["watch"])
    others = [house.guest(code) for _ in range(3)]
    before = len(watcher.updates)
    for caller, seat in zip(others, "WNE", strict=True):
        await caller.done(Sit, seat=seat)
    await others[0].done(Sit, seat="S")
    await others[1].done(Leave)
    await host.done(Say, phrase=Phrase.HELLO)

    told = [
        type(event).__name__
        for update in watcher.updates[before:]
        if isinstance(update, Happened)
        for event in update.events
    ]
    assert told == ["Seated"] * 4 + ["Stood"]


@pytest.mark.parametrize("noticed", [True, False])
async def test_t16_presence_is_what_is_so(house: House, noticed: bool) -> None:
    """Who is back is shown as back: once if it was seen to go, not at all if it was not."""
    callers = await house.match()
    heard = len(presences(callers[0]))
    code = callers[2].room["sit"]
    if noticed:
        callers[2].hang_up()
    back = callers[2].again()
    back.connect(code)
    await back.done(Say, phrase=Phrase.HELLO)
    told = presences(callers[0])[heard:]

    expected = [Presence(Seat.NORTH, False), Presence(Seat.NORTH, True)]
    assert told == (expected if noticed else [])
    for caller in (callers[0], callers[1], callers[3], back):
        assert ["online" in seat for seat in caller.room["seats"]] == [True] * 4


async def test_t17_presence_names_the_right_seat(house: House) -> None:
    """Each going and coming is told with its seat, once, to all the others."""
    callers = await house.match()
    code = callers[0].room["sit"]
    before = len(presences(callers[0]))
    for nth in (1, 2, 3):
        callers[nth].hang_up()
        callers[nth] = callers[nth].again()
        callers[nth].connect(code)
    await callers[0].done(Say, phrase=Phrase.HELLO)

    assert presences(callers[0])[before:] == [
        Presence(seat, online)
        for seat in (Seat.WEST, Seat.NORTH, Seat.EAST)
        for online in (False, True)
    ]


async def test_t122_somebody_is_there_while_one_tab_is(house: House) -> None:
    """Of a watcher's tabs the last one to close is the one that is missed."""
    callers = await house.table()
    code = callers[0].room["watch"]
    tabs = [house.guest(code, name="Tabs")]
    for _ in range(3):
        tabs.append(tabs[0].again())
        tabs[-1].connect(code)
    for tab in (tabs[2], tabs[0], tabs[3]):
        await so(lambda: callers[0].room.get("watchers") == 1)
        tab.hang_up()
        await callers[0].done(Say, phrase=Phrase.HELLO)
    assert callers[0].room["watchers"] == 1
    tabs[1].hang_up()

    await so(lambda: "watchers" not in callers[0].room)


async def test_t22_no_ghosts_watch(house: House) -> None:
    """When all who watch are gone nobody is said to watch."""
    callers = await house.match()
    code = callers[0].room["watch"]
    watchers = [house.guest(code) for _ in range(40)]
    await so(lambda: callers[0].room.get("watchers") == 40)
    for nth, watcher in enumerate(watchers):
        if nth % 3:
            watcher.hang_up()
        else:
            await watcher.done(Leave)

    await so(lambda: all("watchers" not in caller.room for caller in callers))


async def test_a_crowd_that_comes_and_goes_is_told_once(house: House) -> None:
    """Many who come or go together are one notice, so that a crowd does not cost its square."""
    callers = await house.match()
    before = len(callers[0].updates)
    crowd = house.crowd(40, callers[0].room["watch"])
    await so(lambda: callers[0].room.get("watchers") == 40)
    for watcher in crowd:
        watcher.hang_up()
    await so(lambda: "watchers" not in callers[0].room)

    heard = [each for each in callers[0].updates[before:] if isinstance(each, Watching)]
    assert heard == [Watching(40), Watching(0)]


async def test_t52_watchers_leave_no_trace(house: House) -> None:
    """A storm of people who come, talk and go changes no byte of what is stored."""
    quiet = House()
    for server, stormy in ((quiet, False), (house, True)):
        callers = await server.match(changes={"match.deals": 1})
        code, rng = callers[0].room["watch"], Random(5)
        while callers[0].phase in ("auction", "play"):
            await act(callers, rng)
            if stormy:
                watchers = [server.guest(code) for _ in range(3)]
                await watchers[0].ask(Say, phrase=Phrase.WELL_PLAYED)
                await watchers[1].done(Leave)
                await watchers[2].ask(Ready)
                watchers[0].hang_up()
                watchers[2].connect(code)
                watchers[2].hang_up()
    stored = [
        [entry.entry for entry in await server.store.read(server.runner.room.room_id)]
        for server in (quiet, house)
    ]
    await quiet.rooms.stop()

    assert stored[0] == stored[1]
    assert len(stored[0]) > 40
