"""Killing something at moments that are counted in frames, so that a seed says where."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random


class Assassin:
    """
    Strikes whenever a number of frames, drawn anew each time, has been heard.

    Attributes:
        left: How often it will still strike.
        struck: How often it has.
    """

    def __init__(self, seed: int, strikes: int, within: int) -> None:
        self.left = strikes
        self.struck = 0
        self.strike: Callable[[], None] = lambda: None
        self._chance = Random(seed)
        self._within = within
        self._fuse = self._chance.randrange(within)
        self._wake = asyncio.Event()

    def heard(self) -> None:
        """Take note of one frame."""
        self._fuse -= 1
        if self._fuse < 0 < self.left and not self._wake.is_set():
            self.strike()
            self._wake.set()

    async def follow(self, mend: Callable[[], Awaitable[None]]) -> None:
        """Repair what was struck by *mend*, until it has struck often enough."""
        while self.left:
            await self._wake.wait()
            await mend()
            self.left -= 1
            self.struck += 1
            self._fuse = self._chance.randrange(self._within)
            self._wake.clear()
