"""The examples of ``protocol/PROTOCOL.md``."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PROTOCOL = Path(__file__).parents[2] / "protocol" / "PROTOCOL.md"

_BLOCK = re.compile(r"^```json (?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(text: str) -> list[tuple[str, Any]]:
    """Return every JSON value in the fenced blocks of *text*, each with the kind of its block."""
    return [
        (block["kind"], value)
        for block in _BLOCK.finditer(text)
        for value in _values(block["text"])
    ]


def protocol() -> str:
    """Return the whole description of the protocol."""
    return PROTOCOL.read_text(encoding="utf-8")


def section(title: str) -> str:
    """Return what stands under the heading *title*, up to the next one of its level."""
    _, _, rest = protocol().partition(f"\n## {title}\n")
    assert rest, f"there is no section called {title!r}"
    return rest.partition("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    """Return the rows of all tables in the section *title*, as cells without their back-ticks."""
    lines = [line for line in section(title).splitlines() if line.startswith("| `")]
    return [
        [cell.strip().replace("`", "") for cell in line.strip("|").split("|")] for line in lines
    ]


def _values(text: str) -> Iterator[Any]:
    decoder = json.JSONDecoder()
    at = 0
    while at < len(text):
        value, at = decoder.raw_decode(text, at)
        yield value
        at += len(text[at:]) - len(text[at:].lstrip())
