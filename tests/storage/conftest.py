"""Stores to test against: one process of each kind for each worker, empty for each test."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Protocol

import pytest

from belote_server.storage.keys import lease_key
from belote_server.storage.log import Log
from belote_server.storage.memory_log import MemoryLog
from belote_server.storage.pipeline import PipelineSettings
from belote_server.storage.redis_log import RedisLog
from tests.helpers import redis_program
from tests.helpers.store_server import StoreServer, valkey_program

PATIENT = PipelineSettings(timeout=20.0, first_pause=0.001, longest_pause=0.02)


@pytest.fixture(scope="session")
def valkey_server() -> Iterator[StoreServer]:
    """The store that is shipped with the server."""
    with StoreServer(valkey_program()) as server:
        yield server


@pytest.fixture(scope="session")
def redis_server() -> Iterator[StoreServer]:
    """The oldest store that has to do: Debian's."""
    with StoreServer(redis_program.require()) as server:
        yield server


@pytest.fixture(params=["valkey", "redis"])
def server(request: pytest.FixtureRequest) -> StoreServer:
    """An empty store of each kind."""
    server: StoreServer = request.getfixturevalue(f"{request.param}_server")
    server.ask("FLUSHALL")
    return server


@pytest.fixture
def valkey(valkey_server: StoreServer) -> StoreServer:
    """An empty store of the kind that is shipped."""
    valkey_server.ask("FLUSHALL")
    return valkey_server


@pytest.fixture
async def redis_log(server: StoreServer) -> AsyncIterator[RedisLog]:
    """The log in a store of each kind."""
    log = RedisLog(server.address, PATIENT)
    yield log
    await log.close()


class Bench(Protocol):
    """A log whose clock a test can wait for."""

    log: Log

    async def tick(self) -> None:
        """Return once the log's clock shows another millisecond."""

    async def outlast(self, room: str) -> None:
        """Return once the lease of *room* has ended by the log's clock."""


class MemoryBench:
    """A log in memory; its clock moves when it is told to."""

    def __init__(self) -> None:
        self._now_ms = 1_800_000_000_000
        self.log: Log = MemoryLog(lambda: self._now_ms)

    async def tick(self) -> None:
        """Let a millisecond pass."""
        self._now_ms += 1

    async def outlast(self, room: str) -> None:
        """Let the time pass that the shortest lease takes."""
        await self.tick()


class StoreBench:
    """A log in a store, whose clock nobody moves: it is asked until it shows what is needed."""

    def __init__(self, log: RedisLog) -> None:
        self._calls = log.reads
        self.log: Log = log

    async def tick(self) -> None:
        """Ask the store until its clock shows another millisecond."""
        begun = await self._now_ms()
        while await self._now_ms() <= begun:
            pass

    async def outlast(self, room: str) -> None:
        """Ask the store until its clock is past the end of the lease."""
        until = await self._calls.call("HGET", lease_key(room), "until")
        assert isinstance(until, bytes)
        while await self._now_ms() < int(until):
            pass

    async def _now_ms(self) -> int:
        time = await self._calls.call("TIME")
        assert isinstance(time, list)
        seconds, micros = (int(part) for part in time if isinstance(part, bytes))
        return seconds * 1000 + micros // 1000


@pytest.fixture(params=["memory", "valkey", "redis"])
async def bench(request: pytest.FixtureRequest) -> AsyncIterator[Bench]:
    """A log of each kind, with nothing in it."""
    if request.param == "memory":
        yield MemoryBench()
        return
    server: StoreServer = request.getfixturevalue(f"{request.param}_server")
    await asyncio.to_thread(server.ask, "FLUSHALL")
    log = RedisLog(server.address, PATIENT)
    yield StoreBench(log)
    await log.close()


@pytest.fixture
def log(bench: Bench) -> Log:
    """A log of each kind, with nothing in it."""
    return bench.log
