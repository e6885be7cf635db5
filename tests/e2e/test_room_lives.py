"""After any number of tables have lived and died, nothing is left of them."""

import asyncio
import gc
import os
import socket
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest

from belote_protocol.codec import Format
from belote_server.runtime.rooms import Lifetimes
from belote_server.storage.embedded import EmbeddedSettings, EmbeddedStore
from belote_server.storage.redis_log import RedisLog
from tests.helpers.figures import open_files, resident
from tests.helpers.live_server import LiveServer
from tests.helpers.speakers import Speaker, speaking

PEOPLE = 10
"""How many make tables side by side."""


class Traces:
    """What there is of tables, everywhere."""

    def __init__(self, server: LiveServer, log: RedisLog, store: EmbeddedStore) -> None:
        self._server, self._log, self._store = server, log, store

    async def taken(self) -> dict[str, int]:
        """Return how many of everything there are."""
        gc.collect()
        return {
            "tasks": len(asyncio.all_tasks()),
            "tables": len(self._server.rooms),
            "open": len(await self._log.open_rooms()),
            "keys": await asyncio.to_thread(self._ask, "DBSIZE"),
            "channels": await asyncio.to_thread(self._ask, "PUBSUB", "NUMPAT"),
            "files": await asyncio.to_thread(open_files, os.getpid()),
        }

    async def cleared(self) -> None:
        """Wait until the store holds nothing of any table."""
        async with asyncio.timeout(30):
            while await asyncio.to_thread(self._ask, "DBSIZE"):
                pass

    def _ask(self, *words: str) -> int:
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(unquote(self._store.address.url.removeprefix("unix://")))
            line.sendall((" ".join(words) + "\r\n").encode())
            return int(line.recv(100).decode().strip().lstrip(":"))


async def live(speaker: Speaker, rng: Random, nth: int) -> None:
    """Make a table, do something there, and leave it to its end."""
    made = await speaker.enter(
        "create", settings={"rules": "classic-house"}, key=f"life {nth:08} {rng.random()}"
    )
    assert made.room["sit"]
    acts: tuple[tuple[str, dict[str, Any]], ...] = (
        ("sit", {"seat": "S"}),
        ("ready", {}),
        ("chat", {"text": "anybody?"}),
    )
    for kind, fields in acts:
        if rng.random() < 0.5:
            await speaker.ask(kind, **fields)
    await speaker.done("leave")
    speaker.updates.clear()
    speaker.frames.clear()
    speaker._read = 0


async def lives(server: LiveServer, stack: AsyncExitStack, count: int, seed: int) -> None:
    """Let *count* tables live and die, made by some people who then hang up."""
    people = [
        await stack.enter_async_context(
            speaking(server.address, list(Format)[nth % 2], f"Host {nth}")
        )
        for nth in range(PEOPLE)
    ]

    async def host(at: int) -> None:
        rng = Random(f"{seed} {at}")
        for nth in range(count // PEOPLE):
            await live(people[at], rng, nth)
            server.rooms.expire_idle()

    async with asyncio.TaskGroup() as group:
        for at in range(PEOPLE):
            group.create_task(host(at))
    for speaker in people:
        await speaker.close()
    server.rooms.expire_idle()
    async with asyncio.timeout(30):
        while len(server.rooms) or server.connections:
            server.rooms.expire_idle()
            await asyncio.to_thread(lambda: None)


async def leave_nothing(folder: Path, count: int) -> tuple[int, int]:
    """Return the memory before and after *count* lives, with everything else compared."""
    async with (
        EmbeddedStore(folder, EmbeddedSettings(fsync="no")) as store,
        AsyncExitStack() as stack,
    ):
        log = RedisLog(store.address)
        server = LiveServer(log, lifetimes=Lifetimes(empty=0.5), max_own_rooms=10**6)
        async with server:
            traces = Traces(server, log, store)
            await lives(server, stack, count // 5, seed=0)
            await traces.cleared()
            before, memory = await traces.taken(), resident(os.getpid())
            await lives(server, stack, count, seed=1)
            await traces.cleared()
            after, grown = await traces.taken(), resident(os.getpid())
            left = {name: n for name, n in after.items() if n > before[name]}
            assert not left, (before, after)  # a task of the first lives may still have been ending
            assert len(server._gateway._doors.crowd.people) <= 1024
        await log.close()
    return memory, grown


async def test_t75_five_hundred_lives(tmp_path: Path) -> None:
    """Tasks, tables, keys, channels and files are what they were; memory has hardly grown."""
    memory, grown = await leave_nothing(tmp_path / "store", 500)

    assert grown < memory * 1.05 + 4 * 2**20


@pytest.mark.soak
async def test_t75_a_hundred_thousand_lives(tmp_path: Path) -> None:
    """The same a hundred thousand times over, within a twentieth of the memory."""
    memory, grown = await leave_nothing(tmp_path / "store", 100_000)

    print(f"{memory:,} bytes before, {grown:,} after")
    assert grown < memory * 1.05
