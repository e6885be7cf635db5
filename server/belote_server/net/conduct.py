"""
What one connection's person may still do of what costs others something: trying codes, chatting,
making tables.

Whoever guesses codes is slowed down for itself. Where many of one address guess, nobody of it is
locked out: a person that never guessed wrong may always try, and is slowed down from its first
wrong code on.
"""

import math
from collections.abc import Callable

from belote_protocol.commands import Chat, Create, Join, NumberedCommand, Say
from belote_protocol.updates import Refused
from belote_protocol.vocab import RefusalCode
from belote_server.net.crowd import Address, Crowd, Person


class Conduct:
    """
    What the person of one connection has left.

    Args:
        knows: Tells whether a code leads to a table.
        address: What the address has left, where that is limited.
    """

    __slots__ = ("_address", "_knows", "_person")

    def __init__(self, knows: Callable[[str], bool], address: Address | None) -> None:
        self._knows = knows
        self._address = address
        self._person: Person | None = None

    def begin(self, crowd: Crowd, key: str, now: float) -> Person:
        """Let the connection be the person's of *key*, and return what that has left."""
        self._person = crowd.people.get(key, now)
        self._person.connections += 1
        return self._person

    def end(self) -> None:
        """Let the connection be nobody's; called once."""
        if self._person is not None:
            self._person.connections -= 1

    def refusal(self, command: NumberedCommand, now: float) -> Refused | None:
        """Return why *command* is not even looked at, or ``None`` if it is."""
        match command:
            case Chat() | Say():
                return self._chats(command.cmd, now)
            case Join():
                tried = self.may_try(command.code, now)
                return None if tried else Refused(command.cmd, RefusalCode.TOO_MANY_TRIES)
            case Create() if self._address and not self._address.tables.take(now):
                return Refused(command.cmd, RefusalCode.TOO_MANY_OWN_ROOMS)
            case _:
                return None

    def may_try(self, code: str, now: float) -> bool:
        """Tell whether *code* is looked at; a wrong one is counted."""
        person, address = self._person, self._address
        assert person is not None
        if not person.codes.has(now):
            return False
        if address is not None and not (address.codes.has(now) or person.codes.is_full(now)):
            return False
        if not self._knows(code):
            person.codes.take(now)
            if address is not None:
                address.codes.take(now)
        return True

    def _chats(self, cmd: int, now: float) -> Refused | None:
        assert self._person is not None
        chat = self._person.chat
        if chat.take(now):
            return None
        seconds = str(max(1, math.ceil(chat.wait())))
        return Refused(cmd, RefusalCode.TOO_MUCH_CHAT, {"seconds": seconds})


LIMITED: frozenset[type] = frozenset({Chat, Say, Join, Create})
"""The commands that `Conduct.refusal` may refuse; the others need not ask it."""
