"""
What is stored of a table, as the truth that everything which was told is measured by.

The entries are folded, and each version is translated for a viewer, as the server does it for
whoever comes anew. Who is online and how many watch are notices, and in no entry.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from belote_protocol.codec import Format, encode
from belote_protocol.vocab import PUBLIC, SEATS, Viewer
from belote_server.game.events import DealCommitted, DealRevealed
from belote_server.room import translate
from belote_server.room.events import Batch
from belote_server.room.state import Room, adopt, opened
from belote_server.storage.log import Stored
from belote_server.storage.stream import read_batch

_ROOM_NOTICES = ("watchers", "sit")


class Ledger:
    """
    The stored past of one table.

    Attributes:
        batches: Each version's, the first one's first.
        rooms: The table at each version, the first one's first.
    """

    def __init__(self, stored: Iterable[Stored]) -> None:
        self.batches: list[Batch] = []
        self.rooms: list[Room] = []
        self._views: dict[tuple[int, Viewer], dict[str, Any]] = {}
        for entry in stored:
            batch = read_batch(entry.v, entry.entry)
            room = adopt(self.rooms[-1], batch) if self.rooms else opened(batch)
            assert room.v == entry.v == len(self.rooms) + 1
            self.batches.append(batch)
            self.rooms.append(room)

    @property
    def last(self) -> Room:
        """The table as it stands."""
        return self.rooms[-1]

    @property
    def v(self) -> int:
        """The last version."""
        return len(self.rooms)

    def viewer(self, v: int, public_id: str) -> Viewer:
        """Return as whom somebody sees version *v*."""
        for seat, place in zip(SEATS, self.rooms[v - 1].places, strict=True):
            if place.person is not None and place.person.public_id == public_id:
                return seat
        return PUBLIC

    def view(self, v: int, viewer: Viewer) -> dict[str, Any]:
        """Return the table at version *v* as *viewer* may know it, without notices."""
        if (v, viewer) not in self._views:
            snapshot = translate.snapshot(self.rooms[v - 1], "", viewer, may_sit=False, watchers=0)
            self._views[v, viewer] = lasting(plain(snapshot)["room"])
        return self._views[v, viewer]

    def happened(self, v: int, viewer: Viewer) -> dict[str, Any]:
        """Return what *viewer* is told when version *v* comes to be."""
        return plain(translate.happened(self.rooms[v - 1], self.batches[v - 1], viewer))

    def command(self, key: str, cmd: int) -> Batch | None:
        """Return what was stored for the command *cmd* of the person *key*, if anything was."""
        return next((each for each in self.batches if (each.person, each.cmd) == (key, cmd)), None)

    def committed(self) -> set[tuple[int, str]]:
        """Return each deal that was committed to, with its commitment."""
        return {(each.deal, each.commitment) for each in self._events(DealCommitted)}

    def revealed(self) -> list[DealRevealed]:
        """Return what was shown of each deal when it was over."""
        return list(self._events(DealRevealed))

    def commands_are_stored_once(self) -> bool:
        """Tell whether no command of anybody's is in two entries."""
        commands = [(each.person, each.cmd) for each in self.batches if each.person is not None]
        return len(commands) == len(set(commands))

    def _events(self, kind: type[Any]) -> Iterator[Any]:
        for batch in self.batches:
            yield from (event for event in batch.events if isinstance(event, kind))


def plain(update: Any) -> dict[str, Any]:
    """Return *update* as it comes out of a frame at a client."""
    value: dict[str, Any] = json.loads(encode(update, Format.JSON))
    return value


def lasting(room: Any) -> dict[str, Any]:
    """Return *room*, as it is on the wire, without notices and without the code to sit by."""
    seats = [
        {name: value for name, value in seat.items() if name != "online"} for seat in room["seats"]
    ]
    return {name: room[name] for name in room if name not in _ROOM_NOTICES} | {"seats": seats}
