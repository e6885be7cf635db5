"""
The lobby with many who look at it: what it costs the server's processor, and who is sent how much.

The server runs in a process of its own. People inside it keep changing seats at public tables, over
a store in memory, so that every change is a real one; a process of clients reads what the lobby
sends over real sockets. What the changes cost without anybody looking is measured first, and taken
off.
"""

import asyncio
import os
import secrets
import sys
import time
from collections import Counter
from itertools import count
from statistics import median

from belote_protocol.codec import Format, encode
from belote_protocol.commands import Browse, Create, Hello, Sit
from belote_protocol.commands import Settings as TableSettings
from belote_protocol.updates import Closing
from belote_protocol.vocab import SEATS, RefusalCode
from belote_server.config import Settings
from belote_server.net.gateway import Gateway
from belote_server.observe import Metrics
from belote_server.runtime.commits import Leasing
from belote_server.runtime.nature import Chance, WallClock
from belote_server.runtime.rooms import Rooms
from belote_server.storage.memory_log import MemoryLog
from tests.bench.apart import Apart, answer, set_apart

VIEWERS = 5000
TABLES = 1000
CHANGES = 200
"""A second, each at another table."""
SECONDS = 10.0
WARM_UP = 4.0


def run() -> None:
    """Print what the lobby costs, and what each viewer is sent."""
    for tables in (CHANGES, TABLES):
        asyncio.run(_measure(tables))


# --- the server's process ------------------------------------------------------------------------


class _Host:
    """Somebody at a table of its own, inside the server."""

    form = Format.MSGPACK
    last_sign = 0.0

    def __init__(self, nth: int) -> None:
        self.key = self.public_id = f"host-{nth}"
        self.name = f"Host {nth}"
        self.cmd = 1

    def push(self, frame: bytes) -> None:
        """Read nothing."""

    def count_refusal(self, code: RefusalCode) -> None:
        """Count nothing."""

    def close(self, code: int, closing: Closing) -> None:
        """Stay."""

    def move(self, rooms: Rooms) -> None:
        """Sit down on the next seat."""
        self.cmd += 1
        rooms.post(self, Sit(self.cmd, SEATS[self.cmd % 4]), 0.0)


async def _open(tables: int) -> tuple[int, Rooms, list[_Host]]:
    rooms = Rooms(
        MemoryLog(lambda: int(time.time() * 1000)), Leasing("bench", 10**9), WallClock(), Chance()
    )
    hosts = [_Host(nth) for nth in range(tables)]
    for host in hosts:
        rooms.welcome(host, "", None, None, None)
        rooms.post(host, Create(1, TableSettings("coinche-house", public=True), "a table"), 0.0)
    await asyncio.gather(*rooms._tasks)
    many = 10 * VIEWERS
    settings = Settings(
        port=0,
        rate=0,
        address_rate=0,
        connect_rate=0,
        ping_interval=0,
        max_per_address=many,
        max_connections=many,
        max_silent=many,
    )
    gateway = Gateway(settings, Metrics(), time.time, lambda size: secrets.token_bytes(size))
    await gateway.bind()
    await gateway.open(rooms, lambda: None)
    _kept.append(gateway)
    return gateway.port, rooms, hosts


_kept: list[object] = []


async def _serve(tables: int) -> None:
    """Serve until standard input ends."""
    set_apart()
    port, rooms, hosts = await _open(tables)
    loop = asyncio.get_running_loop()
    driver = loop.create_task(rooms.lobby.run())
    changing = loop.create_task(_change(rooms, hosts))
    await answer(port)
    os._exit(driver.done() or changing.done())  # nobody says goodbye to thousands of sockets


async def _change(rooms: Rooms, hosts: list[_Host]) -> None:
    loop = asyncio.get_running_loop()
    begun = loop.time()
    for nth in count():
        await asyncio.sleep(max(0.0, begun + nth / CHANGES - loop.time()))
        hosts[nth % len(hosts)].move(rooms)


# --- the clients' process ------------------------------------------------------------------------


class _Viewer(asyncio.Protocol):
    """Looks at the lobby, and notes how long each frame is and in which second it came."""

    def __init__(self, nth: int) -> None:
        self.frames: list[tuple[float, int]] = []
        self._form = list(Format)[nth % 2]
        self._head = b""
        self._greeted = False
        self._left = self._size = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(
            b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: "
            + self._form.encode()
            + b"\r\n\r\n"
        )

    def _say(self, command: Hello | Browse) -> None:
        payload = encode(command, self._form)
        first = 0x81 if self._form is Format.JSON else 0x82
        self.transport.write(bytes((first, 0x80 | len(payload), 0, 0, 0, 0)) + payload)

    def data_received(self, data: bytes) -> None:
        if not self._greeted:
            head, end, data = (self._head + data).partition(b"\r\n\r\n")
            if not end:
                self._head = head
                return
            self._greeted, self._head = True, b""
            self._say(Hello(1, "Viewer"))
            self._say(Browse(1))
        at = 0
        while at < len(data):
            at = self._read(data, at)

    def _read(self, data: bytes, at: int) -> int:
        """Read a byte of a header, or a part of a frame, at *at*; return where to go on."""
        if not self._left:
            self._head += data[at : at + 1]
            length = _LENGTHS.get(self._head[1], 2) if len(self._head) > 1 else 2
            if len(self._head) == length:
                whole = self._head[1] if length == 2 else int.from_bytes(self._head[2:], "big")
                self._head, self._left, self._size = b"", whole, whole
            return at + 1
        taken = min(self._left, len(data) - at)
        self._left -= taken
        if not self._left:
            self.frames.append((time.monotonic(), self._size))
        return at + taken


_LENGTHS = {126: 4, 127: 10}
"""How long a header is, by its second byte; two bytes for all others."""


async def _measure(tables: int) -> None:
    """Print what it costs where there are so many public tables."""
    loop, viewers = asyncio.get_running_loop(), list[_Viewer]()
    async with Apart("tests.bench.lobby", str(tables)) as server:
        alone = await _share(server)
        for nth in range(VIEWERS):
            made = await loop.create_connection(
                lambda nth=nth: _Viewer(nth),  # type: ignore[misc]
                *("127.0.0.1", server.port),
            )
            viewers.append(made[1])
        await asyncio.sleep(WARM_UP)
        for viewer in viewers:
            viewer.frames.clear()
        looked_at = await _share(server)
        _report(tables, alone, looked_at, viewers)
    for viewer in viewers:
        viewer.transport.abort()


async def _share(server: Apart) -> float:
    """Return which share of a core *server* uses for some seconds."""
    begun, used = time.monotonic(), await server.used()
    await asyncio.sleep(SECONDS)
    return (await server.used() - used) / (time.monotonic() - begun)


def _report(tables: int, alone: float, looked_at: float, viewers: list[_Viewer]) -> None:
    gaps = [
        later[0] - earlier[0]
        for viewer in viewers
        for earlier, later in zip(viewer.frames, viewer.frames[1:], strict=False)
    ]
    sizes = [size for viewer in viewers for _, size in viewer.frames]
    rates = Counter(len(viewer.frames) for viewer in viewers)
    print(
        f"{tables:,} public tables, {CHANGES} changes a second, {VIEWERS:,} viewers, "
        f"{SECONDS:g} seconds\n"
        f"  the server's processor: {alone:.1%} of a core for the changes alone, {looked_at:.1%} "
        f"with the viewers: {looked_at - alone:.1%} for the lobby\n"
        f"  frames to each viewer: {min(rates)} to {max(rates)}; "
        f"between two: {min(gaps):.2f} s at least, {median(gaps):.2f} s in the median\n"
        f"  bytes of a frame: {round(median(sizes)):,} in the median, {max(sizes):,} at most",
        flush=True,
    )


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1])))
