"""When a turn or a pause ends."""

from belote_protocol.vocab import Phase
from belote_server.game.events import DealPassedOut
from belote_server.room.events import TableEvent
from belote_server.room.state import Room

PASSED_OUT_PAUSE = 4.0
"""Seconds before the next deal when nobody took, at most: there is no account to read."""


def next_deadline(
    before: Room, after: Room, events: tuple[TableEvent, ...], now: float
) -> float | None:
    """
    Return when the turn or pause that *events* leave behind ends, in Unix seconds.

    What does not move the game does not move its clock either.
    """
    if after.match is before.match:
        return before.deadline
    match = after.match
    if match.turn is not None:
        return now + after.settings.turn if after.settings.turn else None
    if match.phase is Phase.DEALING and match.deals:
        pause = float(after.settings.pause)
        if any(isinstance(event, DealPassedOut) for event in events):
            pause = min(pause, PASSED_OUT_PAUSE)
        return now + pause
    return None


def credited(room: Room, now: float, minimum: float) -> float | None:
    """
    Return a later deadline after an outage, which must not cost a turn; ``None`` if it may stay.

    Args:
        minimum: Seconds that have to be left; never more than a whole turn.
    """
    if room.deadline is None or room.match.turn is None:
        return None
    fair = now + min(minimum, room.settings.turn)
    return fair if room.deadline < fair else None
