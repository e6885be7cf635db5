"""How deep a frame nests."""

import json
from typing import Any

import msgpack  # type: ignore[import-untyped] # it ships no types
import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_protocol.codec import Format, encode
from belote_protocol.commands import AnyCommand, Chat, Create, Hello, Settings
from belote_server.net.depth import MAX_DEPTH, MAX_VALUES, too_deep

_leaves = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
)
_values = st.recursive(
    _leaves,
    lambda inner: st.lists(inner, max_size=20) | st.dictionaries(st.text(), inner, max_size=20),
    max_leaves=60,
)


def depth(value: Any) -> int:
    """Return how deep *value* nests; 0 if it holds nothing else."""
    inner = (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    )
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


@given(_values, st.binary(max_size=300), st.integers(0, 127))
def test_msgpack_depth(value: Any, blob: bytes, kind: int) -> None:
    """A binary frame is judged by its nesting, whatever bytes its texts and extensions hold."""
    frame = msgpack.packb([value, blob, msgpack.ExtType(kind, blob), value])

    assert too_deep(frame) is (depth([value]) > MAX_DEPTH)


@given(_values, st.booleans())
def test_json_depth(value: Any, ascii_only: bool) -> None:
    """A text frame is judged by its nesting, whatever brackets its texts hold."""
    frame = json.dumps([value, "[{" * 9 + '\\"' + "}" * 20], ensure_ascii=ascii_only)

    assert too_deep(frame) is (depth([value]) > MAX_DEPTH)


@given(st.binary(max_size=400), st.text(alphabet='[]{}":,\\a1', max_size=400))
def test_nonsense_is_judged_too(binary: bytes, text: str) -> None:
    """Bytes that are no frame get an answer as well."""
    assert too_deep(binary) in (True, False)
    assert too_deep(text) in (True, False)


@pytest.mark.parametrize(
    "command",
    [
        Hello(1, "[[[[[[[[{{{{{{{{"),
        Chat(1, "\u0434" * 300),  # its bytes look like openings
        Chat(1, '"\\[[[[[[[[' * 20),
        Create(
            1,
            Settings("coinche-house", changes={f"rule.{at}": [0] * 8 for at in range(40)}),
            key="k" * 64,
        ),
    ],
)
def test_every_command_passes(command: AnyCommand) -> None:
    """No command is too deep, not even the largest."""
    assert not too_deep(encode(command, Format.MSGPACK))
    assert not too_deep(encode(command, Format.JSON).decode())


@pytest.mark.parametrize(
    "frame",
    [
        "[" * 7,
        '{"a":' * 7,
        "[" + "[]," * MAX_VALUES,
        "[" * 8000,
        "[]" * 8000,
        b"\x91" * 7,
        b"\x81\xa0" * 7,
        b"\xdc\x00\x01" * 7,
        b"\xdd\x00\x00\x00\x01" * 7,
        b"\xde\x00\x01\xc0" * 7,
        b"\xdf\x00\x00\x00\x01\xc0" * 7,
        b"\x91" * 16_000,
        b"\xdc\x3f\x00" + b"\x90" * 16_000,  # small, and large once it is decoded
    ],
)
def test_t117_what_is_too_deep(frame: bytes | str) -> None:
    """More than six levels, or a thousand values, are too much, by a check of our own."""
    assert too_deep(frame)


@pytest.mark.parametrize("frame", ["[" * 6 + "]" * 6, b"\x91" * 6 + b"\xc0", b"\x96" + b"\x90" * 6])
def test_what_is_not(frame: bytes | str) -> None:
    """Six levels are within the limit."""
    assert not too_deep(frame)
