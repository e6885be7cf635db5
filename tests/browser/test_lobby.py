"""Finding a table: the open ones, and people who want the same."""

import asyncio
from contextlib import AsyncExitStack
from time import monotonic
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tests.browser.test_matches import whole
from tests.helpers.live_server import LiveServer
from tests.helpers.server_process import PATIENCE, ServerProcess
from tests.helpers.visitor import Visitor

OFFERED = """(app) => [...(app.lobby?.tables.values() ?? [])]
    .sort((one, two) => (one.id < two.id ? -1 : 1))"""


async def open_table(person: Visitor) -> str:
    """Let *person* make a table for anybody and sit down, and return its code."""
    code = await person.create(public=True)
    await person.sit("S")
    return code


async def offered(server: LiveServer) -> Any:
    """Return what the server offers, as a page that had just come would be told."""
    full = server.rooms.lobby._browsing.board.since(0)
    names = ("id", "code", "names", "playing", "watchers", "bots")
    tables = sorted(full.tables, key=lambda each: each.id)
    return [{name: getattr(each, name) for name in names} for each in tables]


def short(offers: list[dict[str, Any]]) -> list[Any]:
    """Return what tells offers apart."""
    names = ("id", "code", "names", "playing", "watchers", "bots")
    return [
        whole({name: list(each[name]) if name == "names" else each.get(name) for name in names})
        for each in offers
    ]


async def agrees(person: Visitor, server: LiveServer, others: int) -> None:
    """Wait until the page of *person* offers *others* tables, which are those of the server."""
    rows = person.page.locator(".offer")
    await expect(rows).to_have_count(others)
    async with asyncio.timeout(PATIENCE):
        while short(await person.ask(OFFERED)) != short(await offered(server)):
            await person.page.evaluate("new Promise(requestAnimationFrame)")


async def test_t10_the_open_tables_are_right_again_after_a_gap(browser: Browser) -> None:
    """Whoever loses the line while looking at the open tables sees them as they are afterwards."""
    async with LiveServer() as server:
        lobby = asyncio.create_task(server.rooms.lobby.run())
        site = f"http://127.0.0.1:{server.port}"
        looking = await Visitor.come(browser, site, "Lou")
        first = await Visitor.come(browser, site, "Ana", "tall")
        second = await Visitor.come(browser, site, "Ben", "tall")
        async with looking, first, second:
            await open_table(first)
            await looking.page.goto(site)
            await agrees(looking, server, 1)
            await looking.context.set_offline(True)
            await looking.standing("reconnecting")
            await first.page.locator("[data-sit=S]").click()
            await first.page.locator("[data-act=leave]").click()
            code = await open_table(second)
            await looking.context.set_offline(False)
            await looking.standing("open")
            await agrees(looking, server, 1)
            # and the way in is a click
            await looking.page.locator(f'[data-join="{code}"]').click()
            await looking.page.locator("[data-sit=N]").click()
            await expect(second.page.locator(".at-N")).to_contain_text("Guest")
        lobby.cancel()
        await asyncio.wait([lobby])


async def test_t90_t91_what_changed_is_told_once_a_second_and_no_more(browser: Browser) -> None:
    """Many changes come to a page in few updates, each with nothing but what changed."""
    async with LiveServer() as server:
        lobby = asyncio.create_task(server.rooms.lobby.run())
        site = f"http://127.0.0.1:{server.port}"
        looking = await Visitor.come(browser, site, "Lou")
        host = await Visitor.come(browser, site, "Ana", "tall")
        async with looking, host:
            await open_table(host)
            began = monotonic()
            await looking.page.goto(site)
            await agrees(looking, server, 1)
            for seat in "WNESWN":
                await host.page.locator(f"[data-sit={seat}]").click()
                await expect(host.page.locator(f".at-{seat}.me")).to_have_count(1)
            await agrees(looking, server, 1)
            told = [each for each in looking.heard if each["t"] == "lobby"]
            assert [bool(each.get("full")) for each in told] == [True] + [False] * (len(told) - 1)
            assert len(told) <= 2 + (monotonic() - began)
            assert all(len(each.get("tables", ())) <= 1 for each in told)
        lobby.cancel()
        await asyncio.wait([lobby])


async def seek(person: Visitor) -> None:
    """Look for others from the first page."""
    await person.page.goto(person.site)
    await person.page.locator("[data-act=seek]").wait_for(state="attached")
    if await person.page.locator("[data-tab=alone]").is_visible():
        await person.page.locator("[data-tab=alone]").click()
    await person.page.locator("[data-act=seek]").click()
    await person.page.locator("[data-act=unseek]").wait_for()


@pytest.mark.timeout(90)
async def test_t30_t31_t32_t82_four_who_look_for_each_other_meet(
    browser: Browser, site: str
) -> None:
    """Four meet, whoever gave up or is gone sits nowhere, and two tabs are one person."""
    names = ("Ana", "Ben", "Cléo", "Dan", "Eva", "Fay")
    async with AsyncExitStack() as stack:
        people = [
            await stack.enter_async_context(await Visitor.come(browser, site, name, "tall"))
            for name in names
        ]
        for person in people:
            await person.named()
        ana, ben, cleo, dan, eva, fay = people
        await seek(ana)
        await ana.page.locator("[data-act=unseek]").click()
        await ana.page.locator("[data-act=seek]").wait_for()
        await seek(ben)
        await ben.page.close()
        await seek(cleo)
        old, cleo.page = cleo.page, await cleo.open_tab()
        await seek(cleo)
        await asyncio.gather(*(seek(person) for person in (dan, eva)))
        await fay.page.goto(site)
        await fay.page.locator("[data-tab=alone]").click()
        await fay.page.locator("[data-act=seek]").click()
        for person in (cleo, dan, eva, fay):
            await expect(person.page.locator(".slot")).to_have_count(8)
        seats = await fay.ask("(app) => app.conn.table.room.seats.map(({ person }) => person.name)")
        assert sorted(seats) == ["Cléo", "Dan", "Eva", "Fay"]
        await expect(old.locator("[data-act=seek]")).to_be_visible()
        await expect(ana.page.locator("[data-act=seek]")).to_be_visible()
        ben.page = await ben.open_tab()


async def test_t83_who_looks_for_others_goes_on_after_a_restart(browser: Browser) -> None:
    """A page that looks for others looks again by itself when the server has restarted."""
    async with (
        ServerProcess("--log-level", "error", "--drain-seconds", "1") as server,
        await Visitor.come(browser, f"http://127.0.0.1:{server.port}", "Ana") as ana,
    ):
        await ana.named()
        await seek(ana)
        assert await server.stop() == 0
        await ana.standing("restarting")
        await server.start()
        await ana.standing("open")
        await expect(ana.page.locator(".searching")).to_contain_text("1 person waits")
        assert len(ana.commands("seek")) == 2
