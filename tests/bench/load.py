"""
The whole server under load: real sockets, real store, played by another process.

``python -m tests.bench load`` takes minutes, ``load --quick`` a minute. Processor time is the
measure, because it moves less than the clock on a machine that does other things too. Everything
happens on 127.0.0.1 in folders of its own, and ends with the program.
"""

import asyncio
import resource
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TypeVar

from belote_protocol.codec import Format
from tests.bench import outbox
from tests.bench.crowd import Crowd
from tests.bench.found import Floors, Found, Played
from tests.bench.kept import keep
from tests.bench.loops import loop_factory
from tests.bench.onlookers import deliver, idle_bytes
from tests.bench.report import print_report
from tests.bench.served import Served, fresh_folder

SPARE_FILES = 300
"""Files the server has open besides the sockets of people."""

T = TypeVar("T")


@dataclass(frozen=True)
class Sizes:
    """
    How much is done.

    Attributes:
        tables: Numbers of live tables, rising; one stretch of play for each.
        paced: How many of them there are when latency is measured; one of those.
        resumed: How many of them a server finds when it starts again; one of those.
        warm_up: Seconds before a stretch.
        seconds: Of a stretch.
        idle: Connections that say hello and nothing more.
        watchers: Of one table.
        cards: That these are shown.
        matches: Played to their end.
        starts: Of a server without tables.
        floors: Seconds of each floor, each time; they are measured three times.
    """

    tables: tuple[int, ...] = (10, 100, 1000, 5000)
    paced: int = 100
    resumed: int = 1000
    warm_up: float = 2.0
    seconds: float = 10.0
    idle: int = 2000
    watchers: int = 2000
    cards: int = 40
    matches: int = 50
    starts: int = 5
    floors: float = 2.0


FULL = Sizes()
QUICK = Sizes((10, 100, 300), 100, 300, 1.0, 3.0, 500, 2000, 15, 5, 3, 1.0)


def run(*options: str) -> None:
    """Measure everything and print one table."""
    unknown = set(options) - {"--quick"}
    if unknown:
        raise SystemExit(f"load knows --quick, and not {', '.join(sorted(unknown))}")
    sizes = within_limits(QUICK if options else FULL)
    begun = perf_counter()
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        found = runner.run(measure(sizes))
    print_report(found, perf_counter() - begun)


def within_limits(sizes: Sizes) -> Sizes:
    """Return *sizes* with no more tables than this process and the server may have sockets for."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # the server inherits it
    most = (hard - SPARE_FILES) // 4
    return replace(sizes, tables=tuple(min(each, most) for each in sizes.tables))


async def measure(sizes: Sizes) -> Found:
    """Return all figures; the floors come between the rest, so that they share its weather."""
    _say("empty servers, idle connections")
    starts = [await _serve("everysec", _nothing) for _ in range(sizes.starts)]
    ready = median(seconds for seconds, _ in starts)
    _, idle = await _serve("everysec", lambda server: idle_bytes(server, sizes.idle))
    floors = [await _floor(sizes.floors)]
    few = [each for each in sizes.tables if each <= sizes.resumed]
    _say(f"{', '.join(map(str, few))} tables")
    _, played = await _serve("everysec", lambda server: play(server, sizes, few))
    floors.append(await _floor(sizes.floors))
    _say(f"{', '.join(map(str, sizes.tables[len(few) :])) or 'no more'} tables")
    worked = dict(played.worked)
    for many in sizes.tables[len(few) :]:
        _, more = await _serve("everysec", lambda server, n=many: play(server, sizes, [n]))  # type: ignore[misc]
        worked |= more.worked
    floors.append(await _floor(sizes.floors))
    _say("watchers, whole matches")
    _, delivered = await _serve(
        "everysec", lambda server: deliver(server, sizes.watchers, sizes.cards)
    )
    _, kept = await _serve("everysec", lambda server: keep(server, sizes.matches))
    _say("everything forced to the disk")
    _, forced = await _serve("always", lambda server: play(server, sizes, [sizes.paced]))
    return Found(
        ready, idle, replace(played, worked=worked), forced, delivered, kept, Floors.middle(floors)
    )


async def play(server: Served, sizes: Sizes, numbers: list[int]) -> Played:
    """Return what play takes with each of rising *numbers* of tables."""
    crowd, worked, latency, paced = Crowd(server), {}, None, None
    opened_at = server.memory()
    for number in numbers:
        await crowd.grow(number)
        if number == numbers[-1]:
            opened_at = server.memory() - opened_at
        worked[number] = await crowd.saturate(sizes.warm_up, sizes.seconds)
        if number == sizes.paced:
            rate = min(worked[number].rate, worked[number].pace) / 2
            paced, latency = await crowd.paced(rate, sizes.warm_up, sizes.seconds)
    await crowd.leave()
    resuming = None
    if numbers[-1] == sizes.resumed:
        await server.stop()
        resuming = await server.start()
    return Played(worked, paced, latency, opened_at / numbers[-1], resuming)


async def _nothing(server: Served) -> None:
    """Do nothing: that it started is all."""


async def _serve(fsync: str, work: Callable[[Served], Awaitable[T]]) -> tuple[float, T]:
    return await with_server(fsync, work, apart=True)


async def with_server(
    fsync: str, work: Callable[[Served], Awaitable[T]], *, apart: bool = False
) -> tuple[float, T]:
    """Return how soon a new server was ready, and what *work* found there."""
    with fresh_folder() as folder:
        server = Served(Path(folder) / "data", fsync, apart=apart)
        ready = await server.start()
        try:
            return ready, await work(server)
        finally:
            await server.stop()


async def _floor(seconds: float) -> Floors:
    """Return what a delivery to four costs with no rules and nothing stored."""
    return Floors(
        await outbox.measure("send", Format.MSGPACK, seconds),
        await outbox.measure("outbox", Format.MSGPACK, seconds),
    )


def _say(what: str) -> None:
    print(f"… {what}", file=sys.stderr, flush=True)
