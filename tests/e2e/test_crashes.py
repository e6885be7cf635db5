"""
The server is killed in the middle of matches, at moments that are counted in frames.

What was acknowledged is stored, what was shown stays true, versions go on, and clients come back by
themselves to play the match to its end.
"""

import asyncio
import contextlib
import signal
from random import Random
from typing import Any

import pytest

from tests.helpers.assassins import Assassin
from tests.helpers.guests import Guest
from tests.helpers.ledger import Ledger
from tests.helpers.parties import Party
from tests.helpers.server_process import ServerProcess
from tests.helpers.store_server import StoreServer, valkey_program
from tests.helpers.tap import Tap
from tests.helpers.waits import so


async def survive(seed: int, kills: int, signum: signal.Signals = signal.SIGKILL) -> None:
    """Play a match during which the server is ended *kills* times, and account for all of it."""
    assassin, chance = Assassin(seed, kills, within=150), Random(seed)
    changes = {"match.deals": 2 + kills // 2}
    async with ServerProcess() as server, asyncio.TaskGroup() as group:

        async def mend() -> None:
            assert await server.ended() == (0 if signum is signal.SIGTERM else -signum)
            if chance.random() < 0.2:  # once more, somewhere on its way up
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(chance.uniform(0.05, 0.8)):
                        await server.start()
                await server.kill()
            await server.start()

        assassin.strike = lambda: server.send(signum)
        group.create_task(assassin.follow(mend))
        rules = ("coinche-house", "classic-house")[seed % 2]
        party = Party(server.address, seed, rules, changes, on_heard=assassin.heard)
        async with party:
            await party.play(within=50 if kills < 10 else 800)
            ledger = Ledger(await server.stored(party.room))

    assert assassin.struck == kills
    party.check(ledger)
    assert ledger.last.match.ended is not None
    for guest in party.guests:
        assert all(each.get("recovered") for each in returns(guest))


def returns(guest: Guest) -> list[dict[str, Any]]:
    """Return each ``welcome`` that *guest*, who knew the table, was told on coming back to it."""
    return [
        heard.update
        for heard in guest.diary
        if heard.update["t"] == "welcome" and heard.before is not None
    ]


@pytest.mark.parametrize("seed", range(4))
async def test_f2_f3_twenty_kills_lose_nothing(seed: int) -> None:
    """Killed at any moment, the server goes on with all it had acknowledged and nothing else."""
    await survive(seed, kills=5)


async def test_t79_t111_restarts_in_a_match() -> None:
    """Asked to stop at any moment, the server does so in good order, and the match goes on."""
    await survive(7, kills=5, signum=signal.SIGTERM)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
async def test_f2_f3_a_thousand_kills_lose_nothing(seed: int) -> None:
    """The same, fifty times in each of twenty matches."""
    await survive(seed, kills=50)


# --- at one moment --------------------------------------------------------------------------------


async def test_f2_killed_between_the_store_and_the_answer() -> None:
    """A card that is stored when the server dies, and was not told, is played once."""
    with StoreServer(valkey_program()) as store:
        async with (
            Tap(store.socket) as tap,
            ServerProcess("--redis-url", tap.address.url, store=store.socket) as server,
            Party(server.address, 2) as party,
        ):
            await party.sit_down()
            await party.take()
            before = Ledger(await server.stored(party.room))
            guest, command = party.acting, party.move()
            tap.loses_replies = True
            asking = asyncio.create_task(guest.done(command.pop("t"), **command))

            async def stored() -> bool:
                return len(await server.stored(party.room)) > before.v

            await so(stored)
            await server.kill()
            assert not asking.done()
            tap.loses_replies = False
            await server.start()
            answer = await asking
            assert answer["v"] == before.v + 1
            for each in party.guests:
                await each.reach(answer["v"])
            ledger = Ledger(await server.stored(party.room))
    party.check_so_far(ledger)
    assert ledger.v == answer["v"]


async def test_f3_killed_before_the_store_heard_of_it() -> None:
    """
    A card that lies before a store that stands still when the server dies is played once.

    Whether the store takes it up before the next server asks for the table, or after it and refuses
    it, is the store's to choose.
    """
    with StoreServer(valkey_program()) as store:
        async with (
            ServerProcess("--redis-url", f"unix://{store.socket}", store=store.socket) as server,
            Party(server.address, 3) as party,
        ):
            await party.sit_down()
            await party.take()
            before = Ledger(await server.stored(party.room))
            guest, command = party.acting, party.move()
            with store.paused():
                asking = asyncio.create_task(guest.done(command.pop("t"), **command))
                await guest.told("paused")
                await server.kill()
                starting = asyncio.create_task(server.start())
                await asyncio.sleep(0)
            await starting
            answer = await asking
            for each in party.guests:
                await each.reach(answer["v"])
            ledger = Ledger(await server.stored(party.room))
    party.check_so_far(ledger)
    assert ledger.v == answer["v"] == before.v + 1
