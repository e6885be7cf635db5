"""
What happened at a table, in the form a receiver gets it.

The order within one ``happened`` is the order in which it happened. Whatever a rule decided is
said; a client needs no rules to follow. ``null`` in the place of a card is a card the receiver may
not see.
"""

from msgspec import Struct

from belote_protocol.calls import Doubling
from belote_protocol.vocab import (
    BeloteWord,
    Card,
    DeclarationKind,
    EndReason,
    LineCode,
    Policy,
    Result,
    Seat,
    Suit,
    Team,
)

Shown = tuple[tuple[Card | None, ...], ...]


class Event(Struct, frozen=True, tag_field="e", tag=str.lower, omit_defaults=True):
    """Anything that can happen."""


class Points(Struct, frozen=True):
    """A number of points for each side."""

    ns: int
    ew: int


class Seated(Event, frozen=True):
    """
    Somebody took a seat.

    Attributes:
        left: The seat the same person had before.
    """

    seat: Seat
    id: str
    name: str
    left: Seat | None = None


class Stood(Event, frozen=True):
    """A seat became free; ``removed`` tells whether the host emptied it."""

    seat: Seat
    removed: bool = False


class SwapOffered(Event, frozen=True):
    """The person in ``seat`` offers to change places with ``other``, or with nobody any more."""

    seat: Seat
    other: Seat | None = None


class Swapped(Event, frozen=True):
    """Two people changed places."""

    seat: Seat
    other: Seat


class ReadySet(Event, frozen=True):
    """Somebody is ready to start, or for the next deal or match; or no longer is."""

    seat: Seat
    ready: bool


class SurrenderOffered(Event, frozen=True):
    """Somebody offers to give the match up, or no longer does."""

    seat: Seat
    gives_up: bool


class WatchersAllowed(Event, frozen=True):
    """Whether others may watch from now on."""

    allowed: bool


class ClockCredited(Event, frozen=True):
    """The turn's deadline was moved after an outage; the new one is in ``turn``."""


class TimedOut(Event, frozen=True):
    """The time of ``seat`` was up; what follows was done for it."""

    seat: Seat


class BotSat(Event, frozen=True):
    """A bot has the seat from now on, or holds it for the person whose seat it is."""

    seat: Seat
    policy: Policy


class BotLeft(Event, frozen=True):
    """The bot left; the seat is its person's again, or free."""

    seat: Seat


class Away(Event, frozen=True):
    """
    The person in ``seat`` is gone in a match.

    Attributes:
        until: When a bot takes over, in Unix seconds.
    """

    seat: Seat
    until: float


class Returned(Event, frozen=True):
    """The person in ``seat`` is there again, before a bot took over."""

    seat: Seat


class BankSpent(Event, frozen=True):
    """
    A turn of ``seat`` took longer than a turn.

    Attributes:
        left: Seconds that are left in its time bank.
    """

    seat: Seat
    left: float


class Started(Event, frozen=True):
    """
    A match began.

    Attributes:
        match: Its name, part of every deal's commitment.
        dealer: Who deals first.
    """

    match: str
    dealer: Seat


class Committed(Event, frozen=True):
    """The order of a deal is fixed; ``commitment`` binds it, in hexadecimal."""

    deal: int
    commitment: str


class Dealt(Event, frozen=True):
    """
    The cards dealt before the auction.

    Attributes:
        speaker: Who speaks first.
        hands: In seat order S W N E.
        turned: The card turned face up, in classic Belote.
    """

    deal: int
    dealer: Seat
    speaker: Seat
    hands: Shown
    turned: Card | None = None


class Called(Event, frozen=True):
    """
    A seat spoke.

    Attributes:
        contract: The contract as it stands, ``S:100Hx``; ``None`` before the first bid.
    """

    seat: Seat
    call: str
    contract: str | None = None


class PassedOut(Event, frozen=True):
    """Everybody passed; the next dealer deals."""

    deal: int


class Completed(Event, frozen=True):
    """
    The auction gave a contract, and every seat has its eight cards.

    Attributes:
        added: The cards each seat got after the auction, in seat order.
        leader: Who leads the first trick.
    """

    contract: str
    added: Shown
    leader: Seat


class Played(Event, frozen=True):
    """A card fell."""

    seat: Seat
    card: Card


class Announced(Event, frozen=True):
    """A seat announced what it holds, by kind alone."""

    seat: Seat
    kinds: tuple[DeclarationKind, ...]


class Belote(Event, frozen=True):
    """A seat said belote or rebelote."""

    seat: Seat
    suit: Suit
    word: BeloteWord


class Trick(Event, frozen=True):
    """
    A trick is complete.

    Attributes:
        number: 1 to 8.
        points: Its cards, without what the last trick adds.
    """

    number: int
    winner: Seat
    points: int


class Declaration(Struct, frozen=True):
    """A declaration that was shown, its cards from the top down."""

    seat: Seat
    kind: DeclarationKind
    cards: tuple[Card, ...]


class Declarations(Event, frozen=True):
    """
    The declarations were compared.

    Attributes:
        points: What the winning side's are worth together.
        shown: The winning side's; the others stay hidden.
        team: The winning side; ``None`` where equal ones cancelled.
    """

    points: int
    shown: tuple[Declaration, ...] = ()
    team: Team | None = None


class Line(Struct, frozen=True, omit_defaults=True):
    """
    One reason for points.

    Attributes:
        points: Negative where they are taken away.
        factor: For ``multiplier``: what was multiplied by.
    """

    code: LineCode
    team: Team
    points: int
    factor: int = 1


class Settled(Event, frozen=True):
    """
    A deal was scored.

    Attributes:
        taker: Who took.
        doubling: Whether it was coinched.
        winner: The side that takes held points; ``None`` after a tie.
        own: What was compared.
        counted: The lines of ``own``.
        points: What each side writes.
        written: The lines of ``points``.
        held: Points held for the next deal.
        scores: The match score after it.
    """

    deal: int
    contract: str
    taker: Seat
    doubling: Doubling
    result: Result
    own: Points
    counted: tuple[Line, ...]
    points: Points
    written: tuple[Line, ...]
    scores: Points
    held: int = 0
    winner: Team | None = None


class Revealed(Event, frozen=True):
    """
    A deal is over, and its cards are public.

    Attributes:
        deck: The order it was dealt from, the top first.
        seed: What the commitment bound, in hexadecimal.
    """

    deal: int
    deck: tuple[Card, ...]
    seed: str | None = None


class Ended(Event, frozen=True):
    """The match is over."""

    winner: Team
    reason: EndReason
    scores: Points


Happening = (
    Seated
    | Stood
    | SwapOffered
    | Swapped
    | ReadySet
    | SurrenderOffered
    | WatchersAllowed
    | ClockCredited
    | TimedOut
    | BotSat
    | BotLeft
    | Away
    | Returned
    | BankSpent
    | Started
    | Committed
    | Dealt
    | Called
    | PassedOut
    | Completed
    | Played
    | Announced
    | Belote
    | Trick
    | Declarations
    | Settled
    | Revealed
    | Ended
)
