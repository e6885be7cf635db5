"""What a client says next, over any number of connections."""

from typing import Any

import pytest

from belote_protocol.codec import PROTOCOL_VERSION
from client_demo.lobby import Lobby
from client_demo.model import Gap
from client_demo.retry import State
from client_demo.session import Session
from tests.helpers import views

YOU = {"id": "p1", "name": "Anna"}
WELCOME = {"t": "welcome", "you": YOU, "token": "secret", "protocol": 1, "server_time": 1000.0}
HELLO = {"t": "hello", "protocol": PROTOCOL_VERSION, "name": "Anna", "lang": "en"}


def welcomed(code: str | None = None, **more: Any) -> Session:
    """Return a session that has been told ``welcome``."""
    session = Session("Anna", code=code)
    session.hello(10.0)
    session.receive({**WELCOME, **more}, 10.5)
    return session


def asked(session: Session, *commands: dict[str, Any]) -> list[dict[str, Any]]:
    """Ask for *commands*, and return the list that their answers will be put into."""
    answers: list[dict[str, Any]] = []
    for command in commands:
        session.ask(command, answers.append)
    return answers


def test_hello() -> None:
    """A client says who it is, and what it knows of the room it was in."""
    session = Session("Anna", lang="fr")
    assert session.hello(0.0) == {**HELLO, "lang": "fr"}

    session.receive({**WELCOME, "snapshot": views.snapshot(7, "b")}, 0.5)
    session.code = "SITSIT"
    resumed = {"token": "secret", "room": "SITSIT", "v": 7, "term": "b"}
    assert session.hello(1.0) == {**HELLO, "lang": "fr", **resumed}


def test_a_code_without_a_past() -> None:
    """A room that is new to the client is named without a version."""
    session = Session("Anna", code="SITSIT", token="secret")

    assert session.hello(0.0) == {**HELLO, "token": "secret", "room": "SITSIT"}


def test_t8_the_snapshot_is_the_first_thing_told() -> None:
    """A snapshot in ``welcome`` comes out as an update of its own, with nothing before it."""
    session = Session("Anna", code="SITSIT")
    session.hello(0.0)
    snapshot = views.snapshot(7, "b")
    heard = session.receive({**WELCOME, "snapshot": snapshot}, 0.5)

    assert [each.update["t"] for each in heard] == ["welcome", "snapshot"]
    assert heard[1].update == snapshot
    assert heard[1].before is None
    assert heard[1].after == session.table == views.table(7, "b")


def test_nothing_before_welcome() -> None:
    """What is asked for early waits until the server knows who asks."""
    session = Session("Anna")
    session.hello(0.0)
    asked(session, {"t": "join", "code": "SITSIT"})

    assert session.due() is None
    session.receive(WELCOME, 0.5)
    assert session.due() == {"t": "join", "code": "SITSIT", "cmd": 1}


def test_joining() -> None:
    """In the room it joins a client counts on from its last command there, and names the room."""
    session = welcomed()
    answers = asked(session, {"t": "join", "code": "SITSIT"}, {"t": "ready"})
    session.due()
    session.receive({"t": "ok", "cmd": 1, "v": 4, "last_cmd": 12}, 11.0)

    assert session.due() == {"t": "ready", "cmd": 13}
    session.receive(views.snapshot(4), 11.0)
    assert session.code == "SITSIT"
    assert answers == [{"t": "ok", "cmd": 1, "v": 4, "last_cmd": 12}]


def test_creating() -> None:
    """Whoever makes a table comes back to it by the code that lets people sit."""
    session = welcomed()
    asked(session, {"t": "create", "settings": {"rules": "coinche-house"}, "key": "12345678"})
    session.due()
    session.receive({"t": "ok", "cmd": 1, "v": 1}, 11.0)
    assert session.code is None
    session.receive(views.snapshot(1), 11.0)

    assert session.code == "SITSIT"


def test_a_command_is_refused() -> None:
    """A refused ``join`` changes nothing about where the client is."""
    session = welcomed()
    asked(session, {"t": "join", "code": "NOSUCH"})
    session.due()
    session.receive({"t": "refused", "cmd": 1, "code": "no_such_room"}, 11.0)

    assert session.code is None
    assert session.due() is None


def test_f2_a_lost_answer() -> None:
    """A command without an answer is sent again, with its number, after the snapshot."""
    session = welcomed("SITSIT", snapshot=views.snapshot(4), last_cmd=6)
    asked(session, {"t": "ready"})
    sent = session.due()
    assert sent == {"t": "ready", "cmd": 7}
    session.closed(1006, "", 0.0)
    assert session.due() is None

    session.hello(20.0)
    session.receive({**WELCOME, "snapshot": views.snapshot(5), "last_cmd": 7}, 20.5)
    assert session.due() == sent


def test_a_room_that_is_gone() -> None:
    """Where the room can't be entered any more, all that waits for it is answered so."""
    session = welcomed("SITSIT", snapshot=views.snapshot(4))
    answers = asked(session, {"t": "ready"}, {"t": "rematch"})
    session.due()
    session.closed(1006, "", 0.0)
    session.hello(20.0)
    [heard] = session.receive({**WELCOME, "refused": "no_such_room"}, 20.5)

    assert [answer["code"] for answer in answers] == ["no_such_room"] * 2
    assert (session.table, session.code, session.away) == (None, None, "no_such_room")
    assert (heard.before, heard.after) == (views.table(4), None)


def test_leaving() -> None:
    """Whoever has left does not come back by itself."""
    session = welcomed("SITSIT", snapshot=views.snapshot(4))
    session.receive({"t": "left", "reason": "removed"}, 11.0)

    assert (session.table, session.code, session.away) == (None, None, "removed")


def test_a_table_that_has_moved() -> None:
    """A table that another process has taken is followed there."""
    session = welcomed("SITSIT", snapshot=views.snapshot(4))
    with pytest.raises(Gap, match="moved"):
        session.receive({"t": "left", "reason": "moved"}, 11.0)

    assert session.hello(12.0)["room"] == "SITSIT"


def test_joining_again_after_leaving() -> None:
    """Another table makes up for the one that was left."""
    session = welcomed("SITSIT", snapshot=views.snapshot(4))
    session.receive({"t": "left", "reason": "left"}, 11.0)
    asked(session, {"t": "join", "code": "OTHER1"})
    session.due()
    session.receive({"t": "ok", "cmd": 1, "v": 4}, 11.0)

    assert (session.code, session.away) == ("OTHER1", "")


def test_a_gap() -> None:
    """A client that has missed a version can't go on with this connection."""
    session = welcomed("SITSIT", snapshot=views.snapshot(4))
    with pytest.raises(Gap):
        session.receive(views.happened(6), 11.0)

    assert session.hello(12.0)["v"] == 4


def test_t104_the_next_resume_names_the_new_past() -> None:
    """After a snapshot under another term, a client resumes with that."""
    session = welcomed("SITSIT", snapshot=views.snapshot(9, "a"))
    session.closed(1006, "", 0.0)
    session.hello(12.0)
    session.receive({**WELCOME, "snapshot": views.snapshot(7, "b")}, 12.5)

    assert {"v": 7, "term": "b"}.items() <= session.hello(13.0).items()


def test_t67_the_clock_is_learnt() -> None:
    """``welcome`` and each ``pong`` tell how far the server's clock is ahead."""
    session = welcomed()  # asked at 10, answered at 10.5: the server said 1000
    assert session.clock.offset == pytest.approx(1000 - 10.25)

    ping = session.ping(20.0)
    assert ping == {"t": "ping", "id": 1}
    session.receive({"t": "pong", "id": 1, "server_time": 1012.0}, 20.1)
    assert session.clock.offset == pytest.approx(1012 - 20.05)
    session.receive({"t": "pong", "id": 1, "server_time": 5.0}, 20.1)
    session.receive({"t": "pong", "id": 9, "server_time": 5.0}, 20.1)
    assert session.clock.offset == pytest.approx(1012 - 20.05)


def test_a_pong_of_another_connection() -> None:
    """What was asked on a connection that is gone says nothing about the time."""
    session = welcomed()
    session.ping(20.0)
    session.closed(1006, "", 0.0)
    session.hello(30.0)
    session.receive({"t": "pong", "id": 1, "server_time": 5.0}, 31.0)

    assert session.clock.offset == pytest.approx(1000 - 10.25)


def test_waits_grow_until_a_connection_works() -> None:
    """Connections that come to nothing are counted until one has carried something."""
    session = welcomed()
    waits = [session.closed(1006, "", 0.5).retry_in for _ in range(3)]
    assert waits == [0.5, 1.0, 2.0]

    session.hello(0.0)
    session.receive(WELCOME, 0.5)
    assert session.closed(1006, "", 0.5).retry_in == 4.0
    session.hello(0.0)
    session.receive(WELCOME, 0.5)
    session.ping(1.0)
    session.receive({"t": "pong", "id": 1, "server_time": 5.0}, 1.1)
    assert session.closed(1006, "", 0.5).retry_in == 0.5


def test_the_last_word_belongs_to_one_close() -> None:
    """What the server said before a close is forgotten with the next."""
    session = welcomed()
    session.receive({"t": "closing", "reason": "restarting", "retry_after": 5.0}, 11.0)

    assert session.closed(1012, "", 0.0).retry_in == 5.0
    assert session.closed(1012, "", 0.0).retry_in == 0.0


def test_giving_up() -> None:
    """When nobody will answer any more, what waits is answered by the client."""
    session = welcomed()
    answers = asked(session, {"t": "join", "code": "SITSIT"})
    session.due()
    assert session.closed(4001, "", 0.0).state is State.REPLACED
    session.give_up()

    assert [answer["t"] for answer in answers] == ["refused"]


def test_matched() -> None:
    """One who is matched sits at the table, and counts commands as the server does there."""
    session = welcomed()
    asked(session, {"t": "seek", "rules": ["coinche-house"]})
    session.due()
    session.receive({"t": "ok", "cmd": 1}, 11.0)
    session.receive({"t": "matched", "code": "SITSIT", "last_cmd": 4}, 12.0)
    session.receive(views.snapshot(3), 12.0)
    asked(session, {"t": "chat", "text": "hello"})

    assert session.code == "SITSIT"
    assert session.due() == {"t": "chat", "text": "hello", "cmd": 5}


def test_matched_while_the_line_was_down() -> None:
    """A table that ``welcome`` has, though none was named, is the one to come back to."""
    session = welcomed(snapshot=views.snapshot(3))

    assert session.code == "SITSIT"
    assert session.hello(20.0)["room"] == "SITSIT"


def test_the_lobby_is_followed() -> None:
    """What is told of the lobby is known until the client enters a table or wants it no more."""
    session = welcomed()
    asked(session, {"t": "browse"})
    assert session.due() == {"t": "browse", "cmd": 1}
    session.receive({"t": "ok", "cmd": 1}, 11.0)
    session.receive({"t": "lobby", "v": 3, "full": True, "tables": [{"id": "a"}]}, 11.0)
    session.receive({"t": "lobby", "v": 4, "tables": [{"id": "b"}], "gone": ["a"]}, 12.0)
    assert session.lobby == Lobby(4, {"b": {"id": "b"}})

    asked(session, {"t": "browse", "on": False})
    session.due()
    session.receive({"t": "ok", "cmd": 2}, 13.0)
    assert session.lobby == Lobby()
    session.closed(1006, "", 0.5)
    session.hello(14.0)
    session.receive(WELCOME, 14.5)
    assert session.due() is None


def test_wishes_outlive_a_connection() -> None:
    """Who browses or seeks does so again, by itself, on the next connection."""
    session = welcomed()
    wish = {"t": "seek", "rules": ["classic-house"]}
    asked(session, {"t": "browse"}, wish)
    for cmd in (1, 2):
        session.due()
        session.receive({"t": "ok", "cmd": cmd}, 11.0)
    session.receive({"t": "seeking", "on": True, "waiting": 2, "since": 11.0}, 11.0)
    assert session.seeking is not None
    session.closed(1012, "", 0.5)
    session.hello(14.0)
    session.receive(WELCOME, 14.5)

    first = session.due()
    assert first == {**wish, "cmd": 3}
    session.receive({"t": "ok", "cmd": 3}, 15.0)
    assert session.due() == {"t": "browse", "cmd": 4}


@pytest.mark.parametrize("end", ["unseek", "told", "seated"])
def test_a_search_that_is_over(end: str) -> None:
    """Nobody is sought any more once one said so, was told so, or sits at a table."""
    session = welcomed()
    asked(session, {"t": "seek", "rules": ["classic-house"]})
    session.due()
    session.receive({"t": "ok", "cmd": 1}, 11.0)
    session.receive({"t": "seeking", "on": True, "waiting": 2, "since": 11.0}, 11.0)
    if end == "unseek":
        asked(session, {"t": "unseek"})
        session.due()
        session.receive({"t": "ok", "cmd": 2}, 12.0)
    elif end == "told":
        session.receive({"t": "seeking", "on": False}, 12.0)
        assert session.seeking is None
    else:
        session.receive(views.snapshot(1, "b"), 12.0)
        assert session.seeking is None
        session.receive({"t": "left", "reason": "left"}, 12.0)
    session.closed(1006, "", 0.5)
    session.hello(14.0)
    session.receive(WELCOME, 14.5)

    assert session.due() is None
