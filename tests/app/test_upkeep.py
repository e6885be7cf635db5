"""Work that goes on beside the tables."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
from structlog.testing import capture_logs

from belote_protocol.commands import Seek
from belote_protocol.updates import Matched
from belote_server.app import upkeep as module
from belote_server.app.tables import open_tables
from belote_server.app.upkeep import Upkeep, watch_loop
from belote_server.config import Settings
from belote_server.observe import Metrics
from belote_server.runtime.load import Load
from belote_server.runtime.lobby import Rhythm
from belote_server.runtime.thinking import AtOnce
from belote_server.storage.memory_log import MemoryLog
from tests.helpers.house import House
from tests.net.serving import until


@pytest.fixture
def metrics() -> Metrics:
    """Return new figures."""
    return Metrics()


@pytest.fixture
async def upkeep(metrics: Metrics) -> AsyncIterator[Upkeep]:
    """Work that is begun again at once, and ended after the test."""
    kept = Upkeep(metrics, first_pause=0.001, longest_pause=0.002)
    yield kept
    await kept.stop()


async def test_t83_failed_work_is_begun_again(
    upkeep: Upkeep, metrics: Metrics, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Work that dies is reported and begun again; until it is sound nobody is told to come."""
    monkeypatch.setattr(module, "SOUND", 0.01)
    begun = 0
    well = asyncio.Event()

    async def work() -> None:
        nonlocal begun
        begun += 1
        if not well.is_set():
            raise RuntimeError("a bug")
        await asyncio.Event().wait()

    assert upkeep.ready() is None
    with capture_logs() as logs:
        upkeep.run("sweep", work)
        await until(lambda: begun == 4)
        assert upkeep.ready() == "sweep has failed and is begun again"
        well.set()
        await until(lambda: upkeep.ready() is None)

    assert {line["event"] for line in logs} == {"background work failed"}
    assert {line["log_level"] for line in logs} == {"error"}
    failures = metrics.registry.get_sample_value("belote_failures_total", {"where": "sweep"})
    assert failures == len(logs) >= 4


async def test_t83_killed_work_is_begun_again(
    upkeep: Upkeep, metrics: Metrics, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Work whose task is cancelled by mistake is reported and begun again like any other."""
    monkeypatch.setattr(module, "SOUND", 0.01)
    tasks: list[asyncio.Task[None]] = []

    async def work() -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.append(task)
        await asyncio.Event().wait()

    with capture_logs() as logs:
        upkeep.run("lobby", work)
        await until(lambda: len(tasks) == 1)
        tasks[0].cancel()
        await until(lambda: len(tasks) == 2)
        assert upkeep.ready() == "lobby has failed and is begun again"
        await until(lambda: upkeep.ready() is None)

    assert [line["event"] for line in logs] == ["background work was killed"]
    assert metrics.registry.get_sample_value("belote_failures_total", {"where": "lobby"}) == 1


async def test_work_that_ends(upkeep: Upkeep) -> None:
    """Work that ends without an error has failed too: it was to go on."""
    begun = 0

    async def work() -> None:
        nonlocal begun
        begun += 1

    with capture_logs() as logs:
        upkeep.run("watch", work)
        await until(lambda: begun == 2)

    assert logs[0]["event"] == "background work ended"
    assert upkeep.ready() == "watch has failed and is begun again"


async def test_one_failure_leaves_the_others(upkeep: Upkeep) -> None:
    """Other work is not disturbed by work that fails."""
    turns = 0

    async def steady() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def failing() -> None:
        raise RuntimeError("a bug")

    upkeep.run("steady", steady)
    with capture_logs():
        upkeep.run("failing", failing)
        await until(lambda: turns > 50)

    assert upkeep.ready() == "failing has failed and is begun again"


async def test_stop_ends_all_work(metrics: Metrics) -> None:
    """After a stop no task is left, and there was no failure."""
    before = asyncio.all_tasks()
    kept = Upkeep(metrics)
    kept.run("loop", lambda: watch_loop(metrics, Load(9, 9)))
    kept.run("again", lambda: watch_loop(metrics, Load(9, 9)))
    await until(lambda: len(asyncio.all_tasks()) == len(before) + 2)

    await kept.stop()
    await kept.stop()

    assert asyncio.all_tasks() == before
    assert kept.ready() is None


async def test_the_lag_of_the_loop(upkeep: Upkeep, metrics: Metrics) -> None:
    """How late the loop gets to things is measured again and again."""
    upkeep.run("loop", lambda: watch_loop(metrics, Load(9, 9), interval=0.001))

    def measured() -> float:
        return metrics.registry.get_sample_value("belote_loop_lag_seconds_count") or 0

    await until(lambda: measured() >= 3)


async def test_f32_a_loop_that_stands_still_is_told(upkeep: Upkeep, metrics: Metrics) -> None:
    """When something holds the loop up for seconds, the figures and the log say so."""
    load = Load(lag=0.5, seconds=0.001)
    with capture_logs() as logs:
        upkeep.run("loop", lambda: watch_loop(metrics, load, interval=0.001))
        name = "belote_loop_lag_seconds_count"
        await until(lambda: bool(metrics.registry.get_sample_value(name)))
        until_then = time.monotonic() + 1.1
        while time.monotonic() < until_then:
            pass  # what a computation without a pause does to the loop
        await until(lambda: bool(logs))

    [line] = logs
    assert line["event"] == "the event loop stood still"
    assert line["log_level"] == "warning"
    assert 1 <= line["seconds"] < 30
    lags = {
        edge: metrics.registry.get_sample_value("belote_loop_lag_seconds_bucket", {"le": edge})
        for edge in ("1.0", "+Inf")
    }
    assert lags["1.0"] is not None
    assert lags["+Inf"] == lags["1.0"] + 1


async def test_t83_the_lobby_outlives_its_driver(
    upkeep: Upkeep, metrics: Metrics, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lobby whose driver fails and is killed says so, and goes on bringing people together."""
    monkeypatch.setattr(module, "SOUND", 0.01)
    house = House(rhythm=Rhythm(turn=0.001))
    lobby, turns = house.rooms.lobby, 0
    turn = lobby.turn

    def counted() -> None:
        nonlocal turns
        turns += 1
        if turns == 2:
            raise RuntimeError("a bug")
        turn()

    monkeypatch.setattr(lobby, "turn", counted)
    with capture_logs() as logs:
        upkeep.run("lobby", lobby.run)
        await until(lambda: len(logs) == 1)
        assert upkeep.ready() == "lobby has failed and is begun again"
        await until(lambda: upkeep.ready() is None)
        upkeep._tasks["lobby"].cancel()
        await until(lambda: len(logs) == 2)
        assert upkeep.ready() == "lobby has failed and is begun again"
        await until(lambda: upkeep.ready() is None)
        callers = [house.guest() for _ in range(4)]
        for caller in callers:
            await caller.done(Seek, rules=("coinche-house",))
        for caller in callers:
            await caller.hears(Matched)

    await house.rooms.stop()
    assert metrics.registry.get_sample_value("belote_failures_total", {"where": "lobby"}) == 2


async def test_what_goes_on_beside_the_tables(metrics: Metrics) -> None:
    """The sweeper and the lobby's driver are both among the work that is kept going."""
    log = MemoryLog(lambda: 0)
    tables, works = await open_tables(Settings(), log, "north", metrics, Load(1, 1), AtOnce())

    assert sorted(works) == ["lobby", "sweep"]
    await tables.stop()
