"""The real server in a process of its own: started, killed, started again, and always ended."""

import asyncio
import contextlib
import os
import re
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import SystemRandom
from types import TracebackType
from typing import Self

import hiredis

from belote_server.storage.address import StoreAddress
from belote_server.storage.log import Stored
from belote_server.storage.pipeline import PipelineSettings
from belote_server.storage.redis_log import RedisLog
from belote_server.storage.store_process import KERNEL_LEASH, leashed

PATIENCE = 30.0
"""Seconds after which whatever a test waits for counts as never coming."""

_TAIL = 6000  # characters of a server's log that a failing test shows
_OPEN = re.compile(rb"Belote is open at\s+(https?://127\.0\.0\.1:(\d+)/)")


class NotServing(Exception):
    """
    A server ended instead of opening.

    Attributes:
        status: With which exit status.
        why: What it said.
    """

    def __init__(self, status: int, why: str) -> None:
        super().__init__(f"status {status}: {why}")
        self.status = status
        self.why = why


class ServerProcess:
    """
    ``belote serve`` with a folder of its own, and the same port whenever it is started.

    It ends with the test's process at the latest, and its store with it.

    Args:
        options: More of the command line.
        folder: Where its data is, if not in a folder that is made for it and removed again.
        port: Which port, if not one that is looked for.
        store: Where its store listens, if that is not its own.

    Attributes:
        data: Its data directory.
        port: Its port.
        store_socket: Where its store listens.
        said: What it has written to its standard output since it was last started.
    """

    def __init__(
        self,
        *options: str,
        folder: Path | None = None,
        port: int | None = None,
        store: Path | None = None,
    ) -> None:
        self._own = Path(tempfile.mkdtemp(prefix="belote-e2e-"))
        self._options = options
        self._any_port = port is None
        self._process: asyncio.subprocess.Process | None = None
        self.data = folder or self._own / "data"
        self.port = quiet_port() if port is None else port
        self.store_socket = store or self.data / "store" / "socket"
        self.said = ""

    # --- its life ---

    async def start(self) -> None:
        """
        Start it and return once it is open.

        Raises:
            NotServing: It ended instead.
        """
        while True:
            try:
                await self._start()
            except NotServing as refusal:
                if not (self._any_port and "is in use by another program" in refusal.why):
                    raise
                self.port = quiet_port()  # somebody was quicker
            else:
                self._any_port = False
                return

    def strike(self) -> None:
        """Send it the signal that nothing can catch, and don't wait."""
        self.send(signal.SIGKILL)

    def send(self, signum: signal.Signals) -> None:
        """Send it a signal, if it runs."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(signum)

    async def kill(self) -> None:
        """End it by the signal that nothing can catch."""
        self.strike()
        await self.ended()

    async def stop(self) -> int:
        """Ask it to stop, and return its exit status."""
        self.send(signal.SIGTERM)
        return await self.ended()

    async def ended(self) -> int:
        """Return its exit status, once it has ended."""
        assert self._process is not None
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            self.said += (await self._process.stdout.read()).decode()
            return await self._process.wait()

    async def __aenter__(self) -> Self:
        try:
            await self.start()
        except BaseException:
            await self._clear_away()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if error is not None:
            error.add_note(f"The server's log ends:\n{self.log_text()[-_TAIL:]}")
        await self._clear_away()

    # --- what there is to know of it ---

    @property
    def pid(self) -> int:
        """The id of the process that it is, or was last."""
        assert self._process is not None
        return self._process.pid

    @property
    def address(self) -> str:
        """Where sockets are opened."""
        return f"ws://127.0.0.1:{self.port}/ws"

    def log_text(self) -> str:
        """Return all it has logged, over all its lives."""
        with contextlib.suppress(OSError):
            return (self._own / "log").read_text(errors="replace")
        return ""

    async def store_pid(self) -> int:
        """Return the id of its store's process, once the store answers."""
        async with asyncio.timeout(PATIENCE):
            while True:
                with contextlib.suppress(OSError, EOFError):
                    told = await self.ask_store("INFO", "server")
                    assert isinstance(told, bytes)
                    if found := re.search(rb"process_id:(\d+)", told):
                        return int(found[1])
                await asyncio.sleep(0.005)

    async def ask_store(self, *words: str | int) -> object:
        """Return its store's reply to one command."""
        reader, writer = await asyncio.open_unix_connection(self.store_socket)
        try:
            writer.write(hiredis.pack_command(words))  # type: ignore[arg-type] # its stub says 1
            parser = hiredis.Reader(notEnoughData=Ellipsis)
            while (reply := parser.gets()) is Ellipsis:
                received = await reader.read(65536)
                if not received:
                    raise EOFError("the store hung up")
                parser.feed(received)
            return reply
        finally:
            writer.close()

    @contextlib.asynccontextmanager
    async def log(self) -> AsyncIterator[RedisLog]:
        """Give the log of its tables, while it runs."""
        settings = PipelineSettings(timeout=PATIENCE)
        log = RedisLog(StoreAddress(f"unix://{self.store_socket}"), settings)
        try:
            yield log
        finally:
            await log.close()

    async def stored(self, room: str) -> list[Stored]:
        """Return all that is stored of *room*, while it runs."""
        async with self.log() as log:
            return await log.read(room)

    # --- one life ---

    async def _start(self) -> None:
        command = [sys.executable, "-m", "belote_server", "serve", *self._arguments()]
        with (self._own / "log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *leashed(command),
                stdin=asyncio.subprocess.PIPE
                if KERNEL_LEASH == "pipe"
                else asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                env={name: text for name, text in os.environ.items() if "BELOTE_" not in name},
            )
        out = self._process.stdout
        assert out is not None
        said = b""
        async with asyncio.timeout(PATIENCE):
            while (found := _OPEN.search(said)) is None and (line := await out.readline()):
                said += line
            if found is None:
                status = await self._process.wait()
                raise NotServing(status, self.log_text()[-_TAIL:].strip())
        self.said = said.decode()

    def _arguments(self) -> Sequence[str]:
        calm = ("--away-seconds", "20")  # so that no version depends on how quick a return is
        return ("--port", str(self.port), "--data-dir", str(self.data), *calm, *self._options)

    async def _clear_away(self) -> None:
        if self._process is not None:
            await self.kill()
            if self._process.stdin is not None:
                self._process.stdin.close()
        shutil.rmtree(self._own, ignore_errors=True)


def quiet_port() -> int:
    """
    Return a port that is free now and that no program is given by chance.

    The machine gives ports from 32768 on to whoever connects; a server that is down for a moment
    would find such a port taken.
    """
    while True:
        port = SystemRandom().randrange(12_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
