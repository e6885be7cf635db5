"""The lobby at work: told of tables, people and wishes, and looked after several times a second."""

import asyncio
from dataclasses import dataclass, field
from math import inf

from belote_protocol.commands import Browse, LobbyCommand, Seek
from belote_server.lobby.tickets import Widening
from belote_server.runtime.browsing import Browsing
from belote_server.runtime.matching import Floor, Matching
from belote_server.runtime.nature import Chance, Clock
from belote_server.runtime.ports import Member
from belote_server.runtime.runner import Runner


@dataclass(frozen=True)
class Rhythm:
    """
    Time constants of the lobby, in seconds.

    Attributes:
        turn: Between two looks at who can play together, and at what is new.
        interval: Between two updates to one connection, at least.
        heartbeat: Since its last sign of life, after which nobody sits down with a connection.
        widening: How long people wait for just what they asked for.
    """

    turn: float = 0.25
    interval: float = 1.0
    heartbeat: float = inf
    widening: Widening = field(default_factory=Widening)


class Lobby:
    """Where people are who are at no table: they look at the public ones, or for others."""

    def __init__(self, floor: Floor, clock: Clock, chance: Chance, rhythm: Rhythm) -> None:
        self._floor = floor
        self._rhythm = rhythm
        self._browsing = Browsing(clock, rhythm.interval)
        self._matching = Matching(
            floor, clock, chance, rhythm.widening, rhythm.interval, rhythm.heartbeat
        )

    async def run(self) -> None:
        """Look after everybody, until cancelled."""
        while True:
            await asyncio.sleep(self._rhythm.turn)
            self.turn()

    def turn(self) -> None:
        """Bring people together, and tell everybody what is new."""
        self._matching.meet()
        self._browsing.board.count_seeking(len(self._matching))
        self._browsing.tell()

    def post(self, member: Member, command: LobbyCommand) -> None:
        """Hand *command* in; exactly one ``ok`` or ``refused`` with its number follows."""
        match command:
            case Browse():
                self._browsing.browse(member, command, at_table=self._floor.is_at_table(member))
            case Seek():
                self._matching.seek(member, command)
            case _:
                self._matching.unseek(member, command)

    def entered(self, member: Member) -> None:
        """Note that *member* is at a table: it hears the lobby no more, nor looks for others."""
        self._browsing.end(member)
        self._matching.drop(member.key)

    def gone(self, member: Member) -> None:
        """Forget *member*: its socket is closed."""
        self._browsing.forget(member)
        self._matching.gone(member)

    def show(self, runner: Runner) -> None:
        """Show *runner*'s public table as it is now."""
        self._browsing.show(runner)

    def drop(self, runner: Runner) -> None:
        """Show *runner*'s table no more."""
        self._browsing.drop(runner)

    def close(self) -> None:
        """Bring nobody together any more, and tell those who wait."""
        self._matching.close()
