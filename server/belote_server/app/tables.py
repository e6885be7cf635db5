"""The tables: the runtime, set up as the settings say."""

from collections.abc import Awaitable, Callable
from typing import Protocol

import structlog

from belote_server.config import Settings
from belote_server.observe import Metrics
from belote_server.runtime.commits import Leasing
from belote_server.runtime.nature import Chance, WallClock
from belote_server.runtime.ports import Tables
from belote_server.runtime.rooms import Lifetimes, Rooms
from belote_server.runtime.runner import Pace
from belote_server.storage.log import Log

_log = structlog.get_logger()


class OpenTables(Tables, Protocol):
    """All tables, as what starts and stops them sees them."""

    async def stop(self) -> None:
        """Let every table finish what it is storing, then give all of them up."""


Work = Callable[[], Awaitable[None]]


async def open_tables(
    settings: Settings, log: Log, node: str, metrics: Metrics
) -> tuple[OpenTables, dict[str, Work]]:
    """
    Return the tables, those of the store in force again, and what has to go on beside them.

    Args:
        node: The name of this server in the store, the same after a restart.
    """
    rooms = Rooms(
        log,
        Leasing(node),
        WallClock(),
        Chance(),
        Pace(slack=settings.turn_slack),
        Lifetimes(finished=float(settings.finished_ttl)),
    )
    rooms.on_unrecovered = metrics.unrecovered.inc
    metrics.rooms.set_function(lambda: len(rooms))
    count = await rooms.resume()
    if count:
        _log.info("tables resumed", count=count)
    return rooms, {"sweep": rooms.sweep}
