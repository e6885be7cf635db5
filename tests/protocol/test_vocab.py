"""The shared words: their texts, their order and what hangs together."""

from enum import Enum

import pytest

from belote_protocol import vocab
from belote_protocol.vocab import (
    PUBLIC,
    SEATS,
    VIEWERS,
    Audience,
    BeloteWord,
    Card,
    DeclarationKind,
    EndReason,
    Game,
    HintCode,
    LineCode,
    Mode,
    Pace,
    Phase,
    Policy,
    Rank,
    RefusalCode,
    Result,
    Seat,
    Suit,
    Team,
)

WORDS: tuple[type[Enum], ...] = (
    Suit,
    Rank,
    Card,
    Team,
    Seat,
    Audience,
    Mode,
    Game,
    Phase,
    DeclarationKind,
    BeloteWord,
    Result,
    LineCode,
    EndReason,
    RefusalCode,
    HintCode,
)
EVERY_WORD = [
    pytest.param(word, id=f"{kind.__name__}-{word.value}") for kind in WORDS for word in kind
]


@pytest.mark.parametrize("word", EVERY_WORD)
def test_a_word_is_its_text(word: Enum) -> None:
    """A word prints as its value and is found again by it."""
    assert str(word) == word.value
    assert type(word)(word.value) is word


@pytest.mark.parametrize(
    "word", [*Suit, *Rank, *Card, *Team, *Seat, PUBLIC, *Mode], ids=lambda word: repr(word)
)
def test_the_repr_of_a_word_pastes_back(word: Enum) -> None:
    """What a failing test prints can be pasted into the next one."""
    assert eval(repr(word), vars(vocab)) is word


@pytest.mark.parametrize("kind", [Game, Phase, DeclarationKind, BeloteWord, Result, LineCode])
def test_codes_are_snake_case(kind: type[Enum]) -> None:
    """A code is lower case with underscores, and is called by the same name in Python."""
    for word in kind:
        assert word.value == word.name.lower()


@pytest.mark.parametrize(
    ("kind", "order"),
    [
        (Suit, "S H D C"),
        (Rank, "7 8 9 T J Q K A"),
        (Team, "NS EW"),
        (Seat, "S W N E"),
        (Mode, "S H D C NT AT"),
        (DeclarationKind, "tierce cinquante cent carre"),
    ],
)
def test_order(kind: type[Enum], order: str) -> None:
    """The order in which a word's values stand is part of what it means."""
    assert [word.value for word in kind] == order.split()


def test_cards() -> None:
    """There are 32 cards, one of each rank in each suit."""
    assert len(Card) == 32
    assert {(card.rank, card.suit) for card in Card} == {
        (rank, suit) for rank in Rank for suit in Suit
    }


@pytest.mark.parametrize("card", Card)
def test_a_card_is_its_rank_and_suit(card: Card) -> None:
    """A card's text is its rank, then its suit, and ``of`` finds it by them."""
    assert card.value == card.rank.value + card.suit.value
    assert Card.of(card.rank, card.suit) is card


@pytest.mark.parametrize("text", ["", "J", "SJ", "js", "10S", "1S", "JX", "JSS", " JS"])
def test_what_is_not_a_card(text: str) -> None:
    """Only the 32 texts are cards."""
    with pytest.raises(ValueError, match="not a valid Card"):
        Card(text)


@pytest.mark.parametrize(
    ("seat", "place", "after", "partner", "team"),
    [
        (Seat.SOUTH, 0, Seat.WEST, Seat.NORTH, Team.NS),
        (Seat.WEST, 1, Seat.NORTH, Seat.EAST, Team.EW),
        (Seat.NORTH, 2, Seat.EAST, Seat.SOUTH, Team.NS),
        (Seat.EAST, 3, Seat.SOUTH, Seat.WEST, Team.EW),
    ],
)
def test_seats(seat: Seat, place: int, after: Seat, partner: Seat, team: Team) -> None:
    """The turn passes South, West, North, East; partners sit opposite each other."""
    assert seat.place == place
    assert SEATS[place] is seat
    assert seat.next is after
    assert seat.partner is partner
    assert seat.team is team


def test_teams() -> None:
    """Each side knows the other."""
    assert Team.NS.other is Team.EW
    assert Team.EW.other is Team.NS


@pytest.mark.parametrize(
    ("mode", "suit"),
    [
        (Mode.SPADES, Suit.SPADES),
        (Mode.HEARTS, Suit.HEARTS),
        (Mode.DIAMONDS, Suit.DIAMONDS),
        (Mode.CLUBS, Suit.CLUBS),
        (Mode.NO_TRUMP, None),
        (Mode.ALL_TRUMP, None),
    ],
)
def test_the_suit_of_a_mode(mode: Mode, suit: Suit | None) -> None:
    """A mode names one suit, or none where nothing or everything is trump."""
    assert mode.suit is suit


def test_viewers() -> None:
    """Five may look: the four seats, and the public last."""
    assert list(VIEWERS) == [*SEATS, PUBLIC]


def test_paces() -> None:
    """A pace is a number of seconds a turn, fewer and fewer."""
    assert [pace.turn for pace in Pace] == [60, 30, 15]


def test_the_ladder_of_policies() -> None:
    """Below each policy is the next weaker one, and below the weakest itself."""
    assert [policy.below for policy in Policy] == [Policy.NOVICE, Policy.NOVICE, Policy.CLUB]
