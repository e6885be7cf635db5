"""Robots at the table: for practice, in the place of somebody who is gone, and as advisers."""

import asyncio
import re

import pytest
from playwright.async_api import Browser, expect

from belote_server.runtime.pace import Pace, Tempo
from tests.browser.robots import with_robots
from tests.browser.test_matches import hidden_hands
from tests.helpers.live_server import LiveServer
from tests.helpers.server_process import PATIENCE
from tests.helpers.visitor import ACT, Visitor


@pytest.mark.parametrize("game", ["Coinche", "Classic Belote"])
async def test_one_click_gives_a_table_with_robots(browser: Browser, site: str, game: str) -> None:
    """Practice needs one click; advice comes with its reason and shows the card; a deal ends."""
    async with await Visitor.come(browser, site, "Hanna", "landscape") as person:
        page = person.page
        await page.goto(site)
        await page.get_by_role("radio", name=game).check()
        await page.locator("[data-tab=alone]").click()
        await page.locator("[data-act=practise]").click()
        await page.locator(ACT).first.wait_for()
        await page.locator("[data-act=hint]").click()
        await expect(page.locator(".advice")).to_have_text(await advice(person))
        async with asyncio.timeout(PATIENCE):
            while not await page.locator(".slot.legal, [data-act=next]").count():
                await person.act()
                await page.locator(ACT).first.wait_for()
        if await page.locator(".slot.legal").count():
            await page.locator("[data-act=hint]").click()
            await page.locator(".slot.legal.advised").click()
            await expect(page.locator(".advice")).to_have_count(0)
        async with asyncio.timeout(PATIENCE):
            while not await page.locator("[data-act=next]").count():
                await page.locator(ACT).first.wait_for()
                if not await page.locator("[data-act=next]").count():
                    await person.act()
        hands = [hand for update in person.heard for hand in hidden_hands(update, "S")]
        assert hands
        assert {card for hand in hands for card in hand} <= {None}


async def advice(person: Visitor) -> str:
    """Return the sentence that the page was advised with, once it was."""
    return str(
        await person.ask(
            """async (app) => {
                while (!app.hint) await new Promise(requestAnimationFrame);
                return app.hint.text;
            }"""
        )
    )


async def test_a_robot_holds_the_seat_of_who_is_gone_and_gives_it_back(
    browser: Browser, site: str
) -> None:
    """After the time of grace a robot plays, everybody sees it, and the person is let back in."""
    host = await Visitor.come(browser, site, "Hanna")
    guest = await Visitor.come(browser, site, "Gil", "tall")
    async with host, guest:
        await with_robots(host, guest, grace="0 seconds")
        held = host.page.locator(".seat.west .mark.bot")
        await guest.context.set_offline(True)
        await guest.standing("reconnecting")
        await expect(held).to_be_visible()
        await expect(host.page.locator(".seat.west .stand-in")).to_be_visible()
        await expect(host.page.locator("#live")).to_contain_text("A robot plays for Gil.")
        await guest.context.set_offline(False)
        await guest.standing("open")
        await expect(held).to_have_count(0)
        await expect(guest.page.locator(".stands-in")).to_have_count(0)


async def test_a_seat_that_a_robot_took_for_slowness_is_taken_back_by_a_click(
    browser: Browser,
) -> None:
    """Whose time ran out sees that a robot plays for them, and plays on by a click."""
    async with (
        LiveServer(pace=Pace(tempo=Tempo(0.5))) as server,
        await Visitor.come(browser, f"http://127.0.0.1:{server.port}", "Hanna") as person,
    ):
        await person.named()
        await person.ask(SLOW)
        back = person.page.locator(".stands-in [data-act=back]")
        await back.click()
        await expect(back).to_have_count(0)
        assert await person.ask("(app) => app.conn.table.room.seats[0].bot ?? null") is None


SLOW = """async (app) => {
    await app.create({ rules: "coinche-house", turn: 1, timeouts: 1, bank: 0 });
    const ask = (command) => app.conn.ask(command);
    ask({ t: "sit", seat: "S" });
    for (const seat of "WNE") ask({ t: "bot", seat, policy: "novice" });
    await ask({ t: "ready", ready: true });
}"""


async def test_the_time_bank_is_shown_once_a_turn_costs_it(browser: Browser, site: str) -> None:
    """When a turn is over and its time bank runs, the ring says so, and counts what is left."""
    async with await Visitor.come(browser, site, "Hanna") as person:
        await person.named()
        await person.ask(SLOW.replace("bank: 0", "bank: 60"))
        seconds = person.page.locator(".seat.south .seconds.bank")
        await expect(seconds).to_have_text(re.compile(r"\+\d+"), timeout=PATIENCE * 1000)
        await expect(person.page.locator(".seat.south .ring.bank")).to_be_visible()
