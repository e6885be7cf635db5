"""
Playing a card: which may be played, which wins, what a trick is worth.

A trick is the tuple of its cards in playing order; whoever led it is kept beside it.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from belote_protocol.vocab import Card, Mode, Rank, RefusalCode, Suit
from belote_server.game.rules import CardScale, PlayRules, UnderPartner, Undertrump

TRUMP_ORDER = tuple(map(Rank, "78QKTA9J"))
"""Weakest first [1.2]."""

PLAIN_ORDER = tuple(map(Rank, "789JQKTA"))
"""Weakest first [1.2]."""

_TRUMP_POINTS = {Rank.JACK: 20, Rank.NINE: 14, Rank.ACE: 11, Rank.TEN: 10}
_PLAIN_POINTS = {Rank.JACK: 2, Rank.ACE: 11, Rank.TEN: 10}
_COURT_POINTS = {Rank.KING: 4, Rank.QUEEN: 3}
_ALL_TRUMP_RANKS = (Rank.JACK, Rank.NINE, Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN)


def is_trump(suit: Suit, mode: Mode) -> bool:
    """Return whether cards of *suit* are trumps."""
    return mode is Mode.ALL_TRUMP or mode.suit is suit


def _strengths(mode: Mode) -> dict[Card, int]:
    """Plain cards get 0 to 7; trumps get 8 to 15, so that the weakest beats any plain card."""
    return {
        card: 8 + TRUMP_ORDER.index(card.rank)
        if is_trump(card.suit, mode)
        else PLAIN_ORDER.index(card.rank)
        for card in Card
    }


STRENGTH: Mapping[Mode, Mapping[Card, int]] = {mode: _strengths(mode) for mode in Mode}
"""Comparable between cards of the led suit and trumps; other cards never win."""


@lru_cache(maxsize=256)
def card_points(scale: CardScale, mode: Mode) -> Mapping[Card, int]:
    """
    Return the points of each card.

    Source: rule book 1.2 to 1.4.
    """
    all_trump = dict(zip(_ALL_TRUMP_RANKS, scale.all_trump, strict=True))

    def points(card: Card) -> int:
        if mode is Mode.ALL_TRUMP:
            return all_trump.get(card.rank, 0)
        if mode is Mode.NO_TRUMP and card.rank is Rank.ACE:
            return scale.no_trump_ace
        own = _TRUMP_POINTS if is_trump(card.suit, mode) else _PLAIN_POINTS
        return own.get(card.rank) or _COURT_POINTS.get(card.rank, 0)

    return {card: points(card) for card in Card}


@lru_cache(maxsize=256)
def pack_points(scale: CardScale, mode: Mode) -> int:
    """Return the points of all 32 cards, without the last trick: 152, 120 or 248."""
    return sum(card_points(scale, mode).values())


def winner_index(trick: Sequence[Card], mode: Mode) -> int:
    """
    Return the position in *trick*, 0 for the card led, of the card that wins so far.

    Source: rule book 4.9.
    """
    strength = STRENGTH[mode]
    led, trump = trick[0].suit, mode.suit
    best, best_strength = 0, strength[trick[0]]
    for index in range(1, len(trick)):
        card = trick[index]
        if (card.suit is led or card.suit is trump) and strength[card] > best_strength:
            best, best_strength = index, strength[card]
    return best


def judge_cards(
    hand: Sequence[Card], trick: Sequence[Card], mode: Mode, rules: PlayRules
) -> dict[Card, RefusalCode | None]:
    """
    Judge every card of *hand*: ``None`` if it may be played, else the duty it would break.

    Args:
        hand: The cards the seat still has, 1 to 8 of them.
        trick: The cards already on the table, in playing order; empty when leading.
        mode: What is trump.
        rules: The duties that differ from table to table.

    Source: rule book 4.1 to 4.8.
    """
    verdict: dict[Card, RefusalCode | None] = dict.fromkeys(hand)
    if not trick:
        return verdict
    led = trick[0].suit
    best = winner_index(trick, mode)
    strength = STRENGTH[mode]
    to_beat = strength[trick[best]]
    following = [card for card in hand if card.suit is led]
    if following:
        verdict = dict.fromkeys(hand, RefusalCode.MUST_FOLLOW)
        if is_trump(led, mode):
            return verdict | _climb(following, strength, to_beat, RefusalCode.MUST_CLIMB)
        return verdict | dict.fromkeys(following)
    trumps = [card for card in hand if card.suit is mode.suit]
    if not trumps:
        return verdict
    trumped = to_beat >= 8
    if len(trick) - best == 2:  # the partner's card
        if trumped and rules.under_partner is UnderPartner.CLIMB:
            return verdict | _climb(trumps, strength, to_beat, RefusalCode.NO_UNDERTRUMP)
        return verdict
    verdict = dict.fromkeys(hand, RefusalCode.MUST_TRUMP)
    if not trumped:
        return verdict | dict.fromkeys(trumps)
    if max(map(strength.__getitem__, trumps)) > to_beat:
        verdict = dict.fromkeys(hand, RefusalCode.MUST_OVERTRUMP)
    elif rules.undertrump is Undertrump.FREE:
        return dict.fromkeys(hand)
    return verdict | _climb(trumps, strength, to_beat, RefusalCode.MUST_OVERTRUMP)


def legal_cards(
    hand: Sequence[Card], trick: Sequence[Card], mode: Mode, rules: PlayRules
) -> list[Card]:
    """Return the cards of *hand* that may be played, in its order; see ``judge_cards``."""
    judged = judge_cards(hand, trick, mode, rules)
    return [card for card, broken in judged.items() if broken is None]


def _climb(
    cards: Sequence[Card], strength: Mapping[Card, int], to_beat: int, duty: RefusalCode
) -> dict[Card, RefusalCode | None]:
    """Judge *cards* where a stronger one must be played if there is one; else any will do."""
    verdict = {card: None if strength[card] > to_beat else duty for card in cards}
    return verdict if None in verdict.values() else dict.fromkeys(cards)
