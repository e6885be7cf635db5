"""Debian's Chromium, driven as a person's browser would be used."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, async_playwright

from tests.helpers.redis_program import require

NAME = "chromium"

FLAGS = (
    "--no-sandbox",  # tests may run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",  # it would look for its maker's servers
    "--disable-component-update",
    "--disable-sync",
)


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Give a running browser; without one a test fails in CI and is skipped elsewhere."""
    program = require(NAME)
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=str(program), args=list(FLAGS))
        try:
            yield browser
        finally:
            await browser.close()
