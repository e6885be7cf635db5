"""Who is gone, who holds the seat meanwhile, and how it is given back."""

from random import Random

import pytest

from belote_protocol.commands import Back, Bid, Leave, Ready, Remove, Sit, Surrender
from belote_protocol.vocab import SEATS, Phase, Policy, RefusalCode
from belote_server.game.events import CallMade, MatchEnded
from belote_server.room.events import Away, BotLeft, BotSat, Person, Returned, Stood, TimedOut
from belote_server.room.inputs import Arrived, Gone, Recovered, Thought, TimeUp
from belote_server.room.room import step
from tests.helpers.rooms import ERIC, MINIMUM, NORA, PAUL, SITTERS, SUE, WILL, Sitting, dealt, stage

S, W, N, E = SEATS
GRACE = 60


def bot_is_due(sitting: Sitting) -> bool:
    """Tell whether the table waits for a bot."""
    return sitting.room.bot_is_due


# --- grace ----------------------------------------------------------------------------------------


def test_t14_coming_back_in_time_keeps_the_seat() -> None:
    """A second before the grace ends nobody holds the seat; at its end a bot does."""
    sitting = dealt()
    sitting.give(Gone(ERIC))
    until = sitting.now + GRACE
    assert sitting.latest() == (Away(E, until),)
    assert sitting.room.places[E.place].grace == until

    sitting.now = until - 1
    for _ in range(3):  # even if every turn passes meanwhile
        sitting.give(TimeUp(sitting.room.v))
    assert sitting.room.places[E.place].bot is None
    sitting.give(Arrived(ERIC))
    assert sitting.latest() == (Returned(E),)
    assert sitting.room.places[E.place].grace is None


def test_t14_turns_that_pass_in_grace_do_not_cost_the_seat() -> None:
    """However few time-outs a table allows, who is gone is judged by the grace alone."""
    sitting = dealt(timeouts=1, grace=1000, turn=5)
    sitting.give(Gone(SUE))
    sitting.now += 6
    sitting.give(TimeUp(sitting.room.v))

    assert isinstance(sitting.latest()[0], TimedOut)
    assert sitting.room.places[S.place].bot is None


def test_after_the_grace_a_bot_holds_the_seat() -> None:
    """At the very end of the grace the seat is held, by a bot as good as the table says."""
    sitting = dealt(turn=0)
    sitting.give(Gone(ERIC))
    assert sitting.room.next_instant == sitting.now + GRACE
    sitting.time_up()

    assert sitting.latest() == (BotSat(E, Policy.CLUB),)
    place = sitting.room.places[E.place]
    assert (place.person, place.bot, place.grace) == (ERIC, Policy.CLUB, None)


def test_a_bot_gives_the_seat_back_at_once() -> None:
    """Who comes back has the seat again, and some time, before the bot does anything."""
    held = dealt(grace=5)
    held.give(Gone(SUE))
    held.time_up()
    assert bot_is_due(held)
    held.now = (held.room.deadline or 0) - 1
    held.give(Arrived(SUE))

    assert held.latest() == (BotLeft(S),)
    assert not bot_is_due(held)
    assert held.room.deadline == held.now + MINIMUM
    late = held.give(Thought(held.room.v - 1, Bid(1, 1, 0, "pass")))
    assert late.batch is None  # what the bot had in mind comes too late


def test_one_who_is_there_asks_for_the_seat() -> None:
    """Who let the time pass takes the seat back by saying so; nobody else does."""
    sitting = dealt(timeouts=1)
    sitting.time_up()
    assert sitting.latest()[1] == BotSat(S, Policy.CLUB)
    assert sitting.done(SUE, Back) == (BotLeft(S),)
    assert sitting.refused(SUE, Back) is RefusalCode.NO_BOT
    assert sitting.refused(PAUL, Back) is RefusalCode.NOT_SEATED


def test_a_card_takes_the_seat_back() -> None:
    """A person's own move comes before the bot's, and hands the seat back in the same version."""
    again = dealt(timeouts=1)
    for seat in SEATS:
        assert again.match.turn is seat
        again.time_up()
    assert all(place.bot for place in again.room.places)
    again.time_up()  # the pause after a deal that nobody took; bots ask for nothing
    again.draw()
    who = again.on_turn
    held = again.room.seat_of(who.key)
    assert held is not None
    done = again.done(who, Bid, deal=again.match.running.number, nth=0, call="pass")

    assert done[0] == BotLeft(held)
    assert isinstance(done[1], CallMade)


@pytest.mark.parametrize("times", [1, 2, 3, 6])
def test_t121_who_keeps_leaving_gets_shorter_grace(times: int) -> None:
    """Each time a bot had to come halves the next grace, down to a few seconds, for that one."""
    sitting = dealt(turn=0)
    for nth in range(times):
        sitting.give(Gone(ERIC))
        assert sitting.room.places[E.place].grace == sitting.now + max(GRACE / 2**nth, 5)
        sitting.time_up()
        sitting.give(Arrived(ERIC))
    sitting.give(Gone(WILL))

    assert sitting.room.places[W.place].grace == sitting.now + GRACE


def test_t121_coming_back_in_time_costs_nothing() -> None:
    """A refresh, or a hundred, leaves the grace as long as it was."""
    sitting = dealt()
    for _ in range(100):
        sitting.give(Gone(ERIC))
        sitting.give(Arrived(ERIC))
    sitting.give(Gone(ERIC))

    assert sitting.room.places[E.place].grace == sitting.now + GRACE


def test_nothing_moves_while_nobody_is_there() -> None:
    """With nobody connected no grace runs out; the first one back finds the others with theirs."""
    sitting = dealt()
    for who in SITTERS:
        sitting.give(Gone(who))
    v = sitting.room.v
    sitting.now += 10_000
    sitting.give(TimeUp(v))
    assert sitting.room.v == v

    sitting.give(Arrived(NORA))
    kept = [sitting.room.places[seat.place].grace for seat in (S, W, E)]
    assert kept == [sitting.now + MINIMUM] * 3
    assert all(place.bot is None for place in sitting.room.places)


def test_an_outage_costs_nobody_the_seat() -> None:
    """After a restart the absence of all begins anew, once somebody is there to wait."""
    sitting = dealt()
    sitting.now += 1000
    sitting.restart(NORA)

    kept = [sitting.room.places[seat.place].grace for seat in SEATS]
    assert kept == [sitting.now + GRACE, sitting.now + GRACE, None, sitting.now + GRACE]


def test_an_outage_of_the_store_leaves_the_absent_some_grace() -> None:
    """Who is gone when the store falls silent still has the minimum when it answers again."""
    sitting = dealt()
    sitting.give(Gone(ERIC))
    sitting.now += 500
    sitting.give(Recovered())

    assert sitting.room.places[E.place].grace == sitting.now + MINIMUM


def test_no_grace_outside_a_match() -> None:
    """Before and after a match nobody takes the seat of one who is gone."""
    for name in ("seated", "ended"):
        sitting = stage(name)
        v = sitting.room.v
        sitting.give(Gone(ERIC))
        assert sitting.room.v == v


# --- leaving --------------------------------------------------------------------------------------


def test_leaving_a_match_lets_a_bot_sit_at_once() -> None:
    """Who says goodbye is not waited for, and may still come back."""
    sitting = dealt()
    assert sitting.done(ERIC, Leave) == (BotSat(E, Policy.CLUB),)
    sitting.give(Gone(ERIC))
    assert sitting.room.places[E.place].grace is None
    sitting.give(Arrived(ERIC))
    assert sitting.latest() == (BotLeft(E),)


def test_who_did_not_come_back_has_left_at_the_end() -> None:
    """When the match ends, a held seat is free if its person is gone, and its person's if not."""
    sitting = dealt(deals=1, timeouts=1)
    sitting.done(ERIC, Leave)
    sitting.give(Gone(ERIC))
    sitting.time_up()  # South is there, and sleeps
    rng = Random(2)
    while sitting.match.phase is not Phase.ENDED:
        if sitting.room.bot_is_due:
            sitting.think(rng)
        elif sitting.match.turn is not None:
            sitting.act(rng)
        elif sitting.room.chance_is_due:
            sitting.draw()
        else:
            sitting.ask_for_next()

    assert any(isinstance(event, MatchEnded) for event in sitting.latest())
    assert {BotLeft(S), Stood(E, removed=False)} <= set(sitting.latest())
    assert sitting.room.places[E.place].person is None
    assert sitting.room.seat_of(SUE.key) is S


def test_t86_a_match_left_to_bots() -> None:
    """Once everybody has left, no bot plays on, and the table says that it is left to bots."""
    sitting = dealt()
    for who in SITTERS:
        assert not sitting.room.left_to_bots
        sitting.done(who, Leave)
        sitting.give(Gone(who))

    assert sitting.room.left_to_bots
    assert not sitting.room.bot_is_due
    sitting.give(Arrived(SUE))
    assert not sitting.room.left_to_bots


# --- the table's patience -------------------------------------------------------------------------


def missing(sitting: Sitting, who: Person, patience: float) -> None:
    """Let *who* lose the connection at a table that takes notice only after a while."""
    sitting.room, outcome = step(sitting.room, Gone(who), sitting.now, MINIMUM, patience)
    assert outcome.batch is None
    assert outcome.notices


def test_t123_a_reload_leaves_no_trace() -> None:
    """Who is back before the table takes notice has changed nothing, a hundred times over."""
    sitting = dealt(turn=0)
    v = sitting.room.v
    for _ in range(100):
        missing(sitting, ERIC, 3.0)
        sitting.now += 2.5
        sitting.give(Arrived(ERIC))
        sitting.give(TimeUp(v))

    assert sitting.room.v == v
    assert not sitting.room.missing


def test_a_grace_counts_from_the_moment_of_the_loss() -> None:
    """Taking notice late shortens the wait for it, not the grace."""
    sitting = dealt(turn=0)
    began = sitting.now
    missing(sitting, ERIC, 3.0)
    assert sitting.room.next_instant == began + 3
    sitting.time_up()
    assert sitting.latest() == (Away(E, began + GRACE),)
    assert sitting.room.next_instant == began + GRACE


def test_patience_is_never_longer_than_the_grace() -> None:
    """Where a bot is to come after two seconds it comes after two seconds."""
    sitting = dealt(turn=0, grace=2)
    began = sitting.now
    missing(sitting, ERIC, 3.0)
    sitting.time_up()
    assert sitting.now == began + 2
    sitting.time_up()
    assert sitting.latest() == (BotSat(E, Policy.CLUB),)
    assert sitting.now == began + 2


def test_nobody_is_missed_in_a_seat_that_is_anothers() -> None:
    """Whoever got the seat of one who had just gone is neither told to be gone nor spared."""
    sitting = dealt(timeouts=1, turn=2)
    missing(sitting, ERIC, 3.0)
    for who in (SUE, NORA):
        sitting.done(who, Surrender)
    sitting.done(SUE, Remove, seat=E)
    sitting.done(PAUL, Sit, seat=E)
    for who in (SUE, WILL, NORA, PAUL):
        sitting.done(who, Ready)
    sitting.draw(N)
    assert sitting.match.turn is E
    sitting.time_up()
    assert sitting.latest()[:2] == (TimedOut(E), BotSat(E, Policy.CLUB))
    v = sitting.room.v
    sitting.now += 1
    sitting.give(TimeUp(v))
    assert sitting.room.v == v
    assert not sitting.room.missing


def test_t14_a_turn_that_passes_before_it_is_noticed() -> None:
    """A turn that passes while somebody has just gone costs no seat: the grace alone counts."""
    sitting = dealt(timeouts=1)
    missing(sitting, SUE, 3.0)
    sitting.now += 1
    sitting.time_up()  # its turn passes, and costs no seat: it is the grace that counts
    assert sitting.room.places[S.place].grace is not None
    assert sitting.room.places[S.place].bot is None
