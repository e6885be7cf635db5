"""How much of something may still be done: it is used up at once, and comes back by itself."""

from math import inf


class Bucket:
    """
    A token bucket.

    Args:
        rate: What comes back in a second; 0 for a bucket that is never empty.
        burst: What it holds.
        now: The time, in seconds of any clock.
    """

    __slots__ = ("_burst", "_filled_at", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = self._tokens = float(burst if rate else inf)
        self._filled_at = now

    def take(self, now: float, amount: float = 1) -> bool:
        """Take *amount* out, and tell whether there was that much; else take nothing."""
        if not self.has(now, amount):
            return False
        self._tokens -= amount
        return True

    def has(self, now: float, amount: float = 1) -> bool:
        """Tell whether *amount* could be taken out."""
        tokens = self._tokens
        if now > self._filled_at:  # a clock that is put back fills nothing
            tokens += (now - self._filled_at) * self._rate
            self._tokens = tokens = min(self._burst, tokens)
            self._filled_at = now
        return tokens >= amount

    def is_full(self, now: float) -> bool:
        """Tell whether all is there that it can hold."""
        return self.has(now, self._burst)

    def wait(self, amount: float = 1) -> float:
        """Return the seconds until *amount* can be taken, from the last time it was asked for."""
        return max(0.0, (amount - self._tokens) / self._rate) if self._rate else 0.0

    @property
    def recovery(self) -> float:
        """How many seconds it takes to fill, from empty."""
        return self._burst / self._rate if self._rate else 0.0
