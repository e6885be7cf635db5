"""Where a table is: the address of a server, and a code if one was given."""

import re
from dataclasses import dataclass

STANDARD = "ws://127.0.0.1:8600/ws"

_LINK = re.compile(
    r"(?:(?P<scheme>wss?|https?)://)?(?P<host>[^/\s?#]+)(?P<path>/(?!/)[^\s?#]*)?(?:[?#]\S*)?", re.I
)
_INVITES = re.compile(r"(?P<path>.*)/(?:join|watch)/(?P<code>[A-Za-z0-9]{4,24})/?")
_CODE = re.compile(r"[A-Za-z0-9]{4,24}")
_SECURE = {"wss", "https"}


@dataclass(frozen=True)
class Place:
    """
    A server, and perhaps a table of it.

    Attributes:
        address: Where sockets are opened.
        code: The code of a table; ``None`` where none is named.
    """

    address: str = STANDARD
    code: str | None = None

    def link(self, verb: str, code: str) -> str:
        """Return what to open in a browser to *verb* (``join`` or ``watch``) at *code*."""
        scheme, _, rest = self.address.partition("://")
        page = "https" if scheme == "wss" else "http"
        return f"{page}://{rest.removesuffix('/ws')}/{verb}/{code}"

    def links(self, sit: str | None, watch: str | None) -> dict[str, str]:
        """Return the link to play and the link to watch, as far as their codes are known."""
        codes = {"join": sit, "watch": watch}
        return {verb: self.link(verb, code) for verb, code in codes.items() if code}


def place(text: str) -> Place:
    """
    Return the place that *text* names: ``localhost:8600``, ``wss://host/ws``, or an invitation.

    Raises:
        ValueError: It names none.
    """
    found = _LINK.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text!r} is no address")
    scheme = "wss" if (found["scheme"] or "ws").lower() in _SECURE else "ws"
    path, code = found["path"] or "", None
    if invited := _INVITES.fullmatch(path):
        path, code = invited["path"], invited["code"].upper()
    path = path.rstrip("/") or "/ws"
    if code is not None and not path.endswith("/ws"):
        path += "/ws"
    return Place(f"{scheme}://{found['host']}{path}", code)


def invitation(text: str, here: Place) -> Place:
    """
    Return the table that *text* names: a code of the server at *here*, or a whole link.

    Raises:
        ValueError: It names none.
    """
    said = text.strip()
    if _CODE.fullmatch(said):
        return Place(here.address, said.upper())
    named = place(said)
    if named.code is None:
        raise ValueError(f"{said!r} names no table")
    return named
