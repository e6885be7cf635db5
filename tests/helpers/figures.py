"""What a server process says of itself, and what the system says of it."""

import asyncio
import os
import re
import urllib.request
from pathlib import Path

from tests.helpers.server_process import ServerProcess


async def figures(server: ServerProcess) -> dict[str, float]:
    """Return the figures of *server*, by their names with their labels."""

    def read() -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/metrics", timeout=30) as page:
            return str(page.read(), "utf-8")

    text = await asyncio.to_thread(read)
    found = re.findall(r"^(belote_[a-z_]+(?:\{[^}]*\})?) (\S+)$", text, re.MULTILINE)
    return {name: float(value) for name, value in found}


async def settled(server: ServerProcess, name: str, value: float, within: float = 30) -> None:
    """Wait until the figure *name* is *value*."""
    async with asyncio.timeout(within):
        while (await figures(server))[name] != value:
            pass


def resident(pid: int) -> int:
    """Return the bytes of memory a process has."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def open_files(pid: int) -> int:
    """Return how many files and sockets a process has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def cpu_seconds(pid: int) -> float:
    """Return the seconds of a processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
