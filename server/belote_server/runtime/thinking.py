"""
Where bots think: in worker processes, so that no table waits while one of them searches.

There is always an answer. A search that would wait too long for a worker, takes too long in it, or
dies with it is left to the next policy down, and the lowest of all thinks where it is asked.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

import structlog

from belote_protocol.vocab import Policy
from belote_server.bots.budget import Budget
from belote_server.bots.choice import Choice
from belote_server.bots.policies import choose
from belote_server.game.views import View

_log = structlog.get_logger()

SHORTEST = 0.015
"""Seconds of search that are worth it; with less a bot plays by the next policy down."""

MARGIN = 0.2
"""Seconds that an answer may come after its deadline before nobody waits for it any more."""


class AtOnce:
    """Thinks in the event loop: right for the quick policies, and where nobody minds waiting."""

    def __init__(self, nodes: int = 400) -> None:
        self._budget = Budget(nodes)

    def prepare(self) -> None:
        """Be ready, as always."""

    async def choose(self, view: View, policy: Policy, seed: int) -> Choice:
        """Return what *policy* does in the place of the viewer."""
        return choose(view, policy, seed, self._budget)


@dataclass(frozen=True)
class Limits:
    """
    What bots may cost.

    Attributes:
        workers: Processes that think.
        seconds: How long one thought may take, its wait for a worker included.
        queue: Thoughts that may wait for a worker, besides those under way.
    """

    workers: int = 1
    seconds: float = 0.3
    queue: int = 16


class Workers:
    """Thinks in processes of their own, which start when the first bot takes a seat."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._pool: ProcessPoolExecutor | None = None
        self._starting: asyncio.Future[None] | None = None
        self._under_way = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Let the processes end; what they think of is of no use any more."""
        if self._pool is not None:
            pool, self._pool = self._pool, None
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)

    def prepare(self) -> None:
        """Let the processes start, in a thread: the loop would stand still meanwhile."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")  # a fork would inherit every socket
            workers = self._limits.workers
            self._pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin)
            loop = asyncio.get_running_loop()
            self._starting = loop.run_in_executor(None, _start, self._pool, workers)

    async def choose(self, view: View, policy: Policy, seed: int) -> Choice:
        """Return what *policy*, or a lower one if there is no time, does in the viewer's place."""
        while policy is not Policy.NOVICE:
            choice = await self._asked(view, policy, seed)
            if choice is not None:
                return choice
            policy = policy.below
        return choose(view, policy, seed)

    async def _asked(self, view: View, policy: Policy, seed: int) -> Choice | None:
        """Return a worker's answer; ``None`` if there is none in time."""
        limits = self._limits
        room = limits.workers + limits.queue
        if self._under_way >= (room if policy is Policy.EXPERT else 2 * room):
            return None  # the quicker policy still gets through when the slower one does not
        pool = await self._started()
        if pool is None:
            return None
        deadline = time.monotonic() + limits.seconds
        share = limits.seconds / (1 + self._under_way // limits.workers)  # the line gets it all
        try:
            asked: Future[Choice] = pool.submit(_choose, view, policy, seed, share, deadline)
        except (BrokenExecutor, RuntimeError):
            self._replace(pool)
            return None
        self._under_way += 1
        try:
            async with asyncio.timeout(limits.seconds + MARGIN):
                return await asyncio.wrap_future(asked)
        except TimeoutError:
            return None
        except BrokenExecutor:
            self._replace(pool)
            return None
        finally:
            asked.cancel()
            self._under_way -= 1

    async def _started(self) -> ProcessPoolExecutor | None:
        """Return the processes; ``None`` if they died while they started."""
        self.prepare()
        assert self._starting is not None
        await asyncio.shield(self._starting)  # many wait for it
        return self._pool

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        """Start anew with the next thought: a process has died."""
        if self._pool is broken:
            _log.error("a process in which bots think has died")
            self._pool = None
            broken.shutdown(wait=False, cancel_futures=True)


def _start(pool: ProcessPoolExecutor, workers: int) -> None:
    """Have *pool* start its processes: it starts one for each thing to do, if none is free."""
    with suppress(BrokenExecutor, RuntimeError):  # whoever asks it next finds out
        for _ in range(workers):
            pool.submit(_nothing)


def _nothing() -> None:
    """In a worker: be there."""


def _begin() -> None:
    """In a worker: end with the server, however that ends, and not by the keyboard before it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)  # the thread that thinks cannot be told


def _choose(view: View, policy: Policy, seed: int, share: float, deadline: float) -> Choice:
    """
    In a worker: think for *share* seconds, and not beyond *deadline*.

    The deadline is by the clock that all processes of a machine share.
    """
    left = min(share, deadline - time.monotonic())
    if policy is Policy.EXPERT and left < SHORTEST:
        policy = policy.below  # it waited too long for its turn
    return choose(view, policy, seed, Budget(10**9, max(left, 0.0), time.monotonic))
