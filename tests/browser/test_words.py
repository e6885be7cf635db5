"""Other people's words are text; one's own language is a choice of the moment."""

import re

from playwright.async_api import Browser, expect

from belote_protocol.i18n import LANGUAGES, words
from tests.helpers.visitor import ACT, Visitor

EVIL = '<img src=x onerror="window.struck=1">'
WORSE = "<script>window.struck=1</script><b>bold</b>"


async def test_t120_names_and_chat_are_only_ever_text(browser: Browser, site: str) -> None:
    """Markup in names and in what is said is shown as it was typed, and nothing of it is run."""
    host = await Visitor.come(browser, site, EVIL)
    guest = await Visitor.come(browser, site, WORSE)
    async with host, guest:
        await host.invite(guest)
        await guest.sit("W")
        for person, said in ((host, WORSE), (guest, EVIL)):
            field = person.page.locator("#write-side")
            await field.fill(said)
            await field.press("Enter")
        for person in (host, guest):
            page = person.page
            for text in (EVIL, WORSE):
                await expect(page.locator(".place").get_by_text(text[:40])).to_be_visible()
                await expect(page.locator(".side .log").get_by_text(text).first).to_be_visible()
            await expect(page.locator("#live")).to_contain_text("onerror")
            assert await page.evaluate("window.struck") is None
            assert (
                await page.locator("#app img, #app script, #app b b, #live *:not(p)").count() == 0
            )


async def test_a_language_is_changed_without_a_reload(browser: Browser, site: str) -> None:
    """Every language is spoken at once, the table stays, and nothing is left in English."""
    async with await Visitor.come(browser, site, "Ola") as person:
        await person.create(clock="Normal: 30 seconds a turn")
        await person.sit("S")
        sockets = await person.ask("(app) => app.conn.sockets")
        for lang in LANGUAGES:
            await person.ask("(app, lang) => app.changeLanguage(lang)", lang)
            speech = words(lang)
            page = person.page
            await expect(page.locator("html")).to_have_attribute("lang", lang)
            await expect(page.locator("[data-act=ready]")).to_have_text(
                speech.say("web.i_am_ready")
            )
            await expect(page.locator(".lounge")).to_contain_text(speech.say("web.free_seats", n=3))
            await expect(page.locator(".lounge")).to_contain_text(
                speech.say("web.seconds_a_turn", n=30)
            )
        assert await person.ask("(app) => app.conn.sockets") == sockets


async def test_every_event_is_one_sentence(browser: Browser, site: str) -> None:
    """Whoever listens hears each call and each card, and whose turn it is."""
    async with await Visitor.come(browser, site, "Klara") as listener:
        page = listener.page
        await page.goto(site)
        await page.locator("[data-act=practise]").click()
        heard = page.locator("#live")
        await expect(heard).to_contain_text("Your cards: ")
        card = re.compile(r"Robot \w+: \w+ of \w+\.")
        while not card.search(await heard.inner_text()):
            await page.locator(ACT).first.wait_for()
            await listener.act()
        await page.locator(ACT).first.wait_for()
        await expect(heard).to_contain_text("It is your turn.")
        await expect(page).to_have_title("● Your turn – Belote")


async def test_somebody_can_be_muted(browser: Browser, site: str) -> None:
    """Words of somebody who was muted are not heard, and are again later."""
    host = await Visitor.come(browser, site, "Hanna")
    guest = await Visitor.come(browser, site, "Gil")
    async with host, guest:
        await host.invite(guest)
        await guest.sit("W")
        await host.page.locator("[data-sit=W]").click()
        await host.page.locator("[data-act=mute]").click()
        await expect(host.page.locator("[data-act=mute]")).to_have_text("Hear again")
        await guest.page.locator(".side [data-phrase=hello]").click()
        await expect(guest.page.locator(".side .log p")).to_have_count(1)
        await host.page.locator("[data-act=mute]").click()
        await expect(host.page.locator("[data-act=mute]")).to_have_text("Mute")
        await guest.page.locator(".side [data-phrase=thanks]").click()
        await expect(host.page.locator(".side .log p")).to_have_text(["Gil Thank you!"])
