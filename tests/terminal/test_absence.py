"""Bots at a table in a terminal, who is gone and for how long, extra time, and hints."""

import time
from typing import Any

import pytest

from tests.helpers import views
from tests.helpers.screens import PEOPLE, auction, opened, play, welcomed
from tests.helpers.scripted import Peer
from tests.terminal.test_table import COINCHE

ME = {"person": {"id": "p1", "name": "Anna"}, "online": True}
AHEAD = 1000.0
"""Seconds by which the server's clock is ahead of the terminal's."""


def settings(**fields: Any) -> dict[str, Any]:
    """Return what a table is made with."""
    return {**views.room()["settings"], **fields}


async def timed(peer: Peer, now: float, **fields: Any) -> None:
    """Hear somebody come when the server's clock says *now*, and show them a table."""
    await peer.welcome(server_time=now)
    command = await peer.heard("join")
    await peer.tell({"t": "ok", "cmd": command["cmd"], "v": 1}, views.snapshot(1, **fields))


async def test_a_seat_that_is_held() -> None:
    """A bot that holds somebody's seat is shown and told of; one takes one's own back by a key."""
    held = {"e": "botsat", "seat": "S", "policy": "club"}
    partner = {"e": "botsat", "seat": "N", "policy": "club"}

    async def script(peer: Peer) -> None:
        fields = {**play(), "turn": {"seat": "W"}}
        await welcomed(peer, **fields)
        await peer.tell(views.happened(2, held, partner, seat="W"))
        command = await peer.heard("back")
        await peer.tell({"t": "ok", "cmd": command["cmd"], "v": 3})
        await peer.tell(views.happened(3, {"e": "botleft", "seat": "S"}, seat="W"))
        await peer.ended()

    async with opened(script, size=(120, 30)) as screen:
        shown = await screen.shows("A robot plays for you.")
        assert "Chen robot" in shown
        assert "A robot plays for Chen." in shown
        assert "b Take my seat back" in shown
        await screen.press("b")
        await screen.shows("Anna plays again.")
        await screen.hides("A robot plays for you.")


async def test_grace() -> None:
    """Who is gone is shown with the time until a bot takes over, by the server's clock."""

    async def script(peer: Peer) -> None:
        now = time.monotonic() + AHEAD
        await timed(peer, now, **play())
        away = {"e": "away", "seat": "W", "until": now + 75.0}
        await peer.tell({"t": "presence", "seat": "W", "online": False})
        await peer.tell(views.happened(2, away, seat="S"))
        await peer.heard("chat")
        await peer.tell({"t": "presence", "seat": "W", "online": True})
        await peer.tell(views.happened(3, {"e": "returned", "seat": "W"}, seat="S"))
        await peer.ended()

    async with opened(script, size=(120, 30)) as screen:
        shown = await screen.shows("Bob away 1:1")
        assert "Bob is away;" in shown
        assert "Bob is away." not in shown
        await screen.press("t", "x", "enter")
        await screen.shows("Bob is back.")
        await screen.hides("Bob away 1:1")


@pytest.mark.parametrize(
    ("used", "shown"), [(-10.5, " 10 s +20"), (5.5, "time bank  14 s"), (90.0, "time bank   0 s")]
)
async def test_the_time_bank(used: float, shown: str) -> None:
    """A turn shows what is left of it and of the time bank, then the time bank alone."""

    async def script(peer: Peer) -> None:
        now = time.monotonic() + AHEAD
        turn = {"bank": now - used, "deadline": now - used + 20.0}
        fields = play()
        await timed(peer, now, **{**fields, "turn": fields["turn"] | turn})
        await peer.ended()

    async with opened(script) as screen:
        # as many seconds may have passed as it takes to draw the table
        near = [shown] if shown.endswith(" 0 s") else [shown, *_later(shown)]
        await screen.until(lambda now: any(each in now for each in near), shown)


def _later(shown: str) -> list[str]:
    """Return how *shown* looks up to three seconds later."""
    first = next(int(part) for part in shown.split() if part.isdigit())
    return [shown.replace(f"{first:>3}", f"{first - n:>3}", 1) for n in (1, 2, 3)]


async def test_the_bank_is_spent() -> None:
    """It is told what a turn has cost."""

    async def script(peer: Peer) -> None:
        await welcomed(peer, **play())
        await peer.tell(views.happened(2, {"e": "bankspent", "seat": "S", "left": 12.4}))
        await peer.ended()

    async with opened(script, size=(120, 30)) as screen:
        await screen.shows("Time bank of Anna: 12 s left.")


async def test_a_hint() -> None:
    """A hint says what a bot would do and why, and chooses the card; Enter plays it."""

    async def script(peer: Peer) -> None:
        await welcomed(peer, **play(), settings=settings(hints=True))
        command = await peer.heard("hint")
        hinted = {"t": "hinted", "deal": 1, "card": "KD", "reason": "take_trick"}
        await peer.tell({**hinted, "params": {"card": "KD"}})
        await peer.tell({"t": "ok", "cmd": command["cmd"], "v": 1})
        assert (await peer.heard("play"))["card"] == "KD"
        await peer.tell({"t": "ok", "cmd": 2, "v": 2})
        await peer.tell(views.happened(2, {"e": "played", "seat": "S", "card": "KD"}, seat="W"))
        await peer.ended()

    async with opened(script) as screen:
        shown = await screen.shows("It is your turn")
        assert "i hint" in shown
        await screen.press("i")
        shown = await screen.shows("hint: K♦: Take the trick with the king of diamonds.")
        assert "▲5▲" in shown
        await screen.press("enter")
        await screen.shows("Waiting for Bob.")


async def test_no_hints() -> None:
    """Where the table has no hints, that is the answer."""

    async def script(peer: Peer) -> None:
        await welcomed(peer, **auction(seat="S", options=COINCHE))
        command = await peer.heard("hint")
        await peer.tell({"t": "refused", "cmd": command["cmd"], "code": "not_now"})
        await peer.heard("hint")
        hinted = {"t": "hinted", "deal": 1, "call": "pass", "reason": "pass_weak"}
        await peer.tell(hinted, {"t": "ok", "cmd": 2})
        await peer.ended()

    async with opened(script) as screen:
        assert "i hint" not in await screen.shows("Choose the trump.")
        await screen.press("i")
        await screen.shows("This cannot be done now.")
        await screen.press("i")
        await screen.shows("hint: Pass: this hand is not strong enough.")


async def test_bots_sit() -> None:
    """The host lets bots sit, one or as many as there are seats, and sends one away."""

    async def script(peer: Peer) -> None:
        await welcomed(peer, seats=[ME, {}, {}, PEOPLE[3]], seat="S", host="p1")
        command = await peer.heard("bot")
        assert (command["seat"], command.get("policy")) == ("W", "expert")
        await peer.tell({"t": "ok", "cmd": command["cmd"], "v": 2})
        await peer.tell(views.happened(2, {"e": "botsat", "seat": "W", "policy": "expert"}))
        command = await peer.heard("bot")
        assert (command["seat"], command.get("policy", "club")) == ("N", "club")
        await peer.tell({"t": "ok", "cmd": command["cmd"], "v": 3})
        await peer.tell(views.happened(3, {"e": "botsat", "seat": "N", "policy": "club"}))
        assert (await peer.heard("remove"))["seat"] == "W"
        await peer.tell({"t": "ok", "cmd": 3, "v": 4})
        await peer.tell(views.happened(4, {"e": "botleft", "seat": "W"}))
        await peer.ended()

    async with opened(script, size=(120, 30)) as screen:
        await screen.shows("b let robots sit")
        await screen.press("b")
        await screen.shows("Fill up with robots")
        await screen.press("down", "down", "down", "right", "up", "up", "enter")
        await screen.until(lambda shown: "expert" in shown and "Fill up" not in shown)
        await screen.press("b", "enter")
        await screen.shows("A robot sits down: North.")
        await screen.hides("b let robots sit")
        await screen.press("escape")
        await screen.shows("empty a seat")
        await screen.press(*["down"] * 3, "enter")
        await screen.shows("West (robot)")
        await screen.press("enter")
        await screen.shows("The robot gets up: West.")


async def test_bots_are_the_hosts() -> None:
    """Whoever has not made the table is told that bots are the host's affair."""

    async def script(peer: Peer) -> None:
        await welcomed(peer, seats=[ME, {}, {}, PEOPLE[3]], seat="S", host="p-Dora")
        await peer.ended()

    async with opened(script) as screen:
        shown = await screen.shows("Press the space bar")
        assert "let robots sit" not in shown
        await screen.press("b")
        await screen.shows("Only the host of the table can do this.")
