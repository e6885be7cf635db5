"""A gateway on a real port, and clients for it."""

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from belote_protocol.codec import PROTOCOL_VERSION, Format, decode_update, encode
from belote_protocol.commands import AnyCommand, Hello
from belote_protocol.updates import AnyUpdate, Closing, Welcome
from belote_server.config import Settings
from belote_server.net.gateway import Gateway
from belote_server.net.link import Link
from belote_server.observe import Metrics
from tests.net.tables import Parlour

PATIENCE = 10.0
"""Seconds after which a test gives up."""


def drawn(size: int) -> bytes:
    """Return bytes that could have been drawn."""
    return bytes(range(250, 250 - size, -1))


async def turn() -> None:
    """Let the loop turn once: what was due when this was called has been done."""
    await asyncio.sleep(0)


async def until(holds: Callable[[], bool]) -> None:
    """Return once *holds* does, looking again in every turn of the loop."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await turn()


def masked(opcode: int, payload: bytes, *, fin: bool = True) -> bytes:
    """Return a client's frame of at most 125 bytes; a mask of zeros changes nothing."""
    return bytes((opcode | (0x80 if fin else 0), 0x80 | len(payload), 0, 0, 0, 0)) + payload


class Client:
    """A client of the library's that speaks in commands and updates."""

    def __init__(self, socket: ClientConnection, form: Format) -> None:
        self.socket = socket
        self.form = form

    async def say(self, *commands: AnyCommand) -> None:
        """Send *commands*, one frame each."""
        for command in commands:
            frame = encode(command, self.form)
            await self.socket.send(frame, text=self.form is Format.JSON)

    async def hear(self) -> AnyUpdate:
        """Return the next update."""
        async with asyncio.timeout(PATIENCE):
            return decode_update(await self.socket.recv(), self.form)

    async def hello(self, name: str = "Zoé", **more: Any) -> Welcome:
        """Say hello and return the answer."""
        await self.say(Hello(PROTOCOL_VERSION, name, **more))
        welcome = await self.hear()
        assert isinstance(welcome, Welcome)
        return welcome

    async def hear_out(self) -> list[AnyUpdate]:
        """Return all updates until the server closes."""
        heard = []
        with suppress(ConnectionClosed):
            while True:
                heard.append(await self.hear())
        return heard

    async def end(self) -> tuple[int, Closing | None]:
        """Return with which code the server closes, and the last update before if it says why."""
        last = ([None, *await self.hear_out()])[-1]
        return self.socket.close_code or 0, last if isinstance(last, Closing) else None

    async def close(self) -> None:
        """Hang up."""
        await self.socket.close()


class Served:
    """An open gateway with a parlour behind it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.tables = Parlour()
        self.metrics = Metrics()
        self.reason: str | None = None
        self.gateway = Gateway(
            settings, self.metrics, time.time, lambda size: secrets.token_bytes(size)
        )
        self._clients: list[Client] = []

    async def open(self) -> None:
        """Let clients in."""
        await self.gateway.bind()
        await self.gateway.open(self.tables, lambda: self.reason)

    async def close(self) -> None:
        """Send everybody away."""
        for client in self._clients:
            client.socket.transport.abort()
        await self.gateway.close()

    def links(self) -> list[Link]:
        """Return the server's ends of the open sockets."""
        assert self.gateway._server is not None
        return [link for link in self.gateway._server.connections if isinstance(link, Link)]

    async def client(self, form: Format = Format.MSGPACK, **options: Any) -> Client:
        """Return a new client, which has not said hello."""
        socket = await self.connect(subprotocols=[Subprotocol(form)], **options)
        client = Client(socket, form)
        self._clients.append(client)
        return client

    async def connect(self, path: str = "/ws", **options: Any) -> ClientConnection:
        """Return a connection as the library makes it."""
        address = f"ws://127.0.0.1:{self.gateway.port}{path}"
        settings = {"compression": None, "ping_interval": None, "proxy": None} | options
        return await connect(address, **settings)

    async def ask(self, request: str) -> str:
        """Return what is answered to a bare HTTP request, whose lines end with a plain newline."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.gateway.port)
        try:
            writer.write(request.replace("\n", "\r\n").encode())
            async with asyncio.timeout(PATIENCE):
                return (await reader.read()).decode()
        finally:
            writer.close()
            await writer.wait_closed()


def settings(**changes: Any) -> Settings:
    """Return settings for a port of the machine's choice."""
    return replace(Settings(port=0, ping_interval=0, close_seconds=1), **changes)


async def closed(served: Served, code: str, count: int = 1) -> None:
    """Return once *count* sockets were closed with *code*."""
    await until(
        lambda: (
            served.metrics.registry.get_sample_value("belote_closed_total", {"code": code}) == count
        )
    )
