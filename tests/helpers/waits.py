"""Waiting for what a test cannot be told of."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable

from tests.helpers.server_process import PATIENCE


async def so(holds: Callable[[], bool | Awaitable[bool]], every: float = 0.0) -> None:
    """
    Return once *holds* does.

    Args:
        holds: What is waited for; may have to be asked of somebody.
        every: Seconds between two looks.
    """
    async with asyncio.timeout(PATIENCE):
        while True:
            found = holds()
            if await found if inspect.isawaitable(found) else found:
                return
            await asyncio.sleep(every)


async def past(instant: float, clock: Callable[[], float]) -> None:
    """Return once *clock* has passed an *instant*, for a fault that has to last."""
    await so(lambda: clock() > instant, every=0.02)
