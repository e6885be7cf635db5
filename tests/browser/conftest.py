"""A browser for all tests that click, and a server for those of one module."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from belote_server.runtime.pace import Pace
from tests.helpers.chromium import chromium
from tests.helpers.live_server import LiveServer

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the tests of this folder share one loop: a browser cannot leave the one it began in."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A running browser; each person opens one of their own in it."""
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server() -> AsyncIterator[LiveServer]:
    """An open server with a store in memory, and its lobby."""
    async with LiveServer(pace=Pace()) as server:
        lobby = asyncio.create_task(server.rooms.lobby.run())
        yield server
        lobby.cancel()
        await asyncio.wait([lobby])


@pytest.fixture
def site(server: LiveServer) -> str:
    """Where its pages are."""
    return f"http://127.0.0.1:{server.port}"
