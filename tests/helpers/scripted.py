"""A server that says what a test wrote down: one script for each connection, in order."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import msgspec
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from belote_protocol.codec import SUBPROTOCOLS, Format, decode_command, encode
from belote_protocol.updates import AnyUpdate


class Peer:
    """
    The server's end of one connection.

    Attributes:
        form: The format the client asked for; MessagePack if that was none of ours.
    """

    def __init__(self, socket: ServerConnection) -> None:
        self.form = Format(socket.subprotocol or Format.MSGPACK)
        self._socket = socket

    async def heard(self, kind: str | None = None) -> dict[str, Any]:
        """Return the next command, which the server's own codec reads; a *kind* must be its own."""
        command = decode_command(await self._socket.recv(), self.form)
        plain: dict[str, Any] = json.loads(encode(command, Format.JSON))
        assert kind in (None, plain["t"]), plain
        return plain

    async def tell(self, *updates: dict[str, Any]) -> None:
        """Send *updates*, each of which must be one."""
        for update in updates:
            known: Any = msgspec.convert(update, AnyUpdate)
            frame = encode(known, self.form)
            await self.send(frame if self.form is Format.MSGPACK else frame.decode())

    async def send(self, frame: bytes | str) -> None:
        """Send *frame* as it is."""
        await self._socket.send(frame)

    async def welcome(self, **more: Any) -> dict[str, Any]:
        """Hear ``hello``, answer it, and return it."""
        hello = await self.heard("hello")
        you = {"id": "p1", "name": hello["name"]}
        told = {"t": "welcome", "you": you, "token": "t" * 22, "protocol": 1, "server_time": 0.0}
        await self.tell({**told, **more})
        return hello

    async def close(self, code: int, **closing: Any) -> None:
        """Close with *code*; with a *closing* update before, if its fields are given."""
        if closing:
            await self.tell({"t": "closing", **closing})
        await self._socket.close(code)

    def drop(self) -> None:
        """Cut the line."""
        self._socket.transport.abort()

    async def ended(self) -> int | None:
        """Wait until the client has closed the connection, and return its code."""
        await self._socket.wait_closed()
        return self._socket.close_code


Script = Callable[[Peer], Awaitable[None]]


@dataclass
class Played:
    """
    What became of the scripts.

    Attributes:
        address: Where the server listens.
        connections: How many have been made.
        problems: What a script did not expect.
    """

    address: str = ""
    connections: int = 0
    problems: list[BaseException] = field(default_factory=list)


@contextlib.asynccontextmanager
async def playing(
    *scripts: Script,
    statuses: tuple[HTTPStatus, ...] = (),
    subprotocols: tuple[str, ...] = SUBPROTOCOLS,
) -> AsyncIterator[Played]:
    """
    Serve each of *scripts* to one connection; then raise what any of them did not expect.

    Args:
        scripts: The last one also serves whatever connection comes after.
        statuses: With which the first handshakes are refused, before any script.
        subprotocols: What the server offers.
    """
    played = Played()
    refusals = list(statuses)

    async def serve_one(socket: ServerConnection) -> None:
        script = scripts[min(played.connections, len(scripts) - 1)]
        played.connections += 1
        try:
            await script(Peer(socket))
        except BaseException as problem:
            played.problems.append(problem)
            raise

    def refuse(socket: ServerConnection, request: Request) -> Response | None:
        return socket.respond(refusals.pop(0), "no") if refusals else None

    offered = [Subprotocol(name) for name in subprotocols]
    async with serve(
        serve_one, "127.0.0.1", 0, subprotocols=offered or None, process_request=refuse
    ) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        played.address = f"ws://127.0.0.1:{port}/ws"
        yield played
    for problem in played.problems:
        raise problem


@dataclass
class Waits:
    """
    A clock that stands still: waits are noted and over at once.

    Attributes:
        waited: The seconds of each.
        pinging: The wait between two pings, which never ends.
    """

    waited: list[float] = field(default_factory=list)
    pinging: float = 10.0

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        if seconds == self.pinging:
            await asyncio.Event().wait()
        self.waited.append(seconds)
