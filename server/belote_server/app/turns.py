"""
An event loop whose turns are short, however many sockets have something at once.

asyncio asks the system for everything that is ready and deals with all of it before it looks
again. When ten thousand lines break in one moment, that is a turn of seconds in which nobody else
is served. Here a turn takes so many sockets; the system hands out the others in the next turns, in
the order in which they became ready.
"""

import asyncio
import select
import selectors
from typing import Any

MOST = 128
"""Sockets a turn: where all of them have just closed, about 25 ms."""


class _FewAtOnce:
    """An epoll object that tells of a few events at a time."""

    def __init__(self, epoll: Any) -> None:
        self._epoll = epoll

    def poll(self, timeout: float, most: int) -> list[tuple[int, int]]:
        """Return at most `MOST` events."""
        found: list[tuple[int, int]] = self._epoll.poll(timeout, min(most, MOST))
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._epoll, name)


def loop_of_short_turns() -> asyncio.AbstractEventLoop:
    """Return a new event loop; asyncio's own where the system has no epoll."""
    if not hasattr(select, "epoll"):
        return asyncio.new_event_loop()
    selector: Any = selectors.EpollSelector()
    selector._selector = _FewAtOnce(selector._selector)
    return asyncio.SelectorEventLoop(selector)
