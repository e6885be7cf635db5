"""A table for everybody: by keyboard, by ear, on small screens, in every language."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Browser, Page, expect

from tests.browser.robots import robots
from tests.helpers.live_server import LiveServer
from tests.helpers.server_process import PATIENCE
from tests.helpers.visitor import ACT, SIZES, Visitor

SCREENS = Path(__file__).parent / "screens"
"""Where the screens are drawn, for people to look at; git ignores it."""

LANGUAGES = ("fr", "pl", "bg", "ms")
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


async def serious(page: Page) -> list[str]:
    """Return what axe finds that would shut somebody out."""
    found = await Axe().run(page, options={"resultTypes": ["violations"]})
    return [
        f"{each['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for each in found.response["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


async def show(person: Visitor, panel: str | None) -> None:
    """Open a panel, or close the one that is open."""
    if panel is None:
        await person.page.keyboard.press("Escape")
        await expect(person.page.locator("dialog")).to_have_count(0)
        return
    await person.ask("(app, name) => app.show(name)", panel)
    box = person.page.locator(f"dialog.{panel}[open]")
    await box.wait_for()
    await expect(box.locator(".loading")).to_have_count(0)


@pytest.mark.timeout(120)
async def test_axe_finds_nothing_serious(browser: Browser, server: LiveServer, site: str) -> None:
    """No screen shuts anybody out: contrast, names, roles, order."""
    async with await Visitor.come(browser, site, "Ida") as person:
        page, found = person.page, dict[str, list[str]]()

        async def look(name: str) -> None:
            for theme in THEMES:
                await page.emulate_media(color_scheme=theme)
                if findings := await serious(page):
                    found[f"{name}, {theme}"] = findings

        await page.goto(site)
        await page.locator(".make").wait_for()
        await look("home")
        await page.locator("[data-act=seek]").click()
        await page.locator("[data-act=unseek]").wait_for()
        await look("seeking")
        await page.locator("[data-act=unseek]").click()
        await page.locator("[data-act=practise]").click()
        await page.locator(ACT).first.wait_for()
        await page.locator("[data-act=hint]").click()
        await page.locator(".advice").wait_for()
        await look("practice")
        code = await person.create("Classic Belote")
        await look("lounge")
        await person.sit("S")
        async with robots(server, code):
            for panel in ("settings", "invite", "help", "chat"):
                await show(person, panel)
                await look(panel)
                await show(person, None)
            await expect(page.locator(".place.empty")).to_have_count(0)
            await person.ready()
            await page.locator(ACT).first.wait_for()
            await look("auction")
            while not await page.locator(".slot.legal").count():
                await person.act()
                await page.locator(ACT).first.wait_for()
            await look("play")
            while not await page.locator(".finish").count():
                await page.locator(f"{ACT}, .finish").first.wait_for()
                if await page.locator(".finish").count() == 0:
                    await person.act()
            await look("finish")
        assert found == {}


@pytest.mark.timeout(120)
async def test_a_whole_match_by_keyboard_alone(
    browser: Browser, server: LiveServer, site: str
) -> None:
    """From the first page to the last card, no key but Tab, arrows, Enter, Space and letters."""
    async with await Visitor.come(browser, site, "Klaus") as person:
        page = person.page
        keys = page.keyboard
        await page.goto(site)
        await page.locator(".make").wait_for()

        async def reach(selector: str, key: str = "Tab", most: int = 60) -> None:
            for _ in range(most):
                if await page.evaluate("(what) => document.activeElement.matches(what)", selector):
                    return
                await keys.press(key)
            raise AssertionError(f"no way to {selector}")

        await reach("[name=name]")
        await keys.type("Klaus")
        await reach("summary")
        await keys.press("Enter")
        await page.get_by_label("Number of deals").wait_for()
        count = page.get_by_label("Number of deals")
        for _ in range(80):
            if await count.evaluate("(field) => field === document.activeElement"):
                break
            await keys.press("Tab")
        await keys.press("ControlOrMeta+A")
        await keys.type("1")
        await reach("[data-act=create]")
        await keys.press("Enter")
        await page.locator("[data-sit]").first.wait_for()
        code = page.url.rsplit("/", 1)[1]
        await reach("[data-sit=S]")
        await keys.press("Enter")
        async with robots(server, code, seed=5):
            await expect(page.locator(".place.empty")).to_have_count(0)
            await reach("[data-act=ready]")
            await keys.press("Space")
            async with asyncio.timeout(2 * PATIENCE):
                while not await page.locator(".finish").count():
                    await page.locator(f"{ACT}, .finish").first.wait_for()
                    v = await person.version()
                    if await act_by_keys(page):
                        await person.see(v)
        await expect(page.locator(".finish")).to_be_visible()
        await keys.press("s")
        await expect(page.locator("dialog.scores[open]")).to_be_visible()
        await keys.press("Escape")
        await expect(page.locator("dialog")).to_have_count(0)


async def act_by_keys(page: Page) -> bool:
    """Do what is to be done, from where the keyboard is put when it is one's turn, if anything."""
    keys = page.keyboard
    if await page.locator(".box").count():
        await keys.press("p")
    elif await page.locator(".slot.legal").count():
        await page.locator(".slot:focus").wait_for()
        while not await page.locator(".slot.legal:focus").count():
            await keys.press("ArrowRight")
        await keys.press("Enter")
    elif await page.locator("[data-act=next]:not([aria-disabled])").count():
        await keys.press("n")
    else:
        return False
    return True


@pytest.mark.timeout(150)
async def test_every_screen_fits(browser: Browser, server: LiveServer, site: str) -> None:
    """Every screen is drawn in every size, in both colours and four languages; nothing is cut."""
    SCREENS.mkdir(exist_ok=True)
    looks = itertools.cycle(itertools.product(THEMES, LANGUAGES, SIZES))
    async with await Visitor.come(browser, site, "Maria-Antonella") as person:
        page = person.page

        async def draw(name: str) -> None:
            for theme, lang, size in itertools.islice(looks, len(SIZES)):
                await look_like(person, size, theme, lang)
                await page.screenshot(path=SCREENS / f"{name}-{size}-{theme}-{lang}.png")
                wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
                assert wide <= 0, (name, size, lang)
                assert await page.evaluate(CUT) == [], (name, size, lang)
                if size not in ("desktop", "wide"):
                    assert await page.evaluate(SMALL) == [], (name, size, lang)

        await page.goto(site)
        await page.locator(".make").wait_for()
        await draw("home")
        async with await Visitor.come(browser, site, "Jean-Baptiste", "tall") as host:
            await host.create("Classic Belote", public=True)
            await host.sit("N")
            await page.locator(".offer").wait_for(state="attached")
            for tab, name in (("others", "lobby"), ("alone", "seeking")):
                await look_like(person, "portrait", "light", "en")
                await page.locator(f"[data-tab={tab}]").click()
                if name == "seeking":
                    await page.locator("[data-act=seek]").click()
                    await page.locator("[data-act=unseek]").wait_for()
                await draw(name)
        await practise_on_every_screen(person, draw)
        await look_like(person, "desktop", "light", "en")
        code = await person.create("Coinche")
        await person.sit("S")
        await draw("lounge")
        async with robots(server, code, seed=3):
            await expect(page.locator(".place.empty")).to_have_count(0)
            for panel in ("invite", "settings", "help"):
                await show(person, panel)
                await draw(panel)
                await show(person, None)
            await look_like(person, "desktop", "light", "en")
            await person.ready()
            await page.locator(ACT).first.wait_for()
            await draw("turn")
            while not await page.locator(".slot.legal").count():
                await person.act()
                await page.locator(ACT).first.wait_for()
            await draw("play")
            await look_like(person, "desktop", "light", "en")
            while not await page.locator(".finish").count():
                await page.locator(f"{ACT}, .finish").first.wait_for()
                if await page.locator(".finish").count() == 0:
                    await person.act()
            await draw("finish")
            await show(person, "scores")
            await draw("scores")


async def practise_on_every_screen(person: Visitor, draw: Callable[[str], Awaitable[None]]) -> None:
    """Let *person* stop looking for others, practise, and ask for advice."""
    page = person.page
    await page.locator("[data-act=unseek]").click()
    await page.locator("[data-act=practise]").click()
    await page.locator(ACT).first.wait_for()
    await page.locator("[data-act=hint]").click()
    await page.locator(".advice").wait_for()
    await draw("hint")


async def look_like(person: Visitor, size: str, theme: Literal["light", "dark"], lang: str) -> None:
    """Let the page be shown on a screen of *size*, in *theme* and *lang*."""
    width, height = SIZES[size]
    await person.page.set_viewport_size({"width": width, "height": height})
    await person.page.emulate_media(color_scheme=theme)
    await person.ask("(app, lang) => app.changeLanguage(lang)", lang)
    await person.page.evaluate(DRAWN)


DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

CUT = """() => [...document.querySelectorAll(".auction, .box, .report, .lounge, .slot, .card-box")]
    .filter((node) => node.checkVisibility())
    .filter((node) => node.scrollWidth > node.clientWidth + 1
        || node.getBoundingClientRect().right > innerWidth + 1)
    .map((node) => `${node.className} ${node.scrollWidth}>${node.clientWidth}`)"""

SMALL = """() => [...document.querySelectorAll("button, select, summary, input:not([type])")]
    .filter((node) => node.checkVisibility() && !node.disabled)
    .map((node) => [node.getBoundingClientRect(), node])
    .filter(([box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
    .map(([box, node]) => `${node.outerHTML.slice(0, 90)} ${box.width}×${box.height}`)"""
