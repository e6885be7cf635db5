"""The load program measures what it says, at a size that takes a moment."""

from tests.bench.crowd import ranks
from tests.bench.kept import keep
from tests.bench.load import Sizes, play, with_server
from tests.bench.onlookers import deliver, idle_bytes
from tests.bench.served import Served

TINY = Sizes(tables=(2,), paced=2, resumed=2, warm_up=0.1, seconds=0.4)


async def test_play_is_measured() -> None:
    """Tables play by themselves as fast as they can, then paced, and are there after a kill."""
    ready, played = await with_server("everysec", lambda server: play(server, TINY, [2]))
    worked, paced = played.worked[2], played.paced

    assert worked.actions > 10
    assert worked.server > 0
    assert worked.store > 0
    assert paced is not None
    assert paced.actions < worked.actions
    assert played.latency is not None
    assert 0 < played.latency.p50 <= played.latency.p95 <= played.latency.p99
    assert ready > 0
    assert played.resuming is not None


async def test_those_who_listen_are_measured() -> None:
    """A card reaches everybody who watches; what an idle connection takes is found."""

    async def listen(server: Served) -> None:
        delivered = await deliver(server, watchers=5, cards=3)
        assert delivered.watchers == 5
        assert delivered.last > 0
        assert await idle_bytes(server, 20) >= 0

    await with_server("always", listen)


async def test_a_whole_match_is_kept() -> None:
    """Matches are played to their end, and what the store keeps of them is found."""
    _, kept = await with_server("everysec", lambda server: keep(server, 1))

    assert kept.entries > 100
    assert kept.memory > 10_000


def test_ranks() -> None:
    """A rank is the time that its share of all times stays below."""
    found = ranks([float(at) for at in range(100, 0, -1)])

    assert (found.count, found.p50, found.p95, found.p99) == (100, 51, 96, 100)
