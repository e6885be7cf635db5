"""What the runtime needs of the world, and what connections need of the runtime."""

from typing import Protocol

from belote_protocol.codec import Format
from belote_protocol.commands import Create, Join, RoomCommand
from belote_protocol.updates import Closing, Welcome


class Member(Protocol):
    """
    One connection of one person, as a table sees it.

    Attributes:
        key: Who the person is, for the server alone: the hash of its token.
        public_id: Who the person is, for everybody.
        name: What others read.
        form: The format its frames have.
    """

    key: str
    public_id: str
    name: str
    form: Format

    def push(self, frame: bytes) -> None:
        """Send a frame, encoded in ``form``; never waits, and never raises."""

    def close(self, code: int, closing: Closing) -> None:
        """Send *closing* after what was pushed before, then close the socket with *code*."""


class Tables(Protocol):
    """All tables, as connections see them. Nothing here waits: answers are pushed later."""

    def welcome(
        self, member: Member, token: str, code: str | None, v: int | None, term: str | None
    ) -> Welcome:
        """
        Return the first update of a connection, and let *member* hear its table from then on.

        With *code*, the member enters that table. A member whose person sits at a table takes
        that seat's place from the person's older connection, which is told and closed.
        """

    def post(self, member: Member, command: Create | Join | RoomCommand, arrived: float) -> None:
        """Hand *command* in; exactly one ``ok`` or ``refused`` with its number follows."""

    def gone(self, member: Member) -> None:
        """Forget *member*: its socket is closed."""


class Clock(Protocol):
    """The time, in Unix seconds."""

    def __call__(self) -> float: ...


class Chance(Protocol):
    """Random bytes nobody can foresee."""

    def __call__(self, size: int) -> bytes: ...
