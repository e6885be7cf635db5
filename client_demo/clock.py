"""What time it is at the server, and how long a turn still lasts."""

from collections import deque
from dataclasses import dataclass, field

KEPT = 8
"""Answers that count; older ones are forgotten, so a clock that drifts is followed."""


@dataclass
class ServerClock:
    """
    The server's time, told from how long its answers took.

    An answer was written somewhere between the question and its arrival, at best in the middle; the
    quickest of the last few answers therefore errs least. The client's own clock may begin
    anywhere, as long as it runs evenly.

    Attributes:
        samples: Of each answer, the seconds it took and how far the server's clock is ahead.
    """

    samples: deque[tuple[float, float]] = field(default_factory=lambda: deque(maxlen=KEPT))

    def answered(self, asked: float, heard: float, server_time: float) -> None:
        """Learn from an answer that says *server_time*; the other times are the client's."""
        self.samples.append((heard - asked, server_time - (asked + heard) / 2))

    @property
    def offset(self) -> float:
        """Seconds by which the server's clock is ahead; 0 while nothing is known."""
        return min(self.samples)[1] if self.samples else 0.0

    def left(self, deadline: float | None, now: float) -> float | None:
        """Return the seconds until *deadline*, never fewer than none; ``None`` without one."""
        return None if deadline is None else max(0.0, deadline - (now + self.offset))
