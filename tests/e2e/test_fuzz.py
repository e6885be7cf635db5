"""Whatever strangers send over real sockets, the server stays up and tables play on."""

import asyncio
import os
import time
from itertools import count
from random import Random

import pytest

from belote_protocol.codec import Format
from tests.helpers.figures import figures, resident
from tests.helpers.hostile import Hostile, Wire, encoded, mutated, rubbish
from tests.helpers.ledger import Ledger
from tests.helpers.parties import Party
from tests.helpers.server_process import ServerProcess

OPTIONS = (
    *("--rate", "0", "--chat-rate", "0", "--code-tries", "1000000", "--fsync", "no"),
    *("--log-format", "json"),
)

CROWD = 16
"""Connections that are hostile at once."""

BAD = {4003, 4004, 1002, 1003, 1007, 1009}
"""What a frame that is none may be closed with."""


class Attack:
    """
    Hostile people at a server of its own.

    Attributes:
        frames: How many frames they have sent that the server took.
        closed: How often they were closed, by code.
    """

    def __init__(self, server: ServerProcess, seed: int) -> None:
        self.frames = 0
        self.closed: dict[int, int] = {}
        self._server = server
        self._seeds = (Random(f"{seed} {nth}") for nth in count())
        self._codes: tuple[str, ...] = ()

    async def gather_at(self, party: Party) -> None:
        """Let them know the code by which to watch *party*."""
        self._codes = (party.watch,)

    async def hostile(self, enough: int) -> None:
        """Send commands that are allowed until *enough* frames were sent; each is answered once."""
        rng = next(self._seeds)
        form = rng.choice(list(Format))
        while self.frames < enough:
            wire = await Wire.open(self._server.port, form)
            people = Hostile(rng, self._codes)
            for _ in range(200):
                batch = [encoded(people.command(), form) for _ in range(rng.randint(1, 8))]
                wanted = wire.answers + len(batch)
                for payload in batch:
                    wire.send(payload)
                await wire.answered(wanted)
                assert wire.code == 0, f"closed with {wire.code}: {batch}"
                assert wire.answers == wanted
                self.frames += len(batch)
                if self.frames >= enough:
                    break
            wire.cut()

    async def broken(self, times: int) -> None:
        """Send frames that are none, each on a connection of its own; most are closed for it."""
        rng = next(self._seeds)
        for _ in range(times):
            form = rng.choice(list(Format))
            greeted = rng.random() < 0.7
            wire = await Wire.open(self._server.port, form, "Mallory" if greeted else "")
            valid = encoded(Hostile(rng).command(), form)
            payload = rubbish(rng) if rng.random() < 0.3 else mutated(valid, rng)
            wire.send(payload, rng.choice((None, None, None, 1, 2)))
            wire.send(encoded({"t": "ping"}, form))
            await wire.answered(2)
            assert wire.code in BAD or (wire.code == 0 and greeted), (wire.code, payload)
            self.closed[wire.code] = self.closed.get(wire.code, 0) + 1
            self.frames += 1
            wire.cut()

    async def noise(self, times: int) -> None:
        """Send bytes that are no frames, or no request."""
        rng = next(self._seeds)
        for _ in range(times):
            wire = await Wire.open(self._server.port, Format.MSGPACK)
            head = (rng.randrange(0x30, 0x80), rng.randrange(126))
            wire.transport.write(bytes(head) + rng.randbytes(200))
            await wire.answered(10**9)
            assert wire.code in BAD, wire.code
            reader, writer = await asyncio.open_connection("127.0.0.1", self._server.port)
            writer.write(rng.randbytes(100) + b"\r\n\r\n")
            writer.write_eof()
            await reader.read()
            writer.close()
            self.frames += 2


async def attack(frames: int, broken: int, seed: int, seconds: float = 1e9) -> Attack:
    """Let a party play beside an attack; return what was sent within *seconds*, all checked."""
    async with ServerProcess(*OPTIONS) as server:
        attackers = Attack(server, seed)
        end = time.monotonic() + seconds
        async with Party(server.address, seed, changes={"match.target": 500}) as party:
            await attackers.gather_at(party)
            playing = asyncio.create_task(party.play(within=seconds + 55))
            warm = await wave(attackers, frames // 4, broken // 4)
            memory = resident(server.pid)
            while attackers.frames < frames and time.monotonic() < end:
                await wave(attackers, min(frames, attackers.frames + warm * 3), 3 * broken // 4)
            grown = resident(server.pid) - memory
            await playing
            party.check(Ledger(await server.stored(party.room)))
        told = await figures(server)
        assert await server.stop() == 0
        log = server.log_text()

    assert "Traceback" not in log
    assert '"level": "error"' not in log
    assert not [name for name in told if name.startswith("belote_failures_total")]
    assert grown < 24 * 2**20
    assert attackers.closed[4003] > broken / 3
    return attackers


async def wave(attackers: Attack, frames: int, broken: int) -> int:
    """Let a crowd attack until *frames* have been sent; return how many were sent."""
    before = attackers.frames
    async with asyncio.TaskGroup() as group:
        for _ in range(4):
            group.create_task(attackers.broken(broken // 4))
        group.create_task(attackers.noise(broken // 20))
        for _ in range(CROWD):
            group.create_task(attackers.hostile(frames))
    return attackers.frames - before


async def test_a_hundred_thousand_frames() -> None:
    """A table plays to its end beside a hundred thousand frames that mean it harm."""
    attackers = await attack(100_000, 1200, seed=1)

    assert attackers.frames >= 100_000


@pytest.mark.soak
async def test_ten_million_frames() -> None:
    """The same with ten million frames, or as many as fit into fourteen minutes."""
    seconds = float(os.environ.get("BELOTE_TEST_FUZZ_SECONDS", "800"))
    attackers = await attack(10_000_000, 20_000, seed=2, seconds=seconds)

    print(f"{attackers.frames:,} frames; closed {attackers.closed}")
    assert attackers.frames >= 100_000
