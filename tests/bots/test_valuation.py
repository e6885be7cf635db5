"""What a hand is worth before the first card."""

from dataclasses import replace

import pytest

from belote_protocol.vocab import Mode
from belote_server.bots.announced import declared_points
from belote_server.bots.codes import PLAIN, codes
from belote_server.bots.expert import distinct
from belote_server.bots.payoffs import belote_points
from belote_server.bots.sight import sight
from belote_server.bots.valuation import estimate, resistance, support, sweeps
from belote_server.game.rulesets import COINCHE_HOUSE, COINCHE_OFFICIAL
from tests.bots.seats import table, view_on_turn
from tests.helpers.cards import cards

STRONG, USUAL = "JH 9H AH 8H AS TS 7D 8C", "QH 8H KS 9S TD 7D JC 8C"


def test_strength_counts() -> None:
    """A hand with the master trumps makes more, helps more and hinders more than one without."""
    strong, usual = (PLAIN.mask(cards(hand)) for hand in (STRONG, USUAL))

    for worth in (support, resistance):
        assert worth(strong, Mode.HEARTS, COINCHE_OFFICIAL) > worth(
            usual, Mode.HEARTS, COINCHE_OFFICIAL
        )
    assert estimate(strong, Mode.HEARTS, COINCHE_OFFICIAL).mean > 120
    assert estimate(usual, Mode.HEARTS, COINCHE_OFFICIAL).mean < 80


@pytest.mark.parametrize("mode", [Mode.NO_TRUMP, Mode.ALL_TRUMP])
def test_scales(mode: Mode) -> None:
    """Where the cards are worth more, so is a hand."""
    hand = PLAIN.mask(cards("JH 9H AH JS AS TS AD AC"))
    house, official = (
        estimate(hand, mode, rules).mean for rules in (COINCHE_HOUSE, COINCHE_OFFICIAL)
    )

    assert (house > official) is (mode is Mode.ALL_TRUMP)


@pytest.mark.parametrize(
    ("hand", "mode", "all_of_them"),
    [
        ("JH 9H AH TH KH AS AD AC", "H", True),
        ("JH 9H AH TH KH AS TS AD", "H", True),
        ("JH 9H AH AS TS AD TD AC", "H", False),  # too few trumps
        ("JH 9H TH KH QH AS AD AC", "H", False),  # the ace of trump is out
        ("JH 9H AH TH KH AS AD TC", "H", False),
        ("AS TS KS AH TH AD TD AC", "NT", True),
        ("AS TS KS QS JS AH TH AD", "NT", False),  # nothing in clubs
        ("JS 9S JH 9H JD 9D JC 9C", "AT", True),
        ("JH 9H AH TH KH AS AD", "H", False),  # not all cards yet
    ],
)
def test_sure_capots(hand: str, mode: str, all_of_them: bool) -> None:
    """A hand takes all tricks that holds its suits from the top and trumps enough."""
    played = Mode(mode)

    assert sweeps(codes(played).mask(cards(hand)), played) is all_of_them


def test_cards_that_are_one_choice() -> None:
    """Neighbours of equal worth are one choice, until a card between them is with somebody else."""
    dealt = (
        "7S 8S 9S AS 7H 9H JD QD | TS JS QS KS 8H TH JH QH"
        " | KH AH 7D 8D 9D TD KD AD | 7C 8C 9C TC JC QC KC AC"
    )
    known = sight(view_on_turn(table(COINCHE_HOUSE, dealt, "80D pass pass pass").match))
    number = known.code.numbers

    kept = distinct(known, known.hand, number[cards("7S")[0]])

    names = {known.code.cards[card].value for card in kept}
    assert names == {"7S", "AS", "7H", "9H", "JD", "QD"}


def test_nothing_declared_where_nothing_counts() -> None:
    """Without declarations, and without belotes at all trump, imagined deals have none."""
    rules = replace(
        COINCHE_HOUSE,
        declarations=replace(COINCHE_HOUSE.declarations, played=False),
        cards=replace(COINCHE_HOUSE.cards, all_trump_belotes=False),
    )
    whole = [0xFF, 0xFF00, 0xFF0000, 0xFF000000]
    made = table(
        rules,
        "7S 8S 9S TS JS QS KS AS | 7H 8H 9H TH JH QH KH AH"
        " | 7D 8D 9D TD JD QD KD AD | 7C 8C 9C TC JC QC KC AC",
    )

    leader = made.match.running.leader
    assert declared_points(whole, Mode.ALL_TRUMP, leader, rules) == (0, 0)
    assert belote_points(whole, Mode.ALL_TRUMP, rules) == (0, 0)
    assert belote_points(whole, Mode.HEARTS, rules) == (0, 20)
