"""The event loop that the server would choose, for those who are compared with it."""

import asyncio
import importlib
from collections.abc import Callable
from contextlib import suppress


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return what makes a loop of uvloop, where that is installed."""
    with suppress(ImportError):
        factory: Callable[[], asyncio.AbstractEventLoop] = importlib.import_module(
            "uvloop"
        ).new_event_loop
        return factory
    return None


def loop_name() -> str:
    """Return whose loop that is."""
    return "asyncio" if loop_factory() is None else "uvloop"
