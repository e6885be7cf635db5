"""
The open port: sockets and the few pages beside them.

All that knows the socket library is here and in `belote_server.net.link`.
"""

import email.utils
import socket
from collections.abc import Sequence
from functools import partial

import structlog
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import NegotiationError
from websockets.http11 import Request as HandshakeRequest
from websockets.http11 import Response
from websockets.typing import Subprotocol

from belote_protocol.codec import SUBPROTOCOLS, Format
from belote_server.config import Settings
from belote_server.net import codes, tls
from belote_server.net.doors import Doors
from belote_server.net.farewell import send_away
from belote_server.net.http import Pages, Ready, client_of
from belote_server.net.link import Link
from belote_server.net.outbox import Flusher
from belote_server.net.peer import Peer, Surroundings
from belote_server.net.reply import Reply, Request
from belote_server.observe import Metrics
from belote_server.runtime.ports import Chance, Clock, Tables

_log = structlog.get_logger()

SEND_BUFFER = 32 * 1024
"""
Bytes that the kernel may hold for a reader; it doubles them for its own needs.

Left alone it would take megabytes for one that reads nothing, and nobody would notice it is slow.
"""


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
        self._doors = Doors(settings, metrics, clock)
        self._tls = tls.context(settings)
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
            create_connection=partial(Link, self._doors),  # type: ignore[arg-type] # only called
            ssl=self._tls,
        )
        for each in self._server.sockets:  # handed down to every connection
            each.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self.port = int(self._server.sockets[0].getsockname()[1])

    async def open(self, tables: Tables, ready: Ready) -> None:
        """Let people in; *ready* says why not, or ``None``."""
        assert self._server is not None
        settings, metrics = self._settings, self._metrics
        flusher = Flusher(metrics.traffic)
        self._around = Surroundings(
            tables, settings, metrics, self._doors, flusher, self._clock, self._chance
        )
        self._pages = Pages(settings, metrics, ready)
        await self._server.start_serving()

    def reload(self) -> None:
        """
        Read the certificate anew, for connections that come from now on.

        Raises:
            OSError: It cannot be read, or is none; the one there was stays.
        """
        if self._tls is not None:
            tls.context(self._settings)  # so that a file that will not do harms nothing
            tls.load(self._tls, self._settings)

    async def close(self) -> None:
        """Take no more people in, and send away those who are here, for a restart."""
        assert self._server is not None
        self._server.close(close_connections=False)
        await send_away(list(self._peers), self._settings.drain_spread, self._chance)
        await self._server.wait_closed()

    # --- one connection ---

    def _request(self, connection: ServerConnection, asked: HandshakeRequest) -> Response | None:
        assert self._pages is not None
        assert isinstance(connection, Link)
        assert connection.visit is not None
        request, visit = _request(connection, asked, self._tls is not None), connection.visit
        client = client_of(request, self._settings.proxies)
        _log.debug("asked", by=client)
        reply = self._doors.ask(visit, client)
        if reply is None and "websocket" in request.headers.get("upgrade", "").lower():
            reply = self._pages.refuse_socket(request) or self._doors.enter(visit)
        elif reply is None:
            reply = self._pages.answer(request)
        return None if reply is None else _response(reply)

    def _choose(
        self, connection: ServerConnection, offered: Sequence[Subprotocol]
    ) -> Subprotocol | None:
        """Return the first of the client's formats that we know; its peer is made for that."""
        assert self._around is not None
        assert isinstance(connection, Link)
        assert connection.visit is not None
        for name in offered:
            if name in SUBPROTOCOLS:
                connection.peer = Peer(self._around, connection, Format(name), connection.visit)
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


def _request(connection: ServerConnection, asked: HandshakeRequest, secure: bool) -> Request:
    headers: dict[str, str] = {}
    for name, value in asked.headers.raw_items():
        known = headers.get(name.lower())
        headers[name.lower()] = value if known is None else f"{known}, {value}"
    address = connection.remote_address
    return Request(asked.method, asked.path, headers, address[0] if address else "", secure)


def _response(reply: Reply) -> Response:
    headers = Headers(reply.headers)
    headers["Date"] = email.utils.formatdate(usegmt=True)
    headers["Connection"] = "close"
    return Response(reply.status.value, reply.status.phrase, headers, reply.body)
