"""Whose turn it is: who deals, who speaks, who leads, who plays."""

from dataclasses import replace
from random import Random

import pytest

from belote_protocol.vocab import SEATS, Phase, Seat
from belote_server.game.actions import DealCards, MakeCall, PlayCard
from belote_server.game.deck import PACK
from belote_server.game.events import CardPlayed, HandsCompleted, HandsDealt, TrickTaken
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import (
    CLASSIC_HOUSE,
    COINCHE_HOUSE,
    COINCHE_OFFICIAL,
    derive,
)
from belote_server.game.seats import seats_from
from tests.helpers.deals import speak
from tests.helpers.matches import Table, play_on, random_action, start

GENERALE_LED = derive("coinche-house", {"auction.generale_lead": "bidder"})
EVERYBODY_PASSES = {CLASSIC_HOUSE.name: "pass " * 8, COINCHE_HOUSE.name: "pass " * 4}


def deal_out(table: Table) -> None:
    """Deal the pack as it lies."""
    table.do(DealCards(PACK))


@pytest.mark.parametrize("rules", [CLASSIC_HOUSE, COINCHE_HOUSE], ids=lambda rules: rules.name)
@pytest.mark.parametrize("dealer", Seat)
def test_passed_out_deals(rules: RuleSet, dealer: Seat) -> None:
    """A deal nobody takes has its number, no score, and the next seat deals [2.2, 3.1, 8.7]."""
    table = start(rules, dealer)
    for number, expected in enumerate((*seats_from(dealer), dealer), start=1):
        assert table.match.dealer is expected
        deal_out(table)
        assert table.match.running.number == number
        assert table.match.turn is expected.next
        speak(table, EVERYBODY_PASSES[rules.name])
        assert table.match.phase is Phase.DEALING

    assert table.match.deals == 5
    assert table.match.settled == ()
    assert table.match.scores.total == 0


@pytest.mark.parametrize("name", ["classic-house", "coinche-official"])
@pytest.mark.parametrize("seed", range(4))
def test_the_deal_goes_round(name: str, seed: int) -> None:
    """Played or passed out, each deal is dealt by the next seat, and the one after it begins."""
    rules = derive(name, {"match.deals": 6})
    table = play_on(start(rules, Seat.NORTH), Random(seed))
    dealt = [event for event in table.log if isinstance(event, HandsDealt)]

    assert len(dealt) >= 6
    for number, event in enumerate(dealt, start=1):
        dealer = SEATS[(Seat.NORTH.place + number - 1) % 4]
        assert (event.deal, event.dealer, event.speaker) == (number, dealer, dealer.next)


@pytest.mark.parametrize("dealer", Seat)
@pytest.mark.parametrize("taker", Seat)
@pytest.mark.parametrize(
    ("rules", "bid"),
    [
        (CLASSIC_HOUSE, "NT"),
        (COINCHE_HOUSE, "80NT"),
        (COINCHE_HOUSE, "capotNT"),
        (COINCHE_HOUSE, "generaleNT"),
        (GENERALE_LED, "capotNT"),
    ],
    ids=["take", "number", "capot", "générale", "capot where a générale is led"],
)
def test_the_seat_after_the_dealer_leads(
    rules: RuleSet, bid: str, dealer: Seat, taker: Seat
) -> None:
    """Whoever took, the first trick is led by the seat that spoke first [3.2]."""
    assert leader(rules, dealer, taker, bid) is dealer.next


@pytest.mark.parametrize("taker", Seat)
def test_a_generale_may_be_led_by_its_bidder(taker: Seat) -> None:
    """Where the table says so, who bids a générale leads it [3.2]."""
    assert leader(GENERALE_LED, Seat.WEST, taker, "generaleH") is taker


def leader(rules: RuleSet, dealer: Seat, taker: Seat, bid: str) -> Seat:
    """Return who leads once *taker* has said *bid* and everybody else has passed."""
    table = start(rules, dealer)
    deal_out(table)
    while table.match.turn is not taker:
        speak(table, "pass")
    speak(table, bid)
    while table.match.phase is Phase.AUCTION:
        speak(table, "pass")
    completed = table.log[-1]
    assert isinstance(completed, HandsCompleted)
    assert table.match.turn is completed.leader
    return completed.leader


@pytest.mark.parametrize("rules", [CLASSIC_HOUSE, COINCHE_OFFICIAL], ids=lambda rules: rules.name)
@pytest.mark.parametrize("seed", range(4))
def test_the_turn_goes_round_and_the_winner_leads(rules: RuleSet, seed: int) -> None:
    """Each trick has four cards, in turn order from its leader, who won the trick before [4.9]."""
    table = play_on(start(rules), Random(seed))
    expected = None
    played = 0
    for event in table.log:
        match event:
            case HandsCompleted(_, _, first):
                expected, played = first, 0
            case CardPlayed(seat):
                assert expected is not None
                assert seat is expected
                expected, played = seat.next, played + 1
            case TrickTaken(number, winner):
                assert played == 4 * number
                expected = winner
            case _:
                pass


@pytest.mark.parametrize("rules", [CLASSIC_HOUSE, COINCHE_OFFICIAL], ids=lambda rules: rules.name)
@pytest.mark.parametrize("seed", range(4))
def test_only_the_seat_on_turn_may_act(rules: RuleSet, seed: int) -> None:
    """Whatever a seat says or plays, the three others are told that it is not their turn."""
    rng = Random(seed)
    table = start(rules)
    for _ in range(60):
        action = random_action(table.match, rng)
        if isinstance(action, MakeCall | PlayCard):
            for seat in set(Seat) - {action.seat}:
                refusal = table.refuse(replace(action, seat=seat))
                assert str(refusal) == f"not_your_turn(seat={action.seat})"
        table.do(action)
