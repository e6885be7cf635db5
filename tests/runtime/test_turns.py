"""When turns end for the people who sit there, and what waits for whom."""

from random import Random

from belote_protocol.commands import Ready, Say
from belote_protocol.happenings import TimedOut
from belote_protocol.updates import Happened
from belote_protocol.vocab import Phrase, Seat
from tests.helpers.house import House, on_turn, play, so


async def test_t63_what_came_in_time_is_not_lost_on_time(house: House) -> None:
    """A frame under way at the deadline still counts, and no time-out follows for that turn."""
    callers = await house.match(turn=10)
    caller = on_turn(callers)
    kind, fields = caller.move(Random(1), passing=0)
    house.clock.advance(10.2)
    await caller.done(kind, **fields)
    house.clock.advance(0.2)
    await callers[0].done(Say, phrase=Phrase.HELLO)

    calls = callers[0].room["match"]["deal"]["calls"]
    assert len(calls) == 1
    assert calls[0][1] == fields["call"]


async def test_t62_a_time_out_is_for_the_seat_on_turn(house: House) -> None:
    """Each time-out plays for the seat whose turn it is, and is told by name."""
    callers = await house.match(turn=10)
    first = on_turn(callers).seat
    assert first is not None
    order = [first, first.next, first.partner, first.next.partner]
    for nth in range(4):
        house.clock.advance(10.4)
        await so(lambda nth=nth: len(house.runner.room.match.running.auction.calls) == nth + 1)  # type: ignore[misc]

    timed_out = [
        event.seat
        for update in callers[0].updates
        if isinstance(update, Happened)
        for event in update.events
        if isinstance(event, TimedOut)
    ]
    assert timed_out == order


async def test_t60_who_goes_changes_no_clock(house: House) -> None:
    """While others go and come, the turn ends when everybody was told it would."""
    callers = await house.match(turn=10)
    deadline, code = callers[0].room["turn"]["deadline"], callers[0].room["sit"]
    for nth in (1, 2):
        callers[nth].hang_up()
        house.clock.advance(2)
        callers[nth] = callers[nth].again()
        callers[nth].connect(code)
    await callers[0].done(Say, phrase=Phrase.HELLO)

    assert {caller.room["turn"]["deadline"] for caller in callers} == {deadline}
    assert house.clock.pending == [deadline + 0.3]


async def test_a_table_that_everybody_left_waits(house: House) -> None:
    """Nobody loses a turn at a table where nobody is; who comes first has time to look at it."""
    callers = await house.match(turn=10)
    code = callers[0].room["sit"]
    for caller in callers:
        caller.hang_up()
    await so(lambda: house.clock.pending == [])
    house.clock.advance(500)
    back = callers[2].again()
    back.connect(code)
    await back.done(Say, phrase=Phrase.HELLO)

    assert back.room["turn"]["deadline"] == house.clock.now() + 10
    assert "calls" not in back.room["match"]["deal"]


async def test_t32_a_match_waits_for_all_four(house: House) -> None:
    """A match that is due starts when the last of the four is back, though nobody asks again."""
    callers = await house.table()
    for caller in callers[:3]:
        await caller.done(Ready)
    code = callers[0].room["sit"]
    callers[3].post(Ready)
    callers[1].hang_up()  # before chance has spoken
    await callers[0].done(Say, phrase=Phrase.HELLO)
    await callers[0].done(Say, phrase=Phrase.HELLO)
    assert callers[0].phase == "unstarted"
    back = callers[1].again()
    back.connect(code)
    await house.dealt([callers[0], back])

    assert back.phase == "auction"


async def test_t14_grace(house: House) -> None:
    """Somebody who is away for long finds its seat, its cards and nobody in its place."""
    callers = await house.match(turn=10, changes={"match.target": 10_000})
    code = callers[2].room["sit"]
    callers[2].hang_up()
    others = [callers[0], callers[1], callers[3]]
    for _ in range(40):
        house.clock.advance(10.4)
        await others[0].done(Say, phrase=Phrase.HELLO)
    back = callers[2].again()
    back.connect(code)

    assert back.seat is Seat.NORTH
    assert None not in back.room["match"]["deal"]["hands"][2]
    await play([others[0], others[1], back, others[2]], Random(3), lambda: True)
