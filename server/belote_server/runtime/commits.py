"""
Storing a table's batches as their owner, whatever the store answers.

An answer that did not come leaves open whether the entry is stored, so exactly the same commit is
sent again until there is one; meanwhile the table is paused. Every other answer is final. Nothing
is ever forced: an owner that is no longer the owner, or whose past is not the stored past, stops.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import assert_never

from belote_server.runtime.nature import Chance
from belote_server.storage.log import (
    Commit,
    CommitOutcome,
    Committed,
    Duplicate,
    Expired,
    Fenced,
    Held,
    Log,
    Lost,
    Old,
    Ownership,
    Stale,
    Stored,
    StoreDown,
    StoreError,
)


class Deposed(Exception):
    """Somebody else owns the table now."""


class HistoryLost(Exception):
    """What the store holds is not this table's past."""


@dataclass(frozen=True)
class Leasing:
    """
    How tables are owned.

    Attributes:
        node: The name of this server process's data directory, the same after a restart.
        ttl_ms: How long a lease runs.
        first_retry: Seconds before an unanswered commit is sent again.
        last_retry: The most that doubles to.
    """

    node: str
    ttl_ms: int = 15_000
    first_retry: float = 0.05
    last_retry: float = 1.0


class Terms:
    """
    Under which ownership each version of a table was told.

    A client resumes with the version and term it saw last: only together do they say whether its
    past is the table's.

    Attributes:
        last: The one under which the last stored version was written; empty before the first.
    """

    def __init__(self) -> None:
        self.last = ""
        self._spans: dict[str, tuple[int, int | None]] = {}

    @staticmethod
    def of(entries: Iterable[tuple[int, int]]) -> "Terms":
        """Return the terms of stored *entries*, each version with its term, in order."""
        terms = Terms()
        for v, term in entries:
            first, _ = terms._spans.get(as_text(term), (v - 1, v))
            terms._spans[as_text(term)] = (first, v)
            terms.last = as_text(term)
        return terms

    def begin(self, v: int, term: int) -> None:
        """Note that *term* is the one from version *v* on."""
        for name, (first, last) in self._spans.items():
            self._spans[name] = (first, v if last is None else last)
        self._spans[as_text(term)] = (v, None)

    def include(self, v: int, term: str | None) -> bool:
        """Return whether a client can have seen version *v* under *term*."""
        first, last = self._spans.get(term or "", (0, -1))
        return first <= v and (last is None or v <= last)


def as_text(term: int) -> str:
    """Return *term* as clients are told it."""
    return f"{term:016x}"


class Committer:
    """
    One table's way into the log.

    Attributes:
        own: The ownership that proves each write.
        terms: The ownerships there have been.
        on_pause: Called when the store stops answering, and when it answers again.
    """

    def __init__(
        self,
        log: Log,
        room_id: str,
        own: Ownership,
        leasing: Leasing,
        chance: Chance,
        terms: Terms,
    ) -> None:
        self.own = own
        self.terms = terms
        self.on_pause: Callable[[bool], None] = lambda paused: None
        terms.begin(own.version, own.term)
        self._log = log
        self._room_id = room_id
        self._leasing = leasing
        self._chance = chance
        self._committed = False  # since `renew` was called last
        self._asking = asyncio.Lock()  # an ownership taken anew would depose a commit under way

    async def store(self, v: int, entry: bytes, person: str | None, cmd: int) -> None:
        """
        Store *entry* as version *v*; return once it is stored, however long that takes.

        Raises:
            Deposed: Another node owns the table.
            HistoryLost: The stored past is not the one *v* follows.
        """
        async with self._asking:
            await self._store(Commit(self._room_id, self.own, v - 1, person, cmd, entry))

    async def renew(self) -> None:
        """
        Let the lease run on; an ownership that is gone is found out at the next write.

        A commit since the last call did that already, so a table where people play costs nothing
        here. The lease has to be longer than twice the time between two calls.
        """
        if self._asking.locked() or self._committed:
            self._committed = False
            return
        async with self._asking:
            with suppress(StoreError, Deposed):
                outcome = await self._log.renew(self._room_id, self.own, self._leasing.ttl_ms)
                if isinstance(outcome, Expired):
                    await self._take_again()

    async def _store(self, commit: Commit) -> None:
        v, entry = commit.expected_version + 1, commit.entry
        while True:
            outcome = await self._answered(commit)
            match outcome:
                case Committed():
                    self._committed = True
                    self.terms.last = as_text(commit.own.term)
                    return
                case Duplicate() | Old() | Stale():
                    # an earlier try may have been stored although its answer was lost
                    found = await self._stored(v)
                    if found is None or found.entry != entry:
                        raise HistoryLost(f"version {v} of {self._room_id}: {outcome}")
                    self.terms.last = as_text(found.term)
                    return
                case Lost() | Expired():
                    await self._take_again()
                    commit = replace(commit, own=self.own)
                case Fenced():
                    raise Deposed(self._room_id)
                case _:
                    assert_never(outcome)

    async def _answered(self, commit: Commit) -> CommitOutcome:
        """Return the store's answer to *commit*, asking again until there is one."""
        wait, paused = self._leasing.first_retry, False
        while True:
            try:
                outcome = await self._log.commit(commit)
            except StoreDown:
                if not paused:
                    paused = True
                    self.on_pause(True)
                await asyncio.sleep(wait)
                wait = min(wait * 2, self._leasing.last_retry)
            else:
                if paused:
                    self.on_pause(False)
                return outcome

    async def _stored(self, v: int) -> Stored | None:
        """Return what is stored as version *v*, if anything is."""
        while True:
            try:
                stored = await self._log.read(self._room_id, after=v - 1)
            except StoreDown:
                await asyncio.sleep(self._leasing.first_retry)
            else:
                return stored[0] if stored and stored[0].v == v else None

    async def _take_again(self) -> None:
        """Acquire the table anew: nobody else has it, but this ownership no longer counts."""
        term, fence = self._chance.term(), self.own.fence
        while True:
            try:
                taken = await self._log.acquire(
                    self._room_id, self._leasing.node, self._leasing.ttl_ms, term, fence
                )
            except StoreDown:
                await asyncio.sleep(self._leasing.first_retry)
                continue
            if isinstance(taken, Held):
                raise Deposed(self._room_id)
            self.own = taken
            self.terms.begin(taken.version, taken.term)
            return


async def take(log: Log, room_id: str, leasing: Leasing, chance: Chance) -> Ownership | Held:
    """Return the ownership of *room_id*, or who holds it."""
    return await log.acquire(room_id, leasing.node, leasing.ttl_ms, chance.term())
