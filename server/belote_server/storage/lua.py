"""
The scripts that are the only writers of a room.

A script is known to the store by the hash of its text, so two releases of the server use the same
store side by side, each with its own.
"""

import hashlib
from dataclasses import dataclass
from importlib import resources

# With this first line the store refuses a script *before* it runs, not halfway, when it is out of
# memory, a replica, or short of replicas.
_FIRST_LINE = "#!lua\n"


@dataclass(frozen=True, slots=True)
class Script:
    """A script's text, and the hash that the store knows it by."""

    source: str
    sha: str


def script(name: str) -> Script:
    """Return the script *name* of this package, with what is common to all before it."""
    folder = resources.files("belote_server.storage") / "scripts"
    parts = [(folder / f"{each}.lua").read_text(encoding="utf-8") for each in ("common", name)]
    return script_of(_FIRST_LINE + "".join(parts))


def script_of(source: str) -> Script:
    """Return *source* with its hash."""
    return Script(source, hashlib.sha1(source.encode(), usedforsecurity=False).hexdigest())
