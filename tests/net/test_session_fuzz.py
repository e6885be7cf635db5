"""Whatever a frame holds, a session says what is to be done about it."""

from random import Random

import pytest

from belote_protocol.codec import PROTOCOL_VERSION, Format
from belote_server.config import Settings
from belote_server.net.session import Answer, Close, Post, Session
from tests.helpers.hostile import Hostile, encoded, mutated, rubbish

SETTINGS = Settings(rate=0)


def greeted(form: Format) -> Session:
    """Return a session that has said hello."""
    session = Session(form, SETTINGS, 0.0)
    [hello] = session.receive(as_frame(greeting(form), form), 0.0)
    assert not isinstance(hello, Close)
    return session


def greeting(form: Format) -> bytes:
    """Return a hello with all that one can hold."""
    hello = {"t": "hello", "protocol": PROTOCOL_VERSION, "name": "Mallory", "lang": "fr"}
    return encoded({**hello, "room": "ABCD1234", "v": 3, "term": "t"}, form)


def as_frame(payload: bytes, form: Format) -> bytes | str:
    """Return *payload* as the gateway hands it on."""
    return payload.decode(errors="replace") if form is Format.JSON else payload


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("seed", range(4))
def test_any_frame_is_judged(form: Format, seed: int) -> None:
    """Rubbish and near misses are answered, passed on or closed with a code, and never raise."""
    rng = Random(f"{form} {seed}")
    people = Hostile(rng)
    outcomes = {Answer: 0, Post: 0, Close: 0}
    session = greeted(form)
    for _ in range(6000):
        kind = rng.randrange(4)
        payload = encoded(people.command(), form) if kind else rubbish(rng)
        payload = mutated(payload, rng) if kind > 1 else payload
        [output] = session.receive(as_frame(payload, form), 0.0)
        assert isinstance(output, Answer | Post | Close)
        outcomes[type(output)] += 1
        if isinstance(output, Close):
            assert output.code == 4003
            assert output.closing.detail
            session = greeted(form)
    assert min(outcomes.values()) > 20


@pytest.mark.parametrize("form", Format)
def test_any_hello_is_judged(form: Format) -> None:
    """A hello that is nearly one enters, or is closed with the code for frames or for versions."""
    rng = Random(str(form))
    closed = {4003: 0, 4004: 0}
    for _ in range(6000):
        session = Session(form, SETTINGS, 0.0)
        [output] = session.receive(as_frame(mutated(greeting(form), rng), form), 0.0)
        if isinstance(output, Close):
            closed[output.code] += 1
    assert closed[4003] > 1000
    assert closed[4004] > 0
