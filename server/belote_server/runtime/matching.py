"""
Quick matches: bringing together those who look for others, and sitting them down.

A table is stored with all four at it before anybody is told. Whoever is gone by then, or wants
something else, is never seen there: the table is given up, and the others wait on in their places.
"""

from collections.abc import Coroutine
from math import inf
from typing import Protocol

import structlog

from belote_protocol.commands import Seek, Settings, Unseek
from belote_protocol.updates import Ok, Refused, Seeking
from belote_protocol.vocab import RefusalCode
from belote_server.lobby.queue import Four, Queue
from belote_server.lobby.tickets import Ticket, Widening, Wish
from belote_server.room.events import Person
from belote_server.runtime.audience import answer, person_of
from belote_server.runtime.making import NOT_MADE, rules_refusal
from belote_server.runtime.nature import Chance, Clock
from belote_server.runtime.ports import Member
from belote_server.runtime.runner import Runner

_log = structlog.get_logger()

RETRY = 1.0
"""Seconds to wait after a table could not be made."""


class Floor(Protocol):
    """The tables, as the lobby needs them."""

    def takes_matches(self) -> bool:
        """Return whether a table may be made now."""

    def is_connected(self, member: Member) -> bool:
        """Return whether *member*'s socket is open."""

    def is_at_table(self, member: Member) -> bool:
        """Return whether *member* is at a table."""

    def is_busy(self, member: Member) -> bool:
        """Return whether *member* is at a table, or its person sits at one elsewhere."""

    def keep(self, work: Coroutine[None, None, None]) -> None:
        """Run *work* beside everything else."""

    async def seat(self, people: tuple[Person, ...], host: Person, settings: Settings) -> Runner:
        """Return a new table where *people* sit, in seat order; raise one of `NOT_MADE`."""

    def admit(self, member: Member, runner: Runner) -> None:
        """Tell *member* that it sits at *runner*'s table, and let it hear it."""


class Matching:
    """
    The people who look for others, one ticket and one connection each.

    Args:
        interval: Seconds between two updates to one of them, at least.
        heartbeat: Seconds since its last sign of life after which a connection is not trusted.
    """

    def __init__(
        self,
        floor: Floor,
        clock: Clock,
        chance: Chance,
        widening: Widening,
        interval: float,
        heartbeat: float = inf,
    ) -> None:
        self.closed = False
        self._floor = floor
        self._clock = clock
        self._chance = chance
        self._interval = interval
        self._heartbeat = heartbeat
        self._queue = Queue(widening)
        self._coming: dict[str, Ticket] = {}  # brought together; their table is being made
        self._members: dict[str, Member] = {}
        self._told: dict[str, tuple[int, float]] = {}  # how many wait, and when that was told
        self._paused_until = -inf

    def __len__(self) -> int:
        return len(self._members)

    # --- what people want ------------------------------------------------------------------------

    def seek(self, member: Member, command: Seek) -> None:
        """Let *member*'s person look for others, with this connection from now on."""
        refused = self._refusal(member, command)
        if refused is not None:
            answer(member, refused)
            return
        key, now = member.key, self._clock.now()
        older = self._members.get(key)
        if (coming := self._coming.pop(key, None)) is not None:
            self._queue.restore(coming)
        ticket = self._queue.put(key, Wish(command.rules, command.pace, command.wide), now)
        self._members[key] = member
        if older is not None and older is not member:
            answer(older, Seeking(on=False))
        answer(member, Ok(command.cmd))
        self._tell(ticket, self._queue.waiting(now)[key], now)

    def unseek(self, member: Member, command: Unseek) -> None:
        """Let *member*'s person look no more, if it does so with this connection."""
        answer(member, Ok(command.cmd))
        if self._members.get(member.key) is member:
            self.drop(member.key)

    def drop(self, key: str) -> None:
        """Let the person *key* look no more, and tell it, if it did."""
        member = self._forget(key)
        if member is not None:
            answer(member, Seeking(on=False))

    def gone(self, member: Member) -> None:
        """Forget *member*: its socket is closed."""
        if self._members.get(member.key) is member:
            self._forget(member.key)

    def close(self) -> None:
        """Bring nobody together any more, and tell those who wait; who has a table gets it."""
        self.closed = True
        for key in [key for key in self._members if key not in self._coming]:
            self._dismiss(key)

    def _dismiss(self, key: str) -> None:
        """Tell the person *key* that nobody is brought together here any more."""
        member = self._forget(key)
        if member is not None:
            answer(member, Seeking(on=True))

    def _refusal(self, member: Member, command: Seek) -> Refused | None:
        if self.closed:
            return Refused(command.cmd, RefusalCode.NOT_NOW)
        for name in command.rules:
            if (refused := rules_refusal(command.cmd, name, {})) is not None:
                return refused
        busy = self._floor.is_busy(member)
        return Refused(command.cmd, RefusalCode.AT_TABLE) if busy else None

    def _forget(self, key: str) -> Member | None:
        self._queue.drop(key)
        self._coming.pop(key, None)
        self._told.pop(key, None)
        return self._members.pop(key, None)

    # --- bringing them together ------------------------------------------------------------------

    def meet(self) -> None:
        """Bring together whoever can play together now, and tell the others how it stands."""
        now = self._clock.now()
        if not self.closed and now >= self._paused_until and self._floor.takes_matches():
            for four in self._queue.match(now, self._silent(now)):
                self._coming |= {ticket.key: ticket for ticket in four.tickets}
                members = [self._members[ticket.key] for ticket in four.tickets]
                self._floor.keep(self._seat(four, members))
        for key, waiting in self._queue.waiting(now).items():
            ticket, told = self._queue.ticket(key), self._told.get(key, (0, -inf))
            if ticket is not None and waiting != told[0] and now - told[1] >= self._interval:
                self._tell(ticket, waiting, now)

    def _silent(self, now: float) -> set[str]:
        """Return who may be gone without our knowing; whoever is, is forgotten."""
        here = self._floor.is_connected
        for key in [key for key, member in self._members.items() if not here(member)]:
            self._forget(key)
        return {
            key for key, member in self._members.items() if now - member.last_sign > self._heartbeat
        }

    async def _seat(self, four: Four, members: list[Member]) -> None:
        """Make the table of *four* and sit *members* down, if all still are there by then."""
        host, *_ = people = [person_of(member) for member in members]
        settings = Settings(four.kind.rules, turn=four.kind.pace.turn)
        try:
            runner = await self._floor.seat(self._drawn(people), host, settings)
        except NOT_MADE as error:
            _log.warning("a quick match could not be made", why=repr(error))
            self._give_back(four)
            return
        except Exception:
            self._give_back(four)
            raise
        if not all(map(self._comes, four.tickets, members)):
            runner.expire()
            self._restore(four)
            return
        for ticket in four.tickets:
            self._forget(ticket.key)
        for member in members:
            self._floor.admit(member, runner)

    def _drawn(self, people: list[Person]) -> tuple[Person, ...]:
        """Return *people* in an order drawn by lot."""
        lot, left, drawn = int.from_bytes(self._chance.draw(8), "big"), list(people), []
        while left:
            lot, at = divmod(lot, len(left))
            drawn.append(left.pop(at))
        return tuple(drawn)

    def _comes(self, ticket: Ticket, member: Member) -> bool:
        key = ticket.key
        return self._coming.get(key) is ticket and self._floor.is_connected(member)

    def _give_back(self, four: Four) -> None:
        self._paused_until = self._clock.now() + RETRY
        self._restore(four)

    def _restore(self, four: Four) -> None:
        """Let those of *four* who still want to wait on in their old places."""
        for ticket in four.tickets:
            if self._coming.get(ticket.key) is not ticket:
                continue
            del self._coming[ticket.key]
            if self.closed:
                self._dismiss(ticket.key)
            else:
                self._queue.restore(ticket)

    def _tell(self, ticket: Ticket, waiting: int, now: float) -> None:
        self._told[ticket.key] = (waiting, now)
        answer(self._members[ticket.key], Seeking(True, waiting, ticket.since))
