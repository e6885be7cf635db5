"""Sound calls and sound cards, row by row."""

from dataclasses import replace
from random import Random

import pytest

from belote_protocol.vocab import HintCode, Policy
from belote_server.game.deck import PACK
from belote_server.game.rulesets import CLASSIC_HOUSE, COINCHE_HOUSE, COINCHE_OFFICIAL
from belote_server.game.seats import Points
from tests.bots.seats import club_says, plays, table

WEAK = "7S 8S QS 7H 8H 7D 8D 9C"
EVEN = "{hand} | 9S KS TH QH 9D JD 8C KC | JS TS 9H KH QD KD 7C TC | AS JH AH TD AD JC QC AC"


def against(hand: str) -> str:
    """Return a whole deal in which South holds *hand* and the others what is left, in order."""
    suits = "SHDC"
    mine = hand.split()
    rest = [rank + suit for rank in "789JQKTA" for suit in suits]
    rest = [card for card in rest if card not in mine]
    return " | ".join([hand, *(" ".join(rest[start::3]) for start in range(3))])


@pytest.mark.parametrize(
    ("hand", "said", "call"),
    [
        (WEAK, "", "pass"),
        ("JH 9H AH TH KH AS AD AC", "", "capotH"),
        ("JH 9H AH 8H AS TS 7D 8C", "", "H"),  # at hearts, whatever the number
        ("AS TS AH TH AD TD AC TC", "", "NT"),
        ("JS 9S JH 9H JD 9D JC AC", "", "AT"),
        ("JS 9S 8S 7S AH AD AC TC", "160S", "coinche"),
        ("JS 9S AS 8S AH AD 7C 8C", "pass 160S pass", "coinche"),
    ],
)
def test_calls_of_coinche(hand: str, said: str, call: str) -> None:
    """The club bids what its hand is worth, at the right mode, and doubles what cannot be made."""
    made = table(COINCHE_OFFICIAL, against(hand))
    if said == "160S":  # said by East's neighbour before South speaks again
        made = table(COINCHE_OFFICIAL, against(hand), "pass 160S pass pass")
    elif said:
        made = table(COINCHE_OFFICIAL, against(hand), f"{said} pass")

    assert club_says(made).endswith(call)


@pytest.mark.parametrize(
    ("hand", "turned", "call"),
    [
        ("JS 9S AS TH AH 7D 8D 7C", "KS", "S"),
        ("7H 8H 9D TD 7D 8C QC 7C", "7S", "pass"),
    ],
)
def test_calls_of_classic(hand: str, turned: str, call: str) -> None:
    """The club takes a card that makes its five a strong six, and leaves one that does not."""
    made = table(CLASSIC_HOUSE, _turned(hand, turned))

    assert club_says(made) == call


def _turned(hand: str, turned: str) -> str:
    mine = hand.split()
    mine = [*mine[:5], turned, *mine[5:7]]
    return against(" ".join(mine))


def test_the_score_decides_near_the_end() -> None:
    """With the other side about to win, some hands are bid that are passed at the start."""
    bid_calm = bid_late = 0
    for seed in range(60):
        hand = " ".join(Random(seed).sample(PACK, 8))
        made = table(COINCHE_OFFICIAL, against(hand), "pass 80S pass pass")
        bid_calm += club_says(made) != "pass"
        made.match = replace(made.match, scores=Points(1750, 1900))
        bid_late += club_says(made) != "pass"

    assert bid_late > bid_calm


HANDS = (
    "JH 9H AH 8H AS TS 7D 8C | TH KH 7H 9S 8S AD KD AC"
    " | QH KS QS TD QD 9D TC KC | JS 7S JD 8D QC JC 9C 7C"
)


@pytest.mark.parametrize(
    ("played", "card"),
    [
        ("", "JH"),  # the taker draws trumps
        ("JH 7H QH 7C 9H KH 9D JC", "AH"),  # and goes on while there are any
        ("JH 7H QH 7C 9H KH 9D JC AH TH QD 8D", "AS"),  # then takes what nothing beats
        ("JH 7H QH 7C 7D AD", "TD KD QD 9D"),
        ("JH 7H QH 7C AS 8S", "QS KS"),
    ],
)
def test_cards(played: str, card: str) -> None:
    """The club plays as its rules say."""
    made = table(COINCHE_HOUSE, HANDS, "100H pass pass pass", played)

    assert plays(made) in card.split()


def test_gives_the_ten_to_the_partners_ace() -> None:
    """Last to play behind its partner's ace, the club adds its ten."""
    dealt = (
        "AS 7H 8H 7D 8D 7C 8C 9C | 7S 9H TH JH AD KD QD QC"
        " | 8S QH KH 9D JD TD JC AC | TS 9S AH JS QS KS TC KC"
    )
    made = table(COINCHE_HOUSE, dealt, "pass 80D pass pass pass", "7C QC AC KC")

    assert plays(made) != "TC"  # North leads

    made = table(COINCHE_HOUSE, dealt, "pass 80D pass pass pass", "AS 7S 8S")
    assert plays(made) in ("9S", "JS")  # East gives the opponents' ace as little as it can

    partner = table(
        COINCHE_HOUSE,
        "AS 7H 8H 7D 8D 7C 8C 9C | 7S 9H TH JH AD KD QD QC"
        " | TS 9S QH KH 9D JD TD AC | 8S AH JS QS KS JC TC KC",
        "pass 80D pass pass pass",
        "AS 7S",
    )
    assert plays(partner) == "TS"


def test_keeps_its_trumps_when_the_partner_wins() -> None:
    """Void and free to discard, the club does not trump its partner's sure trick."""
    dealt = (
        "AS 7S KH 8H 7D 8D 7C 8C | 8S 9S TH JH AD KD QD QC"
        " | AH 9H 7H QH 9D JD TD AC | TS JS QS KS JC TC KC 9C"
    )
    made = table(COINCHE_HOUSE, dealt, "pass pass 100H pass pass pass", "AS 8S")

    assert plays(made) == "TD"


@pytest.mark.parametrize("policy", Policy)
def test_the_only_card_is_played(policy: Policy) -> None:
    """Where one card may be played every policy plays it."""
    made = table(COINCHE_HOUSE, HANDS, "100H pass pass pass", "JH 7H")

    assert plays(made, policy) == "QH"


def test_reasons_are_codes() -> None:
    """A reason is one of the codes that have words."""
    assert {code.value for code in HintCode} >= {"cash_master", "give_points", "bid_hand"}
