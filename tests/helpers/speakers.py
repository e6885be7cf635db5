"""Connections that say exactly what a test wants, and keep every frame as it came."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from belote_protocol.codec import PROTOCOL_VERSION, Format
from client_demo.model import Table, fold
from client_demo.wire import Update, pack, unpack
from tests.helpers.server_process import PATIENCE


class Speaker:
    """
    One connection.

    Attributes:
        frames: All it was sent, byte for byte.
        updates: The same, read.
        table: The table as a client knows it.
        welcome: The answer to ``hello``.
        cmd: The number of its last command.
    """

    def __init__(self, socket: ClientConnection, form: Format) -> None:
        self.form = form
        self.frames: list[bytes] = []
        self.updates: list[Update] = []
        self.table: Table | None = None
        self.welcome: Update = {}
        self.cmd = 0
        self.socket = socket
        self._read = 0
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        try:
            async for frame in self.socket:
                update = unpack(frame, self.form)
                self.frames.append(frame if isinstance(frame, bytes) else frame.encode())
                self.updates.append(update)
                told = update.get("snapshot", update)
                self.table = fold(self.table, told)
                self._stir()
        except ConnectionClosed:
            pass
        finally:
            self._stir()

    def _stir(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    @property
    def is_open(self) -> bool:
        """Whether the connection holds."""
        return not self._reading.done()

    @property
    def v(self) -> int:
        """The version it has come to; 0 at no table."""
        return self.table.v if self.table is not None else 0

    # --- what it says ---

    async def send(self, frame: bytes | str) -> None:
        """Send *frame* as it is."""
        await self.socket.send(frame)

    def packed(self, kind: str, **fields: Any) -> bytes | str:
        """Return a command as a frame."""
        return pack({"t": kind, **fields}, self.form)

    async def say(self, kind: str, *, cmd: int | None = None, **fields: Any) -> int:
        """Send a command, under its next number unless *cmd* is another; return the number."""
        number = self.cmd + 1 if cmd is None else cmd
        self.cmd = max(self.cmd, number)
        await self.send(pack({"t": kind, "cmd": number, **fields}, self.form))
        return number

    async def hello(self, name: str = "Zoé", **more: Any) -> Update:
        """Say hello, and return the answer."""
        hello = {"t": "hello", "protocol": PROTOCOL_VERSION, "name": name, **more}
        await self.send(pack(hello, self.form))
        self.welcome = await self.hear("welcome")
        self.cmd = self.welcome.get("last_cmd", 0)
        return self.welcome

    async def hello_and_close(self, **more: Any) -> None:
        """Say a hello that is none, and wait until the server has closed for that."""
        hello = {"t": "hello", "protocol": PROTOCOL_VERSION, "name": "Zoé", **more}
        await self.send(pack(hello, self.form))
        code, last = await self.closed()
        assert (code, last["reason"]) == (4003, "bad_frame")

    async def ask(self, kind: str, *, cmd: int | None = None, **fields: Any) -> Update:
        """Send a command, and return its answer."""
        since = len(self.updates)
        number = await self.say(kind, cmd=cmd, **fields)
        return await self.answer(number, since)

    async def answer(self, number: int, since: int = 0) -> Update:
        """Return the answer to a command."""
        return await self._find(
            lambda each: each["t"] in ("ok", "refused") and each["cmd"] == number, since
        )

    async def enter(self, kind: str, **fields: Any) -> Table:
        """Come to a table, by ``create`` or ``join``."""
        answer = await self.ask(kind, **fields)
        assert answer["t"] == "ok", answer
        self.cmd = answer.get("last_cmd", 0)
        await self.hear("snapshot")
        assert self.table is not None
        return self.table

    async def done(self, kind: str, **fields: Any) -> int:
        """Ask for something that is done, and return the version."""
        answer = await self.ask(kind, **fields)
        assert answer["t"] == "ok", answer
        v: int = answer["v"]
        return v

    async def refused(self, kind: str, **fields: Any) -> str:
        """Ask for something that is refused, and return the code."""
        answer = await self.ask(kind, **fields)
        assert answer["t"] == "refused", answer
        code: str = answer["code"]
        return code

    # --- what it hears ---

    async def hear(self, kind: str) -> Update:
        """Return the next update of a *kind* that was not returned yet."""
        found = await self._find(lambda each: each["t"] == kind, self._read)
        self._read = next(
            at for at in range(self._read, len(self.updates)) if self.updates[at] is found
        )
        self._read += 1
        return found

    async def next(self) -> Update:
        """Return the next update that was not returned yet, of any kind."""
        async with asyncio.timeout(PATIENCE):
            while len(self.updates) <= self._read:
                await self._wait()
        self._read += 1
        return self.updates[self._read - 1]

    async def reach(self, v: int) -> Table:
        """Wait until the table has come to version *v*, and return it."""
        async with asyncio.timeout(PATIENCE):
            while self.table is None or self.table.v < v:
                await self._wait()
        return self.table

    async def closed(self) -> tuple[int, Update]:
        """Wait until the server has closed; return the code, and the last update."""
        async with asyncio.timeout(PATIENCE):
            await self._reading
        assert self.socket.close_code is not None
        return self.socket.close_code, self.updates[-1] if self.updates else {}

    async def _find(self, wanted: Any, since: int) -> Update:
        async with asyncio.timeout(PATIENCE):
            while True:
                for update in self.updates[since:]:
                    if wanted(update):
                        return update
                since = len(self.updates)
                await self._wait()

    async def _wait(self) -> None:
        if self._reading.done():
            raise ConnectionError(f"closed with {self.socket.close_code}: {self.updates[-1:]}")
        await self._news.wait()

    # --- its end ---

    def vanish(self) -> None:
        """Cut the connection without a word."""
        self.socket.transport.abort()

    async def close(self) -> None:
        """Hang up, and wait until that is done."""
        await self.socket.close()
        await self._reading


@asynccontextmanager
async def speaking(
    address: str, form: Format = Format.MSGPACK, name: str | None = None, **hello: Any
) -> AsyncIterator[Speaker]:
    """Give a connection to *address*, which has said hello if it has a *name*."""
    async with connect(
        address,
        subprotocols=[Subprotocol(form.value)],
        compression=None,
        proxy=None,
        ping_interval=None,
        close_timeout=1,
    ) as socket:
        speaker = Speaker(socket, form)
        try:
            if name is not None:
                await speaker.hello(name, **hello)
            yield speaker
        finally:
            await speaker.close()


def key_of(speaker: Speaker) -> str:
    """Return what the server knows *speaker* by."""
    return hashlib.sha256(speaker.welcome["token"].encode()).hexdigest()
