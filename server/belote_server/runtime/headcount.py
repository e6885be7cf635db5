"""
How many watch, told when it changes.

A notice goes to everybody, so that with one for each who comes or goes a crowd would cost its
square. All of one turn of the loop are told as one change, and the larger the audience is the
longer a change waits for others: a second with two thousand.
"""

import asyncio
from collections.abc import Callable

SMALL = 50
"""Audiences of so many are told in the next turn of the loop."""

A_SECOND = 2000
"""Notices that a table sends for this in a second, about."""


class Headcount:
    """
    The number of people who watch a table.

    Args:
        count: Returns how many do now.
        size: Returns how many would be told.
        tell: Tells everybody.
    """

    def __init__(
        self, count: Callable[[], int], size: Callable[[], int], tell: Callable[[int], None]
    ) -> None:
        self._count = count
        self._size = size
        self._tell = tell
        self._known = {0}  # what people may take the number for
        self._due = False

    def changed(self, *, shown: bool = True) -> None:
        """
        Tell everybody before long, if anybody takes the number for another one then.

        Args:
            shown: Whether somebody is shown the table with the number as it is now.
        """
        if shown:
            self._known.add(self._count())
        if self._due:
            return
        self._due = True
        loop, size = asyncio.get_running_loop(), self._size()
        if size <= SMALL:
            loop.call_soon(self._look)
        else:
            loop.call_later(size / A_SECOND, self._look)

    def _look(self) -> None:
        self._due = False
        count = self._count()
        if self._known != {count}:
            self._known = {count}
            self._tell(count)
