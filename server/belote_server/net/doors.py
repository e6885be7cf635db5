"""
Who is let in: how many sockets there may be, of whom, and how fast they may come.

A socket is silent until it has said ``hello``, and there is room for few of those. Nothing is sent
to one that finds no room at all; every other is told, by a status that clients and proxies know.
"""

import math
from http import HTTPStatus

from belote_server.config import Settings
from belote_server.net.crowd import Address, Crowd
from belote_server.net.reply import Reply, text
from belote_server.observe import Metrics
from belote_server.runtime.ports import Clock

REQUEST = 5
"""Frames that a request for a page counts as."""


class Visit:
    """
    One socket, as it counts.

    Attributes:
        address: What its address has left; ``None`` if that is not limited, or a proxy's.
    """

    __slots__ = ("_doors", "address", "silent")

    def __init__(self, doors: "Doors", address: Address | None) -> None:
        self._doors = doors
        self.address = address
        self.silent = True
        doors.silent += 1
        if address is not None:
            address.connections += 1

    def comes_from(self, address: Address | None) -> None:
        """Count it for *address*, of which a proxy told us."""
        if self.address is not None:
            self.address.connections -= 1
        self.address = address
        if address is not None:
            address.connections += 1

    def speaks(self) -> None:
        """Count it among those that have said ``hello``."""
        if self.silent:
            self.silent = False
            self._doors.silent -= 1
            self._doors.speaking += 1

    def ends(self) -> None:
        """Count it no more; called once."""
        if self.silent:
            self._doors.silent -= 1
        else:
            self._doors.speaking -= 1
        if self.address is not None:
            self.address.connections -= 1


class Doors:
    """
    All sockets, counted.

    Attributes:
        silent: How many have not said ``hello``.
        speaking: How many have.
    """

    def __init__(self, settings: Settings, metrics: Metrics, clock: Clock) -> None:
        self.silent = self.speaking = 0
        self.crowd = Crowd(settings)
        self._settings = settings
        self._metrics = metrics
        self._clock = clock

    def knock(self, peer: str) -> Visit | None:
        """Return the visit of a socket whose other end is *peer*; ``None`` if it has no room."""
        address = None
        if not any(peer in each for each in self._settings.proxies):
            address = self.crowd.at(peer, self._clock())
        if self.silent >= self._settings.max_silent:
            self._turn_away("silent")
            return None
        if address is not None and address.connections >= 2 * self._settings.max_per_address:
            self._turn_away("address")  # it was told so often enough
            return None
        return Visit(self, address)

    def ask(self, visit: Visit, client: str) -> Reply | None:
        """Return why *client*'s request is not answered, or ``None`` if it is."""
        now = self._clock()
        visit.comes_from(self.crowd.at(client, now))
        address = visit.address
        if address is None or address.frames.take(now, REQUEST):
            return None
        self._turn_away("rate")
        return _later(HTTPStatus.TOO_MANY_REQUESTS, address.frames.wait(REQUEST))

    def enter(self, visit: Visit) -> Reply | None:
        """Return why *visit* may not open a socket, or ``None`` if it may."""
        address = visit.address
        if self.speaking >= self._settings.max_connections:
            self._turn_away("full")
            return _later(HTTPStatus.SERVICE_UNAVAILABLE, 30)
        if address is None:
            return None
        if address.connections > self._settings.max_per_address:
            self._turn_away("address")
            return _later(HTTPStatus.TOO_MANY_REQUESTS, 30)
        if not address.arrivals.take(self._clock()):
            self._turn_away("rate")
            return _later(HTTPStatus.TOO_MANY_REQUESTS, address.arrivals.wait())
        return None

    def _turn_away(self, why: str) -> None:
        self._metrics.turned_away.labels(why).inc()


def _later(status: HTTPStatus, seconds: float) -> Reply:
    said = "This address has too many connections, or opens them too fast."
    if status is HTTPStatus.SERVICE_UNAVAILABLE:
        said = "The server is full."
    answer = text(status, f"{said} Try again later.")
    answer.headers["Retry-After"] = str(max(1, math.ceil(seconds)))
    return answer
