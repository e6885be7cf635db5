"""
Who somebody is.

A person is whoever holds a private token of 128 random bits. The server keeps the token's hash,
the *key*, and shows others a *public id*, from which neither can be found. Names prove nothing.
"""

import base64
import hashlib
import re
from typing import NamedTuple

from belote_server.config import Secret
from belote_server.runtime.ports import Chance

TOKEN_BYTES = 16

# 22 signs of 6 bits hold 128 bits and 4 zeros; with other last bits a token would have aliases.
_TOKEN = re.compile(r"[A-Za-z0-9_-]{21}[AQgw]")


class BadToken(ValueError):
    """A text that is no token; the message says what one looks like, and not what the text was."""

    def __init__(self) -> None:
        super().__init__("a token is 22 signs of URL-safe base64, as `welcome` gave it")


class Identity(NamedTuple):
    """
    A person.

    Attributes:
        token: Proves who it is; for the person alone.
        key: Who it is, for the server alone.
        public_id: Who it is, for everybody.
    """

    token: Secret
    key: str
    public_id: str


def check_token(token: str) -> None:
    """
    Do nothing if *token* has the form of one.

    Raises:
        BadToken: It hasn't.
    """
    if _TOKEN.fullmatch(token) is None:
        raise BadToken


def identify(token: str | None, chance: Chance) -> Identity:
    """
    Return the person who holds *token*, or a new one if there is none.

    Raises:
        BadToken: It has not the form of a token.
    """
    if token is None:
        token = base64.urlsafe_b64encode(chance(TOKEN_BYTES)).decode().rstrip("=")
    check_token(token)
    key = hashlib.sha256(token.encode()).hexdigest()
    public_id = hashlib.sha256(f"public:{key}".encode()).hexdigest()[:12]
    return Identity(Secret(token), key, public_id)
