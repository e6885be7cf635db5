"""The description of the protocol tells the truth."""

import json
import re
from typing import Any

import msgspec
import pytest

from belote_protocol.codec import Format, decode_command, decode_update, encode
from belote_protocol.commands import AnyCommand
from belote_protocol.happenings import Happening
from belote_protocol.i18n import words
from belote_protocol.updates import AnyUpdate
from belote_protocol.vocab import Phrase, RefusalCode
from tests.helpers.documents import examples, protocol, rows, section
from tests.helpers.frames import struct_types, tag

EXAMPLES = examples(protocol())
EACH = [
    pytest.param(kind, value, id=f"{kind}-{value.get('t') or value['e']}-{place}")
    for place, (kind, value) in enumerate(EXAMPLES)
]
REFUSALS = {row[0]: row[1] for row in rows("Refusals")}


def read_again(kind: str, value: Any) -> Any:
    """Return *value* after it was read by the server's types and written again."""
    text = json.dumps(value)
    match kind:
        case "client":
            return json.loads(encode(decode_command(text, Format.JSON), Format.JSON))
        case "server":
            return json.loads(encode(decode_update(text, Format.JSON), Format.JSON))
        case "event":
            happening: Any = msgspec.json.decode(text, type=Happening)
            return json.loads(msgspec.json.encode(happening))
        case _:
            raise AssertionError(f"there is a block of the kind {kind!r}")


def without_defaults(value: dict[str, Any]) -> dict[str, Any]:
    """Return a command without the fields that say what would be assumed."""
    assumed = {
        "ready": True,
        "declare": True,
        "give_up": True,
        "muted": True,
        "on": True,
        "wide": True,
    }
    return {key: field for key, field in value.items() if assumed.get(key) is not field}


@pytest.mark.parametrize(("kind", "value"), EACH)
def test_an_example_is_read(kind: str, value: dict[str, Any]) -> None:
    """An example is a frame: read and written again it is the same, field for field."""
    expected = without_defaults(value) if kind == "client" else value

    assert read_again(kind, value) == expected


@pytest.mark.parametrize(
    ("kind", "field", "union"),
    [("client", "t", AnyCommand), ("server", "t", AnyUpdate), ("event", "e", Happening)],
)
def test_nothing_is_without_an_example(kind: str, field: str, union: Any) -> None:
    """There is an example of each command, each update and each event, and of nothing else."""
    shown = {value[field] for block, value in EXAMPLES if block == kind}

    assert shown == {tag(member) for member in struct_types(union)}


def test_refusals_are_complete() -> None:
    """The description lists each code of refusal once."""
    assert sorted(REFUSALS) == sorted(RefusalCode)
    assert len(rows("Refusals")) == len(RefusalCode)


@pytest.mark.parametrize("code", RefusalCode)
def test_sentences_need_no_more_than_is_sent(code: RefusalCode) -> None:
    """The sentence of a refusal is made of parameters that the description names."""
    sentence = words("en").texts[f"refusal.{code}"]
    assert isinstance(sentence, str)

    assert set(re.findall(r"\{(\w+)\}", sentence)) <= set(re.findall(r"\w+", REFUSALS[code]))


def test_phrases_are_complete() -> None:
    """The description lists each quick phrase."""
    listed = section("Commands").partition("which every client shows in its own language:")[2]
    named = re.findall(r"`(\w+)`", listed.partition("```")[0])

    assert named == list(Phrase)
