"""Steps of the event loop, for tests that interrupt something at each of them."""

import asyncio


async def turns(count: int) -> None:
    """Let all that is ready run, *count* times over."""
    for _ in range(count):
        await asyncio.sleep(0)
