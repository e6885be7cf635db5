"""The log of rooms in Redis or Valkey."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self, cast

from belote_server.storage import keys, replies
from belote_server.storage.address import StoreAddress
from belote_server.storage.check import StoreFacts, read_facts
from belote_server.storage.line import Reply
from belote_server.storage.log import (
    Acquisition,
    Commit,
    CommitOutcome,
    LastCommand,
    Ownership,
    Release,
    Renewal,
    Stored,
)
from belote_server.storage.lua import Script, script
from belote_server.storage.pipeline import PipelineSettings, SharedPipeline

PAGE = 250
"""Entries of one reply: a longer one would hold up the other replies of its pipeline."""


@dataclass(frozen=True, slots=True)
class Scripts:
    """The four writers."""

    acquire: Script
    renew: Script
    release: Script
    commit: Script

    @classmethod
    def shipped(cls) -> Self:
        """Return those that come with this release."""
        return cls(script("acquire"), script("renew"), script("release"), script("commit"))


class RedisLog:
    """
    A `Log` over the Redis protocol; works from Redis 7.0 and any Valkey on.

    Attributes:
        writes: Carries all that changes something.
        reads: Carries the rest, so that a long read delays no write.
    """

    def __init__(
        self,
        address: StoreAddress,
        settings: PipelineSettings | None = None,
        scripts: Scripts | None = None,
    ) -> None:
        settings = settings or PipelineSettings()
        self.writes = SharedPipeline(address.make_connection, settings)
        self.reads = SharedPipeline(address.make_connection, settings)
        self._scripts = scripts or Scripts.shipped()

    async def facts(self) -> StoreFacts:
        """Return what kind of store this is and how it is set up."""
        return read_facts(cast(bytes, await self.reads.call("INFO")))

    # --- ownership ---

    async def acquire(
        self, room: str, node: str, ttl_ms: int, new_term: int, min_fence: int = 0
    ) -> Acquisition:
        """Take *room* for *node*, unless the lease of another node is running."""
        reply = await self.writes.run(
            self._scripts.acquire, [keys.lease_key(room)], node, ttl_ms, min_fence, new_term
        )
        return replies.acquisition(reply, new_term)

    async def renew(self, room: str, own: Ownership, ttl_ms: int) -> Renewal:
        """Let the lease of *own* run for *ttl_ms* from now."""
        reply = await self.writes.run(
            self._scripts.renew, [keys.lease_key(room)], own.fence, own.term, ttl_ms
        )
        return replies.renewal(reply)

    async def release(
        self, room: str, own: Ownership, reserve_for: str | None = None, reserve_ms: int = 1000
    ) -> Release:
        """Give *room* up; for *reserve_ms* only the node *reserve_for* may take it, if named."""
        reply = await self.writes.run(
            self._scripts.release,
            [keys.lease_key(room)],
            own.fence,
            own.term,
            reserve_for or "",
            reserve_ms,
        )
        return replies.release(reply)

    # --- entries ---

    async def commit(self, commit: Commit) -> CommitOutcome:
        """Append one entry and let the lease run anew."""
        room, own = commit.room, commit.own
        reply = await self.writes.run(
            self._scripts.commit,
            [keys.lease_key(room), keys.stream_key(room), keys.commands_key(room)],
            own.fence,
            own.term,
            commit.expected_version,
            commit.person or "",
            commit.cmd,
            commit.entry,
        )
        return replies.outcome(reply)

    async def read(self, room: str, after: int = 0) -> list[Stored]:
        """Return the entries numbered above *after*, in order; none for an unknown room."""
        entries: list[Stored] = []
        while True:
            page = await self.reads.call(
                "XRANGE", keys.stream_key(room), f"({after}-0", "+", "COUNT", PAGE
            )
            entries += [replies.stored(item) for item in cast(list[Reply], page)]
            if len(cast(list[Reply], page)) < PAGE:
                return entries
            after = entries[-1].v

    async def commands(self, room: str) -> Mapping[str, LastCommand]:
        """Return each person's last command."""
        flat = cast(list[bytes], await self.reads.call("HGETALL", keys.commands_key(room)))
        pairs = zip(flat[::2], flat[1::2], strict=True)
        return {person.decode(): replies.last_command(text) for person, text in pairs}

    # --- codes and the list of rooms ---

    async def claim_code(self, code: str, room: str) -> bool:
        """Let *code* lead to *room*; false if it leads to another one already."""
        # Noted first: a note too many is harmless, since `finish` and `drop` look where a code
        # leads, whereas a code without a note would never be forgotten.
        await self.writes.call("SADD", keys.codes_key(room), code)
        before = await self.writes.call("SET", keys.code_key(code), room, "NX", "GET")
        if before is None or before == room.encode():
            return True
        await self.writes.call("SREM", keys.codes_key(room), code)
        return False

    async def room_of_code(self, code: str) -> str | None:
        """Return the room that *code* leads to."""
        room = cast(bytes | None, await self.reads.call("GET", keys.code_key(code)))
        return None if room is None else room.decode()

    async def mark_open(self, room: str) -> None:
        """List *room* among those that are not finished."""
        await self.writes.call("SADD", keys.OPEN_ROOMS, room)

    async def mark_closed(self, room: str) -> None:
        """Take *room* off that list."""
        await self.writes.call("SREM", keys.OPEN_ROOMS, room)

    async def open_rooms(self) -> Sequence[str]:
        """Return the listed rooms, sorted."""
        rooms = cast(list[bytes], await self.reads.call("SMEMBERS", keys.OPEN_ROOMS))
        return sorted(room.decode() for room in rooms)

    async def finish(self, room: str, ttl_seconds: int) -> None:
        """Take *room* off the list and forget it, with its codes, after *ttl_seconds*."""
        await self._for_all_keys(room, "EXPIRE", ttl_seconds)
        await self.mark_closed(room)  # last, so that a room half done is still found

    async def drop(self, room: str) -> None:
        """Forget *room* and its codes now."""
        await self._for_all_keys(room, "DEL")
        await self.mark_closed(room)

    async def close(self) -> None:
        """Let go of the store; what is still under way is answered first."""
        await asyncio.gather(self.writes.close(), self.reads.close())

    async def _for_all_keys(self, room: str, verb: str, *arguments: int) -> None:
        noted = cast(list[bytes], await self.reads.call("SMEMBERS", keys.codes_key(room)))
        codes = [code.decode() for code in noted]
        owners = await asyncio.gather(*(self.room_of_code(code) for code in codes))
        own = [
            keys.code_key(code) for code, owner in zip(codes, owners, strict=True) if owner == room
        ]
        await asyncio.gather(*(self.writes.call(verb, key, *arguments) for key in own))
        # The note of the codes goes with the room, after them.
        rest = keys.room_keys(room)
        await asyncio.gather(*(self.writes.call(verb, key, *arguments) for key in rest))
