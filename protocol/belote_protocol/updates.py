"""
What the server tells.

``happened`` carries a table's next version: 1, 2, 3… without a gap, the same numbers for everybody,
with what this receiver may see of it. ``snapshot`` carries everything at once. Both are *table
truth*: whatever they show is stored. The rest are answers to one command, and *notices*, which
carry no version and may be lost.
"""

from typing import Annotated

from msgspec import Meta, Struct

from belote_protocol.calls import BidKind, Word
from belote_protocol.commands import Settings
from belote_protocol.happenings import (
    Declarations,
    Happening,
    Points,
    Revealed,
    Settled,
    Shown,
)
from belote_protocol.vocab import (
    BeloteWord,
    Card,
    DeclarationKind,
    EndReason,
    HintCode,
    Mode,
    Phase,
    Phrase,
    Policy,
    RefusalCode,
    Seat,
    Suit,
    Team,
)


class Update(Struct, frozen=True, tag_field="t", tag=str.lower, omit_defaults=True):
    """Anything the server can send."""


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


class Snapshot(Update, frozen=True):
    """
    The whole table at version ``v``; sent on every (re)connect, and on entering a table.

    Attributes:
        term: Under whose ownership; part of what a client resumes with.
    """

    v: int
    term: str
    room: RoomView


class Happened(Update, frozen=True):
    """
    One accepted action, as the receiver may see it.

    Attributes:
        v: The table's version.
        events: What happened, in order; empty where nothing of it is for the receiver.
        turn: Who is to act now.
    """

    v: int
    events: tuple[Happening, ...]
    turn: Turn


class Term(Update, frozen=True):
    """Another server process owns the table, which stands at version ``v``."""

    v: int
    term: str


class Welcome(Update, frozen=True):
    """
    The answer to ``hello``; when ``room`` was named, a ``snapshot`` is in it.

    Attributes:
        you: The receiver, as others see it.
        token: Who the receiver is; to be kept secret, and sent with the next ``hello``.
        protocol: The version of the protocol the server speaks.
        server_time: Unix seconds.
        recovered: Whether the past the client knew is part of the table's.
        last_cmd: The number of the receiver's last command in the room.
        snapshot: The table, or ``None`` when the receiver is in none.
        refused: Why the room that was named could not be entered.
    """

    you: Person
    token: str
    protocol: int
    server_time: float
    recovered: bool = False
    last_cmd: int = 0
    snapshot: Snapshot | None = None
    refused: RefusalCode | None = None


class Ok(Update, frozen=True):
    """
    A command was done.

    Attributes:
        v: The version it made, or the table's version where it made none.
        last_cmd: After ``create`` and ``join``: the number of the receiver's last command in the
            room it has entered, so that its next one has a higher number.
    """

    cmd: int
    v: int = 0
    last_cmd: int = 0


class Refused(Update, frozen=True):
    """
    A command was not done, and changed nothing.

    Attributes:
        code: Why; words for each are in ``i18n``.
        params: What its sentence needs.
        v: The table's version.
    """

    cmd: int
    code: RefusalCode
    params: dict[str, str] = {}
    v: int = 0


class Pong(Update, frozen=True):
    """The answer to ``ping``; ``server_time`` is in Unix seconds."""

    id: int
    server_time: float


class Presence(Update, frozen=True):
    """A notice: the person in ``seat`` is connected, or not."""

    seat: Seat
    online: bool


class Watching(Update, frozen=True):
    """A notice: how many people watch."""

    count: int


class Said(Update, frozen=True):
    """
    A notice: somebody said something.

    Attributes:
        person: Who, set by the server.
        seat: Where they sit; ``None`` for one who watches.
        text: Their words, or
        phrase: a quick phrase.
        at: When, in Unix seconds.
    """

    person: Person
    at: float
    seat: Seat | None = None
    text: Annotated[str, Meta(max_length=300)] | None = None
    phrase: Phrase | None = None


class Hinted(Update, frozen=True):
    """
    A notice: what a bot would do in the receiver's place, from what the receiver sees.

    Attributes:
        deal: The number of the deal.
        reason: Why; words for each are in ``i18n``.
        call: What it would say, or
        card: which card it would play.
        params: What the sentence of ``reason`` needs.
    """

    deal: int
    reason: HintCode
    call: str | None = None
    card: Card | None = None
    params: dict[str, str] = {}


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


class Lobby(Update, frozen=True):
    """
    A notice, to those who browse: the public tables, or what changed since the last one.

    Attributes:
        v: The lobby's version; it rises, not always by one.
        full: Whether this begins anew: what was known before no longer counts.
        tables: Those that are new or have changed, each as a whole.
        gone: The names of those that are no more.
        seeking: How many people look for others.
    """

    v: int
    full: bool = False
    tables: tuple[Offer, ...] = ()
    gone: tuple[str, ...] = ()
    seeking: int = 0


class Seeking(Update, frozen=True):
    """
    A notice, to one who looks for others: how it stands.

    Attributes:
        on: Whether it goes on; ``false`` is the last one.
        waiting: How many people look for what the receiver would play, the receiver among them; 0
            when the server is about to stop and brings nobody together any more.
        since: Since when the receiver looks, in Unix seconds.
    """

    on: bool
    waiting: int = 0
    since: float = 0.0


class Matched(Update, frozen=True):
    """
    A notice, to one who looked for others: they sit at a table together; its ``snapshot`` follows.

    Attributes:
        code: The table's code, to come back with.
        last_cmd: The number of the receiver's last command there.
    """

    code: str
    last_cmd: int = 0


class Paused(Update, frozen=True):
    """A notice: the table waits for its store, and goes on by itself."""


class Resumed(Update, frozen=True):
    """A notice: the table goes on."""


class Left(Update, frozen=True):
    """
    A notice: the receiver is no longer at the table.

    Attributes:
        reason: ``left``, ``removed``, ``watching_ended``, ``closed``; ``moved`` asks to connect
            anew; ``lost`` is a table that could not be kept.
    """

    reason: str


class Closing(Update, frozen=True):
    """
    The last update before the server closes a connection.

    Attributes:
        reason: ``restarting``, ``replaced``, ``too_slow``, ``bad_frame``, ``protocol``, ``rate`` or
            ``internal``.
        retry_after: Seconds to wait before connecting again, where the code of the close allows
            it; ``None`` leaves the wait to the client.
        detail: What was wrong with the frame, for the client's author.
    """

    reason: str
    retry_after: float | None = None
    detail: str | None = None


Truth = Snapshot | Happened | Term
Answer = Welcome | Ok | Refused | Pong
LobbyNotice = Lobby | Seeking | Matched
Notice = Presence | Watching | Said | Hinted | LobbyNotice | Paused | Resumed | Left | Closing
AnyUpdate = Truth | Answer | Notice
