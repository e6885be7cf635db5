"""Frames: what is written is read back, by our own codec and by an independent one."""

import json
from typing import Any

import msgpack  # type: ignore[import-untyped] # it ships no types
import pytest
from hypothesis import given
from msgspec import Struct

from belote_protocol.codec import (
    SUBPROTOCOLS,
    BadFrame,
    Format,
    decode_command,
    decode_update,
    encode,
)
from belote_protocol.commands import AnyCommand, Hello, Ping
from belote_protocol.happenings import Happening
from belote_protocol.updates import AnyUpdate, Ok, Paused
from tests.helpers.documents import examples, protocol
from tests.helpers.frames import frames, struct_types, tag

COMMANDS = {value["t"]: value for kind, value in examples(protocol()) if kind == "client"}


def frame(value: Any, form: Format) -> bytes | str:
    """Return *value* as another program would send it."""
    if form is Format.JSON:
        return json.dumps(value)
    packed: bytes = msgpack.packb(value)
    return packed


def test_subprotocols() -> None:
    """There are two formats, and MessagePack is the server's first choice."""
    assert SUBPROTOCOLS == ("belote.v1.msgpack", "belote.v1.json")


@pytest.mark.parametrize("form", Format)
@given(command=frames(AnyCommand))
def test_a_command_is_read_back(form: Format, command: AnyCommand) -> None:
    """Reading undoes writing, for every command there can be."""
    assert decode_command(encode(command, form), form) == command


@pytest.mark.parametrize("form", Format)
@given(update=frames(AnyUpdate))
def test_an_update_is_read_back(form: Format, update: AnyUpdate) -> None:
    """Reading undoes writing, for every update there can be."""
    assert decode_update(encode(update, form), form) == update


@given(value=frames(AnyCommand) | frames(AnyUpdate))
def test_the_formats_say_the_same(value: AnyCommand | AnyUpdate) -> None:
    """Independent readers of the two formats find the same objects in them."""
    assert msgpack.unpackb(encode(value, Format.MSGPACK)) == json.loads(encode(value, Format.JSON))


@pytest.mark.parametrize("union", [AnyCommand, AnyUpdate, Happening], ids=str)
def test_names_on_the_wire_differ(union: Any) -> None:
    """No two members of a union have the same name."""
    names = [tag(kind) for kind in struct_types(union)]

    assert len(set(names)) == len(names)
    assert all(name.isascii() and name.islower() for name in names)


def test_defaults_are_left_out() -> None:
    """What a receiver would assume anyway costs no bytes."""
    assert encode(Ping(), Format.JSON) == b'{"t":"ping"}'
    assert encode(Ok(3), Format.JSON) == b'{"t":"ok","cmd":3}'
    assert encode(Paused(), Format.MSGPACK) == b"\x81\xa1t\xa6paused"


def test_json_comes_as_bytes_too() -> None:
    """A text frame may be handed in as text or as the bytes of it."""
    assert decode_command(b'{"t":"ping","id":2}', Format.JSON) == Ping(2)
    assert decode_command('{"t":"ping","id":2}', Format.JSON) == Ping(2)


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ([], "Expected `object`, got `array`"),
        (7, "Expected `object`, got `int`"),
        ({}, "missing required field `t`"),
        ({"t": "shuffle"}, "Invalid value 'shuffle' - at `$.t`"),
        ({"t": "snapshot"}, "Invalid value 'snapshot' - at `$.t`"),
        ({"t": "ping", "id": "7"}, "Expected `int`, got `str` - at `$.id`"),
        ({"t": "ping", "id": True}, "Expected `int`, got `bool` - at `$.id`"),
        ({"t": "ping", "id": -1}, "Expected `int` >= 0 - at `$.id`"),
        ({"t": "ping", "id": 2**31}, "Expected `int` <= 2147483647 - at `$.id`"),
        ({"t": "ping", "id": 1.5}, "Expected `int`, got `float` - at `$.id`"),
        ({"t": "sit", "cmd": 0, "seat": "S"}, "Expected `int` >= 1 - at `$.cmd`"),
        ({"t": "sit", "seat": "S"}, "missing required field `cmd`"),
        ({"t": "sit", "cmd": 1, "seat": "X"}, "Invalid enum value 'X' - at `$.seat`"),
        ({**COMMANDS["play"], "card": "10H"}, "Invalid enum value '10H' - at `$.card`"),
        ({**COMMANDS["play"], "trick": 9}, "Expected `int` <= 8 - at `$.trick`"),
        ({**COMMANDS["hello"], "name": ""}, "Expected `str` of length >= 1 - at `$.name`"),
        ({**COMMANDS["hello"], "name": "x" * 41}, "Expected `str` of length <= 40 - at `$.name`"),
        ({**COMMANDS["chat"], "text": "x" * 301}, "Expected `str` of length <= 300 - at `$.text`"),
        (
            {**COMMANDS["create"], "settings": {"rules": "x", "turns": 3}},
            "unknown field `turns` - at `$.settings`",
        ),
        (
            {**COMMANDS["create"], "settings": {"rules": "x", "changes": {"a": 1.5}}},
            "got `float` - at `$.settings.changes[...]`",
        ),
        (
            {**COMMANDS["create"], "settings": {"rules": "x", "changes": {"a": [[1]]}}},
            "Expected `int`, got `array` - at `$.settings.changes[...][0]`",
        ),
    ],
)
@pytest.mark.parametrize("form", Format)
def test_what_is_no_command(form: Format, value: Any, why: str) -> None:
    """A frame that does not fit is refused with what was expected, and where."""
    with pytest.raises(BadFrame) as refused:
        decode_command(frame(value, form), form)

    assert why in str(refused.value)


@pytest.mark.parametrize("kind", struct_types(AnyCommand), ids=tag)
@pytest.mark.parametrize("form", Format)
def test_a_field_nobody_knows(form: Format, kind: type[Struct]) -> None:
    """A command with a field more than it has is refused: it would mean something else."""
    with pytest.raises(BadFrame, match="unknown field `colour`"):
        decode_command(frame({**COMMANDS[tag(kind)], "colour": "red"}, form), form)


@pytest.mark.parametrize(
    "bytes_",
    [
        b"",
        b"\xc1",
        b"\x81\xa1t",
        b"\x81\xa1t\xa4ping\x00",
        b"\x81\xa1t\xdb\xff\xff\xff\xff",
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\x91" * 10_000,
        b"\x82\xa1t\xa5hello\xa4name\xa2\xff\xfe",
        b'{"t":"ping"}',
    ],
    ids=[
        "nothing",
        "never used",
        "cut off",
        "more behind it",
        "a text too long to be true",
        "a list too long to be true",
        "a map too long to be true",
        "deep",
        "no text",
        "the other format",
    ],
)
def test_bytes_that_are_no_frame(bytes_: bytes) -> None:
    """Whatever arrives in MessagePack is a frame or is refused."""
    with pytest.raises(BadFrame):
        decode_command(bytes_, Format.MSGPACK)
    with pytest.raises(BadFrame):
        decode_update(bytes_, Format.MSGPACK)


@pytest.mark.parametrize(
    "text",
    ["", "{", "nonsense", '{"t":"ping"} {}', "[" * 10_000, b"\xff", "\ud800", '{"t":"\\ud800"}'],
    ids=["nothing", "cut off", "words", "two", "deep", "no text", "half a sign", "half written"],
)
def test_text_that_is_no_frame(text: str | bytes) -> None:
    """Whatever arrives in JSON is a frame or is refused."""
    with pytest.raises(BadFrame):
        decode_command(text, Format.JSON)
    with pytest.raises(BadFrame):
        decode_update(text, Format.JSON)


def test_text_where_bytes_belong() -> None:
    """MessagePack does not come in a text frame."""
    with pytest.raises(BadFrame, match=r"belote\.v1\.msgpack has binary frames"):
        decode_command('{"t":"ping"}', Format.MSGPACK)
    with pytest.raises(BadFrame, match="and this was text"):
        decode_update('{"t":"paused"}', Format.MSGPACK)


@pytest.mark.parametrize("form", Format)
def test_an_update_may_know_more(form: Format) -> None:
    """A client reads what it knows of an update, and no more."""
    newer = frame({"t": "ok", "cmd": 4, "v": 9, "mood": "good"}, form)

    assert decode_update(newer, form) == Ok(4, 9)


def test_hello_says_what_it_is_in_either_format() -> None:
    """The same command has the same fields, whatever carries it."""
    hello = Hello(protocol=1, name="Zoë")

    assert json.loads(encode(hello, Format.JSON)) == {"t": "hello", "protocol": 1, "name": "Zoë"}
    assert msgpack.unpackb(encode(hello, Format.MSGPACK))["name"] == "Zoë"
