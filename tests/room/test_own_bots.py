"""Bots that have seats of their own: who lets them sit, what they wait for, what they may."""

from random import Random

from belote_protocol.commands import (
    Bot,
    Leave,
    Next,
    Play,
    Ready,
    Rematch,
    Remove,
    Sit,
    Surrender,
    Swap,
)
from belote_protocol.vocab import SEATS, EndReason, Phase, Policy, RefusalCode
from belote_server.game.events import CardPlayed
from belote_server.room.events import BotLeft, BotSat, Seated
from belote_server.room.inputs import Thought
from tests.helpers.rooms import ERIC, NORA, PAUL, SUE, WILL, Sitting, dealt, stage

S, W, N, E = SEATS


def chance_is_due(sitting: Sitting) -> bool:
    """Tell whether the table waits for cards."""
    return sitting.room.chance_is_due


def with_bots(policy: Policy = Policy.NOVICE) -> Sitting:
    """Return a table with Sue and three bots."""
    sitting = Sitting.open(changes={"match.deals": 1})
    sitting.done(SUE, Sit, seat=S)
    for seat in (W, N, E):
        assert sitting.done(SUE, Bot, seat=seat, policy=policy) == (BotSat(seat, policy),)
    return sitting


def test_bots_hold_nothing_up() -> None:
    """One person who is ready is enough: bots are, for the match, each deal and the next match."""
    sitting = with_bots()
    assert not chance_is_due(sitting)
    sitting.done(SUE, Ready)
    assert chance_is_due(sitting)
    sitting.draw()
    rng = Random(3)
    while sitting.match.phase is not Phase.ENDED:
        if sitting.room.bot_is_due:
            sitting.think(rng)
        elif sitting.match.turn is not None:
            sitting.act(rng)
        else:
            sitting.done(SUE, Next, deal=sitting.match.deals)
            sitting.draw()
    assert [place.bot for place in sitting.room.places] == [None, *[Policy.NOVICE] * 3]
    sitting.done(SUE, Rematch)
    assert sitting.room.chance_is_due


def test_no_match_of_bots_alone() -> None:
    """Four bots do not begin by themselves."""
    sitting = with_bots()
    sitting.done(SUE, Leave)
    sitting.done(SUE, Bot, seat=S)

    assert all(place.bot for place in sitting.room.places)
    assert not sitting.room.chance_is_due


def test_who_may_let_a_bot_sit() -> None:
    """The host may, on a free seat, outside a match; it may change its mind."""
    sitting = with_bots()
    assert sitting.refused(WILL, Bot, seat=W) is RefusalCode.NOT_HOST
    assert sitting.refused(SUE, Bot, seat=S) is RefusalCode.SEAT_TAKEN
    assert sitting.done(SUE, Bot, seat=W, policy=Policy.EXPERT) == (BotSat(W, Policy.EXPERT),)
    assert sitting.done(SUE, Remove, seat=W) == (BotLeft(W),)
    assert not sitting.room.places[W.place].taken
    assert sitting.refused(SUE, Remove, seat=W) is RefusalCode.SEAT_EMPTY
    sitting.done(SUE, Bot, seat=W)
    sitting.done(SUE, Ready)
    sitting.draw()
    assert sitting.refused(SUE, Bot, seat=W) is RefusalCode.NOT_NOW


def test_bots_make_room_for_people() -> None:
    """A person may sit where a bot does, and change places with one, without asking it."""
    sitting = with_bots()
    assert sitting.done(WILL, Sit, seat=W) == (Seated(W, WILL, None),)
    assert sitting.room.places[W.place].bot is None
    sitting.done(SUE, Swap, seat=N)
    assert sitting.room.seat_of(SUE.key) is N
    assert sitting.room.places[S.place].bot is Policy.NOVICE
    assert sitting.room.places[N.place].bot is None


def test_t85_between_deals_a_stranger_may_take_a_bots_seat() -> None:
    """Not in a deal, so that nobody inherits cards; between deals it may."""
    rng = Random(1)
    sitting = dealt()
    sitting.done(ERIC, Leave)
    while sitting.match.phase is not Phase.DEALING:
        assert sitting.refused(PAUL, Sit, seat=E) is RefusalCode.NOT_NOW
        sitting.think(rng) if sitting.room.bot_is_due else sitting.act(rng)
    assert sitting.room.open_seats
    assert sitting.refused(PAUL, Sit, seat=W) is RefusalCode.SEAT_TAKEN
    assert sitting.refused(SUE, Sit, seat=E) is RefusalCode.NOT_NOW  # it has a seat
    assert sitting.done(PAUL, Sit, seat=E) == (Seated(E, PAUL, None),)


def test_a_bot_agrees_to_give_up() -> None:
    """Where the partner is a bot, one person's word is the team's."""
    sitting = dealt()
    sitting.done(NORA, Leave)
    done = sitting.done(SUE, Surrender)

    assert isinstance(done[-1], BotLeft)
    assert sitting.match.ended is not None
    assert sitting.match.ended.reason is EndReason.SURRENDER


def test_a_bots_mistake_is_told_and_made_good() -> None:
    """What a bot may not do is not done; something sensible is, and the fault is known."""
    sitting = stage("play")
    sitting.done(SUE, Leave)
    of_another = sitting.match.running.hands[W.place][0]
    outcome = sitting.give(Thought(sitting.room.v, Play(1, 1, 1, of_another)))

    assert outcome.fault is not None
    assert outcome.fault.code is RefusalCode.NOT_YOUR_CARD
    assert any(isinstance(event, CardPlayed) for event in sitting.latest())


def test_a_thought_of_another_version_is_forgotten() -> None:
    """A bot that is not on turn, or thought of another version, does nothing."""
    sitting = stage("play")
    v = sitting.room.v
    card = sitting.match.running.hands[S.place][0]
    sitting.give(Thought(v, Play(1, 1, 1, card)))  # it is a person's turn
    sitting.done(SUE, Leave)
    sitting.give(Thought(v, Play(1, 1, 1, card)))
    assert sitting.room.v == v + 1
