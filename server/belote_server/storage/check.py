"""What kind of store this is, and whether it will do."""

from collections.abc import Sequence
from dataclasses import dataclass

from belote_server.storage.log import StoreError

OLDEST = (7, 0)


class StoreTooOld(StoreError):
    """The store is older than the scripts need."""


@dataclass(frozen=True, slots=True)
class StoreFacts:
    """
    What a store says of itself.

    Attributes:
        name: ``redis`` or ``valkey``.
        version: Its own version, to be shown.
        compatible: The version of Redis whose commands it has.
        persists: It writes what it is told to a file, and reads it when it starts.
        evicts: It throws keys away when memory runs out.
        follows: It is a replica, which takes no writes.
    """

    name: str
    version: str
    compatible: tuple[int, ...]
    persists: bool
    evicts: bool
    follows: bool


def read_facts(info: bytes) -> StoreFacts:
    """Return what the reply to ``INFO`` says."""
    lines = (line.partition(":") for line in info.decode().splitlines() if ":" in line)
    told = {name: value for name, _, value in lines}
    compatible = told.get("redis_version", "0")
    return StoreFacts(
        name=told.get("server_name", "redis"),
        version=told.get("valkey_version", compatible),
        compatible=tuple(int(part) for part in compatible.split(".") if part.isdigit()),
        persists=told.get("aof_enabled") == "1",
        evicts=told.get("maxmemory_policy", "noeviction") != "noeviction",
        follows=told.get("role") == "slave",
    )


def check(facts: StoreFacts) -> Sequence[str]:
    """
    Return what whoever runs the server should know of its store; nothing if all is well.

    Raises:
        StoreTooOld: It lacks commands that are needed.
    """
    if facts.compatible < OLDEST:
        raise StoreTooOld(
            f"the store is {facts.name} {facts.version}; needed: Redis 7.0 or later, or Valkey"
        )
    warnings = []
    if not facts.persists:
        warnings.append("appendonly is off: a restart of the store forgets every table")
    if facts.evicts:
        warnings.append("maxmemory-policy is not noeviction: the store may throw tables away")
    if facts.follows:
        warnings.append("the store is a replica: it takes no writes until it is promoted")
    return warnings
