"""What a store says of itself, and what follows."""

import pytest

from belote_server.storage.check import StoreTooOld, check, read_facts
from belote_server.storage.redis_log import RedisLog
from tests.helpers.store_server import StoreServer


async def test_both_kinds_will_do(redis_log: RedisLog, server: StoreServer) -> None:
    """Debian's Redis and the Valkey that is shipped are new enough, and set up well here."""
    facts = await redis_log.facts()

    assert facts.compatible >= (7, 0)
    assert check(facts) == []


async def test_a_bad_setup_is_noticed(redis_log: RedisLog, server: StoreServer) -> None:
    """A store that forgets when it restarts, or throws keys away, is warned of."""
    server.ask("CONFIG", "SET", "appendonly", "no", "maxmemory-policy", "allkeys-lru")
    try:
        facts = await redis_log.facts()
    finally:
        server.ask("CONFIG", "SET", "appendonly", "yes", "maxmemory-policy", "noeviction")

    assert [warning.split(" ")[0] for warning in check(facts)] == ["appendonly", "maxmemory-policy"]


def test_a_replica_is_noticed() -> None:
    """A store that follows another is warned of: it takes no writes."""
    info = b"# Server\r\nredis_version:7.2.4\r\nrole:slave\r\naof_enabled:1\r\n"

    (warning,) = check(read_facts(info))

    assert "replica" in warning


def test_valkey_is_named() -> None:
    """Valkey tells two versions: its own is shown, the other one is compared."""
    info = b"redis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:9.1.2\r\naof_enabled:1\r\n"

    facts = read_facts(info)

    assert (facts.name, facts.version, facts.compatible) == ("valkey", "9.1.2", (7, 2, 4))
    assert check(facts) == []


@pytest.mark.parametrize("version", ["6.2.14", "2.8", "0", ""])
def test_an_old_store_is_refused(version: str) -> None:
    """A store from before 7.0 is refused by its version."""
    facts = read_facts(f"redis_version:{version}\r\naof_enabled:1\r\n".encode())

    with pytest.raises(StoreTooOld, match=r"7\.0 or later"):
        check(facts)
