"""
Commands on their way: one in flight, the others in line behind it.

A command keeps its number until it is answered, over any number of connections, so the server does
it once however often it hears it. A number is given only when a command is first sent: what still
stands in line may be dropped without leaving a hole.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from client_demo.model import Table
from client_demo.views import value_of
from client_demo.wire import Command, Update


@dataclass
class _Request:
    command: Command
    done: Callable[[Update], None]
    number: int = 0


class Asking:
    """The commands of one client that have no answer yet, oldest first."""

    def __init__(self) -> None:
        self._line: deque[_Request] = deque()
        self._last = 0
        self._in_flight = False

    def ask(self, command: Command, done: Callable[[Update], None]) -> None:
        """Put *command* in line; *done* gets its ``ok`` or ``refused``."""
        self._line.append(_Request(command, done))

    def ask_first(self, command: Command) -> None:
        """Put *command*, which was answered before, in front of the line once more."""
        self._line.appendleft(_Request(command, lambda _: None))

    def due(self, table: Table | None) -> Command | None:
        """
        Return the command to send now, if there is one.

        What was sent before is sent again as it was. What waited in line until its place in the
        match was past is dropped; the server would refuse it in the same words.
        """
        if self._in_flight:
            return None
        while self._line and not self._line[0].number and is_past(self._line[0].command, table):
            self._line.popleft().done({"t": "refused", "cmd": 0, "code": "stale_place"})
        if not self._line:
            return None
        request = self._line[0]
        if not request.number:
            self._last += 1
            request.number = self._last
        self._in_flight = True
        return {**request.command, "cmd": request.number}

    def answered(self, update: Update) -> Command | None:
        """Return the command that *update* answers; ``None`` if it was answered before."""
        if not self._in_flight or self._line[0].number != update["cmd"]:
            return None
        request = self._line.popleft()
        self._in_flight = False
        request.done(update)
        return request.command

    def interrupted(self) -> None:
        """The connection is gone: what was in flight has to be sent again."""
        self._in_flight = False

    def resumed(self, last: int) -> None:
        """Go on counting in a room where *last* was the number of the last command."""
        sent = self._line[0].number if self._line else 0
        self._last = max(last, sent)

    def refuse_all(self, code: str) -> None:
        """Answer everything that waits with a refusal: there is nobody left to ask."""
        self._in_flight = False
        while self._line:
            request = self._line.popleft()
            request.done({"t": "refused", "cmd": request.number, "code": code})


def is_past(command: Command, table: Table | None) -> bool:
    """Return whether *table* has already gone beyond the place that *command* names."""
    place = {"play": "trick", "bid": "nth", "next": "deal"}.get(command["t"])
    if place is None or table is None or "deal" not in table.room.get("match", {}):
        return False
    deal = table.room["match"]["deal"]
    here: dict[str, Any] = {
        "trick": len(value_of(deal, "tricks")) + 1,
        "nth": len(value_of(deal, "calls")),
        "deal": deal["number"],
    }
    named: tuple[int, int] = (command["deal"], command[place])
    return named < (here["deal"], here[place])
