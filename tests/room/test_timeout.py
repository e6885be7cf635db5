"""What is done for a seat whose time is up, and how it is shown."""

from dataclasses import replace
from random import Random

import pytest

from belote_protocol.calls import Word, contract
from belote_protocol.vocab import PUBLIC, Card, Phase, Seat
from belote_server.game.actions import MakeCall, PlayCard
from belote_server.game.auction import Auction
from belote_server.game.deck import PACK
from belote_server.game.engine import decide
from belote_server.game.events import CallMade, CardPlayed
from belote_server.game.refused import Refusal
from belote_server.game.rulesets import COINCHE_HOUSE
from belote_server.game.seats import Hands, with_hand
from belote_server.game.state import Deal, Match
from belote_server.room.events import TimedOut
from belote_server.room.timeout import stand_in
from belote_server.room.translate import happened
from tests.helpers.cards import cards
from tests.helpers.rooms import Sitting, stage

NOBODY: Hands = ((), (), (), ())


def playing(mode: str, trick: str, hand: str) -> Match:
    """Return a match in which North is to play from *hand* onto the cards of *trick*."""
    on_table = cards(trick)
    leader = tuple(Seat)[(Seat.NORTH.place - len(on_table)) % 4]
    hands = with_hand(NOBODY, Seat.NORTH, cards(hand))
    auction = Auction(None, (), contract(f"S:100{mode}"))
    deal = Deal(1, Seat.EAST, PACK, hands, hands, None, auction, leader, on_table)
    return Match("m", COINCHE_HOUSE, Phase.PLAY, Seat.EAST, 1, deal=deal)


@pytest.mark.parametrize(
    ("mode", "trick", "hand", "card"),
    [
        ("H", "", "AS KS 7D JH", "7D"),  # leading: the cheapest
        ("H", "", "7H 7D 8S", "7D"),  # …among worthless ones the weakest
        ("S", "AD", "TD 7D KD", "7D"),  # an opponent's so far, and one still to come
        ("H", "AD 7D", "TD 8D KD", "8D"),  # the partner's so far, but one still to come
        ("H", "8D AD 7D", "TD 9D KD", "TD"),  # last, the partner's: points for it
        ("H", "8D AD 7D", "JH 9C TS", "TS"),  # …but no trump
        ("H", "8D AD 7D", "JH 9H", "JH"),  # …unless there is nothing else
        ("H", "8D 7D AD", "TD 9D", "9D"),  # last, the opponent's, not to be beaten
        ("H", "8D 7D TD", "KD AD", "AD"),  # last: take it
        ("S", "TD 7D 9D", "JS 7S 8S 9S", "7S"),  # …with the cheapest that does
        ("S", "7D 9S 8D", "TS JS", "JS"),  # the duty to go over comes first
        ("S", "9D 8S 7D", "9S TS AD", "AD"),
        ("NT", "8D 7D AD", "TD KD", "KD"),
        ("AT", "8D AD 7D", "JD TD KD", "JD"),
    ],
)
def test_a_sensible_card(mode: str, trick: str, hand: str, card: str) -> None:
    """Points for a partner who has the trick, the cheapest winner as last, else the cheapest."""
    match = playing(mode, trick, hand)

    assert stand_in(match) == PlayCard(Seat.NORTH, Card(card))
    assert not isinstance(decide(match, stand_in(match)), Refusal)


def test_an_absent_bidder_passes() -> None:
    """Nothing is promised in anybody's place."""
    assert stand_in(stage("auction").match) == MakeCall(Seat.SOUTH, Word.PASS)


def test_it_is_told_whose_time_was_up() -> None:
    """A time-out is named before what was done, in the same version and for every viewer."""
    for at, kind in (("auction", CallMade), ("play", CardPlayed)):
        sitting = stage(at)
        timed_out, done, *_ = sitting.time_up()

        assert timed_out == TimedOut(Seat.SOUTH)
        assert isinstance(done, kind)
        for viewer in (*Seat, PUBLIC):
            told = happened(sitting.room, sitting.batches[-1], viewer)
            assert type(told.events[0]).__name__ == "TimedOut"
        assert (sitting.batches[-1].person, sitting.batches[-1].cmd) == (None, 0)


def test_a_time_out_does_not_take_the_seat_away() -> None:
    """Whoever was played for sits where it sat, and plays the next turn itself."""
    sitting = stage("play")
    people = [place.person for place in sitting.room.places]
    sitting.time_up()
    for _ in range(3):
        sitting.act(Random(1))
    for _ in range(4):
        sitting.time_up()

    assert [place.person for place in sitting.room.places] == people


@pytest.mark.parametrize("rules", ["classic-house", "classic-official", "coinche-official"])
def test_a_whole_match_of_time_outs(rules: str) -> None:
    """A table nobody acts at any more goes on lawfully, deal after deal."""
    sitting = Sitting.open(rules)
    sitting.seat_all(ready=True)
    sitting.draw()
    for nth in range(12):
        while sitting.match.turn is not None:
            if nth % 2 and sitting.match.phase is Phase.AUCTION:
                sitting.act(Random(nth), passing=0)
            sitting.time_up()
        if sitting.match.phase is Phase.ENDED:
            break
        sitting.time_up()
        sitting.draw()

    assert len(sitting.match.settled) >= 2


def test_what_is_done_for_a_seat_depends_on_what_it_may_know() -> None:
    """Nobody learns another hand from what the server plays for an absent seat."""
    match = playing("H", "8D 7D TD", "KD AD")
    others = replace(
        match, deal=replace(match.running, hands=(cards("AS"), cards("AC"), cards("KD AD"), ()))
    )

    assert stand_in(others) == stand_in(match)
