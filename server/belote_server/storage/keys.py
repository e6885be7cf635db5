"""
The names under which rooms lie in the store.

The keys of one room share the part in braces, so that they share a hash slot of a cluster.
"""

OPEN_ROOMS = "rooms:open"


def lease_key(room: str) -> str:
    """Return the hash of who owns *room*, and its version."""
    return f"{{r:{room}}}:m"


def stream_key(room: str) -> str:
    """Return the stream of *room*: the entry ``v`` has the id ``v-0``."""
    return f"{{r:{room}}}:s"


def commands_key(room: str) -> str:
    """Return the hash from person to ``command:version``, the last one stored."""
    return f"{{r:{room}}}:d"


def codes_key(room: str) -> str:
    """Return the set of codes that may lead to *room*."""
    return f"{{r:{room}}}:c"


def room_keys(room: str) -> tuple[str, str, str, str]:
    """Return all the keys of *room*."""
    return lease_key(room), stream_key(room), commands_key(room), codes_key(room)


def code_key(code: str) -> str:
    """Return the string that holds the room a code leads to."""
    return f"code:{code}"
