"""Who may be told something when."""

from belote_server.lobby.viewers import Viewers


def test_a_newcomer_is_told_at_once() -> None:
    """Whoever comes may be told at once, and then not again before the interval has passed."""
    viewers = Viewers(1.0)
    assert viewers.begin(7, 100.0)
    viewers.told(7, 5, 100.0)

    assert viewers.due(100.9) == []
    assert viewers.due(101.0) == [(7, 5)]


def test_asking_twice_changes_nothing() -> None:
    """Whoever hears the lobby and asks to hear it goes on as before."""
    viewers = Viewers(1.0)
    viewers.begin(7, 100.0)
    viewers.told(7, 5, 100.0)

    assert not viewers.begin(7, 102.0)
    assert viewers.due(102.0) == [(7, 5)]


def test_t90_turning_it_off_and_on_wins_nothing() -> None:
    """Whoever stops hearing it and begins again waits like everybody, and begins with nothing."""
    viewers = Viewers(1.0)
    viewers.begin(7, 100.0)
    viewers.told(7, 5, 100.0)
    viewers.end(7)

    assert not viewers.begin(7, 100.5)
    assert viewers.due(100.9) == []
    assert viewers.due(101.0) == [(7, 0)]


def test_whoever_stopped_is_told_nothing() -> None:
    """One that hears nothing is never due, and is new again once its time has passed."""
    viewers = Viewers(1.0)
    viewers.begin(7, 100.0)
    viewers.told(7, 5, 100.0)
    viewers.end(7)

    assert viewers.due(101.0) == []
    viewers.end(7)
    assert viewers.begin(7, 101.0)


def test_whoever_is_gone_is_forgotten() -> None:
    """One that is gone is not due, and neither is one that never was there."""
    viewers = Viewers(1.0)
    viewers.begin(7, 100.0)
    viewers.told(7, 5, 100.0)
    viewers.forget(7)
    viewers.forget(8)

    assert viewers.due(200.0) == []


def test_a_clock_that_is_put_back_silences_nobody() -> None:
    """After the clock was put back by an hour everybody is told something as soon as before."""
    viewers = Viewers(1.0)
    viewers.begin(7, 4000.0)
    viewers.told(7, 5, 4000.0)

    assert viewers.due(400.0) == [(7, 5)]
    viewers.told(7, 6, 400.0)
    assert viewers.due(400.5) == []
