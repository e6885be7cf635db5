"""
The public tables, and what has changed since any version of the list.

Each change makes the next version. Whoever knows version ``v`` is told the tables that changed
after it, each once and as it is now: what that costs grows with the changes, not with the tables.
"""

from dataclasses import dataclass

from belote_protocol.updates import Lobby
from belote_protocol.views import Offer

LONGEST = 48 * 1024
"""Bytes of one update, about; a longer list is told in several."""

REMEMBERED = 10_000
"""Tables that are gone, and of which those who knew them can still be told."""

_FRAME = 200
"""Bytes of an offer besides the names in it, about."""


@dataclass(frozen=True)
class _Change:
    """How a table has been since version *v*; ``None`` for gone."""

    v: int
    offer: Offer | None
    size: int


class Board:
    """
    The public tables.

    Attributes:
        v: The version; it rises with each change.
        seeking: How many people look for others.
    """

    def __init__(self) -> None:
        self.v = 1
        self.seeking = 0
        self._changes: dict[str, _Change] = {}  # by table, the oldest change first
        self._gone: dict[str, None] = {}  # in the order in which they went
        self._horizon = 0  # whoever knows less has to be told everything

    def __len__(self) -> int:
        return len(self._changes) - len(self._gone)

    def offer(self, name: str) -> Offer | None:
        """Return how the table called *name* is shown, if it is."""
        known = self._changes.get(name)
        return None if known is None else known.offer

    def put(self, offer: Offer) -> None:
        """Show *offer* from now on, in the place of the table's last one."""
        known = self._changes.get(offer.id)
        if known is None or known.offer != offer:
            self._gone.pop(offer.id, None)
            self._change(offer.id, offer)

    def drop(self, name: str) -> None:
        """Show the table called *name* no more, if it was shown."""
        known = self._changes.get(name)
        if known is None or known.offer is None:
            return
        self._change(name, None)
        self._gone[name] = None
        if len(self._gone) > REMEMBERED:
            oldest = next(iter(self._gone))
            del self._gone[oldest]
            self._horizon = self._changes.pop(oldest).v

    def count_seeking(self, seeking: int) -> None:
        """Show that so many people look for others."""
        if seeking != self.seeking:
            self.seeking = seeking
            self.v += 1

    def since(self, v: int) -> Lobby:
        """
        Return what has changed since version *v*; everything for 0, and for what is too long ago.

        Where that is too long for one update, the rest is what has changed since the one returned.
        """
        full = v < max(self._horizon, 1)
        told: list[tuple[str, _Change]] = []
        for name, change in reversed(self._changes.items()):
            if change.v <= v and not full:
                break
            told.append((name, change))
        told.reverse()
        return self._told(told, full=full)

    def _change(self, name: str, offer: Offer | None) -> None:
        self.v += 1
        self._changes.pop(name, None)
        self._changes[name] = _Change(self.v, offer, _size(offer))

    def _told(self, changes: list[tuple[str, _Change]], *, full: bool) -> Lobby:
        tables: list[Offer] = []
        gone: list[str] = []
        reached, last, size = self.v, 0, 0
        for name, change in changes:
            if size + change.size > LONGEST and size:
                reached = last
                break
            last, size = change.v, size + change.size
            if change.offer is not None:
                tables.append(change.offer)
            elif not full:
                gone.append(name)
        return Lobby(reached, full, tuple(tables), tuple(gone), self.seeking)


def _size(offer: Offer | None) -> int:
    if offer is None:
        return 20
    names = (offer.host, *(name for name in offer.names if name))
    return _FRAME + sum(len(name.encode()) for name in names)
