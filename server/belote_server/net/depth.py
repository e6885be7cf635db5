"""
How deep a frame nests, seen before it is decoded.

Decoders limit this too, but their limits are large and change with their versions. Nearly every
frame is let through by counting the bytes that could open something, which costs next to nothing;
the others are looked at one by one.
"""

import re

MAX_DEPTH = 6
"""Two more than any command has."""

MAX_VALUES = 1000
"""Twice as many as any command has."""

_TEXT_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)

_OPENING = bytes([*range(0x80, 0xA0), 0xDC, 0xDD, 0xDE, 0xDF])

# By a value's first byte, from 0xC0 to 0xDF: how many bytes follow it at once; how many tell the
# length of what follows (for an extension there is one more, its type); and for a container, how
# many tell its size, and how many values each of its items has.
_FIXED = (0,) * 10 + (4, 8, 1, 2, 4, 8, 1, 2, 4, 8, 2, 3, 5, 9, 17)
_LENGTH = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xC7: 1, 0xC8: 2, 0xC9: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
_EXTENSIONS = (0xC7, 0xC8, 0xC9)
_CHILDREN = {0xDC: (2, 1), 0xDD: (4, 1), 0xDE: (2, 2), 0xDF: (4, 2)}


def too_deep(frame: bytes | str) -> bool:
    """
    Tell whether *frame*, binary msgpack or the text of JSON, nests deeper than `MAX_DEPTH`.

    One with more than `MAX_VALUES` values counts as too deep. What is no frame at all counts as
    deep as it is up to where it breaks; the decoder says the rest.
    """
    if isinstance(frame, str):
        return frame.count("[") + frame.count("{") > MAX_DEPTH and _json_too_deep(frame)
    openings = len(frame) - len(frame.translate(None, _OPENING))
    return openings > MAX_DEPTH and _msgpack_too_deep(frame)


def _json_too_deep(frame: str) -> bool:
    depth = brackets = 0
    for found in _TEXT_OR_BRACKET.finditer(frame):
        bracket = found[0]
        if bracket[0] == '"':
            continue
        brackets += 1
        depth += 1 if bracket in "[{" else -1
        if depth > MAX_DEPTH or brackets > MAX_VALUES:
            return True
    return False


def _msgpack_too_deep(frame: bytes) -> bool:
    missing: list[int] = []  # for each open container: how many values it still lacks
    at = 0
    for _ in range(MAX_VALUES):
        if at >= len(frame):
            return False
        at, children = _step(frame, at)
        if missing:
            missing[-1] -= 1
        if children:
            missing.append(children)
        if len(missing) > MAX_DEPTH:
            return True
        while missing and not missing[-1]:
            missing.pop()
        if not missing:
            return False
    return True


def _step(frame: bytes, at: int) -> tuple[int, int]:
    """Return where the value at *at* ends or its children begin, and how many of those it has."""
    first = frame[at]
    at += 1
    if first < 0x80 or first >= 0xE0:
        return at, 0
    if first < 0x90:
        return at, 2 * (first & 0x0F)
    if first < 0xA0:
        return at, first & 0x0F
    if first < 0xC0:
        return at + (first & 0x1F), 0
    if first in _CHILDREN:
        size, each = _CHILDREN[first]
        return at + size, each * int.from_bytes(frame[at : at + size], "big")
    if first in _LENGTH:
        size = _LENGTH[first]
        length = int.from_bytes(frame[at : at + size], "big")
        return at + size + length + (first in _EXTENSIONS), 0
    return at + _FIXED[first - 0xC0], 0
