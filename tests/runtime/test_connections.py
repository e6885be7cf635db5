"""Who a connection is, which of them counts, and what others see of it."""

from random import Random

import pytest

from belote_protocol.commands import Join, Leave, Ready, Say, Sit
from belote_protocol.happenings import TimedOut
from belote_protocol.updates import Happened, Ok, Presence, Refused, Snapshot, Watching
from belote_protocol.vocab import Phrase, RefusalCode, Seat
from tests.helpers.faulty_log import Fault
from tests.helpers.house import House, act, on_turn, play, so
from tests.helpers.members import Caller


def presences(caller: Caller) -> list[Presence]:
    """Return what *caller* was told of who is there."""
    return [update for update in caller.updates if isinstance(update, Presence)]


# --- who somebody is ------------------------------------------------------------------------------


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


# --- what others see ------------------------------------------------------------------------------


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
        assert callers[0].room["watchers"] == 1
        tab.hang_up()
    tabs[1].hang_up()

    assert "watchers" not in callers[0].room


async def test_t22_no_ghosts_watch(house: House) -> None:
    """When all who watch are gone nobody is said to watch."""
    callers = await house.match()
    code = callers[0].room["watch"]
    watchers = [house.guest(code) for _ in range(50)]
    assert callers[0].room["watchers"] == 50
    for nth, watcher in enumerate(watchers):
        if nth % 3:
            watcher.hang_up()
        else:
            await watcher.done(Leave)

    assert all("watchers" not in caller.room for caller in callers)
    counts = [update.count for update in callers[0].updates if isinstance(update, Watching)]
    assert counts[-100:] == [*range(1, 51), *reversed(range(50))]


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


# --- who gets a seat ------------------------------------------------------------------------------


async def test_t34_five_hundred_want_a_seat(house: House) -> None:
    """Of five hundred who join and sit down at once four have a seat, and all have an answer."""
    host = house.guest()
    await house.create(host)
    code = host.room["sit"]
    many = house.crowd(500, code)
    for nth, caller in enumerate(many):
        caller.post(Sit, seat=list(Seat)[nth % 4])
    for caller in many:
        await caller.until(lambda caller=caller: caller.answers)  # type: ignore[misc]

    seated = [caller for caller in many if isinstance(caller.answers[0], Ok)]
    assert [place.person and place.person.key for place in house.runner.room.places] == [
        caller.key for caller in seated
    ]
    codes = [getattr(caller.answers[0], "code", None) for caller in many]
    assert codes.count(RefusalCode.SEAT_TAKEN) == 496
    assert all(len(caller.answers) == 1 for caller in many)


async def test_t35_two_want_one_seat(house: House) -> None:
    """Of two who take the last seat at once one sits, and the other holds nothing."""
    callers = await house.table()
    await callers[3].done(Leave)
    code = callers[0].room["sit"]
    one, other = house.guest(code), house.guest(code)
    for caller in (one, other):
        caller.post(Sit, seat=Seat.EAST)
    for caller in (one, other):
        await caller.until(lambda caller=caller: caller.answers)  # type: ignore[misc]

    assert isinstance(one.answers[0], Ok)
    assert isinstance(other.answers[0], Refused)
    assert other.seat is None
    back = other.again()
    back.connect(code)
    assert back.seat is None
    assert (await back.refused(Ready)).code is RefusalCode.NOT_SEATED


async def test_t33_hammering_two_connections(house: House) -> None:
    """Whoever sits, leaves and comes back over two connections has never more than one seat."""
    callers = await house.table()
    code = callers[0].room["sit"]
    rng, caller = Random(8), callers[1]
    spare = caller.again()
    for _ in range(300):
        for each in (caller, spare):
            if each.closed is not None:
                each = each.again()
            if rng.random() < 0.3:
                each.connect(code)
            if each.closed is None and each.updates:
                seat = rng.choice(list(Seat))
                if rng.random() < 0.5:
                    each.post(Sit, seat=seat)
                else:
                    each.post(rng.choice([Leave, Ready]))
        people = [place.person for place in house.runner.room.places if place.person]
        assert len({person.key for person in people}) == len(people)
        caller = caller.again() if caller.closed is not None else caller
        spare = spare.again() if spare.closed is not None else spare
        await callers[0].done(Say, phrase=Phrase.HELLO)


# --- clocks ---------------------------------------------------------------------------------------


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
