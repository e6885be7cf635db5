"""A server in a process of its own, which is asked how much processor time it has used."""

import asyncio
import json
import os
import sys
import time
from types import TracebackType
from typing import Self

from belote_server.observe import set_up_log


def pin(core: int) -> None:
    """Keep this process on one *core*, out of the others' way, where the system can."""
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {core})


def set_apart() -> None:
    """In the server's process: take a core for itself, and say no more than warnings."""
    pin(0)
    set_up_log("console", "warning")


async def answer(port: int) -> None:
    """
    In the server's process: tell its *port*, then answer until standard input ends.

    Each byte there asks how much processor time was used.
    """
    print(port, flush=True)
    loop, ended = asyncio.get_running_loop(), asyncio.Event()

    def read() -> None:
        if os.read(0, 1):
            print(json.dumps(time.process_time()), flush=True)
        else:
            ended.set()

    loop.add_reader(0, read)
    await ended.wait()


class Apart:
    """
    The server's process, as the one that measures sees it.

    Args:
        module: What it runs, with its arguments.

    Attributes:
        port: Where it listens.
    """

    def __init__(self, module: str, *arguments: str) -> None:
        self.port = 0
        self._command = (sys.executable, "-m", module, *arguments)

    async def __aenter__(self) -> Self:
        """Start it, and take another core than it has."""
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._questions, self._answers = self._process.stdin, self._process.stdout
        pin(1)
        self.port = int(await self._answers.readline())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        """End it."""
        self._questions.close()
        await self._process.wait()

    async def used(self) -> float:
        """Return the processor seconds it has used."""
        self._questions.write(b".")
        return float(await self._answers.readline())
