"""Tables as a client holds them, for tests that begin in the middle of things."""

from typing import Any

from client_demo.model import Table

HIDDEN = [None] * 8


def deal(**fields: Any) -> dict[str, Any]:
    """Return a deal whose cards nobody has seen, with *fields* in it."""
    hands = [[*HIDDEN] for _ in range(4)]
    announced: list[list[str]] = [[], [], [], []]
    plain = {"number": 1, "dealer": "E", "hands": hands, "leader": "S", "announced": announced}
    return {**plain, **fields}


def match(**fields: Any) -> dict[str, Any]:
    """Return a match in its first auction, with *fields* in it."""
    scores = {"ns": 0, "ew": 0}
    plain = {"id": "m-1", "phase": "auction", "dealer": "E", "scores": scores}
    return {**plain, **fields}


def room(**fields: Any) -> dict[str, Any]:
    """Return a table at which nobody sits, with *fields* in it."""
    settings = {
        "rules": "coinche-house",
        "changes": {},
        "turn": 30,
        "pause": 12,
        "public": False,
        "spectators": True,
    }
    plain = {
        "id": "r-1",
        "host": "p1",
        "settings": settings,
        "rules": {"dealing.packets": [3, 2, 3]},
        "seats": [{}, {}, {}, {}],
        "turn": {},
        "sit": "SITSIT",
    }
    return {**plain, **fields}


def snapshot(v: int = 1, term: str = "a", **fields: Any) -> dict[str, Any]:
    """Return a snapshot of a table with *fields* in it."""
    return {"t": "snapshot", "v": v, "term": term, "room": room(**fields)}


def table(v: int = 1, term: str = "a", **fields: Any) -> Table:
    """Return a table with *fields* in it, as a client holds it."""
    held: Any = room(**fields)
    return Table(v, term, held)


def happened(v: int, *events: dict[str, Any], **turn: Any) -> dict[str, Any]:
    """Return an update of *events*, after which *turn* is who is to act."""
    return {"t": "happened", "v": v, "events": list(events), "turn": turn}


def seat(name: str, **fields: Any) -> dict[str, Any]:
    """Return a seat with somebody in it."""
    return {"person": {"id": f"p-{name}", "name": name}, "online": True, **fields}
