"""
The open port: sockets and the few pages beside them. All that knows the socket library is here.

The library speaks the WebSocket protocol: handshake, pings, closing. Two of its paths are ours
instead. Frames that arrive go to their `Peer` at once, in the callback that read them: nothing
waits in between, so there is no queue to fill and no task to wake. Frames that leave are written to
the transport by the `Outbox`. What the library itself writes passes `Link.send_data`, which is
where the outbox learns that the socket closes, in time to write what waits.
"""

import asyncio
import email.utils
from collections.abc import Sequence

import structlog
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import NegotiationError
from websockets.frames import BINARY, CLOSE, CONT, PING, PONG, TEXT, Frame
from websockets.http11 import Request as HandshakeRequest
from websockets.http11 import Response
from websockets.protocol import OPEN, Event
from websockets.typing import BytesLike, Subprotocol

from belote_protocol.codec import SUBPROTOCOLS, Format
from belote_server.config import Settings
from belote_server.net import codes
from belote_server.net.farewell import send_away
from belote_server.net.http import Pages, Ready, client_of
from belote_server.net.outbox import Flusher
from belote_server.net.peer import Peer, Surroundings
from belote_server.net.reply import Reply, Request
from belote_server.observe import Metrics
from belote_server.runtime.ports import Chance, Clock, Tables

_log = structlog.get_logger()

CHUNK = 4096
"""Bytes that are read before what they said is acted on, and a flood is stopped."""


class Link(ServerConnection):
    """A connection of the library's whose frames go to a `Peer`."""

    peer: Peer | None = None
    _parts: bytearray | None = None  # of a message in several frames
    _is_text = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        super().connection_made(transport)
        if hasattr(transport, "max_size"):
            transport.max_size = CHUNK  # asyncio would get 256 KiB of memory for every read

    def data_received(self, data: bytes) -> None:
        """Take what was read, a chunk at a time; once the socket fails, no more of it."""
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


class Gateway:
    """
    The open port.

    Attributes:
        port: The port, once it was taken.
    """

    def __init__(self, settings: Settings, metrics: Metrics, clock: Clock, chance: Chance) -> None:
        self.port = settings.port
        self._settings = settings
        self._metrics = metrics
        self._clock = clock
        self._chance = chance
        self._peers: set[Peer] = set()
        self._server: Server | None = None
        self._around: Surroundings | None = None
        self._pages: Pages | None = None

    async def bind(self) -> None:
        """Take the port, or raise `OSError`; whoever connects waits until `open`."""
        settings = self._settings
        self._server = await serve(
            self._serve,
            settings.host,
            settings.port,
            start_serving=False,
            select_subprotocol=self._choose,
            process_request=self._request,
            server_header=None,
            compression=None,  # our frames are small, and it would cost more than all the rest
            open_timeout=settings.hello_seconds,
            close_timeout=settings.close_seconds,
            ping_interval=settings.ping_interval or None,
            ping_timeout=settings.ping_timeout,
            max_size=settings.max_frame,
            max_queue=4,  # nothing is read from this queue
            write_limit=2 * settings.max_backlog,  # the outbox closes long before
            create_connection=Link,
        )
        self.port = int(self._server.sockets[0].getsockname()[1])

    async def open(self, tables: Tables, ready: Ready) -> None:
        """Let people in; *ready* says why not, or ``None``."""
        assert self._server is not None
        settings, metrics = self._settings, self._metrics
        flusher = Flusher(metrics.traffic)
        self._around = Surroundings(tables, settings, metrics, flusher, self._clock, self._chance)
        self._pages = Pages(settings, metrics, ready)
        await self._server.start_serving()

    async def close(self) -> None:
        """Take no more people in, and send away those who are here, for a restart."""
        assert self._server is not None
        self._server.close(close_connections=False)
        await send_away(list(self._peers), self._settings.drain_spread, self._chance)
        await self._server.wait_closed()

    # --- one connection ---

    def _request(self, connection: ServerConnection, asked: HandshakeRequest) -> Response | None:
        assert self._pages is not None
        request = _request(connection, asked)
        _log.debug("asked", by=client_of(request, self._settings.proxies))
        if "websocket" in request.headers.get("upgrade", "").lower():
            reply = self._pages.refuse_socket(request)
        else:
            reply = self._pages.answer(request)
        return None if reply is None else _response(reply)

    def _choose(
        self, connection: ServerConnection, offered: Sequence[Subprotocol]
    ) -> Subprotocol | None:
        """Return the first of the client's formats that we know; its peer is made for that."""
        assert self._around is not None
        assert isinstance(connection, Link)
        for name in offered:
            if name in SUBPROTOCOLS:
                connection.peer = Peer(self._around, connection, Format(name))
                return name
        raise NegotiationError(f"offer one of the sub-protocols {', '.join(SUBPROTOCOLS)}")

    async def _serve(self, connection: ServerConnection) -> None:
        assert isinstance(connection, Link)
        assert connection.peer is not None
        peer = connection.peer
        self._peers.add(peer)
        self._metrics.connections.inc()
        peer.start()
        try:
            await peer.ended
        finally:
            code = peer.code or connection.code()
            self._metrics.closed.labels(str(code) if code in codes.ALL else "other").inc()
            self._metrics.connections.dec()
            self._peers.discard(peer)
            peer.stop()


def _request(connection: ServerConnection, asked: HandshakeRequest) -> Request:
    headers: dict[str, str] = {}
    for name, value in asked.headers.raw_items():
        known = headers.get(name.lower())
        headers[name.lower()] = value if known is None else f"{known}, {value}"
    address = connection.remote_address
    return Request(asked.method, asked.path, headers, address[0] if address else "")


def _response(reply: Reply) -> Response:
    headers = Headers(reply.headers)
    headers["Date"] = email.utils.formatdate(usegmt=True)
    headers["Connection"] = "close"
    return Response(reply.status.value, reply.status.phrase, headers, reply.body)
