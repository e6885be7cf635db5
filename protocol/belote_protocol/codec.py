"""
Frames: bytes on a socket, in either of two formats with the same types.

The sub-protocol a client asks for chooses: ``belote.v1.msgpack`` sends binary frames,
``belote.v1.json`` text frames.
"""

from enum import StrEnum, unique

import msgspec

from belote_protocol import commands, updates

PROTOCOL_VERSION = 1
"""Changes only when an older client would no longer understand the server."""


@unique
class Format(StrEnum):
    """The formats, by the name of their sub-protocol."""

    MSGPACK = "belote.v1.msgpack"
    JSON = "belote.v1.json"


SUBPROTOCOLS: tuple[str, ...] = tuple(Format)


class BadFrame(ValueError):
    """Bytes that are no frame of ours; the message says what is wrong, and where."""


_msgpack_encoder = msgspec.msgpack.Encoder()
_json_encoder = msgspec.json.Encoder()
_msgpack_commands = msgspec.msgpack.Decoder(commands.AnyCommand)
_json_commands = msgspec.json.Decoder(commands.AnyCommand)
_msgpack_updates = msgspec.msgpack.Decoder(updates.AnyUpdate)
_json_updates = msgspec.json.Decoder(updates.AnyUpdate)


def encode(value: commands.AnyCommand | updates.AnyUpdate, form: Format) -> bytes:
    """Return the frame of *value*; UTF-8 text for ``JSON``."""
    encoder = _msgpack_encoder if form is Format.MSGPACK else _json_encoder
    return encoder.encode(value)


def decode_command(frame: bytes | str, form: Format) -> commands.AnyCommand:
    """
    Return the command in *frame*.

    Raises:
        BadFrame: It is none.
    """
    try:
        if form is Format.MSGPACK:
            return _msgpack_commands.decode(_binary(frame))
        return _json_commands.decode(frame)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise BadFrame(str(error)) from error


def decode_update(frame: bytes | str, form: Format) -> updates.AnyUpdate:
    """
    Return the update in *frame*.

    Raises:
        BadFrame: It is none.
    """
    try:
        if form is Format.MSGPACK:
            return _msgpack_updates.decode(_binary(frame))
        return _json_updates.decode(frame)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise BadFrame(str(error)) from error


def _binary(frame: bytes | str) -> bytes:
    if isinstance(frame, str):
        raise BadFrame(f"{Format.MSGPACK.value} has binary frames, and this was text")
    return frame
