"""How matches and deals begin: who must be there, and what is fixed before anybody speaks."""

from itertools import combinations
from random import Random

import pytest

from belote_protocol.codec import Format, encode
from belote_protocol.commands import Leave, Next, Ready, Sit
from belote_protocol.vocab import VIEWERS, Seat
from belote_server.game import deck as decks
from belote_server.game.events import DealCommitted, HandsDealt, MatchStarted
from belote_server.room.events import Person, TableEvent
from belote_server.room.inputs import Arrived, Gone
from belote_server.room.translate import happened, snapshot
from tests.helpers.rooms import ERIC, NORA, SITTERS, SUE, WILL, Sitting, drawn, stage


def names(events: tuple[TableEvent, ...]) -> list[str]:
    """Return what *events* are called."""
    return [type(event).__name__ for event in events]


def test_a_match_starts_with_a_commitment() -> None:
    """When all are ready and chance has spoken, a deal is bound, then dealt, in one version."""
    sitting = stage("ready")
    assert sitting.room.chance_is_due
    started, committed, dealt = sitting.draw(Seat.WEST)

    assert isinstance(started, MatchStarted)
    assert (started.dealer, started.rules) == (Seat.WEST, sitting.room.rules)
    assert isinstance(committed, DealCommitted)
    seed = bytes.fromhex(committed.seed or "")
    assert committed.commitment == decks.commitment("m-1", 1, seed).hex()
    assert isinstance(dealt, HandsDealt)
    assert dealt.deck == decks.fair_deck("m-1", 1, Seat.WEST, seed)
    assert dealt.speaker is Seat.NORTH
    assert not any(place.ready for place in sitting.room.places)
    assert not sitting.room.chance_is_due


def test_the_next_deal_starts_with_a_commitment() -> None:
    """Each deal is bound before it is dealt, by a seed of its own, and the dealer moves on."""
    sitting = stage("pause")
    sitting.ask_for_next()
    dealer = sitting.match.dealer
    assert names(sitting.draw(Seat.SOUTH)) == ["DealCommitted", "HandsDealt"]

    assert sitting.match.running.number == 2
    assert sitting.match.running.dealer is dealer


def test_a_rematch_is_drawn_anew() -> None:
    """A match after another has its own name, dealer and commitment."""
    sitting = stage("ended")
    for who in SITTERS:
        sitting.done(who, Ready)

    assert names(sitting.draw(Seat.NORTH)) == ["MatchStarted", "DealCommitted", "HandsDealt"]
    assert sitting.match.match_id == f"m-{sitting.draws}"
    assert sitting.match.running.number == 1


@pytest.mark.parametrize(
    "at", ["open", "seated", "auction", "play", "pause", "passed out", "ended"]
)
def test_chance_is_not_asked_and_not_heard(at: str) -> None:
    """What chance says where nothing is due changes nothing."""
    sitting = stage(at)

    assert not sitting.room.chance_is_due
    assert sitting.give(drawn(9)).batch is None


@pytest.mark.parametrize("absent", [*combinations(SITTERS, 1), *combinations(SITTERS, 2), SITTERS])
def test_t32_a_match_starts_only_with_all_four_present(absent: tuple[Person, ...]) -> None:
    """Four who are ready do not start a match while one of them is gone; once back, they do."""
    sitting = stage("ready")
    for who in absent:
        sitting.give(Gone(who))
    assert sitting.draw() == ()
    for who in absent:
        sitting.give(Arrived(who))

    assert sitting.room.chance_is_due
    assert names(sitting.draw()) == ["MatchStarted", "DealCommitted", "HandsDealt"]


def test_a_seat_given_up_starts_nothing() -> None:
    """Three ready people and a free seat wait, and who sits down there is asked first."""
    sitting = stage("ready")
    sitting.done(ERIC, Leave)
    assert not sitting.room.chance_is_due
    sitting.done(ERIC, Sit, seat=Seat.EAST)

    assert not sitting.room.chance_is_due


def test_the_next_deal_does_not_wait_for_who_is_gone() -> None:
    """Within a match a deal begins once all have asked or the pause is over, present or not."""
    sitting = stage("pause")
    for who in (WILL, NORA, ERIC):
        sitting.give(Gone(who))
    sitting.done(SUE, Next, deal=1)
    assert not sitting.room.chance_is_due
    sitting.time_up()

    assert names(sitting.draw()) == ["DealCommitted", "HandsDealt"]


@pytest.mark.parametrize("rules", ["classic-house", "coinche-official"])
def test_t54_no_seed_is_told_before_it_is_revealed(rules: str) -> None:
    """Neither seed nor deck is in anything sent before the deal is over, and both are after."""
    sitting, rng = Sitting.open(rules), Random(6)
    sitting.seat_all(ready=True)
    committed = sitting.draw()[1]
    assert isinstance(committed, DealCommitted)
    told = [frames(sitting)]
    while sitting.match.turn is not None:
        sitting.act(rng, passing=0.3)
        told.append(frames(sitting))

    seed = committed.seed or "none"
    assert len(told) > 30
    assert [seed in sent for sent in told] == [False] * (len(told) - 1) + [True]
    assert ['"deck"' in sent for sent in told] == [False] * (len(told) - 1) + [True]


def frames(sitting: Sitting) -> str:
    """Return all that is sent to anybody of the last version, and of the table as it is."""
    return "".join(
        encode(update, Format.JSON).decode()
        for viewer in VIEWERS
        for update in (
            happened(sitting.room, sitting.batches[-1], viewer),
            snapshot(sitting.room, "t", viewer, may_sit=False, watchers=0),
        )
    )
