"""When there is too much to do."""

import pytest

from belote_server.runtime.load import Load


def after(lags: list[float], load: Load | None = None) -> Load:
    """Return what is thought of the load after *lags*, one a second."""
    load = load or Load(lag=0.2, seconds=3)
    for now, lag in enumerate(lags):
        load.observe(lag, float(now))
    return load


@pytest.mark.parametrize(
    ("lags", "overloaded"),
    [
        ([], False),
        ([9.0], False),
        ([0.2] * 3, False),
        ([0.2] * 4, True),
        ([0.2, 0.2, 0.2, 0.1, 0.2, 0.2, 0.2], False),
        ([0.2] * 4 + [0.05] * 6, True),  # on time, but not for twice as long yet
        ([0.2] * 4 + [0.05] * 7, False),
        ([0.2] * 4 + [0.15] * 50, True),  # on time, but barely
        ([0.2] * 4 + [0.05] * 6 + [0.15] + [0.05] * 6, True),
    ],
)
def test_t97_it_takes_time_to_be_overloaded_and_longer_to_be_well(
    lags: list[float], overloaded: bool
) -> None:
    """One late moment says nothing, and neither does one that is on time."""
    load = after(lags)

    assert load.overloaded is overloaded
    assert (load.reason() is not None) is overloaded
