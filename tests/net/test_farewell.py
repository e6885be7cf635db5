"""Sending everybody away."""

import asyncio

import pytest

from belote_protocol.codec import Format
from belote_protocol.updates import Closing
from belote_protocol.vocab import RefusalCode
from belote_server.net.farewell import send_away


class Guest:
    """A member that notes how it was closed."""

    def __init__(self) -> None:
        self.key = self.public_id = self.name = ""
        self.form = Format.JSON
        self.last_sign = 0.0
        self.closed: list[tuple[int, Closing]] = []

    def count_refusal(self, code: RefusalCode) -> None:
        """Count nothing."""

    def push(self, frame: bytes) -> None:
        """Refuse: nothing is to be pushed here."""
        raise AssertionError

    def close(self, code: int, closing: Closing) -> None:
        """Note it."""
        self.closed.append((code, closing))


def drawing(*shares: float) -> "list[bytes]":
    """Return four bytes for each of *shares* of the whole range."""
    return [int(share * (2**32 - 1)).to_bytes(4, "big") for share in shares]


async def test_t113_everybody_hears_when_to_come_back() -> None:
    """Each is closed once for a restart, with a time of its own to come back at."""
    guests = [Guest() for _ in range(3)]
    drawn = drawing(0.0, 0.5, 1.0)

    await send_away(guests, 0.0, lambda size: drawn.pop(0))

    assert [guest.closed[0][0] for guest in guests] == [1012] * 3
    assert [len(guest.closed) for guest in guests] == [1, 1, 1]
    told = [guest.closed[0][1] for guest in guests]
    assert [closing.reason for closing in told] == ["restarting"] * 3
    assert [closing.retry_after for closing in told] == pytest.approx([1.0, 2.0, 3.0])


async def test_t112_many_come_back_over_a_longer_time() -> None:
    """With five thousand people the last is asked to wait for 26 seconds: 200 come in each."""
    guests = [Guest() for _ in range(5000)]

    await send_away(guests, 0.0, lambda size: drawing(1.0)[0])

    assert guests[-1].closed[0][1].retry_after == pytest.approx(26.0)


@pytest.mark.parametrize(
    ("count", "spread", "expected"), [(450, 0.0, 3), (40, 0.2, 4), (2, 0.2, 2)]
)
async def test_t113_in_slices(count: int, spread: float, expected: int) -> None:
    """Between slices the loop turns; with a spread the slices lie apart by their share of it."""
    guests = [Guest() for _ in range(count)]
    loop = asyncio.get_running_loop()
    begun = loop.time()
    leaving = loop.create_task(send_away(guests, spread, lambda size: bytes(size)))

    seen = set()
    while not leaving.done():
        seen.add(sum(len(guest.closed) for guest in guests))
        await asyncio.sleep(0)
    seen.add(sum(len(guest.closed) for guest in guests))

    assert len(seen - {0}) == expected
    assert loop.time() - begun >= spread * (expected - 1) / max(expected, spread * 20)
    assert [len(guest.closed) for guest in guests] == [1] * count


async def test_nobody_is_there() -> None:
    """Sending nobody away takes no time."""
    await send_away([], 60.0, lambda size: bytes(size))
