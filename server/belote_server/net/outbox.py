"""
Frames on their way out: gathered while the loop turns, written once per socket and turn.

A table pushes a frame to each of its members; nothing is written yet. Once everything that was
ready to run has run, the `Flusher` writes each socket that got something, with one system call for
all its frames. Under load this halves the work of a delivery.

The WebSocket frames are built here: complete ones, unmasked, one write each or several in one
write. The library that owns the socket writes its pings, pongs and closes to the same transport,
each as a whole, so they fall between our frames and never into one. `Outbox.end` has the last word:
what was pushed before it is written, and nothing after.

A reader that is too slow is noticed by counting: what waits here and in the transport, together,
never exceeds the limit.
"""

import asyncio
import struct
from collections.abc import Callable
from typing import Protocol

from belote_server.observe import Traffic

SLICE = 200
"""Sockets written before the loop gets to do something else: about 4 ms."""

HEADROOM = 4096
"""Bytes of the limit that are kept for a closing word and for what the library writes itself."""

TEXT, BINARY = 0x81, 0x82  # a whole message in one frame: FIN and the opcode


class Transport(Protocol):
    """What is needed of an `asyncio.Transport`."""

    def write(self, data: bytes, /) -> None: ...

    def is_closing(self) -> bool: ...

    def get_write_buffer_size(self) -> int: ...


class Flusher:
    """
    Writes the outboxes that have something, once per turn of the loop.

    Args:
        traffic: Told of the frames and bytes.
    """

    def __init__(self, traffic: Traffic) -> None:
        self.traffic = traffic
        self._loop = asyncio.get_running_loop()
        self._filled: list[Outbox] = []
        self._due = False

    def wake(self, outbox: "Outbox") -> None:
        """Write *outbox* before long; called when its first frame comes."""
        self._filled.append(outbox)
        if not self._due:
            self._due = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        filled, rest = self._filled[:SLICE], self._filled[SLICE:]
        self._filled = rest
        self._due = bool(rest)
        if rest:
            self._loop.call_soon(self._flush)
        for outbox in filled:
            outbox.flush()


class Outbox:
    """
    The frames that wait for one socket.

    Args:
        transport: The socket's.
        opcode: `TEXT` or `BINARY`: how its frames are marked.
        limit: Bytes that may wait for the reader, all in all.
        on_slow: Called in a turn of its own once the limit is reached; it is to end this outbox.
        on_broken: Called when the transport fails.
    """

    __slots__ = (
        "_allowed",
        "_ended",
        "_flusher",
        "_headers",
        "_limit",
        "_on_broken",
        "_on_slow",
        "_opcode",
        "_parts",
        "_slow",
        "_transport",
        "_waiting",
    )

    def __init__(
        self,
        flusher: Flusher,
        transport: Transport,
        opcode: int,
        limit: int,
        on_slow: Callable[[], None],
        on_broken: Callable[[Exception], None],
    ) -> None:
        self._flusher = flusher
        self._transport = transport
        self._opcode = opcode
        self._headers = _HEADERS[opcode]
        self._limit = self._allowed = limit - HEADROOM
        self._on_slow = on_slow
        self._on_broken = on_broken
        self._parts: list[bytes] = []  # a header, its frame, a header, its frame…
        self._waiting = 0
        self._slow = False
        self._ended = False

    def push(self, frame: bytes) -> None:
        """Send *frame* with the others of this turn; not if there are too many, or after `end`."""
        if self._ended or self._slow:
            return
        parts = self._parts
        if not parts:
            self._flusher.wake(self)
        size = len(frame)
        parts.append(self._headers[size] if size < _SHORT else header(self._opcode, size))
        parts.append(frame)
        self._waiting += size + 4
        if self._waiting > self._allowed:
            self._count()

    def flush(self) -> None:
        """Write what waits."""
        if self._slow and not self._ended:
            self._on_slow()
        elif self._parts:
            self._write()

    def end(self, last: bytes | None = None) -> None:
        """Write what waits and then *last*, and never anything again."""
        if self._ended:
            return
        if last is not None:
            self._parts += (header(self._opcode, len(last)), last)
        self._ended = True
        if self._parts:
            self._write()

    def backlog(self) -> int:
        """Return how many bytes wait for the reader, here and in the transport."""
        return self._waiting + self._transport.get_write_buffer_size()

    def _count(self) -> None:
        """See whether more waits than may; what the transport held when last seen may be gone."""
        self._allowed = self._limit - self._transport.get_write_buffer_size()
        if self._waiting > self._allowed:
            self._slow = True
            self._waiting = 0
            self._parts[:] = (b"",)  # not empty: the flusher will come, and call `on_slow`

    def _write(self) -> None:
        data = b"".join(self._parts)
        traffic = self._flusher.traffic
        traffic.frames_out += len(self._parts) // 2
        traffic.bytes_out += len(data)
        self._parts.clear()
        self._waiting = 0
        transport = self._transport
        if transport.is_closing():
            self._ended = True
            return
        try:
            transport.write(data)
        except Exception as error:
            self._ended = True
            self._on_broken(error)
            return
        self._allowed = self._limit - transport.get_write_buffer_size()


def header(opcode: int, size: int) -> bytes:
    """Return the header of an unmasked frame of *size* bytes."""
    if size < 126:
        return bytes((opcode, size))
    if size < 65_536:
        return struct.pack("!BBH", opcode, 126, size)
    return struct.pack("!BBQ", opcode, 127, size)


# Most of our frames are shorter than this, and their headers need not be built again and again.
_SHORT = 1024
_HEADERS = {opcode: [header(opcode, size) for size in range(_SHORT)] for opcode in (TEXT, BINARY)}
