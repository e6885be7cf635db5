"""``python -m client_demo``: what it is told, what it says, and how it ends."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from client_demo.__main__ import FAILED, UNFAIR, main, setting, table_settings, whole_address
from client_demo.fair_deal import commitment
from tests.helpers import views
from tests.helpers.scripted import Peer, playing

SCORES = {"ns": 1010, "ew": 620}
ENDED = {"e": "ended", "winner": "NS", "reason": "target", "scores": SCORES}
SEATS = [views.seat("Robot"), views.seat("Bob"), views.seat("Chen"), views.seat("Dora")]
AUCTION: dict[str, Any] = {"seats": SEATS, "seat": "S", "match": views.match(deal=views.deal())}


async def client(*arguments: str) -> Result:
    """Run the client beside the server of a test, and return how it ended."""
    return await asyncio.to_thread(CliRunner().invoke, main, arguments)


async def entered(peer: Peer, kind: str, snapshot: dict[str, Any]) -> dict[str, Any]:
    """Hear hello and then a command of *kind*, answer both, and return the latter."""
    await peer.welcome()
    command = await peer.heard(kind)
    await peer.tell({"t": "ok", "cmd": command["cmd"], "v": snapshot["v"]}, snapshot)
    return command


async def watched(peer: Peer) -> None:
    """Show a match that ends at once."""
    assert (await entered(peer, "join", views.snapshot(4, match=views.match())))["code"] == "WATCH1"
    passed = {"e": "called", "seat": "S", "call": "pass"}
    deal = views.match(deal=views.deal())
    await peer.tell(views.snapshot(5, seats=SEATS, match=deal))
    await peer.tell(views.happened(6, passed, seat="W"), views.happened(7, ENDED))
    await peer.ended()


@pytest.mark.parametrize("form", ["json", "msgpack"])
async def test_watching(form: str) -> None:
    """A watcher is told what happens to the end of the match, and ends well."""
    async with playing(watched) as played:
        result = await client(played.address, "--watch", "WATCH1", "--format", form)

    assert result.exit_code == 0, result.output
    assert "South (Robot): pass\n" in result.output
    assert result.output.endswith("North-South wins 1010 to 620: the target is reached.\n")


async def test_watching_in_french() -> None:
    """The account comes in the language that was asked for."""
    async with playing(watched) as played:
        result = await client(played.address, "--watch", "WATCH1", "--lang", "fr")

    assert "Sud (Robot): passe\n" in result.output


async def test_watching_quietly() -> None:
    """A quiet client says nothing as long as all is well."""
    async with playing(watched) as played:
        result = await client(played.address, "--watch", "WATCH1", "--quiet")

    assert (result.exit_code, result.output) == (0, "")


async def test_playing() -> None:
    """A player sits down where it was told, is ready, speaks and plays when it is its turn."""

    async def script(peer: Peer) -> None:
        assert (await entered(peer, "join", views.snapshot(1)))["code"] == "SITSIT"
        assert await peer.heard() == {"t": "sit", "cmd": 1, "seat": "N"}
        seats = [{}, {}, views.seat("Robot"), {}]
        await peer.tell({"t": "ok", "cmd": 1, "v": 2}, views.snapshot(2, seats=seats, seat="N"))
        assert await peer.heard() == {"t": "ready", "cmd": 2}
        turn = {"seat": "N", "options": {"words": ["pass"]}}
        auction = views.snapshot(3, turn=turn, **{**AUCTION, "seat": "N"})
        await peer.tell({"t": "ok", "cmd": 2, "v": 3}, auction)
        assert await peer.heard() == {"t": "bid", "cmd": 3, "deal": 1, "nth": 0, "call": "pass"}
        await peer.tell({"t": "refused", "cmd": 3, "code": "paused", "v": 3})
        await peer.tell(views.happened(4, **turn))
        assert (await peer.heard("bid"))["cmd"] == 4
        await peer.tell({"t": "ok", "cmd": 4, "v": 5}, views.happened(5, seat="E"))
        await peer.tell(views.happened(6, ENDED))
        assert await peer.ended() == 1000

    async with playing(script) as played:
        result = await client(played.address, "--join", "SITSIT", "--auto", "--seat", "N")

    assert result.exit_code == 0, result.output
    assert "* refused: The table is paused for a moment. Nothing was changed.\n" in result.output


async def test_filling_a_table() -> None:
    """The first of several makes the table and says its codes; the others join it."""
    asked: dict[str, Any] = {}
    created = asyncio.Event()

    async def first(peer: Peer) -> None:
        asked.update(await entered(peer, "create", views.snapshot(1, watch="WATCH1")))
        created.set()
        assert await peer.heard() == {"t": "sit", "cmd": 1, "seat": "W"}
        await peer.tell({"t": "ok", "cmd": 1, "v": 2}, views.snapshot(2, **AUCTION))
        await peer.tell(views.happened(3, ENDED))
        await peer.ended()

    async def second(peer: Peer) -> None:
        await created.wait()
        assert (await entered(peer, "join", views.snapshot(1)))["code"] == "SITSIT"
        assert await peer.heard() == {"t": "sit", "cmd": 1, "seat": "N"}
        await peer.tell({"t": "ok", "cmd": 1, "v": 3}, views.snapshot(3, **AUCTION))
        await peer.tell(views.happened(4, ENDED))
        await peer.ended()

    line = ["--create", "coinche-house", "--bots", "2", "--seat", "W", "--seed", "7"]
    async with playing(first, second) as played:
        result = await client(played.address, *line, "--set", "match.target=500", "--set", "turn=5")

    assert result.exit_code == 0, result.output
    assert "to sit: SITSIT\nto watch: WATCH1\n" in result.output
    assert asked["settings"]["changes"] == {"match.target": 500}
    assert asked["settings"]["turn"] == 5
    assert len(asked["key"]) == 16


async def test_a_deal_that_was_not_fair() -> None:
    """A deal that was changed on the way is complained of loudly, and in the exit status."""
    revealed = {"e": "revealed", "deal": 1, "deck": [], "seed": "00" * 32}

    async def script(peer: Peer) -> None:
        match = views.match(deal=views.deal(), commitment="0" * 64)
        await entered(peer, "join", views.snapshot(4, match=match))
        await peer.tell(views.happened(5, revealed, ENDED))
        await peer.ended()

    async with playing(script) as played:
        result = await client(played.address, "--watch", "WATCH1", "--quiet")

    assert result.exit_code == UNFAIR
    assert result.output == (
        "!!! DEAL 1 OF m-1 WAS NOT FAIR !!!\n!!! the seed is not the one that was committed to\n"
    )


@pytest.mark.parametrize(
    ("told", "said"),
    [("", "as far as can be told"), (commitment("m-1", 1, bytes(32)), "deal 1 was fair\n")],
)
async def test_a_deal_that_was_fair(told: str, said: str) -> None:
    """A deal that fits is said to be fair, as far as that could be seen."""
    known = {"commitment": told} if told else {}
    revealed = {"e": "revealed", "deal": 1, "deck": [], "seed": "00" * 32}

    async def script(peer: Peer) -> None:
        match = views.match(deal=views.deal(), **known)
        await entered(peer, "join", views.snapshot(4, match=match))
        await peer.tell(views.happened(5, revealed, ENDED))
        await peer.ended()

    async with playing(script) as played:
        result = await client(played.address, "--watch", "WATCH1")

    assert result.exit_code == 0
    assert said in result.output


async def test_no_such_table() -> None:
    """A code that opens nothing ends the client with a word of explanation."""

    async def script(peer: Peer) -> None:
        await peer.welcome()
        await peer.heard("join")
        await peer.tell({"t": "refused", "cmd": 1, "code": "no_such_room"})
        await peer.ended()

    async with playing(script) as played:
        result = await client(played.address, "--join", "NOSUCH", "--auto")

    assert result.exit_code == FAILED
    assert result.stderr == "gave up: There is no such table.\n"


async def test_sent_away() -> None:
    """A client that is replaced says so and ends."""

    async def script(peer: Peer) -> None:
        await entered(peer, "join", views.snapshot(4))
        await peer.close(4001, reason="replaced")

    async with playing(script) as played:
        result = await client(played.address, "--watch", "WATCH1")

    assert result.exit_code == FAILED
    assert result.stderr == "gave up: replaced: opened elsewhere\n"


async def test_who_one_is_is_kept(tmp_path: Path) -> None:
    """With a file for it a client is the same person the next time; nobody else may read it."""
    kept = tmp_path / "token"
    hellos = []

    async def script(peer: Peer) -> None:
        hellos.append(await peer.welcome())
        await peer.close(4001, reason="replaced")

    async with playing(script) as played:
        for _ in range(2):
            await client(played.address, "--watch", "WATCH1", "--token-file", str(kept))

    assert [hello.get("token") for hello in hellos] == [None, "t" * 22]
    assert kept.read_text() == "t" * 22 + "\n"
    assert kept.stat().st_mode & 0o077 == 0


def test_without_anything_else_people_play(tmp_path: Path) -> None:
    """With nothing but an address the table for people opens, here in lines."""
    env = {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    result = CliRunner(env=env).invoke(main, ["127.0.0.1:9"], input="")

    assert result.exit_code == 1  # nobody gave a name
    assert "help" in result.output


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("--auto", "one of --create, --join and --watch"),
        ("--join ABCD --watch ABCD --auto", "one of --create, --join and --watch"),
        ("--join ABCD", "who plays"),
        ("--watch ABCD --auto", "with --watch nobody does"),
        ("--create coinche-house --auto --set target", "write NAME=VALUE"),
        ("--join ABCD --bots 5", "5 is not in the range"),
        ("--watch ABCD --lang tlh", "'tlh' is not one of"),
    ],
)
def test_what_makes_no_sense(line: str, why: str) -> None:
    """A command line that contradicts itself is refused before anything is done."""
    result = CliRunner().invoke(main, line.split())

    assert result.exit_code == 2
    assert why in result.output


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("localhost:8600", "ws://localhost:8600/ws"),
        ("ws://127.0.0.1:8600", "ws://127.0.0.1:8600/ws"),
        ("wss://play.example.org", "wss://play.example.org/ws"),
        ("wss://play.example.org/tables/ws", "wss://play.example.org/tables/ws"),
    ],
)
def test_addresses(text: str, address: str) -> None:
    """A host is enough of an address."""
    assert whole_address(text) == address


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("match.target=1000", ("match.target", 1000)),
        ("public=true", ("public", True)),
        ("spectators=false", ("spectators", False)),
        ("scoring.tie=dedans", ("scoring.tie", "dedans")),
        ("dealing.packets=3,2,3", ("dealing.packets", [3, 2, 3])),
        ("a=", ("a", "")),
    ],
)
def test_settings(text: str, value: tuple[str, Any]) -> None:
    """A setting is a number, yes or no, a list of numbers, or a word."""
    assert setting(text) == value


@pytest.mark.parametrize("text", ["target", "=1000", ""])
def test_no_settings(text: str) -> None:
    """A setting has a name and a value."""
    with pytest.raises(click.BadParameter, match="write NAME=VALUE"):
        setting(text)


def test_rules_and_the_rest() -> None:
    """Names with a dot are rules; the others are settings of the table."""
    assert table_settings("classic-house", ("match.target=501", "pause=0")) == {
        "rules": "classic-house",
        "changes": {"match.target": 501},
        "pause": 0,
    }


def test_module_runs() -> None:
    """``python -m client_demo`` is the command."""
    result = subprocess.run(
        [sys.executable, "-m", "client_demo", "--help"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )

    assert result.stdout.startswith("Usage: python -m client_demo")
