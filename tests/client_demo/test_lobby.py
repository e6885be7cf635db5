"""What a client makes of the lobby's updates."""

from typing import Any

from client_demo.lobby import Lobby, fold


def offer(name: str, **fields: Any) -> Any:
    """Return a public table called *name*."""
    names = ["Anna", None, None, None]
    plain = {"id": name, "code": f"SIT{name}", "rules": "coinche-house", "target": 1000}
    return {**plain, "turn": 30, "host": "Anna", "names": names, **fields}


def test_what_changed() -> None:
    """A table that is told again takes the place of what was known; one that is gone is gone."""
    first = {"t": "lobby", "v": 4, "full": True, "tables": [offer("a"), offer("b")], "seeking": 3}
    then = {"t": "lobby", "v": 9, "tables": [offer("b", playing=True), offer("c")], "gone": ["a"]}
    known = fold(fold(Lobby(), first), then)

    assert known == Lobby(9, {"b": offer("b", playing=True), "c": offer("c")}, 0)


def test_anew() -> None:
    """What is told in full leaves nothing of what was known before."""
    known = Lobby(4, {"a": offer("a")}, 2)

    assert fold(known, {"t": "lobby", "v": 1, "full": True}) == Lobby(1)
