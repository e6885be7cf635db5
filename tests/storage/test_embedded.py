"""The store that the server brings with it: started, tied to it, restarted, stopped."""

import asyncio
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from belote_server.storage.binary import NoStoreBinary, StoreBinary
from belote_server.storage.check import check
from belote_server.storage.embedded import EmbeddedSettings, EmbeddedStore, StoreDeath, StoreInUse
from belote_server.storage.log import Committed, StoreDown
from belote_server.storage.redis_log import RedisLog
from belote_server.storage.store_process import KERNEL_LEASH, Leash, StoreNotStarted
from tests.helpers.logs import entries, entry, own, resent
from tests.helpers.store_server import valkey_program, wait_until
from tests.helpers.turns import turns
from tests.storage.conftest import PATIENT

QUICK = EmbeddedSettings(first_pause=0.001, longest_pause=0.02)

VALKEY = StoreBinary(valkey_program(), (9, 1))


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that is not there yet, with a path short enough for a socket."""
    above = Path(tempfile.mkdtemp(prefix="belote-test-"))
    yield above / "store"
    shutil.rmtree(above)


@pytest.fixture
async def store(folder: Path) -> AsyncIterator[EmbeddedStore]:
    """A running store."""
    async with EmbeddedStore(folder, QUICK, binary=VALKEY) as store:
        yield store


async def settled(holds: Callable[[], bool]) -> None:
    """Return once *holds* does."""
    async with asyncio.timeout(20):
        while not holds():
            await turns(1)


def gone(pid: int) -> bool:
    """Return whether a process, which is not ours to wait for, has ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    status = Path(f"/proc/{pid}/stat")  # ended, and whoever inherited it has not looked yet
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z"


def _rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _leave_socket(folder: Path) -> None:
    folder.mkdir()
    with socket.socket(socket.AF_UNIX) as old:
        old.bind(str(folder / "socket"))


async def kill(store: EmbeddedStore) -> None:
    """Kill the store, and return once it runs again."""
    killed = store.pid
    os.kill(killed, signal.SIGKILL)
    await settled(lambda: store.pid != killed)


async def ask(store: EmbeddedStore, *words: str) -> object:
    """Return the reply to one command."""
    log = RedisLog(store.address, PATIENT)
    try:
        return await log.reads.call(*words)
    finally:
        await log.close()


# --- as it is set up ---


async def test_it_loses_nothing_and_throws_nothing_away(store: EmbeddedStore) -> None:
    """The store is of a kind that will do, persists, and evicts nothing."""
    log = RedisLog(store.address, PATIENT)

    facts = await log.facts()

    assert facts.name == "valkey"
    assert check(facts) == []
    assert await ask(store, "CONFIG", "GET", "appendfsync") == [b"appendfsync", b"always"]
    await log.close()


async def test_it_is_private(store: EmbeddedStore, folder: Path) -> None:
    """Nobody else on the machine reaches it: no port, and a folder for its owner only."""
    assert await ask(store, "CONFIG", "GET", "port") == [b"port", b"0"]
    assert (_rights(folder), _rights(folder / "socket")) == (0o700, 0o700)


@pytest.mark.parametrize("fsync", ["everysec", "no"])
async def test_fsync_is_a_setting(folder: Path, fsync: str) -> None:
    """How eagerly the file is forced to disk can be chosen."""
    async with EmbeddedStore(folder, EmbeddedSettings(fsync=fsync), binary=VALKEY) as store:
        got = await ask(store, "CONFIG", "GET", "appendfsync")

    assert got == [b"appendfsync", fsync.encode()]


@pytest.mark.parametrize("name", ["a b", "été #1?", "x" * 120])
async def test_any_folder_will_do(folder: Path, name: str) -> None:
    """Blanks, signs and a path too long for a socket make no difference."""
    async with EmbeddedStore(folder / name, QUICK, binary=VALKEY) as store:
        assert await ask(store, "PING") == b"PONG"
        assert (folder / name / "appendonlydir").is_dir()


async def test_a_borrowed_folder_is_given_back(folder: Path) -> None:
    """The socket of a store with a long path lies elsewhere, privately, and goes with it."""
    async with EmbeddedStore(folder / ("x" * 120), QUICK, binary=VALKEY) as store:
        path = Path(store.address.url.removeprefix("unix://"))
        assert _rights(path.parent) == 0o700

    assert not path.parent.exists()


# --- from one run to the next ---


async def test_it_remembers(folder: Path) -> None:
    """What was stored is there when the store is started again."""
    async with EmbeddedStore(folder, QUICK, binary=VALKEY) as store:
        await ask(store, "SET", "k", "v")
        first = store.pid
    assert gone(first)

    async with EmbeddedStore(folder, QUICK, binary=VALKEY) as store:
        assert store.pid != first
        assert await ask(store, "GET", "k") == b"v"


async def test_f9_it_is_started_again(folder: Path) -> None:
    """A store that dies is reported and started again; owners go on, and nothing is lost."""
    deaths: list[StoreDeath] = []
    store = EmbeddedStore(folder, QUICK, binary=VALKEY, on_death=deaths.append)
    async with store:
        log = RedisLog(store.address, PATIENT)
        owner = await own(log)
        for v in range(3):
            assert await resent(log, entry(owner, v, by="anna", cmd=v + 1)) == Committed(v + 1)
            await kill(store)

        assert len(await entries(log)) == 3
        await log.close()
    assert [death.reason[:21] for death in deaths] == ["ended with status -9:"] * 3


async def test_a_store_that_cannot_come_back_is_tried_on(folder: Path, tmp_path: Path) -> None:
    """While the program fails to start each attempt is reported, until it works again."""
    program = tmp_path / "program"
    program.symlink_to(VALKEY.path)
    deaths: list[StoreDeath] = []
    binary = StoreBinary(program, (9, 1))
    async with EmbeddedStore(folder, QUICK, binary=binary, on_death=deaths.append) as store:
        killed = store.pid
        program.unlink()
        os.kill(killed, signal.SIGKILL)
        await settled(lambda: len(deaths) >= 3)
        program.symlink_to(VALKEY.path)
        await settled(lambda: store.pid != killed)

        assert await ask(store, "PING") == b"PONG"


async def test_it_stops_in_the_middle_of_a_restart(folder: Path) -> None:
    """A server that stops while its store is being started again leaves none behind."""
    store = EmbeddedStore(folder, QUICK, binary=VALKEY)
    await store.start()
    os.kill(store.pid, signal.SIGKILL)
    await turns(3)

    await store.stop()

    assert gone(store.pid)
    assert not (await _holders(folder))
    await store.stop()


async def test_a_store_that_does_not_listen_is_killed(folder: Path) -> None:
    """A store that does not end when asked is ended."""
    impatient = EmbeddedSettings(stop_timeout=0.01)
    store = EmbeddedStore(folder, impatient, binary=VALKEY)
    await store.start()
    os.kill(store.pid, signal.SIGSTOP)

    await store.stop()

    assert gone(store.pid)


async def _holders(folder: Path) -> bool:
    """Return whether a store is at work in *folder*."""
    try:
        async with EmbeddedStore(folder, EmbeddedSettings(vacate_timeout=0.0), binary=VALKEY):
            return False
    except StoreInUse:
        return True


# --- tied to its server ---


@pytest.mark.parametrize("leash", sorted({KERNEL_LEASH, "pipe"}))
def test_it_never_outlives_its_server(folder: Path, leash: Leash) -> None:
    """A server that is killed takes its store with it, and the next one starts at once."""
    for _ in range(2):
        pid = _start_and_kill_parent(folder, leash)

        wait_until(partial(gone, pid), lambda: "the store lives on")


def _start_and_kill_parent(folder: Path, leash: Leash) -> int:
    """Return the number of the store of a server that was killed."""
    parent = subprocess.Popen(
        [sys.executable, "-m", "tests.helpers.embedded_parent", str(folder), leash],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    assert parent.stdout is not None
    with parent.stdout:
        pid = int(parent.stdout.readline())
        assert not gone(pid)
        parent.kill()
        parent.wait()
    return pid


async def test_an_interrupt_is_for_the_server(store: EmbeddedStore) -> None:
    """The store is in a session of its own, so Ctrl-C does not take it from under the server."""
    assert os.getsid(store.pid) == store.pid != os.getsid(0)


async def test_a_store_still_at_work_is_waited_for(folder: Path) -> None:
    """Where the last server's store takes its time to end, the next start waits for a while."""
    first = EmbeddedStore(folder, QUICK, binary=VALKEY)
    await first.start()
    refused = EmbeddedStore(folder, EmbeddedSettings(vacate_timeout=0.02), binary=VALKEY)
    with pytest.raises(StoreInUse, match="still at work"):
        await refused.start()

    waiting = EmbeddedStore(folder, QUICK, binary=VALKEY)
    started = asyncio.ensure_future(waiting.start())
    await turns(3)
    await first.stop()
    await started

    assert await ask(waiting, "PING") == b"PONG"
    await waiting.stop()


# --- what goes wrong at the start ---


async def test_a_program_that_fails_is_quoted(folder: Path) -> None:
    """A store that does not start says why, in the words of its log."""
    bad = EmbeddedSettings(extra=["--appendfsync", "sometimes"])

    with pytest.raises(StoreNotStarted, match="status 1"):
        await EmbeddedStore(folder, bad, binary=VALKEY).start()


async def test_a_damaged_file_is_quoted(folder: Path) -> None:
    """A store that cannot read its file back says so."""
    async with EmbeddedStore(folder, QUICK, binary=VALKEY) as store:
        await ask(store, "SET", "k", "v")
    (written,) = (folder / "appendonlydir").glob("*.incr.aof")
    written.write_bytes(b"*1\r\nnonsense" + written.read_bytes())

    with pytest.raises(StoreNotStarted, match="Bad file format"):
        await EmbeddedStore(folder, QUICK, binary=VALKEY).start()


async def test_a_program_that_never_answers_is_ended(folder: Path, tmp_path: Path) -> None:
    """A program that is no store is given up after a while, and ended."""
    program = tmp_path / "sleeper"
    program.write_text("#!/bin/sh\nexec sleep 600\n")
    program.chmod(0o755)
    hasty = EmbeddedSettings(start_timeout=0.1)
    store = EmbeddedStore(folder, hasty, binary=StoreBinary(program, (9, 1)))

    with pytest.raises(StoreNotStarted, match="did not answer"):
        await store.start()
    assert not await _holders(folder)


async def test_no_program_no_store(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any program for it the start fails, and says what to do."""
    monkeypatch.setattr("belote_server.storage.binary.candidates", lambda: iter(()))

    with pytest.raises(NoStoreBinary, match="BELOTE_REDIS_URL"):
        await EmbeddedStore(folder).start()


async def test_the_program_is_found(folder: Path) -> None:
    """By default the store is the program that was installed with the server."""
    async with EmbeddedStore(folder, QUICK) as store:
        info = await ask(store, "INFO", "server")

    assert isinstance(info, bytes)
    assert f"executable:{valkey_program()}\r\n" in info.decode()


async def test_a_socket_left_behind_is_no_store(folder: Path) -> None:
    """The socket of a store that was killed does not pass for a running one."""
    _leave_socket(folder)

    async with EmbeddedStore(folder, QUICK, binary=VALKEY) as store:
        assert await ask(store, "PING") == b"PONG"


async def test_a_stopped_store_is_down(folder: Path) -> None:
    """A log whose store was stopped says so."""
    async with EmbeddedStore(folder, QUICK, binary=VALKEY) as store:
        log = RedisLog(store.address, PATIENT)
        owner = await own(log)

    with pytest.raises(StoreDown):
        await log.commit(entry(owner, 0))
    await log.close()
