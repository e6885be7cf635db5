"""Short ways to own a room and to write to it."""

from belote_server.storage.log import Commit, CommitOutcome, Committed, Log, Ownership, StoreDown

LONG = 60_000
"""A lease that no test sees the end of, in milliseconds."""

BRIEF = 1
"""A lease that is over before anything else can be done with it."""


async def own(
    log: Log, room: str = "r", node: str = "north", *, term: int = 11, ttl_ms: int = LONG
) -> Ownership:
    """Return the ownership of *room*, which must be free or the node's own."""
    taken = await log.acquire(room, node, ttl_ms, term)
    assert isinstance(taken, Ownership)
    return taken


def entry(
    own: Ownership,
    after: int,
    what: bytes = b"batch",
    *,
    room: str = "r",
    by: str | None = None,
    cmd: int = 1,
) -> Commit:
    """Return the commit of *what* as the entry that follows number *after*."""
    return Commit(room, own, after, by, cmd, what)


async def write(log: Log, own: Ownership, count: int, room: str = "r") -> None:
    """Write *count* entries into an empty room: the first is ``b"1"``."""
    for v in range(1, count + 1):
        assert await log.commit(entry(own, v - 1, b"%d" % v, room=room)) == Committed(v)


async def entries(log: Log, room: str = "r") -> list[bytes]:
    """Return all that is stored of *room*, after a look at the numbers."""
    stored = await log.read(room)
    assert [each.v for each in stored] == list(range(1, len(stored) + 1))
    return [each.entry for each in stored]


async def resent(log: Log, commit: Commit) -> CommitOutcome:
    """Send *commit* until there is an answer, as an owner does."""
    while True:
        try:
            return await log.commit(commit)
        except StoreDown:
            continue
