"""Declarations as sets of cards: which hands may have announced what, and what a hand can."""

from collections.abc import Sequence
from functools import cache

from belote_protocol.vocab import SEATS, Card, DeclarationKind, Mode, Rank, Seat, Suit, Team
from belote_server.bots.codes import codes
from belote_server.game import declarations
from belote_server.game.declarations import Declaration
from belote_server.game.rules import RuleSet

_LENGTHS = {
    DeclarationKind.TIERCE: 3,
    DeclarationKind.CINQUANTE: 4,
    DeclarationKind.CENT: 5,
}


@cache
def declaration_sets(kind: DeclarationKind, mode: Mode) -> tuple[int, ...]:
    """Return every set of cards that makes *kind*, in the code of *mode*."""
    bits = codes(mode).bits
    ranks = tuple(Rank)
    if kind is DeclarationKind.CARRE:
        return tuple(
            sum(bits[Card.of(rank, suit)] for suit in Suit)
            for rank in ranks
            if rank not in (Rank.SEVEN, Rank.EIGHT)
        )
    length = _LENGTHS[kind]
    return tuple(
        sum(bits[Card.of(rank, suit)] for rank in ranks[low : low + length])
        for suit in Suit
        for low in range(len(ranks) - length + 1)
    )


def declared(hand: int, mode: Mode) -> tuple[Declaration, ...]:
    """Return the declarations of *hand*, whole and in the code of *mode*."""
    return _declared(hand, mode) if _may_declare(hand, mode) else ()


def declared_points(
    hands: Sequence[int], mode: Mode, leader: Seat, rules: RuleSet
) -> tuple[int, int]:
    """Return what the declarations of whole *hands* bring each side, if all are announced."""
    if not rules.declarations.played:
        return 0, 0
    held = tuple(declared(hand, mode) for hand in hands)
    team = declarations.scoring_team(held, leader, mode, rules.declarations.tie)
    worth = sum(
        declarations.points(each, mode)
        for seat in SEATS
        if seat.team is team
        for each in held[seat.place]
    )
    return (worth, 0) if team is Team.NS else (0, worth)


def _declared(hand: int, mode: Mode) -> tuple[Declaration, ...]:
    cards = codes(mode).cards
    held = [card for number, card in enumerate(cards) if hand >> number & 1]
    return declarations.find(held, mode)


def _may_declare(hand: int, mode: Mode) -> bool:
    tierces = declaration_sets(DeclarationKind.TIERCE, mode)
    carres = declaration_sets(DeclarationKind.CARRE, mode)
    return any(hand & mask == mask for mask in tierces) or any(
        hand & mask == mask for mask in carres
    )
