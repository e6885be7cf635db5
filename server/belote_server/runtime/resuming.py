"""Reading the tables of the store back."""

import structlog

from belote_server.room.state import Room
from belote_server.runtime.commits import Terms
from belote_server.storage.log import Log, StoreBroken
from belote_server.storage.stream import DamagedEntry, read_room

_log = structlog.get_logger()


async def read_back(store: Log, name: str) -> tuple[Room, Terms] | None:
    """Return the stored table called *name*; ``None`` if it was never opened, or is damaged."""
    try:
        stored = await store.read(name)
        if not stored:
            await store.drop(name)  # it was never opened
            return None
        room = read_room((entry.v, entry.entry) for entry in stored)
        if room.room_id != name:
            raise DamagedEntry(1, f"it opens {room.room_id}")
        return room, Terms.of((entry.v, entry.term) for entry in stored)
    except (DamagedEntry, StoreBroken) as error:
        _log.error("a stored table is damaged and stays parked", room=name, why=str(error))
        return None
