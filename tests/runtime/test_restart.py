"""Tables outlive the server: the next one goes on where the last one stored."""

from random import Random
from typing import Any

import pytest
from structlog.typing import EventDict

from belote_protocol.commands import Ready, Say, Sit
from belote_protocol.updates import Happened, Ok
from belote_protocol.vocab import Phrase, Seat
from belote_server.runtime.commits import Terms, as_text
from belote_server.storage.log import Ownership
from tests.helpers.faulty_log import Fault
from tests.helpers.house import House, act, never, on_turn, play, so
from tests.helpers.logs import entry
from tests.helpers.members import Caller


async def back(house: House, callers: list[Caller]) -> list[Caller]:
    """Let everybody connect again, with what they knew; return their connections."""
    code = callers[0].room["sit"]
    again = [caller.again() for caller in callers]
    for old, new in zip(callers, again, strict=True):
        assert old.table is not None
        welcome = new.connect(code, old.table.v, old.table.term)
        assert welcome.recovered
        assert new.table is not None
        assert new.table.v == old.table.v
    return again


def without_presence(room: Any) -> Any:
    """Return a table's view without who is there."""
    seats = [
        {name: value for name, value in seat.items() if name != "online"} for seat in room["seats"]
    ]
    return {**room, "seats": seats, "watchers": 0}


@pytest.mark.parametrize("rules", ["classic-house", "coinche-official"])
async def test_t79_every_deal_goes_on(house: House, rules: str) -> None:
    """Killed again and again, a match goes on at the same version each time and comes to its end."""
    callers = await house.match(rules=rules, changes={"match.deals": 2})
    rng = Random(3)
    while callers[0].phase != "ended":
        stop = house.runner.room.v + rng.randrange(1, 12)
        await play(callers, rng, lambda stop=stop: house.runner.room.v >= stop)  # type: ignore[misc]
        known = [without_presence(caller.room) for caller in callers]
        await house.restart()
        callers = await back(house, callers)
        assert [without_presence(caller.room) for caller in callers] == known
        if callers[0].phase == "dealing" and callers[0].room["seats"][0].get("ready"):
            await house.dealt(callers)

    stored = await house.store.read(house.runner.room.room_id)
    assert [each.v for each in stored] == [*range(1, house.runner.room.v + 1)]
    assert len({each.term for each in stored}) > 3


async def test_a_deal_that_was_due_is_dealt_by_the_next_server(house: House) -> None:
    """A server that dies between the last word and the deal leaves the deal to the next one."""
    callers = await house.table()
    for caller in callers[:3]:
        await caller.done(Ready)
    house.log.commit_plan.extend([Fault.NONE, Fault.STALLED])
    await callers[3].done(Ready)
    await house.log.stalled.wait()
    await house.restart()
    callers = await back(house, callers)
    await house.dealt(callers)

    assert callers[0].phase == "auction"


async def test_t56_a_deadline_outlives_the_server(house: House) -> None:
    """A turn ends when it was said to end, by whichever server is there by then."""
    callers = await house.match(turn=30)
    deadline = callers[0].room["turn"]["deadline"]
    house.clock.advance(5)
    await house.restart()
    callers = await back(house, callers)
    await callers[0].done(Say, phrase=Phrase.HELLO)
    assert callers[0].room["turn"]["deadline"] == deadline
    house.clock.advance(25.2)
    await callers[0].done(Say, phrase=Phrase.HELLO)
    assert "calls" not in callers[0].room["match"]["deal"]
    house.clock.advance(0.2)

    await callers[0].until(lambda: callers[0].room["match"]["deal"].get("calls"))


async def test_t69_an_outage_costs_no_turn(house: House) -> None:
    """After an outage that outlasted a turn, the turn has the minimum left and is told so."""
    callers = await house.match(turn=30)
    v = house.runner.room.v
    house.clock.advance(3600)  # nobody can act meanwhile: the server is dead
    await house.restart()
    await so(lambda: house.runner.room.v == v + 1)
    again = [caller.again() for caller in callers]
    for caller in again:
        caller.connect(callers[0].room["sit"])

    assert again[0].room["turn"]["deadline"] == house.clock.now() + 10
    house.clock.advance(9)
    await act(again, Random(1))


async def test_t68_coming_back_moves_no_deadline(house: House) -> None:
    """A hundred refreshes in one turn leave its end where it was."""
    callers = await house.match()
    caller, code = on_turn(callers), callers[0].room["sit"]
    deadline, v = caller.room["turn"]["deadline"], house.runner.room.v
    for _ in range(100):
        caller.hang_up()
        house.clock.advance(0.1)
        caller = caller.again()
        caller.connect(code)
    await caller.done(Say, phrase=Phrase.HELLO)

    assert caller.room["turn"]["deadline"] == deadline
    assert house.runner.room.v == v


async def test_t25_a_command_is_known_to_the_next_server(house: House) -> None:
    """What was stored before the server died is answered by the next one, and not done again."""
    callers = await house.match()
    caller = on_turn(callers)
    kind, fields = caller.move(Random(1))
    house.log.commit_plan.append(Fault.STALLED_ANSWER)
    number = caller.post(kind, **fields)
    await house.log.stalled.wait()
    v = house.runner.room.v
    await house.restart()
    again = caller.again()
    welcome = again.connect(callers[0].room["sit"])
    answer = await again.ask(kind, cmd=number, **fields)

    assert welcome.last_cmd == number
    assert answer == Ok(number, v + 1)
    assert house.runner.room.v == v + 1


async def test_f3_a_command_that_was_not_stored_is_done_by_the_next_server(house: House) -> None:
    """What never reached the store is as if it had not been said, and may be said again."""
    callers = await house.match()
    caller = on_turn(callers)
    kind, fields = caller.move(Random(1))
    house.log.commit_plan.append(Fault.STALLED)
    number = caller.post(kind, **fields)
    await house.log.stalled.wait()
    v = house.runner.room.v
    await house.restart()
    again = caller.again()
    welcome = again.connect(callers[0].room["sit"])

    assert welcome.last_cmd == number - 1
    assert await again.ask(kind, cmd=number, **fields) == Ok(number, v + 1)


# --- what a client knew ---------------------------------------------------------------------------


async def test_f19_a_client_from_the_future(house: House) -> None:
    """Who knows more than the server holds is told that its past is not the table's."""
    callers = await house.match()
    known = callers[0].table
    assert known is not None
    again = callers[0].again()
    welcome = again.connect(known.room["sit"], known.v + 1, known.term)

    assert not welcome.recovered
    assert welcome.snapshot is not None
    assert welcome.snapshot.v == known.v


async def test_t103_a_past_that_was_lost(house: House) -> None:
    """A version under a term that is not in the store is no past of this table."""
    callers = await house.match()
    known = callers[0].table
    assert known is not None
    for v, term in ((known.v, "f" * 16), (known.v, None), (None, known.term), (known.v, "")):
        assert not callers[0].again().connect(known.room["sit"], v, term).recovered


async def test_t104_the_new_term_is_the_one_to_resume_with(house: House) -> None:
    """After a restart the next thing that happens is told under its term, and resumed with it."""
    callers = await house.match()
    old = callers[0].table.term if callers[0].table is not None else ""
    await house.restart()
    callers = await back(house, callers)
    await act(callers, Random(1))
    await house.restart()
    again = await back(house, callers)

    assert again[0].table is not None
    assert again[0].table.term != old
    v = again[0].table.v
    assert callers[0].again().connect(again[0].room["sit"], v - 1, old).recovered
    assert not callers[0].again().connect(again[0].room["sit"], v, old).recovered


def test_terms() -> None:
    """A version counts under the term it was written in, and under the one that took it over."""
    terms = Terms.of([(1, 7), (2, 7), (3, 9), (4, 9)])
    known = [(v, term) for term in (7, 9, 8) for v in range(7) if terms.include(v, as_text(term))]
    assert known == [(0, 7), (1, 7), (2, 7), (2, 9), (3, 9), (4, 9)]
    terms.begin(4, 8)

    assert [v for v in range(9) if terms.include(v, as_text(8))] == [4, 5, 6, 7, 8]
    assert not terms.include(5, as_text(9))
    assert not terms.include(4, None)


# --- what the store may hold ----------------------------------------------------------------------


async def test_what_is_resumed(house: House, logs: list[EventDict]) -> None:
    """Unfinished tables are in force again; what is damaged, unopened or held is left alone."""
    callers = await house.match()
    other = house.guest()
    await house.create(other, "the other table")
    store = house.store
    await store.mark_open("never-opened")
    for name, what, node in (("damaged", b"rubbish", "north"), ("held", b"rubbish", "south")):
        await store.mark_open(name)
        own = await store.acquire(name, node, 10**9, 1)
        assert isinstance(own, Ownership)
        await store.commit(entry(own, 0, what, room=name))
    held = (await store.read(callers[0].room["id"]))[0].entry
    await store.mark_open("held well")
    own = await store.acquire("held well", "south", 10**9, 1)
    assert isinstance(own, Ownership)
    await store.commit(entry(own, 0, held, room="held well"))
    await house.restart()

    assert {runner.room.room_id for runner in house.rooms.runners()} == {
        callers[0].room["id"],
        other.room["id"],
    }
    assert "never-opened" not in await store.open_rooms()
    assert "damaged" in await store.open_rooms()
    errors = [entry["room"] for entry in logs if entry["log_level"] == "error"]
    assert sorted(errors) == ["damaged", "held"]
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
        try:
            life = lived(house)
            await _until_cut(house, life)
        finally:
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


async def _until_cut(house: House, life: Any) -> None:
    """Run *life* until nothing moves any more: some task was cancelled under it."""
    import asyncio

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
    await play(await back(house, callers), Random(1), never)
