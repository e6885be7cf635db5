"""A log that fails as a store and the way to it do: an answer is lost, late, or another one."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from enum import Enum, auto
from typing import TypeVar

from belote_server.storage.log import (
    Acquisition,
    Commit,
    CommitOutcome,
    Committed,
    LastCommand,
    Log,
    Ownership,
    Release,
    Renewal,
    StoreBroken,
    Stored,
    StoreDown,
)

T = TypeVar("T")


class Fault(Enum):
    """What happens to one call."""

    NONE = auto()
    UNDONE = auto()  # it does not reach the store
    UNANSWERED = auto()  # it is done, and the answer is lost
    STALLED = auto()  # it is done once the test says so
    STALLED_ANSWER = auto()  # it is done, and answered once the test says so
    BROKEN = auto()  # the store answers what it never should
    CANCELLED = auto()  # whoever asked is cancelled before it is done
    CANCELLED_AFTER = auto()  # whoever asked is cancelled once it is done


class FaultyLog:
    """
    A `Log` in front of another one.

    Attributes:
        plan: What happens to the next calls of any kind, in order; afterwards nothing.
        commit_plan: The same for the next commits alone; an outcome is answered as it stands,
            without asking the store.
        commits: Every commit that was asked for, each as often as it was.
        calls: The names of all calls, in order.
        versions: The last version of each room that was stored through here.
        go_on: Ends every stall.
        stalled: Set while something is stalled.
    """

    def __init__(self, inner: Log) -> None:
        self.plan: deque[Fault] = deque()
        self.commit_plan: deque[Fault | CommitOutcome] = deque()
        self.commits: list[Commit] = []
        self.calls: list[str] = []
        self.versions: dict[str, int] = {}
        self.go_on = asyncio.Event()
        self.stalled = asyncio.Event()
        self._inner = inner

    async def acquire(
        self, room: str, node: str, ttl_ms: int, new_term: int, min_fence: int = 0
    ) -> Acquisition:
        """Take *room*, or fail."""
        taken = await self._called(
            "acquire", lambda: self._inner.acquire(room, node, ttl_ms, new_term, min_fence)
        )
        if isinstance(taken, Ownership):
            self.versions[room] = taken.version
        return taken

    async def renew(self, room: str, own: Ownership, ttl_ms: int) -> Renewal:
        """Let the lease run on, or fail."""
        return await self._called("renew", lambda: self._inner.renew(room, own, ttl_ms))

    async def release(
        self, room: str, own: Ownership, reserve_for: str | None = None, reserve_ms: int = 1000
    ) -> Release:
        """Give *room* up, or fail."""
        return await self._called(
            "release", lambda: self._inner.release(room, own, reserve_for, reserve_ms)
        )

    async def commit(self, commit: Commit) -> CommitOutcome:
        """Append an entry, or fail."""
        self.commits.append(commit)
        planned = self.commit_plan.popleft() if self.commit_plan else Fault.NONE
        if not isinstance(planned, Fault):
            return planned
        return await self._called("commit", lambda: self._commit(commit), planned)

    async def _commit(self, commit: Commit) -> CommitOutcome:
        outcome = await self._inner.commit(commit)
        if isinstance(outcome, Committed):
            self.versions[commit.room] = outcome.v
        return outcome

    async def read(self, room: str, after: int = 0) -> list[Stored]:
        """Return the entries after one, or fail."""
        return await self._called("read", lambda: self._inner.read(room, after))

    async def commands(self, room: str) -> Mapping[str, LastCommand]:
        """Return each person's last command, or fail."""
        return await self._called("commands", lambda: self._inner.commands(room))

    async def claim_code(self, code: str, room: str) -> bool:
        """Let *code* lead to *room*, or fail."""
        return await self._called("claim_code", lambda: self._inner.claim_code(code, room))

    async def room_of_code(self, code: str) -> str | None:
        """Return where *code* leads, or fail."""
        return await self._called("room_of_code", lambda: self._inner.room_of_code(code))

    async def mark_open(self, room: str) -> None:
        """List *room*, or fail."""
        await self._called("mark_open", lambda: self._inner.mark_open(room))

    async def mark_closed(self, room: str) -> None:
        """List *room* no more, or fail."""
        await self._called("mark_closed", lambda: self._inner.mark_closed(room))

    async def open_rooms(self) -> Sequence[str]:
        """Return the listed rooms, or fail."""
        return await self._called("open_rooms", self._inner.open_rooms)

    async def finish(self, room: str, ttl_seconds: int) -> None:
        """Forget *room* later, or fail."""
        await self._called("finish", lambda: self._inner.finish(room, ttl_seconds))

    async def drop(self, room: str) -> None:
        """Forget *room*, or fail."""
        await self._called("drop", lambda: self._inner.drop(room))

    async def close(self) -> None:
        """Let go of the store."""
        await self._inner.close()

    async def _called(
        self, name: str, ask: Callable[[], Awaitable[T]], fault: Fault = Fault.NONE
    ) -> T:
        self.calls.append(name)
        if fault is Fault.NONE and self.plan:
            fault = self.plan.popleft()
        match fault:
            case Fault.UNDONE:
                raise StoreDown("it did not get there")
            case Fault.UNANSWERED:
                await ask()
                raise StoreDown("no answer came")
            case Fault.BROKEN:
                raise StoreBroken("nonsense")
            case Fault.STALLED:
                await self._stall()
            case Fault.STALLED_ANSWER:
                answer = await ask()
                await self._stall()
                return answer
            case Fault.CANCELLED:
                await self._cancel()
            case Fault.CANCELLED_AFTER:
                await ask()
                await self._cancel()
            case Fault.NONE:
                pass
        return await ask()

    async def _stall(self) -> None:
        self.stalled.set()
        await self.go_on.wait()
        self.stalled.clear()

    async def _cancel(self) -> None:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        await asyncio.sleep(0)  # where the cancellation arrives
