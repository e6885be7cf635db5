"""Short frames take a shortcut past the socket library, and nobody can tell."""

from random import Random

import pytest
from websockets.frames import BINARY, CONT, PING, TEXT, Frame, Opcode
from websockets.protocol import SERVER, Protocol

from belote_server.net.shortcut import payload_of


def frame(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    """Return a client's frame."""
    return Frame(opcode, data, fin).serialize(mask=True)


@pytest.mark.parametrize("opcode", [TEXT, BINARY])
@pytest.mark.parametrize("size", [0, 1, 5, 125])
def test_a_short_frame_is_read(opcode: Opcode, size: int) -> None:
    """What a whole short frame carries is what its sender put into it."""
    data = Random(size).randbytes(size)

    assert payload_of(frame(opcode, data), Protocol(SERVER)) == data


@pytest.mark.parametrize(
    "read",
    [
        frame(BINARY, bytes(126)),
        frame(BINARY, b"half")[:-1],
        frame(BINARY, b"one") + frame(BINARY, b"two"),
        frame(BINARY, b"begun", fin=False),
        frame(CONT, b"ended"),
        frame(PING, b"there?"),
        Frame(BINARY, b"bare").serialize(mask=False),
        b"\xc2" + frame(BINARY, b"reserved bit")[1:],
        b"\x82",
        b"",
    ],
    ids=["long", "half", "two", "begun", "ended", "ping", "bare", "reserved", "byte", "nothing"],
)
def test_everything_else_is_left_to_the_library(read: bytes) -> None:
    """What is not exactly one short data frame of a client's takes no shortcut."""
    assert payload_of(read, Protocol(SERVER)) is None


@pytest.mark.parametrize("cut", range(1, 10))
def test_nothing_is_taken_out_of_the_middle(cut: int) -> None:
    """While the library waits for the rest of a frame, what looks like a frame is that rest."""
    inner = frame(BINARY, b"inner")
    outer = frame(BINARY, bytes(cut) + inner)
    protocol = Protocol(SERVER)
    protocol.receive_data(outer[:cut])

    assert payload_of(inner, protocol) is None


def test_a_message_in_pieces_is_not_interrupted() -> None:
    """Between the pieces of one message a whole message is an error, which the library reports."""
    protocol = Protocol(SERVER)
    protocol.receive_data(frame(BINARY, b"begun", fin=False))

    assert payload_of(frame(BINARY, b"between"), protocol) is None


def test_between_two_frames_the_shortcut_is_open_again() -> None:
    """After whatever the library has read to its end, the next short frame is taken."""
    protocol = Protocol(SERVER)
    protocol.receive_data(frame(BINARY, bytes(500)))
    protocol.receive_data(frame(PING, b"there?"))

    assert payload_of(frame(TEXT, b"next"), protocol) == b"next"


def test_nothing_is_read_once_the_socket_closes() -> None:
    """What arrives after the end is the library's to throw away."""
    protocol = Protocol(SERVER)
    protocol.fail(1002)

    assert payload_of(frame(BINARY, b"late"), protocol) is None
