"""Whole matches, clicked by people at their browsers."""

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tests.browser.party import Party, party
from tests.helpers.server_process import ServerProcess
from tests.helpers.visitor import Visitor

SEATS = "SWNE"


def hidden_hands(update: dict[str, Any], seat: str | None) -> list[list[Any]]:
    """Return the hands in *update* that are not for *seat*, while the deal runs."""
    hands: list[list[Any]] = []
    room = (update.get("snapshot") or update).get("room")
    match = (room or {}).get("match", {})
    if "deal" in match and "revealed" not in match:
        hands += without(match["deal"]["hands"], seat)
    for event in update.get("events", []):
        hands += without(event.get("hands") or event.get("added") or [], seat)
    return hands


def without(hands: list[list[Any]], seat: str | None) -> list[list[Any]]:
    """Return *hands* but the one of *seat*."""
    return [hand for each, hand in zip(SEATS, hands, strict=False) if each != seat]


def whole(value: Any) -> Any:
    """Return *value* without fields that have their default, which a server may leave out."""
    if isinstance(value, dict):
        return {
            name: whole(field) for name, field in value.items() if field not in (None, False, 0, [])
        }
    return [whole(each) for each in value] if isinstance(value, list) else value


@pytest.mark.timeout(120)
@pytest.mark.parametrize("game", ["Coinche", "Classic Belote"])
async def test_four_people_play_a_match_and_a_fifth_watches(
    browser: Browser, site: str, game: str
) -> None:
    """Four people come by a link and play a match; nobody's page is told a card it may not see."""
    async with party(browser, site, game) as table:
        watcher = await Visitor.come(browser, site, "Vera")
        async with watcher:
            await watcher.follow("watch", table.watch)
            await table.ready()
            await expect(watcher.page.locator(".slot")).to_have_count(0)
            await table.play(".trick .lies")
            await expect(watcher.page.locator(".trick .lies").first).to_be_visible()
            await table.play("[data-act=rematch], [data-act=leave]")
            for person in (*table.people.values(), watcher):
                await expect(person.page.locator(".finish")).to_be_visible()
                await expect(person.page.locator("[data-fair=fair]")).to_be_visible()
            for seat, person in (*table.people.items(), (None, watcher)):
                hands = [hand for update in person.heard for hand in hidden_hands(update, seat)]
                assert hands
                assert {card for hand in hands for card in hand} <= {None}
            # what each page folded is what the server says
            seen = whole(await table.first.ask("(app) => app.conn.table.room"))
            await table.first.page.reload()
            await table.first.page.locator(".finish").wait_for()
            assert whole(await table.first.ask("(app) => app.conn.table.room")) == seen
            for person in table.people.values():
                await person.page.locator("[data-act=rematch]").click()
            for person in table.people.values():
                await expect(person.page.locator(".slot").first).to_be_visible()


@pytest.mark.timeout(120)
async def test_nobody_is_ever_lost(browser: Browser) -> None:
    """One reloads, one loses the network, one opens a second tab, the server restarts."""
    async with (
        ServerProcess("--log-level", "error", "--drain-seconds", "1") as server,
        party(browser, f"http://127.0.0.1:{server.port}") as table,
    ):
        await table.ready()
        await table.play(".trick .lies")
        await reload_in_a_trick(table.people["W"])
        await table.step()
        await lose_the_network(table, table.people["N"])
        await open_a_second_tab(table.people["E"])
        await table.step()
        await restart(server, table)
        await table.play("[data-act=rematch]")
        for person in table.people.values():
            await expect(person.page.locator(".finish")).to_be_visible()
            await expect(person.page.locator("[data-fair=fair]")).to_be_visible()


async def reload_in_a_trick(person: Visitor) -> None:
    """Reload, and see the same table."""
    seen = whole(await person.ask("(app) => app.conn.table.room.match"))
    await person.page.reload()
    await person.page.locator(".slot").first.wait_for()
    assert whole(await person.ask("(app) => app.conn.table.room.match")) == seen


async def lose_the_network(table: Party, person: Visitor) -> None:
    """Be away; what is clicked meanwhile is sent once, when the line is back."""
    while not await person.page.locator(".slot.legal").count():
        await table.step()
    played = len(person.commands("play"))
    await person.context.set_offline(True)
    await person.standing("reconnecting")
    await expect(table.first.page.locator(".seat.off, .seat .mark.away").first).to_be_visible()
    card = person.page.locator(".slot.legal").first
    name = await card.get_attribute("data-card")
    await card.click()
    await expect(person.page.locator(f'.slot.sent[data-card="{name}"]')).to_be_visible()
    assert len(person.commands("play")) == played
    await person.ask(SEVERAL_ATTEMPTS)
    await person.context.set_offline(False)
    await person.standing("open")
    await expect(person.page.locator(f'.hand [data-card="{name}"]')).to_have_count(0)
    assert [each["card"] for each in person.commands("play")[played:]] == [name]


SEVERAL_ATTEMPTS = """async (app) => {
    while (app.conn.attempt < 3) await new Promise(requestAnimationFrame);
}"""


async def open_a_second_tab(person: Visitor) -> None:
    """Play on in a second tab: the first says so and stays quiet."""
    old = person.page
    person.page = await person.open_tab()
    await person.page.goto(old.url)
    await person.page.locator(".slot").first.wait_for()
    await expect(old.locator('.status[data-status="replaced"]')).to_be_visible()
    await expect(old.locator(".status")).to_contain_text("Opened elsewhere")


async def restart(server: ServerProcess, table: Party) -> None:
    """Restart the server under everybody's hands."""
    people = list(table.people.values())
    assert await server.stop() == 0
    await asyncio.gather(*(person.standing("restarting") for person in people[:1]))
    await server.start()
    await asyncio.gather(*(person.standing("open") for person in people))
    for person in people:
        assert re.fullmatch(r"/join/\w+", await person.page.evaluate("location.pathname"))
