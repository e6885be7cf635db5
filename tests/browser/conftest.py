"""A browser and a server for every test that clicks."""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser

from tests.helpers.chromium import chromium
from tests.helpers.live_server import LiveServer


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """A running browser."""
    async with chromium() as browser:
        yield browser


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    """An open server with a store in memory."""
    async with LiveServer() as server:
        yield server


@pytest.fixture
def site(server: LiveServer) -> str:
    """Where its pages are."""
    return f"http://127.0.0.1:{server.port}"
