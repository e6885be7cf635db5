"""Time and chance, as the tables are given them."""

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from belote_protocol.vocab import SEATS
from belote_server.room.inputs import Drawn


class Alarm(Protocol):
    """Something that will be called at an instant, unless it is cancelled before."""

    def cancel(self) -> None:
        """Let the instant pass."""


class Clock(Protocol):
    """The time, and being called at one."""

    def now(self) -> float:
        """Return the time in Unix seconds."""

    def at(self, instant: float, call: Callable[[], None]) -> Alarm:
        """Call *call* from the event loop at *instant*, in Unix seconds, or at once if past."""


class WallClock:
    """The machine's own clock."""

    def now(self) -> float:
        """Return the time in Unix seconds."""
        return time.time()

    def at(self, instant: float, call: Callable[[], None]) -> Alarm:
        """Call *call* from the event loop at *instant*, in Unix seconds, or at once if past."""
        loop = asyncio.get_running_loop()
        return loop.call_later(max(0.0, instant - self.now()), call)


@dataclass(frozen=True)
class Chance:
    """
    What nobody can foresee.

    Attributes:
        draw: Returns that many random bytes.
    """

    draw: Callable[[int], bytes] = secrets.token_bytes

    def deal(self) -> Drawn:
        """Return what a match or a deal needs."""
        dealer = SEATS[self.draw(1)[0] % len(SEATS)]
        return Drawn(f"m-{self.draw(8).hex()}", dealer, self.draw(32).hex())

    def term(self) -> int:
        """Return 63 bits that tell one ownership from another: as many as the store packs."""
        return int.from_bytes(self.draw(8), "big") >> 1

    def code(self) -> str:
        """Return 40 bits as a code people can read out: no letter looks like another or a digit."""
        bits = int.from_bytes(self.draw(5), "big")
        return "".join(ALPHABET[bits >> shift & 31] for shift in range(35, -1, -5))


ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

_LOOKALIKES = str.maketrans("ILO", "110", "-_ ")


def as_code(text: str) -> str:
    """Return the code that somebody typed as *text*: case, dashes and look-alikes don't matter."""
    return text.upper().translate(_LOOKALIKES)
