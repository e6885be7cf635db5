"""A bot that knows nothing but the public protocol."""

import asyncio

import pytest

from client_demo.bots import thrifty
from client_demo.connection import Connection
from client_demo.programs import has_ended
from client_demo.session import Session
from tests.helpers.server_process import ServerProcess


@pytest.mark.parametrize(
    ("hand", "options", "said"),
    [
        ("JH 9H 7H AS", {"modes": ["S", "H"], "kinds": ["points"], "points": [90, 100]}, "90H"),
        ("JH 9H 7H AS", {"modes": ["H"], "kinds": ["take"]}, "H"),
        ("JH 9H 7H AS", {"words": ["pass"]}, "pass"),
        ("JH 9S 7H AS", {"modes": ["S", "H"], "kinds": ["points"], "points": [80]}, "pass"),
    ],
)
def test_calls(hand: str, options: dict[str, object], said: str) -> None:
    """It bids a suit in which it is strong, as low as it can."""
    assert thrifty.call(hand.split(), options) == said


@pytest.mark.parametrize(("trick", "card"), [("", "AS"), ("7D", "8C")])
def test_cards(trick: str, card: str) -> None:
    """It leads what is worth most and follows with what is worth least."""
    assert thrifty.card(["8C", "AS", "TH"], trick.split()) == card


@pytest.mark.parametrize("rules", ["classic-house", "coinche-official"])
async def test_four_play_a_match(rules: str) -> None:
    """Four of them sit down at a table of the real server and play a match to its end."""
    async with (
        ServerProcess() as server,
        Connection(server.address, Session("Host")) as host,
    ):
        settings = {"rules": rules, "changes": {"match.target": 1}}
        answer = await host.ask("create", settings=settings, key="a key of its own")
        assert answer["t"] == "ok", answer
        table = await host.until(lambda _: True)
        code = table.room["sit"]
        async with asyncio.timeout(40):
            await asyncio.gather(*(thrifty.play(server.address, code, seat) for seat in "SWNE"))
            ended = await host.until(has_ended)

    assert ended.room["match"]["ended"]
