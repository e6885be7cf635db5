"""The tables: the runtime, set up as the settings say."""

from collections.abc import Awaitable, Callable
from math import inf
from typing import Protocol

import structlog

from belote_server.config import Settings
from belote_server.observe import Metrics
from belote_server.runtime.admission import Admission, Capacity
from belote_server.runtime.commits import Leasing
from belote_server.runtime.load import Load
from belote_server.runtime.lobby import Rhythm
from belote_server.runtime.nature import Chance, WallClock
from belote_server.runtime.pace import Pace, Tempo
from belote_server.runtime.ports import Tables, Thinker
from belote_server.runtime.rooms import Lifetimes, Rooms
from belote_server.storage.log import Log

_log = structlog.get_logger()

LATE = 5.0
"""Seconds that the answer to a ping may take from somebody who is to sit down with others."""


class OpenTables(Tables, Protocol):
    """All tables, as what starts and stops them sees them."""

    async def stop(self) -> None:
        """Let every table finish what it is storing, then give all of them up."""


Work = Callable[[], Awaitable[None]]


async def open_tables(
    settings: Settings, log: Log, node: str, metrics: Metrics, load: Load, thinker: Thinker
) -> tuple[OpenTables, dict[str, Work]]:
    """
    Return the tables, those of the store in force again, and what has to go on beside them.

    Args:
        node: The name of this server in the store, the same after a restart.
        load: Says when no new tables are made.
        thinker: Decides for bots.
    """
    rooms = Rooms(
        log,
        Leasing(node),
        WallClock(),
        Chance(),
        Pace(
            slack=settings.turn_slack,
            patience=settings.away_seconds,
            tempo=Tempo(settings.bot_delay),
        ),
        Lifetimes(empty=settings.empty_seconds, finished=float(settings.finished_ttl)),
        Admission(Capacity(settings.max_rooms, settings.max_own_rooms), lambda: load.overloaded),
        thinker,
        Rhythm(heartbeat=_heartbeat(settings)),
    )
    rooms.on_unrecovered = metrics.unrecovered.inc
    metrics.rooms.set_function(lambda: len(rooms))
    count = await rooms.resume()
    if count:
        _log.info("tables resumed", count=count)
    return rooms, {"sweep": rooms.sweep, "lobby": rooms.lobby.run}


def _heartbeat(settings: Settings) -> float:
    """Return after how many seconds without a sign of life a connection is not trusted."""
    return settings.ping_interval + LATE if settings.ping_interval else inf
