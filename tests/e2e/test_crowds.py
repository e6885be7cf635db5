"""Many people at once: who come and go, who all vanish, and who read nothing."""

import asyncio
import resource
import socket
from collections.abc import Sequence

import pytest

from belote_protocol.codec import Format
from tests.helpers.figures import figures, open_files, resident, settled
from tests.helpers.hostile import Wire
from tests.helpers.server_process import ServerProcess
from tests.helpers.speakers import Speaker, speaking

ROOM = {"settings": {"rules": "coinche-house"}, "key": "the table of all"}


async def come(server: ServerProcess, count: int, code: str = "") -> list[Wire]:
    """Return people who have just come, to the table of *code* if there is one."""
    hello = {"room": code} if code else {}
    wires: list[Wire] = []
    for at in range(0, count, 100):
        wires += await asyncio.gather(
            *(
                Wire.open(server.port, list(Format)[nth % 2], f"Guest {nth}", **hello)
                for nth in range(at, min(at + 100, count))
            )
        )
    return wires


def late(before: dict[str, float], after: dict[str, float], edge: str) -> float:
    """Return how often the loop was later than *edge* seconds between two looks."""
    count, bucket = (
        "belote_loop_lag_seconds_count",
        f'belote_loop_lag_seconds_bucket{{le="{edge}"}}',
    )
    return (after[count] - before[count]) - (after[bucket] - before[bucket])


async def vanish(people: int, *, watching: int) -> tuple[dict[str, float], dict[str, float]]:
    """Let so many sockets close at once, some of one table; return the figures around that."""
    options = ("--max-silent", "20000", "--log-format", "json")
    async with ServerProcess(*options) as server, speaking(server.address, name="Host") as host:
        table = await host.enter("create", **ROOM)
        wires = await come(server, watching, table.room["watch"])
        wires += await come(server, people - watching)
        await settled(server, "belote_connections", people + 1)
        before, files = await figures(server), open_files(server.pid)
        for wire in wires:
            wire.cut()
        await settled(server, "belote_connections", 1)
        assert await host.ask("ready") is not None
        async with asyncio.timeout(30):
            while host.table is None or host.table.room.get("watchers") != 1:  # the host itself
                await host.next()
        after = await figures(server)
        assert open_files(server.pid) <= files - people + 3  # one asked for the figures
        assert await server.stop() == 0
        assert '"level": "error"' not in server.log_text()
    assert not [name for name in after if name.startswith("belote_failures_total")]
    return before, after


async def test_t88_five_hundred_vanish_at_once() -> None:
    """When many sockets close at once all are let go, the table knows, and the server goes on."""
    before, after = await vanish(500, watching=100)

    assert late(before, after, "2.0") == 0


@pytest.mark.soak
async def test_t88_ten_thousand_vanish_at_once() -> None:
    """The same with ten thousand; the loop is hardly ever late by a tenth of a second."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 24_000), hard))
    try:
        before, after = await vanish(10_000, watching=500)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    count = "belote_loop_lag_seconds_count"
    told = late(before, after, "0.1")

    print(f"late by 0.1 s: {told:g} of {after[count] - before[count]:g}")
    assert late(before, after, "0.5") == 0


async def deaf(server: ServerProcess, count: int, code: str) -> Sequence[Wire]:
    """Return people at a table whose sockets take little, and who read no more from now on."""
    wires = await come(server, count, code)
    for wire in wires:
        await wire.heard()
        wire.transport.get_extra_info("socket").setsockopt(
            socket.SOL_SOCKET, socket.SO_RCVBUF, 4096
        )
        wire.transport.pause_reading()
    return wires


async def talk(host: Speaker, server: ServerProcess, count: int) -> int:
    """Let *host* talk until *count* sockets were closed as too slow; return the most memory."""
    most, closed = 0, 'belote_closed_total{code="4002"}'
    text = "x" * 300
    async with asyncio.timeout(50):
        while (await figures(server)).get(closed, 0) < count:
            for _ in range(20):
                await host.ask("chat", text=text)
            most = max(most, resident(server.pid))
    return most


async def test_t92_f26_the_memory_of_readers_that_never_read() -> None:
    """Whoever reads nothing is closed as too slow, and never cost the server 256 KiB."""
    readers = 60
    async with (
        ServerProcess("--chat-rate", "0", "--rate", "0") as server,
        speaking(server.address, Format.JSON, "Host") as host,
    ):
        table = await host.enter("create", **ROOM)
        wires = await deaf(server, readers, table.room["watch"])
        before = resident(server.pid)
        most = await talk(host, server, readers)
        await host.ask("ready")
        for wire in wires:
            wire.cut()

    assert 0 < most - before < readers * 256 * 1024
