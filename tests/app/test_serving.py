"""``belote serve`` as an operator meets it: it opens, it says why it can't, it stops."""

import asyncio
import signal
import socket
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from belote_protocol.codec import Format
from belote_server.app.serving import _finishes
from belote_server.storage.embedded import EmbeddedStore
from tests.helpers.server_process import NotServing, ServerProcess, quiet_port
from tests.net.serving import Client


async def fetch(url: str) -> str:
    """Return the text at *url*."""

    def read() -> str:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return str(answer.read(), "utf-8")

    return await asyncio.to_thread(read)


async def client(server: ServerProcess) -> Client:
    """Return a client of *server* that has said hello."""
    offered = [Subprotocol(Format.MSGPACK)]
    found = Client(await connect(server.address, subprotocols=offered), Format.MSGPACK)
    await found.hello()
    return found


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_from_start_to_end(how: signal.Signals) -> None:
    """It opens, tells where, answers, sends people away when told to stop, and ends with 0."""
    async with ServerProcess() as server:
        base = f"http://127.0.0.1:{server.port}"
        assert f"Belote is open at   {base}/" in server.said
        assert await fetch(f"{base}/healthz") == "alive\n"
        assert await fetch(f"{base}/readyz") == "ready\n"
        assert "belote_rooms 0.0" in await fetch(f"{base}/metrics")
        guest = await client(server)

        server.send(how)

        code, closing = await guest.end()
        assert code == 1012
        assert closing is not None
        assert closing.reason == "restarting"
        assert closing.retry_after is not None
        assert await server.ended() == 0
        log = server.log_text()
        assert "stopped" in log
        assert "Traceback" not in log
        assert f"port={server.port}" in log


async def test_the_log_as_json() -> None:
    """With JSON chosen, every line of the log is an object."""
    async with ServerProcess("--log-format", "json", "--log-level", "debug") as server:
        await client(server)
        assert await server.stop() == 0
        lines = server.log_text().splitlines()

    assert lines
    assert all(line.startswith("{") and line.endswith("}") for line in lines)


async def test_a_store_elsewhere(tmp_path: Path) -> None:
    """A store that runs already is used instead of one of our own, and is there afterwards."""
    async with EmbeddedStore(tmp_path / "store") as store:
        async with ServerProcess("--redis-url", store.address.url) as server:
            await client(server)
            assert not (server.data / "store").exists()
            assert await server.stop() == 0
        assert store.pid


# --- what keeps it from starting ------------------------------------------------------------------


async def refusal(*options: str, folder: Path | None = None, port: int | None = None) -> str:
    """Return the one line that is said when the server does not start."""
    with pytest.raises(NotServing) as failed:
        async with ServerProcess(*options, folder=folder, port=port):
            pass
    assert failed.value.status == 2
    assert "Traceback" not in failed.value.why
    *_, last = failed.value.why.splitlines()
    assert last.startswith("belote: ")
    return last


async def test_the_port_is_taken() -> None:
    """A port that another program has is named, with how to choose another."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        said = await refusal(port=port)

    assert said == (
        f"belote: Port {port} of 127.0.0.1 is in use by another program; "
        "choose another with --port or BELOTE_PORT."
    )


async def test_the_folder_is_in_use(tmp_path: Path) -> None:
    """A data directory that another server works in is named, with the process that has it."""
    async with ServerProcess(folder=tmp_path) as server:
        said = await refusal(folder=tmp_path)

        assert f"process {server.pid}" in said
    assert str(tmp_path) in said
    assert "--data-dir" in said


async def test_the_folder_is_too_new(tmp_path: Path) -> None:
    """A data directory of a later release is left as it is."""
    (tmp_path / "format").write_text("99\n")

    said = await refusal(folder=tmp_path)

    assert "format 99" in said
    assert (tmp_path / "format").read_text() == "99\n"
    assert not (tmp_path / "store").exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--rate", "fast"], ["--rate cannot be 'fast'"]),
        (["--host", "203.0.113.77"], ["203.0.113.77", "--host"]),
        (["--redis-url", "http://store"], ["BELOTE_REDIS_URL", "is no address of a store"]),
        (["--redis-url", "unix:///nowhere/socket"], ["unix:///nowhere/socket", "does not answer"]),
    ],
)
async def test_settings_that_lead_nowhere(options: list[str], words: list[str]) -> None:
    """What was set wrongly is named in one sentence."""
    said = await refusal(*options)

    assert all(word in said for word in words), said


async def test_the_store_is_away() -> None:
    """A store that does not answer is named, without its password."""
    said = await refusal("--redis-url", f"redis://:s3cret@127.0.0.1:{quiet_port()}/0")

    assert "The store at redis://127.0.0.1:" in said
    assert "s3cret" not in said


# --- the end ------------------------------------------------------------------------------------


async def work_that(ends: Callable[[], Awaitable[None]], *, hurried: bool = False) -> bool:
    """Tell whether the work got done."""
    hurry = asyncio.Event()
    if hurried:
        hurry.set()
    return await _finishes(ends(), hurry, 0.05)


async def test_time_to_finish() -> None:
    """Tables are waited for as long as was set, and not after a second signal."""

    async def quick() -> None:
        return None

    async def endless() -> None:
        await asyncio.Event().wait()

    async def broken() -> None:
        raise RuntimeError("a bug")

    before = asyncio.all_tasks()
    assert await work_that(quick)
    assert not await work_that(endless)
    assert not await work_that(endless, hurried=True)
    assert not await work_that(broken)
    assert asyncio.all_tasks() == before
