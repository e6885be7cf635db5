"""
Cards as numbers and hands as bit masks, for policies that play many cards in imagination.

In a *mode's* code a card is ``8 * suit + strength in its suit``, so a hand is 32 bits, a suit is a
byte of it, and the highest bit of a byte is the suit's strongest card. Trumps are ordered as
trumps, so the code depends on the mode; ``recode`` goes from one to another. Within a suit the
stronger card is never worth less, in every scale.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from belote_protocol.vocab import Card, Mode, Suit
from belote_server.game.play import PLAIN_ORDER, TRUMP_ORDER, card_points, is_trump
from belote_server.game.rules import CardScale

SUITS = tuple(Suit)
SUIT_MASKS = (0xFF, 0xFF00, 0xFF0000, 0xFF000000)
"""The cards of each suit, in the order of ``SUITS``."""

EVERY_CARD = 0xFFFFFFFF


@dataclass(frozen=True, eq=False)
class Codes:
    """
    The code of one mode.

    Attributes:
        mode: The mode.
        trump: The trump suit's number; -1 where no suit alone is trump.
        climbs: The cards of suits in which a player must beat what lies.
        cards: The card of each number.
        bits: Each card's bit.
        numbers: Each card's number.
    """

    mode: Mode
    trump: int
    climbs: int
    cards: tuple[Card, ...]
    bits: dict[Card, int]
    numbers: dict[Card, int]

    def mask(self, cards: Iterable[Card]) -> int:
        """Return the hand of *cards*."""
        bits = self.bits
        hand = 0
        for card in cards:
            hand |= bits[card]
        return hand


@cache
def codes(mode: Mode) -> Codes:
    """Return the code of *mode*."""
    cards = tuple(
        Card.of(rank, suit)
        for suit in SUITS
        for rank in (TRUMP_ORDER if is_trump(suit, mode) else PLAIN_ORDER)
    )
    return Codes(
        mode=mode,
        trump=-1 if mode.suit is None else SUITS.index(mode.suit),
        climbs=sum(
            mask for suit, mask in zip(SUITS, SUIT_MASKS, strict=True) if is_trump(suit, mode)
        ),
        cards=cards,
        bits={card: 1 << number for number, card in enumerate(cards)},
        numbers={card: number for number, card in enumerate(cards)},
    )


@cache
def points(scale: CardScale, mode: Mode) -> tuple[int, ...]:
    """Return what each number is worth in *mode*."""
    worth = card_points(scale, mode)
    return tuple(worth[card] for card in codes(mode).cards)


PLAIN = codes(Mode.NO_TRUMP)
"""The code in which no suit is trump, for hands before there is a mode."""

_AS_TRUMPS = tuple(
    sum(1 << TRUMP_ORDER.index(PLAIN_ORDER[bit]) for bit in range(8) if byte >> bit & 1)
    for byte in range(256)
)
"""A suit's byte in plain order → the same cards in the order of trumps."""


def recode(hand: int, mode: Mode) -> int:
    """Return *hand*, in the plain code, in the code of *mode*."""
    if mode is Mode.NO_TRUMP:
        return hand
    if mode is Mode.ALL_TRUMP:
        return sum(_AS_TRUMPS[hand >> shift & 0xFF] << shift for shift in (0, 8, 16, 24))
    shift = 8 * codes(mode).trump
    return hand & ~(0xFF << shift) | _AS_TRUMPS[hand >> shift & 0xFF] << shift


def numbers(hand: int) -> Iterator[int]:
    """Yield the numbers of *hand*, from the highest suit's strongest card down."""
    while hand:
        top = hand.bit_length() - 1
        yield top
        hand ^= 1 << top
