"""Those who look for others: who sits down with whom, and who never does."""

import asyncio
from typing import Any

import pytest
from structlog.typing import EventDict

from belote_protocol.commands import Join, Leave, Ready, Seek, Unseek
from belote_protocol.updates import Matched, Seeking, Snapshot
from belote_protocol.vocab import Pace, RefusalCode, Seat
from belote_server.runtime.admission import Admission
from belote_server.runtime.lobby import Rhythm
from tests.helpers.faulty_log import Fault
from tests.helpers.house import House, so
from tests.helpers.members import Caller

HOUSE = ("coinche-house",)


async def seeker(house: House, rules: tuple[str, ...] = HOUSE, **wish: Any) -> Caller:
    """Return a new person who looks for others."""
    caller = house.guest()
    await caller.done(Seek, rules=rules, **wish)
    return caller


async def seekers(house: House, count: int, **wish: Any) -> list[Caller]:
    """Return so many people who look for others, in the order in which they came."""
    found = []
    for _ in range(count):
        house.clock.advance(0.01)
        found.append(await seeker(house, **wish))
    return found


async def met(house: House, *callers: Caller) -> None:
    """Let people be brought together, and wait until these sit at a table."""
    house.rooms.lobby.turn()
    await asyncio.gather(*(caller.hears(Matched) for caller in callers))


def is_matched(caller: Caller) -> bool:
    """Return whether *caller* was told of a table."""
    return any(isinstance(update, Matched) for update in caller.updates)


def standing(caller: Caller) -> list[Seeking]:
    """Return how *caller* was told its search stands, in order."""
    return [update for update in caller.updates if isinstance(update, Seeking)]


async def settled(house: House) -> None:
    """Wait until whatever is being made is made, or given up."""
    await so(lambda: len(house.rooms._tasks) == len(house.rooms.runners()))


async def test_four_play(house: House) -> None:
    """Four who want the same sit at a private table together, and the match begins by itself."""
    callers = await seekers(house, 4, pace=Pace.FAST)
    await met(house, *callers)
    await house.dealt(callers)

    room = house.runner.room
    assert {caller.seat for caller in callers} == set(Seat)
    assert (room.settings.rules, room.settings.turn) == ("coinche-house", 15)
    assert not room.settings.public
    assert room.host.key == callers[0].key
    for caller in callers:
        told = await caller.hears(Matched)
        at = caller.updates.index(told)
        assert isinstance(caller.updates[at + 1], Snapshot)
        assert (told.code, told.last_cmd) == (room.sit, 0)
        assert standing(caller)[-1].on


async def test_the_table_is_stored_whole(house: House) -> None:
    """The first entry of the table has all four in their seats: nobody is told of less."""
    callers = await seekers(house, 4)
    await met(house, *callers)

    first = (await house.batches())[0]
    names = [type(event).__name__ for event in first.events]
    assert names == ["Opened", *["Seated"] * 4, *["ReadySet"] * 4]


async def test_partners_are_drawn_by_lot() -> None:
    """Who sits where is drawn, and is not the order in which people came."""
    found = set()
    for seed in range(8):
        house = House(seed=seed)
        callers = await seekers(house, 4)
        await met(house, *callers)
        found.add(tuple(caller.seat for caller in callers))
        await house.rooms.stop()

    assert len(found) > 4


async def test_how_it_stands(house: House) -> None:
    """Whoever looks is told since when, and how many people look for what it would play."""
    first = await seeker(house)
    began = house.clock.now()
    assert standing(first) == [Seeking(True, 1, began)]
    await seekers(house, 2)
    await seeker(house, ("classic-house",))
    house.rooms.lobby.turn()
    assert len(standing(first)) == 1  # a second has not passed
    house.clock.advance(1.0)
    house.rooms.lobby.turn()
    house.clock.advance(1.0)
    house.rooms.lobby.turn()

    assert standing(first)[1:] == [Seeking(True, 3, began)]


async def test_t30_two_tabs_are_one_person(house: House) -> None:
    """A person who looks in a second tab gives up the first, and ends at one table."""
    first, *others = await seekers(house, 3)
    second = first.again()
    second.connect()
    await second.done(Seek, rules=HOUSE)
    house.rooms.lobby.turn()
    await settled(house)
    assert not len(house.rooms)  # three people
    assert standing(first)[-1] == Seeking(on=False)

    others.append(await seeker(house))
    await met(house, second, *others)
    assert not is_matched(first)
    await first.done(Unseek)
    assert len(house.rooms) == 1


async def test_t30_whoever_enters_a_table_looks_no_more(house: House) -> None:
    """Who looks in one tab and enters a table in another ends at that table alone."""
    host = house.guest()
    await house.create(host)
    callers = await seekers(house, 4)
    tab = callers[0].again()
    tab.connect()
    await tab.done(Join, code=host.room["sit"])
    house.rooms.lobby.turn()
    await settled(house)

    assert len(house.rooms) == 1
    assert standing(callers[0])[-1] == Seeking(on=False)
    assert not any(is_matched(caller) for caller in callers)


async def test_whoever_is_at_a_table_cannot_look(house: House) -> None:
    """Neither from the table, nor from another tab while one sits there; after leaving one can."""
    callers = await house.table()
    assert (await callers[0].refused(Seek, rules=HOUSE)).code is RefusalCode.AT_TABLE
    tab = callers[0].again()
    tab.connect()
    assert (await tab.refused(Seek, rules=HOUSE)).code is RefusalCode.AT_TABLE

    await callers[0].done(Leave)
    await tab.done(Seek, rules=HOUSE)


async def test_unknown_rules(house: House) -> None:
    """Only rule sets that exist can be looked for."""
    caller = house.guest()
    refused = await caller.refused(Seek, rules=("coinche-house", "tarot"))

    assert refused.code is RefusalCode.BAD_RULES
    assert refused.params["field"] == "name"


async def test_whoever_looks_no_more(house: House) -> None:
    """Who gives up is told so, and is seated nowhere."""
    callers = await seekers(house, 4)
    await callers[1].done(Unseek)
    house.rooms.lobby.turn()
    await settled(house)

    assert standing(callers[1])[-1] == Seeking(on=False)
    assert not len(house.rooms)


async def test_t31_whoever_is_gone_is_not_seated(house: House) -> None:
    """Of five the one whose line broke is left out, though it came first."""
    callers = await seekers(house, 5)
    callers[0].hang_up()
    await met(house, *callers[1:])

    keys = {place.person.key for place in house.runner.room.places if place.person}
    assert keys == {caller.key for caller in callers[1:]}


@pytest.mark.parametrize("leaves", ["hangs up", "looks no more", "looks again", "enters a table"])
async def test_t31_gone_while_the_table_is_made(house: House, leaves: str) -> None:
    """Who is gone by the time the table is stored is seated nowhere; the others wait on."""
    host = house.guest()
    await house.create(host)
    one, *others = await seekers(house, 4)
    since = [standing(caller)[0].since for caller in others]
    house.rooms.lobby.turn()  # and while their table is being stored
    if leaves == "hangs up":
        one.hang_up()
    elif leaves == "looks no more":
        await one.done(Unseek)
    elif leaves == "looks again":
        await one.done(Seek, rules=("classic-house",))
    else:
        one.post(Join, code=host.room["sit"])
    await settled(house)

    assert not any(is_matched(caller) for caller in (one, *others))
    await so(lambda: len(house.rooms) == 1)  # the host's

    late = await seeker(house)
    await met(house, late, *others)
    assert [standing(caller)[-1].since for caller in others] == since
    assert not is_matched(one)


async def test_t32_a_silent_connection_is_not_trusted() -> None:
    """A connection that has missed its heartbeat is passed over until it is heard again."""
    house = House(rhythm=Rhythm(heartbeat=25.0))
    callers = await seekers(house, 4)
    for caller in callers:
        caller.last_sign = house.clock.now()
    callers[2].last_sign -= 25.1
    house.rooms.lobby.turn()
    await settled(house)
    assert not len(house.rooms)

    callers[2].last_sign = house.clock.now()
    await met(house, *callers)
    await house.rooms.stop()


async def test_t82_four_meet_at_the_next_look(house: House) -> None:
    """Many who want all kinds of things meet at once, and the rest once they will take others'."""
    wishes = [("coinche-house",), ("coinche-official",), ("classic-house", "classic-official")]
    callers = [
        await seeker(house, rules, pace=pace) for rules in wishes for pace in Pace for _ in range(5)
    ]
    house.rooms.lobby.turn()
    await so(lambda: len(house.rooms) == 9)
    house.clock.advance(16.0)
    house.rooms.lobby.turn()
    await so(lambda: len(house.rooms) == 9 + 1)

    await so(lambda: sum(map(is_matched, callers)) == 40)


async def test_a_silent_store_costs_nobody_its_place(house: House, logs: list[EventDict]) -> None:
    """Where no table can be stored, people wait on, and play once one can be."""
    callers = await seekers(house, 4)
    house.log.plan.append(Fault.UNDONE)
    house.rooms.lobby.turn()
    await so(lambda: not house.rooms._tasks)
    assert not any(is_matched(caller) for caller in callers)
    assert [each["event"] for each in logs] == ["a quick match could not be made"]
    house.rooms.lobby.turn()
    assert not house.rooms._tasks  # not at once

    house.clock.advance(1.0)
    await met(house, *callers)


async def test_a_full_server_makes_no_tables(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the server takes no more tables, people wait."""
    callers = await seekers(house, 4)
    with monkeypatch.context() as patched:
        patched.setattr(Admission, "crowded", lambda self: RefusalCode.OVERLOADED)
        house.rooms.lobby.turn()
        assert not house.rooms._tasks

    await met(house, *callers)


async def test_a_server_that_stops(house: House) -> None:
    """Who looks when the server stops is told that nobody will come, and nobody is matched."""
    callers = await seekers(house, 4)
    await house.rooms.stop()
    house.rooms.lobby.turn()

    assert [standing(caller)[-1] for caller in callers] == [Seeking(on=True)] * 4
    assert (await callers[0].refused(Seek, rules=HOUSE)).code is RefusalCode.NOT_NOW
    assert not any(is_matched(caller) for caller in callers)


async def test_coming_back_with_the_code(house: House) -> None:
    """Whoever was matched comes back to its seat with the code it was told."""
    callers = await seekers(house, 4)
    await met(house, *callers)
    await house.dealt(callers)
    code = (await callers[0].hears(Matched)).code
    callers[0].hang_up()
    back = callers[0].again()
    welcome = back.connect(code)

    assert welcome.snapshot is not None
    assert back.seat == callers[0].seat


async def test_a_line_that_broke_before_one_heard(house: House) -> None:
    """Whoever never heard of its table is shown it when it comes back, code or no code."""
    callers = await seekers(house, 4)
    await met(house, *callers)
    callers[0].hang_up()
    back = callers[0].again()
    welcome = back.connect()
    assert welcome.snapshot is not None
    assert welcome.snapshot.room.seat is callers[0].seat

    callers[1].last_sign = house.clock.now() - 1  # its socket is dead, and nobody knows
    half_open = callers[1].again()
    half_open.connect()
    assert half_open.seat is callers[1].seat
    await so(lambda: callers[1].closed)

    tab = callers[2].again()  # while the tab that was told lives
    assert tab.connect().snapshot is None


async def test_whoever_has_heard_is_left_alone(house: House) -> None:
    """Once a person has acted at the table, a connection without a code goes nowhere."""
    callers = await seekers(house, 4)
    await met(house, *callers)
    await house.dealt(callers)
    await callers[0].refused(Ready)
    callers[0].hang_up()

    assert callers[0].again().connect().snapshot is None


async def test_the_number_of_those_who_look(house: House) -> None:
    """Those who browse are told how many look for others."""
    await seekers(house, 3)
    house.rooms.lobby.turn()

    assert house.rooms.lobby._browsing.board.seeking == 3
