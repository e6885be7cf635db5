"""Four people at four browsers, who come to one table."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from playwright.async_api import Browser

from tests.helpers.server_process import PATIENCE
from tests.helpers.visitor import Visitor

NAMES = {"S": "Sophie", "W": "Wojciech", "N": "Nadia", "E": "Enzo"}
SCREENS = {"S": "desktop", "W": "portrait", "N": "landscape", "E": "tall"}
"""On what each of them plays; small screens are also drawn faster."""


class Party:
    """
    Four people at a table.

    Attributes:
        people: By their seats, the first made the table.
        sit: The code to sit by.
        watch: The code to watch by.
    """

    def __init__(self, people: dict[str, Visitor], sit: str, watch: str) -> None:
        self.people = people
        self.sit = sit
        self.watch = watch

    @property
    def first(self) -> Visitor:
        """Who made the table."""
        return self.people["S"]

    async def ready(self) -> None:
        """Let all four be ready, and wait until cards are dealt."""
        await asyncio.gather(*(person.ready() for person in self.people.values()))
        for person in self.people.values():
            await person.page.locator(".slot").first.wait_for()

    async def play(self, until: str) -> None:
        """Let everybody do what they are to do until the first one's page shows *until*."""
        async with asyncio.timeout(2 * PATIENCE):
            while not await self.first.page.locator(until).count():
                if not await self.step():
                    await self.first.page.locator(until).first.wait_for()

    async def turn(self) -> tuple[int, str | None, str]:
        """Return the version, whose turn it is and the phase, as the first one sees them."""
        v, seat, phase = await self.first.ask(_TURN)
        return v, seat, phase

    @property
    async def acting(self) -> Visitor:
        """Whose turn it is."""
        _, seat, _ = await self.turn()
        assert seat is not None
        return self.people[seat]

    async def step(self) -> bool:
        """Let whoever is to act do one thing, and the first one's page show it, if any may."""
        v, seat, phase = await self.turn()
        if phase == "ended":
            return False
        if seat is not None:
            await self.people[seat].act()
        else:  # a deal is over, and everybody asks for the next
            for person in self.people.values():
                await person.act()
        await self.first.see(v)
        return True


_TURN = """({ conn: { table: { v, room } } }) =>
    [v, room.turn.seat ?? null, room.match.phase]"""


async def come(person: Visitor, code: str, seat: str) -> None:
    """Follow an invitation, and sit down."""
    await person.follow("join", code)
    await person.sit(seat)


@asynccontextmanager
async def party(
    browser: Browser, site: str, game: str = "Coinche", deals: int = 1, **options: Any
) -> AsyncIterator[Party]:
    """Give four people who sit at a table, and are not ready yet."""
    async with AsyncExitStack() as stack:
        people = {
            seat: await stack.enter_async_context(
                await Visitor.come(browser, site, name, SCREENS[seat])
            )
            for seat, name in NAMES.items()
        }
        host = people["S"]
        code = await host.create(game, deals, **options)
        await host.sit("S")
        guests = [(seat, person) for seat, person in people.items() if person is not host]
        await asyncio.gather(*(come(person, code, seat) for seat, person in guests))
        watch = await host.ask("(app) => app.conn.table.room.watch")
        yield Party(people, code, watch)
