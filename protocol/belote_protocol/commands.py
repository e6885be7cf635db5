"""
What a client asks, in the imperative.

Every command but ``hello`` and ``ping`` carries ``cmd``, the client's own count of its commands in
the room it is in: 1, 2, 3… A command that is sent again with the same number is answered again and
done once. A game command also names its place (which deal, which trick), so that one that arrives
late can never act elsewhere.
"""

from typing import Annotated

from msgspec import Meta, Struct

from belote_protocol.vocab import Card, Pace, Phrase, Policy, Seat

Cmd = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Code = Annotated[str, Meta(min_length=4, max_length=24)]
Language = Annotated[str, Meta(min_length=2, max_length=8)]
Text = Annotated[str, Meta(min_length=1, max_length=300)]
Value = (
    bool
    | Annotated[int, Meta(ge=-(10**6), le=10**6)]
    | Annotated[str, Meta(max_length=40)]
    | Annotated[list[Annotated[int, Meta(ge=0, le=1000)]], Meta(max_length=8)]
)


class Command(
    Struct,
    frozen=True,
    tag_field="t",
    tag=str.lower,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """Anything a client can send."""


class Hello(Command, frozen=True):
    """
    The first frame of a connection; answered by ``welcome``.

    Attributes:
        protocol: The version of the protocol the client speaks.
        name: What others at the table will read.
        token: Who the client is, from an earlier ``welcome``; without it a new person is made.
        lang: The language the client shows, as a two-letter code.
        room: A room's code, to enter it at once.
        v: With ``room``: the last version the client has seen.
        term: With ``v``: the term it was seen in.
    """

    protocol: Annotated[int, Meta(ge=0, le=10**6)]
    name: Name
    token: Annotated[str, Meta(min_length=16, max_length=64)] | None = None
    lang: Language = "en"
    room: Code | None = None
    v: Count | None = None
    term: Annotated[str, Meta(max_length=32)] | None = None


class Ping(Command, frozen=True):
    """
    Ask for the server's time; answered by ``pong``.

    Attributes:
        id: Comes back with the answer.
    """

    id: Count = 0


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """
    What a table is made with.

    Attributes:
        rules: The rule set it starts from, such as ``coinche-official``.
        changes: Fields that differ from it, such as ``{"match.target": 1000}``.
        turn: Seconds a turn may take; 0 for as long as it takes.
        pause: Seconds between deals, unless everybody asks for the next one before.
        bank: Seconds that each seat may think longer than its turns, in a whole match.
        grace: Seconds that somebody may be gone in a match before a bot holds the seat.
        timeouts: Turns in a row that may pass before a bot holds the seat; 0 for any number.
        bots: How well those bots play.
        hints: Whether a person may ask what a bot would do.
        public: Whether the table is listed.
        spectators: Whether others may watch.
    """

    rules: Annotated[str, Meta(max_length=40)]
    changes: Annotated[dict[Annotated[str, Meta(max_length=40)], Value], Meta(max_length=40)] = {}
    turn: Annotated[int, Meta(ge=0, le=600)] = 30
    pause: Annotated[int, Meta(ge=0, le=120)] = 12
    bank: Annotated[int, Meta(ge=0, le=600)] = 30
    grace: Annotated[int, Meta(ge=0, le=3600)] = 60
    timeouts: Annotated[int, Meta(ge=0, le=10)] = 2
    bots: Policy = Policy.CLUB
    hints: bool = False
    public: bool = False
    spectators: bool = True


class Create(Command, frozen=True):
    """
    Make a table and enter it; answered by ``ok`` and then a ``snapshot``.

    Attributes:
        key: The client's own name for this table; asking again with it gives the same one.
    """

    cmd: Cmd
    settings: Settings
    key: Annotated[str, Meta(min_length=8, max_length=64)]


class Join(Command, frozen=True):
    """Enter the table of ``code``: one code lets people sit, another only lets them watch."""

    cmd: Cmd
    code: Code


class Browse(Command, frozen=True):
    """
    Hear which public tables there are, until one enters a table; answered by ``ok``.

    Attributes:
        on: ``false`` to hear it no more.
    """

    cmd: Cmd
    on: bool = True


class Seek(Command, frozen=True):
    """
    Look for three others who want the same; answered by ``ok``, ``seeking`` and later ``matched``.

    Attributes:
        rules: The rule sets one would play, the favourite first.
        pace: How long turns are; after a while any pace will do.
        wide: Whether after a while longer any rule set of the same games will do.
    """

    cmd: Cmd
    rules: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=40)], ...],
        Meta(min_length=1, max_length=4),
    ]
    pace: Pace = Pace.NORMAL
    wide: bool = True


class Unseek(Command, frozen=True):
    """Look for others no more."""

    cmd: Cmd


class Sit(Command, frozen=True):
    """
    Take a free seat, or move to it, before the match; a bot gives way.

    Between two deals of a match one who has no seat may take one that a bot has, or holds.
    """

    cmd: Cmd
    seat: Seat


class Swap(Command, frozen=True):
    """Offer to change places with ``seat``; done once the other side offers the same."""

    cmd: Cmd
    seat: Seat


class Ready(Command, frozen=True):
    """Say whether one is ready to start; the match starts when all four are."""

    cmd: Cmd
    ready: bool = True


class Remove(Command, frozen=True):
    """For the one who made the table, before the match: empty a seat."""

    cmd: Cmd
    seat: Seat


class Bot(Command, frozen=True):
    """For the one who made the table, before the match: let a bot take a free seat."""

    cmd: Cmd
    seat: Seat
    policy: Policy = Policy.CLUB


class Back(Command, frozen=True):
    """
    Take one's seat back from the bot that holds it.

    ``bid``, ``play`` and ``next`` do so too, and so does coming back to the table.
    """

    cmd: Cmd


class Hint(Command, frozen=True):
    """Ask what a bot would do; answered by ``hinted`` and then ``ok``."""

    cmd: Cmd


class Bid(Command, frozen=True):
    """
    Speak in the auction.

    Attributes:
        deal: The number of the deal.
        nth: How many calls have been made in it.
        call: ``pass``, ``coinche``, ``surcoinche``, or a bid: ``H``, ``100H``, ``capotNT``.
    """

    cmd: Cmd
    deal: Count
    nth: Count
    call: Annotated[str, Meta(max_length=12)]


class Play(Command, frozen=True):
    """
    Play a card.

    Attributes:
        deal: The number of the deal.
        trick: The number of the trick, 1 to 8.
        declare: With a first card: whether to announce one's declarations.
    """

    cmd: Cmd
    deal: Count
    trick: Annotated[int, Meta(ge=1, le=8)]
    card: Card
    declare: bool = True


class Next(Command, frozen=True):
    """Ask for the next deal, once ``deal`` is over; it comes when all four have asked."""

    cmd: Cmd
    deal: Count


class Rematch(Command, frozen=True):
    """Ask for another match, once one is over; it starts when all four have asked."""

    cmd: Cmd


class Surrender(Command, frozen=True):
    """
    Give the match up: done when both partners have said so.

    Attributes:
        give_up: ``false`` takes an offer back, or declines the partner's.
    """

    cmd: Cmd
    give_up: bool = True


class Leave(Command, frozen=True):
    """
    Leave the table.

    Before or after the match this also frees the seat; in a match a bot holds it from now on.
    """

    cmd: Cmd


class Watchers(Command, frozen=True):
    """For the one who made the table: whether others may watch; ``false`` sends them away."""

    cmd: Cmd
    allowed: bool


class Chat(Command, frozen=True):
    """Say something in one's own words."""

    cmd: Cmd
    text: Text


class Say(Command, frozen=True):
    """Say a quick phrase; every client shows it in its own language."""

    cmd: Cmd
    phrase: Phrase


class Mute(Command, frozen=True):
    """
    Hear somebody's words no more.

    Attributes:
        person: The public id of whom.
    """

    cmd: Cmd
    person: Annotated[str, Meta(max_length=16)]
    muted: bool = True


GameCommand = Bid | Play | Next | Rematch | Surrender
SeatCommand = Sit | Swap | Ready | Remove | Bot | Back | Watchers | Leave
Talk = Chat | Say | Mute
RoomCommand = GameCommand | SeatCommand | Talk | Hint
LobbyCommand = Browse | Seek | Unseek
NumberedCommand = Create | Join | LobbyCommand | RoomCommand
AnyCommand = Hello | Ping | NumberedCommand
