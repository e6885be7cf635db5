"""
Matches over lines that lose, delay, double and swap frames, break, or fall silent.

However bad it gets, every client comes to the same version, and what each was shown at any version
is what is stored for it and nothing more.
"""

import asyncio
from collections import Counter

import pytest

from tests.helpers.ledger import Ledger
from tests.helpers.live_server import LiveServer
from tests.helpers.parties import Party
from tests.helpers.proxy import HARM, Chaos, Fate, Passage, Proxy
from tests.helpers.server_process import ServerProcess

RULES = ("coinche-house", "classic-house", "coinche-official", "classic-official")


async def short_match(server: ServerProcess, seed: int) -> Counter[Fate]:
    """Play a deal over bad lines; return what became of the frames."""
    chaos = Chaos(seed, harm=25, share=0.08)
    async with Proxy(server.port, chaos) as proxy:
        party = Party(proxy.address, seed, RULES[seed % 4], {"match.deals": 1})
        async with party:
            await party.play(within=50)
            ledger = Ledger(await server.stored(party.room))
    party.check(ledger)
    assert ledger.last.match.ended is not None
    return proxy.fates


async def matches(seeds: range, at_once: int) -> None:
    """Play many short matches over bad lines, some at once."""
    fates: Counter[Fate] = Counter()
    turnstile = asyncio.Semaphore(at_once)

    async def one(seed: int) -> None:
        async with turnstile:
            fates.update(await short_match(server, seed))

    async with ServerProcess() as server, asyncio.TaskGroup() as group:
        for seed in seeds:
            group.create_task(one(seed))
    assert all(fates[fate] for fate in HARM), fates


@pytest.mark.parametrize("nth", range(3))
async def test_t9_f31_thirty_matches_over_bad_lines(nth: int) -> None:
    """Whatever a line does to frames, every client reaches the truth, and only its own."""
    await matches(range(10 * nth, 10 * nth + 10), at_once=5)


@pytest.mark.soak
@pytest.mark.parametrize("nth", range(5))
async def test_t9_f31_five_hundred_matches_over_bad_lines(nth: int) -> None:
    """The same, a hundred times in each of five runs."""
    await matches(range(1000 + 100 * nth, 1100 + 100 * nth), at_once=5)


class Once:
    """A judge with one frame in mind."""

    def __init__(self, fate: Fate, link: int, nth: int, *, upward: bool) -> None:
        self.done = False
        self._at = (link, upward, nth)
        self._fate = fate

    def __call__(self, passage: Passage) -> Fate:
        """Return what becomes of a frame."""
        if self.done or (passage.link.nth, passage.upward, passage.nth) != self._at:
            return Fate.PASS
        self.done = True
        return self._fate


async def once(server: LiveServer, fate: Fate, nth: int, *, upward: bool) -> bool:
    """Play a deal in which one frame of the host's meets *fate*; return whether there was one."""
    judge = Once(fate, 0, nth, upward=upward)
    async with Proxy(server.port, judge, late=0.005, breaks_after=0.01) as proxy:
        party = Party(server.address, nth, changes={"match.deals": 1}, host=proxy.address)
        async with party:
            await party.play()
            ledger = Ledger(await server.stored(party.room))
    party.check(ledger)
    return judge.done


LOSSES = [
    (fate, upward) for fate in (Fate.CUT, Fate.CUT_AFTER, Fate.DROP) for upward in (True, False)
]


@pytest.mark.parametrize(("fate", "upward"), LOSSES[1::2])
async def test_t9_one_lost_frame(fate: Fate, *, upward: bool) -> None:
    """Whichever frame of an answer or an update is lost, everybody plays on to the same end."""
    async with LiveServer() as server:
        for nth in (*range(7), *range(9, 60, 9)):
            assert await once(server, fate, nth, upward=upward)


@pytest.mark.soak
@pytest.mark.parametrize(("fate", "upward"), LOSSES)
async def test_t9_any_lost_frame(fate: Fate, *, upward: bool) -> None:
    """The same for every single frame, in both directions."""
    async with LiveServer() as server:
        nth = 0
        while await once(server, fate, nth, upward=upward):
            nth += 1
    assert nth > 10


async def test_t9_a_line_that_falls_silent() -> None:
    """Whoever hears nothing any more comes back by itself, over another line, and plays on."""
    async with (
        LiveServer() as server,
        Proxy(server.port) as proxy,
        Party(
            server.address, 9, host=proxy.address, sign_within=0.5, changes={"match.deals": 1}
        ) as party,
    ):
        await party.sit_down()
        await party.take()
        (link,) = proxy.links
        link.swallows = True
        await party.play()
        ledger = Ledger(await server.stored(party.room))
    party.check(ledger)
    assert len(proxy.links) == 2
