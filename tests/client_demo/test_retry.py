"""Whether to come back after a close, and when."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client_demo.retry import LONGEST, State, Status, after_close

chances = st.floats(0, 1, exclude_max=True)


def closed(code: int, *, attempt: int = 1, chance: float = 0.5, **closing: Any) -> Status:
    """Return what a client does after a close."""
    return after_close(code, "", closing or None, attempt=attempt, chance=chance)


@pytest.mark.parametrize(
    ("code", "state"),
    [
        (1000, State.RECONNECTING),
        (1001, State.RECONNECTING),
        (1006, State.RECONNECTING),
        (1011, State.RECONNECTING),
        (1012, State.RESTARTING),
        (1013, State.RECONNECTING),
        (4002, State.RECONNECTING),
        (4008, State.RECONNECTING),
        (4999, State.RECONNECTING),
    ],
)
def test_who_comes_back(code: int, state: State) -> None:
    """What may pass is waited for."""
    status = closed(code)

    assert status.state is state
    assert status.retry_in is not None
    assert not status.is_over


@pytest.mark.parametrize(
    ("code", "state"),
    [
        (1002, State.CLOSED),
        (1003, State.CLOSED),
        (1007, State.CLOSED),
        (1008, State.CLOSED),
        (1009, State.CLOSED),
        (4001, State.REPLACED),
        (4003, State.CLOSED),
        (4004, State.OUTDATED),
    ],
)
def test_who_stays_away(code: int, state: State) -> None:
    """Whoever would be sent away again does not come back, whatever the server says."""
    status = closed(code, reason="x", retry_after=1.0)

    assert status.state is state
    assert status.retry_in is None
    assert status.is_over


@given(chance=chances, attempt=st.integers(1, 50))
def test_t112_waits_are_spread(chance: float, attempt: int) -> None:
    """Attempts wait longer and longer, up to a limit, each a random part of it."""
    wait = closed(1006, attempt=attempt, chance=chance).retry_in

    assert wait == pytest.approx(chance * min(LONGEST, 2.0 ** (attempt - 1)))


@given(chance=chances, after=st.floats(0, 60))
def test_t113_no_sooner_than_told(chance: float, after: float) -> None:
    """A server that restarts says when to come back, and chance adds to it."""
    wait = closed(1012, chance=chance, reason="restarting", retry_after=after).retry_in

    assert wait == pytest.approx(after + chance)


@pytest.mark.parametrize(("told", "wait"), [({}, 10.5), ({"retry_after": 3.0}, 10.5)])
def test_whoever_sent_too_much_waits(told: dict[str, Any], wait: float) -> None:
    """After a flood a client waits for longer than it is told to."""
    assert closed(4008, **told).retry_in == wait
    assert closed(4008, reason="rate", retry_after=60.0).retry_in == 60.5


@pytest.mark.parametrize(
    ("closing", "reason", "why"),
    [
        ({"reason": "bad_frame", "detail": "at `$.cmd`"}, "", "at `$.cmd`"),
        ({"reason": "bad_frame"}, "", "bad_frame"),
        (None, "the line broke", "the line broke"),
        (None, "", "closed with 4003"),
    ],
)
def test_why(closing: dict[str, Any] | None, reason: str, why: str) -> None:
    """The best explanation there is comes along."""
    assert after_close(4003, reason, closing, attempt=1, chance=0).reason == why


def test_t114_please_upgrade() -> None:
    """A client that is too old says what to do."""
    assert closed(4004, reason="protocol", detail="too old").reason == "please upgrade: too old"
