"""What can be asked of a match: by a seat, or by nature (chance, the clock, the people around)."""

from dataclasses import dataclass, field

from belote_protocol.calls import Call
from belote_protocol.vocab import Card, EndReason, Seat, Team
from belote_server.game.rules import RuleSet


@dataclass(frozen=True)
class StartMatch:
    """
    Nature: a match begins.

    Attributes:
        match_id: A name for the match, part of every deal's commitment.
        rules: What the table agreed on.
        dealer: Who deals first, drawn by chance.
    """

    match_id: str
    rules: RuleSet
    dealer: Seat


@dataclass(frozen=True)
class CommitDeal:
    """
    Nature: the order of the next deal is fixed, before anybody has spoken.

    Attributes:
        seed: 32 random bytes in hexadecimal; a secret until the deal is over.
        commitment: What binds them, in hexadecimal; see ``deck.commitment``.
    """

    seed: str = field(repr=False)
    commitment: str


@dataclass(frozen=True)
class DealCards:
    """
    Nature: the next deal.

    Attributes:
        deck: All 32 cards, the top first.
    """

    deck: tuple[Card, ...] = field(repr=False)


@dataclass(frozen=True)
class MakeCall:
    """A seat speaks in the auction."""

    seat: Seat
    call: Call


@dataclass(frozen=True)
class PlayCard:
    """
    A seat plays a card.

    Attributes:
        declare: With a first card: whether its declarations are announced [5.8].
    """

    seat: Seat
    card: Card
    declare: bool = True


@dataclass(frozen=True)
class EndMatch:
    """
    Nature: a side gives up, or is gone; the deal in play is void [8.6].

    Attributes:
        loser: The side that gives up.
        reason: ``SURRENDER`` or ``FORFEIT``.
    """

    loser: Team
    reason: EndReason


Action = StartMatch | CommitDeal | DealCards | MakeCall | PlayCard | EndMatch
