"""How a deal may end, as far as its score depends on it."""

from typing import NamedTuple

from belote_server.bots.rollout import Ending


class Outcome(NamedTuple):
    """
    How a deal may end; pairs are the sides of places 0 and 1.

    Attributes:
        cards: Card points, the last trick left out.
        last: The side that takes the last trick.
        capot: The side that takes every trick; -1 for none.
        alone: Whether the taker takes every trick itself.
        belote: Points of belotes.
        declared: Points of declarations.
    """

    cards: tuple[int, int]
    last: int
    capot: int
    alone: bool
    belote: tuple[int, int]
    declared: tuple[int, int]

    def total(self, side: int, last: int = 10) -> int:
        """Return all the points of *side*, the last trick as *last*."""
        bonus = last if self.last == side else 0
        return self.cards[side] + bonus + self.belote[side] + self.declared[side]


def of_ending(
    ending: Ending, taker: int, belote: tuple[int, int], declared: tuple[int, int]
) -> Outcome:
    """Return the outcome of a deal that was played to its *ending*."""
    even, odd, winner, takers = ending
    capot = 0 if not takers & 0b1010 else 1 if not takers & 0b0101 else -1
    return Outcome((even, odd), winner & 1, capot, takers == 1 << taker, belote, declared)


def of_total(
    total: int, side: int, pack: int, last: int, belote: tuple[int, int], declared: tuple[int, int]
) -> Outcome:
    """
    Return the likeliest outcome in which *side* makes *total* points.

    Args:
        total: Cards and last trick.
        side: Whose points they are.
        pack: What all cards are worth.
        last: What the last trick adds.
        belote: Points of belotes.
        declared: Points of declarations.
    """
    total = max(0, min(pack + last, total))
    takes_last = 2 * total > pack + last
    cards, capot = total - last * takes_last, -1
    if total >= pack + last - 2:
        cards, capot = pack, side
    elif total <= 2:
        cards, capot = 0, 1 - side
    pair = (cards, pack - cards) if side == 0 else (pack - cards, cards)
    return Outcome(pair, side if takes_last else 1 - side, capot, False, belote, declared)
