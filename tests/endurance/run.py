"""
Half load for long.

Evenings begin as long as the server uses less than half of a core: four play a short match and two
watch, over lines that are cut every few seconds; others come, look, talk and vanish. After a
quarter of the time everything that could leak is counted, and again at the end, both times with
nobody there and the tables of the evenings gone.
"""

import asyncio
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from random import Random

from belote_protocol.codec import Format
from tests.helpers.figures import cpu_seconds, figures, open_files, resident
from tests.helpers.hostile import Wire, encoded
from tests.helpers.ledger import Ledger
from tests.helpers.parties import Party
from tests.helpers.proxy import Fate, Passage, Proxy, lenient
from tests.helpers.server_process import ServerProcess

OPTIONS = (
    *("--empty-seconds", "5", "--finished-ttl", "10", "--fsync", "everysec"),
    *("--log-format", "json", "--chat-rate", "0"),
)

HALF = 0.5
"""The share of a core that the server is to use."""

MOST = 60
"""Evenings at once; where so many leave the server idle, the clients are what is too slow."""

TOLERANCE = 0.05


def cutting(rng: Random) -> Callable[[Passage], Fate]:
    """Return what cuts a line now and then, in the middle of whatever it carries."""

    def judge(passage: Passage) -> Fate:
        return Fate.CUT if rng.random() < 1 / 500 else lenient(passage)

    return judge


class Evenings:
    """
    All that goes on at one server.

    Attributes:
        played: How many matches were played to their end, and checked.
        visits: How many others came and went.
        failed: What went wrong.
    """

    def __init__(self, server: ServerProcess, seed: int) -> None:
        self.played = self.visits = 0
        self.failed: list[str] = []
        self._server = server
        self._rng = Random(seed)
        self._codes: list[str] = []
        self._running: set[asyncio.Task[None]] = set()

    async def go_on(self, seconds: float) -> None:
        """Keep the server at half load for so long, then let everybody finish and go home."""
        end, visitors = time.monotonic() + seconds, asyncio.create_task(self._visitors())
        used, at = cpu_seconds(self._server.pid), time.monotonic()
        while time.monotonic() < end:
            await asyncio.sleep(1)
            now, spent = time.monotonic(), cpu_seconds(self._server.pid)
            share, used, at = (spent - used) / (now - at), spent, now
            for _ in range(6 if share < HALF and len(self._running) < MOST else 0):
                self._keep(self._evening(self._rng.randrange(10**8)))
        visitors.cancel()
        await asyncio.gather(*self._running, visitors, return_exceptions=True)

    def _keep(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _evening(self, seed: int) -> None:
        try:
            async with (
                Proxy(self._server.port, cutting(Random(seed))) as proxy,
                Party(proxy.address, seed, changes={"match.deals": 2}, turn=60) as party,
            ):
                self._codes.append(party.watch)
                await party.play(within=600)
                party.check_so_far(Ledger(await self._server.stored(party.room)))
                self._codes.remove(party.watch)
            self.played += 1
        except Exception as error:  # the others go on, and the end tells of it
            self.failed.append(f"evening {seed}: {error!r}")

    async def _visitors(self) -> None:
        """Let people come, look at some table, say something and vanish."""
        while True:
            await asyncio.sleep(0.05)
            form = self._rng.choice(list(Format))
            hello = {"room": self._rng.choice(self._codes)} if self._codes else {}
            with suppress(ConnectionError, TimeoutError):
                wire = await Wire.open(self._server.port, form, "Passer-by", **hello)
                await wire.heard()
                wire.send(encoded({"t": "chat", "cmd": 1, "text": "good evening"}, form))
                wire.send(encoded({"t": "ping"}, form))
                await wire.answered(1)
                wire.cut()
                self.visits += 1


async def measured(server: ServerProcess) -> dict[str, float]:
    """Return what there is of everything, once nobody is there and the tables are gone."""
    async with asyncio.timeout(120):
        while True:
            told = await figures(server)
            keys = await server.ask_store("DBSIZE")
            assert isinstance(keys, int)
            if not (told["belote_connections"] or told["belote_rooms"] or keys):
                break
            await asyncio.sleep(0.5)
    clients = await server.ask_store("CLIENT", "LIST")
    return {
        "memory": resident(server.pid),
        "files": open_files(server.pid),
        "keys": float(keys),
        "clients of the store": float(str(clients).count(" addr=")),
        "tasks": told["belote_tasks"],
        "failures": sum(n for name, n in told.items() if name.startswith("belote_failures_total")),
    }


async def endure(seconds: float) -> int:
    """Let a server run at half load for so long; return 0 if nothing grew."""
    async with ServerProcess(*OPTIONS) as server:
        evenings = Evenings(server, seed=1)
        await evenings.go_on(seconds / 4)
        before = await measured(server)
        began, used = time.monotonic(), cpu_seconds(server.pid)
        await evenings.go_on(seconds * 3 / 4)
        load = (cpu_seconds(server.pid) - used) / (time.monotonic() - began)
        after = await measured(server)
        clean = await server.stop() == 0 and '"level": "error"' not in server.log_text()

    print(f"{evenings.played} matches, {evenings.visits} visits, {load:.0%} of a core")
    grown = [name for name in before if after[name] > before[name] * (1 + TOLERANCE)]
    for name in before:
        mark = "GREW" if name in grown else ""
        print(f"{name:22}{before[name]:>16,.0f}{after[name]:>16,.0f}  {mark}")
    for failure in evenings.failed[:10]:
        print(failure, file=sys.stderr)
    return 0 if clean and not grown and not evenings.failed else 1
