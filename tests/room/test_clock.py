"""When turns and pauses end, what moves their end, and what an outage may cost."""

from random import Random
from typing import Any

import pytest

from belote_protocol.commands import (
    Bid,
    Chat,
    Leave,
    Next,
    Play,
    RoomCommand,
    Say,
    Sit,
    Surrender,
    Watchers,
)
from belote_protocol.vocab import Card, Phase, Phrase, Seat
from belote_server.room.events import Away, ClockCredited, Person, ReadySet, Returned
from belote_server.room.inputs import Arrived, Gone, Recovered, TimeUp
from tests.helpers.rooms import (
    ERIC,
    MINIMUM,
    NORA,
    PAUL,
    SITTERS,
    START,
    SUE,
    WILL,
    Sitting,
    stage,
)


def started(*, turn: int = 30, pause: int = 12) -> Sitting:
    """Return a table at its first auction."""
    sitting = Sitting.open(turn=turn, pause=pause)
    sitting.seat_all(ready=True)
    sitting.draw()
    return sitting


def test_each_turn_has_its_whole_time() -> None:
    """A turn's deadline is set anew by what hands the turn on, and stored with it."""
    sitting, rng = started(), Random(4)
    while sitting.match.turn is not None:
        assert sitting.room.deadline == sitting.now + 30
        assert sitting.batches[-1].deadline == sitting.room.deadline
        sitting.now += rng.random() * 30
        sitting.act(rng)


def test_the_pause_between_deals() -> None:
    """After a deal the pause is as agreed; after one that nobody took it is four seconds."""
    played, passed = stage("pause"), stage("passed out")

    assert (played.room.deadline, played.match.phase) == (START + 12, Phase.DEALING)
    assert passed.room.deadline == START + 4


def test_a_short_pause_is_short_after_a_deal_that_nobody_took() -> None:
    """The pause after a passed-out deal is never longer than the one agreed on."""
    sitting = started(pause=2)
    for nth in range(4):
        sitting.done(sitting.on_turn, Bid, deal=1, nth=nth, call="pass")

    assert sitting.room.deadline == START + 2


def test_no_limit() -> None:
    """With no limit a turn never ends, and a pause still does."""
    sitting = started(turn=0, pause=0)
    assert sitting.room.deadline is None
    assert sitting.time_up() == ()
    sitting.play_deal(Random(1))

    assert sitting.room.deadline == sitting.now


@pytest.mark.parametrize("at", ["open", "seated", "ready", "ended"])
def test_outside_a_match_nothing_ends(at: str) -> None:
    """There is no deadline where nobody is to act and nothing is to come."""
    assert stage(at).room.deadline is None


@pytest.mark.parametrize(
    ("who", "kind", "fields"),
    [
        (WILL, Bid, {"deal": 1, "nth": 0, "call": "80H"}),  # W64: refused
        (SUE, Bid, {"deal": 1, "nth": 0, "call": "10H"}),
        (SUE, Bid, {"deal": 9, "nth": 0, "call": "80H"}),
        (SUE, Play, {"deal": 1, "trick": 1, "card": Card.SPADE_A}),
        (PAUL, Sit, {"seat": Seat.NORTH}),
        (SUE, Chat, {"text": "wait"}),
        (SUE, Say, {"phrase": Phrase.ONE_MOMENT}),
        (SUE, Surrender, {}),
        (WILL, Surrender, {"give_up": False}),
        (SUE, Watchers, {"allowed": False}),
        (SUE, Leave, {}),
    ],
)
def test_only_the_game_moves_the_clock(
    who: Person, kind: type[RoomCommand], fields: dict[str, Any]
) -> None:
    """What is refused, said or agreed beside the game leaves the deadline where it is."""
    sitting = stage("auction")
    deadline = sitting.room.deadline
    sitting.now += 20
    sitting.say(who, kind, **fields)

    assert sitting.room.deadline == deadline
    assert sitting.batches[-1].deadline == deadline


def test_asking_for_the_next_deal_does_not_prolong_the_pause() -> None:
    """Those who are ready do not make the others wait longer."""
    sitting = stage("pause")
    deadline = sitting.room.deadline
    for who in SITTERS[:3]:
        sitting.now += 3
        sitting.done(who, Next, deal=1)

        assert sitting.room.deadline == deadline


def test_t68_coming_back_does_not_prolong_a_turn() -> None:
    """Leaving and coming back a hundred times in one turn leaves the deadline where it is."""
    sitting = stage("auction")
    deadline = sitting.room.deadline
    for _ in range(100):
        sitting.now += 0.1
        sitting.give(Gone(SUE))
        sitting.give(Arrived(SUE))

    assert sitting.room.deadline == deadline
    assert sitting.room.places[0].departures == 0


def test_t60_a_seat_that_is_gone_changes_no_clock() -> None:
    """Whoever is disconnected, the turn ends when it would have ended."""
    for who in SITTERS:
        sitting = stage("play")
        deadline = sitting.room.deadline
        sitting.now += 5
        sitting.give(Gone(who))
        assert sitting.room.deadline == deadline
        sitting.give(Arrived(who))
        assert sitting.room.deadline == deadline


# --- when the time is up --------------------------------------------------------------------------


def test_an_early_alarm_is_no_alarm() -> None:
    """Before the deadline, or at another version, nothing is done for anybody."""
    sitting = stage("auction")
    v = sitting.room.v
    sitting.now += 29.9
    assert sitting.give(TimeUp(v)).batch is None
    sitting.now += 0.1
    assert sitting.give(TimeUp(v - 1)).batch is None

    assert sitting.give(TimeUp(v)).batch is not None
    assert sitting.give(TimeUp(v)).batch is None


def test_t63_a_command_before_the_alarm_counts() -> None:
    """What arrived first is done first, and the alarm for that turn then finds another one."""
    sitting = stage("auction")
    v = sitting.room.v
    sitting.now += 30.2
    sitting.done(SUE, Bid, deal=1, nth=0, call="80H")

    assert sitting.give(TimeUp(v)).batch is None
    assert sitting.match.turn is Seat.WEST


def test_t38_two_alarms_at_once_are_one() -> None:
    """Whatever passes at the same instant has one defined result."""
    one, two = stage("play"), stage("play")
    one.time_up()
    two.time_up()
    two.give(TimeUp(one.room.v - 1))

    assert one.batches[-1] == two.batches[-1]


def test_a_pause_that_is_over_makes_everybody_ready() -> None:
    """Who has not asked for the next deal gets it all the same."""
    sitting = stage("pause")
    sitting.done(WILL, Next, deal=1)

    assert sitting.time_up() == tuple(
        ReadySet(seat, ready=True) for seat in Seat if seat is not Seat.WEST
    )
    assert sitting.room.chance_is_due


def test_an_unattended_table_waits() -> None:
    """While nobody who sits there is connected no turn is lost and no deal begins."""
    for at in ("auction", "play", "pause"):
        sitting = stage(at)
        for who in SITTERS:
            sitting.give(Gone(who))  # Paul still watches
        v, deadline = sitting.room.v, sitting.room.deadline
        sitting.now += 1000

        assert sitting.time_up() == ()
        assert (sitting.room.v, sitting.room.deadline) == (v, deadline)


def test_t62_one_who_is_there_keeps_the_clock_running() -> None:
    """With a single person present the absent one on turn is played for, and nobody else."""
    sitting = stage("auction")
    for who in (SUE, WILL, NORA):
        sitting.give(Gone(who))
    sitting.time_up()

    assert [seat for seat, _ in sitting.match.running.auction.calls] == [Seat.SOUTH]


# --- outages --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "outage", "credited"),
    [
        (30, 0.0, None),
        (30, 20.0, None),  # the minimum is left
        (30, 20.5, MINIMUM),
        (30, 30.0, MINIMUM),
        (30, 86_400.0, MINIMUM),
        (5, 1.0, 5.0),  # never more than a whole turn
        (0, 100.0, None),
    ],
)
def test_t69_an_outage_costs_no_turn(turn: int, outage: float, credited: float | None) -> None:
    """After an outage a turn has at least the minimum left; if that moves its end, it is told."""
    sitting = started(turn=turn)
    deadline = sitting.room.deadline
    sitting.now += outage
    sitting.restart()

    events = sitting.batches[-1].events
    assert (events == (ClockCredited(),)) == (credited is not None)
    expected = deadline if credited is None else sitting.now + credited
    assert sitting.room.deadline == expected


def test_a_pause_needs_no_credit() -> None:
    """Between deals nobody loses anything by an outage."""
    sitting = stage("pause")
    v = sitting.room.v
    sitting.now += 1000
    sitting.give(Recovered())

    assert sitting.room.v == v


def test_the_clock_stands_until_somebody_is_back() -> None:
    """The first one back finds the turn with the minimum left, and the others their grace."""
    sitting = stage("auction")
    for who in SITTERS:
        sitting.give(Gone(who))
    sitting.now += 1000
    outcome = sitting.give(Arrived(ERIC))

    assert outcome.batch is not None
    kept = [Away(seat, sitting.now + MINIMUM) for seat in (Seat.SOUTH, Seat.WEST, Seat.NORTH)]
    assert outcome.batch.events == (Returned(Seat.EAST), ClockCredited(), *kept)
    assert (outcome.batch.person, outcome.batch.cmd) == (None, 0)
    assert sitting.room.deadline == sitting.now + MINIMUM
    back = sitting.give(Arrived(SUE)).batch
    assert back is not None
    assert back.events == (Returned(Seat.SOUTH),)
    assert back.deadline == sitting.now + MINIMUM


def test_a_watcher_who_comes_gives_no_credit() -> None:
    """The clock of a table goes by those who sit there."""
    sitting = stage("auction")
    for who in (*SITTERS, PAUL):
        sitting.give(Gone(who))
    sitting.now += 1000

    assert sitting.give(Arrived(PAUL)).batch is None
