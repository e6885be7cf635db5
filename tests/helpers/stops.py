"""Processes that stand still for a while."""

import contextlib
import os
import signal
from collections.abc import Iterator


@contextlib.contextmanager
def stopped(pid: int) -> Iterator[None]:
    """Let a process stand still for as long as this is open."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)
