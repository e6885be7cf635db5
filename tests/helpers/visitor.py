"""Somebody at a browser: they read the page and click on it, and what went wrong there is kept."""

import json
from types import TracebackType
from typing import Any, Self

from playwright.async_api import Browser, BrowserContext, Locator, Page, WebSocket, expect

from tests.helpers.server_process import PATIENCE

ACT = ".slot.legal, .box [data-call]:not(:disabled), [data-act=next]:not([aria-disabled])"
"""What is open to somebody who is to act."""

SIZES = {
    "desktop": (1280, 800),
    "portrait": (360, 640),
    "landscape": (640, 360),
    "tall": (390, 844),
    "wide": (1920, 1080),
}

_NOTE_TROUBLE = """
    window.violations = [];
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
        window.violations.push(`${violatedDirective} ${blockedURI}`));
"""


_SEEN = """async (app, v) => {
    while ((app.conn.table?.v ?? 0) <= v) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
}"""


class Visitor:
    """
    Somebody at a page of a browser of their own.

    Attributes:
        name: What they are called.
        context: Their browser: what it remembers.
        page: What they look at.
        heard: Every update their page was sent, over all its sockets.
        sent: Every command it sent.
        troubles: What went wrong in it: errors, and what its policy forbade.
    """

    def __init__(self, name: str, site: str) -> None:
        self.name = name
        self.site = site
        self.heard: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        self.troubles: list[str] = []
        self.context: BrowserContext
        self.page: Page

    @classmethod
    async def come(
        cls, browser: Browser, site: str, name: str, size: str = "desktop", **options: Any
    ) -> Self:
        """Open a browser for somebody."""
        width, height = SIZES[size]
        visitor = cls(name, site)
        options = {"locale": "en", "reduced_motion": "reduce", **options}
        visitor.context = await browser.new_context(
            viewport={"width": width, "height": height}, **options
        )
        visitor.context.set_default_timeout(PATIENCE * 1000)
        await visitor.context.add_init_script(_NOTE_TROUBLE)
        visitor.page = await visitor.open_tab()
        return visitor

    async def open_tab(self) -> Page:
        """Return one more tab of the same browser."""
        page = await self.context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error} {error.stack}"))
        page.on("console", lambda line: self._console(line.type, line.text))
        page.on("websocket", self._listen)
        return page

    def _console(self, kind: str, text: str) -> None:
        # a line that fails is part of what is tested; the page says so by itself
        if kind in ("error", "warning") and "WebSocket" not in text and "ERR_" not in text:
            self.troubles.append(f"{kind}: {text}")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(json.loads(frame)))
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))

    async def leave(self) -> None:
        """Close the browser, and complain about what went wrong in it."""
        for page in self.context.pages:
            if not page.is_closed():
                self.troubles += await page.evaluate("window.violations ?? []")
        await self.context.close()
        assert self.troubles == [], self.troubles

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if error is None:
            await self.leave()
        else:
            await self.context.close()

    # --- what people do ---

    async def named(self) -> None:
        """Tell the first page one's name."""
        await self.page.goto(f"{self.site}/")
        await self.page.get_by_label("Your name").fill(self.name)

    async def create(
        self,
        game: str = "Coinche",
        deals: int = 1,
        clock: str = "No clock",
        grace: str | None = None,
        *,
        public: bool = False,
    ) -> str:
        """Make a table by the form of the first page, and return its code to sit."""
        page = self.page
        await self.named()
        await page.get_by_role("radio", name=game).check()
        if public:
            await page.get_by_role("radio", name="Anybody").check()
        await page.get_by_label("Pace").select_option(label=clock)
        await page.get_by_text("Every rule of the table").click()
        count = page.get_by_label("Number of deals")
        await count.fill(str(deals))
        await count.blur()
        if grace is not None:
            await page.get_by_label("If somebody is gone").select_option(label=grace)
        await page.get_by_role("button", name="Create the table").click()
        await page.locator("[data-sit]").first.wait_for()
        return page.url.rsplit("/", 1)[1]

    async def invite(self, guest: "Visitor", **options: Any) -> None:
        """Make a table, sit South there, and let *guest* come by its link."""
        code = await self.create(**options)
        await self.sit("S")
        await guest.follow("join", code)

    async def follow(self, kind: str, code: str) -> None:
        """Open a link that somebody sent, and say who one is."""
        await self.page.goto(f"{self.site}/{kind}/{code}")
        await self.page.get_by_label("Your name").fill(self.name)
        await self.page.locator("[data-act=enter]").click()
        await self.page.locator(".game").wait_for()

    async def sit(self, seat: str) -> None:
        """Take a seat."""
        await self.page.locator(f"[data-sit={seat}]").click()
        await self.page.locator("[data-act=ready]").wait_for()

    async def ready(self) -> None:
        """Say that one is ready."""
        await self.page.locator("[data-act=ready]").click()

    async def act(self) -> None:
        """
        Do what one is to do, and see what came of it.

        That is to bid the least there is, or to pass; to play a card; to ask for the next deal.
        """
        page = self.page
        await page.locator(ACT).first.wait_for()
        v = await self.version()
        card = page.locator(".slot.legal").first
        if await card.count():
            await card.click()
        elif await page.locator(".box").count():
            await self._speak()
        elif await (after := page.locator("[data-act=next]:not([aria-disabled])")).count():
            await after.click()
        await self.see(v)

    async def see(self, v: int) -> None:
        """Wait until the page shows a later version than *v*."""
        await self.ask(_SEEN, v)

    async def _speak(self) -> None:
        page = self.page
        bids = page.locator('.calls .call.bid, .box [data-call="coinche"]')
        if await bids.count():
            await page.locator('.box [data-call="pass"]').click()
        elif await page.locator(".box.take").count():
            await page.locator(".box .mode-button").first.click()
        else:
            await page.locator(".box .mode-button").first.click()
            await page.locator(".box .say:not(:disabled)").click()

    # --- what there is to know of their page ---

    def status(self, state: str) -> Locator:
        """Return the status line, once it says *state*."""
        return self.page.locator(f'.status[data-status="{state}"]')

    async def standing(self, state: str) -> None:
        """Wait until the page stands so with its server."""
        await expect(self.status(state)).to_have_count(1, timeout=PATIENCE * 1000)

    async def ask(self, expression: str, *arguments: Any) -> Any:
        """Return what a function of the page's own state, ``app``, comes to."""
        return await self.page.evaluate(
            f"""async (given) => {{
                const own = [...document.querySelectorAll("link[rel=modulepreload]")];
                const {{ href }} = own.find((link) => link.href.endsWith("/app.js"));
                const {{ app }} = await import(href);
                return ({expression})(app, ...given);
            }}""",
            list(arguments),
        )

    async def version(self) -> int:
        """Return the version of the table they see."""
        return int(await self.ask("(app) => app.conn.table?.v ?? 0"))

    def commands(self, kind: str) -> list[dict[str, Any]]:
        """Return what the page has sent of a kind."""
        return [command for command in self.sent if command["t"] == kind]
