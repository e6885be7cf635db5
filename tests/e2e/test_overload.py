"""With too much to do, or no room in the store, new tables are refused and those there go on."""

import asyncio
import time
import urllib.error
import urllib.request
from typing import Any

from tests.helpers.figures import figures
from tests.helpers.ledger import Ledger
from tests.helpers.live_server import LiveServer
from tests.helpers.parties import Party
from tests.helpers.server_process import ServerProcess
from tests.helpers.speakers import speaking
from tests.helpers.stops import stopped
from tests.helpers.waits import past

CREATE: dict[str, Any] = {"settings": {"rules": "coinche-house"}, "key": "one more table"}


async def readiness(port: int) -> tuple[int, str]:
    """Return the status and the words of ``/readyz``."""

    def read() -> tuple[int, str]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=30) as page:
                return page.status, str(page.read(), "utf-8")
        except urllib.error.HTTPError as error:
            return error.code, str(error.read(), "utf-8")

    return await asyncio.to_thread(read)


def let_lag(server: LiveServer, lag: float, seconds: float) -> None:
    """Let the loop of *server* have been late by *lag* for some time."""
    for now in range(int(seconds) + 1):
        server.load.observe(lag, float(now))


async def test_t97_an_overloaded_server_keeps_its_tables() -> None:
    """Overloaded, it refuses new tables by a code and says so; a match goes on to its end."""
    async with (
        LiveServer(overload_lag=0.2, overload_seconds=3) as server,
        Party(server.address, 97, changes={"match.deals": 2}) as party,
        speaking(server.address, name="Late") as late,
    ):
        await party.sit_down()
        assert await readiness(server.port) == (200, "ready\n")
        let_lag(server, 0.3, 3)

        assert await late.refused("create", **CREATE) == "overloaded"
        assert await readiness(server.port) == (
            503,
            "the server is overloaded and opens no new tables\n",
        )
        for _ in range(8):
            await party.act()
        await late.enter("join", code=party.watch)  # people still come to tables there are
        await party.play()
        let_lag(server, 0.01, 6)

        assert (await readiness(server.port))[0] == 200
        await late.enter("create", **CREATE)
        counted = server.metrics.registry.get_sample_value(
            "belote_refusals_total", {"code": "overloaded"}
        )
        assert counted == 1
        party.check(Ledger(await server.stored(party.room)))


async def test_a_table_that_exists_is_entered_while_overloaded() -> None:
    """Asking again for a table that was made is no new table."""
    async with LiveServer() as server, speaking(server.address, name="Host") as host:
        table = await host.enter("create", **CREATE)
        server.load.overloaded = True
        again = await host.enter("create", **CREATE)

        assert again.room["id"] == table.room["id"]


async def test_the_tables_of_one_person() -> None:
    """A person makes so many tables and no more, also when it asks for all of them at once."""
    async with (
        LiveServer(max_own_rooms=3, max_rooms=4) as server,
        speaking(server.address, name="Host") as host,
        speaking(server.address, name="Guest") as guest,
    ):
        asked = [
            await host.say("create", settings={"rules": "coinche-house"}, key=f"table {nth:04}")
            for nth in range(8)
        ]
        answers = [await host.answer(number) for number in asked]

        codes = [each.get("code") for each in answers]
        assert codes == [None] * 3 + ["too_many_own_rooms"] * 5
        assert (await guest.ask("create", **CREATE))["t"] == "ok"
        another = {**CREATE, "key": "and one more"}
        assert await guest.refused("create", **another) == "too_many_rooms"
        assert len(server.rooms) == 4


async def test_f15_a_full_store() -> None:
    """With no room in the store, new tables are refused and running ones wait, then go on."""
    async with (
        ServerProcess() as server,
        Party(server.address, 15, changes={"match.deals": 2}) as party,
        speaking(server.address, name="Late") as late,
    ):
        await party.sit_down()
        await server.ask_store("CONFIG", "SET", "maxmemory", "1")
        guest, command = party.acting, party.move()
        before = party.watchers[0].v
        asking = asyncio.create_task(guest.done(command.pop("t"), **command))
        await asyncio.gather(*(each.told("paused") for each in party.guests))

        assert await late.refused("create", **CREATE) == "paused"
        assert {each.v for each in party.guests} == {before}
        await server.ask_store("CONFIG", "SET", "maxmemory", "0")
        answer = await asking
        await asyncio.gather(*(each.told("resumed") for each in party.guests))
        assert answer["v"] == before + 1
        await party.play()
        await late.enter("create", **CREATE)
        party.check(Ledger(await server.stored(party.room)))


async def test_t97_a_process_that_cannot_keep_up() -> None:
    """A server that gets too little of the machine refuses tables, and its matches are played."""
    options = ("--overload-lag", "0.1", "--overload-seconds", "0.5")
    async with (
        ServerProcess(*options) as server,
        Party(server.address, 98, changes={"match.deals": 2}) as party,
        speaking(server.address, name="Late") as late,
        asyncio.TaskGroup() as group,
    ):
        playing = group.create_task(party.play())
        answers: list[str | None] = []
        while "overloaded" not in answers:
            with stopped(server.pid):  # as on a machine with too much to do
                await past(time.monotonic() + 0.45, time.monotonic)
            asked = {**CREATE, "key": f"table {len(answers):04}"}
            answers.append((await late.ask("create", **asked)).get("code"))
            assert len(answers) < 20
        told = await figures(server)
        await playing
        party.check(Ledger(await server.stored(party.room)))
    assert told["belote_overloaded"] == 1
