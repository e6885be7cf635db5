"""
Work that goes on beside the tables for as long as the server runs.

Each piece is a task that is held, and begun again when it fails. Until it runs again the server
says that it is not ready.
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from belote_server.observe import Metrics
from belote_server.runtime.load import Load

_log = structlog.get_logger()

SOUND = 1.0
"""Seconds after which work that was begun again counts as sound."""


class Upkeep:
    """
    The work that is under way.

    Args:
        first_pause: Seconds before failed work is begun again; doubled by each failure in a row.
        longest_pause: Seconds that such a pause never exceeds.
    """

    def __init__(
        self, metrics: Metrics, first_pause: float = 0.1, longest_pause: float = 10.0
    ) -> None:
        self._metrics = metrics
        self._pauses = (first_pause, longest_pause)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._failed: dict[str, str] = {}
        self._stopping = False

    def run(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Do *work*, which is not supposed to end, until `stop`."""
        task = asyncio.get_running_loop().create_task(self._keep(name, work))
        self._tasks[name] = task
        task.add_done_callback(lambda _: self._killed(name, work))

    def ready(self) -> str | None:
        """Return what does not run, or ``None`` if everything does."""
        return next(iter(self._failed.values()), None)

    async def stop(self) -> None:
        """End all work."""
        self._stopping = True
        for task in self._tasks.values():
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks.values())
        self._tasks.clear()

    def _killed(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Begin *work* again after its task was ended from outside, unless that was `stop`."""
        if self._stopping:
            return
        _log.error("background work was killed", work=name)
        self._count_failure(name)
        self.run(name, work)

    def _count_failure(self, name: str) -> None:
        self._metrics.failures.labels(name).inc()
        self._failed[name] = f"{name} has failed and is begun again"

    async def _keep(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        pause, longest = self._pauses
        loop = asyncio.get_running_loop()
        while True:
            begun = loop.time()
            sound = loop.call_later(SOUND, self._failed.pop, name, None)
            try:
                await work()
                _log.error("background work ended", work=name)
            except Exception:
                _log.exception("background work failed", work=name)
            finally:
                sound.cancel()
            self._count_failure(name)
            if loop.time() - begun > longest:
                pause = self._pauses[0]
            await asyncio.sleep(pause)
            pause = min(2 * pause, longest)


STANDSTILL = 1.0
"""Seconds of lag that are logged: leases are renewed, and turns end, that much later."""


async def watch_loop(metrics: Metrics, load: Load, interval: float = 0.25) -> None:
    """Measure how late the event loop gets to things, and tell *load*, until cancelled."""
    loop = asyncio.get_running_loop()
    metrics.overloaded.set_function(lambda: load.overloaded)
    metrics.tasks.set_function(lambda: len(asyncio.all_tasks(loop)))
    while True:
        due = loop.time() + interval
        await asyncio.sleep(interval)
        lag = max(0.0, loop.time() - due)
        metrics.loop_lag.observe(lag)
        if lag >= STANDSTILL:
            _log.warning("the event loop stood still", seconds=round(lag, 2))
        load.observe(lag, due)
