"""Robots to practise against: when they act, and how long they let people look."""

import asyncio
from random import Random

from client_demo.player import Player
from client_demo.terminal.practice import LOOKS, THINKS, next_command, pause, practise
from tests.helpers import views
from tests.helpers.screens import HAND, PEOPLE, auction, play
from tests.helpers.scripted import Peer, playing


def test_another_match() -> None:
    """A robot stays for another match, and asks for it once."""
    over = views.match(phase="ended", deal=views.deal())
    ready = [views.seat("Anna", ready=True), *PEOPLE[1:]]

    def asked(seats: list[dict[str, object]]) -> object:
        table = views.table(1, seats=seats, seat="S", match=over)
        return next_command(Player(Random(1)), table)

    assert asked(PEOPLE) == {"t": "rematch"}
    assert asked(ready) is None


def test_pauses() -> None:
    """A trick that is complete can be seen before the next one is led."""
    card = {"t": "play", "card": "JH"}

    assert pause(views.table(1, **play()), card) == LOOKS
    assert pause(views.table(1, **play(trick=["KS"])), card) == THINKS
    assert pause(views.table(1, **auction()), {"t": "bid"}) == THINKS
    assert pause(views.table(1), {"t": "ready"}) == 0.0


async def test_a_robot_plays_on() -> None:
    """A robot sits, thinks, speaks, and waits after a refusal until the table has moved."""
    waited: list[float] = []
    done = asyncio.Event()

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async def script(peer: Peer) -> None:
        await peer.welcome()
        await peer.heard("join")
        await peer.tell({"t": "ok", "cmd": 1, "v": 1}, views.snapshot(1))
        assert (await peer.heard("sit"))["seat"] == "W"
        fields = {**auction(seat="W", options={"words": ["pass"]}), "seat": "W"}
        await peer.tell({"t": "ok", "cmd": 1, "v": 2}, views.snapshot(2, **fields))
        await peer.heard("bid")
        await peer.tell({"t": "refused", "cmd": 2, "code": "paused", "v": 2})
        fields["match"]["deal"]["hands"][1] = [*HAND]
        await peer.tell(views.snapshot(3, **fields))
        await peer.heard("bid")
        await peer.tell({"t": "ok", "cmd": 3, "v": 4}, views.happened(4, seat="N"))
        await peer.tell({"t": "left", "reason": "closed"})
        done.set()
        await peer.ended()

    async with playing(script) as played:
        await practise(played.address, "SITSIT", 1, Random(1), sleep)

    assert done.is_set()
    assert waited == [0.0, THINKS, THINKS]
