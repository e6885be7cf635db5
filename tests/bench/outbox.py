"""
One action, four receivers: what a delivery costs the server's processor.

The server runs in a process of its own and plays no game: it decodes an action, encodes what
happened once, and sends it to the four of the actor's room. The ways of sending are measured in
turns. Every client has one action under way, so the server is always busy (a closed loop).
"""

import asyncio
import os
import secrets
import sys
import time
from collections.abc import Awaitable, Callable
from statistics import median

from websockets.asyncio.server import ServerConnection, broadcast, serve

from belote_protocol.codec import Format, decode_command, encode
from belote_protocol.commands import Hello, NumberedCommand, Play
from belote_protocol.happenings import Played
from belote_protocol.updates import Happened, Welcome
from belote_protocol.views import Person, Turn
from belote_protocol.vocab import SEATS, Card, Seat
from belote_server.config import Settings
from belote_server.net.gateway import Gateway
from belote_server.observe import Metrics
from belote_server.runtime.ports import Member
from tests.bench.apart import Apart, answer, set_apart
from tests.bench.loops import loop_factory

ROUNDS = 5
ROOMS = 100
SECONDS = 2.0
WARM_UP = 0.5

_TURN = Turn(deadline=1e9, cards=dict.fromkeys((Card.SPADE_7, Card.HEART_A)))


def run() -> None:
    """Print each way's figure as the median of several rounds."""
    ways = [(kind, form) for form in Format for kind in ("send", "broadcast", "outbox")]
    rates: dict[tuple[str, Format], list[float]] = {way: [] for way in ways}
    for _ in range(ROUNDS):
        for way in ways:
            rates[way].append(asyncio.run(measure(*way)))
    print(
        f"actions, each sent to four, per second of the server's processor; {4 * ROOMS} clients; "
        f"median (lowest to highest) of {ROUNDS} rounds"
    )
    for (kind, form), found in rates.items():
        middle, low, high = (round(each) for each in (median(found), min(found), max(found)))
        print(f"  {form.value}, {kind}: {middle:,} ({low:,} to {high:,})")


# --- the server's process ------------------------------------------------------------------------


def _frame(v: int, seat: Seat, form: Format) -> bytes:
    return encode(Happened(v, (Played(seat, Card.SPADE_J),), _TURN), form)


class _Rooms:
    """Tables that know no rules: who acts is told to all four."""

    def __init__(self) -> None:
        self._rooms: dict[str, list[Member]] = {}
        self._room_of: dict[Member, list[Member]] = {}

    def welcome(
        self, member: Member, token: str, code: str | None, v: int | None, term: str | None
    ) -> Welcome:
        room = self._rooms.setdefault(code or "", [])
        room.append(member)
        self._room_of[member] = room
        return Welcome(Person(member.public_id, member.name), token, 1, time.time())

    def post(self, member: Member, command: NumberedCommand, arrived: float) -> None:
        assert isinstance(command, Play)
        frame = _frame(command.cmd, SEATS[command.trick - 1], member.form)
        for each in self._room_of[member]:
            each.push(frame)

    def knows(self, code: str) -> bool:
        return True

    def gone(self, member: Member) -> None:
        self._room_of.pop(member).remove(member)


async def _open_gateway(form: Format) -> int:
    settings = Settings(port=0, rate=0, ping_interval=0)
    gateway = Gateway(settings, Metrics(), time.time, lambda size: secrets.token_bytes(size))
    await gateway.bind()
    await gateway.open(_Rooms(), lambda: None)
    _kept.append(gateway)
    return gateway.port


async def _open_bare(
    form: Format, send: Callable[[list[ServerConnection], bytes], Awaitable[None]]
) -> int:
    rooms: dict[str, list[ServerConnection]] = {}

    async def handle(connection: ServerConnection) -> None:
        hello = decode_command(await connection.recv(), form)
        assert isinstance(hello, Hello)
        room = rooms.setdefault(hello.room or "", [])
        room.append(connection)
        await connection.send(encode(Welcome(Person("", ""), "", 1, 0.0), form))
        async for frame in connection:
            command = decode_command(frame, form)
            assert isinstance(command, Play)
            await send(room, _frame(command.cmd, SEATS[command.trick - 1], form))

    server = await serve(handle, "127.0.0.1", 0, compression=None, ping_interval=None)
    _kept.append(server)
    return int(server.sockets[0].getsockname()[1])


async def _send_each(room: list[ServerConnection], frame: bytes) -> None:
    for connection in room:
        await connection.send(frame)


async def _broadcast(room: list[ServerConnection], frame: bytes) -> None:
    broadcast(room, frame)


_kept: list[object] = []


async def _serve(kind: str, form: Format) -> None:
    """Serve until standard input ends."""
    set_apart()
    if kind == "outbox":
        port = await _open_gateway(form)
    else:
        port = await _open_bare(form, _send_each if kind == "send" else _broadcast)
    await answer(port)
    os._exit(0)  # closing hundreds of sockets politely is not what is measured


# --- the clients' process ------------------------------------------------------------------------


_HANDSHAKE, _WELCOME = b"\r\n\r\n", b"server_time"


class _Client(asyncio.Protocol):
    """One of a room: acts, and acts again as soon as it hears of it."""

    heard = 0

    def __init__(self, room: int, seat: int, form: Format) -> None:
        self._text = form is Format.JSON
        self._hello = self._wrap(encode(Hello(1, "bench", room=f"room-{room}"), form))
        self._act = self._wrap(encode(Play(1, 0, seat + 1, Card.SPADE_J), form))
        self._mine = encode(Played(SEATS[seat], Card.SPADE_J), form)  # type: ignore[arg-type]
        self._form = form
        self._rest = b""
        self._sought = _HANDSHAKE

    def _wrap(self, payload: bytes) -> bytes:
        """Return the masked frame of *payload*; a mask of zeros changes nothing."""
        return bytes((0x81 if self._text else 0x82, 0x80 | len(payload), 0, 0, 0, 0)) + payload

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(
            b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Protocol: " + self._form.encode() + b"\r\n\r\n"
        )

    def data_received(self, data: bytes) -> None:
        read = self._rest + data
        # What is left is shorter than what is looked for, so nothing is counted twice.
        self._rest = read[1 - len(self._mine) :]
        if self._sought:
            self._begin(read)
        elif count := read.count(self._mine):
            _Client.heard += count
            self.transport.write(self._act * count)

    def _begin(self, read: bytes) -> None:
        """Say hello once the handshake is done, and act once that was answered."""
        if self._sought in read:
            self.transport.write(self._hello if self._sought == _HANDSHAKE else self._act)
            self._sought = _WELCOME if self._sought == _HANDSHAKE else b""


async def measure(kind: str, form: Format, seconds: float = SECONDS) -> float:
    """Return how many actions a second of the server's processor got done."""
    async with Apart("tests.bench.outbox", kind, form) as server:
        clients = [await _client(at // 4, at % 4, form, server.port) for at in range(4 * ROOMS)]
        await asyncio.sleep(WARM_UP)
        begun, heard = await server.used(), _Client.heard
        await asyncio.sleep(seconds)
        rate = (_Client.heard - heard) / (await server.used() - begun)
    for client in clients:
        client.abort()
    return rate


async def _client(room: int, seat: int, form: Format, port: int) -> asyncio.Transport:
    loop = asyncio.get_running_loop()
    made = await loop.create_connection(lambda: _Client(room, seat, form), "127.0.0.1", port)
    return made[0]


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_serve(sys.argv[1], Format(sys.argv[2])))
