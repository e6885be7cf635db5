"""Whether one more table is made: there is room for so many, of each person for so many."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from belote_protocol.vocab import RefusalCode


@dataclass(frozen=True)
class Capacity:
    """
    How many tables may be open at once.

    Attributes:
        rooms: All in all.
        own: Made by one person.
    """

    rooms: int = 10_000
    own: int = 20


class Admission:
    """
    The tables that are open, counted by who made them.

    Args:
        overloaded: Tells whether those there are have all that the machine can give.
    """

    def __init__(
        self, capacity: Capacity | None = None, overloaded: Callable[[], bool] = lambda: False
    ) -> None:
        self._capacity = capacity or Capacity()
        self._overloaded = overloaded
        self._hosted: Counter[str] = Counter()
        self._count = 0

    def refusal(self, key: str) -> RefusalCode | None:
        """Return why the person *key* can make no table now, or ``None`` if it can."""
        if (code := self.crowded()) is not None:
            return code
        if self._hosted.get(key, 0) >= self._capacity.own:
            return RefusalCode.TOO_MANY_OWN_ROOMS
        return None

    def crowded(self) -> RefusalCode | None:
        """Return why nobody can make a table now, or ``None`` if somebody can."""
        if self._overloaded():
            return RefusalCode.OVERLOADED
        return RefusalCode.TOO_MANY_ROOMS if self._count >= self._capacity.rooms else None

    def opened(self, key: str) -> None:
        """Count a table that *key* made."""
        self._hosted[key] += 1
        self._count += 1

    def ended(self, key: str) -> None:
        """Count it no more."""
        self._count -= 1
        self._hosted[key] -= 1
        if not self._hosted[key]:
            del self._hosted[key]
