"""
Who looks for others, and which four are brought together.

Whoever has waited longest chooses first, among the kinds of match that four accept, and plays with
those who have waited longest for it. After a ``match`` no four are left who could play together.
"""

from collections import Counter
from collections.abc import Container
from dataclasses import dataclass

from belote_protocol.vocab import SEATS
from belote_server.lobby.tickets import Kind, Ticket, Widening, Wish, accepted

_NOBODY: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Four:
    """Four who play together: their *tickets*, longest waiting first, and what they play."""

    kind: Kind
    tickets: tuple[Ticket, ...]


class Queue:
    """
    The tickets of those who look for others, one a person.

    Args:
        widening: How long they wait for just what they asked for.
    """

    def __init__(self, widening: Widening) -> None:
        self._widening = widening
        self._tickets: dict[str, Ticket] = {}
        self._count = 0

    def __len__(self) -> int:
        return len(self._tickets)

    def ticket(self, key: str) -> Ticket | None:
        """Return the ticket of the person *key*, if it waits."""
        return self._tickets.get(key)

    def put(self, key: str, wish: Wish, now: float) -> Ticket:
        """Let the person *key* wait for *wish*, in the place it has if it waits already."""
        known = self._tickets.get(key)
        self._count += 1
        since, nth = (now, self._count) if known is None else (known.since, known.nth)
        ticket = self._tickets[key] = Ticket(key, wish, since, nth)
        return ticket

    def restore(self, ticket: Ticket) -> None:
        """Let *ticket*, which was brought together with others in vain, wait in its old place."""
        self._tickets[ticket.key] = ticket

    def drop(self, key: str) -> Ticket | None:
        """Let the person *key* wait no more; return its ticket, if it had one."""
        return self._tickets.pop(key, None)

    def match(self, now: float, but: Container[str] = _NOBODY) -> list[Four]:
        """Take out and return all fours who can play together, without the people *but*."""
        line = [ticket for ticket in self._in_order() if ticket.key not in but]
        kinds = {ticket.key: accepted(ticket, now, self._widening) for ticket in line}
        left = Counter(kind for each in kinds.values() for kind in each)
        fours: list[Four] = []
        for ticket in line:
            if ticket.key not in kinds:
                continue  # was taken by somebody before
            kind = next((each for each in kinds[ticket.key] if left[each] >= len(SEATS)), None)
            if kind is None:
                continue
            able = (each for each in line if kind in kinds.get(each.key, ()))
            four = Four(kind, tuple(each for each, _ in zip(able, SEATS, strict=False)))
            fours.append(four)
            for each in four.tickets:
                left.subtract(kinds.pop(each.key))
                del self._tickets[each.key]
        return fours

    def waiting(self, now: float) -> dict[str, int]:
        """Return how many wait for something each person accepts, itself among them."""
        sets = {ticket.key: self._set(ticket, now) for ticket in self._tickets.values()}
        sizes = Counter(sets.values())
        wanted = {
            each: sum(count for other, count in sizes.items() if each & other) for each in sizes
        }
        return {key: wanted[each] for key, each in sets.items()}

    def _set(self, ticket: Ticket, now: float) -> frozenset[Kind]:
        return frozenset(accepted(ticket, now, self._widening))

    def _in_order(self) -> list[Ticket]:
        return sorted(self._tickets.values(), key=lambda ticket: (ticket.since, ticket.nth))
