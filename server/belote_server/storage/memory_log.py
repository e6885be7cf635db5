"""The log of rooms in this process: for tests, and for tables that need not outlive it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from belote_server.storage.log import (
    Acquisition,
    Commit,
    CommitOutcome,
    Committed,
    Duplicate,
    Expired,
    Fenced,
    Held,
    LastCommand,
    Lost,
    Old,
    Ownership,
    Release,
    Released,
    Renewal,
    Renewed,
    Stale,
    Stored,
)


@dataclass(slots=True)
class _Room:
    fence: int = 0
    term: int | None = None
    owner: str = ""
    until_ms: int = 0
    ttl_ms: int = 0
    entries: list[Stored] = field(default_factory=list)
    commands: dict[str, LastCommand] = field(default_factory=dict)

    @property
    def version(self) -> int:
        return len(self.entries)

    def loss(self, own: Ownership, now_ms: int) -> Fenced | Lost | Expired | None:
        """Return why *own* may not act, or ``None`` if it may."""
        if self.fence > own.fence:
            return Fenced()
        if self.fence < own.fence:
            return Lost()
        if self.term != own.term:
            return Fenced()
        return Expired() if self.until_ms <= now_ms else None


class MemoryLog:
    """
    A `Log` without a store; it answers as a store would.

    Args:
        now_ms: Gives the time, in Unix milliseconds, that leases go by.
    """

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._rooms: dict[str, _Room] = {}
        self._codes: dict[str, str] = {}
        self._open: set[str] = set()
        self._ends_ms: dict[str, int] = {}  # when a finished room is forgotten

    # --- ownership ---

    async def acquire(
        self, room: str, node: str, ttl_ms: int, new_term: int, min_fence: int = 0
    ) -> Acquisition:
        """Take *room* for *node*, unless the lease of another node is running."""
        now_ms, held = self._now_ms(), self._find(room)
        if held.owner != node and held.until_ms > now_ms:
            return Held(held.owner, held.until_ms, held.until_ms - now_ms)
        self._rooms[room] = held
        held.fence = max(held.fence, min_fence) + 1
        held.term, held.owner = new_term, node
        held.until_ms, held.ttl_ms = now_ms + ttl_ms, ttl_ms
        return Ownership(held.fence, new_term, held.version)

    async def renew(self, room: str, own: Ownership, ttl_ms: int) -> Renewal:
        """Let the lease of *own* run for *ttl_ms* from now."""
        now_ms, held = self._now_ms(), self._find(room)
        if loss := held.loss(own, now_ms):
            return loss
        held.until_ms, held.ttl_ms = now_ms + ttl_ms, ttl_ms
        return Renewed()

    async def release(
        self, room: str, own: Ownership, reserve_for: str | None = None, reserve_ms: int = 1000
    ) -> Release:
        """Give *room* up; for *reserve_ms* only the node *reserve_for* may take it, if named."""
        now_ms, held = self._now_ms(), self._find(room)
        loss = held.loss(own, now_ms)
        if loss and not isinstance(loss, Expired):
            return loss
        held.fence, held.term, held.owner = held.fence + 1, None, reserve_for or ""
        held.until_ms = now_ms + reserve_ms if reserve_for else 0
        return Released()

    # --- entries ---

    async def commit(self, commit: Commit) -> CommitOutcome:
        """Append one entry and let the lease run anew."""
        now_ms, held = self._now_ms(), self._find(commit.room)
        if loss := held.loss(commit.own, now_ms):
            return loss
        last = held.commands.get(commit.person) if commit.person else None
        if last and last.cmd == commit.cmd:
            return Duplicate(last.v)
        if last and last.cmd > commit.cmd:
            return Old(last.cmd)
        if held.version != commit.expected_version:
            return Stale(held.version)
        stored = Stored(held.version + 1, commit.own.term, commit.entry)
        held.entries.append(stored)
        if commit.person:
            held.commands[commit.person] = LastCommand(commit.cmd, stored.v)
        held.until_ms = now_ms + held.ttl_ms
        return Committed(stored.v)

    async def read(self, room: str, after: int = 0) -> list[Stored]:
        """Return the entries numbered above *after*, in order; none for an unknown room."""
        return self._find(room).entries[after:]

    async def commands(self, room: str) -> Mapping[str, LastCommand]:
        """Return each person's last command."""
        return dict(self._find(room).commands)

    # --- codes and the list of rooms ---

    async def claim_code(self, code: str, room: str) -> bool:
        """Let *code* lead to *room*; false if it leads to another one already."""
        self._forget()
        return self._codes.setdefault(code, room) == room

    async def room_of_code(self, code: str) -> str | None:
        """Return the room that *code* leads to."""
        self._forget()
        return self._codes.get(code)

    async def mark_open(self, room: str) -> None:
        """List *room* among those that are not finished."""
        self._open.add(room)

    async def mark_closed(self, room: str) -> None:
        """Take *room* off that list."""
        self._open.discard(room)

    async def open_rooms(self) -> Sequence[str]:
        """Return the listed rooms, sorted."""
        return sorted(self._open)

    async def finish(self, room: str, ttl_seconds: int) -> None:
        """Take *room* off the list and forget it, with its codes, after *ttl_seconds*."""
        self._ends_ms[room] = self._now_ms() + 1000 * ttl_seconds
        self._open.discard(room)

    async def drop(self, room: str) -> None:
        """Forget *room* and its codes now."""
        self._rooms.pop(room, None)
        self._ends_ms.pop(room, None)
        self._codes = {code: to for code, to in self._codes.items() if to != room}
        self._open.discard(room)

    async def close(self) -> None:
        """Do nothing: there is nothing to let go of."""

    def _find(self, room: str) -> _Room:
        self._forget()
        return self._rooms.get(room) or _Room()

    def _forget(self) -> None:
        """Drop the rooms whose time has come, as a store does by itself."""
        now_ms = self._now_ms()
        for room in [room for room, end_ms in self._ends_ms.items() if end_ms <= now_ms]:
            del self._ends_ms[room]
            self._rooms.pop(room, None)
            self._codes = {code: to for code, to in self._codes.items() if to != room}
