"""
Who is gone, and the bots that hold their seats.

Somebody who loses the connection in a match has a time of grace; then a bot holds the seat, and
gives it back the moment the person returns. A reload is over before the table takes notice. One
who is there but lets turn after turn pass, or who leaves, is treated likewise. While nobody at all
is connected nothing moves, grace included.
"""

from belote_protocol.vocab import SEATS, Seat
from belote_server.game.events import MatchEnded
from belote_server.game.frozen import changed
from belote_server.room.events import (
    Away,
    BotLeft,
    BotSat,
    Returned,
    Stood,
    TableEvent,
)
from belote_server.room.state import Place, Room

SHORTEST_GRACE = 5.0
"""Seconds of grace that are left to whoever keeps leaving, where the table gives as many."""


def grace_of(room: Room, place: Place) -> float:
    """Return the seconds of grace of *place*'s person: half as many each time a bot had to come."""
    whole = float(room.settings.grace)
    return max(whole * float(0.5**place.departures), min(SHORTEST_GRACE, whole))


def gone(
    room: Room, seat: Seat, now: float, patience: float
) -> tuple[Room, tuple[TableEvent, ...]]:
    """
    Return the table that misses the person in *seat*, and what that means already.

    Args:
        patience: Seconds before the table takes notice; never more than the grace.
    """
    if not _is_missed(room, seat):
        return room, ()
    grace = grace_of(room, room.places[seat.place])
    wait = min(patience, grace)
    if not wait:
        return room, (Away(seat, now + grace),)
    return changed(room, missing={**room.missing, seat: (now + wait, now + grace)}), ()


def noticed(room: Room, now: float) -> tuple[Room, tuple[TableEvent, ...]]:
    """Return the table that has taken notice of those who are missing for long enough."""
    due = {seat: until for seat, (at, until) in room.missing.items() if at <= now}
    if not due:
        return room, ()
    missing = {seat: each for seat, each in room.missing.items() if seat not in due}
    events = tuple(Away(*each) for each in due.items() if _is_missed(room, each[0]))
    return changed(room, missing=missing), events


def returned(room: Room, seat: Seat) -> tuple[TableEvent, ...]:
    """Return what it means that the person in *seat* is there again."""
    place = room.places[seat.place]
    if place.bot is not None:
        return (BotLeft(seat),)
    return (Returned(seat),) if place.grace is not None else ()


def renewed(
    room: Room, now: float, minimum: float, patience: float
) -> tuple[Room, tuple[TableEvent, ...]]:
    """
    Return what gives the absent their time again after an outage, or when the first comes back.

    Args:
        minimum: Seconds of grace that have to be left, where the table gives as many.
        patience: Seconds before the table takes notice of somebody who is missing.
    """
    if not (room.playing and room.attended):
        return room, ()
    events: list[TableEvent] = []
    for seat, place in zip(SEATS, room.places, strict=True):
        fair = now + min(grace_of(room, place), minimum)
        if place.grace is None:  # its absence, if any, began with the outage
            room, begun = gone(room, seat, now, patience)
            events.extend(begun)
        elif place.grace < fair and _is_absent(room, place):
            events.append(Away(seat, fair))
    return room, tuple(events)


def out_of_grace(room: Room, now: float) -> tuple[TableEvent, ...]:
    """Return that bots take the seats whose grace is over."""
    return tuple(
        BotSat(seat, room.settings.bots)
        for seat, place in zip(SEATS, room.places, strict=True)
        if place.grace is not None and place.grace <= now
    )


def too_many_timeouts(room: Room, seat: Seat) -> tuple[TableEvent, ...]:
    """Return that a bot takes *seat*, if the turn that has just passed was one too many."""
    place, limit = room.places[seat.place], room.settings.timeouts
    if not limit or place.bot is not None or _is_absent(room, place):
        return ()  # whoever is gone is judged by its grace alone
    return (BotSat(seat, room.settings.bots),) if place.missed + 1 >= limit else ()


def dismissed(room: Room, events: tuple[TableEvent, ...]) -> tuple[TableEvent, ...]:
    """Return what becomes of held seats when *events* end the match: the absent have left."""
    if not any(isinstance(event, MatchEnded) for event in events):
        return ()
    return tuple(
        BotLeft(seat) if place.person.key in room.online else Stood(seat, removed=False)
        for seat, place in zip(SEATS, room.places, strict=True)
        if place.person is not None and place.bot is not None
    )


def _is_missed(room: Room, seat: Seat) -> bool:
    """Return whether a match goes on without the person in *seat*, and nothing is done about it."""
    place = room.places[seat.place]
    return room.playing and _is_absent(room, place) and not (place.bot or place.grace is not None)


def _is_absent(room: Room, place: Place) -> bool:
    return place.person is not None and place.person.key not in room.online
