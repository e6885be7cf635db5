"""The log in a store that is full, away, replaced, emptied or killed."""

import asyncio
import time
from collections.abc import Callable

import pytest
from redis.crc import key_slot

from belote_server.storage.keys import room_keys
from belote_server.storage.log import (
    Committed,
    Duplicate,
    Expired,
    Lost,
    Ownership,
    Stale,
    StoreBroken,
    StoreDown,
    StoreError,
    StoreForbids,
    StoreFull,
    StoreReadonly,
)
from belote_server.storage.lua import Script, script_of
from belote_server.storage.memory_log import MemoryLog
from belote_server.storage.pipeline import PipelineSettings
from belote_server.storage.redis_log import RedisLog, Scripts
from tests.helpers.fake_store import FakeStore
from tests.helpers.logs import LONG, entries, entry, own, resent, write
from tests.helpers.store_server import StoreServer, valkey_program
from tests.helpers.tap import Tap
from tests.helpers.turns import turns
from tests.storage.conftest import PATIENT

HASTY = PipelineSettings(timeout=0.05, first_pause=0.001, longest_pause=0.01)


# --- the store refuses ---


async def test_f15_a_full_store_takes_nothing(redis_log: RedisLog, server: StoreServer) -> None:
    """Out of memory, a store says so and stores no half of anything; later it takes the same."""
    owner = await own(redis_log)
    await redis_log.commit(entry(owner, 0, by="anna", cmd=1))
    play = entry(owner, 1, by="anna", cmd=2)

    server.ask("CONFIG", "SET", "maxmemory", "1")
    try:
        with pytest.raises(StoreFull):
            await redis_log.commit(play)
        with pytest.raises(StoreFull):
            await redis_log.acquire("new", "north", LONG, 12)
    finally:
        server.ask("CONFIG", "SET", "maxmemory", "0")

    assert await entries(redis_log) == [b"batch"]
    assert (await redis_log.commands("r"))["anna"].cmd == 1
    assert server.ask("EXISTS", "{r:new}:m") == 0
    assert await redis_log.commit(play) == Committed(2)


async def test_t102_too_few_replicas(redis_log: RedisLog, server: StoreServer) -> None:
    """A store that must have a replica and has none refuses by type, and takes the same later."""
    owner = await own(redis_log)

    server.ask("CONFIG", "SET", "min-replicas-to-write", "1")
    try:
        with pytest.raises(StoreReadonly):
            await redis_log.commit(entry(owner, 0))
    finally:
        server.ask("CONFIG", "SET", "min-replicas-to-write", "0")

    assert await entries(redis_log) == []
    assert await redis_log.commit(entry(owner, 0)) == Committed(1)


async def test_a_replica_takes_no_writes(redis_log: RedisLog, server: StoreServer) -> None:
    """A primary that became a replica refuses by type, and is still read."""
    owner = await own(redis_log)
    await write(redis_log, owner, 1)

    server.ask("REPLICAOF", "127.0.0.1", "1")
    try:
        with pytest.raises(StoreReadonly):
            await redis_log.commit(entry(owner, 1))
        assert await entries(redis_log) == [b"1"]
    finally:
        server.ask("REPLICAOF", "NO", "ONE")

    assert await redis_log.commit(entry(owner, 1)) == Committed(2)


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (b"-LOADING the dataset is read\r\n", StoreDown),
        (b"-MISCONF cannot write to disk\r\n", StoreReadonly),
        (b"-MASTERDOWN link with MASTER is down\r\n", StoreReadonly),
        (b"-CLUSTERDOWN the cluster is down\r\n", StoreReadonly),
        (b"-TRYAGAIN keys are moving\r\n", StoreReadonly),
        (b"-BUSY running a script\r\n", StoreReadonly),
        (b"-NOAUTH Authentication required.\r\n", StoreForbids),
        (b"-NOPERM no right to run that\r\n", StoreForbids),
        (b"-ERR something else\r\n", StoreBroken),
        (b"-NOSCRIPT whatever I am told\r\n", StoreBroken),
        (b"+PONG\r\n", StoreBroken),
        (b"*1\r\n$7\r\nUNHEARD\r\n", StoreBroken),
        (b"not the protocol\r\n", StoreBroken),
    ],
)
async def test_replies_that_are_no_outcome(reply: bytes, kind: type[StoreError]) -> None:
    """What a store says instead of an answer is told by what it means for the asker."""
    async with FakeStore(reply) as store:
        log = RedisLog(store.address, PATIENT)
        for attempt in (
            log.commit(entry(Ownership(1, 1, 0), 0)),
            log.acquire("r", "north", LONG, 1),
            log.renew("r", Ownership(1, 1, 0), LONG),
            log.release("r", Ownership(1, 1, 0)),
        ):
            with pytest.raises(StoreError) as raised:
                await attempt
            assert type(raised.value) is kind
        await log.close()


async def test_a_stranger_in_the_stream(redis_log: RedisLog, server: StoreServer) -> None:
    """An entry that no script of ours can have written is not taken for one."""
    server.ask("XADD", "{r:r}:s", "1-0", "who", "knows")

    with pytest.raises(StoreBroken):
        await redis_log.read("r")


# --- the answer never came ---


async def test_f2_a_lost_answer_to_a_command(redis_log: RedisLog, server: StoreServer) -> None:
    """A command whose answer was lost is found stored when it comes again: once, as it was."""
    owner = await own(redis_log)
    await write(redis_log, owner, 1)  # so that the store knows the script
    play = entry(owner, 1, b"play", by="anna")
    async with Tap(server.socket) as tap:
        cut_off = RedisLog(tap.address, PATIENT)
        tap.loses_replies = True

        with pytest.raises(StoreDown):
            await cut_off.commit(play)
        tap.loses_replies = False

        assert await cut_off.commit(play) == Duplicate(2)
        await cut_off.close()
    assert await entries(redis_log) == [b"1", b"play"]


async def test_f12b_a_lost_answer_to_nature(redis_log: RedisLog, server: StoreServer) -> None:
    """What nobody commanded has no number: the owner finds its own entry under the one it meant."""
    owner = await own(redis_log)
    await write(redis_log, owner, 1)  # so that the store knows the script
    deadline = entry(owner, 1, b"deadline")
    async with Tap(server.socket) as tap:
        cut_off = RedisLog(tap.address, PATIENT)
        tap.loses_replies = True

        with pytest.raises(StoreDown):
            await cut_off.commit(deadline)
        tap.loses_replies = False

        assert await cut_off.commit(deadline) == Stale(2)
        (stored,) = await cut_off.read("r", after=1)
        assert (stored.term, stored.entry) == (owner.term, deadline.entry)
        await cut_off.close()
    assert await entries(redis_log) == [b"1", b"deadline"]


async def test_a_store_that_stands_still(redis_log: RedisLog, server: StoreServer) -> None:
    """While the store is stopped a commit is answered *down*; sent again it is there once."""
    owner = await own(redis_log)
    hasty = RedisLog(server.address, HASTY)
    play = entry(owner, 0, b"play", by="anna")

    with server.paused():
        for _ in range(2):
            with pytest.raises(StoreDown):
                await hasty.commit(play)

    assert await resent(redis_log, play) in (Committed(1), Duplicate(1))
    assert await resent(hasty, play) == Duplicate(1)
    assert await entries(redis_log) == [b"play"]
    await hasty.close()


# --- the store is killed, emptied, trimmed ---


async def hammer(log: RedisLog, room: str, acknowledged: list[bytes]) -> None:
    """Write to *room* for ever, as its owner would; keep what the store acknowledged."""
    owner = await own(log, room, ttl_ms=3_600_000)
    while True:
        v = len(acknowledged)
        play = entry(owner, v, b"%d" % v, room=room, by="anna", cmd=v + 1)
        assert await resent(log, play) in (Committed(v + 1), Duplicate(v + 1))
        acknowledged.append(play.entry)


async def kill_many(count: int) -> None:
    """Kill the store *count* times under eight tables that write; look for all it acknowledged."""
    tables: dict[str, list[bytes]] = {f"r{i}": [] for i in range(8)}
    seen = dict.fromkeys(tables, 0)
    with StoreServer(valkey_program()) as server:
        log = RedisLog(server.address, PATIENT)
        hands = [asyncio.ensure_future(hammer(log, *table)) for table in tables.items()]
        for _ in range(count):
            enough = sum(map(len, tables.values())) + 40
            while sum(map(len, tables.values())) < enough:
                await turns(1)
            server.kill()
            known = {room: list(acknowledged) for room, acknowledged in tables.items()}
            server.start()
            for room, acknowledged in known.items():
                stored = await log.read(room, after=seen[room])
                new = acknowledged[seen[room] :]
                assert [each.entry for each in stored][: len(new)] == new
                seen[room] = len(acknowledged)
        for hand in hands:
            hand.cancel()
        results = await asyncio.gather(*hands, return_exceptions=True)
        assert all(isinstance(result, asyncio.CancelledError) for result in results), results
        for room, acknowledged in tables.items():
            stored = await log.read(room)
            assert len(stored) - len(acknowledged) in (0, 1)
            assert [each.entry for each in stored] == [b"%d" % v for v in range(len(stored))]
            assert len({each.term for each in stored}) == 1
        await log.close()


async def test_f9_kills_lose_nothing_acknowledged() -> None:
    """Killed 20 times, the store comes back with every acknowledged entry, and the same owner."""
    await kill_many(20)


@pytest.mark.soak
async def test_f9_three_hundred_kills() -> None:
    """The same, 300 times."""
    await kill_many(300)


async def test_f3_a_commit_that_never_arrived() -> None:
    """A commit that found the store dead is applied when it comes again."""
    with StoreServer(valkey_program()) as server:
        log = RedisLog(server.address, PATIENT)
        play = entry(await own(log), 0, b"play", by="anna")
        server.kill()
        with pytest.raises(StoreDown):
            await log.commit(play)
        server.start()

        assert await resent(log, play) == Committed(1)
        assert await entries(log) == [b"play"]
        await log.close()


async def test_f13_everything_is_gone(redis_log: RedisLog, server: StoreServer) -> None:
    """An emptied store tells the owner that it lost the room, which then begins anew."""
    owner = await own(redis_log)
    await write(redis_log, owner, 3)
    server.ask("FLUSHALL")

    assert await redis_log.commit(entry(owner, 3)) == Lost()
    assert await redis_log.renew("r", owner, LONG) == Lost()
    assert await entries(redis_log) == []
    assert await redis_log.acquire("r", "north", LONG, 12, owner.fence) == Ownership(2, 12, 0)
    assert await redis_log.commit(entry(owner, 3)) != Committed(4)


async def test_f18_a_trimmed_stream(redis_log: RedisLog, server: StoreServer) -> None:
    """Where the beginning of a stream is gone, what is left keeps its numbers: the gap shows."""
    owner = await own(redis_log)
    await write(redis_log, owner, 9)
    server.ask("XTRIM", "{r:r}:s", "MAXLEN", "=", "4")

    assert [each.v for each in await redis_log.read("r", after=2)] == [6, 7, 8, 9]
    assert await redis_log.commit(entry(owner, 9)) == Committed(10)


async def test_a_hash_that_lags_behind_its_stream(redis_log: RedisLog, server: StoreServer) -> None:
    """The stream itself refuses a number it has, whatever the hash beside it says."""
    owner = await own(redis_log)
    await write(redis_log, owner, 2)
    server.ask("HSET", "{r:r}:m", "v", "1")

    with pytest.raises(StoreBroken):
        await redis_log.commit(entry(owner, 1, b"other", by="anna"))
    assert await entries(redis_log) == [b"1", b"2"]
    assert await redis_log.commands("r") == {}
    assert server.ask("HGET", "{r:r}:m", "v") == b"1"


# --- clocks, releases, keys ---


@pytest.mark.parametrize("minutes", [-10, 10])
async def test_f23_a_node_whose_clock_is_wrong(
    redis_log: RedisLog, monkeypatch: pytest.MonkeyPatch, minutes: int
) -> None:
    """Leases go by the store's clock, so that of a node may be ten minutes wrong."""
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + 60 * minutes)

    owner = await own(redis_log, ttl_ms=LONG)

    assert await redis_log.commit(entry(owner, 0)) == Committed(1)
    held = await redis_log.acquire("r", "east", LONG, 12)
    assert not isinstance(held, Ownership)
    assert abs(held.until_ms - held.left_ms - right() * 1000) < LONG


@pytest.mark.parametrize("jump_ms", [-2000, 2000])
async def test_f23_the_clock_of_the_store_jumps(jump_ms: int) -> None:
    """A jump of two seconds neither ends a lease of five nor lets two nodes own a room."""
    now_ms = 1_800_000_000_000
    log = MemoryLog(lambda: now_ms)
    owner = await own(log, ttl_ms=5000)
    now_ms += jump_ms

    assert not isinstance(await log.acquire("r", "east", LONG, 12), Ownership)
    assert await log.commit(entry(owner, 0)) == Committed(1)
    now_ms += 5000
    assert await log.commit(entry(owner, 1)) == Expired()


def next_release(text: Script) -> Script:
    """Return a script that does the same and has another hash."""
    return script_of(text.source + "\n-- as of the next release\n")


async def test_f25_two_releases_side_by_side(redis_log: RedisLog, server: StoreServer) -> None:
    """Two releases with scripts of their own write to one store, and to one room in turn."""
    now = Scripts.shipped()
    edit: Callable[[Script], Script] = next_release
    later = Scripts(edit(now.acquire), edit(now.renew), edit(now.release), edit(now.commit))
    newer = RedisLog(server.address, PATIENT, later)
    owner = await own(redis_log)

    for v in range(0, 6, 2):
        assert await redis_log.commit(entry(owner, v)) == Committed(v + 1)
        assert await newer.commit(entry(owner, v + 1)) == Committed(v + 2)

    assert now.commit.sha != later.commit.sha
    assert server.ask("SCRIPT", "EXISTS", now.commit.sha, later.commit.sha) == [1, 1]
    await newer.close()


@pytest.mark.parametrize("room", ["r", "0f3a", "with {braces} in it", "été"])
def test_the_keys_of_a_room_lie_together(room: str) -> None:
    """All keys of a room have one hash slot, so that a script may touch them in a cluster."""
    assert len({key_slot(key.encode()) for key in room_keys(room)}) == 1
    assert len(set(room_keys(room))) == 4


async def test_t74_nothing_is_left_behind(redis_log: RedisLog, server: StoreServer) -> None:
    """When rooms are dropped, or their time is over, the store has as many keys as before."""
    for room, end in (("a", redis_log.drop), ("b", lambda room: redis_log.finish(room, 0))):
        owner = await own(redis_log, room)
        await redis_log.commit(entry(owner, 0, room=room, by="anna"))
        await redis_log.mark_open(room)
        for code in ("SIT", "WATCH"):
            await redis_log.claim_code(code, room)
        await end(room)

    assert server.ask("KEYS", "*") == []


async def test_a_note_too_many_is_harmless(redis_log: RedisLog, server: StoreServer) -> None:
    """A code that a room noted and did not get goes on leading where it leads."""
    await redis_log.claim_code("ABCD", "other")
    await redis_log.claim_code("ABCD", "r")
    assert server.ask("EXISTS", "{r:r}:c") == 0
    server.ask("SADD", "{r:r}:c", "ABCD")

    await redis_log.drop("r")

    assert await redis_log.room_of_code("ABCD") == "other"


async def test_a_finished_room_keeps_its_end(redis_log: RedisLog, server: StoreServer) -> None:
    """A room that is finished goes whole and in time, also if somebody still writes to it."""
    owner = await own(redis_log)
    await redis_log.commit(entry(owner, 0, by="anna"))
    await redis_log.claim_code("SIT", "r")
    await redis_log.finish("r", 100)

    await redis_log.commit(entry(owner, 1, by="anna", cmd=2))

    for key in (*room_keys("r"), "code:SIT"):
        left = server.ask("TTL", key)
        assert isinstance(left, int)
        assert 0 < left <= 100
