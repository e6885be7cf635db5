"""What the runtime needs of the world, and what connections need of the runtime."""

from typing import Protocol

from belote_protocol.codec import Format
from belote_protocol.commands import NumberedCommand
from belote_protocol.updates import Closing, Welcome
from belote_protocol.vocab import Policy, RefusalCode
from belote_server.bots.choice import Choice
from belote_server.game.views import View


class Member(Protocol):
    """
    One connection of one person, as a table sees it.

    Attributes:
        key: Who the person is, for the server alone: the hash of its token.
        public_id: Who the person is, for everybody.
        name: What others read.
        form: The format its frames have.
        last_sign: When it last gave a sign of life, in Unix seconds.
    """

    key: str
    public_id: str
    name: str
    form: Format
    last_sign: float

    def push(self, frame: bytes) -> None:
        """Send a frame, encoded in ``form``; never waits, and never raises."""

    def count_refusal(self, code: RefusalCode) -> None:
        """Count a refusal that was pushed."""

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

    def post(self, member: Member, command: NumberedCommand, arrived: float) -> None:
        """Hand *command* in; exactly one ``ok`` or ``refused`` with its number follows."""

    def knows(self, code: str) -> bool:
        """Tell whether *code* leads to a table."""

    def gone(self, member: Member) -> None:
        """Forget *member*: its socket is closed."""


class Thinker(Protocol):
    """What decides for bots."""

    def prepare(self) -> None:
        """Get ready to be asked; a table has a bot, or gives hints."""

    async def choose(self, view: View, policy: Policy, seed: int) -> Choice:
        """
        Return what *policy*, or a lower one if there is no time, does in the place of the viewer.

        Args:
            view: What the seat on turn sees; nothing else is known.
            seed: What all chance in the choice is drawn from.
        """


class Clock(Protocol):
    """The time, in Unix seconds."""

    def __call__(self) -> float: ...


class Chance(Protocol):
    """Random bytes nobody can foresee."""

    def __call__(self, size: int) -> bytes: ...
