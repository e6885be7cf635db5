"""Declarations in play: announced with the first card, compared after the first trick."""

from random import Random

import pytest

from belote_protocol.vocab import LineCode, Phase, Seat
from belote_server.game.actions import DealCards, PlayCard
from belote_server.game.events import DealSettled, DeclarationsMade, DeclarationsShown
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import COINCHE_HOUSE, COINCHE_OFFICIAL, derive
from belote_server.game.seats import Points
from tests.helpers.cards import cards
from tests.helpers.deals import hands, speak, stacked
from tests.helpers.lines import told
from tests.helpers.matches import Table, open_cards, play_on, start

# South and West each have a tierce to the ace, in spades and in diamonds.
EQUAL = (
    "AS KS QS 7H 8D 9C TC 7D | AD KD QD 8H 9H 7S 8S JC"
    "| JS TS AH JH JD AC 7C 8C | 9S KH QH TH TD 9D KC QC"
)
SOUTH, WEST = "S announces tierce", "W announces tierce"

# South has a carré and a tierce, West and North two tierces each, East nothing.
MANY = (
    "JS JH JD JC 7S 8S 9S AC | AH KH QH 9D 8D 7D TC 9C"
    "| AS KS QS TS 9H 8H 7H KD | TH QD TD AD KC QC 8C 7C"
)


def table_of(rules: RuleSet, wanted: str, mode: str, dealer: Seat = Seat.EAST) -> Table:
    """Return a table at which 80 at *mode* is to be played."""
    table = start(rules, dealer)
    table.do(DealCards(stacked(hands(wanted), dealer, rules, Seat.SOUTH)))
    speak(table, f"80{mode} pass pass pass")
    return table


def first_trick(table: Table, played: str, silent: str = "") -> None:
    """Play the first trick; the seats in *silent* keep their declarations to themselves."""
    for card in cards(played):
        turn = table.match.running.turn
        table.do(PlayCard(turn, card, declare=turn.value not in silent.split()))


def announced(table: Table) -> list[str]:
    """Return what was announced, and what came of it."""
    kinds = DeclarationsMade | DeclarationsShown
    return told(event for event in table.log if isinstance(event, kinds))


@pytest.mark.parametrize(
    ("rules", "mode", "dealer", "played", "outcome"),
    [
        # trumps break the tie
        (COINCHE_HOUSE, "S", Seat.EAST, "9C JC 7C KC", "NS scores 20: S AS KS QS"),
        (COINCHE_HOUSE, "D", Seat.EAST, "9C JC 7C KC", "EW scores 20: W AD KD QD"),
        (COINCHE_OFFICIAL, "S", Seat.EAST, "9C JC 7C KC", "NS scores 20: S AS KS QS"),
        # …else the first in turn has it, or nobody
        (COINCHE_HOUSE, "H", Seat.EAST, "9C JC 7C KC", "NS scores 20: S AS KS QS"),
        (COINCHE_HOUSE, "H", Seat.SOUTH, "JC 7C KC 9C", "EW scores 20: W AD KD QD"),
        (COINCHE_HOUSE, "H", Seat.WEST, "7C KC 9C JC", "NS scores 20: S AS KS QS"),
        (COINCHE_HOUSE, "H", Seat.NORTH, "KC 9C JC 7C", "NS scores 20: S AS KS QS"),
        (COINCHE_HOUSE, "NT", Seat.SOUTH, "JC 7C KC 9C", "EW scores 20: W AD KD QD"),
        (COINCHE_HOUSE, "AT", Seat.SOUTH, "JC 7C KC 9C", "EW scores 20: W AD KD QD"),
        (COINCHE_OFFICIAL, "H", Seat.EAST, "9C JC 7C KC", "nobody scores 0: "),
        (COINCHE_OFFICIAL, "H", Seat.SOUTH, "JC 7C KC 9C", "nobody scores 0: "),
        (COINCHE_OFFICIAL, "NT", Seat.EAST, "9C JC 7C KC", "nobody scores 0: "),
        (COINCHE_OFFICIAL, "AT", Seat.EAST, "9C JC 7C KC", "nobody scores 0: "),
    ],
)
def test_equal_declarations(
    rules: RuleSet, mode: str, dealer: Seat, played: str, outcome: str
) -> None:
    """Who leads the first trick, not who wins it, decides who was first [5.6]."""
    table = table_of(rules, EQUAL, mode, dealer)
    first_trick(table, played)

    said = [WEST, SOUTH] if dealer is Seat.SOUTH else [SOUTH, WEST]
    assert announced(table) == [*said, outcome]


SOUTH_MANY, WEST_MANY, NORTH_MANY = (
    "S announces carre tierce",
    "W announces tierce tierce",
    "N announces tierce tierce",
)


@pytest.mark.parametrize(
    ("rules", "silent", "lines"),
    [
        (
            COINCHE_HOUSE,
            "",
            [
                SOUTH_MANY,
                WEST_MANY,
                NORTH_MANY,
                "NS scores 260: S JS JH JD JC, S 9S 8S 7S, N AS KS QS, N 9H 8H 7H",
            ],
        ),
        (
            COINCHE_HOUSE,
            "N",
            [SOUTH_MANY, WEST_MANY, "NS scores 220: S JS JH JD JC, S 9S 8S 7S"],
        ),
        (
            COINCHE_HOUSE,
            "S",
            [WEST_MANY, NORTH_MANY, "EW scores 40: W AH KH QH, W 9D 8D 7D"],
        ),
        (COINCHE_OFFICIAL, "S", [WEST_MANY, NORTH_MANY, "nobody scores 0: "]),
        (COINCHE_HOUSE, "S W", [NORTH_MANY, "NS scores 40: N AS KS QS, N 9H 8H 7H"]),
        (COINCHE_HOUSE, "S W N", []),
        (COINCHE_HOUSE, "S W N E", []),
        (derive("coinche-house", {"declarations.played": False}), "", []),
    ],
    ids=["all", "no north", "no south", "a tie", "north alone", "nobody", "silence", "not played"],
)
def test_what_is_announced(rules: RuleSet, silent: str, lines: list[str]) -> None:
    """Kinds are named with the first card, and only what was named is compared [5.3, 5.8]."""
    table = table_of(rules, MANY, "C")
    first_trick(table, "AC 9C KD 7C", silent)

    assert announced(table) == lines


def test_when_they_are_announced_and_shown() -> None:
    """Each seat announces right after its card; the winners show as the second trick begins."""
    table = table_of(COINCHE_HOUSE, MANY, "C")
    first_trick(table, "AC 9C KD 7C")

    assert [type(event).__name__ for event in table.log[-9:]] == [
        "CardPlayed",
        "DeclarationsMade",
        "CardPlayed",
        "DeclarationsMade",
        "CardPlayed",
        "DeclarationsMade",
        "CardPlayed",
        "TrickTaken",
        "DeclarationsShown",
    ]


@pytest.mark.parametrize("silent", ["", "S", "S W N E"])
def test_nothing_is_announced_later(silent: str) -> None:
    """After the first trick nobody announces or shows anything any more."""
    table = table_of(COINCHE_HOUSE, MANY, "C")
    first_trick(table, "AC 9C KD 7C", silent)
    known = announced(table)
    for _ in range(28):
        turn = table.match.running.turn
        table.do(PlayCard(turn, open_cards(table.match)[0], declare=True))

    assert table.match.phase is Phase.DEALING
    assert announced(table) == known


@pytest.mark.parametrize(
    ("silent", "declared"),
    [("", Points(260, 0)), ("S", Points(0, 40)), ("S W N", Points(0, 0))],
    ids=["all", "no south", "nobody"],
)
def test_what_they_count(silent: str, declared: Points) -> None:
    """Whoever scores its declarations counts them with its cards [5.11]."""
    table = table_of(COINCHE_HOUSE, MANY, "C")
    first_trick(table, "AC 9C KD 7C", silent)
    play_on(table, Random(3), lambda match: match.phase is not Phase.PLAY)
    (settled,) = [event for event in table.log if isinstance(event, DealSettled)]
    lines = [
        Points.of(line.team, line.points)
        for line in settled.settlement.counted
        if line.code is LineCode.DECLARATIONS
    ]

    assert sum(lines, Points()) == declared
