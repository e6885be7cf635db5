"""
A bad line: a proxy between clients and a server that knows where each WebSocket frame begins.

A judge is asked about every frame that carries something, and says what becomes of it. What has no
judge passes. Nothing here is left to chance: `Chaos` is a judge that draws from a seed, and stops
once it has done enough harm.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from random import Random
from types import TracebackType
from typing import Self

_CONTINUES, _TEXT, _BINARY = 0, 1, 2


class Fate(Enum):
    """What becomes of a frame."""

    PASS = auto()
    LATE = auto()  # it and what is behind it waits a little
    TWICE = auto()  # it comes once more, at once
    SWAP = auto()  # the next frame overtakes it
    DROP = auto()  # it is lost; the connection breaks soon, as one does that loses something
    CUT = auto()  # it is lost together with the connection
    CUT_AFTER = auto()  # it is the last that arrives
    SWALLOW = auto()  # nothing arrives any more, in either direction, and nobody is told


@dataclass(frozen=True)
class Passage:
    """
    A frame on its way.

    Attributes:
        link: Its connection.
        upward: Whether it goes to the server.
        nth: Its number among those of its direction, from 0 on.
        payload: What it carries.
    """

    link: "Link"
    upward: bool
    nth: int
    payload: bytes


Judge = Callable[[Passage], Fate]


def lenient(passage: Passage) -> Fate:
    """Let everything pass."""
    return Fate.PASS


class Link:
    """
    One connection through the proxy.

    Attributes:
        nth: Its number among the proxy's, from 0 on.
        over: Set once it is over.
        swallows: Whether nothing gets through, in either direction, and nobody is told.
    """

    def __init__(self, proxy: "Proxy", nth: int, *ends: asyncio.StreamWriter) -> None:
        self.nth = nth
        self.over = asyncio.Event()
        self.swallows = False
        self.proxy = proxy
        self._ends = ends
        self._doom: asyncio.TimerHandle | None = None

    def cut(self) -> None:
        """Break the connection, on both sides."""
        self.over.set()
        if self._doom is not None:
            self._doom.cancel()
        for end in self._ends:
            end.transport.abort()

    def cut_soon(self) -> None:
        """Break the connection a little later."""
        if self._doom is None and not self.over.is_set():
            loop = asyncio.get_running_loop()
            self._doom = loop.call_later(self.proxy.breaks_after, self.cut)


class _Way:
    """One direction of a connection."""

    def __init__(self, link: Link, writer: asyncio.StreamWriter, *, upward: bool) -> None:
        self._link = link
        self._writer = writer
        self._upward = upward
        self._nth = 0
        self._held = b""

    async def carry(self, reader: asyncio.StreamReader) -> None:
        """Pass on what comes, as the judge says, until the connection is over."""
        self._writer.write(await reader.readuntil(b"\r\n\r\n"))
        while not self._link.over.is_set():
            opcode, frame, payload = await _read_frame(reader)
            if self._link.swallows:
                continue
            if opcode in (_CONTINUES, _TEXT, _BINARY):
                await self._judged(frame, payload)
            else:
                self._write(frame)
            await self._writer.drain()

    async def _judged(self, frame: bytes, payload: bytes) -> None:
        link = self._link
        fate = link.proxy.judge(Passage(link, self._upward, self._nth, payload))
        link.proxy.fates[fate] += 1
        self._nth += 1
        match fate:
            case Fate.PASS:
                self._write(frame)
            case Fate.LATE:
                await asyncio.sleep(link.proxy.late)
                self._write(frame)
            case Fate.TWICE:
                self._write(frame + frame)
            case Fate.SWAP:
                self._held += frame
                asyncio.get_running_loop().call_later(link.proxy.late, self._write, b"")
            case Fate.DROP:
                link.cut_soon()
            case Fate.CUT:
                link.cut()
            case Fate.CUT_AFTER:
                self._write(frame)
                link.swallows = True
                link.cut_soon()
            case Fate.SWALLOW:
                link.swallows = True
                link.cut_soon()

    def _write(self, frame: bytes) -> None:
        """Write *frame*, and behind it what it has overtaken."""
        if not self._link.over.is_set():
            self._writer.write(frame + self._held)
        self._held = b""


class Proxy:
    """
    Listens on a port of its own and passes on what comes to the server, and back.

    Args:
        port: The server's, on this machine.
        judge: Says what becomes of each frame.
        late: Seconds that a late frame waits.
        breaks_after: Seconds until a connection that lost something breaks.

    Attributes:
        links: All connections there have been.
        fates: How many frames met each fate.
    """

    def __init__(
        self, port: int, judge: Judge = lenient, *, late: float = 0.02, breaks_after: float = 0.05
    ) -> None:
        self.judge = judge
        self.late = late
        self.breaks_after = breaks_after
        self.links: list[Link] = []
        self.fates: Counter[Fate] = Counter()
        self._port = port
        self._server: asyncio.Server | None = None
        self._served: set[asyncio.Task[None]] = set()

    @property
    def address(self) -> str:
        """Where clients connect instead."""
        assert self._server is not None
        return f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/ws"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._served:
            task.cancel()
        await asyncio.gather(*self._served, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._served.add(task)
        try:
            try:
                below, above = await asyncio.open_connection("127.0.0.1", self._port)
            except OSError:
                writer.transport.abort()
                return
            link = Link(self, len(self.links), writer, above)
            self.links.append(link)
            try:
                async with asyncio.TaskGroup() as group:
                    group.create_task(_Way(link, above, upward=True).carry(reader))
                    group.create_task(_Way(link, writer, upward=False).carry(below))
            except* (OSError, EOFError):
                pass  # one side is gone, and so is the connection
            finally:
                link.cut()
        finally:
            self._served.discard(task)


async def _read_frame(reader: asyncio.StreamReader) -> tuple[int, bytes, bytes]:
    """Return the next frame: its opcode, all its bytes, and what it carries."""
    head = await reader.readexactly(2)
    size = head[1] & 0x7F
    if size >= 126:
        longer = await reader.readexactly(2 if size == 126 else 8)
        head, size = head + longer, int.from_bytes(longer, "big")
    mask = await reader.readexactly(4) if head[1] & 0x80 else b""
    body = await reader.readexactly(size)
    return head[0] & 0x0F, head + mask + body, _unmasked(body, mask)


def _unmasked(body: bytes, mask: bytes) -> bytes:
    if not mask:
        return body
    pad = (mask * (len(body) // 4 + 1))[: len(body)]
    return (int.from_bytes(body, "big") ^ int.from_bytes(pad, "big")).to_bytes(len(body), "big")


HARM = (Fate.LATE, Fate.TWICE, Fate.SWAP, Fate.DROP, Fate.CUT, Fate.CUT_AFTER, Fate.SWALLOW)


class Chaos:
    """
    A judge that does harm by chance, up to a limit.

    The first frame of each direction is never doubled or overtaken: nothing on a real line would
    do that, and there is no meaning to it.

    Args:
        seed: Says where.
        harm: How many frames at most are harmed.
        share: Of how many frames one is harmed, while there is harm left.
    """

    def __init__(self, seed: int, harm: int, share: float) -> None:
        self._chance = Random(seed)
        self._left = harm
        self._share = share

    def __call__(self, passage: Passage) -> Fate:
        """Return what becomes of a frame."""
        if not self._left or self._chance.random() >= self._share:
            return Fate.PASS
        fate = self._chance.choice(HARM)
        if passage.nth == 0 and fate in (Fate.TWICE, Fate.SWAP):
            return Fate.PASS
        self._left -= 1
        return fate
