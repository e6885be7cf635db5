"""Work that goes on beside the tables."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from structlog.testing import capture_logs

from belote_server.app import upkeep as module
from belote_server.app.upkeep import Upkeep, watch_loop
from belote_server.observe import Metrics
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
    kept.run("loop", lambda: watch_loop(metrics))
    kept.run("again", lambda: watch_loop(metrics))
    await until(lambda: len(asyncio.all_tasks()) == len(before) + 2)

    await kept.stop()
    await kept.stop()

    assert asyncio.all_tasks() == before
    assert kept.ready() is None


async def test_the_lag_of_the_loop(upkeep: Upkeep, metrics: Metrics) -> None:
    """How late the loop gets to things is measured again and again."""
    upkeep.run("loop", lambda: watch_loop(metrics, interval=0.001))

    def measured() -> float:
        return metrics.registry.get_sample_value("belote_loop_lag_seconds_count") or 0

    await until(lambda: measured() >= 3)
