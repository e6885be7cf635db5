"""Who is gone, who holds the seat meanwhile, and how it is given back."""

from random import Random

import pytest

from belote_protocol.commands import (
    Back,
    Bid,
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
from belote_server.game.events import CallMade, CardPlayed, MatchEnded
from belote_server.room.events import (
    Away,
    BankSpent,
    BotLeft,
    BotSat,
    Person,
    Returned,
    Seated,
    Stood,
    TimedOut,
)
from belote_server.room.inputs import Arrived, Gone, Recovered, Thought, TimeUp
from belote_server.room.room import step
from tests.helpers.matches import random_action
from tests.helpers.rooms import (
    ERIC,
    MINIMUM,
    NORA,
    PAUL,
    SITTERS,
    SUE,
    WILL,
    Sitting,
    command_of,
    stage,
)

S, W, N, E = SEATS
GRACE = 60


def at_play(
    *, bank: int = 0, grace: int = GRACE, timeouts: int = 0, turn: int = 30, deals: int = 0
) -> Sitting:
    """Return a table in the auction of deal 1, South to speak."""
    sitting = Sitting.open(
        changes={"match.deals": deals}, turn=turn, bank=bank, grace=grace, timeouts=timeouts
    )
    sitting.seat_all(ready=True)
    sitting.draw()
    return sitting


def events(sitting: Sitting) -> tuple[object, ...]:
    """Return what the last stored batch holds."""
    return sitting.batches[-1].events


def bot_is_due(sitting: Sitting) -> bool:
    """Tell whether the table waits for a bot."""
    return sitting.room.bot_is_due


def chance_is_due(sitting: Sitting) -> bool:
    """Tell whether the table waits for cards."""
    return sitting.room.chance_is_due


def think(sitting: Sitting, rng: Random) -> None:
    """Let the bot on turn do something it may do."""
    wanted = command_of(sitting.match, random_action(sitting.match, rng), 1)
    outcome = sitting.give(Thought(sitting.room.v, wanted))
    assert outcome.fault is None
    assert outcome.batch is not None


# --- grace ----------------------------------------------------------------------------------------


def test_t14_coming_back_in_time_keeps_the_seat() -> None:
    """A second before the grace ends nobody holds the seat; at its end a bot does."""
    sitting = at_play()
    sitting.give(Gone(ERIC))
    until = sitting.now + GRACE
    assert events(sitting) == (Away(E, until),)
    assert sitting.room.places[E.place].grace == until

    sitting.now = until - 1
    for _ in range(3):  # even if every turn passes meanwhile
        sitting.give(TimeUp(sitting.room.v))
    assert sitting.room.places[E.place].bot is None
    sitting.give(Arrived(ERIC))
    assert events(sitting) == (Returned(E),)
    assert sitting.room.places[E.place].grace is None


def test_t14_turns_that_pass_in_grace_do_not_cost_the_seat() -> None:
    """However few time-outs a table allows, who is gone is judged by the grace alone."""
    sitting = at_play(timeouts=1, grace=1000, turn=5)
    sitting.give(Gone(SUE))
    sitting.now += 6
    sitting.give(TimeUp(sitting.room.v))

    assert isinstance(events(sitting)[0], TimedOut)
    assert sitting.room.places[S.place].bot is None


def test_after_the_grace_a_bot_holds_the_seat() -> None:
    """At the very end of the grace the seat is held, by a bot as good as the table says."""
    sitting = at_play(turn=0)
    sitting.give(Gone(ERIC))
    assert sitting.room.next_instant == sitting.now + GRACE
    sitting.time_up()

    assert events(sitting) == (BotSat(E, Policy.CLUB),)
    place = sitting.room.places[E.place]
    assert (place.person, place.bot, place.grace) == (ERIC, Policy.CLUB, None)


def test_a_bot_gives_the_seat_back_at_once() -> None:
    """Who comes back has the seat again, and some time, before the bot does anything."""
    held = at_play(grace=5)
    held.give(Gone(SUE))
    held.time_up()
    assert bot_is_due(held)
    held.now = (held.room.deadline or 0) - 1
    held.give(Arrived(SUE))

    assert events(held) == (BotLeft(S),)
    assert not bot_is_due(held)
    assert held.room.deadline == held.now + MINIMUM
    late = held.give(Thought(held.room.v - 1, Bid(1, 1, 0, "pass")))
    assert late.batch is None  # what the bot had in mind comes too late


def test_one_who_is_there_asks_for_the_seat() -> None:
    """Who let the time pass takes the seat back by saying so; nobody else does."""
    sitting = at_play(timeouts=1)
    sitting.time_up()
    assert events(sitting)[1] == BotSat(S, Policy.CLUB)
    assert sitting.done(SUE, Back) == (BotLeft(S),)
    assert sitting.refused(SUE, Back) is RefusalCode.NO_BOT
    assert sitting.refused(PAUL, Back) is RefusalCode.NOT_SEATED


def test_a_card_takes_the_seat_back() -> None:
    """A person's own move comes before the bot's, and hands the seat back in the same version."""
    again = at_play(timeouts=1)
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
    sitting = at_play(turn=0)
    for nth in range(times):
        sitting.give(Gone(ERIC))
        assert sitting.room.places[E.place].grace == sitting.now + max(GRACE / 2**nth, 5)
        sitting.time_up()
        sitting.give(Arrived(ERIC))
    sitting.give(Gone(WILL))

    assert sitting.room.places[W.place].grace == sitting.now + GRACE


def test_t121_coming_back_in_time_costs_nothing() -> None:
    """A refresh, or a hundred, leaves the grace as long as it was."""
    sitting = at_play()
    for _ in range(100):
        sitting.give(Gone(ERIC))
        sitting.give(Arrived(ERIC))
    sitting.give(Gone(ERIC))

    assert sitting.room.places[E.place].grace == sitting.now + GRACE


def test_nothing_moves_while_nobody_is_there() -> None:
    """With nobody connected no grace runs out; the first one back finds the others with theirs."""
    sitting = at_play()
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
    sitting = at_play()
    sitting.now += 1000
    sitting.restart(NORA)

    kept = [sitting.room.places[seat.place].grace for seat in SEATS]
    assert kept == [sitting.now + GRACE, sitting.now + GRACE, None, sitting.now + GRACE]


def test_an_outage_of_the_store_leaves_the_absent_some_grace() -> None:
    """Who is gone when the store falls silent still has the minimum when it answers again."""
    sitting = at_play()
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


# --- time-outs and the time bank ------------------------------------------------------------------


def test_so_many_turns_in_a_row_cost_the_seat() -> None:
    """The second turn in a row that passes costs the seat where two do; an own move begins anew."""
    sitting = at_play(timeouts=2)
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
    assert events(sitting)[:2] == (TimedOut(late), BotSat(late, Policy.CLUB))


def test_no_number_of_timeouts() -> None:
    """At 0, whoever is there keeps the seat however long it sleeps."""
    sitting = at_play(timeouts=0)
    for _ in range(20):
        if sitting.room.chance_is_due:
            sitting.draw()
        else:
            sitting.time_up()

    assert all(place.bot is None for place in sitting.room.places)


def test_the_bank_is_used_after_the_turn() -> None:
    """A turn may last a turn and the bank; only what is over the turn is taken from the bank."""
    sitting = at_play(bank=20)
    assert sitting.room.deadline == sitting.now + 50
    sitting.now += 30
    (done,) = sitting.done(SUE, Bid, deal=1, nth=0, call="pass")
    assert isinstance(done, CallMade)


def test_a_bank_belongs_to_one_seat() -> None:
    """What one seat has spent is gone for it, and for nobody else."""
    sitting = at_play(bank=20)
    sitting.now += 37.5
    done = sitting.done(SUE, Bid, deal=1, nth=0, call="pass")
    assert done[0] == BankSpent(S, 12.5)
    assert [place.bank for place in sitting.room.places] == [12.5, 20, 20, 20]
    assert sitting.room.deadline == sitting.now + 50  # West has all of it


def test_t63_a_bank_is_empty_when_the_time_is_up() -> None:
    """Who lets turn and bank pass has no bank left, and its next turn is a plain one."""
    sitting = at_play(bank=20)
    sitting.time_up()

    assert events(sitting)[0] == BankSpent(S, 0.0)
    assert isinstance(events(sitting)[1], TimedOut)
    assert sitting.room.places[S.place].bank == 0


def test_each_match_has_its_bank() -> None:
    """A new match fills every bank again."""
    sitting = at_play(bank=20, deals=1)
    sitting.now += 40
    sitting.act(Random(0))
    assert sitting.room.places[S.place].bank == 10
    sitting.play_match(Random(2))
    for each in SITTERS:
        sitting.done(each, Rematch)
    sitting.draw()

    assert [place.bank for place in sitting.room.places] == [20] * 4


# --- leaving --------------------------------------------------------------------------------------


def test_leaving_a_match_lets_a_bot_sit_at_once() -> None:
    """Who says goodbye is not waited for, and may still come back."""
    sitting = at_play()
    assert sitting.done(ERIC, Leave) == (BotSat(E, Policy.CLUB),)
    sitting.give(Gone(ERIC))
    assert sitting.room.places[E.place].grace is None
    sitting.give(Arrived(ERIC))
    assert events(sitting) == (BotLeft(E),)


def test_who_did_not_come_back_has_left_at_the_end() -> None:
    """When the match ends, a held seat is free if its person is gone, and its person's if not."""
    sitting = at_play(deals=1, timeouts=1)
    sitting.done(ERIC, Leave)
    sitting.give(Gone(ERIC))
    sitting.time_up()  # South is there, and sleeps
    rng = Random(2)
    while sitting.match.phase is not Phase.ENDED:
        if sitting.room.bot_is_due:
            think(sitting, rng)
        elif sitting.match.turn is not None:
            sitting.act(rng)
        elif sitting.room.chance_is_due:
            sitting.draw()
        else:
            sitting.ask_for_next()

    assert any(isinstance(event, MatchEnded) for event in events(sitting))
    assert {BotLeft(S), Stood(E, removed=False)} <= set(events(sitting))
    assert sitting.room.places[E.place].person is None
    assert sitting.room.seat_of(SUE.key) is S


def test_t86_a_match_left_to_bots() -> None:
    """Once everybody has left, no bot plays on, and the table says that it is left to bots."""
    sitting = at_play()
    for who in SITTERS:
        assert not sitting.room.left_to_bots
        sitting.done(who, Leave)
        sitting.give(Gone(who))

    assert sitting.room.left_to_bots
    assert not sitting.room.bot_is_due
    sitting.give(Arrived(SUE))
    assert not sitting.room.left_to_bots


# --- bots of one's own ----------------------------------------------------------------------------


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
            think(sitting, rng)
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
    sitting = at_play()
    sitting.done(ERIC, Leave)
    while sitting.match.phase is not Phase.DEALING:
        assert sitting.refused(PAUL, Sit, seat=E) is RefusalCode.NOT_NOW
        think(sitting, rng) if sitting.room.bot_is_due else sitting.act(rng)
    assert sitting.room.open_seats
    assert sitting.refused(PAUL, Sit, seat=W) is RefusalCode.SEAT_TAKEN
    assert sitting.refused(SUE, Sit, seat=E) is RefusalCode.NOT_NOW  # it has a seat
    assert sitting.done(PAUL, Sit, seat=E) == (Seated(E, PAUL, None),)


def test_a_bot_agrees_to_give_up() -> None:
    """Where the partner is a bot, one person's word is the team's."""
    sitting = at_play()
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
    assert any(isinstance(event, CardPlayed) for event in events(sitting))


def test_a_thought_of_another_version_is_forgotten() -> None:
    """A bot that is not on turn, or thought of another version, does nothing."""
    sitting = stage("play")
    v = sitting.room.v
    card = sitting.match.running.hands[S.place][0]
    sitting.give(Thought(v, Play(1, 1, 1, card)))  # it is a person's turn
    sitting.done(SUE, Leave)
    sitting.give(Thought(v, Play(1, 1, 1, card)))
    assert sitting.room.v == v + 1


# --- the table's patience -------------------------------------------------------------------------


def missing(sitting: Sitting, who: Person, patience: float) -> None:
    """Let *who* lose the connection at a table that takes notice only after a while."""
    sitting.room, outcome = step(sitting.room, Gone(who), sitting.now, MINIMUM, patience)
    assert outcome.batch is None
    assert outcome.notices


def test_t123_a_reload_leaves_no_trace() -> None:
    """Who is back before the table takes notice has changed nothing, a hundred times over."""
    sitting = at_play(turn=0)
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
    sitting = at_play(turn=0)
    began = sitting.now
    missing(sitting, ERIC, 3.0)
    assert sitting.room.next_instant == began + 3
    sitting.time_up()
    assert events(sitting) == (Away(E, began + GRACE),)
    assert sitting.room.next_instant == began + GRACE


def test_patience_is_never_longer_than_the_grace() -> None:
    """Where a bot is to come after two seconds it comes after two seconds."""
    sitting = at_play(turn=0, grace=2)
    began = sitting.now
    missing(sitting, ERIC, 3.0)
    sitting.time_up()
    assert sitting.now == began + 2
    sitting.time_up()
    assert events(sitting) == (BotSat(E, Policy.CLUB),)
    assert sitting.now == began + 2


def test_nobody_is_missed_in_a_seat_that_is_anothers() -> None:
    """Whoever got the seat of one who had just gone is neither told to be gone nor spared."""
    sitting = at_play(timeouts=1, turn=2)
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
    assert events(sitting)[:2] == (TimedOut(E), BotSat(E, Policy.CLUB))
    v = sitting.room.v
    sitting.now += 1
    sitting.give(TimeUp(v))
    assert sitting.room.v == v
    assert not sitting.room.missing


def test_t14_a_turn_that_passes_before_it_is_noticed() -> None:
    """A turn that passes while somebody has just gone costs no seat: the grace alone counts."""
    sitting = at_play(timeouts=1)
    missing(sitting, SUE, 3.0)
    sitting.now += 1
    sitting.time_up()  # its turn passes, and costs no seat: it is the grace that counts
    assert sitting.room.places[S.place].grace is not None
    assert sitting.room.places[S.place].bot is None
