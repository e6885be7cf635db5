"""What a closed connection means: whether to come back, and when."""

from dataclasses import dataclass
from enum import StrEnum, unique

from client_demo.wire import Update


@unique
class State(StrEnum):
    """How a client stands with its server."""

    CONNECTING = "connecting"
    OPEN = "open"
    RECONNECTING = "reconnecting"
    RESTARTING = "restarting"
    REPLACED = "replaced"
    OUTDATED = "outdated"
    CLOSED = "closed"


@dataclass(frozen=True)
class Status:
    """
    How a client stands with its server, and why.

    Attributes:
        reason: In English, for people and logs.
        retry_in: Seconds until the next attempt; ``None`` if there is none.
    """

    state: State
    reason: str = ""
    retry_in: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether the client has given up."""
        return self.state in (State.REPLACED, State.OUTDATED, State.CLOSED)


RESTARTING, REPLACED, BAD_FRAME, OUTDATED, FLOODED = 1012, 4001, 4003, 4004, 4008

_OUR_FAULT = {1002, 1003, 1007, 1008, 1009, BAD_FRAME}
"""Whoever comes back with the same bytes is sent away again."""

FIRST, LONGEST, AFTER_FLOOD = 1.0, 30.0, 10.0
"""Seconds: the longest first wait, the longest of all, the shortest after sending too much."""


def after_close(
    code: int, reason: str, closing: Update | None, *, attempt: int, chance: float
) -> Status:
    """
    Return what to do after a close.

    Args:
        code: Of the close; 1006 where there was none.
        closing: The server's last update, where it sent one.
        attempt: 1 for the first since the server was last heard.
        chance: From 0 up to 1: spreads out those who were sent away together.
    """
    last = closing or {}
    why = str(last.get("detail") or last.get("reason") or reason or f"closed with {code}")
    if code == REPLACED:
        return Status(State.REPLACED, "opened elsewhere")
    if code == OUTDATED:
        return Status(State.OUTDATED, f"please upgrade: {why}")
    if code in _OUR_FAULT:
        return Status(State.CLOSED, why)
    least = AFTER_FLOOD if code == FLOODED else 0.0
    least = max(least, float(last.get("retry_after") or 0.0))
    spread = min(LONGEST, FIRST * 2.0 ** (attempt - 1))
    state = State.RESTARTING if code == RESTARTING else State.RECONNECTING
    return Status(state, why, least + chance * spread)
