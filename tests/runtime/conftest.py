"""A server in this process for each test, which must leave nothing behind and log no error."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict

from tests.helpers.house import House


@pytest.fixture
def logs() -> Iterator[list[EventDict]]:
    """Return what is logged; a test takes out the errors it meant to cause."""
    with capture_logs() as captured:
        yield captured
    assert [entry for entry in captured if entry["log_level"] == "error"] == []


@pytest.fixture
async def house(logs: list[EventDict]) -> AsyncIterator[House]:
    """Return a server; in the end everybody knows what is so, and all its tasks come to an end."""
    house = House()
    yield house
    await asyncio.sleep(0)
    house.check()
    await house.rooms.stop()
    assert not house.rooms._tasks
