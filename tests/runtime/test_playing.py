"""Whole matches, as everybody at the table hears them."""

from random import Random
from typing import Any

import pytest

from belote_protocol.commands import Join, Leave, Next, Rematch, Sit, Surrender
from belote_protocol.updates import Happened, Left, Presence, Snapshot, Watching
from belote_protocol.vocab import Seat
from tests.helpers.house import House, act, never, on_turn, play, so


@pytest.mark.parametrize(
    ("rules", "changes"),
    [
        ("classic-house", {"match.target": 400}),
        ("classic-official", {"match.deals": 2}),
        ("coinche-house", {"match.deals": 3}),
        ("coinche-official", {}),
    ],
)
async def test_whole_matches(house: House, rules: str, changes: dict[str, Any]) -> None:
    """Four people play to the end, and they and those who watch know all that is so throughout."""
    callers = await house.match(rules=rules, changes=changes)
    code = callers[0].room["watch"]
    rng = Random(7)

    def looked() -> bool:
        house.check()
        if rng.random() < 0.05:
            house.guest(code)
        return False

    await play(callers, rng, looked)

    assert {caller.phase for caller in house.callers} == {"ended"}
    assert house.runner.room.match.ended is not None


async def test_t36_everybody_knows_whose_turn_it_is(house: House) -> None:
    """At every version all clients derive the same turn from the same number."""
    callers = await house.match(changes={"match.deals": 1})
    house.guest(callers[0].room["watch"])

    def agreed() -> bool:
        tables = [caller.table for caller in house.callers if caller.table is not None]
        assert len(tables) == 5
        assert len({table.v for table in tables}) == 1
        assert len({table.room["turn"].get("seat") for table in tables}) == 1
        assert len({table.room["turn"].get("deadline") for table in tables}) == 1
        if tables[0].room["turn"]:
            waiting = [caller for caller in callers if caller.my_turn]
            assert len(waiting) == ("seat" in tables[0].room["turn"])
        return False

    await play(callers, Random(1), agreed)


async def test_t78_who_joins_misses_nothing(house: House) -> None:
    """Whoever comes in the middle of a trick gets a snapshot, then each version after it."""
    callers = await house.match()
    rng = Random(2)
    while len(callers[0].room["match"]["deal"].get("trick", [])) != 2:
        await act(callers, rng, passing=0.3)
    watcher = house.guest(callers[0].room["watch"])
    assert watcher.table is not None
    v = watcher.table.v
    assert len(watcher.room["match"]["deal"]["trick"]) == 2
    for _ in range(9):
        await act(callers, rng)

    heard = [update.v for update in watcher.updates if isinstance(update, Happened)]
    assert heard == [*range(v + 1, v + 10)]


async def test_t8_nothing_comes_before_the_table(house: House) -> None:
    """Whoever enters is shown the table before it hears of anything, its own coming included."""
    callers = await house.match()
    code = callers[0].room["watch"]
    welcomed = house.guest(code)
    joined = house.guest()
    await joined.done(Join, code=code)

    assert [type(update).__name__ for update in welcomed.updates[:1]] == ["Welcome"]
    assert [type(update).__name__ for update in joined.updates[:3]] == ["Welcome", "Ok", "Snapshot"]
    await so(lambda: Watching(2) in welcomed.updates)


async def test_a_new_seat_is_a_new_table(house: House) -> None:
    """Who sits down is shown the table from there, in the place of what happened."""
    host = house.guest()
    await house.create(host)
    watcher = house.guest(host.room["sit"])
    before = len(watcher.updates)
    await watcher.done(Sit, seat=Seat.NORTH)
    await watcher.hears(Snapshot, before)

    assert watcher.seat is Seat.NORTH
    told = [type(update).__name__ for update in watcher.updates[before:]]
    assert told[:2] == ["Ok", "Snapshot"]
    await so(lambda: isinstance(host.updates[-1], Watching))
    assert any(isinstance(update, Happened) for update in host.updates)


async def test_t42_who_watches_sees_no_hand(house: House) -> None:
    """A watcher is shown four hidden hands, and each seat its own alone."""
    callers = await house.match()
    watcher = house.guest(callers[0].room["watch"])
    for caller in (*callers, watcher):
        hands = caller.room["match"]["deal"]["hands"]
        for seat, hand in zip("SWNE", hands, strict=True):
            assert (None in hand) == (caller.room.get("seat") != seat)


async def test_t49_a_second_connection_shows_no_more(house: House) -> None:
    """Whoever sits sees what its seat sees, by whatever code it comes in again."""
    callers = await house.match()
    watching = callers[1].again()
    watching.connect(callers[0].room["watch"])

    assert watching.seat is Seat.WEST
    assert (
        watching.room["match"]["deal"]["hands"][1] == callers[1].room["match"]["deal"]["hands"][1]
    )
    assert callers[1].closed is not None


async def test_a_match_given_up(house: House) -> None:
    """Partners who give up end the match for everybody, and the cards are shown."""
    callers = await house.match()
    await callers[1].done(Surrender)
    await callers[3].done(Surrender)

    assert {caller.phase for caller in callers} == {"ended"}
    match = callers[0].room["match"]
    assert match["ended"] == {"winner": "NS", "reason": "surrender"}
    assert len(match["revealed"]["deck"]) == 32


async def test_t11_the_result_is_there_after_a_refresh(house: House) -> None:
    """For ten minutes after a match everybody finds its result, and who wants another one."""
    callers = await house.match(changes={"match.deals": 1})
    await play(callers, Random(3), never)
    await callers[2].done(Rematch)
    expected = callers[0].room["match"]
    code = callers[0].room["sit"]
    for caller in callers:
        caller.hang_up()
    house.clock.advance(599)
    house.rooms.expire_idle()
    again = [caller.again() for caller in callers]
    for caller in again:
        caller.connect(code)

    for caller in again:
        assert caller.room["match"] == expected
        assert [seat.get("ready", False) for seat in caller.room["seats"]] == [0, 0, 1, 0]
    for caller in (again[0], again[1], again[3]):
        await caller.done(Rematch)
    await house.dealt(again)
    assert again[0].phase == "auction"
    assert again[0].room["match"]["id"] != expected["id"]


async def test_leaving(house: House) -> None:
    """Who leaves in a match hears no more of it and keeps its seat, to which it may come back."""
    callers = await house.match()
    leaver = callers[2]
    code = leaver.room["sit"]
    await leaver.done(Leave)
    assert (await leaver.hears(Left)).reason == "left"
    assert leaver.table is None
    notice = await callers[0].hears(Presence)
    assert (notice.seat, notice.online) == (Seat.NORTH, False)
    leaver.connect(code)

    assert leaver.seat is Seat.NORTH
    assert "online" in leaver.room["seats"][2]


async def test_the_pause_ends_by_itself(house: House) -> None:
    """When the pause is over the next deal comes, asked for or not."""
    callers = await house.match(changes={"match.target": 10_000}, pause=12)
    await play(callers, Random(4), lambda: callers[0].phase == "dealing")
    await callers[1].done(Next, deal=1)
    house.clock.advance(11.9)
    await callers[2].done(Next, deal=1)
    assert callers[0].phase == "dealing"
    house.clock.advance(0.2)
    await house.dealt(callers)

    assert callers[0].room["match"]["deal"]["number"] == 2
    assert on_turn(callers).seat is not None
