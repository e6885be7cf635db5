"""Frames that a stranger might send to do harm: rubbish, near misses, and what is only allowed."""

import asyncio
import base64
import os
import struct
from collections.abc import Sequence
from random import Random
from typing import Any, get_args

import msgspec
from msgspec import inspect

from belote_protocol.codec import PROTOCOL_VERSION, Format
from belote_protocol.commands import AnyCommand, Hello, Ping
from tests.helpers.server_process import PATIENCE

COMMANDS: tuple[Any, ...] = tuple(each for each in get_args(AnyCommand) if each is not Hello)

TEXTS = (
    "coinche-house",
    "classic-official",
    "match.target",
    "pass",
    "80S",
    "capotNT",
    "",
    "<script>alert(1)</script>",
    "\x00\x1b[2J\x07",
    "\u202e\u2066\u200b",
    "é" * 40,
    "🂡" * 30,
    "'; DROP TABLE rooms; --",
    "../../etc/passwd",
    "{0.__class__}",
    "%s%n",
    "NaN",
)

NUMBERS = (0, 1, 2, 3, 8, 30, 127, 128, 255, 256, 65_535, 65_536, 2**31 - 1)


class Hostile:
    """
    Well-formed commands, each allowed by the protocol, that no sensible client would send.

    Args:
        rng: Its chance.
        codes: Codes of tables that there are.
    """

    def __init__(self, rng: Random, codes: Sequence[str] = ()) -> None:
        self._rng = rng
        self._codes = codes
        self._cmd = 0
        self._kinds = [(kind, inspect.type_info(kind)) for kind in COMMANDS]

    def command(self) -> dict[str, Any]:
        """Return the next one, ready to be encoded."""
        rng = self._rng
        kind, info = rng.choice(self._kinds)
        assert isinstance(info, inspect.StructType)
        made: dict[str, Any] = {"t": info.tag}
        for each in info.fields:
            if each.required or rng.random() < 0.6:
                made[each.encode_name] = self._value(each.type, each.name)
        if kind is not Ping:
            self._cmd += rng.choices((1, 0, 2), (20, 1, 1))[0]
            made["cmd"] = max(1, self._cmd - (rng.randrange(3) if rng.random() < 0.05 else 0))
        if kind.__name__ in ("Create", "Leave") and rng.random() < 0.9:
            return self.command()  # or nobody would be at a table for long
        return made

    def _value(self, kind: inspect.Type, name: str = "") -> Any:
        rng = self._rng
        match kind:
            case inspect.IntType() | inspect.FloatType():
                low = -(10**6) if kind.ge is None else kind.ge
                high = 10**6 if kind.le is None else kind.le
                return rng.choice([n for n in NUMBERS if low <= n <= high] or [int(low)])
            case inspect.BoolType():
                return rng.random() < 0.5
            case inspect.NoneType():
                return None
            case inspect.EnumType():
                return rng.choice(list(kind.cls)).value
            case inspect.LiteralType():
                return rng.choice(kind.values)
            case inspect.StrType():
                return self._text(kind.min_length or 0, kind.max_length or 100, name)
            case inspect.ListType() | inspect.VarTupleType():
                size = rng.randint(kind.min_length or 0, min(kind.max_length or 8, 8))
                return [self._value(kind.item_type, name) for _ in range(size)]
            case inspect.DictType():
                size = rng.randrange(4)
                key, value = kind.key_type, kind.value_type
                return {self._value(key): self._value(value) for _ in range(size)}
            case inspect.UnionType():
                return self._value(rng.choice(kind.types), name)
            case inspect.StructType():
                return {
                    each.encode_name: self._value(each.type, each.name)
                    for each in kind.fields
                    if each.required or rng.random() < 0.5
                }
            case _:
                raise AssertionError(kind)

    def _text(self, least: int, most: int, name: str) -> str:
        if name == "code" and self._codes and self._rng.random() < 0.5:
            return self._rng.choice(self._codes)
        return (self._rng.choice(TEXTS) + "x" * least)[: max(most, least)]


def encoded(command: dict[str, Any], form: Format) -> bytes:
    """Return *command* as the payload of a frame."""
    if form is Format.JSON:
        return msgspec.json.encode(command)
    return msgspec.msgpack.encode(command)


def mutated(payload: bytes, rng: Random) -> bytes:
    """Return *payload* with something done to it."""
    damaged = bytearray(payload)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(damaged) + 1)
        match rng.randrange(6):
            case 0 if at < len(damaged):
                damaged[at] ^= 1 << rng.randrange(8)
            case 1 if at < len(damaged):
                damaged[at] = rng.choice(b'\x00\x80\x90\xc0\xc1\xd9\xdc\xdf\xff"{}[]\\')
            case 2:
                del damaged[at : at + rng.randrange(1, 9)]
            case 3:
                damaged[at:at] = rng.randbytes(rng.randrange(1, 9))
            case 4:
                damaged[at:at] = damaged[at : at + rng.randrange(1, 30)]
            case _:
                damaged[at:at] = rng.choice((b"\x91", b"[", b"\x81\xa1t", b'{"t":')) * 20
    return bytes(damaged)


def rubbish(rng: Random) -> bytes:
    """Return bytes that mean nothing."""
    return rng.randbytes(rng.choice((0, 1, 2, 10, 100, 2000)))


class Wire(asyncio.Protocol):
    """
    A bare WebSocket client that counts what it is answered, and keeps nothing.

    Attributes:
        answers: How many ``ok``, ``refused`` and ``pong`` came.
        frames: How many frames of any kind came.
        code: With which code the server closed; 0 while it did not, 1006 if it did without one.
    """

    _ANSWERS = (b"\xa1t\xa2ok", b"\xa1t\xa7re", b"\xa1t\xa4po", b'"t":"ok', b'"t":"re', b'"t":"po')

    def __init__(self, form: Format) -> None:
        self.form = form
        self.answers = self.frames = 0
        self.code = 0
        self._buffer = bytearray()
        self._open = False
        self._news = asyncio.Event()
        self.transport: asyncio.Transport = None  # type: ignore[assignment]

    @staticmethod
    async def open(port: int, form: Format, name: str = "Mallory", **hello: Any) -> "Wire":
        """Return a wire that has said hello, and was welcomed."""
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(lambda: Wire(form), "127.0.0.1", port)
        key = base64.b64encode(os.urandom(16)).decode()
        wire.transport.write(
            f"GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Protocol: {form.value}\r\n\r\n".encode()
        )
        async with asyncio.timeout(PATIENCE):
            while not wire._open:
                await wire._wait()
        if name:
            greeting = {"t": "hello", "protocol": PROTOCOL_VERSION, "name": name, **hello}
            wire.send(encoded(greeting, form))
        return wire

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that it is over."""
        self.code = self.code or 1006
        self._news.set()

    def data_received(self, data: bytes) -> None:
        """Count what came."""
        self._buffer += data
        if not self._open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert head.startswith(b"HTTP/1.1 101"), bytes(head)
            self._open, self._buffer = True, bytearray(rest)
        while (end := self._frame()) is not None:
            del self._buffer[:end]
            self.frames += 1
        self._news.set()

    def _frame(self) -> int | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, at = buffer[1] & 0x7F, 2
        if size >= 126:
            wide = 2 if size == 126 else 8
            size, at = int.from_bytes(buffer[2 : 2 + wide], "big"), 2 + wide
        if len(buffer) < at + size:
            return None
        opcode, payload = buffer[0] & 0x0F, bytes(buffer[at : at + size])
        if opcode == 8:
            self.code = self.code or int.from_bytes(payload[:2], "big")
        elif opcode in (1, 2) and any(each in payload[:10] for each in self._ANSWERS):
            self.answers += 1
        return at + size

    async def _wait(self) -> None:
        self._news.clear()
        await self._news.wait()

    def send(self, payload: bytes, opcode: int | None = None) -> None:
        """Send a frame; by default of the kind the format wants."""
        kind = opcode or (1 if self.form is Format.JSON else 2)
        size = len(payload)
        if size < 126:
            head = bytes((0x80 | kind, 0x80 | size))
        elif size < 65_536:
            head = struct.pack("!BBH", 0x80 | kind, 0x80 | 126, size)
        else:
            head = struct.pack("!BBQ", 0x80 | kind, 0x80 | 127, size)
        self.transport.write(head + b"\0\0\0\0" + payload)

    async def heard(self) -> None:
        """Wait until something came, such as the welcome."""
        async with asyncio.timeout(PATIENCE):
            while not self.frames and not self.code:
                await self._wait()

    async def answered(self, count: int) -> None:
        """Wait until *count* answers have come in all, or the server closed."""
        async with asyncio.timeout(PATIENCE):
            while self.answers < count and not self.code:
                await self._wait()

    def cut(self) -> None:
        """Cut the connection."""
        self.transport.abort()
