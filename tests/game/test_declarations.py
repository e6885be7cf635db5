"""Sequences and carrés: what is found in a hand, what it is worth, who scores."""

import pytest

from belote_protocol.vocab import Card, DeclarationKind, Mode, Seat, Suit, Team
from belote_server.game.declarations import (
    NOTHING_DECLARED,
    Declaration,
    Declared,
    find,
    points,
    scoring_team,
    strength,
)
from belote_server.game.rules import DeclarationTie
from tests.helpers.cards import cards


def declared(text: str) -> tuple[Declaration, ...]:
    """Return declarations written as ``tierce AS KS QS, carre JS JH JD JC``."""
    return tuple(
        Declaration(DeclarationKind(kind), cards(held))
        for kind, _, held in (entry.strip().partition(" ") for entry in text.split(","))
        if kind
    )


def one(text: str) -> Declaration:
    """Return the only declaration of *text*."""
    (declaration,) = declared(text)
    return declaration


def carre(rank: str) -> Declaration:
    """Return the carré of *rank*."""
    return Declaration(DeclarationKind.CARRE, tuple(Card(rank + suit) for suit in Suit))


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ("7S 9S JS KS 7H 9H JH KH", ""),
        ("AS KS 7H 8H TD JD 9C AC", ""),  # two in a row are nothing
        ("AS KS QS 7H 9H JH KD 7C", "tierce AS KS QS"),
        ("7S 8S 9S JH KH AD QC TC", "tierce 9S 8S 7S"),
        ("9S TS JS 7H 8H AD QC KC", "tierce JS TS 9S"),  # 10 comes after 9, not after the king
        ("TS AS KS 7H 9H JD QC 8C", ""),
        ("QS JS TS 9S AH KH 8D 7C", "cinquante QS JS TS 9S"),
        ("AS KS QS JS TS 8H 7D 9C", "cent AS KS QS JS TS"),
        ("KS QS JS TS 9S 8S AH 7D", "cent KS QS JS TS 9S 8S"),  # six are still one cent
        ("AS KS QS JS TS 9S 8S 7H", "cent AS KS QS JS TS 9S 8S"),
        ("7S 8S 9S TS JS QS KS AS", "cent AS KS QS JS TS 9S 8S 7S"),
        ("AS KS QS 9S 8S 7S JH JD", "tierce AS KS QS, tierce 9S 8S 7S"),
        ("AS KS QS JS 9S 8S 7S 7D", "cinquante AS KS QS JS, tierce 9S 8S 7S"),
        ("AH KH QH 9C 8C 7C JS JD", "tierce AH KH QH, tierce 9C 8C 7C"),
        ("QS QH QD QC 7S 9H JD KC", "carre QS QH QD QC"),
        ("8S 8H 8D 8C 7S 7H 7D 7C", ""),  # carrés of eights and sevens are nothing
        ("JS JH JD JC 9S 9H 9D 9C", "carre JS JH JD JC, carre 9S 9H 9D 9C"),
        ("AS AH AD AC KS KH KD KC", "carre AS AH AD AC, carre KS KH KD KC"),
        ("TS TH TD TC 7S 8S 9S KD", "carre TS TH TD TC, tierce 9S 8S 7S"),
        # a card serves once: the carré takes its jack out of the sequence
        ("JS JH JD JC TS 9S 8H 7D", "carre JS JH JD JC"),
        ("JS JH JD JC KS QS TS 9S", "carre JS JH JD JC"),
        ("JS JH JD JC TS 9S 8S 7S", "carre JS JH JD JC, cinquante TS 9S 8S 7S"),
        ("QS QH QD QC AS KS JS TS", "carre QS QH QD QC"),
        ("KS KH KD KC AS QS JS TS", "carre KS KH KD KC, tierce QS JS TS"),
        ("KS KH KD KC AS QS JS 9H", "carre KS KH KD KC"),
    ],
)
def test_what_a_hand_declares(hand: str, found: str) -> None:
    """Clubs are trump: runs are taken whole, carrés first, each card once [5.1, 5.7]."""
    assert find(cards(hand), Mode.CLUBS) == declared(found)


@pytest.mark.parametrize(
    ("mode", "hand", "found"),
    [
        ("S", "AS KS QS 9H 8H 7H JD JC", "tierce AS KS QS, tierce 9H 8H 7H"),
        ("H", "AS KS QS AH KH QH JD JC", "tierce AH KH QH, tierce AS KS QS"),
        ("S", "AS KS QS AH KH QH JD JC", "tierce AS KS QS, tierce AH KH QH"),
        ("H", "9H 8H 7H AS KS QS JD JC", "tierce AS KS QS, tierce 9H 8H 7H"),
        ("S", "JS JH JD JC AS AH AD AC", "carre JS JH JD JC, carre AS AH AD AC"),
        ("NT", "JS JH JD JC AS AH AD AC", "carre AS AH AD AC, carre JS JH JD JC"),
        ("AT", "JS JH JD JC AS AH AD AC", "carre JS JH JD JC, carre AS AH AD AC"),
        ("NT", "QS QH QD QC 9S 9H 9D 9C", "carre QS QH QD QC, carre 9S 9H 9D 9C"),
    ],
)
def test_the_strongest_comes_first(mode: str, hand: str, found: str) -> None:
    """What a hand declares is named from the strongest down, as the mode ranks it."""
    assert find(cards(hand), Mode(mode)) == declared(found)


def test_the_order_of_the_hand_does_not_matter() -> None:
    """However a hand is held, the same is found in it."""
    hand = cards("JS JH JD JC TS 9S 8S 7S")

    assert find(hand[::-1], Mode.HEARTS) == find(hand, Mode.HEARTS)


@pytest.mark.parametrize(
    ("held", "trump", "no_trump"),
    [
        ("tierce AS KS QS", 20, 20),
        ("cinquante AS KS QS JS", 50, 50),
        ("cent AS KS QS JS TS", 100, 100),
        ("cent AS KS QS JS TS 9S 8S 7S", 100, 100),
        ("carre JS JH JD JC", 200, 100),
        ("carre 9S 9H 9D 9C", 150, 100),
        ("carre AS AH AD AC", 100, 200),
        ("carre TS TH TD TC", 100, 150),
        ("carre KS KH KD KC", 100, 100),
        ("carre QS QH QD QC", 100, 100),
    ],
)
def test_points(held: str, trump: int, no_trump: int) -> None:
    """Jacks and nines are worth most where there are trumps, aces and tens where not [5.1]."""
    declaration = one(held)

    assert points(declaration, Mode.SPADES) == trump
    assert points(declaration, Mode.HEARTS) == trump
    assert points(declaration, Mode.ALL_TRUMP) == trump
    assert points(declaration, Mode.NO_TRUMP) == no_trump


@pytest.mark.parametrize(("mode", "order"), [("S", "QKTA9J"), ("AT", "QKTA9J"), ("NT", "9JQKTA")])
def test_carres_among_themselves(mode: str, order: str) -> None:
    """Carrés rank by what the card is worth in the mode, never equal [5.5]."""
    heights = [strength(carre(rank), Mode(mode)) for rank in order]

    assert heights == sorted(set(heights))


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("tierce AS KS QS", "cinquante TS 9S 8S 7S"),
        ("cinquante AS KS QS JS", "cent JS TS 9S 8S 7S"),
        ("cent AS KS QS JS TS 9S 8S 7S", "carre QS QH QD QC"),  # also where both are worth 100
        ("cent AS KS QS JS TS", "carre 9S 9H 9D 9C"),
        ("tierce KS QS JS", "tierce AH KH QH"),
        ("tierce KH QH JH", "tierce AS KS QS"),
        ("tierce 9S 8S 7S", "tierce TH 9H 8H"),  # in natural order, trump or not
        ("cent KS QS JS TS 9S 8S", "cent AH KH QH JH TH"),  # by the top, not by the length
    ],
)
def test_kinds_and_heights(mode: Mode, lower: str, higher: str) -> None:
    """A carré beats any sequence, a longer class a shorter one, then the top card decides [5.5]."""
    assert strength(one(lower), mode) < strength(one(higher), mode)


@pytest.mark.parametrize(
    ("mode", "spades_are"), [("S", 1), ("H", -1), ("D", 0), ("NT", 0), ("AT", 0)]
)
@pytest.mark.parametrize(
    ("spades", "hearts"),
    [
        ("tierce AS KS QS", "tierce AH KH QH"),
        ("cinquante JS TS 9S 8S", "cinquante JH TH 9H 8H"),
        ("cent AS KS QS JS TS", "cent AH KH QH JH TH 9H"),
    ],
)
def test_trumps_break_a_tie(spades: str, hearts: str, mode: str, spades_are: int) -> None:
    """Of two sequences equally high the one in trumps is better; no other suit is [5.5]."""
    one_is, other_is = strength(one(spades), Mode(mode)), strength(one(hearts), Mode(mode))

    assert (one_is > other_is) - (one_is < other_is) == spades_are


TIERCE_HIGH, TIERCE_LOW = "tierce AS KS QS", "tierce 9D 8D 7D"
TIERCE_PLAIN, TIERCE_TRUMP = "tierce AD KD QD", "tierce AC KC QC"
FIFTY, HUNDRED, CARRE = "cinquante JH TH 9H 8H", "cent JH TH 9H 8H 7H", "carre KS KH KD KC"
FIRST, CANCEL = DeclarationTie.FIRST_IN_TURN, DeclarationTie.CANCEL


def at_the_table(south: str, west: str, north: str, east: str) -> Declared:
    """Return what the four seats declare."""
    return (declared(south), declared(west), declared(north), declared(east))


@pytest.mark.parametrize("tie", [FIRST, CANCEL])
@pytest.mark.parametrize("leader", Seat)
@pytest.mark.parametrize(
    ("table", "team"),
    [
        (("", "", "", ""), None),
        (("", TIERCE_LOW, "", ""), "EW"),
        (("", "", TIERCE_LOW, ""), "NS"),
        ((TIERCE_LOW, TIERCE_HIGH, "", ""), "EW"),
        ((TIERCE_HIGH, FIFTY, "", ""), "EW"),
        ((TIERCE_LOW, FIFTY, CARRE, HUNDRED), "NS"),
        ((f"{FIFTY}, {TIERCE_LOW}", TIERCE_HIGH, "", TIERCE_PLAIN), "NS"),  # the best decides
        ((TIERCE_LOW, TIERCE_HIGH, TIERCE_TRUMP, ""), "NS"),  # clubs are trump
        ((TIERCE_HIGH, TIERCE_LOW, TIERCE_PLAIN, ""), "NS"),  # equal, but on one side
        (("", TIERCE_HIGH, TIERCE_LOW, TIERCE_PLAIN), "EW"),
    ],
    ids=[
        "nobody",
        "west alone",
        "north alone",
        "higher",
        "longer",
        "carré",
        "best of two",
        "trump",
        "equal on one side",
        "equal on the other",
    ],
)
def test_who_scores(
    table: tuple[str, str, str, str], team: str | None, leader: Seat, tie: DeclarationTie
) -> None:
    """The side with the best declaration scores, whoever leads and however ties go [5.4]."""
    assert scoring_team(at_the_table(*table), leader, Mode.CLUBS, tie) == team


@pytest.mark.parametrize(
    ("mode", "table", "leaders_of_ns"),
    [
        ("C", (TIERCE_HIGH, TIERCE_PLAIN, "", ""), "S N E"),
        ("C", (TIERCE_HIGH, "", "", TIERCE_PLAIN), "S"),
        ("C", ("", TIERCE_PLAIN, TIERCE_HIGH, ""), "N"),
        ("NT", (TIERCE_HIGH, TIERCE_PLAIN, "", TIERCE_TRUMP), "S"),
        ("AT", (TIERCE_HIGH, TIERCE_TRUMP, "", ""), "S N E"),
        ("C", (f"{TIERCE_HIGH}, {TIERCE_LOW}", TIERCE_PLAIN, "", ""), "S N E"),
    ],
)
def test_equal_bests(mode: str, table: tuple[str, str, str, str], leaders_of_ns: str) -> None:
    """Equal bests go to the first in turn from the leader, or cancel all, lower ones too [5.6]."""
    said = at_the_table(*table)
    for leader in Seat:
        team = Team.NS if leader.value in leaders_of_ns.split() else Team.EW

        assert scoring_team(said, leader, Mode(mode), FIRST) is team
        assert scoring_team(said, leader, Mode(mode), CANCEL) is None


def test_nothing_declared() -> None:
    """Four silent seats have no best."""
    assert scoring_team(NOTHING_DECLARED, Seat.SOUTH, Mode.SPADES, CANCEL) is None


def test_the_top_of_a_declaration() -> None:
    """A sequence is named by its highest card, a carré by its rank."""
    assert one(FIFTY).top == "J"
    assert one(CARRE).top == "K"
