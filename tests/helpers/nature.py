"""Time and chance in the hands of a test."""

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from random import Random

from belote_server.runtime.nature import Alarm, Chance

START = 1_700_000_000.0


@dataclass(order=True)
class ManualAlarm:
    """An alarm of a `ManualClock`."""

    instant: float
    nth: int
    call: Callable[[], None] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        """Let the instant pass."""
        self.cancelled = True


class ManualClock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self._now = START
        self._alarms: list[ManualAlarm] = []
        self._count = count()

    def now(self) -> float:
        """Return the time in Unix seconds."""
        return self._now

    def now_ms(self) -> int:
        """Return the time in Unix milliseconds."""
        return int(self._now * 1000)

    def at(self, instant: float, call: Callable[[], None]) -> Alarm:
        """Call *call* when the clock gets to *instant*, or at its next step if that is past."""
        alarm = ManualAlarm(instant, next(self._count), call)
        heapq.heappush(self._alarms, alarm)
        return alarm

    @property
    def pending(self) -> list[float]:
        """When the alarms that were not cancelled are due, in order."""
        return sorted(alarm.instant for alarm in self._alarms if not alarm.cancelled)

    def advance(self, seconds: float) -> None:
        """Go on by *seconds*, and ring what is due by then, in order, each at its instant."""
        end = self._now + seconds
        while self._alarms and self._alarms[0].instant <= end:
            alarm = heapq.heappop(self._alarms)
            if not alarm.cancelled:
                self._now = max(self._now, alarm.instant)
                alarm.call()
        self._now = end


def chance(seed: int = 0) -> Chance:
    """Return a chance that says the same for the same *seed*."""
    return Chance(Random(seed).randbytes)
