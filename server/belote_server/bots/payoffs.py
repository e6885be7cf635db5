"""What each card leads to in one imagined world."""

from collections.abc import Iterator, Sequence
from functools import cache

from belote_protocol.vocab import SEATS, Card, Mode, Rank, Suit
from belote_server.bots.announced import declared_points
from belote_server.bots.codes import codes
from belote_server.bots.outcomes import of_ending
from belote_server.bots.rollout import Position, play_out
from belote_server.bots.sight import Sight, trick_numbers
from belote_server.bots.solver import solve
from belote_server.bots.stakes import Stakes
from belote_server.bots.worlds import Hands
from belote_server.game.play import is_trump
from belote_server.game.rules import RuleSet

SOLVED = 3
"""With so many tricks left, or fewer, deals are searched and not played by instinct."""

SEARCH = 5
"""How many times as much a search costs as playing on by instinct."""


class Payoffs:
    """
    Weighs the cards a seat may play, world by world.

    Attributes:
        nodes: Cards played in imagination for one of them, roughly.
    """

    def __init__(self, sight: Sight, stakes: Stakes) -> None:
        deal = sight.deal
        assert deal.contract is not None
        self._sight, self._ledger = sight, stakes.ledger(deal.contract)
        self._trick = trick_numbers(deal, sight.code)
        points, takers = [0, 0], 0
        for trick in deal.tricks:
            points[trick.winner.place & 1] += trick.points
            takers |= 1 << trick.winner.place
        self._points, self._takers = (points[0], points[1]), takers
        self._is_late = max(sight.sizes) <= SOLVED
        self.nodes = sum(sight.sizes) * (SEARCH if self._is_late else 1)
        self._leader = deal.tricks[0].leader if deal.tricks else deal.leader

    def values(self, hands: Hands, cards: Sequence[int]) -> Iterator[tuple[int, float]]:
        """Yield what each of *cards* is worth if everybody holds *hands*."""
        sight, taker = self._sight, self._sight.taker
        position = Position(
            hands=hands,
            lacks=sight.lacks,
            taker=taker,
            leader=sight.deal.leader.place,
            trick=self._trick,
            points=self._points,
            takers=self._takers,
        )
        whole = [hand | fell for hand, fell in zip(hands, sight.fell, strict=True)]
        belote = belote_points(whole, sight.code.mode, sight.view.rules)
        declared = self._declared(whole)
        ahead = solve if self._is_late else play_out
        for card in cards:
            ending = ahead(sight.play, position, card)
            outcome = of_ending(ending, taker, belote, declared)
            yield card, self._ledger.value(outcome)

    def _declared(self, whole: Sequence[int]) -> tuple[int, int]:
        """Return what declarations bring each side: as shown, or as the world has it."""
        deal = self._sight.deal
        if deal.tricks:
            shown = deal.shown
            if shown is None or shown.team is None:
                return 0, 0
            return (shown.points, 0) if shown.team is SEATS[0].team else (0, shown.points)
        return declared_points(whole, self._sight.code.mode, self._leader, self._sight.view.rules)


def belote_points(whole: Sequence[int], mode: Mode, rules: RuleSet) -> tuple[int, int]:
    """Return what belotes bring each side when the seats were dealt *whole*."""
    if mode.suit is None and not rules.cards.all_trump_belotes:
        return 0, 0
    points = [0, 0]
    for pair in _pairs(mode):
        for seat, hand in enumerate(whole):
            if hand & pair == pair:
                points[seat & 1] += rules.cards.belote
    return points[0], points[1]


@cache
def _pairs(mode: Mode) -> tuple[int, ...]:
    """Return each king and queen of trump."""
    return tuple(
        codes(mode).mask((Card.of(Rank.KING, suit), Card.of(Rank.QUEEN, suit)))
        for suit in Suit
        if is_trump(suit, mode)
    )
