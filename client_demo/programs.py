"""What the demo client does: watch a table, or bring players to one, to the end of its match."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

from belote_protocol.codec import Format
from belote_protocol.i18n import Words
from belote_protocol.vocab import Phase
from client_demo.connection import Connection, Over
from client_demo.fairness import Verdict, Witness
from client_demo.model import Table
from client_demo.player import Player
from client_demo.retry import Status
from client_demo.session import Heard, Session
from client_demo.story import Story, printable
from client_demo.views import value_of
from client_demo.wire import Command

STORE_TRIES, STORE_PAUSE = 20, 0.5
"""How often to ask again for a table that the server cannot store just now; seconds between."""


class Teller:
    """
    Says what one client hears, and whether its deals were fair.

    Attributes:
        foul: The deals that were not.
    """

    def __init__(self, words: Words, say: Callable[[str], None], *, is_quiet: bool = False) -> None:
        """
        Prepare to tell.

        Args:
            words: The language.
            say: Takes a line.
            is_quiet: Leave out all but what is wrong.
        """
        self.foul: list[Verdict] = []
        self._story = Story(words)
        self._witness = Witness()
        self._say = say
        self._is_quiet = is_quiet

    def hear(self, heard: Heard | Status) -> None:
        """Say what there is to say of *heard*."""
        if not self._is_quiet:
            for line in self._story.lines(heard):
                self._say(line)
        if isinstance(heard, Heard):
            for verdict in self._witness.see(heard.before, heard.update):
                self._judge(verdict)

    def refused(self, update: dict[str, Any]) -> str:
        """Return why a command was refused, and say so."""
        why = self._story.refused(update)
        if not self._is_quiet:
            self._say(f"* refused: {why}")
        return why

    def entered(self, table: Table) -> None:
        """Say by which codes others come to *table*."""
        for purpose in ("sit", "watch"):
            if purpose in table.room:
                self._say(printable(f"to {purpose}: {value_of(table.room, purpose)}"))

    def _judge(self, verdict: Verdict) -> None:
        if verdict.problems:
            self.foul.append(verdict)
            self._say(printable(f"!!! DEAL {verdict.deal} OF {verdict.match} WAS NOT FAIR !!!"))
            for problem in verdict.problems:
                self._say(printable(f"!!! {problem}"))
        elif not self._is_quiet:
            proof = "" if verdict.is_proven else ", as far as can be told without its commitment"
            self._say(f"   deal {verdict.deal} was fair{proof}")


@dataclass(frozen=True)
class Entry:
    """
    How to come to a table: by its code, or by making it.

    Attributes:
        code: The code of one that exists; ``None`` to make one.
        settings: What to make one with.
        key: The client's own name for the one it makes.
    """

    code: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    key: str = ""


@dataclass(frozen=True)
class Robot:
    """A client that plays by itself."""

    session: Session
    player: Player
    teller: Teller


async def enter(connection: Connection, entry: Entry, teller: Teller) -> Table:
    """
    Come to a table, and return it.

    Raises:
        Over: The server would not have it, or was not to be reached.
    """
    wanted: Command = {"kind": "join", "code": entry.code}
    if entry.code is None:
        wanted = {"kind": "create", "settings": dict(entry.settings), "key": entry.key}
    answer = await connection.ask(**wanted)
    for _ in range(STORE_TRIES):
        if answer.get("code") != "paused":
            break
        await asyncio.sleep(STORE_PAUSE)
        answer = await connection.ask(**wanted)
    if answer["t"] == "refused":
        raise Over(connection.status.reason or teller.refused(answer))
    return await connection.until(lambda _: True)


async def watch(address: str, session: Session, entry: Entry, teller: Teller, form: Format) -> None:
    """
    Tell all that happens at a table, to the end of its match.

    Raises:
        Over: That was not to be.
    """
    async with Connection(address, session, form=form, listen=teller.hear) as connection:
        await enter(connection, entry, teller)
        await connection.until(has_ended)


async def fill(address: str, robots: Sequence[Robot], entry: Entry, form: Format) -> None:
    """
    Bring *robots* to a table, the first one first, and let them play to the end of its match.

    Raises:
        Over: That was not to be.
    """
    async with AsyncExitStack() as stack:
        games = []
        for robot in robots:
            connection = await stack.enter_async_context(
                Connection(address, robot.session, form=form, listen=robot.teller.hear)
            )
            table = await enter(connection, entry, robot.teller)
            if entry.code is None:
                robot.teller.entered(table)
                entry = Entry(code=table.room["sit"])
            games.append(play(connection, robot))
        await asyncio.gather(*games)


async def play(connection: Connection, robot: Robot) -> None:
    """
    Let *robot* play at the table where it is, to the end of the match.

    Raises:
        Over: That was not to be.
    """
    while not has_ended(table := await connection.until(lambda _: True)):
        command = robot.player.next_command(table)
        if command is None:
            await connection.changed()
            continue
        answer = await connection.ask(command.pop("t"), **command)
        v = answer.get("v", 0)
        if answer["t"] == "refused":
            robot.teller.refused(answer)
            v = max(v, table.v + 1)  # as things stand, it would be refused again
        await connection.until(lambda now, v=v: now.v >= v)  # type: ignore[misc]


def has_ended(table: Table) -> bool:
    """Return whether the match of *table* is over."""
    match = value_of(table.room, "match")
    return match is not None and match["phase"] == Phase.ENDED
