"""Players that play by themselves, each with a connection of its own, to practise against."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from random import Random

from belote_protocol.vocab import SEATS, Phase
from client_demo.connection import Connection, Over
from client_demo.model import Table
from client_demo.player import Player
from client_demo.session import Session
from client_demo.terminal.moves import phase
from client_demo.views import value_of
from client_demo.wire import Command

NAMES = ("Basile", "Colette", "Dariusz")

THINKS, LOOKS = 0.8, 1.6
"""Seconds a robot waits before it acts, and before it leads after a trick that is to be seen."""

Sleep = Callable[[float], Awaitable[None]]


async def practise(
    address: str, code: str, number: int, chance: Random, sleep: Sleep = asyncio.sleep
) -> None:
    """Bring *number* robots to the table of *code*; they stay until they are cancelled."""
    async with AsyncExitStack() as stack:
        games = []
        for name, seat in zip(NAMES[:number], SEATS[1:], strict=False):
            connection = Connection(address, Session(name))
            await stack.enter_async_context(connection)
            await connection.ask("join", code=code)
            player = Player(Random(chance.random()), seat)
            games.append(_play(connection, player, sleep))
        await asyncio.gather(*games)


async def _play(connection: Connection, player: Player, sleep: Sleep) -> None:
    refused_at = -1
    while True:
        try:
            table = await connection.until(lambda _: True)
        except Over:
            return
        command = next_command(player, table) if table.v > refused_at else None
        if command is None:
            await connection.changed()
            continue
        await sleep(pause(table, command))
        answer = await connection.ask(command.pop("t"), **command)
        v = int(answer.get("v", 0))
        if answer["t"] == "refused":
            refused_at = max(v, table.v)
            continue
        try:
            await connection.until(lambda now, v=v: now.v >= v)  # type: ignore[misc]
        except Over:
            return


def next_command(player: Player, table: Table) -> Command | None:
    """Return what a robot asks for; unlike one that plays a single match it plays another."""
    seat = value_of(table.room, "seat")
    if seat is not None and phase(table.room) is Phase.ENDED:
        views = dict(zip("SWNE", table.room["seats"], strict=True))
        return None if value_of(views[seat], "ready") else {"t": "rematch"}
    return player.next_command(table)


def pause(table: Table, command: Command) -> float:
    """Return how long to wait before *command*, so that people can follow."""
    if command["t"] not in ("play", "bid"):
        return 0.0
    deal = table.room["match"]["deal"]
    is_lead = command["t"] == "play" and not value_of(deal, "trick")
    return LOOKS if is_lead else THINKS
