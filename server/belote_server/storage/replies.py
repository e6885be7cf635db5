"""What the scripts answer, as values."""

from belote_server.storage.line import Reply
from belote_server.storage.log import (
    Acquisition,
    CommitOutcome,
    Committed,
    Duplicate,
    Expired,
    Fenced,
    Held,
    LastCommand,
    Lost,
    Old,
    Ownership,
    Release,
    Released,
    Renewal,
    Renewed,
    Stale,
    StoreBroken,
    Stored,
)

_LOSSES: dict[bytes, Fenced | Lost | Expired] = {
    b"FENCED": Fenced(),
    b"LOST": Lost(),
    b"EXPIRED": Expired(),
}


def acquisition(reply: Reply, term: int) -> Acquisition:
    """Return what ``acquire`` answered to somebody who offered *term*."""
    match reply:
        case [b"OWN", int(fence), int(version)]:
            return Ownership(fence, term, version)
        case [b"HELD", bytes(owner), int(until), int(left)]:
            return Held(owner.decode(), until, left)
        case _:
            raise _unheard_of("acquire", reply)


def renewal(reply: Reply) -> Renewal:
    """Return what ``renew`` answered."""
    match reply:
        case [b"OK"]:
            return Renewed()
        case [bytes(code)] if code in _LOSSES:
            return _LOSSES[code]
        case _:
            raise _unheard_of("renew", reply)


def release(reply: Reply) -> Release:
    """Return what ``release`` answered."""
    match reply:
        case [b"OK"]:
            return Released()
        case [b"FENCED"]:
            return Fenced()
        case [b"LOST"]:
            return Lost()
        case _:
            raise _unheard_of("release", reply)


def outcome(reply: Reply) -> CommitOutcome:
    """Return what ``commit`` answered."""
    match reply:
        case [b"OK", int(v)]:
            return Committed(v)
        case [b"DUP", int(v)]:
            return Duplicate(v)
        case [b"OLD", int(last)]:
            return Old(last)
        case [b"STALE", int(v)]:
            return Stale(v)
        case [bytes(code)] if code in _LOSSES:
            return _LOSSES[code]
        case _:
            raise _unheard_of("commit", reply)


def stored(item: Reply) -> Stored:
    """Return one entry of a stream."""
    match item:
        case [bytes(number), [b"t", bytes(term), b"b", bytes(entry)]]:
            return Stored(int(number.split(b"-")[0]), int(term), entry)
        case _:
            raise _unheard_of("read", item)


def last_command(text: bytes) -> LastCommand:
    """Return a person's last command, which is kept as ``command:version``."""
    cmd, v = text.split(b":")
    return LastCommand(int(cmd), int(v))


def _unheard_of(what: str, reply: Reply) -> StoreBroken:
    return StoreBroken(f"{what} was answered {reply!r}")
