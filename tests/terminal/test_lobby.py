"""The lobby in a terminal: open tables come and go, and others are looked for."""

from dataclasses import replace
from typing import Any

from belote_protocol.i18n import LANGUAGES, words
from tests.helpers import views
from tests.helpers.screens import opened
from tests.helpers.scripted import Peer


def offer(name: str, **fields: Any) -> dict[str, Any]:
    """Return a public table called *name*, made by Bob."""
    plain = {"id": name, "code": f"SIT{name}", "rules": "coinche-house", "target": 1000}
    return {**plain, "turn": 30, "host": "Bob", "names": ["Bob", None, "Chen", None], **fields}


OFFERS = [
    offer("AAAA", changes=1, watch="SEEAAAA"),
    offer("BBBB", rules="classic-official", names=["Dora\x1b[2J", None, None, None], bots=3),
]
FULL = {"t": "lobby", "v": 3, "full": True, "tables": OFFERS, "seeking": 2}


async def looked_around(peer: Peer) -> None:
    """Hear somebody come and browse, and tell them of two tables."""
    await peer.welcome()
    browse = await peer.heard("browse")
    await peer.tell({"t": "ok", "cmd": browse["cmd"]}, FULL)


async def answered(peer: Peer, kind: str, *updates: dict[str, Any]) -> dict[str, Any]:
    """Hear a command of *kind*, answer it and send *updates*; return the command."""
    command = await peer.heard(kind)
    await peer.tell({"t": "ok", "cmd": command["cmd"]}, *updates)
    return command


async def test_open_tables() -> None:
    """Tables are listed as they come and go, and one is entered by Enter."""

    async def script(peer: Peer) -> None:
        await looked_around(peer)
        command = await answered(peer, "join", views.snapshot(1))
        assert command["code"] == "SITAAAA"
        await peer.ended()

    async with opened(script, code=None, name="Anna") as screen:
        await screen.shows("Open tables, quick match")
        await screen.press("enter")
        shown = await screen.shows("2/4 Bob, Chen")
        assert "4/4 Dora[2J, 3 robots" in shown
        assert "2 people look for players." in shown
        await screen.press(*["down"] * 4)
        await screen.shows("1 rule changed")
        await screen.press("enter")
        await screen.shows("Choose a seat")


async def test_what_changes() -> None:
    """A table that is gone goes, one that changes changes, and the chosen line stays chosen."""

    async def script(peer: Peer) -> None:
        await looked_around(peer)
        await answered(peer, "seek", {"t": "seeking", "on": True, "waiting": 1})
        changed = offer("BBBB", playing=True, names=["Eve", None, None, None])
        await peer.tell({"t": "lobby", "v": 5, "tables": [changed], "gone": ["AAAA"]})
        await answered(peer, "unseek", {"t": "seeking", "on": False})
        await answered(peer, "join", views.snapshot(1))
        await peer.ended()

    async with opened(script, code=None, name="Anna") as screen:
        await screen.shows("Open tables, quick match")
        await screen.press("enter")
        await screen.shows("Bob, Chen")
        await screen.press("down", "down", "down", "enter")
        await screen.shows("Looking for players")
        shown = await screen.hides("Bob, Chen")
        assert "▶ 1/4 Eve" in shown
        await screen.press("enter")
        await screen.shows("Find players")
        await screen.press("down", "w")
        await screen.shows("This table allows no spectators.")
        await screen.press("enter")
        await screen.shows("Choose a seat")


async def test_a_quick_match() -> None:
    """What one would play is chosen; the table opens when four are found."""
    asked: dict[str, Any] = {}

    async def script(peer: Peer) -> None:
        await looked_around(peer)
        seeking = {"t": "seeking", "on": True, "waiting": 3}
        asked.update(await answered(peer, "seek", seeking))
        await peer.tell({"t": "matched", "code": "SITSIT"}, views.snapshot(1, seat="S"))
        await peer.ended()

    async with opened(script, code=None, name="Anna") as screen:
        await screen.shows("Open tables, quick match")
        await screen.press("enter")
        await screen.shows("Find players")
        await screen.press("right", "right", "down", "right", "down", "right", "down", "enter")
        await screen.shows("free seat")
        assert "Players found" in await screen.shows("Players found")

    assert asked["rules"] == ["classic-house"]
    assert asked["pace"] == "fast"
    assert asked["wide"] is False


async def test_out_again() -> None:
    """Whoever goes back hears the lobby no more and looks for nobody; it waits where it was."""

    async def script(peer: Peer) -> None:
        await looked_around(peer)
        await answered(peer, "seek", {"t": "seeking", "on": True, "waiting": 1})
        kinds = [(await peer.heard())["t"]]
        await peer.tell({"t": "ok", "cmd": 3})
        kinds.append((await peer.heard())["t"])
        assert sorted(kinds) == ["browse", "unseek"]
        await peer.ended()

    async with opened(script, code=None, name="Anna") as screen:
        await screen.shows("Open tables, quick match")
        await screen.press("enter")
        await screen.shows("Find players")
        await screen.press("down", "down", "down", "enter")
        await screen.shows("Looking for players")
        await screen.press("escape")
        await screen.shows("Or a new table")


async def test_languages() -> None:
    """Every language says what can be chosen in full, on the smallest screen, at once."""

    async def script(peer: Peer) -> None:
        await looked_around(peer)
        await peer.ended()

    async with opened(script, code=None, name="Anna") as screen:
        await screen.shows("Open tables, quick match")
        await screen.press("enter")
        await screen.shows("Bob, Chen")
        for lang in LANGUAGES:
            screen.app.change(replace(screen.app.options, lang=lang))
            said = words(lang)
            shown = await screen.shows(said.say("lobby.quick_find"))
            for key in ("lobby.wide", "terminal.pace", "ruleset.coinche-house"):
                assert said.say(key) in shown
