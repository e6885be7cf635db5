"""Which totals cards and declarations can add up to at all."""

from functools import cache, lru_cache
from itertools import combinations_with_replacement, product

from belote_protocol.vocab import Mode
from belote_server.game.play import card_points
from belote_server.game.rules import CardScale

_HAND = 8

_DECLARED = ((20, 3), (50, 4), (100, 5), (100, 4), (150, 4), (200, 4))
"""Points and the fewest cards of each declaration: sequences, then carrés [5.1]."""

_ONCE = (150, 200)
"""There is one carré of each of these at most."""


@lru_cache(maxsize=64)
def card_sums(scale: CardScale, mode: Mode) -> frozenset[int]:
    """Return every total that the cards of a number of whole tricks can have."""
    reached = {(0, 0)}
    for points in card_points(scale, mode).values():
        reached |= {((count + 1) % 4, total + points) for count, total in reached}
    return frozenset(total for count, total in reached if count == 0)


@cache
def declared_sums() -> frozenset[int]:
    """
    Return every total that the declarations of one side can have.

    Two hands of eight cards hold two declarations each at most. What only the suits forbid is not
    looked into, so a total that is refused is certainly wrong, and one that passes may be.

    Source: rule book 5.1, 5.7.
    """
    hands = [
        tuple(points for points, _ in held)
        for count in range(3)
        for held in combinations_with_replacement(_DECLARED, count)
        if sum(cards for _, cards in held) <= _HAND
    ]
    sides = [(*one, *other) for one, other in product(hands, repeat=2)]
    return frozenset(
        sum(side) for side in sides if all(side.count(points) <= 1 for points in _ONCE)
    )
