"""What is used up at once and comes back by itself."""

from belote_server.net.bucket import Bucket


def test_it_empties_and_fills() -> None:
    """A burst is there at once, then as much as the rate brings, and never more than a burst."""
    bucket = Bucket(2, 4, 0.0)

    assert [bucket.take(0.0) for _ in range(5)] == [True] * 4 + [False]
    assert bucket.wait() == 0.5
    assert not bucket.take(0.4)
    assert bucket.take(0.5)
    assert not bucket.is_full(2.4)
    assert bucket.is_full(2.5)
    assert [bucket.take(1000.0, 2) for _ in range(3)] == [True, True, False]
    assert bucket.recovery == 2.0


def test_what_is_too_much_takes_nothing() -> None:
    """Asking for more than there is leaves what there is."""
    bucket = Bucket(1, 3, 0.0)

    assert not bucket.take(0.0, 4)
    assert bucket.take(0.0, 3)


def test_a_clock_that_goes_back() -> None:
    """A clock that is put back fills nothing and empties nothing."""
    bucket = Bucket(1, 1, 100.0)

    assert bucket.take(50.0)
    assert not bucket.take(60.0)
    assert bucket.take(101.0)


def test_no_limit() -> None:
    """With a rate of 0 it is never empty."""
    bucket = Bucket(0, 1, 0.0)

    assert all(bucket.take(0.0, 1000) for _ in range(1000))
    assert bucket.is_full(0.0)
    assert bucket.wait(5) == bucket.recovery == 0.0
