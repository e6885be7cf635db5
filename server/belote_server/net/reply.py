"""A request that opens no socket, and what is answered."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import NamedTuple

TEXT = "text/plain; charset=utf-8"
JSON = "application/json; charset=utf-8"


class Request(NamedTuple):
    """
    What was asked.

    Attributes:
        method: In capitals.
        path: With the query, if there is one.
        headers: By names in small letters; a repeated one's values with commas between.
        peer: The address at the other end of the connection.
        secure: Whether that connection is encrypted.
    """

    method: str
    path: str
    headers: Mapping[str, str]
    peer: str
    secure: bool = False


class Reply(NamedTuple):
    """What is answered; to HEAD, the headers of the body and not the body."""

    status: HTTPStatus
    headers: dict[str, str]
    body: bytes


def reply(status: HTTPStatus, kind: str, body: bytes, **headers: str) -> Reply:
    """Return *body*, of the type *kind*, which nobody keeps unless *headers* say so."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(
        status,
        {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            **named,
        },
        body,
    )


def text(status: HTTPStatus, said: str) -> Reply:
    """Return a line of text."""
    return reply(status, TEXT, f"{said}\n".encode())


def values(status: HTTPStatus, value: object) -> Reply:
    """Return *value* for a program."""
    return reply(status, JSON, json.dumps(value, ensure_ascii=False).encode())
