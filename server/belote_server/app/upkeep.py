"""
Work that goes on beside the tables for as long as the server runs.

Each piece is a task that is held, and begun again when it fails. Until it runs again the server
says that it is not ready.
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from belote_server.observe import Metrics

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

    def run(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Do *work*, which is not supposed to end, until `stop`."""
        self._tasks[name] = asyncio.get_running_loop().create_task(self._keep(name, work))

    def ready(self) -> str | None:
        """Return what does not run, or ``None`` if everything does."""
        return next(iter(self._failed.values()), None)

    async def stop(self) -> None:
        """End all work."""
        for task in self._tasks.values():
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks.values())
        self._tasks.clear()

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
            self._metrics.failures.labels(name).inc()
            self._failed[name] = f"{name} has failed and is begun again"
            if loop.time() - begun > longest:
                pause = self._pauses[0]
            await asyncio.sleep(pause)
            pause = min(2 * pause, longest)


async def watch_loop(metrics: Metrics, interval: float = 0.25) -> None:
    """Measure how late the event loop gets to things, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + interval
        await asyncio.sleep(interval)
        metrics.loop_lag.observe(max(0.0, loop.time() - due))
