"""
What a client knows of a table, kept up to date without a single rule.

``fold`` takes the table and the next update and returns the table after it. Whatever a rule decided
(who won the trick, what the deal is worth, what may be played) is said by the server, so folding
only puts it in its place. The law behind it: after any number of updates, ``Table.room`` is what a
``snapshot`` would say at that moment, field for field.
"""

from dataclasses import dataclass, replace

from client_demo.match import MATCH
from client_demo.people import PEOPLE, seat_changed
from client_demo.views import Event, RoomView, changed
from client_demo.wire import Update


@dataclass(frozen=True)
class Table:
    """
    A table at one version.

    Attributes:
        v: The version.
        term: Under whose ownership; a resume names both.
        room: The table, as a snapshot says it.
    """

    v: int
    term: str
    room: RoomView


class Gap(Exception):
    """A version was missed: only a fresh snapshot helps."""


def fold(table: Table | None, update: Update) -> Table | None:
    """
    Return *table* after *update*; ``None`` while there is none.

    What is unknown changes nothing, and neither does what was told before. A receiver whose own
    seat changes is sent a snapshot, so nothing here needs to know who the receiver is.

    Raises:
        Gap: The update is not the next one.
    """
    kind = update["t"]
    if kind == "snapshot":
        return Table(update["v"], update["term"], update["room"])
    if table is None or kind == "left":
        return None
    if kind == "happened":
        return _happened(table, update)
    if kind == "term":
        if update["v"] != table.v:
            raise Gap(f"the table stands at {update['v']}, and {table.v} is known")
        return replace(table, term=update["term"])
    if kind == "presence":
        return replace(
            table, room=seat_changed(table.room, update["seat"], online=update["online"])
        )
    if kind == "watching":
        return replace(table, room=changed(table.room, watchers=update["count"]))
    return table


def _happened(table: Table, update: Update) -> Table:
    v = update["v"]
    if v <= table.v:
        return table
    if v > table.v + 1:
        raise Gap(f"version {v} came after {table.v}")
    room = table.room
    for event in update["events"]:
        room = after(room, event)
    return Table(v, table.term, changed(room, turn=update["turn"]))


def after(room: RoomView, event: Event) -> RoomView:
    """Return *room* after *event*; whose turn it is then is not said by events."""
    change = _CHANGES.get(event["e"])
    return room if change is None else change(room, event)


_CHANGES = PEOPLE | MATCH
"""Who is to act is said besides the events, so a moved deadline or a time-out changes nothing."""
