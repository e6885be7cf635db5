"""Tables outlive the server: the next one goes on where the last one stored."""

from random import Random
from typing import Any

import pytest

from belote_protocol.commands import Ready, Say
from belote_protocol.updates import Ok
from belote_protocol.vocab import Phrase
from belote_server.runtime.commits import Terms, as_text
from tests.helpers.faulty_log import Fault
from tests.helpers.house import House, act, on_turn, play, so


def without_presence(room: Any) -> Any:
    """Return a table's view without who is there."""
    seats = [
        {name: value for name, value in seat.items() if name != "online"} for seat in room["seats"]
    ]
    return {**room, "seats": seats, "watchers": 0}


@pytest.mark.parametrize("rules", ["classic-house", "coinche-official"])
async def test_t79_every_deal_goes_on(house: House, rules: str) -> None:
    """Killed again and again, a match goes on at the same version each time, up to its end."""
    callers = await house.match(rules=rules, changes={"match.deals": 2})
    rng = Random(3)
    while callers[0].phase != "ended":
        stop = house.runner.room.v + rng.randrange(1, 12)
        await play(callers, rng, lambda stop=stop: house.runner.room.v >= stop)  # type: ignore[misc]
        known = [without_presence(caller.room) for caller in callers]
        await house.restart()
        callers = house.reconnect(callers)
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
    callers = house.reconnect(callers)
    await house.dealt(callers)

    assert callers[0].phase == "auction"


async def test_t56_a_deadline_outlives_the_server(house: House) -> None:
    """A turn ends when it was said to end, by whichever server is there by then."""
    callers = await house.match(turn=30)
    deadline = callers[0].room["turn"]["deadline"]
    house.clock.advance(5)
    await house.restart()
    callers = house.reconnect(callers)
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
    deadline = caller.room["turn"]["deadline"]
    for _ in range(100):
        caller.hang_up()
        house.clock.advance(0.1)
        caller = caller.again()
        caller.connect(code)
    await caller.done(Say, phrase=Phrase.HELLO)

    assert caller.room["turn"]["deadline"] == deadline
    assert house.runner.room.places[0].departures == 0


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
    done = [batch for batch in await house.batches() if batch.cmd == number and batch.person]
    assert [batch.v for batch in done if batch.person == again.key] == [v + 1]


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
    answer = await again.ask(kind, cmd=number, **fields)
    assert isinstance(answer, Ok)
    done = [batch for batch in await house.batches() if batch.cmd == number]
    assert [batch.v for batch in done if batch.person == again.key] == [answer.v]
    assert answer.v > v


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
    old, v = house.runner.term, house.runner.room.v
    await house.restart()
    callers = house.reconnect(callers)
    await act(callers, Random(1))
    await house.restart()
    again = house.reconnect(callers)

    assert again[0].table is not None
    assert again[0].table.term != old
    assert callers[0].again().connect(again[0].room["sit"], v, old).recovered
    late = again[0].table.v
    assert not callers[0].again().connect(again[0].room["sit"], late, old).recovered


def test_terms() -> None:
    """A version counts under the term it was written in, and under the one that took it over."""
    terms = Terms.of([(1, 7), (2, 7), (3, 9), (4, 9)])
    known = [(v, term) for term in (7, 9, 8) for v in range(7) if terms.include(v, as_text(term))]
    assert known == [(0, 7), (1, 7), (2, 7), (2, 9), (3, 9), (4, 9)]
    terms.begin(4, 8)

    assert [v for v in range(9) if terms.include(v, as_text(8))] == [4, 5, 6, 7, 8]
    assert not terms.include(5, as_text(9))
    assert not terms.include(4, None)
