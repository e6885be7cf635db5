"""Group commit: what goes out together, and what happens to those who stop waiting."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from belote_server.storage.address import StoreAddress
from belote_server.storage.log import Committed, Duplicate, Ownership, Renewed, StoreDown
from belote_server.storage.pipeline import PipelineSettings, SharedPipeline
from belote_server.storage.redis_log import RedisLog
from tests.helpers.fake_store import FakeStore
from tests.helpers.logs import LONG, entries, entry, own
from tests.helpers.store_server import StoreServer
from tests.helpers.turns import turns

NARROW = PipelineSettings(lines=1, timeout=20.0, first_pause=0.001, longest_pause=0.004)


@pytest.fixture
async def pipeline(valkey: StoreServer) -> AsyncIterator[SharedPipeline]:
    """A pipeline of one line."""
    pipeline = SharedPipeline(valkey.address.make_connection, NARROW)
    yield pipeline
    await pipeline.close()


async def own_rooms(log: RedisLog, count: int) -> dict[str, Ownership]:
    """Return *count* rooms with their ownership."""
    return {f"r{i}": await own(log, f"r{i}") for i in range(count)}


# --- grouping ---


async def test_tables_share_a_pipeline(redis_log: RedisLog, server: StoreServer) -> None:
    """What 64 tables commit in one turn of the loop is one pipeline, and one read for the store."""
    rooms = await own_rooms(redis_log, 64)
    await redis_log.commit(entry(rooms["r0"], 9))  # so that the store knows the script
    sent, read = redis_log.writes.sent, server.info("total_reads_processed")

    outcomes = await asyncio.gather(
        *(redis_log.commit(entry(own, 0, b"x" * 150, room=room)) for room, own in rooms.items())
    )

    assert outcomes == [Committed(1)] * 64
    assert redis_log.writes.sent == sent + 1
    # One of these reads is this very question's; a read takes 16 KiB at most.
    assert server.info("total_reads_processed") - read <= 4


async def test_what_comes_meanwhile_gathers(pipeline: SharedPipeline, valkey: StoreServer) -> None:
    """While the only line is busy the commands of later turns wait, and then go out together."""
    await pipeline.call("PING")
    with valkey.paused():
        first = asyncio.ensure_future(pipeline.call("ECHO", "first"))
        await turns(5)
        later = []
        for i in range(10):
            later.append(asyncio.ensure_future(pipeline.call("ECHO", f"{i}")))
            await turns(3)
        assert pipeline.sent == 2

    assert await first == b"first"
    assert await asyncio.gather(*later) == [b"%d" % i for i in range(10)]
    assert pipeline.sent == 3


async def test_a_pipeline_has_a_longest_length(valkey: StoreServer) -> None:
    """More commands than fit into one pipeline take several, in order."""
    pipeline = SharedPipeline(valkey.address.make_connection, PipelineSettings(lines=1, batch=10))

    replies = await asyncio.gather(*(pipeline.call("INCR", "n") for _ in range(25)))

    assert replies == list(range(1, 26))
    assert (pipeline.sent, pipeline.carried) == (3, 25)
    await pipeline.close()


async def test_a_bad_command_harms_only_its_sender(pipeline: SharedPipeline) -> None:
    """What cannot even be written is refused before it meets the others."""
    good = asyncio.ensure_future(pipeline.call("ECHO", "good"))

    with pytest.raises(TypeError):
        await pipeline.call("ECHO", None)  # type: ignore[arg-type] # that is the point

    assert await good == b"good"


# --- nobody waits any more ---


async def cancel_many(log: RedisLog, count: int, seed: int) -> None:
    """Cancel *count* commands at random points; what is answered nevertheless must be right."""
    rng = Random(seed)
    rooms = await own_rooms(log, 16)
    for room, owner in rooms.items():
        await log.commit(entry(owner, 0, room.encode(), room=room, by=room, cmd=1))

    async def check(room: str, owner: Ownership) -> None:
        match rng.randrange(3):
            case 0:
                assert (await log.read(room))[0].entry == room.encode()
            case 1:
                assert set(await log.commands(room)) == {room}
            case _:
                again = entry(owner, 0, room.encode(), room=room, by=room, cmd=1)
                assert await log.commit(again) == Duplicate(1)

    cancelled = 0
    while cancelled < count:
        asked = [asyncio.ensure_future(check(*one)) for one in rng.sample(list(rooms.items()), 16)]
        await turns(rng.randrange(8))
        for task in rng.sample(asked, 12):
            task.cancel()
            await turns(rng.randrange(3))
        for answer in await asyncio.gather(*asked, return_exceptions=True):
            assert answer is None or isinstance(answer, asyncio.CancelledError), answer
            cancelled += answer is not None


async def test_t98_a_cancelled_command_leaves_no_reply_behind(redis_log: RedisLog) -> None:
    """Whoever stops waiting, at whatever point: no reply ever reaches another room."""
    await cancel_many(redis_log, 500, seed=98)


@pytest.mark.soak
async def test_t98_ten_thousand_cancelled_commands(redis_log: RedisLog) -> None:
    """The same, 10,000 times."""
    await cancel_many(redis_log, 10_000, seed=9_800)


async def test_f30_a_commit_cancelled_at_every_step(redis_log: RedisLog) -> None:
    """Wherever a commit is cancelled, sending it again stores it once or finds it stored."""
    owner = await own(redis_log)
    for step in range(40):
        play = entry(owner, step, b"%d" % step, by="anna", cmd=step + 1)
        cut = asyncio.ensure_future(redis_log.commit(play))
        await turns(step // 2)
        cut.cancel()

        assert await redis_log.commit(play) in (Committed(step + 1), Duplicate(step + 1))
        assert (await redis_log.commands("r"))["anna"].cmd == step + 1

    assert await entries(redis_log) == [b"%d" % step for step in range(40)]


async def test_what_nobody_waits_for_is_not_sent(pipeline: SharedPipeline) -> None:
    """A command that is cancelled before it went out never does."""
    pipeline.call("INCR", "n").cancel()

    assert await pipeline.call("GET", "n") is None
    assert pipeline.carried == 1


# --- scripts the store does not know ---


async def test_f17_a_forgotten_script_is_told_again(
    redis_log: RedisLog, server: StoreServer
) -> None:
    """A store that lost its scripts, as after a fail-over, is taught them unnoticed."""
    for v in range(3):
        server.ask("SCRIPT", "FLUSH")
        owner = await own(redis_log)
        server.ask("SCRIPT", "FLUSH")

        assert await redis_log.commit(entry(owner, v)) == Committed(v + 1)


async def test_f17_a_whole_pipeline_of_forgotten_scripts(
    redis_log: RedisLog, server: StoreServer
) -> None:
    """Where only some replies of a pipeline are about scripts, all still meet their commands."""
    rooms = await own_rooms(redis_log, 8)
    server.ask("SCRIPT", "FLUSH")
    commits = [redis_log.commit(entry(own, 0, room=room)) for room, own in rooms.items()]
    echoes = [redis_log.writes.call("ECHO", room) for room in rooms]

    done = await asyncio.gather(*commits, *echoes)

    assert done == [Committed(1)] * 8 + [room.encode() for room in rooms]


# --- a line that breaks ---


async def test_a_closed_idle_connection_is_no_failure(
    redis_log: RedisLog, server: StoreServer
) -> None:
    """A connection that the store closed while nothing was under way is made anew, unnoticed."""
    owner = await own(redis_log)
    server.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")

    assert await redis_log.commit(entry(owner, 0)) == Committed(1)


async def test_pauses_grow_while_the_store_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that is away is tried ever less often, up to a limit, and at once when it is back."""
    settings = PipelineSettings(lines=1, first_pause=0.002, longest_pause=0.008)
    async with FakeStore(b"+PONG\r\n") as store:
        away = StoreAddress(f"unix://{tmp_path}/socket")
        pipeline = SharedPipeline(away.make_connection, settings)
        pauses = _recorded_pauses(monkeypatch)
        for _ in range(5):
            with pytest.raises(StoreDown):
                await pipeline.call("PING")
        (tmp_path / "socket").symlink_to(store.socket)
        assert await pipeline.call("PING") == b"PONG"
        (tmp_path / "socket").unlink()
        store.hang_up()
        with pytest.raises(StoreDown):
            await pipeline.call("PING")
        await pipeline.close()

    longest = [0.002, 0.004, 0.008, 0.008, 0.008, 0.002]
    assert all(most / 2 <= pause <= most for pause, most in zip(pauses, longest, strict=True))


def _recorded_pauses(patch: pytest.MonkeyPatch) -> list[float]:
    """Return a list to which the loop will add the length of each pause it is asked for."""
    loop = asyncio.get_running_loop()
    pauses: list[float] = []
    call_later = loop.call_later

    def record(
        delay: float, callback: Callable[..., object], *arguments: Any, **options: Any
    ) -> asyncio.TimerHandle:
        pauses.append(delay)
        return call_later(delay, callback, *arguments, **options)

    patch.setattr(loop, "call_later", record)
    return pauses


async def test_a_late_answer_is_nobodys(valkey: StoreServer) -> None:
    """What took too long is answered *down*; its reply, when it comes, goes to nobody."""
    hasty = PipelineSettings(lines=1, timeout=0.02, first_pause=0.001)
    pipeline = SharedPipeline(valkey.address.make_connection, hasty)
    assert await pipeline.call("ECHO", "warm") == b"warm"

    with valkey.paused(), pytest.raises(StoreDown):
        await pipeline.call("ECHO", "late")

    patient = SharedPipeline(valkey.address.make_connection, NARROW)
    assert await patient.call("ECHO", "other") == b"other"
    for sent in (b"a", b"b"):
        with suppress(StoreDown):  # 20 ms may be too little on a busy machine
            assert await pipeline.call("ECHO", sent) == sent
    await patient.close()
    await pipeline.close()


async def test_a_stuck_connection_is_cut_off(tmp_path: Path) -> None:
    """What could not be written in time never is: it is not kept for a store that stands still."""
    received = asyncio.get_running_loop().create_future()
    goes_on = asyncio.Event()

    async def stand_still(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await goes_on.wait()
        with suppress(ConnectionError):
            received.set_result(len(await reader.read()))
        writer.close()

    store = await asyncio.start_unix_server(stand_still, str(tmp_path / "socket"))
    address = StoreAddress(f"unix://{tmp_path}/socket")
    pipeline = SharedPipeline(address.make_connection, PipelineSettings(timeout=0.1))
    much = bytes(8_000_000)

    with pytest.raises(StoreDown):
        await pipeline.call("ECHO", much)
    goes_on.set()

    assert await received < len(much)
    await pipeline.close()
    store.close()


# --- the end ---


async def test_closing_waits_for_what_is_under_way(valkey: StoreServer) -> None:
    """What went out is still answered, what did not is refused, and nothing comes after."""
    pipeline = SharedPipeline(valkey.address.make_connection, NARROW)
    under_way = asyncio.ensure_future(pipeline.call("ECHO", "under way"))
    await turns(2)
    waiting = asyncio.ensure_future(pipeline.call("ECHO", "waiting"))
    await turns(1)

    await pipeline.close()

    assert await under_way == b"under way"
    with pytest.raises(StoreDown):
        await waiting
    with pytest.raises(StoreDown):
        await pipeline.call("ECHO", "late")
    await pipeline.close()


async def test_rooms_of_one_log_outlive_a_broken_pipeline(
    redis_log: RedisLog, server: StoreServer
) -> None:
    """When a connection breaks under many tables, each finds out by asking again."""
    rooms = await own_rooms(redis_log, 16)
    plays = [entry(own, 0, room=room, by="anna") for room, own in rooms.items()]
    under_way = [asyncio.ensure_future(redis_log.commit(play)) for play in plays]
    await turns(3)
    server.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
    first = await asyncio.gather(*under_way, return_exceptions=True)

    for play, answer in zip(plays, first, strict=True):
        assert answer == Committed(1) or isinstance(answer, StoreDown)
        assert await redis_log.commit(play) in (Committed(1), Duplicate(1))
        assert len(await entries(redis_log, play.room)) == 1
    assert await redis_log.renew("r0", rooms["r0"], LONG) == Renewed()
