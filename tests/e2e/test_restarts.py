"""The real server is stopped, killed and started again: tables, clocks and clients go on."""

import asyncio
import shutil
import signal
import time

import pytest

from belote_server.room.events import ClockCredited, TimedOut
from client_demo.retry import State
from tests.helpers.ledger import Ledger
from tests.helpers.parties import Party, on_turn
from tests.helpers.server_process import PATIENCE, NotServing, ServerProcess
from tests.helpers.speakers import speaking
from tests.helpers.stops import stopped
from tests.helpers.tables import seated
from tests.helpers.waits import past


async def some_deals(party: Party, actions: int) -> None:
    """Let four sit down, one of them take, and all do a few things."""
    await party.sit_down()
    await party.take()
    for _ in range(actions):
        await party.act()


async def test_t79_a_stop_and_a_start() -> None:
    """SIGTERM ends with 0 after a word to everybody; then tables stand where they stood."""
    async with (
        ServerProcess() as server,
        Party(server.address, 1) as one,
        Party(server.address, 2, "classic-house", turn=30) as other,
    ):
        parties = {one: 3, other: 7}
        for party, actions in parties.items():
            await some_deals(party, actions)
        before = {party: Ledger(await server.stored(party.room)) for party in parties}

        assert await server.stop() == 0
        for party in parties:
            for guest in party.guests:
                closing = await guest.told("closing")
                assert closing["reason"] == "restarting"
                assert closing["retry_after"] >= 1
                await guest.until_state(State.RESTARTING)

        await server.start()
        for party in parties:
            for guest in party.guests:
                await guest.until_state(State.OPEN, 2)
                assert guest.v == before[party].v
            for _ in range(5):
                await party.act()
            party.check_so_far(Ledger(await server.stored(party.room)))


async def test_a_folder_in_use() -> None:
    """A second server in the same folder is refused, and told the process that has it."""
    async with ServerProcess() as server:
        with pytest.raises(NotServing) as refused:
            async with ServerProcess(folder=server.data):
                pass
        assert refused.value.status == 2
        assert f"is in use by another server, process {server.pid}" in refused.value.why
        assert "Traceback" not in refused.value.why
        async with speaking(server.address, name="Anna") as anna:
            assert anna.welcome["protocol"] == 1


async def test_a_port_in_use() -> None:
    """A second server on the same port is refused, and told what to do about it."""
    async with ServerProcess() as server:
        with pytest.raises(NotServing) as refused:
            async with ServerProcess(port=server.port):
                pass
        assert refused.value.status == 2
        assert f"Port {server.port} of 127.0.0.1 is in use by another program" in refused.value.why
        assert "--port" in refused.value.why
        assert "Traceback" not in refused.value.why


async def test_a_second_signal_hurries() -> None:
    """A server that waits for its store stops at once when asked twice, with another status."""
    async with (
        ServerProcess("--drain-seconds", "60") as server,
        Party(server.address, 3) as party,
    ):
        await party.sit_down()
        guest, command = party.acting, party.move()
        with stopped(await server.store_pid()):
            asking = asyncio.create_task(guest.done(command.pop("t"), **command))
            await asyncio.gather(*(each.told("paused") for each in party.guests))
            server.send(signal.SIGTERM)
            await unready(server)
            server.send(signal.SIGTERM)
            assert (await guest.told("closing"))["reason"] == "restarting"
        assert await server.ended() == 1
        await server.start()
        v = (await asking)["v"]
        for each in party.guests:
            await each.reach(v)
        party.check_so_far(Ledger(await server.stored(party.room)))


async def unready(server: ServerProcess) -> None:
    """Wait until the server says that nobody should be sent to it any more."""
    async with asyncio.timeout(PATIENCE):
        while b" 503 " not in await ask(server, "/readyz"):
            pass


async def ask(server: ServerProcess, path: str) -> bytes:
    """Return what the server answers to a bare request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    try:
        return await reader.read()
    finally:
        writer.close()


async def test_coming_back_while_it_stops() -> None:
    """Nobody who comes while one table still stores is told that another is not there."""
    async with (
        ServerProcess("--drain-seconds", "60") as server,
        Party(server.address, 4) as stuck,
        seated(server) as idle,
    ):
        await stuck.sit_down()
        guest, command = stuck.acting, stuck.move()
        with stopped(await server.store_pid()):
            asking = asyncio.create_task(guest.done(command.pop("t"), **command))
            await guest.told("paused")
            server.send(signal.SIGTERM)
            await unready(server)
            for speaker in idle.speakers:
                token = speaker.welcome["token"]
                async with speaking(server.address) as again:
                    hello = again.packed("hello", protocol=1, name="A", token=token, room=idle.sit)
                    await again.send(hello)
                    told = await again.next()
                    assert "refused" not in told, told
        assert await server.ended() == 0
        await server.start()
        await asking


# --- clocks ---------------------------------------------------------------------------------------


async def test_t56_t69_a_turn_outlives_its_server() -> None:
    """Killed in a turn that then runs out, the server gives the turn its least time."""
    async with ServerProcess() as server, Party(server.address, 56, turn=1) as party:
        await party.sit_down()
        v = party.watchers[0].v
        seat = on_turn(party.watchers[0].table)
        await server.kill()
        deadline = party.watchers[0].table.room["turn"]["deadline"]
        await past(deadline, time.time)
        await server.start()
        for guest in party.guests:
            await guest.event("timedout")
        ledger = Ledger(await server.stored(party.room))

    party.check_so_far(ledger)
    since = ledger.batches[v:]
    over = next(batch for batch in since if isinstance(batch.events[0], TimedOut))
    *credits, last = since[: over.v - v - 1]
    assert all(batch.events == (ClockCredited(),) for batch in (*credits, last))
    assert isinstance(over.events[0], TimedOut)
    assert over.events[0].seat is seat
    assert last.deadline == pytest.approx(last.at + 1)
    assert last.deadline is not None
    assert last.deadline <= over.at < last.deadline + 5


async def test_t57_the_time_left_after_a_return() -> None:
    """After a kill and a return each client knows how long the turn lasts, as well as can be."""
    async with ServerProcess() as server, Party(server.address, 57, turn=600) as party:
        await some_deals(party, 2)
        await server.kill()
        await server.start()
        for guest in party.guests:
            await guest.until_state(State.OPEN, 2)
            deadline = guest.table.room["turn"]["deadline"]
            before = time.time()
            left = guest.connection.seconds_left()
            after = time.time()
            rough = min(guest.session.clock.samples)[0] / 2 + 0.001
            assert left is not None
            assert deadline - after - rough <= left <= deadline - before + rough


# --- what a client knew ---------------------------------------------------------------------------


async def test_f18_f19_t104_what_a_returning_client_knew() -> None:
    """``recovered`` says whether the version and the term it knew are in the table's past."""
    async with ServerProcess() as server, Party(server.address, 18) as party:
        await some_deals(party, 4)
        first, v = party.players[0].table.term, party.players[0].v
        await server.kill()
        await server.start()
        for guest in party.guests:
            await guest.until_state(State.OPEN, 2)
        assert {guest.table.term for guest in party.guests} == {first}
        await party.act()
        await party.act()
        (second,) = {guest.table.term for guest in party.guests}
        assert second != first

        for known, term, recovered in (
            (v, first, True),
            (2, first, True),  # as old as can be: nothing has to be kept for it
            (v, second, True),  # told just before the first version under it
            (v + 2, second, True),
            (v + 1, first, False),  # a past that an earlier owner would have had
            (2, second, False),
            (v + 3, second, False),  # nobody has it
            (10**6, first, False),
            (v, "0" * 16, False),
            (v, None, False),
        ):
            async with speaking(
                server.address, name="Eve", room=party.watch, v=known, term=term
            ) as eve:
                assert eve.welcome.get("recovered", False) is recovered, (known, term)
                assert eve.v == v + 2
                assert eve.welcome["snapshot"]["term"] == second


async def test_t103_f19_a_store_that_lost_its_end() -> None:
    """Where the end of the past is gone, clients are told once, and go on from what there is."""
    async with ServerProcess() as server, Party(server.address, 103) as party:
        await some_deals(party, 4)
        assert await server.stop() == 0
        kept = server.data.with_name("kept")
        shutil.copytree(server.data / "store", kept)
        await server.start()
        for guest in party.guests:
            await guest.until_state(State.OPEN, 2)
        v = party.players[0].v
        for _ in range(3):
            await party.act()
        await server.kill()
        shutil.rmtree(server.data / "store")
        kept.rename(server.data / "store")
        await server.start()
        for guest in party.guests:
            await guest.until_state(State.OPEN, 3)
            welcomes = [each for each in guest.updates if each["t"] == "welcome"]
            assert [each.get("recovered", False) for each in welcomes[-2:]] == [True, False]
            assert guest.v == v
        await party.act()
        assert await figure(server, "belote_unrecovered_total") == len(party.guests)
        await server.kill()
        await server.start()
        for guest in party.guests:
            await guest.until_state(State.OPEN, 4)
            assert guest.updates[-1]["t"] != "welcome" or guest.updates[-1]["recovered"]
        await party.act()


async def figure(server: ServerProcess, name: str) -> float:
    """Return one of the server's figures."""
    for line in (await ask(server, "/metrics")).decode().splitlines():
        if line.startswith(f"{name} "):
            return float(line.split()[1])
    raise AssertionError(f"there is no {name}")
