"""The JSON Schema says the same as the types it is made from."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from belote_protocol import schema
from belote_protocol.codec import Format, encode
from belote_protocol.commands import AnyCommand
from belote_protocol.updates import AnyUpdate
from tests.helpers.documents import PROTOCOL, examples, protocol
from tests.helpers.frames import frames

KEPT = PROTOCOL.parent / "schema" / "v1.json"
SCHEMA = json.loads(KEPT.read_text(encoding="utf-8"))
PARTS = {"client": "command", "server": "update", "event": "happening"}


def validator(part: str) -> Draft202012Validator:
    """Return what checks values against the definition called *part*."""
    return Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": SCHEMA["$defs"]})


VALIDATORS = {part: validator(part) for part in PARTS.values()}


def test_the_schema_has_not_drifted() -> None:
    """What is kept is what the types give: ``python -m belote_protocol.schema`` prints it anew."""
    assert KEPT.read_text(encoding="utf-8") == schema.text()


def test_the_schema_is_one() -> None:
    """It is a schema, by the rules for schemas."""
    Draft202012Validator.check_schema(SCHEMA)


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """The module, run as a program, prints the schema."""
    runpy.run_path(str(Path(schema.__file__)), run_name="__main__")

    assert capsys.readouterr().out == schema.text()


@pytest.mark.parametrize(("kind", "value"), examples(protocol()))
def test_an_example_fits(kind: str, value: dict[str, Any]) -> None:
    """Each example of the description fits its definition, and so the schema as a whole."""
    VALIDATORS[PARTS[kind]].validate(value)
    if kind != "event":
        Draft202012Validator(SCHEMA).validate(value)


@given(command=frames(AnyCommand))
def test_every_command_fits(command: AnyCommand) -> None:
    """Whatever the codec writes as a command, the schema allows."""
    VALIDATORS["command"].validate(json.loads(encode(command, Format.JSON)))


@given(update=frames(AnyUpdate))
def test_every_update_fits(update: AnyUpdate) -> None:
    """Whatever the codec writes as an update, the schema allows."""
    VALIDATORS["update"].validate(json.loads(encode(update, Format.JSON)))


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("command", {"t": "shuffle"}),
        ("command", {"t": "ping", "id": "7"}),
        ("command", {"t": "ping", "colour": "red"}),
        ("command", {"t": "sit", "cmd": 1, "seat": "X"}),
        ("update", {"t": "ok"}),
        ("update", {"t": "presence", "seat": "S", "online": "yes"}),
        ("happening", {"e": "played", "seat": "S", "card": "10H"}),
    ],
)
def test_what_does_not_fit(part: str, value: dict[str, Any]) -> None:
    """The schema refuses what the codec refuses."""
    assert not VALIDATORS[part].is_valid(value)


def test_an_update_may_know_more() -> None:
    """A newer server's update still fits."""
    assert VALIDATORS["update"].is_valid({"t": "ok", "cmd": 4, "mood": "good"})
