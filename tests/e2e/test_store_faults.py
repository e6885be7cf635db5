"""
The store beside the server is killed, stopped and emptied while people play.

What was acknowledged is stored once, tables say that they wait and that they go on, and everybody's
connection lives through it.
"""

import asyncio
import os
import signal
import time

import pytest

from belote_server.room.events import ClockCredited, TimedOut
from client_demo.programs import has_ended
from client_demo.retry import State
from client_demo.wire import Update
from tests.helpers.assassins import Assassin
from tests.helpers.ledger import Ledger
from tests.helpers.parties import Party
from tests.helpers.server_process import ServerProcess
from tests.helpers.stops import stopped
from tests.helpers.waits import past, so


async def survive_deaths(seed: int, deaths: int) -> None:
    """Play a match during which the store is killed *deaths* times, and account for all of it."""
    assassin = Assassin(seed, deaths, within=150)
    changes = {"match.deals": 2 + deaths // 2}
    async with ServerProcess() as server, asyncio.TaskGroup() as group:
        victim = await server.store_pid()

        async def mend() -> None:
            nonlocal victim
            victim = await server.store_pid()  # another one, as soon as it answers

        assassin.strike = lambda: os.kill(victim, signal.SIGKILL)
        group.create_task(assassin.follow(mend))
        rules = ("classic-official", "coinche-official")[seed % 2]
        party = Party(server.address, seed, rules, changes, on_heard=assassin.heard)
        async with party:
            await party.play(within=50 if deaths < 20 else 800)
            ledger = Ledger(await server.stored(party.room))

    assert assassin.struck == deaths
    party.check(ledger)
    assert ledger.last.match.ended is not None
    for guest in party.guests:
        assert guest.states.count(State.OPEN) == 1, "a connection was lost with the store"
        assert len({each["term"] for each in guest.updates if each["t"] == "snapshot"}) == 1
        assert not [each for each in guest.updates if each["t"] == "term"]


@pytest.mark.parametrize("seed", range(2))
async def test_f9_t99_twenty_deaths_of_the_store(seed: int) -> None:
    """A store that dies is started again: tables go on at once, under the same term."""
    await survive_deaths(seed, deaths=10)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 106))
async def test_f9_t99_three_hundred_deaths_of_the_store(seed: int) -> None:
    """The same, fifty times in each of six matches."""
    await survive_deaths(seed, deaths=50)


@pytest.mark.parametrize(
    "seconds",
    [0.0, pytest.param(10.0, marks=pytest.mark.soak), pytest.param(20.0, marks=pytest.mark.soak)],
)
async def test_t99_a_store_that_stands_still(seconds: float) -> None:
    """Everybody hears that the table waits, and that it goes on; nothing is done twice."""
    async with ServerProcess() as server:
        party = Party(server.address, 7, changes={"match.deals": 3})
        async with party, asyncio.TaskGroup() as group:
            game = group.create_task(party.play(within=50 + seconds))
            await party.watchers[0].reach(30)
            with stopped(await server.store_pid()):
                began = time.monotonic()
                await asyncio.gather(*(guest.told("paused") for guest in party.guests))
                v = party.watchers[0].v
                await past(began + seconds, time.monotonic)
                assert {guest.v for guest in party.guests} == {v}
            await asyncio.gather(*(guest.told("resumed") for guest in party.guests))
            await game
        ledger = Ledger(await server.stored(party.room))

    party.check(ledger)
    for guest in party.guests:
        kinds = [each["t"] for each in guest.updates]
        assert kinds.count("paused") == kinds.count("resumed") == 1
        assert kinds.index("paused") < kinds.index("resumed")
        assert guest.states.count(State.OPEN) == 1


async def test_t69_no_turn_runs_out_while_the_store_stands_still() -> None:
    """A turn that an outage outlasted is given back: it ends by nobody's fault but its seat's."""
    async with ServerProcess() as server, Party(server.address, 8, turn=1) as party:
        await party.sit_down()
        guest, command = party.acting, party.move()
        with stopped(await server.store_pid()):
            asking = asyncio.create_task(guest.done(command.pop("t"), **command))
            await asyncio.gather(*(each.told("paused") for each in party.guests))
        v = (await asking)["v"]
        for each in party.guests:
            await each.reach(v + 2)
        ledger = Ledger(await server.stored(party.room))

    asked, credited, over = ledger.batches[v - 1 : v + 2]
    assert asked.deadline is not None
    assert asked.deadline < credited.at, "the outage was too short to matter"
    assert credited.events == (ClockCredited(),)
    assert credited.deadline == pytest.approx(credited.at + 1)
    assert isinstance(over.events[0], TimedOut)
    assert over.at >= credited.at + 1
    for each in party.guests:
        each.check(ledger)


async def test_t99_a_table_is_made_once_the_store_answers() -> None:
    """Whoever wants a table while the store stands still asks again, and gets one."""
    async with ServerProcess() as server, asyncio.TaskGroup() as group:
        party = Party(server.address, 4, changes={"match.deals": 1})

        async def evening() -> Ledger:
            async with party:
                await party.play()
                return Ledger(await server.stored(party.room))

        with stopped(await server.store_pid()):
            playing = group.create_task(evening())
            await so(lambda: [each["code"] for each in refusals(party)] == ["paused"], every=0.01)
        party.check(await playing)
        async with server.log() as log:
            assert await log.open_rooms() == [party.room]


def refusals(party: Party) -> list[Update]:
    """Return what the first of *party* was refused."""
    return [each for each in party.players[0].updates if each["t"] == "refused"]


async def test_f17_a_store_that_forgot_the_scripts() -> None:
    """A store that no longer knows our scripts is told them again, and nobody notices."""
    async with (
        ServerProcess() as server,
        Party(server.address, 3, changes={"match.deals": 1}) as party,
    ):
        await server.ask_store("SCRIPT", "FLUSH")
        await party.play()
        ledger = Ledger(await server.stored(party.room))

    party.check(ledger)
    assert not [each for guest in party.guests for each in guest.updates if each["t"] == "paused"]


async def test_f13_a_store_that_forgot_everything() -> None:
    """Tables whose past is gone are closed with a clear word; the server lives and makes others."""
    async with ServerProcess() as server:
        async with Party(server.address, 5, changes={"match.deals": 9}) as party:
            game = asyncio.create_task(party.play())
            await party.watchers[0].reach(30)
            await server.ask_store("FLUSHALL")
            for guest in party.guests:
                assert (await guest.told("left"))["reason"] == "lost"
            with pytest.raises(BaseExceptionGroup):
                await game
        async with Party(server.address, 6, changes={"match.deals": 1}) as party:
            await party.play()
            assert all(has_ended(guest.session.table) for guest in party.guests)  # type: ignore[arg-type]
