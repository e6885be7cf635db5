"""Tables without a game: what somebody says is heard by all who came with the same code."""

from collections.abc import Callable
from dataclasses import dataclass, field

from belote_protocol.codec import PROTOCOL_VERSION, encode
from belote_protocol.commands import Chat, NumberedCommand
from belote_protocol.updates import (
    AnyUpdate,
    Ok,
    Said,
    Welcome,
)
from belote_protocol.views import Person
from belote_server.runtime.ports import Member


@dataclass
class Parlour:
    """
    What connections need of tables, as `belote_server.runtime.ports.Tables` says it.

    Attributes:
        posted: The commands that came, with their time.
        present: Who is here, in the order in which they came.
        gone_again: Who has left, in the order in which they did.
        codes: Those that lead to a table; empty for all.
        on_post: Called with each command before it is answered; may raise.
    """

    posted: list[tuple[NumberedCommand, float]] = field(default_factory=list)
    present: list[Member] = field(default_factory=list)
    gone_again: list[Member] = field(default_factory=list)
    on_post: Callable[[Member, NumberedCommand], None] = lambda member, command: None
    codes: set[str] = field(default_factory=set)
    _rooms: dict[int, str | None] = field(default_factory=dict)

    def welcome(
        self, member: Member, token: str, code: str | None, v: int | None, term: str | None
    ) -> Welcome:
        """Let *member* in."""
        self.present.append(member)
        self._rooms[id(member)] = code
        return Welcome(Person(member.public_id, member.name), token, PROTOCOL_VERSION, 0.0)

    def post(self, member: Member, command: NumberedCommand, arrived: float) -> None:
        """Answer *command*; tell the room what is said."""
        self.posted.append((command, arrived))
        self.on_post(member, command)
        if isinstance(command, Chat):
            said = Said(Person(member.public_id, member.name), arrived, text=command.text)
            self.tell(self._rooms[id(member)], said)
        member.push(encode(Ok(command.cmd), member.form))

    def knows(self, code: str) -> bool:
        """Tell whether *code* is one of `codes`; all are, where none were named."""
        return not self.codes or code in self.codes

    def gone(self, member: Member) -> None:
        """Forget *member*."""
        self.present.remove(member)
        self.gone_again.append(member)

    def tell(self, code: str | None, update: AnyUpdate) -> None:
        """Send *update* to all who came with *code*."""
        for member in self.present:
            if self._rooms[id(member)] == code:
                member.push(encode(update, member.form))
