"""Robots that fill a table, so that one browser is enough."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from belote_protocol.codec import Format
from belote_protocol.i18n import words
from belote_protocol.vocab import Seat
from client_demo.player import Player
from client_demo.programs import Entry, Robot, Teller, fill
from client_demo.session import Session
from tests.helpers.live_server import LiveServer
from tests.helpers.visitor import Visitor

NAMES = {Seat.SOUTH: "Zoé", Seat.WEST: "Małgorzata", Seat.NORTH: "Крум", Seat.EAST: "Nur Aisyah"}
OTHERS = (Seat.WEST, Seat.NORTH, Seat.EAST)


@asynccontextmanager
async def robots(
    server: LiveServer, code: str, seed: int = 1, seats: Sequence[Seat] = OTHERS
) -> AsyncIterator[None]:
    """Let robots play in *seats* with whoever else sits at the table of *code*."""
    chance = Random(seed)
    quiet = Teller(words("en"), lambda _: None, is_quiet=True)
    players = [
        Robot(Session(NAMES[seat]), Player(Random(chance.random()), seat), quiet) for seat in seats
    ]
    address = f"ws://127.0.0.1:{server.port}/ws"
    playing = asyncio.create_task(fill(address, players, Entry(code), Format.MSGPACK))
    try:
        yield
    finally:
        playing.cancel()
        await asyncio.wait([playing])


async def with_robots(host: Visitor, guest: Visitor, **options: Any) -> None:
    """Let two people sit at a new table with robots of the server's, and get their cards."""
    await host.invite(guest, **options)
    await guest.sit("W")
    await host.page.locator("[data-act=fill]").click()
    await asyncio.gather(host.ready(), guest.ready())
    for person in (host, guest):
        await person.page.locator(".slot").first.wait_for()
