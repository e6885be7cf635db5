"""The table on the screen, played by keys against a server that says what a test wrote down."""

import asyncio
import time
from dataclasses import replace
from typing import Any

import pytest

from belote_protocol.i18n import LANGUAGES, words
from client_demo.terminal.options import Palette
from tests.helpers import views
from tests.helpers.screens import HAND, PEOPLE, auction, opened, play, welcomed
from tests.helpers.scripted import Peer

COINCHE = {
    "words": ["pass", "coinche"],
    "kinds": ["points", "capot"],
    "modes": ["S", "H", "D", "C", "NT", "AT"],
    "points": [90, 100, 110],
}
TAKE = {"words": ["pass"], "kinds": ["take"], "modes": ["H", "NT", "AT"]}
FOLLOW: dict[str, str | None] = {card: None if card[1] == "S" else "must_follow" for card in HAND}


async def answered(peer: Peer, v: int, **command: Any) -> None:
    """Hear just this *command* and say that it was done."""
    heard = await peer.heard()
    assert {name: heard[name] for name in heard if name != "cmd"} == command
    await peer.tell({"t": "ok", "cmd": heard["cmd"], "v": v})


async def test_a_bid() -> None:
    """A bid is made of an amount, a mode and Enter; who bid what is shown."""

    async def script(peer: Peer) -> None:
        await welcomed(peer, **auction(seat="S", options=COINCHE))
        await answered(peer, 2, t="bid", deal=1, nth=0, call="100H")
        called = {"e": "called", "seat": "S", "call": "100H", "contract": "S:100H"}
        await peer.tell(views.happened(2, called, seat="W"))
        await peer.ended()

    async with opened(script) as screen:
        shown = await screen.shows("Choose the trump.")
        assert "It is your turn to speak." in shown
        await screen.press("enter")
        await screen.press("right", "h")
        await screen.shows("Enter 100 ♥")
        await screen.press("enter")
        await screen.shows("Waiting for Bob.")
        assert "Anna: 100 in hearts" in screen.text


@pytest.mark.parametrize(
    ("keys", "call"),
    [(["p"], "pass"), (["x"], "coinche"), (["end", "5", "enter"], "capotNT")],
)
async def test_other_calls(keys: list[str], call: str) -> None:
    """Words have keys of their own, and a mode can be chosen by its number."""

    async def script(peer: Peer) -> None:
        await welcomed(peer, **auction(seat="S", options=COINCHE))
        await answered(peer, 1, t="bid", deal=1, nth=0, call=call)
        await peer.tell(views.happened(2, seat="W"))
        await peer.ended()

    async with opened(script) as screen:
        await screen.shows("Choose the trump.")
        await screen.press(*keys)
        await screen.shows("Waiting for Bob.")


async def test_a_take() -> None:
    """In classic Belote the turned suit is chosen; a suit that can't be taken is answered."""

    async def script(peer: Peer) -> None:
        fields = auction(seat="S", options=TAKE)
        fields["match"]["deal"]["turned"] = "9H"
        await welcomed(peer, **fields)
        await answered(peer, 1, t="bid", deal=1, nth=0, call="H")
        await peer.tell(views.happened(2, seat="W"))
        await peer.ended()

    async with opened(script) as screen:
        await screen.shows("Enter ♥")
        await screen.press("c")
        await screen.shows("This cannot be bid now: clubs.")
        await screen.press("enter")
        await screen.shows("Waiting for Bob.")


async def test_a_card() -> None:
    """A card is played by its key; one that may not be played is marked, and its reason said."""

    async def script(peer: Peer) -> None:
        await welcomed(peer, **play(FOLLOW, trick=["KS"], leader="E"))
        command = {"t": "play", "deal": 1, "trick": 1, "card": "TS", "declare": False}
        await answered(peer, 2, **command)
        played = {"e": "played", "seat": "S", "card": "TS"}
        await peer.tell(views.happened(2, played, seat="W"))
        await peer.ended()

    async with opened(script) as screen:
        shown = await screen.shows("It is your turn: play a card.")
        assert "▲3▲" in shown  # the first card that may be played is chosen
        assert shown.count("×") == 6
        await screen.press("1")
        await screen.shows("You must follow suit: spades.")
        await screen.press("v", "right", "right", "right", "enter")
        await screen.shows("Waiting for Bob.")


async def test_a_card_by_mouse_and_twice() -> None:
    """A click on a card is its key; where it is wished a card needs two."""

    async def script(peer: Peer) -> None:
        await welcomed(peer, **play())
        await answered(peer, 2, t="play", deal=1, trick=1, card="JH")
        await peer.tell(views.happened(2, {"e": "played", "seat": "S", "card": "JH"}, seat="W"))
        await peer.ended()

    async with opened(script, confirm=True) as screen:
        await screen.shows("It is your turn: play a card.")
        hand = screen.app.screen.query_one("#hand")
        await screen.pilot.click(hand, offset=(4, 2))
        await screen.shows("Press it again to play J♥.")
        await screen.press("1")
        await screen.shows("Waiting for Bob.")


async def test_out_of_turn() -> None:
    """A card pressed while somebody else thinks is answered and not sent."""

    async def script(peer: Peer) -> None:
        fields = play()
        await welcomed(peer, **{**fields, "turn": {"seat": "N"}})
        await answered(peer, 1, t="say", phrase="good_luck")
        said = {"t": "said", "person": {"id": "p-Anna", "name": "Anna"}, "at": 0.0, "seat": "S"}
        await peer.tell({**said, "phrase": "good_luck"})
        await peer.ended()

    async with opened(script) as screen:
        await screen.shows("Waiting for Chen.")
        await screen.press("1")
        await screen.until(lambda shown: shown.count("Waiting for Chen.") == 2)
        await screen.press("q")
        await screen.shows("Well played!")
        await screen.press("2")
        await screen.shows("Anna: Good luck!")


async def test_a_refusal() -> None:
    """What the server refuses is said in words, and the table stays as it is."""

    async def script(peer: Peer) -> None:
        await welcomed(peer, **play())
        heard = await peer.heard("play")
        await peer.tell({"t": "refused", "cmd": heard["cmd"], "code": "paused", "v": 1})
        await peer.tell({"t": "paused"})
        await peer.ended()

    async with opened(script) as screen:
        await screen.shows("It is your turn: play a card.")
        await screen.press("enter")
        await screen.shows("Nothing was changed.")
        await screen.shows("Nothing is lost.")


async def test_talk() -> None:
    """What is written reaches the table, and nothing written there can act on a terminal."""
    evil = "\x1b]0;owned\x07[bold red]x[/] \x1b[2J\u202eback"

    async def script(peer: Peer) -> None:
        seats = [PEOPLE[0], views.seat("\x1b[31mMal\x07[b]lory[/b]"), *PEOPLE[2:]]
        await welcomed(peer, **{**play(), "seats": seats})
        await answered(peer, 1, t="chat", text="q r 1")
        person = {"id": "p-2", "name": "\x1b[31mMal\x07[b]lory[/b]"}
        await peer.tell({"t": "said", "person": person, "at": 0.0, "seat": "W", "text": evil})
        await peer.ended()

    async with opened(script, size=(120, 30)) as screen:
        shown = await screen.shows("It is your turn")
        assert "[31mMal[b]lory[/b]" in shown
        await screen.press("t", *"q", "space", *"r", "space", *"1", "enter")
        shown = await screen.shows("]0;owned")
        assert "[bold" in shown
        assert "red]x[/]" in shown
        assert not any(sign in screen.app.export_screenshot() for sign in "\x1b\x07\u202e")


async def test_waiting_for_four() -> None:
    """Before a match one sits by a number, swaps, invites, and is ready."""
    seats = [{}, views.seat("Bob", ready=True), {}, {}]

    async def script(peer: Peer) -> None:
        await welcomed(peer, seats=seats, watch="WATCH1")
        await answered(peer, 2, t="sit", seat="N")
        sitting = [{}, seats[1], views.seat("Anna"), {}]
        await peer.tell(views.snapshot(2, seats=sitting, seat="N", watch="WATCH1"))
        await answered(peer, 2, t="swap", seat="W")
        await answered(peer, 3, t="ready")
        await peer.tell(views.happened(3, {"e": "readyset", "seat": "N", "ready": True}))
        await peer.ended()

    async with opened(script) as screen:
        shown = await screen.shows("Choose a seat")
        assert "SITSIT" in shown
        assert "WATCH1" in shown
        await screen.press("3")
        await screen.shows("Anna (you)")
        await screen.press("y")
        await screen.shows("/join/SITSIT")
        await screen.press("escape")
        await screen.hides("/join/SITSIT")
        await screen.press("2", "space")
        await screen.shows("Waiting for the others.")


SETTLED: dict[str, Any] = {
    "e": "settled",
    "deal": 1,
    "contract": "W:H",
    "taker": "W",
    "doubling": "none",
    "result": "litige",
    "own": {"ns": 81, "ew": 81},
    "points": {"ns": 81, "ew": 0},
    "counted": [
        {"code": "cards", "team": "NS", "points": 71},
        {"code": "cards", "team": "EW", "points": 81},
        {"code": "last_trick", "team": "NS", "points": 10},
    ],
    "written": [{"code": "cards", "team": "NS", "points": 81}],
    "scores": {"ns": 81, "ew": 0},
    "held": 81,
}


async def test_between_deals() -> None:
    """After a deal its account is shown line by line, with held points, in both places."""
    deal = views.deal(contract="W:H")
    match = views.match(
        phase="dealing", deal=deal, settled=[SETTLED], held=81, scores={"ns": 81, "ew": 0}
    )

    async def script(peer: Peer) -> None:
        await welcomed(peer, seats=PEOPLE, seat="S", match=match)
        await answered(peer, 2, t="next", deal=1)
        await peer.tell(views.happened(2, {"e": "readyset", "seat": "S", "ready": True}))
        await peer.ended()

    async with opened(script) as screen:
        shown = await screen.shows("litige (exact tie)")
        for line in ("cards", "last trick", "total counted", "81 held"):
            assert line in shown
        await screen.press("r")
        await screen.shows("↑ ↓ deal")
        await screen.press("up", "down", "escape")
        await screen.shows("Space: the next deal.")
        await screen.press("space")
        await screen.shows("Waiting for the others.")
        await screen.press("l")
        await screen.shows("No trick has been taken yet.")


async def test_the_end() -> None:
    """At the end it is said who has won, and another match can be asked for."""
    ended = {"winner": "EW", "reason": "target"}
    match = views.match(
        phase="ended", deal=views.deal(), ended=ended, scores={"ns": 620, "ew": 1010}
    )

    async def script(peer: Peer) -> None:
        await welcomed(peer, seats=PEOPLE, seat="S", match=match)
        await answered(peer, 2, t="rematch")
        await answered(peer, 2, t="leave")
        await peer.tell({"t": "left", "reason": "left"})
        await peer.ended()

    async with opened(script) as screen:
        await screen.shows("East-West wins 1010 to 620")
        await screen.press("space", "escape")
        await screen.shows("leave the table")
        await screen.press(*["down"] * 12, "up", "up")
        await screen.press("enter")
        await screen.shows("You have left the table.")


async def test_coming_back() -> None:
    """A lost line is told of and mended; the table is then what the server says it is."""
    back = asyncio.Event()

    async def lost(peer: Peer) -> None:
        await welcomed(peer, **play())
        await peer.heard("chat")
        peer.drop()

    async def again(peer: Peer) -> None:
        await back.wait()
        fields = {**play(), "turn": {"seat": "N"}}
        await peer.welcome(snapshot=views.snapshot(5, **fields), recovered=True)
        await peer.heard("chat")
        await peer.ended()

    async with opened(lost, again) as screen:
        await screen.shows("● connected")
        await screen.press("t", "x", "enter")
        await screen.shows("Connection lost.")
        back.set()
        await screen.shows("Waiting for Chen.")
        await screen.shows("● connected")


async def test_opened_elsewhere() -> None:
    """A terminal whose seat is played elsewhere stays quiet until it is asked to come back."""

    async def replaced(peer: Peer) -> None:
        await welcomed(peer, **play())
        await peer.close(4001, reason="replaced")

    async def again(peer: Peer) -> None:
        await peer.welcome(snapshot=views.snapshot(5, **play()))
        await peer.ended()

    async with opened(replaced, again) as screen:
        await screen.shows("Opened elsewhere")
        await screen.shows("Enter: connect again.")
        await screen.press("enter")
        await screen.shows("It is your turn: play a card.")


@pytest.mark.parametrize(("ahead", "shown"), [(12.0, " 12 s"), (-5.0, "  0 s")])
async def test_the_clock(ahead: float, shown: str) -> None:
    """The countdown follows the server's clock and never goes below nothing."""
    offset = 1000.0

    async def script(peer: Peer) -> None:
        now = time.monotonic() + offset
        await peer.welcome(server_time=now)
        command = await peer.heard("join")
        fields = play()
        fields["turn"]["deadline"] = now + ahead
        await peer.tell({"t": "ok", "cmd": command["cmd"]}, views.snapshot(1, **fields))
        await peer.ended()

    async with opened(script) as screen:
        await screen.shows(shown)


@pytest.mark.parametrize("size", [(80, 24), (140, 45), (60, 20)])
async def test_sizes(size: tuple[int, int]) -> None:
    """The table fits where it is opened, and follows when the window changes."""

    async def script(peer: Peer) -> None:
        await welcomed(peer, **play(trick=["KS"], leader="E"))
        await peer.ended()

    async with opened(script, size=size) as screen:
        await screen.shows("It is your turn")
        assert_all_there(screen.text)
        await screen.pilot.resize_terminal(100, 33)
        await screen.pilot.pause()
        assert_all_there(screen.text)


def assert_all_there(shown: str) -> None:
    """Check that hand, trick, people and keys can be read."""
    for part in ("Anna", "Bob", "Chen", "Dora", "♥", "▲1▲", "8", "1-8 card"):
        assert part in shown


async def test_languages() -> None:
    """Every language fits the smallest screen, and is in force at once."""

    async def script(peer: Peer) -> None:
        await welcomed(peer, **auction(seat="S", options=COINCHE))
        await peer.ended()

    async with opened(script) as screen:
        for lang in LANGUAGES:
            screen.app.change(replace(screen.app.options, lang=lang))
            said = words(lang)
            await screen.shows(said.say("terminal.your_call"))
            await screen.press("question_mark")
            await screen.shows(said.say("terminal.help_quit"))
            await screen.press("escape")


async def test_options_at_the_table() -> None:
    """Another language and other colours are in force at once, and ASCII is nothing but that."""

    async def script(peer: Peer) -> None:
        await welcomed(peer, **play(trick=["KS"], leader="E"))
        await peer.ended()

    async with opened(script) as screen:
        await screen.shows("It is your turn")
        await screen.press("o")
        assert "╭" in await screen.shows("four colours")
        await screen.press("down", "right", "down", "right")
        await screen.shows("for colour-blind eyes")
        await screen.press("escape")
        shown = await screen.shows("10s")
        assert screen.app.options.palette == Palette.SAFE
        assert shown.isascii(), [sign for sign in shown if not sign.isascii()]
        await screen.press("o", "right", "escape")
        await screen.shows("À vous : jouez une carte.")


async def test_watching() -> None:
    """Who watches sees the table and no hand, and is told so."""

    async def script(peer: Peer) -> None:
        fields = play()
        fields["match"]["deal"]["hands"] = [[None] * 8 for _ in range(4)]
        del fields["seat"], fields["turn"]["cards"]
        await welcomed(peer, **{**fields, "watchers": 2})
        await peer.tell({"t": "presence", "seat": "W", "online": False})
        await peer.tell(views.happened(2, {"e": "away", "seat": "W", "until": 9e9}, seat="S"))
        await peer.ended()

    async with opened(script, size=(120, 30)) as screen:
        shown = await screen.shows("Bob is away;")
        assert "You are watching." in shown
        assert "2 watch" in shown
        await screen.press("1", "space", "z")
        await screen.shows("You are watching.")
