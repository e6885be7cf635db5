"""
A bot of one's own: sits down at a table and plays, over nothing but the public protocol.

``python -m client_demo.bots.thrifty ws://127.0.0.1:8000/ws CODE W`` takes the seat West at the
table whose code to sit is CODE. The server says what is legal, so a bot only has to prefer; write
another ``call`` and ``card`` and it is yours.
"""

import asyncio
import sys
from typing import Any

from client_demo.connection import Connection, Over
from client_demo.model import Table
from client_demo.session import Session

WORTH = dict(zip("789JQKTA", (0, 0, 0, 2, 3, 4, 10, 11), strict=True))


def call(hand: list[str], options: dict[str, Any]) -> str:
    """Return a call: a suit of which it holds jack, nine and one more, as low as it can."""
    for suit in options.get("modes", ()):
        held = [card[0] for card in hand if card[1] == suit]
        if {"J", "9"} <= set(held) and len(held) > 2:
            if "take" in options["kinds"]:
                return str(suit)
            return f"{options['points'][0]}{suit}" if options.get("points") else "pass"
    return "pass"


def card(legal: list[str], trick: list[str]) -> str:
    """Return a card: to lead what is worth most, else what is worth least."""
    return (min if trick else max)(legal, key=lambda card: WORTH[card[0]])


def command(table: Table, wish: str) -> dict[str, Any] | None:
    """Return what to ask for now; nothing while others are to act."""
    room = table.room
    seat, turn = room.get("seat"), room["turn"]
    if seat is None:
        return {"kind": "sit", "seat": wish}
    place = "SWNE".index(seat)
    match = room.get("match")
    ready = room["seats"][place].get("ready", False)
    if match is None:
        return None if ready else {"kind": "ready"}
    if match["phase"] == "dealing" and "deal" in match and not ready:
        return {"kind": "next", "deal": match["deal"]["number"]}
    if turn.get("seat") != seat:
        return None
    deal = match["deal"]
    if "options" in turn:
        hand = [card for card in (*deal["hands"][place], deal.get("turned")) if card]
        said, nth = call(hand, dict(turn["options"])), len(deal.get("calls", ()))
        return {"kind": "bid", "deal": deal["number"], "nth": nth, "call": said}
    legal = [card for card, duty in turn.get("cards", {}).items() if duty is None]
    trick = len(deal.get("tricks", ())) + 1
    chosen = card(legal, deal.get("trick", []))
    return {"kind": "play", "deal": deal["number"], "trick": trick, "card": chosen}


async def play(address: str, code: str, seat: str) -> None:
    """Play at the table of *code* until its match is over."""
    async with Connection(address, Session("Thrifty", code=code)) as line:
        table = await line.until(lambda _: True)
        while table.room.get("match", {}).get("phase") != "ended":
            wanted = command(table, seat)
            if wanted is not None:
                await line.ask(**wanted)
            v = table.v
            table = await line.until(lambda now, v=v: now.v > v)  # type: ignore[misc]


if __name__ == "__main__":
    try:
        asyncio.run(play(*sys.argv[1:4]))
    except Over as over:
        sys.exit(str(over))
