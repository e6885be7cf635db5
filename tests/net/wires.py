"""Outboxes on transports that only note what is written."""

from websockets.client import ClientProtocol
from websockets.frames import Frame
from websockets.protocol import State
from websockets.uri import parse_uri

from belote_server.net.outbox import BINARY, Flusher, Outbox


class Wire:
    """
    A transport.

    Attributes:
        written: Each write.
        stuck: Whether the reader reads nothing.
        held: Bytes that wait for the reader.
        closing: Whether it takes no more.
    """

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.stuck = False
        self.held = 0
        self.closing = False

    def write(self, data: bytes, /) -> None:
        """Note *data*."""
        self.written.append(data)
        if self.stuck:
            self.held += len(data)

    def is_closing(self) -> bool:
        """Return `closing`."""
        return self.closing

    def get_write_buffer_size(self) -> int:
        """Return `held`."""
        return self.held


class Broken(Wire):
    """A transport that fails."""

    def write(self, data: bytes, /) -> None:
        """Fail."""
        raise OSError("gone")


class Box:
    """
    An outbox with its wire.

    Attributes:
        calls: What it called back.
    """

    def __init__(
        self,
        flusher: Flusher,
        *,
        wire: Wire | None = None,
        opcode: int = BINARY,
        limit: int = 2**18,
    ) -> None:
        self.calls: list[str] = []
        self.wire = wire or Wire()
        self.outbox = Outbox(
            flusher, self.wire, opcode, limit, self._slow, lambda error: self.calls.append("broken")
        )

    def _slow(self) -> None:
        self.calls.append("slow")
        self.outbox.end(b"too slow")


def frames(data: bytes) -> list[Frame]:
    """Return the frames in *data* as the library's own client reads them."""
    client = ClientProtocol(parse_uri("ws://localhost/"), state=State.OPEN, max_size=None)
    client.receive_data(data)
    events = client.events_received()
    assert client.state is State.OPEN
    assert all(isinstance(event, Frame) for event in events)
    return [event for event in events if isinstance(event, Frame)]
