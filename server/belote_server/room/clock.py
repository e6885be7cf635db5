"""When a turn or a pause ends."""

from belote_protocol.vocab import Phase
from belote_server.game.events import DealPassedOut
from belote_server.game.frozen import changed
from belote_server.room.events import BotLeft, BotSat, TableEvent
from belote_server.room.state import Room

PASSED_OUT_PAUSE = 4.0
"""Seconds before the next deal when nobody took, at most: there is no account to read."""


def next_deadline(
    before: Room, after: Room, events: tuple[TableEvent, ...], now: float, minimum: float
) -> float | None:
    """
    Return when the turn or pause that *events* leave behind ends, in Unix seconds.

    A turn ends when its seat's time bank is empty too. What does not move the game does not move
    its clock either, but whoever gets the seat on turn gets some time with it.

    Args:
        minimum: Seconds of a turn that are left then at least, the first time.
    """
    match = after.match
    if match is before.match:
        kept = changed(after, deadline=before.deadline)
        return _handed_over(kept, events, now, minimum) or before.deadline
    if match.turn is not None:
        return now + after.settings.turn + bank_of(after) if after.settings.turn else None
    if match.phase is Phase.DEALING and match.deals:
        pause = float(after.settings.pause)
        if any(isinstance(event, DealPassedOut) for event in events):
            pause = min(pause, PASSED_OUT_PAUSE)
        return now + pause
    return None


def _handed_over(
    room: Room, events: tuple[TableEvent, ...], now: float, minimum: float
) -> float | None:
    """
    Return a later deadline for a bot that has taken the seat on turn, or a person who is back.

    Each time it is half as much, or leaving and coming back would prolong a turn without end.
    """
    seat = room.match.turn
    if seat is None or not any(
        isinstance(event, BotSat | BotLeft) and event.seat is seat for event in events
    ):
        return None
    before = max(0, room.places[seat.place].departures - 1)
    return credited(room, now, minimum * float(0.5**before))


def bank_of(room: Room) -> float:
    """Return how many seconds longer than a turn the running turn may last."""
    seat = room.match.turn
    if seat is None or not room.settings.turn:
        return 0.0
    place = room.places[seat.place]
    return 0.0 if place.bot is not None else place.bank


def bank_from(room: Room) -> float | None:
    """Return from when the running turn costs its seat's time bank, in Unix seconds."""
    bank = bank_of(room)
    return room.deadline - bank if bank and room.deadline is not None else None


def credited(room: Room, now: float, minimum: float) -> float | None:
    """
    Return a later deadline after an outage, which must not cost a turn; ``None`` if it may stay.

    Args:
        minimum: Seconds that have to be left; never more than a whole turn.
    """
    if room.deadline is None or room.match.turn is None:
        return None
    fair = now + min(minimum, room.settings.turn) + bank_of(room)
    return fair if room.deadline < fair else None
