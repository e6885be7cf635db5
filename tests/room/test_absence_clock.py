"""What coming back, and a bot that takes over, mean for the running turn."""

from belote_protocol.commands import Leave
from belote_protocol.vocab import SEATS, Policy
from belote_server.room.clock import bank_from
from belote_server.room.events import BankSpent, BotSat, TimedOut
from belote_server.room.inputs import Arrived, Gone, TimeUp
from tests.helpers.rooms import MINIMUM, SITTERS, START, SUE, Sitting

S, W, N, E = SEATS


def at_play(*, bank: int = 0, grace: int = 60, turn: int = 30) -> Sitting:
    """Return a table in the auction of deal 1, South to speak."""
    sitting = Sitting.open(turn=turn, bank=bank, grace=grace)
    sitting.seat_all(ready=True)
    sitting.draw()
    return sitting


def test_the_first_one_back_has_its_bank_besides() -> None:
    """Who gets turn and seat back at a table that stood still has the minimum, then its bank."""
    sitting = at_play(bank=20)
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
    sitting = at_play(grace=30)
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
    sitting = at_play(bank=20)
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
    sitting = at_play(grace=25)
    sitting.now += 5 - 0.001
    sitting.give(Gone(SUE))
    assert sitting.time_up() == (BotSat(S, Policy.CLUB),)
    assert sitting.room.deadline == sitting.now + MINIMUM
