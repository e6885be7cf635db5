"""Sequences and carrés: what a hand holds, which is best, which side scores."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from belote_protocol.vocab import Card, DeclarationKind, Mode, Rank, Seat, Suit, Team
from belote_server.game.play import is_trump
from belote_server.game.rules import DeclarationTie
from belote_server.game.seats import seats_from

_NATURAL = {rank: index for index, rank in enumerate(Rank)}
_SEQUENCE_KINDS = {3: DeclarationKind.TIERCE, 4: DeclarationKind.CINQUANTE}
_SEQUENCE_POINTS = {
    DeclarationKind.TIERCE: 20,
    DeclarationKind.CINQUANTE: 50,
    DeclarationKind.CENT: 100,
}
_CLASS = {kind: index for index, kind in enumerate(DeclarationKind)}

_CARRES = tuple(map(Rank, "QKTA9J"))
"""The ranks that make a carré, weakest first [5.5]."""

_NO_TRUMP_CARRES = tuple(map(Rank, "9JQKTA"))
"""The same where nothing is trump [5.5]."""


_FOURS = tuple(tuple(Card.of(rank, suit) for suit in Suit) for rank in _CARRES)

_DOWNWARDS: tuple[Card | None, ...] = tuple(
    card for suit in Suit for card in (*(Card.of(rank, suit) for rank in reversed(Rank)), None)
)
"""Every suit from its ace down, each followed by a gap."""


@dataclass(frozen=True)
class Declaration:
    """
    A sequence or a carré.

    Attributes:
        kind: What is announced.
        cards: Its cards: a sequence from its top down, a carré in suit order.
    """

    kind: DeclarationKind
    cards: tuple[Card, ...]

    @property
    def top(self) -> Rank:
        """The rank of a carré, or of a sequence's highest card."""
        return self.cards[0].rank


Declared = tuple[tuple[Declaration, ...], ...]
"""What each seat declares, in seat order."""

NOTHING_DECLARED: Declared = ((), (), (), ())


def points(declaration: Declaration, mode: Mode) -> int:
    """
    Return what *declaration* is worth.

    Source: rule book 5.1.
    """
    if declaration.kind is not DeclarationKind.CARRE:
        return _SEQUENCE_POINTS[declaration.kind]
    best, second = (Rank.ACE, Rank.TEN) if mode is Mode.NO_TRUMP else (Rank.JACK, Rank.NINE)
    return {best: 200, second: 150}.get(declaration.top, 100)


def strength(declaration: Declaration, mode: Mode) -> tuple[int, int, bool]:
    """
    Return what ranks *declaration* among all: its class, its height, whether it is in trumps.

    Source: rule book 5.5.
    """
    if declaration.kind is DeclarationKind.CARRE:
        order = _NO_TRUMP_CARRES if mode is Mode.NO_TRUMP else _CARRES
        return (_CLASS[declaration.kind], order.index(declaration.top), False)
    suit = declaration.cards[0].suit
    return (_CLASS[declaration.kind], _NATURAL[declaration.top], is_trump(suit, mode))


def find(hand: Sequence[Card], mode: Mode) -> tuple[Declaration, ...]:
    """
    Return the declarations of a whole *hand* of eight cards, strongest first.

    A card serves one of them. Where the hand offers a choice, the set with the strongest best
    declaration is taken, then the one with the most points: every carré outranks all sequences,
    and two carrés leave no card for one, so carrés are taken first.

    Source: rule book 5.1, 5.7.
    """
    held = frozenset(hand)
    carres = list(_carres(held))
    found = (*carres, *_sequences(held - _used(carres)))
    return tuple(sorted(found, key=lambda each: strength(each, mode), reverse=True))


def scoring_team(declared: Declared, leader: Seat, mode: Mode, tie: DeclarationTie) -> Team | None:
    """
    Return the side that scores all its declarations; ``None`` if nobody does.

    Args:
        declared: What each seat declares.
        leader: The seat that led the first trick.
        mode: What is trump.
        tie: What two equal best declarations come to.

    Source: rule book 5.4 to 5.6.
    """
    best = {
        seat: max(strength(each, mode) for each in declared[seat.place])
        for seat in seats_from(leader)
        if declared[seat.place]
    }
    if not best:
        return None
    highest = max(best.values())
    teams = [seat.team for seat, height in best.items() if height == highest]
    if tie is DeclarationTie.CANCEL and len(set(teams)) == 2:
        return None
    return teams[0]


def _carres(held: frozenset[Card]) -> Iterator[Declaration]:
    for cards in _FOURS:
        if held.issuperset(cards):
            yield Declaration(DeclarationKind.CARRE, cards)


def _sequences(held: frozenset[Card]) -> Iterator[Declaration]:
    run: list[Card] = []
    for card in _DOWNWARDS:
        if card in held:
            run.append(card)
            continue
        if len(run) >= 3:
            kind = _SEQUENCE_KINDS.get(len(run), DeclarationKind.CENT)
            yield Declaration(kind, tuple(run))
        run.clear()


def _used(declarations: Iterable[Declaration]) -> set[Card]:
    return {card for declaration in declarations for card in declaration.cards}
