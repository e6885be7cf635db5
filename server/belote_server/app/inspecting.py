"""
Looking into the store for an operator: which tables there are, and one of them as a viewer sees it.

A store of our own is looked into where it runs; where no server runs, it is started for the look.
Nothing is ever written.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from msgspec.structs import replace

from belote_protocol.views import RoomView
from belote_protocol.vocab import Viewer
from belote_server.app.failures import CannotServe
from belote_server.app.stores import open_store
from belote_server.config import Settings
from belote_server.observe import Metrics, set_up_log
from belote_server.room import translate
from belote_server.room.state import Room
from belote_server.runtime.nature import as_code
from belote_server.storage.address import StoreAddress
from belote_server.storage.data_dir import DataDir, DataDirError, DataDirInUse
from belote_server.storage.log import Log, StoreError
from belote_server.storage.redis_log import RedisLog
from belote_server.storage.stream import DamagedEntry, read_room


@dataclass(frozen=True)
class Found:
    """
    A stored table.

    Attributes:
        room: The table; ``None`` where it cannot be read.
        trouble: Why it cannot be.
    """

    name: str
    room: Room | None
    trouble: str = ""


async def list_tables(settings: Settings) -> list[Found]:
    """
    Return the unfinished tables of the store, by name.

    Raises:
        CannotServe: The store cannot be looked into.
    """
    async with _log(settings) as log:
        return [await _read(log, name) for name in await log.open_rooms()]


async def find_table(settings: Settings, name: str) -> Found:
    """
    Return the table called *name*, or found by that code; finished ones too, while they are kept.

    Raises:
        CannotServe: The store cannot be looked into, or has no such table.
    """
    async with _log(settings) as log:
        found = await _read(log, name)
        if found.room is None and not found.trouble:
            known = await log.room_of_code(as_code(name))
            found = await _read(log, known) if known is not None else found
        if found.room is None and not found.trouble:
            raise CannotServe(f"The store has no table called {name!r}, and none with that code.")
        return found


def view_of(room: Room, viewer: Viewer) -> RoomView:
    """Return *room* as *viewer* sees it, without the codes that open it."""
    whole = translate.snapshot(room, "", viewer, may_sit=False, watchers=0)
    return replace(whole.room, sit=None, watch=None)


async def _read(log: Log, name: str) -> Found:
    try:
        stored = await log.read(name)
        if not stored:
            return Found(name, None)
        return Found(name, read_room((entry.v, entry.entry) for entry in stored))
    except DamagedEntry as error:
        return Found(name, None, str(error))


@asynccontextmanager
async def _log(settings: Settings) -> AsyncIterator[Log]:
    set_up_log("console", "error")
    metrics = Metrics()
    try:
        if settings.redis_url is None and not (settings.data_dir / "store").is_dir():
            raise CannotServe(f"There is no store in {settings.data_dir}.")
        try:
            with DataDir(settings.data_dir) as data:
                async with open_store(settings, data, metrics) as store:
                    yield store
        except DataDirInUse:
            log = _of_the_running_server(settings.data_dir.absolute() / "store" / "socket")
            try:
                yield log
            finally:
                await log.close()
        except DataDirError as error:
            raise CannotServe(f"{error}.") from error
    except StoreError as error:
        raise CannotServe(f"The store does not answer: {error}.") from error


def _of_the_running_server(socket: Path) -> RedisLog:
    if not socket.exists():
        raise CannotServe(
            f"A server is at work, and its store is not at {socket}, which is too long a path for "
            "a socket; look again when the server has stopped."
        )
    return RedisLog(StoreAddress(f"unix://{quote(str(socket))}"))
