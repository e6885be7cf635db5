"""
What happens at a table besides the game, and the batch an accepted action is stored as.

Together with the game's own events these are *table truth*: a room is folded from them alone.
"""

from dataclasses import dataclass, field

from belote_protocol.commands import Settings
from belote_protocol.vocab import Policy, Seat
from belote_server.game.events import Event as GameEvent


@dataclass(frozen=True)
class Person:
    """
    Somebody at a table.

    Attributes:
        key: Who the person is, for the server alone.
        public_id: Who the person is, for everybody; opens nothing.
        name: What others read.
    """

    key: str
    public_id: str
    name: str


@dataclass(frozen=True)
class Opened:
    """
    A table was made; always the first event.

    Attributes:
        host: Who made it.
        sit: The code that lets people sit.
        watch: The code that lets people watch.
    """

    room_id: str
    host: Person
    settings: Settings
    sit: str = field(repr=False)
    watch: str = field(repr=False)


@dataclass(frozen=True)
class Seated:
    """Somebody took a seat, leaving *left* if it sat there before."""

    seat: Seat
    person: Person
    left: Seat | None


@dataclass(frozen=True)
class Stood:
    """A seat became free; *removed* tells whether the host emptied it."""

    seat: Seat
    removed: bool


@dataclass(frozen=True)
class SwapOffered:
    """The person in *seat* offers to change places with *other*, or no longer does."""

    seat: Seat
    other: Seat | None


@dataclass(frozen=True)
class Swapped:
    """Two people changed places."""

    seat: Seat
    other: Seat


@dataclass(frozen=True)
class ReadySet:
    """Somebody is ready to start, or for the next deal or match; or no longer is."""

    seat: Seat
    ready: bool


@dataclass(frozen=True)
class SurrenderOffered:
    """Somebody offers to give the match up, or no longer does."""

    seat: Seat
    gives_up: bool


@dataclass(frozen=True)
class WatchersAllowed:
    """Whether others may watch from now on."""

    allowed: bool


@dataclass(frozen=True)
class ClockCredited:
    """The deadline was moved after an outage, so that it costs nobody a turn."""


@dataclass(frozen=True)
class TimedOut:
    """The time of *seat* was up; the events behind it were done for it."""

    seat: Seat


@dataclass(frozen=True)
class BotSat:
    """A bot has *seat* from now on, or holds it for the person whose seat it is."""

    seat: Seat
    policy: Policy


@dataclass(frozen=True)
class BotLeft:
    """The bot left *seat*, which is its person's again, or free."""

    seat: Seat


@dataclass(frozen=True)
class Away:
    """The person in *seat* is gone in a match; a bot takes over at *until*, in Unix seconds."""

    seat: Seat
    until: float


@dataclass(frozen=True)
class Returned:
    """The person in *seat* is there again, before a bot took over."""

    seat: Seat


@dataclass(frozen=True)
class BankSpent:
    """A turn of *seat* took longer than a turn; *left* seconds are left in its time bank."""

    seat: Seat
    left: float


@dataclass(frozen=True)
class Closed:
    """The table is gone."""


RoomEvent = (
    Opened
    | Seated
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
    | Closed
)
TableEvent = RoomEvent | GameEvent


@dataclass(frozen=True)
class Batch:
    """
    The events of one accepted action: one version, one entry of the table's stream.

    Attributes:
        v: The version it makes.
        at: When it was accepted, in Unix seconds.
        deadline: When the turn or the pause it leads to ends; ``None`` for never.
        events: In order; at least one.
        person: The key of who asked for it; ``None`` for nature.
        cmd: The number of the command it answers; 0 for nature.
    """

    v: int
    at: float
    deadline: float | None
    events: tuple[TableEvent, ...]
    person: str | None = None
    cmd: int = 0
