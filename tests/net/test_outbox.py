"""Frames on their way out, to a transport that only notes what is written."""

import pytest
from websockets.frames import Opcode

from belote_server.net.outbox import BINARY, SLICE, TEXT, Flusher
from belote_server.observe import Traffic
from tests.net.serving import turn
from tests.net.wires import Box, frames


@pytest.fixture
async def flusher() -> Flusher:
    """Return a flusher of this test's loop."""
    return Flusher(Traffic())


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 1023, 1024, 1025, 65_535, 65_536, 70_000])
@pytest.mark.parametrize(("opcode", "meaning"), [(TEXT, Opcode.TEXT), (BINARY, Opcode.BINARY)])
async def test_frames_of_every_size(
    flusher: Flusher, size: int, opcode: int, meaning: Opcode
) -> None:
    """What is written is read back as one whole frame of its kind, at every size."""
    box = Box(flusher, opcode=opcode)
    box.outbox.push(b"x" * size)
    await turn()

    [frame] = frames(b"".join(box.wire.written))

    assert (frame.opcode, bytes(frame.data), frame.fin) == (meaning, b"x" * size, True)


async def test_one_write_for_all_frames_of_a_turn(flusher: Flusher) -> None:
    """However many frames are pushed in one turn, each socket is written once."""
    boxes = [Box(flusher) for _ in range(3)]
    for number in range(50):
        for box in boxes:
            box.outbox.push(str(number).encode())
    assert [box.wire.written for box in boxes] == [[], [], []]

    await turn()

    for box in boxes:
        [data] = box.wire.written
        assert [bytes(frame.data) for frame in frames(data)] == [
            str(number).encode() for number in range(50)
        ]
    assert flusher.traffic.frames_out == 150
    assert flusher.traffic.bytes_out == sum(len(box.wire.written[0]) for box in boxes)


async def test_turn_by_turn(flusher: Flusher) -> None:
    """The frames of the next turn are written in the next turn."""
    box = Box(flusher)
    box.outbox.push(b"first")
    await turn()
    box.outbox.push(b"second")
    await turn()
    for _ in range(3):
        await turn()

    assert box.wire.written == [b"\x82\x05first", b"\x82\x06second"]


async def test_many_sockets_are_written_in_slices(flusher: Flusher) -> None:
    """Between two slices of a large fan-out the loop gets to do something else."""
    boxes = [Box(flusher) for _ in range(2 * SLICE + 50)]
    for box in boxes:
        box.outbox.push(b"all")

    seen = []
    while not all(box.wire.written for box in boxes):
        await turn()
        seen.append(sum(len(box.wire.written) for box in boxes))

    assert seen == [SLICE, 2 * SLICE, 2 * SLICE + 50]


async def test_pushed_between_slices(flusher: Flusher) -> None:
    """A socket that waits for its slice gets what was pushed meanwhile in the same write."""
    boxes = [Box(flusher) for _ in range(SLICE + 1)]
    for box in boxes:
        box.outbox.push(b"a")
    await turn()
    boxes[0].outbox.push(b"b")
    boxes[-1].outbox.push(b"b")
    for _ in range(2):
        await turn()

    assert boxes[0].wire.written == [b"\x82\x01a", b"\x82\x01b"]
    assert boxes[-1].wire.written == [b"\x82\x01a\x82\x01b"]


async def test_the_last_word(flusher: Flusher) -> None:
    """What was pushed before the end is written before it, at once, and nothing after."""
    box = Box(flusher)
    box.outbox.push(b"a")
    box.outbox.end(b"z")

    assert box.wire.written == [b"\x82\x01a\x82\x01z"]
    box.outbox.push(b"b")
    box.outbox.end(b"y")
    for _ in range(2):
        await turn()
    assert box.wire.written == [b"\x82\x01a\x82\x01z"]


async def test_an_end_without_a_word(flusher: Flusher) -> None:
    """With nothing to say the end writes nothing."""
    box = Box(flusher)
    box.outbox.end()
    box.outbox.push(b"a")
    await turn()

    assert box.wire.written == []
