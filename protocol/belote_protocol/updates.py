"""
What the server tells.

``happened`` carries a table's next version: 1, 2, 3… without a gap, the same numbers for everybody,
with what this receiver may see of it. ``snapshot`` carries everything at once. Both are *table
truth*: whatever they show is stored. The rest are answers to one command, and *notices*, which
carry no version and may be lost.
"""

from typing import Annotated

from msgspec import Meta, Struct

from belote_protocol.happenings import Happening
from belote_protocol.views import Offer, Person, RoomView, Turn
from belote_protocol.vocab import Card, HintCode, Phrase, RefusalCode, Seat


class Update(Struct, frozen=True, tag_field="t", tag=str.lower, omit_defaults=True):
    """Anything the server can send."""


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
