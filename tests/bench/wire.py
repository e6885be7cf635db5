"""The thinnest client that will do: WebSocket frames over a plain transport, and nothing else."""

import asyncio

_REQUEST = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: belote.v1.msgpack\r\n\r\n"
)
_PING, _CLOSE = 0x89, 0x88


class Connection(asyncio.Protocol):
    """One socket; `opened` and `heard` are for those who build on it."""

    transport: asyncio.Transport
    closed_with: int | None = None
    is_over = False

    def __init__(self) -> None:
        self._rest = b""
        self._shaking = True

    def opened(self) -> None:
        """Begin to speak."""

    def heard(self, frame: bytes) -> None:
        """Take one frame's payload."""

    def say(self, payload: bytes) -> None:
        """Send *payload* in one frame, masked with zeros, which change nothing."""
        size = len(payload)
        head = bytes((0x82, 0x80 | size)) if size < 126 else b"\x82\xfe" + size.to_bytes(2)
        self.transport.write(head + b"\0\0\0\0" + payload)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the protocol."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(_REQUEST)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that it is over."""
        self.is_over = True

    def data_received(self, data: bytes) -> None:
        """Cut what was read into frames."""
        read = self._rest + data if self._rest else data
        at = 0
        if self._shaking:
            end = read.find(b"\r\n\r\n")
            if end < 0:
                self._rest = read
                return
            assert read.startswith(b"HTTP/1.1 101"), read[:end]
            self._shaking = False
            at = end + 4
            self.opened()
        size = len(read)
        while at + 2 <= size:
            length, begin = read[at + 1], at + 2
            if length > 125:
                wide = 2 if length == 126 else 8
                begin = at + 2 + wide
                if begin > size:
                    break
                length = int.from_bytes(read[at + 2 : begin])
            if begin + length > size:
                break
            self._take(read[at], read[begin : begin + length])
            at = begin + length
        self._rest = read[at:]

    def _take(self, head: int, payload: bytes) -> None:
        if head == 0x82:
            self.heard(payload)
        elif head == _PING:
            self.transport.write(bytes((0x8A, 0x80 | len(payload))) + b"\0\0\0\0" + payload)
        elif head == _CLOSE:
            self.closed_with = int.from_bytes(payload[:2])


async def connect(connection: Connection, port: int) -> None:
    """Connect *connection* to this machine's *port*."""
    loop = asyncio.get_running_loop()
    await loop.create_connection(lambda: connection, "127.0.0.1", port)
