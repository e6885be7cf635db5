"""
What people and addresses have left of what they may do, across their connections.

A school behind one address is not a crowd of robots: an address may do what many people do. A
person is judged by what it did itself. Nothing is remembered of those who are not connected and
have everything back.
"""

from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import Generic, Protocol, TypeVar

from belote_server.config import Settings
from belote_server.net.bucket import Bucket

NEIGHBOURS = 20
"""As how many people an address counts where a person's own limit is scaled up."""

CREATING = 600.0
"""Seconds in which an address gets back what it may create: as long as an empty table lives."""

_SUBNET = 64
"""Bits of an IPv6 address that one customer is given; the rest it chooses itself."""


class Standing(Protocol):
    """Something that is remembered for as long as it matters."""

    def is_over(self, now: float) -> bool:
        """Tell whether forgetting it changes nothing."""


class Person:
    """
    What a person has left.

    Attributes:
        connections: How many it has.
        frames: Frames, a longer one counting once for each KiB.
        chat: Lines of chat.
        codes: Codes that lead nowhere.
    """

    __slots__ = ("chat", "codes", "connections", "frames")

    def __init__(self, settings: Settings, now: float) -> None:
        self.connections = 0
        self.frames = Bucket(settings.rate, settings.burst, now)
        self.chat = Bucket(settings.chat_rate, settings.chat_burst, now)
        self.codes = Bucket(settings.code_tries / 60, settings.code_tries, now)

    def is_over(self, now: float) -> bool:
        """Tell whether forgetting it changes nothing."""
        return (
            not self.connections
            and self.frames.is_full(now)
            and self.chat.is_full(now)
            and self.codes.is_full(now)
        )


class Address:
    """
    What an address has left.

    Attributes:
        connections: How many it has; with those that have not said ``hello``.
        arrivals: New connections.
        frames: Frames, as a person's.
        codes: Codes that lead nowhere.
        tables: Tables to create.
    """

    __slots__ = ("arrivals", "codes", "connections", "frames", "tables")

    def __init__(self, settings: Settings, now: float) -> None:
        self.connections = 0
        self.arrivals = Bucket(settings.connect_rate, settings.connect_burst, now)
        self.frames = Bucket(settings.address_rate, settings.address_burst, now)
        tries = NEIGHBOURS * settings.code_tries
        self.codes = Bucket(tries / 60, tries, now)
        made = NEIGHBOURS * settings.max_own_rooms
        self.tables = Bucket(made / CREATING, made, now)

    def is_over(self, now: float) -> bool:
        """Tell whether forgetting it changes nothing."""
        buckets = (self.arrivals, self.frames, self.codes, self.tables)
        return not self.connections and all(bucket.is_full(now) for bucket in buckets)


S = TypeVar("S", bound=Standing)


class Known(Generic[S]):
    """Standings by name; those that are over are forgotten, now and then."""

    def __init__(self, make: Callable[[float], S]) -> None:
        self._make = make
        self._standings: dict[str, S] = {}
        self._full = 1024

    def __len__(self) -> int:
        return len(self._standings)

    def get(self, name: str, now: float) -> S:
        """Return the standing of *name*."""
        known = self._standings.get(name)
        if known is None:
            if len(self._standings) >= self._full:
                self._forget(now)
            known = self._standings[name] = self._make(now)
        return known

    def _forget(self, now: float) -> None:
        kept = {name: each for name, each in self._standings.items() if not each.is_over(now)}
        self._standings = kept
        self._full = max(1024, 2 * len(kept))


class Crowd:
    """Everybody who has something less than everything left."""

    def __init__(self, settings: Settings) -> None:
        self.people = Known(lambda now: Person(settings, now))
        self.addresses = Known(lambda now: Address(settings, now))

    def at(self, address: str, now: float) -> Address | None:
        """
        Return the standing of *address*; ``None`` for this machine's own.

        What comes from this machine is often a proxy that nobody named to us. Its address is
        everybody's, and must not be limited as if it were one household's.
        """
        block = block_of(address)
        return None if block is None else self.addresses.get(block, now)


def block_of(address: str) -> str | None:
    """Return the addresses that count as one with *address*; ``None`` for this machine's own."""
    try:
        known = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(known, IPv6Address):
        if known.ipv4_mapped is None:
            if known.is_loopback:
                return None
            return f"{IPv6Address(int(known) >> _SUBNET << _SUBNET)}/{_SUBNET}"
        known = known.ipv4_mapped
    return None if known.is_loopback else str(known)
