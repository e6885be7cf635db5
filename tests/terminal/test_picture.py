"""
The picture of the table that the README shows, as Textual exports it.

``python -m tests.terminal.test_picture`` draws it anew.
"""

import asyncio
import html
import re
from pathlib import Path

from tests.helpers import views
from tests.helpers.screens import opened, play, welcomed
from tests.helpers.scripted import Peer

PICTURE = Path(__file__).parents[2] / "client_demo" / "terminal" / "table.svg"

HELD = dict.fromkeys(("JH", "9H", "KD", "QD", "8C", "7C"), "must_follow")


async def drawn() -> str:
    """Return the picture: Anna is to follow to spades, and has tried a heart."""

    async def script(peer: Peer) -> None:
        trick = {"leader": "W", "cards": ["7D", "JD", "AD", "9D"], "winner": "E", "points": 13}
        declared = {
            "e": "declarations",
            "points": 20,
            "team": "NS",
            "shown": [{"seat": "N", "kind": "tierce", "cards": ["QC", "JC", "TC"]}],
        }
        deal_of = {
            "leader": "W",
            "trick": ["KS", "7S"],
            "tricks": [trick],
            "declarations": declared,
            "dealer": "W",
            "number": 3,
            "announced": [[], [], ["tierce"], []],
        }
        fields = play(None, **deal_of)
        fields["match"] |= {"scores": {"ns": 342, "ew": 180}}
        fields["match"]["deal"]["hands"][0] = ["JH", "9H", "AS", "TS", "QD", "8C", "7C"]
        fields["turn"] = {"seat": "E"}
        settings = {**views.room()["settings"], "hints": True}
        before = {**fields, "rules": {"match.target": 1000}, "watchers": 2, "settings": settings}
        await welcomed(peer, **before)
        turn = {
            "seat": "S",
            "cards": {card: HELD.get(card) for card in fields["match"]["deal"]["hands"][0]},
        }
        called = {"e": "played", "seat": "E", "card": "8S"}
        person = {"id": "p-Chen", "name": "Chen"}
        said = {"t": "said", "person": person, "at": 0.0, "seat": "N"}
        await peer.tell({"t": "presence", "seat": "W", "online": True})
        await peer.tell({**said, "phrase": "good_luck"}, views.happened(2, called, **turn))
        await peer.tell({**said, "text": "Your ace, please!"})
        await peer.ended()

    async with opened(script, size=(100, 30)) as screen:
        await screen.shows("Your ace, please!")
        await screen.press("2")
        await screen.shows("You must follow suit")
        return screen.app.export_screenshot(title="belote play")


def words_of(picture: str) -> list[str]:
    """Return the texts in *picture*."""
    return [html.unescape(text) for text in re.findall(r"<text [^>]*>(.*?)</text>", picture, re.S)]


async def test_the_picture_is_of_today() -> None:
    """The picture shows what the table looks like now."""
    assert words_of(PICTURE.read_text("utf-8")) == words_of(await drawn())


if __name__ == "__main__":
    PICTURE.write_text(asyncio.run(drawn()), "utf-8")
