"""How long tables live when nobody is there, over real sockets and with a real store."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from belote_server.runtime.rooms import Lifetimes
from belote_server.storage.memory_log import MemoryLog
from belote_server.storage.redis_log import RedisLog
from tests.helpers.faulty_log import Fault, FaultyLog
from tests.helpers.live_server import LiveServer
from tests.helpers.nature import ManualClock
from tests.helpers.speakers import speaking
from tests.helpers.store_server import StoreServer, valkey_program
from tests.helpers.tables import Seated, dealt, seated
from tests.helpers.waits import so

HOUR, YEAR = 3600.0, 365 * 86_400.0


@pytest.fixture
async def stored_server() -> AsyncIterator[tuple[LiveServer, StoreServer]]:
    """A server whose empty tables end at once, and the store it keeps them in."""
    lives = Lifetimes(empty=0.0, sweep=0.01)
    with StoreServer(valkey_program()) as store:
        log = RedisLog(store.address)
        async with LiveServer(log, lifetimes=lives) as server:
            sweeping = asyncio.create_task(server.rooms.sweep())
            yield server, store
            sweeping.cancel()
        await log.close()


async def test_t74_tables_that_nobody_comes_to(
    stored_server: tuple[LiveServer, StoreServer],
) -> None:
    """A table whose maker vanishes is gone before long, and so is all that was stored of it."""
    server, store = stored_server
    before = store.ask("DBSIZE")
    for nth in range(10):
        async with speaking(server.address, name="Host") as host:
            settings, key = {"rules": "coinche-house"}, f"table {nth:04}"
            if nth % 2:
                await host.say("create", settings=settings, key=key)  # and waits for no answer
            else:
                await host.enter("create", settings=settings, key=key)
            host.vanish()
    await so(lambda: not len(server.rooms) and store.ask("DBSIZE") == before, every=0.01)


async def test_t84_a_table_waits_for_its_people() -> None:
    """A table with somebody there never ends; in a match it waits two days for all of them."""
    clock = ManualClock()
    async with (
        LiveServer(MemoryLog(clock.now_ms), clock=clock) as server,
        seated(server) as waiting,
        dealt(server) as playing,
    ):
        for table in (waiting, playing):
            for speaker in table.speakers[1:]:
                speaker.vanish()
                await table.speakers[0].hear("presence")
        await pass_by(server, clock, YEAR)
        assert len(server.rooms) == 2
        await abandon(server, playing)
        await pass_by(server, clock, 47 * HOUR)
        assert len(server.rooms) == 2
        back = await playing.again(playing.speakers[0])
        assert back.table is not None
        assert back.table.room["seat"] == "S"
        await back.done("chat", text="here I am")
        back.vanish()
        await asleep(server, playing.room)
        await pass_by(server, clock, 49 * HOUR)
        assert [runner.room.room_id for runner in server.rooms.runners()] == [waiting.room]


async def abandon(server: LiveServer, table: Seated) -> None:
    """Let the last one go too."""
    table.speakers[0].vanish()
    await asleep(server, table.room)


async def asleep(server: LiveServer, room: str) -> None:
    """Wait until the server has noticed that nobody is at a table."""
    (runner,) = (each for each in server.rooms.runners() if each.room.room_id == room)
    await so(lambda: runner.idle_since is not None)


async def pass_by(server: LiveServer, clock: ManualClock, seconds: float) -> None:
    """Let time pass, and the tables whose time is over end."""
    clock.advance(seconds)
    server.rooms.expire_idle()
    for _ in range(20):
        await asyncio.sleep(0)


async def test_t84_somebody_comes_in_the_last_moment() -> None:
    """A table about to end goes on if somebody comes while it still stores something."""
    clock = ManualClock()
    log = FaultyLog(MemoryLog(clock.now_ms))
    async with LiveServer(log, clock=clock) as server, seated(server) as table:
        for speaker in table.speakers[1:]:
            speaker.vanish()
            await table.speakers[0].hear("presence")
        log.commit_plan.append(Fault.STALLED)
        await table.speakers[0].say("ready")
        await log.stalled.wait()
        await abandon(server, table)
        await pass_by(server, clock, HOUR)
        again = await table.again(table.speakers[0])
        log.go_on.set()
        await again.done("chat", text="here I am")
        assert len(server.rooms) == 1
