"""The line mode: every event a sentence, every command a few words, nothing else."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from client_demo.terminal.identity import Identity, Known
from client_demo.terminal.options import Options
from client_demo.terminal.places import Place
from client_demo.terminal.plain import Plain
from client_demo.terminal.start import Start
from tests.helpers import views
from tests.helpers.screens import PEOPLE, auction, play, welcomed
from tests.helpers.scripted import Peer, Script, playing
from tests.terminal.test_lobby import FULL
from tests.terminal.test_table import COINCHE, FOLLOW, SETTLED

Typing = Callable[["Lines"], Awaitable[None]]


class Lines:
    """What a person types, and what is said to them."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._news = asyncio.Event()

    def say(self, line: str) -> None:
        """Take a line."""
        self.said.append(line)
        self._news.set()
        self._news = asyncio.Event()

    async def hears(self, text: str) -> None:
        """Wait until a line with *text* was said, and forget all up to it."""
        while True:
            for at, line in enumerate(self.said):
                if text in line:
                    del self.said[: at + 1]
                    return
            await self._news.wait()

    def types(self, *lines: str) -> None:
        """Type *lines*."""
        for line in lines:
            self._typed.put_nowait(line + "\n")

    async def typed(self) -> AsyncIterator[str]:
        """Give what was typed."""
        while (line := await self._typed.get()) is not None:
            yield line


async def evening(script: Script, typing: Typing, name: str = "Anna", **options: Any) -> int:
    """Let somebody type at a server that follows *script*; return the exit status."""
    lines = Lines()
    async with playing(script) as played:
        start = Start(Place(played.address, "SITSIT"))
        plain = Plain(start, Identity(Known(name), None), Options(**options), lines.say)
        running = asyncio.create_task(plain.run(lines.typed()))
        await typing(lines)
        lines.types("quit")
        return await running


async def test_a_card() -> None:
    """A card is named by its place, its sign or its words, and its reason is a sentence."""

    async def script(peer: Peer) -> None:
        await welcomed(peer, **play(FOLLOW, trick=["KS"], leader="E"))
        command = await peer.heard("play")
        assert (command["card"], command["declare"]) == ("TS", False)
        played = {"e": "played", "seat": "S", "card": "TS"}
        await peer.tell({"t": "ok", "cmd": 1, "v": 2}, views.happened(2, played, seat="W"))
        await peer.ended()

    async def typing(lines: Lines) -> None:
        await lines.hears("It is your turn: play a card.")
        await lines.hears("You may play: 3 ace of spades, 4 10 of spades.")
        lines.types("hand")
        await lines.hears("1 jack of hearts. You must follow suit: spades.")
        lines.types("play 9 of nothing")
        await lines.hears("is no command here")
        lines.types("time", "table", "last", "score", "help", "phrase")
        await lines.hears("On the table: Dora king of spades.")
        await lines.hears("No trick has been taken yet.")
        await lines.hears("No deal has been entered yet.")
        await lines.hears("quit: end the program")
        await lines.hears("10 Goodbye!")
        lines.types("play 10 of spades silent")
        await lines.hears("Anna plays 10 of spades.")
        await lines.hears("Waiting for Bob.")

    assert await evening(script, typing) == 0


async def test_an_auction() -> None:
    """Bids are said in words, and what may be bid is read out."""

    async def script(peer: Peer) -> None:
        await welcomed(peer, **auction(seat="S", options=COINCHE))
        for call in ("capotNT", "coinche"):
            command = await peer.heard("bid")
            assert command["call"] == call
            await peer.tell({"t": "refused", "cmd": command["cmd"], "code": "paused"})
        await peer.heard("bid")
        await peer.tell({"t": "ok", "cmd": 3, "v": 2}, views.happened(2, seat="W"))
        await peer.ended()

    async def typing(lines: Lines) -> None:
        await lines.hears("90-110, capot (spades, hearts, diamonds, clubs, no trump, all trump)")
        lines.types("bid capot no trump", "coinche")
        await lines.hears("The table is paused for a moment.")
        lines.types("pass")
        await lines.hears("Waiting for Bob.")

    assert await evening(script, typing) == 0


async def test_people() -> None:
    """One sits, talks and is ready by words, in one's own language too."""
    asked = []

    async def script(peer: Peer) -> None:
        await welcomed(peer, seats=[{}, *PEOPLE[1:]], watch="WATCH1")
        for _ in range(6):
            asked.append(await peer.heard())
            await peer.tell({"t": "ok", "cmd": asked[-1]["cmd"]})
            if asked[-1]["t"] == "sit":
                await peer.tell(views.snapshot(2, seats=PEOPLE, seat="S"))
        person = {"id": "x", "name": "Bob\x1b[2J"}
        await peer.tell({"t": "said", "person": person, "at": 0.0, "text": "\x07salut"})
        await peer.ended()

    async def typing(lines: Lines) -> None:
        await lines.hears("pour regarder : WATCH1")
        lines.types("asseoir Sud")
        await lines.hears("Anna, vous")
        lines.types("prêt", "dire bonjour  à tous", "phrase 2", "libérer est", "abandonner")
        await lines.hears("Bob[2J: salut")

    assert await evening(script, typing, lang="fr") == 0
    assert [(each["t"], each.get("seat")) for each in asked] == [
        ("sit", "S"),
        ("ready", None),
        ("chat", None),
        ("say", None),
        ("remove", "E"),
        ("surrender", None),
    ]
    assert asked[2]["text"] == "bonjour  à tous"


async def test_coming_in() -> None:
    """Somebody without a name is asked for one; a code or a link may be typed."""

    async def script(peer: Peer) -> None:
        assert (await peer.welcome())["name"] == "Zoe"
        refused = await peer.heard("join")
        await peer.tell({"t": "refused", "cmd": refused["cmd"], "code": "no_such_room"})
        created = await peer.heard("create")
        assert created["settings"]["rules"] == "classic-official"
        await peer.tell({"t": "refused", "cmd": created["cmd"], "code": "too_many_rooms"})
        joined = await peer.heard("join")
        match = views.match(phase="dealing", deal=views.deal(), settled=[SETTLED], held=81)
        shown = views.snapshot(1, seats=PEOPLE, match=match)
        await peer.tell({"t": "ok", "cmd": joined["cmd"]}, shown)
        await peer.ended()

    async def typing(lines: Lines) -> None:
        await lines.hears("What should others call you?")
        lines.types("Zoe")
        await lines.hears("There is no such table.")
        lines.types("hand", "join !", "join wss://elsewhere/join/ABCD", "create classic official")
        await lines.hears("You are at no table.")
        await lines.hears("neither a code nor a link")
        await lines.hears("Start again with: wss://elsewhere/ws")
        await lines.hears("There are too many tables")
        lines.types("join sitsit")
        await lines.hears("Anna")
        lines.types("score", "hand")
        await lines.hears("Deal 1, litige (exact tie): North-South 81, East-West 0.")
        await lines.hears("81 held")
        await lines.hears("You are watching.")

    assert await evening(script, typing, name="") == 0


async def test_the_lobby() -> None:
    """Open tables are read out by numbers, which is how one goes there; others are looked for."""
    asked: list[dict[str, Any]] = []

    async def script(peer: Peer) -> None:
        await peer.welcome()
        await peer.heard("join")
        await peer.tell({"t": "refused", "cmd": 1, "code": "no_such_room"})
        asked.append(await peer.heard("browse"))
        await peer.tell({"t": "ok", "cmd": asked[-1]["cmd"]}, FULL)
        asked.append(await peer.heard("seek"))
        await peer.tell({"t": "ok", "cmd": 3}, {"t": "seeking", "on": True, "waiting": 2})
        asked.append(await peer.heard("unseek"))
        await peer.tell({"t": "ok", "cmd": 4}, {"t": "seeking", "on": False})
        asked.append(await peer.heard("join"))
        await peer.tell({"t": "ok", "cmd": 5}, views.snapshot(1))
        await peer.ended()

    async def typing(lines: Lines) -> None:
        await lines.hears("There is no such table.")
        lines.types("lobby")
        await lines.hears("1 Bob, Chen, 2 of 4, Coinche, house rules, played to 1000, 30 seconds")
        await lines.hears("2 Dora[2J, 3 robots, 4 of 4, classic Belote, official rules")
        await lines.hears("2 people look for players.")
        lines.types("tables", "watch 2", "quick classic official fast")
        await lines.hears("2 people look for players.")
        await lines.hears("neither a code nor a link")
        await lines.hears("Looking for players… 2 people wait.")
        lines.types("stop", "watch 1")
        await lines.hears("South: free seat")

    assert await evening(script, typing) == 0
    assert asked[1]["rules"] == ["classic-official"]
    assert asked[1]["pace"] == "fast"
    assert asked[3]["code"] == "SEEAAAA"


async def test_bots_and_neighbours() -> None:
    """Bots, hints, places, and who is heard or may watch, by words."""
    asked: list[dict[str, Any]] = []

    async def script(peer: Peer) -> None:
        seats = [PEOPLE[0], {"bot": "novice"}, {}, {**PEOPLE[3], "bot": "club"}]
        await welcomed(peer, seats=seats, seat="S")
        for _ in range(8):
            asked.append(await peer.heard())
            if asked[-1]["t"] == "hint":
                hinted = {"t": "hinted", "deal": 1, "card": "KD", "reason": "lead_safe"}
                await peer.tell({**hinted, "params": {"card": "KD"}})
            await peer.tell({"t": "ok", "cmd": asked[-1]["cmd"]})
        now = {"e": "away", "seat": "E", "until": 42.0}
        await peer.tell(views.happened(2, now, {"e": "botsat", "seat": "N", "policy": "club"}))
        await peer.ended()

    async def typing(lines: Lines) -> None:
        await lines.hears("West: robot, novice")
        await lines.hears("East: Dora, a robot plays")
        lines.types("bot north expert", "robot N", "hint", "back", "swap W", "mute east")
        await lines.hears("hint: king of diamonds: Lead the king of diamonds, it gives least away.")
        lines.types("mute north", "unmute E", "watchers maybe", "watchers no")
        await lines.hears("“mute north” is no command here")
        await lines.hears("“watchers maybe” is no command here")
        await lines.hears("Dora is away; in")
        await lines.hears("A robot sits down: North.")

    assert await evening(script, typing) == 0
    assert [(each["t"], each.get("seat") or each.get("person")) for each in asked] == [
        ("bot", "N"),
        ("bot", "N"),
        ("hint", None),
        ("back", None),
        ("swap", "W"),
        ("mute", "p-Dora"),
        ("mute", "p-Dora"),
        ("watchers", None),
    ]
    assert asked[0]["policy"] == "expert"
    assert asked[7]["allowed"] is False


async def test_practice() -> None:
    """A table with bots is made in one line."""
    asked: list[dict[str, Any]] = []

    async def script(peer: Peer) -> None:
        await peer.welcome()
        await peer.heard("join")
        await peer.tell({"t": "refused", "cmd": 1, "code": "no_such_room"})
        asked.append(await peer.heard("create"))
        await peer.tell({"t": "ok", "cmd": 2}, views.snapshot(1))
        asked.extend([await peer.heard("sit")])
        await peer.tell({"t": "ok", "cmd": asked[-1]["cmd"]})
        asked.extend([await peer.heard("bot")])
        await peer.tell({"t": "refused", "cmd": asked[-1]["cmd"], "code": "not_host"})
        await peer.ended()

    async def typing(lines: Lines) -> None:
        await lines.hears("There is no such table.")
        lines.types("create classic 3 novice")
        await lines.hears("Only the host of the table can do this.")

    assert await evening(script, typing) == 0
    assert asked[0]["settings"]["hints"]
    assert asked[2]["policy"] == "novice"
