"""
One connection of the socket library's, with two of its paths made ours.

The library speaks the WebSocket protocol: handshake, pings, closing. Frames that arrive go to their
`Peer` at once, in the callback that read them: nothing waits in between, so there is no queue to
fill and no task to wake. Frames that leave are written to the transport by the `Outbox`. What the
library itself writes passes `Link.send_data`, which is where the outbox learns that the socket
closes, in time to write what waits.
"""

import asyncio
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.frames import BINARY, CLOSE, CONT, PING, PONG, TEXT, Frame
from websockets.protocol import OPEN, Event
from websockets.typing import BytesLike

from belote_server.net import codes, shortcut
from belote_server.net.doors import Doors, Visit
from belote_server.net.peer import Peer
from belote_server.net.shortcut import payload_of

CHUNK = 4096
"""Bytes that are read before what they said is acted on, and a flood is stopped."""


class Link(ServerConnection):
    """
    A connection of the library's whose frames go to a `Peer`.

    Attributes:
        visit: How it counts; ``None`` if there was no room for it, and it was cut off.
    """

    peer: Peer | None = None
    visit: Visit | None = None
    _parts: bytearray | None = None  # of a message in several frames
    _is_text = False

    def __init__(self, doors: Doors, *library: Any, **settings: Any) -> None:
        super().__init__(*library, **settings)
        self._doors = doors

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, if there is room."""
        address = transport.get_extra_info("peername")
        self.visit = self._doors.knock(address[0] if address else "")
        if self.visit is None:
            assert isinstance(transport, asyncio.Transport)
            transport.abort()
            return
        super().connection_made(transport)
        if hasattr(transport, "max_size"):
            transport.max_size = CHUNK  # asyncio would get 256 KiB of memory for every read

    def data_received(self, data: bytes) -> None:
        """Take what was read, a chunk at a time; once the socket fails, no more of it."""
        peer = self.peer
        if peer is not None and (payload := payload_of(data, self.protocol)) is not None:
            if data[0] == shortcut.BINARY:
                peer.received(payload)
            else:
                self._receive_text(peer, payload)
            return
        if len(data) <= CHUNK:
            super().data_received(data)
            return
        for at in range(0, len(data), CHUNK):
            if self.protocol.eof_sent:
                return
            super().data_received(data[at : at + CHUNK])

    def process_event(self, event: Event) -> None:
        """Take the request, or a frame."""
        peer = self.peer
        if peer is None or not isinstance(event, Frame):
            super().process_event(event)  # frames before the handshake is done are never read
        elif event.opcode is PING or event.opcode is PONG:
            peer.disturbed()
            if event.opcode is PONG:
                super().process_event(event)
        elif event.opcode is BINARY and event.fin:
            peer.received(bytes(event.data))
        elif event.opcode is TEXT and event.fin:
            self._receive_text(peer, event.data)
        elif event.opcode is not CLOSE:
            self._assemble(peer, event)

    def _assemble(self, peer: Peer, frame: Frame) -> None:
        if frame.opcode is not CONT:
            self._parts, self._is_text = bytearray(), frame.opcode is TEXT
        assert self._parts is not None  # the library sees to the order
        self._parts += frame.data
        if not frame.fin:
            peer.disturbed()
            return
        data, self._parts = bytes(self._parts), None
        if self._is_text:
            self._receive_text(peer, data)
        else:
            peer.received(data)

    def _receive_text(self, peer: Peer, data: BytesLike) -> None:
        try:
            text = str(data, "utf-8")
        except UnicodeDecodeError:
            self.finish(codes.NOT_UTF8)
        else:
            peer.received(text)

    def send_data(self) -> None:
        """Write what the library has to say, after what waits if it is the last."""
        if self.peer is not None and self.protocol.state is not OPEN:
            self.peer.end()
        super().send_data()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let the peer know, whoever closed."""
        if self.visit is None:
            return  # it never began
        self.visit.ends()
        super().connection_lost(exc)
        if self.peer is not None:
            self.peer.end()

    def finish(self, code: int) -> None:
        """Close with *code*, at once after what was written; nothing is read any more."""
        if self.protocol.state is not OPEN:
            return
        self.protocol.fail(code)
        try:
            self.send_data()
        except Exception:
            self.transport.abort()

    def abort(self) -> None:
        """Cut the connection."""
        self.transport.abort()

    def code(self) -> int:
        """Return with which code it was closed, by whichever side."""
        close = self.protocol.close_rcvd or self.protocol.close_sent
        return codes.LOST if close is None else int(close.code)
