"""The terminal table under a test: begun at a scripted server, and read as text."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from typing import Any

from textual.pilot import Pilot

from client_demo.terminal.app import BeloteApp
from client_demo.terminal.identity import Identity, Known
from client_demo.terminal.options import Options
from client_demo.terminal.places import Place
from client_demo.terminal.start import Start
from tests.helpers import views
from tests.helpers.scripted import Peer, Script, playing

PATIENCE = 30.0
"""Seconds after which whatever a test waits for counts as never coming."""

PEOPLE = [views.seat(name) for name in ("Anna", "Bob", "Chen", "Dora")]

HAND = ["JH", "9H", "AS", "TS", "KD", "QD", "8C", "7C"]


@dataclass
class Screen:
    """A running table, its keys and its text."""

    app: BeloteApp
    pilot: Pilot[None]

    @property
    def text(self) -> str:
        """What can be read on the screen, line by line."""
        return text_of(self.app)

    async def shows(self, text: str) -> str:
        """Wait until *text* can be read, and return the whole screen."""
        return await self.until(lambda shown: text in shown, f"{text!r} to show")

    async def hides(self, text: str) -> str:
        """Wait until *text* can't be read any more, and return the whole screen."""
        return await self.until(lambda shown: text not in shown, f"{text!r} to go")

    async def until(self, condition: Callable[[str], bool], what: str = "it") -> str:
        """Wait until *condition* holds for the text of the screen, and return that."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition(shown := self.text):
                    await self.pilot.pause()
        except TimeoutError as late:
            late.add_note(f"waited for {what}; the screen was:\n{self.text}")
            raise
        return shown

    async def press(self, *keys: str) -> None:
        """Press *keys*, one after the other."""
        await self.pilot.press(*keys)


def text_of(app: BeloteApp) -> str:
    """Return the text of the screen, as the compositor lays it out."""
    strips = app.screen._compositor.render_strips(app.size)
    return "\n".join(strip.text.rstrip() for strip in strips)


def auction(**turn: Any) -> dict[str, Any]:
    """Return the fields of a table in its first Coinche auction, Anna at South."""
    hands = [[*HAND], *[[None] * 8 for _ in range(3)]]
    match = views.match(deal=views.deal(hands=hands))
    return {"seats": PEOPLE, "seat": "S", "match": match, "turn": turn}


def play(cards: dict[str, str | None] | None = None, **deal: Any) -> dict[str, Any]:
    """Return the fields of a table at which hearts are trump and Anna is to play *cards*."""
    fields = auction(seat="S", cards=cards if cards is not None else dict.fromkeys(HAND))
    hands = fields["match"]["deal"]["hands"]
    running = views.deal(hands=hands, contract="S:100H", calls=[["S", "100H"]], **deal)
    return {**fields, "match": views.match(phase="play", deal=running)}


async def welcomed(peer: Peer, **fields: Any) -> None:
    """Hear somebody come, and show them a table with *fields*."""
    await peer.welcome()
    command = await peer.heard("join")
    shown = views.snapshot(1, **fields)
    await peer.tell({"t": "ok", "cmd": command["cmd"], "v": 1}, shown)


@contextlib.asynccontextmanager
async def opened(
    *scripts: Script,
    size: tuple[int, int] = (80, 24),
    code: str | None = "SITSIT",
    **options: Any,
) -> AsyncIterator[Screen]:
    """Begin a table at a server that follows *scripts*, going to *code* at once."""
    chosen = replace(Options(name="Anna"), **options)
    async with playing(*scripts) as played:
        person = Identity(Known("Anna" if code else ""), None)
        app = BeloteApp(Start(Place(played.address, code)), person, chosen)
        async with app.run_test(size=size) as pilot:
            yield Screen(app, pilot)
