"""
Waking one table when its time has come.

Nearly every action moves the instant a table waits for to a later one. An alarm for the earlier
instant is left to ring, and only then set anew: one alarm a turn's length instead of one an action.
"""

from collections.abc import Callable

from belote_server.runtime.nature import Alarm, Clock


class Waking:
    """
    The one alarm of a table.

    Args:
        call: Called at the instant that was named last, or soon after.
    """

    def __init__(self, clock: Clock, call: Callable[[], None]) -> None:
        self._clock = clock
        self._call = call
        self._due: float | None = None
        self._alarm: Alarm | None = None
        self._rings_at = 0.0

    def at(self, instant: float) -> None:
        """Call at *instant*, in Unix seconds, and at no instant named before."""
        self._due = instant
        if self._alarm is None or instant < self._rings_at:
            self._set(instant)

    def never(self) -> None:
        """Call at no instant named before."""
        self._due = None
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _set(self, instant: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._rings_at = instant
        self._alarm = self._clock.at(instant, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        if self._due is None:
            return
        if self._due > self._rings_at:
            self._set(self._due)
        else:
            self._due = None
            self._call()
