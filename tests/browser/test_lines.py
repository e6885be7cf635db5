"""One person, many tabs, sleeping phones and clocks that differ."""

from typing import Any

from playwright.async_api import Browser, Page, expect

from tests.browser.robots import with_robots
from tests.helpers.visitor import Visitor

HIDE = """(hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


async def test_t122_the_newest_tab_plays_and_older_ones_keep_quiet(
    browser: Browser, site: str
) -> None:
    """Tabs opened and closed in any order: one plays, the others say so, nobody goes offline."""
    host = await Visitor.come(browser, site, "Hanna")
    guest = await Visitor.come(browser, site, "Gil")
    async with host, guest:
        await host.invite(guest)
        first, url = host.page, host.page.url
        second, third = [await opened(host, url) for _ in range(2)]
        for old in (first, second):
            await expect(old.locator('.status[data-status="replaced"]')).to_be_visible()
        sockets = len([each for each in host.sent if each["t"] == "hello"])
        await first.close()
        await third.locator("[data-act=ready]").click()
        await expect(guest.page.locator(".at-S .icon")).to_be_visible()
        # whoever wants to go on in an older tab says so
        await second.locator("[data-act=again]").click()
        await expect(third.locator('.status[data-status="replaced"]')).to_be_visible()
        await third.close()
        await second.locator("[data-act=ready]").click()
        await expect(guest.page.locator(".at-S .icon")).to_have_count(0)
        assert len([each for each in host.sent if each["t"] == "hello"]) == sockets + 1
        told = [each for each in guest.heard if each["t"] == "presence" and not each.get("online")]
        assert told == []
        host.page = second


async def opened(person: Visitor, url: str) -> Page:
    """Return one more tab of *person* at *url*, in which the table has come."""
    tab = await person.open_tab()
    await tab.goto(url)
    await tab.locator("[data-act=ready]").wait_for()
    return tab


async def test_t123_a_page_that_is_hidden_and_shown_keeps_one_socket(
    browser: Browser, site: str
) -> None:
    """A hundred times hidden and shown, there is one socket, and nobody sees the person flicker."""
    host = await Visitor.come(browser, site, "Hanna")
    guest = await Visitor.come(browser, site, "Gil")
    async with host, guest:
        await host.invite(guest)
        before = await host.ask("(app) => app.conn.sockets")
        for _ in range(100):
            await host.page.evaluate(HIDE, True)
            await host.page.evaluate(HIDE, False)
        await host.page.locator("[data-act=ready]").click()
        await expect(guest.page.locator(".at-S .icon")).to_be_visible()
        assert await host.ask("(app) => app.conn.sockets") == before
        assert [each for each in guest.heard if each["t"] == "presence"] == []


async def test_a_dead_line_is_noticed_when_the_page_is_shown(browser: Browser, site: str) -> None:
    """Whoever comes back to a page whose line is gone is connected again at once."""
    async with await Visitor.come(browser, site, "Hanna") as host:
        await host.create()
        await host.context.set_offline(True)
        await host.standing("reconnecting")
        await host.page.evaluate(HIDE, True)
        await host.context.set_offline(False)
        await host.page.evaluate(HIDE, False)
        await host.standing("open")


async def test_the_way_back_closes_what_is_open_and_leads_back_to_the_table(
    browser: Browser, site: str
) -> None:
    """Back closes a panel, the first page leads back to the table, and nobody loses a seat."""
    async with await Visitor.come(browser, site, "Hanna") as host:
        page = host.page
        await host.create()
        await host.sit("S")
        sockets = await host.ask("(app) => app.conn.sockets")
        await page.locator("[data-open=settings]").click()
        await page.locator("dialog.settings[open]").wait_for()
        await page.go_back()
        await expect(page.locator("dialog")).to_have_count(0)
        await expect(page.locator(".lounge")).to_be_visible()
        await page.locator(".to-home").click()
        await page.locator(".columns .back").click()
        await expect(page.locator(".at-S.me")).to_be_visible()
        await page.go_back()
        await page.go_forward()
        await expect(page.locator(".at-S.me")).to_be_visible()
        assert await host.ask("(app) => app.conn.sockets") == sockets


async def test_t66_who_is_away_is_counted_down_to(browser: Browser, site: str) -> None:
    """Everybody sees for how long somebody who is away is waited for, by the server's deadline."""
    host = await Visitor.come(browser, site, "Hanna")
    guest = await Visitor.come(browser, site, "Gil", "tall")
    async with host, guest:
        await with_robots(host, guest, grace="1 minute")
        url = guest.page.url
        await guest.page.close()
        mark = host.page.locator(".seat.west .mark.away")
        await expect(mark).to_be_visible()
        until = await host.ask("(app) => app.conn.table.room.seats[1].grace")
        left = await host.ask("(app, until) => Math.ceil(app.conn.left(until))", until)
        assert 0 < left <= 60
        seconds = mark.locator(".seconds")
        assert abs(int(await seconds.inner_text()) - left) <= 1
        assert await seconds.get_attribute("data-deadline") == str(until)
        guest.page = await guest.open_tab()
        await guest.page.goto(url)
        await expect(mark).to_have_count(0)


async def test_t67_the_clock_shown_is_the_servers_and_the_right_seats(
    browser: Browser, site: str
) -> None:
    """A clock learns from the quickest answers, follows a drift, and never shows less than none."""
    host = await Visitor.come(browser, site, "Hanna")
    guest = await Visitor.come(browser, site, "Gil", "tall")
    async with host, guest:
        await host.named()
        told: Any = await host.page.evaluate(CLOCK)
        assert told == {"quickest": 1000, "drifted": 1005, "late": 0, "none": None}
        await with_robots(host, guest, clock="Calm: 60 seconds a turn")
        for _ in range(3):
            acting = host if await host.ask(WHOSE) == "S" else guest
            for person in (host, guest):
                # one ring runs, at the seat whose turn it is
                await expect(person.page.locator(".seat .ring[data-deadline]")).to_have_count(1)
                chip = person.page.locator(".seat.turn .who")
                await expect(chip.locator("b")).to_have_text(acting.name)
            await acting.act()


WHOSE = """async ({ conn }) => {
    const seat = () => conn.table.room.turn.seat;
    while (!"SW".includes(seat() ?? "-")) await new Promise(requestAnimationFrame);
    return seat();
}"""


CLOCK = """async () => {
    const own = [...document.querySelectorAll("link[rel=modulepreload]")];
    const { ServerClock } = await import(own.find(({ href }) => href.endsWith("/clock.js")).href);
    const clock = new ServerClock();
    clock.answered(10, 14, 1014); // slow: it may err by two seconds
    clock.answered(20, 20.2, 1020.1);
    const quickest = Math.round(clock.offset);
    for (let at = 30; at < 40; at += 1) clock.answered(at, at + 0.1, at + 1005.05);
    const drifted = Math.round(clock.offset);
    return { quickest, drifted, late: clock.left(1000, 50), none: clock.left(undefined) };
}"""
