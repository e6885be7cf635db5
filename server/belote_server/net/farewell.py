"""Sending everybody away, so that not all come back at once."""

import asyncio
import math
from collections.abc import Sequence

from belote_protocol.updates import Closing
from belote_server.net import codes
from belote_server.net.outbox import SLICE
from belote_server.runtime.ports import Chance, Member

SLICES_A_SECOND = 20

COMING_BACK = 200
"""People a second who are asked to come back."""


async def send_away(members: Sequence[Member], spread: float, chance: Chance) -> None:
    """
    Close every socket for a restart, over *spread* seconds.

    Each is told a time to come back after, drawn for it alone: with more people from a wider span.
    """
    slices = max(math.ceil(len(members) / SLICE), math.ceil(spread * SLICES_A_SECOND), 1)
    size = math.ceil(len(members) / slices)
    span = max(2.0, len(members) / COMING_BACK)
    for at, member in enumerate(members):
        if at and at % size == 0:
            await asyncio.sleep(spread / slices)
        share = int.from_bytes(chance(4), "big") / 2**32
        member.close(codes.RESTARTING, Closing("restarting", retry_after=1 + share * span))
