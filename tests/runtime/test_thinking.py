"""Thinking in other processes: an answer always comes, and in time."""

import asyncio
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random

from structlog.typing import EventDict

from belote_protocol.vocab import Phase, Policy
from belote_server.bots.policies import choose
from belote_server.game.engine import decide
from belote_server.game.refused import Refusal
from belote_server.game.state import Match
from belote_server.game.views import View, view
from belote_server.runtime.thinking import Limits, Workers
from tests.helpers.rooms import stage
from tests.helpers.waits import so


def positions() -> Iterator[Match]:
    """Yield some matches in which a seat is to act: in an auction, at a lead, in a trick."""
    for name in ("auction", "play"):
        yield stage(name).match
    sitting, rng = stage("play"), Random(5)
    for _ in range(9):
        sitting.act(rng)
    yield sitting.match


def seen(match: Match) -> View:
    """Return the view of the seat on turn."""
    assert match.turn is not None
    return view(match, match.turn)


async def test_every_policy_answers_from_a_worker() -> None:
    """What comes back is a legal act of the seat on turn; the club's is what it does here."""
    async with Workers(Limits(workers=1, seconds=0.2)) as workers:
        for match in positions():
            for policy in Policy:
                choice = await workers.choose(seen(match), policy, 7)
                assert not isinstance(decide(match, choice.action), Refusal)
                assert match.phase in (Phase.AUCTION, Phase.PLAY)
    async with Workers(Limits(workers=1, seconds=30)) as unhurried:
        for match in positions():
            club = await unhurried.choose(seen(match), Policy.CLUB, 7)
            assert club == choose(seen(match), Policy.CLUB, 7)


async def test_a_worker_that_dies_is_replaced(logs: list[EventDict]) -> None:
    """Its thought is lost, the answer is not, and the next thought has a worker again."""
    match = stage("play").match
    async with Workers(Limits(workers=1, seconds=5.0)) as workers:
        first = await workers.choose(seen(match), Policy.CLUB, 1)
        asked = asyncio.ensure_future(workers.choose(seen(match), Policy.EXPERT, 1))
        await asyncio.sleep(0)
        for pid in pids(workers):
            os.kill(pid, signal.SIGKILL)
        assert not isinstance(decide(match, (await asked).action), Refusal)
        assert await workers.choose(seen(match), Policy.CLUB, 1) == first

    assert {each["event"] for each in logs} == {"a process in which bots think has died"}
    logs.clear()


async def test_too_many_thoughts_at_once() -> None:
    """Beyond the queue bots think less, and each gets an answer."""
    matches = list(positions())
    async with Workers(Limits(workers=1, seconds=0.3, queue=2)) as workers:
        await workers.choose(seen(matches[0]), Policy.CLUB, 0)  # the process is there now
        thoughts = [
            workers.choose(seen(match), Policy.EXPERT, seed)
            for seed, match in enumerate(matches * 10)
        ]
        choices = await asyncio.gather(*thoughts)

    for match, choice in zip(matches * 10, choices, strict=True):
        assert not isinstance(decide(match, choice.action), Refusal)


async def test_nothing_starts_before_there_is_a_bot() -> None:
    """A server without bots has no process for them, and ends at once."""
    async with Workers(Limits()) as workers:
        assert pids(workers) == []
        workers.prepare()
        await so(lambda: len(pids(workers)) == 1)


def pids(workers: Workers) -> list[int]:
    """Return the processes of *workers*."""
    pool: ProcessPoolExecutor | None = workers._pool
    return [] if pool is None else [each.pid or 0 for each in pool._processes.values()]
