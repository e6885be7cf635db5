"""A real `belote serve` with its own store, watched from outside: readiness, processor, memory."""

import asyncio
import os
import signal
import socket
import sys
import tempfile
from pathlib import Path
from time import perf_counter

# Generous limits, not switched off: what judges them is in every figure.
_LIMITS = {
    "RATE": "86400",
    "BURST": "1000000",
    "ADDRESS_RATE": "86400",
    "ADDRESS_BURST": "100000000",
    "CONNECT_RATE": "86400",
    "CONNECT_BURST": "1000000",
    "MAX_PER_ADDRESS": "1000000",
    "MAX_CONNECTIONS": "1000000",
    "MAX_SILENT": "100000",
    "MAX_ROOMS": "1000000",
    "OVERLOAD_SECONDS": "86400",  # a server that is kept busy on purpose must not refuse tables
    "LOG_LEVEL": "error",
}


_CORES = sorted(os.sched_getaffinity(0))


class Served:
    """
    A server on a free port of this machine alone.

    Attributes:
        port: Where it listens.
        pid: Its process.
        folder: Its data; kept from one start to the next.

    Args:
        fsync: When its store forces its file to the disk.
        apart: Whether it gets a core for itself, and this process another.
    """

    def __init__(self, folder: Path, fsync: str, *, apart: bool = False) -> None:
        self.folder = folder
        self.port = self.pid = 0
        self._fsync = fsync
        self._apart = apart
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, seconds: float = 60.0) -> float:
        """Start it, and return after how many seconds ``/readyz`` said yes."""
        self.port = _free_port()
        environ = {name: text for name, text in os.environ.items() if not _is_setting(name)}
        environ |= {f"BELOTE_{name}": text for name, text in _LIMITS.items()}
        begun = perf_counter()
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "belote_server", "serve", f"--port={self.port}"),
            *(f"--data-dir={self.folder}", f"--fsync={self._fsync}"),
            env=environ,
            stdout=asyncio.subprocess.DEVNULL,
            preexec_fn=lambda: os.sched_setaffinity(0, _CORES),
        )
        self.pid = self._process.pid
        try:
            async with asyncio.timeout(seconds):
                while not await _is_ready(self.port):
                    assert self._process.returncode is None, "the server did not start"
                    await asyncio.sleep(0.002)
        except BaseException:
            self._process.kill()
            raise
        ready = perf_counter() - begun
        if self._apart:
            _part_cores(self.pid, self.stores())
        return ready

    async def stop(self, how: int = signal.SIGKILL) -> None:
        """End it; its store ends with it."""
        if self._process is None:
            return
        if self._process.returncode is None:
            self._process.send_signal(how)
        await self._process.wait()
        self._process = None

    def stores(self) -> list[int]:
        """Return the processes the server started: its store."""
        text = _read(f"/proc/{self.pid}/task/{self.pid}/children")
        return [int(each) for each in text.split()]

    def used(self) -> float:
        """Return the processor seconds the server has used."""
        return _used(self.pid)

    def store_used(self) -> float:
        """Return the processor seconds its store has used."""
        return sum(map(_used, self.stores()))

    def memory(self) -> int:
        """Return the bytes of memory the server has in hand."""
        return int(_read(f"/proc/{self.pid}/statm").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def fresh_folder() -> "tempfile.TemporaryDirectory[str]":
    """Return a folder for a server's data that goes with its context."""
    return tempfile.TemporaryDirectory(prefix="belote-bench-", ignore_cleanup_errors=True)


def _is_setting(name: str) -> bool:
    return name.startswith("BELOTE_")


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


async def _is_ready(port: int) -> bool:
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    try:
        writer.write(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return b" 200 " in await reader.readline()
    except OSError:
        return False
    finally:
        writer.close()


def _used(pid: int) -> float:
    """Return the seconds *pid*'s threads have run, from the scheduler's nanoseconds."""
    threads = Path(f"/proc/{pid}/task")
    return sum(int(_read(f"{each}/schedstat").split()[0]) for each in threads.iterdir()) / 1e9


def _read(path: str) -> str:
    return Path(path).read_text(encoding="ascii")


def _part_cores(server: int, stores: list[int]) -> None:
    """Give the server the first core, and the rest of them to its store and to us."""
    if len(_CORES) > 1:
        os.sched_setaffinity(server, _CORES[:1])
        for pid in (0, *stores):
            os.sched_setaffinity(pid, _CORES[1:])
