"""
The log of rooms: what the shell asks of a store, and every answer it may get.

A room is a stream of entries numbered 1, 2, 3… without a gap. Whoever acts for it owns it: it
holds the *fence*, a number that grows with every change of hands, and the *term*, a random number
drawn for that ownership, which tells two owners apart even where a fail-over made the fence go
back. Both, and the lease, are proved at each write. Leases run by the store's clock only.

Entries are opaque bytes here. The log keeps the term under which each was first written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Ownership:
    """
    The right to write to a room.

    Attributes:
        fence: Grows whenever the room changes hands.
        term: 64 random bits, drawn by the owner.
        version: The number of the room's last entry, 0 if it has none.
    """

    fence: int
    term: int
    version: int


@dataclass(frozen=True, slots=True)
class Held:
    """
    Somebody else's lease is still running.

    Attributes:
        owner: The name of the node that holds the room.
        until_ms: When the lease ends, in Unix milliseconds of the store's clock.
        left_ms: How long that is from now: the store's clock is nobody else's.
    """

    owner: str
    until_ms: int
    left_ms: int


@dataclass(frozen=True, slots=True)
class Renewed:
    """The lease runs anew."""


@dataclass(frozen=True, slots=True)
class Released:
    """The room is free, or reserved for the node that was named."""


@dataclass(frozen=True, slots=True)
class Fenced:
    """Another ownership came after this one: stop."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The store is older than this ownership: it lost what it knew, perhaps in a fail-over."""


@dataclass(frozen=True, slots=True)
class Expired:
    """The lease ended before this arrived. Nobody else has taken the room yet."""


@dataclass(frozen=True, slots=True)
class Committed:
    """The entry is stored as number *v*."""

    v: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """This person's command was stored before, as number *v*."""

    v: int


@dataclass(frozen=True, slots=True)
class Old:
    """The person's last stored command is *last*, which is later than this one."""

    last: int


@dataclass(frozen=True, slots=True)
class Stale:
    """The room's last entry is *v*, which is not the one this commit builds on."""

    v: int


Acquisition = Ownership | Held
Renewal = Renewed | Fenced | Lost | Expired
Release = Released | Fenced | Lost
CommitOutcome = Committed | Duplicate | Old | Stale | Fenced | Lost | Expired


@dataclass(frozen=True, slots=True)
class Commit:
    """
    One entry to append. After a `StoreDown` the *identical* commit is sent again, never another.

    Attributes:
        own: Proves the right to write; its ``version`` is not looked at.
        expected_version: The number of the entry that this one follows.
        person: Whose command this is; ``None`` for what nature did, which is never a duplicate.
        cmd: The number of that person's command in this room: 1, 2, 3…; unused without a person.
        entry: The batch, as it is to be read back.
    """

    room: str
    own: Ownership
    expected_version: int
    person: str | None
    cmd: int
    entry: bytes


@dataclass(frozen=True, slots=True)
class Stored:
    """An entry as it was read: its number, the term it was first written under, and its bytes."""

    v: int
    term: int
    entry: bytes


@dataclass(frozen=True, slots=True)
class LastCommand:
    """The last command of a person that was stored, and the number of its entry."""

    cmd: int
    v: int


class Log(Protocol):
    """
    A store of rooms. Every method may raise `StoreError`, and may be cancelled without harm to
    others; a write that was cancelled may have happened or not.
    """

    async def acquire(
        self, room: str, node: str, ttl_ms: int, new_term: int, min_fence: int = 0
    ) -> Acquisition:
        """
        Take *room* for *node*, unless the lease of another node is running.

        The same node gets its room back at once, with a higher fence. A room that the store does
        not know begins to exist.

        Args:
            ttl_ms: How long the lease runs, and how long each commit makes it run again.
            new_term: 64 random bits, fresh for each call.
            min_fence: The new fence is higher than this one, whatever the store remembers.
        """
        ...

    async def renew(self, room: str, own: Ownership, ttl_ms: int) -> Renewal:
        """Let the lease of *own* run for *ttl_ms* from now."""
        ...

    async def release(
        self, room: str, own: Ownership, reserve_for: str | None = None, reserve_ms: int = 1000
    ) -> Release:
        """Give *room* up; for *reserve_ms* only the node *reserve_for* may take it, if named."""
        ...

    async def commit(self, commit: Commit) -> CommitOutcome:
        """
        Append one entry and let the lease run anew.

        Checked in this order: fence, term, lease, command number, expected version. A room has
        one commit under way at a time.
        """
        ...

    async def read(self, room: str, after: int = 0) -> list[Stored]:
        """Return the entries numbered above *after*, in order; none for an unknown room."""
        ...

    async def commands(self, room: str) -> Mapping[str, LastCommand]:
        """Return each person's last command."""
        ...

    async def claim_code(self, code: str, room: str) -> bool:
        """Let *code* lead to *room*; false if it leads to another one already."""
        ...

    async def room_of_code(self, code: str) -> str | None:
        """Return the room that *code* leads to."""
        ...

    async def mark_open(self, room: str) -> None:
        """List *room* among those that are not finished."""
        ...

    async def mark_closed(self, room: str) -> None:
        """Take *room* off that list."""
        ...

    async def open_rooms(self) -> Sequence[str]:
        """Return the listed rooms, sorted."""
        ...

    async def finish(self, room: str, ttl_seconds: int) -> None:
        """Take *room* off the list and forget it, with its codes, after *ttl_seconds*."""
        ...

    async def drop(self, room: str) -> None:
        """Forget *room* and its codes now."""
        ...

    async def close(self) -> None:
        """Let go of the store; what is still under way is answered first."""
        ...


class StoreError(Exception):
    """The store did not do what was asked."""


class StoreDown(StoreError):
    """No answer: whether it was done is *unknown*. Ask for exactly the same again."""


class StoreFull(StoreDown):
    """Not done: the store has no memory left. It is worth asking again later."""


class StoreReadonly(StoreDown):
    """Not done: the store takes no writes now (a replica, too few replicas, a failing disk)."""


class StoreForbids(StoreDown):
    """Not done: wrong password, or a right is missing. Somebody has to mend the settings."""


class StoreBroken(StoreError):
    """The store holds or answers something that it never should. Asking again won't help."""
