"""Bots at tables of the real server: one person alone, and a server that is killed meanwhile."""

import asyncio
from pathlib import Path

import pytest

from belote_protocol.vocab import PUBLIC
from belote_server.game.events import CallMade, CardPlayed
from client_demo.bots import thrifty
from client_demo.connection import Connection
from client_demo.model import Table
from client_demo.session import Session
from tests.helpers.ledger import Ledger, lasting
from tests.helpers.server_process import ServerProcess
from tests.helpers.waits import so

PLAYED = 3
"""Deals of a match."""


async def practise(address: str, rules: str, policy: str, **changed: int) -> Connection:
    """Return the connection of one who has made a table with three bots, and is ready."""
    host = Connection(address, Session("Host"))
    await host.__aenter__()
    settings = {"rules": rules, "changes": {"match.deals": PLAYED}, "hints": True, "turn": 0}
    settings |= changed
    answer = await host.ask("create", settings=settings, key="a table of its own")
    assert answer["t"] == "ok", answer
    await host.until(lambda _: True)
    for kind, fields in (
        ("sit", {"seat": "S"}),
        *(("bot", {"seat": seat, "policy": policy}) for seat in "WNE"),
        ("ready", {}),
    ):
        answer = await host.ask(kind, **fields)
        assert answer["t"] == "ok", answer
    return host


async def play(host: Connection, until: int = 10**6) -> Table:
    """Play for the host until the match is over, or its deal *until* has begun."""
    table = await host.until(lambda now: "match" in now.room)
    while table.room["match"]["phase"] != "ended":
        if table.room["match"].get("deal", {}).get("number", 0) >= until:
            break
        wanted = thrifty.command(table, "S")
        if wanted is not None:
            await host.ask(**{"kind": wanted.pop("kind"), **wanted})
        v = table.v
        table = await host.until(lambda now, v=v: now.v > v)  # type: ignore[misc]
    return table


@pytest.mark.parametrize(
    ("rules", "policy"), [("classic-official", "club"), ("coinche-house", "expert")]
)
async def test_one_person_plays_a_match_with_three_bots(rules: str, policy: str) -> None:
    """Nobody waits for anybody, whatever the policy; all of it is stored."""
    async with (
        ServerProcess("--bot-delay", "0", "--bot-seconds", "0.05") as server,
        asyncio.timeout(50),
    ):
        host = await practise(server.address, rules, policy)
        table = await play(host)
        ledger = Ledger(await server.stored(table.room["id"]))
        await host.__aexit__(None, None, None)
        errors = [line for line in server.log_text().splitlines() if "error" in line.lower()]

    assert ledger.last.match.ended is not None
    assert errors == []


async def test_four_bots_are_watched() -> None:
    """Where the one person sleeps, four bots play, and who watches sees all but hidden cards."""
    async with (
        ServerProcess("--bot-delay", "0", "--turn-slack", "0") as server,
        asyncio.timeout(50),
    ):
        host = await practise(server.address, "classic-house", "club", turn=1, bank=0, timeouts=1)
        code = (await host.until(lambda _: True)).room["watch"]
        async with Connection(server.address, Session("Watcher", code=code)) as watcher:
            await watcher.until(lambda _: True)
            table = await watcher.until(lambda now: "ended" in now.room.get("match", {}))
        ledger = Ledger(await server.stored(table.room["id"]))
        await host.__aexit__(None, None, None)

    acts = [
        batch.person
        for batch in ledger.batches
        if any(isinstance(event, CallMade | CardPlayed) for event in batch.events)
    ]
    assert len(acts) >= 4 * PLAYED
    assert set(acts) == {None}
    assert lasting(table.room) == ledger.view(table.v, PUBLIC)


async def test_bots_go_on_after_a_kill() -> None:
    """The server dies in a deal; with the next one, and their person, the bots are there again."""
    async with ServerProcess("--bot-delay", "0") as server, asyncio.timeout(50):
        host = await practise(server.address, "coinche-official", "club")
        await play(host, until=2)
        thinking = children(server.pid)
        await server.kill()
        await so(lambda: not any(Path(f"/proc/{pid}").exists() for pid in thinking))
        await server.start()
        table = await play(host)
        seats = [seat.get("bot") for seat in table.room["seats"]]
        ledger = Ledger(await server.stored(table.room["id"]))
        await host.__aexit__(None, None, None)

    assert ledger.last.match.ended is not None
    assert seats == [None, "club", "club", "club"]


def children(pid: int) -> list[int]:
    """Return the processes that *pid* has started."""
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(each) for each in found.read_text().split()] if found.exists() else []
