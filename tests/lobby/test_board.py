"""The public tables, and what has changed since."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from belote_protocol.codec import Format, encode
from belote_protocol.updates import Lobby
from belote_protocol.views import Offer
from belote_server.lobby import board as module
from belote_server.lobby.board import Board


def offer(name: str, *people: str, host: str = "Anna") -> Offer:
    """Return a table called *name* where *people* sit."""
    names = (*people, None, None, None, None)[:4]
    return Offer(name, f"SIT{name}", "coinche-house", 1000, 30, host, names)


def heard(known: dict[str, Offer], told: Lobby) -> dict[str, Offer]:
    """Return what somebody knows who knew *known*, and was *told* something."""
    left = {} if told.full else dict(known)
    for name in told.gone:
        left.pop(name, None)
    return left | {each.id: each for each in told.tables}


def caught_up(board: Board, v: int, known: dict[str, Offer]) -> tuple[int, dict[str, Offer]]:
    """Return where somebody stands who is told until there is no more."""
    while v != board.v:
        told = board.since(v)
        assert told.v > v
        v, known = told.v, heard(known, told)
    return v, known


def test_whoever_comes_is_told_everything() -> None:
    """The first update has every table, as it is now."""
    board = Board()
    board.put(offer("a"))
    board.put(offer("b"))
    board.put(offer("a", "Anna"))
    board.count_seeking(2)

    told = board.since(0)

    assert told.full
    assert heard({}, told) == {"a": offer("a", "Anna"), "b": offer("b")}
    assert (told.seeking, len(board)) == (2, 2)


def test_only_what_changed_is_told() -> None:
    """Later updates have what changed, each table once, and the names of those that are gone."""
    board = Board()
    for name in "abcd":
        board.put(offer(name))
    v = board.v
    board.put(offer("b", "Bob"))
    board.put(offer("b", "Bob", "Chen"))
    board.drop("c")

    told = board.since(v)

    assert not told.full
    assert told.tables == (offer("b", "Bob", "Chen"),)
    assert told.gone == ("c",)


def test_what_is_no_news_makes_no_version() -> None:
    """A table that is as it was, one that is not there, and the same number change nothing."""
    board = Board()
    board.put(offer("a"))
    v = board.v
    board.put(offer("a"))
    board.drop("b")
    board.drop("b")
    board.count_seeking(0)

    assert board.v == v


def test_a_table_that_comes_back_is_there_again() -> None:
    """What was gone and comes back is told of as a table, not as gone."""
    board = Board()
    board.put(offer("a"))
    v = board.v
    board.drop("a")
    board.drop("a")
    board.put(offer("a"))

    told = board.since(v)

    assert (told.tables, told.gone) == ((offer("a"),), ())
    assert board.offer("a") == offer("a")
    assert board.offer("b") is None


def test_t91_an_update_grows_with_the_changes() -> None:
    """How long an update is depends on what has changed, and not on how many tables there are."""

    def changes(tables: int) -> int:
        board = Board()
        for number in range(tables):
            board.put(offer(f"{number:016}"))
        v = board.v
        for number in range(10):
            board.put(offer(f"{number:016}", "Bob"))
        told = replace(board.since(v), v=0)
        return len(encode(told, Format.MSGPACK))

    assert changes(20) == changes(5000) < 10 * 200


def test_a_long_list_comes_in_several_updates() -> None:
    """No update is much longer than it may be; the rest follows as changes."""
    board = Board()
    expected = {f"t{number}": offer(f"t{number}", host="é" * 40) for number in range(1000)}
    for each in expected.values():
        board.put(each)

    first = board.since(0)

    assert first.full
    assert len(encode(first, Format.JSON)) < 2 * module.LONGEST
    assert len(first.tables) < 500
    assert not board.since(first.v).full
    assert caught_up(board, 0, {}) == (board.v, expected)


def test_whoever_slept_too_long_is_told_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that went long ago are forgotten; whoever may have known them begins anew."""
    monkeypatch.setattr(module, "REMEMBERED", 2)
    board = Board()
    for name in "abcd":
        board.put(offer(name))
    early = board.v
    board.drop("a")
    late = board.v
    board.drop("b")
    board.drop("c")

    assert board.since(early).full
    assert board.since(early).gone == ()
    assert board.since(late).gone == ("b", "c")
    assert caught_up(board, early, {name: offer(name) for name in "abcd"})[1] == {"d": offer("d")}


@given(seed=st.integers(0, 10**6))
def test_whoever_is_told_knows_the_list(seed: int) -> None:
    """Whatever happens, and whenever one is told, in the end one knows the list as it is."""
    rng, board = Random(seed), Board()
    viewers: list[tuple[int, dict[str, Offer]]] = [(0, {}), (0, {})]
    for _ in range(40):
        name = rng.choice("abcdef")
        if rng.random() < 0.3:
            board.drop(name)
        else:
            board.put(offer(name, *rng.sample(["Anna", "Bob", "Chen"], rng.randrange(4))))
        if rng.random() < 0.3:
            told = board.since(viewers[0][0])
            viewers[0] = (told.v, heard(viewers[0][1], told))

    shown = {each.id: each for each in board.since(0).tables}
    assert [caught_up(board, *viewer) for viewer in viewers] == [(board.v, shown)] * 2
    assert len(board) == len(shown)
