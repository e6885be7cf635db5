"""How long a turn lasts, by a clock that is somebody else's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client_demo.clock import KEPT, ServerClock

seconds = st.floats(0, 1000)


def test_before_anything_was_asked() -> None:
    """Both clocks are taken for one until the server has said what time it is."""
    assert ServerClock().offset == 0
    assert ServerClock().left(10.0, 4.0) == 6.0


@given(ahead=st.floats(-1e9, 1e9), there=seconds, back=seconds)
def test_an_answer_errs_by_half_its_way(ahead: float, there: float, back: float) -> None:
    """What is learnt from one answer is off by no more than half the time it took."""
    clock = ServerClock()
    asked = 50.0
    clock.answered(asked, asked + there + back, asked + there + ahead)

    assert clock.offset == pytest.approx(ahead, abs=(there + back) / 2 + 1e-3)


def test_t57_the_quickest_answer_counts() -> None:
    """Slow answers among quick ones spoil nothing: the time shown is right within 150 ms."""
    clock = ServerClock()
    for wait in (0.8, 0.06, 2.0, 0.4):
        clock.answered(100.0, 100.0 + wait, 5000.0 + wait)  # all of it was the way there

    assert clock.left(5030.0, 110.0) == pytest.approx(20.0, abs=0.15)


def test_t67_a_clock_that_drifts_is_followed() -> None:
    """Old answers are forgotten, however quick they were."""
    clock = ServerClock()
    clock.answered(0.0, 0.001, 100.0)
    for drift in range(1, KEPT + 1):
        clock.answered(100.0 * drift, 100.0 * drift + 0.1, 100.0 + 101.0 * drift)

    assert clock.offset == pytest.approx(100.0 + 1, abs=0.1)


@given(deadline=seconds, now=seconds)
def test_t67_never_less_than_nothing(deadline: float, now: float) -> None:
    """A deadline that has passed shows 0, and one that does not exist shows nothing."""
    left = ServerClock().left(deadline, now)

    assert left is not None
    assert left >= 0
    assert ServerClock().left(None, now) is None
