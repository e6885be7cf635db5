"""What a table is told: people speak, come and go; time passes; chance is drawn."""

from dataclasses import dataclass, field

from belote_protocol.commands import Bid, Play, RoomCommand
from belote_protocol.vocab import Seat
from belote_server.room.events import Person


@dataclass(frozen=True)
class Spoken:
    """
    A command by somebody at the table.

    Attributes:
        may_sit: Whether the person came with a code that lets it sit.
    """

    person: Person
    command: RoomCommand
    may_sit: bool


@dataclass(frozen=True)
class Arrived:
    """Somebody is connected, who was not."""

    person: Person


@dataclass(frozen=True)
class Gone:
    """Somebody is no longer connected."""

    person: Person


@dataclass(frozen=True)
class TimeUp:
    """An instant that version *v* waits for has passed: a turn's end, or somebody's grace."""

    v: int


@dataclass(frozen=True)
class Drawn:
    """
    What chance has to say: used for a match or a deal that is due.

    Attributes:
        match_id: A name for a match that begins.
        dealer: Who deals its first deal.
        seed: 32 random bytes in hexadecimal, for the order of a deal.
    """

    match_id: str
    dealer: Seat
    seed: str = field(repr=False)


@dataclass(frozen=True)
class Thought:
    """The bot whose turn it is at version *v* has made up its mind."""

    v: int
    command: Bid | Play


@dataclass(frozen=True)
class Recovered:
    """The table has a new owner, after an outage of unknown length."""


@dataclass(frozen=True)
class Expired:
    """Nobody has been here for long enough."""


Input = Spoken | Arrived | Gone | TimeUp | Drawn | Thought | Recovered | Expired
