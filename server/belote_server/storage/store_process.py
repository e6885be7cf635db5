"""One run of the embedded store: its program from the start until it has ended."""

import asyncio
import contextlib
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

from belote_server.storage import leash

Leash = Literal["signal", "pipe"]

KERNEL_LEASH: Leash = "signal" if sys.platform == "linux" else "pipe"

_POLL = 0.002  # seconds between two looks whether it answers: a start takes about 40 ms
_TAIL = 2000  # bytes of its log that are worth showing


class StoreNotStarted(Exception):
    """The program ended, or did not answer in time; the text holds the end of its log."""


@dataclass(frozen=True, slots=True)
class StorePlace:
    """
    Where a store keeps its things.

    Attributes:
        folder: What it stores, and its log.
        socket: The Unix socket it listens on; its path is short enough for one.
    """

    folder: Path
    socket: Path

    @property
    def log(self) -> Path:
        """Return where the store writes what happens to it."""
        return self.folder / "log"

    def log_tail(self) -> str:
        """Return the last lines of the log."""
        with contextlib.suppress(OSError), self.log.open("rb") as log:
            log.seek(max(0, self.log.stat().st_size - _TAIL))
            return log.read().decode(errors="replace").strip()
        return ""


def store_arguments(place: StorePlace, fsync: str, extra: Sequence[str] = ()) -> list[str]:
    """
    Return the arguments for a store that loses nothing, throws nothing away and opens no port.

    Args:
        fsync: When the file is forced to disk: ``always``, ``everysec`` or ``no``.
        extra: More arguments, which win over ours.
    """
    # fmt: off
    return [
        "--port", "0", "--unixsocket", str(place.socket), "--unixsocketperm", "700",
        "--dir", str(place.folder), "--logfile", str(place.log), "--daemonize", "no",
        "--appendonly", "yes", "--appendfsync", fsync, "--save", "",
        "--maxmemory-policy", "noeviction", "--databases", "1",
        *extra,
    ]
    # fmt: on


def leashed(command: Sequence[str], how: Leash = KERNEL_LEASH) -> list[str]:
    """Return *command* in a form that never outlives this process, however that ends."""
    assert leash.__file__ is not None
    return [sys.executable, "-I", "-S", leash.__file__, str(os.getpid()), how, *command]


class StoreProcess:
    """
    A running store. It ends with the thread that started it, at the latest.

    Attributes:
        pid: Its process id.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.pid = process.pid
        self._process = process

    @classmethod
    async def start(
        cls,
        place: StorePlace,
        command: Sequence[str],
        *,
        within: float,
        how: Leash = KERNEL_LEASH,
        inherits: Sequence[int] = (),
    ) -> Self:
        """
        Start *command* and return once it answers.

        Args:
            within: Seconds that this may take; reading a large file back is part of it.
            inherits: File descriptors that stay open in it.

        Raises:
            StoreNotStarted: It ended or did not answer.
        """
        process = await asyncio.create_subprocess_exec(
            *leashed(command, how),
            # For a leash that is a pipe, this is the pipe. A closed input harms nobody else.
            stdin=asyncio.subprocess.PIPE if how == "pipe" else asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            pass_fds=inherits,
            env=os.environ | {"LC_ALL": "C"},
            start_new_session=True,  # Ctrl-C in a terminal is for the server, which stops the store
        )
        started = cls(process)
        try:
            async with asyncio.timeout(within):
                await started._wait_for_answer(place)
        except TimeoutError:
            await started.kill()
            raise StoreNotStarted(
                f"the store did not answer within {within} s: {place.log_tail()}"
            ) from None
        except BaseException:
            await started.kill()
            raise
        return started

    async def wait(self) -> int:
        """Return the exit status, once it has ended; minus the signal if one ended it."""
        status = await self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()
        return status

    async def stop(self, within: float) -> None:
        """Ask it to end, and make it end if that takes longer than *within* seconds."""
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()
        try:
            async with asyncio.timeout(within):
                await self.wait()
        except TimeoutError:
            await self.kill()

    async def kill(self) -> None:
        """End it at once; nothing that it acknowledged is lost."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self.wait()

    async def _wait_for_answer(self, place: StorePlace) -> None:
        while not await _answers(place.socket):
            if self._process.returncode is not None:
                status = self._process.returncode
                raise StoreNotStarted(f"the store ended with status {status}: {place.log_tail()}")
            await asyncio.sleep(_POLL)


async def _answers(socket: Path) -> bool:
    try:
        reader, writer = await asyncio.open_unix_connection(os.fspath(socket))
    except OSError:
        return False
    try:
        writer.write(b"PING\r\n")
        return await reader.readline() == b"+PONG\r\n"  # else it is reading its file back
    except OSError:
        return False
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
