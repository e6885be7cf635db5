"""Commands on their way: each is answered once, whatever happens in between."""

from typing import Any

import pytest

from client_demo.asking import Asking, is_past
from client_demo.model import Table
from tests.helpers import views

PLAY = {"t": "play", "deal": 1, "trick": 3, "card": "JS"}
BID = {"t": "bid", "deal": 1, "nth": 2, "call": "pass"}
TRICK = {"leader": "S", "cards": ["7S", "8S", "9S", "TS"], "winner": "S", "points": 10}


def at_trick(number: int, deal: int = 1, calls: int = 0) -> Table:
    """Return a table in the trick *number* of a deal."""
    running = views.deal(number=deal, tricks=[TRICK] * (number - 1), calls=[["S", "pass"]] * calls)
    return views.table(match=views.match(phase="play", deal=running))


class Line:
    """Commands, and what they were answered."""

    def __init__(self) -> None:
        self.asking = Asking()
        self.answers: list[dict[str, Any]] = []

    def ask(self, **command: Any) -> None:
        """Put a command in line."""
        self.asking.ask(command, self.answers.append)

    def ok(self, cmd: int) -> Any:
        """Answer the command *cmd*, and return which one it was."""
        return self.asking.answered({"t": "ok", "cmd": cmd})


def test_one_at_a_time() -> None:
    """The second command is sent when the first is answered."""
    line = Line()
    line.ask(t="ready")
    line.ask(t="rematch")

    assert line.asking.due(None) == {"t": "ready", "cmd": 1}
    assert line.asking.due(None) is None
    assert line.ok(1) == {"t": "ready"}
    assert line.asking.due(None) == {"t": "rematch", "cmd": 2}
    assert line.answers == [{"t": "ok", "cmd": 1}]


def test_nothing_to_ask() -> None:
    """Without commands nothing is due, and no answer fits."""
    line = Line()

    assert line.asking.due(None) is None
    assert line.ok(1) is None


@pytest.mark.parametrize("cmd", [0, 2, 7])
def test_somebody_elses_answer(cmd: int) -> None:
    """An answer with another number answers nothing."""
    line = Line()
    line.ask(t="ready")
    line.asking.due(None)

    assert line.ok(cmd) is None
    assert line.answers == []


def test_t87_the_same_number_again() -> None:
    """What was in flight when the line broke is sent again unchanged, and answered once."""
    line = Line()
    line.ask(t="ready")
    sent = line.asking.due(None)
    line.asking.interrupted()

    assert line.asking.due(None) == sent
    line.ok(1)
    assert line.ok(1) is None
    assert len(line.answers) == 1


@pytest.mark.parametrize(("last", "following"), [(0, 1), (6, 7), (7, 8)])
def test_counting_on(last: int, following: int) -> None:
    """The count goes on from the last command the server has heard."""
    line = Line()
    line.asking.resumed(last)
    line.ask(t="ready")

    assert line.asking.due(None) == {"t": "ready", "cmd": following}


def test_what_is_in_flight_keeps_its_number() -> None:
    """The server may have missed the last command; its number stays, and the next is higher."""
    line = Line()
    line.asking.resumed(4)
    line.ask(t="ready")
    line.ask(t="rematch")
    line.asking.due(None)
    line.asking.interrupted()
    line.asking.resumed(4)

    assert line.asking.due(None) == {"t": "ready", "cmd": 5}
    line.ok(5)
    assert line.asking.due(None) == {"t": "rematch", "cmd": 6}


def test_t21_a_card_for_an_older_trick() -> None:
    """After a break the card that was sent is asked again, and one that waited too long is not."""
    line = Line()
    line.ask(**PLAY)
    line.ask(**{**PLAY, "trick": 4})
    line.ask(**{**PLAY, "trick": 5})
    assert line.asking.due(at_trick(3)) == {**PLAY, "cmd": 1}
    line.asking.interrupted()

    assert line.asking.due(at_trick(5)) == {**PLAY, "cmd": 1}
    line.ok(1)
    assert line.asking.due(at_trick(5)) == {**PLAY, "trick": 5, "cmd": 2}
    assert line.answers[1] == {"t": "refused", "cmd": 0, "code": "stale_place"}


@pytest.mark.parametrize(
    ("command", "table", "past"),
    [
        (PLAY, at_trick(3), False),
        (PLAY, at_trick(2), False),
        (PLAY, at_trick(4), True),
        (PLAY, at_trick(1, deal=2), True),
        (BID, at_trick(1, calls=2), False),
        (BID, at_trick(1, calls=3), True),
        ({"t": "next", "deal": 1}, at_trick(8), False),
        ({"t": "next", "deal": 1}, at_trick(1, deal=2), True),
        ({"t": "sit", "seat": "S"}, at_trick(4), False),
        (PLAY, views.table(), False),
        (PLAY, views.table(match=views.match()), False),
        (PLAY, None, False),
    ],
)
def test_what_is_past(command: dict[str, Any], table: Table | None, past: bool) -> None:
    """A command is past when the table has gone beyond the place it names."""
    assert is_past(command, table) is past


def test_nobody_left_to_ask() -> None:
    """When there is no room any more, all that waits is answered so."""
    line = Line()
    line.ask(t="ready")
    line.ask(t="rematch")
    line.asking.due(None)
    line.asking.refuse_all("no_such_room")

    assert [answer["code"] for answer in line.answers] == ["no_such_room"] * 2
    assert [answer["cmd"] for answer in line.answers] == [1, 0]
    assert line.asking.due(None) is None
