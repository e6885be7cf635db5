"""Whole deals, from the deck to the score: what each action leads to."""

import pytest

from belote_protocol.vocab import Card, Game, Phase, Seat
from belote_server.game.actions import DealCards
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import (
    CLASSIC_HOUSE,
    CLASSIC_OFFICIAL,
    COINCHE_HOUSE,
    COINCHE_OFFICIAL,
    derive,
)
from belote_server.game.seats import Points
from tests.helpers.deals import hands, play, speak, stacked
from tests.helpers.lines import lines, told
from tests.helpers.matches import Table, start

# South's hearts run through; West makes the seventh trick, which is worth nothing.
CLASSIC_HANDS = hands(
    "JH 9H AH TH KH QH AS 7C | 8H 7H 9C 7S 8S 9S TS JS"
    "| AC TC KC QC JC 8C QS KS | AD KD QD JD TD 9D 8D 7D"
)
CLASSIC_PLAY = """
    JH 7H QS AD  9H 8H AC KD  AH 8S TC QD  TH 9S KC JD
    KH TS QC TD  QH JS JC 9D  7C 9C 8C 7D  7S KS 8D AS
"""

# A tierce on three hands, a trump taken with the belote, three tricks for the defence.
COINCHE_HANDS = hands(
    "JH 9H KH QH AS KS 7D 8C | AH TH TS 9S AD KD QD 9C"
    "| 8H 7H QS JS TD JD AC TC | 8S 7S 9D 8D KC QC JC 7C"
)
COINCHE_CALLS = "80H 90D 100H pass 110H coinche pass pass"
COINCHE_PLAY = """
    JH TH 7H 8S  9H AH 8H 7S  AS 9S JS 8D  KS TS QS 9D
    AD JD 7C 7D  KD TD JC 8C  AC KC KH 9C  QH QD TC QC
"""


def dealt(rules: RuleSet) -> Table:
    """Return a table at which East has dealt the hands above, to be taken by South."""
    table = start(rules)
    wanted = CLASSIC_HANDS if rules.game is Game.CLASSIC else COINCHE_HANDS
    table.do(DealCards(stacked(wanted, Seat.EAST, rules, Seat.SOUTH)))
    return table


def told_by_action(table: Table, calls: str, played: str) -> list[str]:
    """Make *calls*, play the cards *played*; a plus marks what else one action led to."""
    said: list[str] = []
    for text in (*calls.split(), *played.split()):
        known = len(table.log)
        (speak if table.match.phase is Phase.AUCTION else play)(table, text)
        said += "\n+ ".join(told(table.log[known:])).splitlines()
    return said


def test_a_deal_of_classic_belote() -> None:
    """Each action leads to its events, in the order in which people would see them happen."""
    table = dealt(CLASSIC_HOUSE)
    assert told(table.log) == [
        "match m-0001 of classic-house, E deals",
        "deal 1 by E, QH turned, S speaks",
    ]

    assert told_by_action(table, "H", CLASSIC_PLAY) == lines(
        """
        S says H, S:H stands, nobody speaks
        + S:H is played, 3 3 3 3 added, S leads
        S plays JH
        + S announces cent
        W plays 7H
        + W announces cent
        N plays QS
        + N announces cent
        E plays AD
        + E announces cent
        + trick 1 to S for 34
        + NS scores 200: S AH KH QH JH TH 9H, N AC KC QC JC TC
        S plays 9H
        W plays 8H
        N plays AC
        E plays KD
        + trick 2 to S for 29
        S plays AH
        W plays 8S
        N plays TC
        E plays QD
        + trick 3 to S for 24
        S plays TH
        W plays 9S
        N plays KC
        E plays JD
        + trick 4 to S for 16
        S plays KH
        + S says belote in H
        W plays TS
        N plays QC
        E plays TD
        + trick 5 to S for 27
        S plays QH
        + S says rebelote in H
        W plays JS
        N plays JC
        E plays 9D
        + trick 6 to S for 7
        S plays 7C
        W plays 9C
        N plays 8C
        E plays 7D
        + trick 7 to W for 0
        W plays 7S
        N plays KS
        E plays 8D
        S plays AS
        + trick 8 to S for 15
        + deal 1 is made, NS 382, EW 0, held 0; now 382 to 0
        + deal 1 is revealed, 32 cards, no seed
        """
    )


def test_a_deal_of_coinche() -> None:
    """The auction has many calls, nothing is dealt after it, and what was bid is multiplied."""
    table = dealt(COINCHE_OFFICIAL)
    assert told(table.log) == [
        "match m-0001 of coinche-official, E deals",
        "deal 1 by E, nothing turned, S speaks",
    ]

    assert told_by_action(table, COINCHE_CALLS, COINCHE_PLAY) == lines(
        """
        S says 80H, S:80H stands, W speaks
        W says 90D, W:90D stands, N speaks
        N says 100H, N:100H stands, E speaks
        E says pass, N:100H stands, 1 passed, S speaks
        S says 110H, S:110H stands, W speaks
        W says coinche, S:110Hx stands, N speaks
        N says pass, S:110Hx stands, 1 passed, S speaks
        S says pass, S:110Hx stands, 2 passed, nobody speaks
        + S:110Hx is played, 0 0 0 0 added, S leads
        S plays JH
        + S announces tierce
        W plays TH
        + W announces tierce
        N plays 7H
        E plays 8S
        + E announces tierce
        + trick 1 to S for 30
        + EW scores 40: W AD KD QD, E KC QC JC
        S plays 9H
        W plays AH
        N plays 8H
        E plays 7S
        + trick 2 to S for 25
        S plays AS
        W plays 9S
        N plays JS
        E plays 8D
        + trick 3 to S for 13
        S plays KS
        W plays TS
        N plays QS
        E plays 9D
        + trick 4 to W for 17
        W plays AD
        N plays JD
        E plays 7C
        S plays 7D
        + trick 5 to W for 13
        W plays KD
        N plays TD
        E plays JC
        S plays 8C
        + trick 6 to N for 16
        N plays AC
        E plays KC
        S plays KH
        + S says belote in H
        W plays 9C
        + trick 7 to S for 19
        S plays QH
        + S says rebelote in H
        W plays QD
        N plays TC
        E plays QC
        + trick 8 to S for 19
        + deal 1 is made, NS 640, EW 0, held 0; now 640 to 0
        + deal 1 is revealed, 32 cards, no seed
        """
    )


@pytest.mark.parametrize(
    ("rules", "ns", "ew"),
    [
        (CLASSIC_HOUSE, 162 + 20 + 200, 0),
        (CLASSIC_OFFICIAL, 162 + 20 + 200, 0),
        (derive("classic-house", {"declarations.played": False}), 162 + 20, 0),
        (derive("classic-house", {"auction.modes": "suits", "cards.belote": 0}), 362, 0),
        (COINCHE_HOUSE, (160 + 110) * 2 + 20 + 40, 0),
        (COINCHE_OFFICIAL, (160 + 110 + 40) * 2 + 20, 0),
        (derive("coinche-house", {"scoring.coinche": 3}), (160 + 110) * 3 + 20 + 40, 0),
        (derive("coinche-house", {"declarations.played": False}), 270 * 2 + 20, 0),
    ],
    ids=[
        "classic house",
        "classic official",
        "classic, nothing declared",
        "classic, no belote",
        "coinche house",
        "coinche official",
        "coinche times three",
        "coinche, nothing declared",
    ],
)
def test_the_rules_of_the_table_score_the_deal(rules: RuleSet, ns: int, ew: int) -> None:
    """The same cards are worth what the table's own rules say."""
    table = dealt(rules)
    speak(table, "H" if rules.game is Game.CLASSIC else COINCHE_CALLS)
    play(table, CLASSIC_PLAY if rules.game is Game.CLASSIC else COINCHE_PLAY)

    assert table.match.scores == Points(ns, ew)


@pytest.mark.parametrize(("rules", "turned"), [(CLASSIC_HOUSE, True), (COINCHE_HOUSE, False)])
def test_the_hands_dealt(rules: RuleSet, turned: bool) -> None:
    """Five cards and a turned one are dealt before the auction, or all eight."""
    deal = dealt(rules).match.running

    assert [len(hand) for hand in deal.hands] == [5 if turned else 8] * 4
    assert deal.turned == (Card("QH") if turned else None)


@pytest.mark.parametrize("taker", Seat)
def test_the_turned_card_goes_to_the_taker(taker: Seat) -> None:
    """Whoever takes gets the turned card, and everybody ends up with eight [2.4]."""
    table = start(CLASSIC_HOUSE)
    table.do(DealCards(stacked(CLASSIC_HANDS, Seat.EAST, CLASSIC_HOUSE, taker)))
    turned = table.match.running.turned
    speak(table, "pass " * taker.place + "NT")
    deal = table.match.running

    assert turned in deal.hands[taker.place]
    assert deal.hands == deal.dealt
    assert list(map(sorted, deal.hands)) == list(map(sorted, CLASSIC_HANDS))
