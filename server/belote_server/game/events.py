"""
What happened, in the past tense: the truth a match is folded from.

An event never needs a rule to be understood: whatever a rule decided (who speaks next, who won
the trick, what the deal is worth) is in it. Fields that can be ``None`` where a card or a seed
stands are empty only in a redacted copy; see ``views.redact``.
"""

from dataclasses import dataclass, field

from belote_protocol.calls import Call, Contract
from belote_protocol.vocab import (
    BeloteWord,
    Card,
    DeclarationKind,
    EndReason,
    Seat,
    Suit,
    Team,
)
from belote_server.game.declarations import Declaration
from belote_server.game.rules import RuleSet
from belote_server.game.scoring import Settlement
from belote_server.game.seats import Points

Shown = tuple[tuple[Card | None, ...], ...]
"""Cards a seat, in seat order; ``None`` is a card the viewer may not see."""


@dataclass(frozen=True)
class MatchStarted:
    """
    A match began; always the first event.

    Attributes:
        dealer: Who deals first.
    """

    match_id: str
    rules: RuleSet
    dealer: Seat


@dataclass(frozen=True)
class DealCommitted:
    """
    The order of deal number *deal* is fixed; nobody has seen it.

    Attributes:
        seed: Hexadecimal; hidden from every viewer until ``DealRevealed``.
    """

    deal: int
    commitment: str
    seed: str | None = field(repr=False)


@dataclass(frozen=True)
class HandsDealt:
    """
    The cards dealt before the auction: eight a seat, or five and a turned card.

    Attributes:
        deal: 1, 2, 3… without a gap.
        speaker: Who speaks first.
        deck: The whole order, the top first; hidden from every viewer.
        turned: The card turned face up, in an auction that has one.
    """

    deal: int
    dealer: Seat
    speaker: Seat
    hands: Shown = field(repr=False)
    turned: Card | None
    deck: tuple[Card, ...] | None = field(repr=False)


@dataclass(frozen=True)
class CallMade:
    """
    A seat spoke.

    Attributes:
        contract: The contract as it stands after the call.
        speaker: Who speaks next; ``None`` when the auction is over.
        passes: Passes since the last call that was not one.
    """

    seat: Seat
    call: Call
    contract: Contract | None
    speaker: Seat | None
    passes: int


@dataclass(frozen=True)
class DealPassedOut:
    """Everybody passed; the next dealer deals."""

    deal: int


@dataclass(frozen=True)
class HandsCompleted:
    """
    The auction gave a contract and every seat has eight cards.

    Attributes:
        added: The cards each seat got after the auction; in Coinche nothing.
        leader: Who leads the first trick.
    """

    contract: Contract
    added: Shown = field(repr=False)
    leader: Seat


@dataclass(frozen=True)
class CardPlayed:
    """A card fell."""

    seat: Seat
    card: Card


@dataclass(frozen=True)
class DeclarationsMade:
    """A seat announced with its first card what it holds, by kind alone, strongest first."""

    seat: Seat
    kinds: tuple[DeclarationKind, ...]


@dataclass(frozen=True)
class BeloteSaid:
    """A seat played the first or second of the king and queen of trump it held."""

    seat: Seat
    suit: Suit
    word: BeloteWord


@dataclass(frozen=True)
class TrickTaken:
    """
    A trick is complete.

    Attributes:
        number: 1 to 8.
        winner: Who took it and leads the next.
        points: Its cards, without what the last trick adds.
    """

    number: int
    winner: Seat
    points: int


@dataclass(frozen=True)
class DeclarationsShown:
    """
    The declarations were compared, as the second trick begins.

    Attributes:
        team: The side that scores all of its own; ``None`` where equal ones cancelled.
        shown: That side's declarations, each with its seat; the other side's stay hidden.
        points: What they are worth together.
    """

    team: Team | None
    shown: tuple[tuple[Seat, Declaration], ...]
    points: int


@dataclass(frozen=True)
class DealSettled:
    """
    A deal was scored.

    Attributes:
        scores: The match score after it.
    """

    deal: int
    settlement: Settlement
    scores: Points


@dataclass(frozen=True)
class DealRevealed:
    """
    A deal is over and its cards are public.

    Attributes:
        deck: The order it was dealt from, the top first; empty if it was never dealt.
        seed: What the commitment bound; ``None`` where the deal had none.
    """

    deal: int
    deck: tuple[Card, ...]
    seed: str | None


@dataclass(frozen=True)
class MatchEnded:
    """The match is over."""

    winner: Team
    reason: EndReason
    scores: Points


Event = (
    MatchStarted
    | DealCommitted
    | HandsDealt
    | CallMade
    | DealPassedOut
    | HandsCompleted
    | CardPlayed
    | DeclarationsMade
    | BeloteSaid
    | TrickTaken
    | DeclarationsShown
    | DealSettled
    | DealRevealed
    | MatchEnded
)
