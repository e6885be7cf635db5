"""What a session makes of names, tokens, time and haste."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from belote_protocol.codec import PROTOCOL_VERSION, Format
from belote_protocol.commands import AnyCommand, Hello, Play
from belote_protocol.updates import Closing
from belote_protocol.vocab import Card
from belote_server.config import Settings
from belote_server.net.session import Close, Enter, Post, Session

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


# --- names and tokens ---------------------------------------------------------------------------


@forms
@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("Zoé", "Zoé"),
        ("  Zoé \t\n Martin ", "Zoé Martin"),
        ("Zo\u0065\u0301", "Zoé"),
        ("a\x1b[31mb\x07", "a[31mb"),
        ("\u202egnihton\u202c", "gnihton"),
        ("a\u2066b\u200bc\ufeffd", "abcd"),
        ("<b>Zoé</b>", "<b>Zoé</b>"),  # whoever shows it as text shows it as it is
    ],
)
def test_names_are_clean(form: Format, name: str, clean: str) -> None:
    """A name is what can be seen of it, with single spaces."""
    session = Session(form, Settings(), 0.0)

    assert session.receive(frame(replace(HELLO, name=name), form), 0.0) == [
        Enter(replace(HELLO, name=clean))
    ]


@forms
@pytest.mark.parametrize("name", [" ", "\u200b", "\u202e\u202c", "\x00\x07", "\u2028"])
def test_names_can_be_seen(form: Format, name: str) -> None:
    """A name of which nothing can be seen is none."""
    session = Session(form, Settings(), 0.0)

    assert session.receive(frame(replace(HELLO, name=name), form), 0.0) == bad(
        "nothing of the name can be seen - at `$.name`"
    )


@forms
def test_tokens_have_a_form(form: Format) -> None:
    """A token that cannot be one is a bad frame, and is not repeated."""
    token = "not-a-token-of-this-server"
    session = Session(form, Settings(), 0.0)

    [close] = session.receive(frame(replace(HELLO, token=token), form), 0.0)

    assert isinstance(close, Close)
    assert close.closing.detail == (
        "a token is 22 signs of URL-safe base64, as `welcome` gave it - at `$.token`"
    )


# --- time ---------------------------------------------------------------------------------------


def test_hello_has_a_deadline() -> None:
    """Who has not said hello in time is closed; who has, has no deadline."""
    settings = replace(Settings(), hello_seconds=8)
    silent = Session(Format.JSON, settings, 100.0)

    assert silent.due == 108.0
    assert silent.expire() == bad("no hello within 8 seconds")
    assert greeted(hello_seconds=8).due is None
    assert greeted(hello_seconds=8).expire() == []


@forms
def test_the_rate_of_frames(form: Format) -> None:
    """A burst is let through, then as many as the rate allows, and one more ends it."""
    session = greeted(form, rate=2, burst=4)  # hello was the first of the four
    sent = frame(PLAY, form)
    limited = [Close(4008, Closing("rate", retry_after=2.0))]

    assert [session.receive(sent, 0.0) for _ in range(3)] == [[Post(PLAY)]] * 3
    assert session.receive(sent, 0.5) == [Post(PLAY)]
    assert session.receive(sent, 0.9) == limited
    assert session.receive(sent, 9.0) == []


def test_the_bucket_holds_one_burst() -> None:
    """However long somebody was silent, no more than one burst is let through."""
    session = greeted(rate=2, burst=4)
    sent = frame(PLAY, Format.MSGPACK)

    answers = [session.receive(sent, 1000.0) for _ in range(5)]

    assert [isinstance(answer[0], Post) for answer in answers] == [True] * 4 + [False]


def test_other_frames_count_too() -> None:
    """Pings of the socket's own and pieces of frames come out of the same bucket."""
    session = greeted(rate=1, burst=3)

    assert [session.spend(0.0) for _ in range(2)] == [[], []]
    [close] = session.spend(0.0)
    assert isinstance(close, Close)
    assert close.code == 4008


def test_a_clock_that_goes_back() -> None:
    """A clock that is put back fills no bucket and empties none."""
    session = greeted(rate=1, burst=3)
    sent = frame(PLAY, Format.MSGPACK)

    assert session.receive(sent, -50.0) == [Post(PLAY)]
    assert session.receive(sent, -40.0) == [Post(PLAY)]
    assert isinstance(session.receive(sent, -30.0)[0], Close)


def test_no_rate() -> None:
    """With a rate of 0 nobody is too fast."""
    session = greeted(rate=0, burst=1)
    sent = frame(PLAY, Format.MSGPACK)

    assert [session.receive(sent, 0.0) for _ in range(1000)] == [[Post(PLAY)]] * 1000
