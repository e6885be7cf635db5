"""Frames as plain values, written and read without the server's codec."""

import json
from typing import Any

import pytest
from hypothesis import given

from belote_protocol.codec import Format, decode_command, encode
from belote_protocol.commands import AnyCommand
from belote_protocol.updates import AnyUpdate
from client_demo.wire import BadUpdate, pack, unpack
from tests.helpers.frames import frames


def as_sent(value: Any, form: Format) -> bytes | str:
    """Return the frame of *value* as a socket hands it over."""
    frame = encode(value, form)
    return frame if form is Format.MSGPACK else frame.decode()


@pytest.mark.parametrize("form", Format)
@given(command=frames(AnyCommand))
def test_the_server_reads_our_commands(form: Format, command: AnyCommand) -> None:
    """Whatever we write, the server's codec reads as the same command."""
    plain = json.loads(encode(command, Format.JSON))

    assert decode_command(pack(plain, form), form) == command


@pytest.mark.parametrize("form", Format)
@given(update=frames(AnyUpdate))
def test_we_read_the_servers_updates(form: Format, update: AnyUpdate) -> None:
    """Whatever the server writes, in either format, we read as the same plain value."""
    assert unpack(as_sent(update, form), form) == json.loads(encode(update, Format.JSON))


def test_kinds_of_frames() -> None:
    """MessagePack goes in binary frames, JSON in text."""
    assert isinstance(pack({"t": "rematch", "cmd": 1}, Format.MSGPACK), bytes)
    assert pack({"t": "chat", "text": "à toi"}, Format.JSON) == '{"t":"chat","text":"à toi"}'


@pytest.mark.parametrize(
    ("frame", "form"),
    [
        (b"", Format.MSGPACK),
        (b"\xc1", Format.MSGPACK),
        (b"\x81\xa1t\xa2ok\x00", Format.MSGPACK),
        (b"\x91" * 5000, Format.MSGPACK),
        (b"\x81\xa1t\xa2\xff\xfe", Format.MSGPACK),
        (b"\x81\x01\x02", Format.MSGPACK),
        ('{"t":"ok"}', Format.MSGPACK),
        ("", Format.JSON),
        ("{", Format.JSON),
        ("[" * 100_000, Format.JSON),
        (b"\xff", Format.JSON),
        ("7", Format.JSON),
        ("[]", Format.JSON),
        ("{}", Format.JSON),
        ('{"t":7}', Format.JSON),
    ],
)
def test_what_is_no_update(frame: bytes | str, form: Format) -> None:
    """A frame that is none is told from one, whatever is wrong with it."""
    with pytest.raises(BadUpdate):
        unpack(frame, form)
