"""
Whether there is too much to do, told by how late the event loop gets to things.

One late moment says nothing. It has to be late for some time to be overloaded, and then on time
for twice as long, and clearly so, to be well again: at the edge the answer does not flicker.
"""


class Load:
    """
    The load, as far as it was observed.

    Args:
        lag: Seconds of lateness that are too many.
        seconds: How long they have to last.

    Attributes:
        overloaded: Whether there is too much to do.
    """

    def __init__(self, lag: float, seconds: float) -> None:
        self.overloaded = False
        self._lag = lag
        self._seconds = seconds
        self._since: float | None = None  # since when it is the other way round

    def observe(self, lag: float, now: float) -> None:
        """Take in that the loop was late by *lag* seconds at *now*, in seconds of any clock."""
        turning = lag < self._lag / 2 if self.overloaded else lag >= self._lag
        if not turning:
            self._since = None
            return
        if self._since is None:
            self._since = now
        if now - self._since >= self._seconds * (2 if self.overloaded else 1):
            self.overloaded = not self.overloaded
            self._since = None

    def reason(self) -> str | None:
        """Return why nobody should be sent here, or ``None``."""
        return "the server is overloaded and opens no new tables" if self.overloaded else None
