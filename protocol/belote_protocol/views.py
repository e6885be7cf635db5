"""
What a table is to one receiver, whole: the parts of a ``snapshot``, and what the lobby shows.

Nothing here is a frame of its own: a client gets it in a ``snapshot`` or a ``lobby``, and holds it
from then on.
"""

from msgspec import Struct

from belote_protocol.calls import BidKind, Word
from belote_protocol.commands import Settings
from belote_protocol.happenings import Declarations, Points, Revealed, Settled, Shown
from belote_protocol.vocab import (
    BeloteWord,
    Card,
    DeclarationKind,
    EndReason,
    Mode,
    Phase,
    Policy,
    RefusalCode,
    Seat,
    Suit,
    Team,
)


class Options(Struct, frozen=True, omit_defaults=True):
    """
    What a receiver whose turn it is may say: one of ``words``, or one of ``kinds`` at one of
    ``modes``.

    Attributes:
        points: The numbers that may be bid; for the kind ``points``.
    """

    words: tuple[Word, ...] = ()
    kinds: tuple[BidKind, ...] = ()
    modes: tuple[Mode, ...] = ()
    points: tuple[int, ...] = ()


class Person(Struct, frozen=True, omit_defaults=True):
    """
    Somebody at the table, as everybody may know them.

    Attributes:
        id: A public name for the machine; it opens nothing.
    """

    id: str
    name: str


class SeatView(Struct, frozen=True, omit_defaults=True):
    """
    A seat before, in and after a match.

    Attributes:
        person: Whose seat it is; ``None`` when it is nobody's.
        bot: How well the bot plays that has the seat, or holds it for ``person``; ``None`` when
            there is none.
        grace: When a bot takes over for ``person``, who is gone, in Unix seconds.
        bank: Seconds the seat may still think longer than its turns; ``None`` for none.
        ready: Whether the person is ready to start, or has asked for the next deal or match.
        online: Whether the person is connected.
        gives_up: Whether the person offers to give the match up.
        swap: The seat the person offers to change places with.
    """

    person: Person | None = None
    ready: bool = False
    online: bool = False
    gives_up: bool = False
    swap: Seat | None = None
    bot: Policy | None = None
    grace: float | None = None
    bank: float | None = None


class TrickView(Struct, frozen=True):
    """A complete trick: its cards in playing order, the leader's first."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    points: int


class BeloteView(Struct, frozen=True):
    """A belote or rebelote that was said."""

    seat: Seat
    suit: Suit
    word: BeloteWord


class DealView(Struct, frozen=True, omit_defaults=True):
    """
    The running deal, or the last one.

    Attributes:
        hands: What each seat still holds, in seat order S W N E; ``null`` for each hidden card.
        calls: What was said, each call with its seat.
        contract: ``S:100Hx`` is South's 100 at hearts, coinched; ``xx`` is surcoinched.
        passed_out: Whether everybody passed.
        leader: Who led the trick on the table, or leads the next.
        trick: The cards on the table, in playing order.
        announced: The kinds of declaration each seat announced, in seat order.
    """

    number: int
    dealer: Seat
    hands: Shown
    leader: Seat
    announced: tuple[tuple[DeclarationKind, ...], ...]
    turned: Card | None = None
    calls: tuple[tuple[Seat, str], ...] = ()
    contract: str | None = None
    passed_out: bool = False
    trick: tuple[Card, ...] = ()
    tricks: tuple[TrickView, ...] = ()
    declarations: Declarations | None = None
    belotes: tuple[BeloteView, ...] = ()


class EndView(Struct, frozen=True):
    """How a match ended."""

    winner: Team
    reason: EndReason


class MatchView(Struct, frozen=True, omit_defaults=True):
    """
    A match as one receiver may know it.

    Attributes:
        id: The match's name, part of every deal's commitment.
        dealer: Who deals the running deal, or the next one.
        held: Points held for the winner of the next deal.
        settled: The deals that were scored, in order.
        commitment: The commitment of the running deal, in hexadecimal.
        revealed: The last deal's cards and seed, once it is over.
    """

    id: str
    phase: Phase
    dealer: Seat
    scores: Points
    held: int = 0
    settled: tuple[Settled, ...] = ()
    deal: DealView | None = None
    commitment: str | None = None
    revealed: Revealed | None = None
    ended: EndView | None = None


class Turn(Struct, frozen=True, omit_defaults=True):
    """
    Who is to act, and what the receiver may do about it.

    Attributes:
        seat: Who is to speak or play; ``None`` when it is nobody's turn.
        deadline: When the turn, or the pause between deals, ends, in Unix seconds; ``None`` for
            never.
        bank: From when, in Unix seconds, the turn costs the seat's time bank; ``None`` where it has
            none.
        options: What the receiver may say; only when it is the receiver's turn to speak.
        cards: The receiver's cards when it is to play: ``null`` for one it may play, else the
            code of the duty it would break.
    """

    seat: Seat | None = None
    deadline: float | None = None
    options: Options | None = None
    cards: dict[Card, RefusalCode | None] | None = None
    bank: float | None = None


class RoomView(Struct, frozen=True, omit_defaults=True):
    """
    A table as one receiver may know it.

    Attributes:
        id: The table's name in logs; it opens nothing.
        seat: The receiver's seat; ``None`` for one who watches.
        host: The public id of who made the table.
        settings: What it was made with.
        rules: Every field of its rules, with its value.
        seats: In seat order S W N E.
        match: The running match, or the last one.
        sit: The code that lets people sit; only for those who came with it.
        watch: The code that lets people watch.
        watchers: How many people watch.
    """

    id: str
    host: str
    settings: Settings
    rules: dict[str, bool | int | str | tuple[int, ...]]
    seats: tuple[SeatView, ...]
    turn: Turn
    seat: Seat | None = None
    match: MatchView | None = None
    sit: str | None = None
    watch: str | None = None
    watchers: int = 0


class Offer(Struct, frozen=True, omit_defaults=True):
    """
    A public table, as the lobby shows it.

    Attributes:
        id: The table's name; it opens nothing.
        code: Lets people sit.
        rules: The rule set it was made from.
        target: The points that win its match.
        turn: Seconds a turn may take; 0 for as long as it takes.
        host: The name of who made it.
        names: Who sits there, in seat order; ``None`` for a seat that is free or a bot's.
        watch: Lets people watch; ``None`` where nobody may.
        changes: How many fields of its rules differ from the rule set.
        bots: How many seats bots have.
        playing: Whether a match is under way.
        watchers: How many people watch.
    """

    id: str
    code: str
    rules: str
    target: int
    turn: int
    host: str
    names: tuple[str | None, ...]
    watch: str | None = None
    changes: int = 0
    bots: int = 0
    playing: bool = False
    watchers: int = 0
