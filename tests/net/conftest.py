"""Gateways for the tests of the net, closed again after each."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from tests.net.serving import Served, settings

Serve = Callable[..., Awaitable[Served]]


@pytest.fixture
async def serve() -> AsyncIterator[Serve]:
    """Open gateways; takes changes to their settings."""
    opened: list[Served] = []

    async def open_one(**changes: Any) -> Served:
        served = Served(settings(**changes))
        await served.open()
        opened.append(served)
        return served

    yield open_one
    for served in opened:
        await served.close()
