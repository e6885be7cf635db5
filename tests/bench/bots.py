"""
Bots that think while tables are served: what it costs the event loop, and how long they take.

Fifty tables ask for a move of the best bots again and again, from positions of real deals, while
the loop's lag is measured as a table would feel it: how late a timer rings.
"""

import asyncio
import os
import time
from random import Random
from statistics import median, quantiles

from belote_protocol.vocab import Policy
from belote_server.game.views import View, view
from belote_server.runtime.thinking import Limits, Workers
from tests.helpers.rooms import stage

TABLES = 50
SECONDS = 12.0
TICK = 0.005


def positions() -> list[View]:
    """Return the views of seats on turn through a deal: its auction and each of its cards."""
    views: list[View] = []
    for seed in range(8):
        for name in ("auction", "play"):
            sitting, rng = stage(name), Random(seed)
            while (turn := sitting.match.turn) is not None:
                views.append(view(sitting.match, turn))
                sitting.act(rng, 0.3)
    return views


async def measure(bots: int, workers: int) -> None:
    """Print the lag of the loop, and the time of a move, while *bots* think."""
    limits = Limits(workers=workers)
    shown, moves, lags = positions(), list[float](), list[float]()
    deadline = time.monotonic() + SECONDS

    async def table(seed: int) -> None:
        rng = Random(seed)
        while time.monotonic() < deadline:
            started = time.monotonic()
            await thinkers.choose(rng.choice(shown), Policy.EXPERT, rng.getrandbits(60))
            moves.append(time.monotonic() - started)
            await asyncio.sleep(rng.uniform(0.5, 1.5))  # what a bot waits between two turns

    async def clock() -> None:
        while time.monotonic() < deadline:
            due = time.monotonic() + TICK
            await asyncio.sleep(TICK)
            lags.append(time.monotonic() - due)

    async with Workers(limits) as thinkers:
        await thinkers.choose(shown[0], Policy.CLUB, 0)
        async with asyncio.TaskGroup() as group:
            group.create_task(clock())
            for seed in range(bots):
                group.create_task(table(seed))
    print(
        f"{bots:3} bots, {workers} processes: lag of the loop {told(lags)};"
        + (f" {len(moves)} moves, {told(moves)}" if moves else "")
    )


def told(seconds: list[float]) -> str:
    """Return median, 99th percentile and maximum in milliseconds."""
    last = quantiles(seconds, n=100)[-1]
    return (
        " / ".join(f"{1000 * each:.1f}" for each in (median(seconds), last, max(seconds))) + " ms"
    )


def run() -> None:
    """Measure an idle loop, and one beside fifty of the best bots."""
    load = os.getloadavg()[0]
    print(f"bots: median / 99th percentile / maximum; load average {load:.1f} at the start")
    for bots, workers in ((0, 1), (TABLES, 1), (TABLES, 2)):
        asyncio.run(measure(bots, workers))


if __name__ == "__main__":
    run()
