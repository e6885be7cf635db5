"""Who hears the lobby, and how seldom: nobody more than once in an interval."""

from dataclasses import dataclass


@dataclass(frozen=True)
class _Viewer:
    """
    How one stands.

    Attributes:
        v: The version of the lobby it has come to; 0 for nothing; ``None`` if it hears nothing.
        free: From when, in Unix seconds, it may be told something again.
    """

    v: int | None
    free: float


class Viewers:
    """
    The connections that hear the lobby, by number, those who may be told something soonest first.

    Args:
        interval: Seconds between two updates to one of them, at least.
    """

    def __init__(self, interval: float) -> None:
        self._interval = interval
        self._line: dict[int, _Viewer] = {}

    def begin(self, who: int, now: float) -> bool:
        """Let *who*, who knows nothing, hear the lobby; return whether it is to be told at once."""
        known = self._line.get(who)
        if known is not None and known.v is not None:
            return False
        free = now if known is None else known.free
        self._line[who] = _Viewer(0, free)
        return free <= now

    def end(self, who: int) -> None:
        """Let *who* hear nothing for now; if it begins again it has to wait like everybody."""
        known = self._line.get(who)
        if known is not None:
            self._line[who] = _Viewer(None, known.free)

    def forget(self, who: int) -> None:
        """Let *who* be gone for good."""
        self._line.pop(who, None)

    def due(self, now: float) -> list[tuple[int, int]]:
        """Return each who may be told something now, with the version it has come to."""
        found: list[tuple[int, int]] = []
        silent: list[int] = []
        for who, viewer in self._line.items():
            if now < viewer.free <= now + self._interval:
                break  # one that is later than that was told before the clock was put back
            if viewer.v is None:
                silent.append(who)
            else:
                found.append((who, viewer.v))
        for who in silent:
            del self._line[who]
        return found

    def told(self, who: int, v: int, now: float) -> None:
        """Note that *who* has come to version *v*, and let the others have their turn."""
        self._line.pop(who, None)
        self._line[who] = _Viewer(v, now + self._interval)
