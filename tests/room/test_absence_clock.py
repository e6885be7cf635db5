"""Turns that pass, time banks, and what coming back and going mean for the running turn."""

from random import Random

from belote_protocol.commands import Bid, Leave, Rematch
from belote_protocol.vocab import SEATS, Phase, Policy
from belote_server.game.events import CallMade
from belote_server.room.clock import bank_from
from belote_server.room.events import BankSpent, BotSat, TimedOut
from belote_server.room.inputs import Arrived, Gone, TimeUp
from tests.helpers.rooms import MINIMUM, SITTERS, START, SUE, dealt

S, W, N, E = SEATS


def test_the_first_one_back_has_its_bank_besides() -> None:
    """Who gets turn and seat back at a table that stood still has the minimum, then its bank."""
    sitting = dealt(bank=20)
    for who in SITTERS:
        sitting.done(who, Leave)
        sitting.give(Gone(who))
    sitting.now += 5000
    sitting.give(Arrived(SUE))

    assert sitting.room.places[S.place].bot is None
    assert bank_from(sitting.room) == sitting.now + MINIMUM
    assert sitting.room.deadline == sitting.now + MINIMUM + 20


def test_t63_the_end_of_a_grace_does_not_end_a_turn() -> None:
    """
    When a grace and a turn end together, the alarm of the grace brings the bot alone.

    Only the alarm of the turn comes late enough for a command that is under way.
    """
    sitting = dealt(grace=30)
    sitting.give(Gone(SITTERS[E.place]))
    sitting.now += 30
    first = sitting.give(TimeUp(sitting.room.v)).batch
    second = sitting.give(TimeUp(sitting.room.v)).batch

    assert first is not None
    assert second is not None
    assert [type(event) for event in first.events] == [BotSat]
    assert isinstance(second.events[0], TimedOut)


def test_t68_leaving_and_coming_back_does_not_prolong_a_turn() -> None:
    """Who leaves and returns again and again gains less each time, and no bank at all."""
    sitting = dealt(bank=20)
    sitting.now += 45
    assert sitting.done(SUE, Leave)[0] == BankSpent(S, 5)
    for _ in range(50):
        sitting.give(Arrived(SUE))
        sitting.now = bank_from(sitting.room) or 0  # the very last moment without the bank
        sitting.done(SUE, Leave)

    assert sitting.now < 45 + 2 * MINIMUM + START
    assert sitting.room.places[S.place].bank == 5


def test_a_bot_has_time_to_think() -> None:
    """A bot that takes a seat whose turn is as good as over gets some time with it."""
    sitting = dealt(grace=25)
    sitting.now += 5 - 0.001
    sitting.give(Gone(SUE))
    assert sitting.time_up() == (BotSat(S, Policy.CLUB),)
    assert sitting.room.deadline == sitting.now + MINIMUM


# --- time-outs and the time bank ------------------------------------------------------------------


def test_so_many_turns_in_a_row_cost_the_seat() -> None:
    """The second turn in a row that passes costs the seat where two do; an own move begins anew."""
    sitting = dealt(timeouts=2)
    for seat in SEATS:
        sitting.time_up()
        assert sitting.room.places[seat.place].missed == 1
    assert sitting.match.phase is Phase.DEALING
    sitting.time_up()
    sitting.draw()
    who = sitting.on_turn
    first = sitting.room.seat_of(who.key)
    assert first is not None
    sitting.done(who, Bid, deal=2, nth=0, call="pass")
    assert sitting.room.places[first.place].missed == 0
    late = sitting.match.turn
    assert late is not None
    sitting.time_up()
    assert sitting.latest()[:2] == (TimedOut(late), BotSat(late, Policy.CLUB))


def test_no_number_of_timeouts() -> None:
    """At 0, whoever is there keeps the seat however long it sleeps."""
    sitting = dealt(timeouts=0)
    for _ in range(20):
        if sitting.room.chance_is_due:
            sitting.draw()
        else:
            sitting.time_up()

    assert all(place.bot is None for place in sitting.room.places)


def test_the_bank_is_used_after_the_turn() -> None:
    """A turn may last a turn and the bank; only what is over the turn is taken from the bank."""
    sitting = dealt(bank=20)
    assert sitting.room.deadline == sitting.now + 50
    sitting.now += 30
    (done,) = sitting.done(SUE, Bid, deal=1, nth=0, call="pass")
    assert isinstance(done, CallMade)


def test_a_bank_belongs_to_one_seat() -> None:
    """What one seat has spent is gone for it, and for nobody else."""
    sitting = dealt(bank=20)
    sitting.now += 37.5
    done = sitting.done(SUE, Bid, deal=1, nth=0, call="pass")
    assert done[0] == BankSpent(S, 12.5)
    assert [place.bank for place in sitting.room.places] == [12.5, 20, 20, 20]
    assert sitting.room.deadline == sitting.now + 50  # West has all of it


def test_t63_a_bank_is_empty_when_the_time_is_up() -> None:
    """Who lets turn and bank pass has no bank left, and its next turn is a plain one."""
    sitting = dealt(bank=20)
    sitting.time_up()

    assert sitting.latest()[0] == BankSpent(S, 0.0)
    assert isinstance(sitting.latest()[1], TimedOut)
    assert sitting.room.places[S.place].bank == 0


def test_each_match_has_its_bank() -> None:
    """A new match fills every bank again."""
    sitting = dealt(bank=20, deals=1)
    sitting.now += 40
    sitting.act(Random(0))
    assert sitting.room.places[S.place].bank == 10
    sitting.play_match(Random(2))
    for each in SITTERS:
        sitting.done(each, Rematch)
    sitting.draw()

    assert [place.bank for place in sitting.room.places] == [20] * 4
