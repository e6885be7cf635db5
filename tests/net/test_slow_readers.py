"""Readers that are too slow, and sockets that fail."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from belote_protocol.codec import Format, encode
from belote_protocol.updates import Snapshot
from belote_protocol.vocab import VIEWERS
from belote_server.config import Settings
from belote_server.net.outbox import BINARY, HEADROOM, TEXT, Flusher, Outbox, header
from belote_server.observe import Traffic
from belote_server.room.state import adopt, opened
from belote_server.room.translate import snapshot
from tests.helpers.rooms import stage
from tests.net.serving import turn, until
from tests.net.wires import Box, Broken, Wire, frames


@pytest.fixture
async def flusher() -> Flusher:
    """Return a flusher of this test's loop."""
    return Flusher(Traffic())


# --- slow readers -------------------------------------------------------------------------------


@pytest.mark.parametrize("at_once", [1, 10, 10_000])
async def test_t92_a_reader_that_never_reads(flusher: Flusher, at_once: int) -> None:
    """Frames for one that reads nothing never take more than the limit, and then it is told."""
    limit = 2**16
    box = Box(flusher, limit=limit)
    box.wire.stuck = True
    pushed = 0
    while not box.calls:
        for _ in range(at_once):
            box.outbox.push(b"x" * 200)
            assert box.outbox.backlog() <= limit
        pushed += at_once
        assert pushed < 20_000
        await turn()

    assert box.calls == ["slow"]
    assert box.wire.held <= limit
    *_, last = frames(b"".join(box.wire.written))
    assert bytes(last.data) == b"too slow"
    box.outbox.push(b"more")
    for _ in range(2):
        await turn()
    assert box.calls == ["slow"]
    assert bytes(frames(b"".join(box.wire.written))[-1].data) == b"too slow"


async def test_a_reader_that_catches_up(flusher: Flusher) -> None:
    """One that reads before the limit is reached is not slow, however much it gets in all."""
    limit = 2**16
    box = Box(flusher, limit=limit)
    box.wire.stuck = True
    for _ in range(100):
        box.outbox.push(b"x" * (limit - HEADROOM - 10))
        await turn()
        box.wire.held = 0
    assert box.calls == []


async def test_t95_the_largest_burst_fits_twice(flusher: Flusher) -> None:
    """Two snapshots of the largest kind at once disconnect nobody, in either format."""
    largest = max(len(encode(shown, form)) for shown in snapshots() for form in Format)
    box = Box(flusher, limit=Settings().max_backlog)
    box.wire.stuck = True
    for _ in range(2):
        box.outbox.push(b"x" * 2 * largest)  # twice what a whole match with long names comes to
    await turn()

    assert largest > 3000
    assert box.calls == []


def snapshots() -> Iterator[Snapshot]:
    """Yield a table with the longest names after each version of a match."""
    first, *others = stage("ended").batches
    room = opened(first)
    for batch in others:
        room = adopt(room, batch)
        places = [
            replace(each, person=each.person and replace(each.person, name="🂡" * 40))
            for each in room.places
        ]
        named = replace(room, places=(places[0], places[1], places[2], places[3]))
        for viewer in VIEWERS:
            yield snapshot(named, "7d04c1" * 3, viewer, may_sit=True, watchers=2000)


async def test_a_slow_reader_that_leaves(flusher: Flusher) -> None:
    """One that is closed for another reason in the turn in which it got too slow is left alone."""
    box = Box(flusher, limit=HEADROOM + 10)
    box.outbox.push(b"x" * 100)
    box.outbox.end(b"bye")
    await turn()

    assert box.calls == []
    assert box.wire.written == [b"\x82\x03bye"]


# --- sockets that fail --------------------------------------------------------------------------


async def test_one_broken_socket(flusher: Flusher) -> None:
    """A socket that fails is reported, and the others are written all the same."""
    boxes = [Box(flusher), Box(flusher, wire=Broken()), Box(flusher)]
    for _ in range(2):
        for box in boxes:
            box.outbox.push(b"a")
        await turn()

    assert [box.calls for box in boxes] == [[], ["broken"], []]
    assert [len(box.wire.written) for box in boxes] == [2, 0, 2]


async def test_a_socket_that_closes(flusher: Flusher) -> None:
    """Nothing is written to a transport that is closing."""
    box = Box(flusher)
    box.wire.closing = True
    box.outbox.push(b"a")
    await turn()
    box.outbox.push(b"b")
    await turn()

    assert box.wire.written == []


async def test_a_callback_that_pushes(flusher: Flusher) -> None:
    """What is pushed while sockets are being written is written in the next turn."""
    other = Box(flusher)
    push: Callable[[], None] = lambda: other.outbox.push(b"late")  # noqa: E731
    slow = Outbox(flusher, Wire(), BINARY, HEADROOM, push, lambda error: None)
    slow.push(b"too much")
    await until(lambda: bool(other.wire.written))

    assert other.wire.written == [b"\x82\x04late"]


def test_headers() -> None:
    """Headers as the standard has them."""
    assert header(TEXT, 5) == b"\x81\x05"
    assert header(BINARY, 126) == b"\x82\x7e\x00\x7e"
    assert header(BINARY, 65_536) == b"\x82\x7f\x00\x00\x00\x00\x00\x01\x00\x00"
