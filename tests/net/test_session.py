"""One connection's half of the protocol, without a socket."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from belote_protocol.codec import PROTOCOL_VERSION, Format, encode
from belote_protocol.commands import AnyCommand, Chat, Hello, Join, Ping, Play
from belote_protocol.updates import Closing, Pong
from belote_protocol.vocab import Card
from belote_server.config import Settings
from belote_server.net.session import Answer, Close, Enter, Post, Session

TOKEN = "AAAAAAAAAAAAAAAAAAAAAA"
HELLO = Hello(PROTOCOL_VERSION, "Zoé", token=TOKEN, room="ABCD1234", v=3, term="t")
PLAY = Play(1, 2, 3, Card.SPADE_J)

forms = pytest.mark.parametrize("form", Format)


def frame(command: AnyCommand | dict[str, Any], form: Format) -> bytes | str:
    """Return *command* as a frame of a socket."""
    if form is Format.MSGPACK:
        return msgspec.msgpack.encode(command)
    return msgspec.json.encode(command).decode()


def greeted(form: Format = Format.MSGPACK, **changes: Any) -> Session:
    """Return a session that has said hello at time 0."""
    session = Session(form, replace(Settings(), **changes), 0.0)
    assert session.receive(frame(HELLO, form), 0.0) == [Enter(HELLO)]
    return session


def bad(detail: str) -> list[Close]:
    """Return what is answered to a bad frame."""
    return [Close(4003, Closing("bad_frame", detail=detail))]


@forms
def test_hello_then_commands(form: Format) -> None:
    """After hello each command goes to the tables, and a ping is answered with the time."""
    session = greeted(form)

    assert session.receive(frame(PLAY, form), 1.0) == [Post(PLAY)]
    assert session.receive(frame(Ping(7), form), 2.5) == [Answer(Pong(7, 2.5))]
    assert session.receive(frame(Join(2, "ABCD1234"), form), 3.0) == [Post(Join(2, "ABCD1234"))]


@forms
@pytest.mark.parametrize("command", [PLAY, Ping(1)])
def test_hello_comes_first(form: Format, command: AnyCommand) -> None:
    """Whoever has not said hello is heard in nothing else."""
    session = Session(form, Settings(), 0.0)

    assert session.receive(frame(command, form), 0.0) == bad("the first frame is a hello")


@forms
def test_hello_comes_once(form: Format) -> None:
    """A second hello ends the connection: nobody becomes somebody else on the way."""
    session = greeted(form)

    assert session.receive(frame(HELLO, form), 1.0) == bad("a connection says hello once")


@forms
def test_the_end_is_the_end(form: Format) -> None:
    """After a close nothing is answered any more."""
    session = greeted(form)
    session.receive(frame(HELLO, form), 1.0)

    assert session.receive(frame(PLAY, form), 2.0) == []
    assert session.spend(2.0) == []
    assert session.expire() == []


# --- versions -----------------------------------------------------------------------------------


@forms
@pytest.mark.parametrize(
    ("version", "advice"),
    [
        (PROTOCOL_VERSION - 1, "load the client anew"),
        (PROTOCOL_VERSION + 1, "the server has to be brought up to date"),
    ],
)
@pytest.mark.parametrize(
    "more",
    [
        {"name": "Zoé"},
        {"name": "Zoé", "colour": [1, {"deep": 2}]},
        {"name": 7},
        {},
    ],
)
def test_t114_another_version(
    form: Format, version: int, advice: str, more: dict[str, Any]
) -> None:
    """Another version's hello is refused for that, whatever else it says."""
    session = Session(form, Settings(), 0.0)

    [close] = session.receive(frame({"t": "hello", "protocol": version} | more, form), 0.0)

    assert isinstance(close, Close)
    assert close.code == 4004
    assert close.closing.reason == "protocol"
    assert close.closing.retry_after is None
    assert close.closing.detail is not None
    assert close.closing.detail.endswith(advice)


# --- frames -------------------------------------------------------------------------------------


@forms
@pytest.mark.parametrize(
    ("said", "where"),
    [
        ({"t": "play", "cmd": 1, "deal": 0, "trick": 9, "card": "JS"}, "$.trick"),
        ({"t": "play", "cmd": "1", "deal": 0, "trick": 1, "card": "JS"}, "$.cmd"),
        ({"t": "play", "cmd": 1, "deal": 0, "trick": 1, "card": "1S"}, "$.card"),
        ({"t": "hop", "cmd": 1}, "$.t"),
        ({"t": "leave", "cmd": 1, "colour": 2}, "colour"),
        ({"t": "leave"}, "cmd"),
        ({"t": "leave", "cmd": 0}, "$.cmd"),
    ],
)
def test_bad_commands(form: Format, said: dict[str, Any], where: str) -> None:
    """A frame that is no command ends the connection and is told where it is wrong."""
    [close] = greeted(form).receive(frame(said, form), 1.0)

    assert isinstance(close, Close)
    assert close.code == 4003
    assert close.closing.detail is not None
    assert where in close.closing.detail


@pytest.mark.parametrize(
    ("form", "sent"),
    [
        (Format.JSON, ""),
        (Format.JSON, "{"),
        (Format.JSON, "\x00"),
        (Format.JSON, '{"t":"chat","cmd":1,"text":"\\ud800"}'),
        (Format.MSGPACK, b""),
        (Format.MSGPACK, b"\xc1"),
        (Format.MSGPACK, b"\x81\xa1t\xa4\xff\xff\xff\xff"),
        (Format.MSGPACK, b"\xdf\xff\xff\xff\xff"),
    ],
)
def test_no_frames_at_all(form: Format, sent: bytes | str) -> None:
    """Bytes that mean nothing end the connection, before hello and after."""
    for session in (Session(form, Settings(), 0.0), greeted(form)):
        [close] = session.receive(sent, 0.0)
        assert isinstance(close, Close)
        assert close.code == 4003


@pytest.mark.parametrize(
    ("form", "sent", "detail"),
    [
        (
            Format.MSGPACK,
            encode(HELLO, Format.JSON).decode(),
            "belote.v1.msgpack has binary frames, and this was text",
        ),
        (
            Format.JSON,
            encode(HELLO, Format.JSON),
            "belote.v1.json has text frames, and this was binary",
        ),
    ],
)
def test_the_other_kind_of_frame(form: Format, sent: bytes | str, detail: str) -> None:
    """Each format has its own kind of frame."""
    assert Session(form, Settings(), 0.0).receive(sent, 0.0) == bad(detail)


@forms
@pytest.mark.parametrize("text", ["a" * 300, "é" * 300])
def test_the_size_of_a_frame(form: Format, text: str) -> None:
    """The limit counts bytes, of a text too."""
    sent = frame(Chat(1, text), form)
    size = len(sent if isinstance(sent, bytes) else sent.encode())

    assert greeted(form, max_frame=size).receive(sent, 1.0) == [Post(Chat(1, text))]
    assert greeted(form, max_frame=size - 1).receive(sent, 1.0) == bad(
        f"a frame has at most {size - 1} bytes"
    )


@forms
def test_t117_the_depth_of_a_frame(form: Format) -> None:
    """What nests too deep is refused before it is decoded."""
    sent = frame({"x": [[[[[[[]]]]]]], "t": "leave", "cmd": 1}, form)

    assert greeted(form).receive(sent, 1.0) == bad("a frame nests at most 6 deep")
