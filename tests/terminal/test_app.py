"""The first screen, and the ways from there to a table and back."""

from pathlib import Path
from typing import Any

import pytest

from client_demo.terminal.app import BeloteApp
from client_demo.terminal.identity import Identity, Known
from client_demo.terminal.options import Options
from client_demo.terminal.places import Place
from client_demo.terminal.start import Start
from tests.helpers import views
from tests.helpers.screens import PEOPLE, Screen, opened, play, welcomed
from tests.helpers.scripted import Peer

ME = {"person": {"id": "p1", "name": "Anna"}, "online": True}


async def test_create() -> None:
    """A table is made of what the lines say, by arrow keys alone."""
    asked: dict[str, Any] = {}

    async def script(peer: Peer) -> None:
        assert (await peer.welcome())["name"] == "Zoé"
        asked.update(await peer.heard("create"))
        await peer.tell({"t": "ok", "cmd": 1, "v": 1}, views.snapshot(1, host="p1"))
        await peer.ended()

    async with opened(script, code=None, name="") as screen:
        await screen.shows("Your name")
        await screen.press(*"Zo", "é", "enter", "enter")  # the name, no code, on to the lines
        await screen.press("down", "down")  # past what leads to other tables
        await screen.press("right", "down", "right", "down", "left", "down", "right", "down")
        await screen.shows("official")
        await screen.press("down", "down", "down", "enter")
        await screen.shows("Choose a seat")

    settings = asked["settings"]
    assert settings["rules"] == "classic-official"
    assert settings["changes"] == {"match.target": 3000}
    assert settings["turn"] == 60


async def test_practice() -> None:
    """One key makes a table with three bots, no clock and hints, and sits down there."""
    asked: list[dict[str, Any]] = []

    async def script(peer: Peer) -> None:
        await peer.welcome()
        asked.append(await peer.heard("create"))
        await peer.tell({"t": "ok", "cmd": 1, "v": 1}, views.snapshot(1, host="p1"))
        for v, kind in enumerate(("sit", "bot", "bot", "bot"), 2):
            asked.append(await peer.heard(kind))
            await peer.tell({"t": "ok", "cmd": asked[-1]["cmd"], "v": v})
        await peer.tell(
            views.snapshot(5, host="p1", seats=[ME, *[{"bot": "expert"}] * 3], seat="S")
        )
        await peer.ended()

    async with opened(script, code=None, name="Anna") as screen:
        await screen.shows("Practise with robots")
        await screen.press(*["down"] * 7, "right", *["up"] * 6, "enter")
        await screen.until(lambda shown: shown.count("expert") == 3)

    settings = asked[0]["settings"]
    assert (settings["turn"], settings["hints"], settings["bots"]) == (0, True, "expert")
    assert [each["seat"] for each in asked[1:]] == [*"SWNE"]
    assert {each["policy"] for each in asked[2:]} == {"expert"}


async def test_details() -> None:
    """Absence, extra time, hints and who may come are chosen apart."""
    asked: dict[str, Any] = {}

    async def script(peer: Peer) -> None:
        await peer.welcome()
        asked.update(await peer.heard("create"))
        await peer.tell({"t": "refused", "cmd": 1, "code": "too_many_rooms"})
        await peer.ended()

    async with opened(script, code=None, name="Anna") as screen:
        await screen.shows("Absence, extra time, hints")
        await screen.press(*["down"] * 8, "enter")
        await screen.shows("Time bank for each")
        await screen.press(
            "right", "down", "left", "down", "right", "down", "right", "down", "right"
        )
        await screen.press("escape", "down", "enter")
        await screen.shows("There are too many tables")

    chosen = {name: asked["settings"][name] for name in ("grace", "timeouts", "bank")}
    assert chosen == {"grace": 120, "timeouts": 1, "bank": 60}
    assert asked["settings"]["hints"]
    assert asked["settings"]["public"]


async def test_a_name_is_needed() -> None:
    """Nothing is made before one has a name."""

    async def script(peer: Peer) -> None:
        raise AssertionError("nobody should come")

    async with opened(script, code=None, name="") as screen:
        await screen.shows("Your name")
        await screen.press("enter")
        await screen.shows("First say what others should call you.")


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("!", "neither a code nor a link"),
        ("https://elsewhere/join/ABCD", "Start again with:"),
        ("NOPE", "There is no such table."),
    ],
)
async def test_no_way_in(typed: str, why: str) -> None:
    """A code that opens nothing is answered where it was typed."""

    async def script(peer: Peer) -> None:
        await peer.welcome()
        command = await peer.heard("join")
        await peer.tell({"t": "refused", "cmd": command["cmd"], "code": "no_such_room"})
        await peer.ended()

    async with opened(script, code=None, name="Anna") as screen:
        await screen.shows("as usual")
        await screen.press("shift+tab", *typed, "enter")
        await screen.shows(why)


async def test_a_link(tmp_path: Path) -> None:
    """A link of this server is a code, and what is chosen with it is kept."""

    async def script(peer: Peer) -> None:
        await welcomed(peer, **play())
        await peer.ended()

    async with opened(script, code=None, name="Anna") as screen:
        await screen.shows("as usual")
        link = Place(screen.app.start.place.address).link("join", "SITSIT")
        await screen.press("up", *link.replace("SITSIT", "sitsit"), "enter")
        await screen.shows("It is your turn")
        assert screen.app.desk.identity.known.code == "SITSIT"


async def test_nobody_there() -> None:
    """A server that is not there is said so, and tried again."""
    person = Identity(Known("Anna"), None)
    app = BeloteApp(Start(Place("ws://127.0.0.1:9/ws", "SITSIT")), person, Options(name="Anna"))
    async with app.run_test() as pilot:
        await Screen(app, pilot).shows("Next attempt in")


async def test_sent_away() -> None:
    """Whose seat is emptied comes back to the first screen, and is told why."""

    async def script(peer: Peer) -> None:
        await welcomed(peer, seats=[ME, *PEOPLE[1:]], seat="S", host="p1")
        command = await peer.heard("remove")
        assert command["seat"] == "W"
        await peer.tell({"t": "left", "reason": "removed"})
        await peer.ended()

    async with opened(script) as screen:
        await screen.shows("Press the space bar")
        await screen.press("escape")
        await screen.shows("hear Bob no more")
        await screen.press("down", "down", "down", "enter")
        await screen.shows("empty a seat")
        await screen.press("enter")
        await screen.shows("The host has emptied your seat.")
        assert screen.app.desk.identity.known.code is None


async def test_menu() -> None:
    """The menu offers what one may do, and does it."""

    async def script(peer: Peer) -> None:
        await welcomed(peer, **{**play(), "seats": [ME, *PEOPLE[1:]]}, host="p1")
        for kind in ("surrender", "watchers", "mute"):
            command = await peer.heard(kind)
            await peer.tell({"t": "ok", "cmd": command["cmd"], "v": 1})
        await peer.ended()

    async with opened(script, size=(80, 30)) as screen:
        await screen.shows("It is your turn")
        for down in (2, 3, 4):
            await screen.press("escape", *["down"] * down, "enter")
        await screen.press("escape")
        await screen.shows("hear Bob again")
        await screen.press("escape", "escape", "up", *["down"] * 12, "up", "enter")
        assert screen.app.return_value is None


async def test_unfair() -> None:
    """A deal that was changed on the way is complained of loudly."""
    revealed = {"e": "revealed", "deal": 1, "deck": [], "seed": "00" * 32}

    async def script(peer: Peer) -> None:
        match = views.match(deal=views.deal(), commitment="0" * 64)
        await welcomed(peer, seats=PEOPLE, seat="S", match=match)
        await peer.tell(views.happened(2, revealed))
        await peer.ended()

    async with opened(script, size=(120, 30)) as screen:
        await screen.shows("Deal 1 was NOT fair")
