"""
Frames as plain values.

Nothing here is shared with the server's codec: bytes go through the reference ``msgpack`` package
or the standard library's ``json``, and come out as dictionaries, lists, texts and numbers.
"""

import json
from collections.abc import Mapping
from typing import Any

import msgpack  # type: ignore[import-untyped] # it ships no types

from belote_protocol.codec import Format

Update = dict[str, Any]
"""What the server tells; ``t`` says what it is."""

Command = dict[str, Any]
"""What a client asks; ``t`` says what it is."""


class BadUpdate(ValueError):
    """A frame of the server's that is none."""


def pack(command: Mapping[str, Any], form: Format) -> bytes | str:
    """Return the frame of *command*: binary for ``MSGPACK``, text for ``JSON``."""
    if form is Format.MSGPACK:
        frame: bytes = msgpack.packb(command)
        return frame
    return json.dumps(command, ensure_ascii=False, separators=(",", ":"))


def unpack(frame: bytes | str, form: Format) -> Update:
    """
    Return the update in *frame*.

    Raises:
        BadUpdate: There is none.
    """
    try:
        if form is Format.JSON:
            value = json.loads(frame)
        elif isinstance(frame, bytes):
            value = msgpack.unpackb(frame)
        else:
            raise BadUpdate(f"{form.value} has binary frames, and this was text")
    except BadUpdate:
        raise
    except (ValueError, RecursionError) as error:
        raise BadUpdate(f"not a frame: {error}") from error
    if not isinstance(value, dict) or not isinstance(value.get("t"), str):
        raise BadUpdate("an update is an object, and its t says which one")
    return value
