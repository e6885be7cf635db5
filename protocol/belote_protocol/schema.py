"""
The wire as a JSON Schema, made from its types; ``python -m belote_protocol.schema`` prints it.

``command``, ``update`` and ``happening`` among its definitions are what a client may send, what it
is sent, and what stands inside ``happened``.
"""

import json
from typing import Any

import msgspec

from belote_protocol.codec import PROTOCOL_VERSION
from belote_protocol.commands import AnyCommand
from belote_protocol.happenings import Happening
from belote_protocol.updates import AnyUpdate


def schema() -> dict[str, Any]:
    """Return the schema of every frame."""
    (command, update, happening), parts = msgspec.json.schema_components(
        (AnyCommand, AnyUpdate, Happening), ref_template="#/$defs/{name}"
    )
    frames = {"command": command, "update": update, "happening": happening}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The frames of belote.v{PROTOCOL_VERSION}",
        "anyOf": [{"$ref": "#/$defs/command"}, {"$ref": "#/$defs/update"}],
        "$defs": frames | dict(sorted(parts.items())),
    }


def text() -> str:
    """Return the schema as it is kept in ``protocol/schema``."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(text(), end="")
