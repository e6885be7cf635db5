"""How the store is named and reached: by socket or port, with a password, over TLS."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from belote_server.storage.address import BadAddress, StoreAddress
from belote_server.storage.log import Committed, StoreDown, StoreForbids
from belote_server.storage.pipeline import PipelineSettings
from belote_server.storage.redis_log import RedisLog
from tests.helpers import redis_program
from tests.helpers.logs import entry, own
from tests.helpers.ports import free_port
from tests.helpers.store_server import StoreServer
from tests.storage.conftest import PATIENT

PASSWORD = "pass/word?#@:%"
QUICK = PipelineSettings(timeout=5.0, first_pause=0.001)


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    """Who signs certificates here."""
    return trustme.CA()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, authority: trustme.CA) -> Path:
    """The certificates: the authority's, the store's for 127.0.0.1, a client's."""
    folder = tmp_path_factory.mktemp("certificates")
    authority.cert_pem.write_to_path(folder / "ca.pem")
    for name, identity in (("store", "127.0.0.1"), ("client", "node@example.org")):
        issued = authority.issue_cert(identity)
        issued.private_key_pem.write_to_path(folder / f"{name}.key")
        issued.cert_chain_pems[0].write_to_path(folder / f"{name}.pem")
    trustme.CA().cert_pem.write_to_path(folder / "stranger.pem")
    return folder


@pytest.fixture(scope="module")
def tls_port(folder: Path) -> Iterator[int]:
    """The port of a store that wants TLS, our certificate and a password."""
    port = free_port()
    # fmt: off
    extra = [
        "--tls-port", str(port), "--bind", "127.0.0.1",
        "--tls-cert-file", str(folder / "store.pem"), "--tls-key-file", str(folder / "store.key"),
        "--tls-ca-cert-file", str(folder / "ca.pem"), "--tls-auth-clients", "yes",
    ]
    # fmt: on
    with StoreServer(redis_program.require(), extra) as server:
        server.ask("ACL", "SETUSER", "belote", "on", f">{PASSWORD}", "~*", "+@all")
        server.ask("ACL", "SETUSER", "reader", "on", ">r", "~*", "+@read")
        server.ask("CONFIG", "SET", "requirepass", PASSWORD)
        yield port


def secured(folder: Path, port: int, **changes: str | None) -> StoreAddress:
    """Return the right address of the store that wants TLS, with *changes*."""
    given: dict[str, str | None] = {
        "url": f"rediss://127.0.0.1:{port}/0",
        "password": PASSWORD,
        "ca_file": str(folder / "ca.pem"),
        "cert_file": str(folder / "client.pem"),
        "key_file": str(folder / "client.key"),
    }
    given |= changes
    url = given.pop("url")
    assert url is not None
    return StoreAddress(url, **given)


async def store_one(address: StoreAddress) -> object:
    """Return the outcome of a first commit."""
    log = RedisLog(address, QUICK)
    try:
        await log.drop("r")
        return await log.commit(entry(await own(log), 0))
    finally:
        await log.close()


# --- over TLS ---


@pytest.mark.parametrize("username", [None, "belote"])
async def test_tls_and_password(folder: Path, tls_port: int, username: str | None) -> None:
    """With the authority's certificate, ours and the password the store is reached."""
    assert await store_one(secured(folder, tls_port, username=username)) == Committed(1)


async def test_the_password_may_be_in_the_url(folder: Path, tls_port: int) -> None:
    """A URL holds user and password as well, with signs escaped."""
    url = f"rediss://belote:pass%2Fword%3F%23%40%3A%25@127.0.0.1:{tls_port}/0"

    assert await store_one(secured(folder, tls_port, url=url, password=None)) == Committed(1)


@pytest.mark.parametrize("changes", [{"password": "wrong"}, {"username": "nobody"}])
async def test_a_wrong_password(folder: Path, tls_port: int, changes: dict[str, str]) -> None:
    """A store that does not let us in is told from one that is away."""
    with pytest.raises(StoreForbids):
        await store_one(secured(folder, tls_port, **changes))


async def test_no_password(folder: Path, tls_port: int) -> None:
    """A password that is missing is told like a wrong one."""
    with pytest.raises(StoreForbids):
        await store_one(secured(folder, tls_port, password=None))


async def test_a_missing_right(folder: Path, tls_port: int) -> None:
    """A user who may only read is told that a right is missing."""
    with pytest.raises(StoreForbids):
        await store_one(secured(folder, tls_port, username="reader", password="r"))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"ca_file": "stranger.pem"}, "certificate verify failed"),
        ({"ca_file": None}, "certificate verify failed"),
        ({"host": "localhost"}, "mismatch"),
        ({"cert_file": None, "key_file": None}, "."),
    ],
)
async def test_certificates_are_checked(
    folder: Path, tls_port: int, changes: dict[str, str | None], why: str
) -> None:
    """Another authority, another host's certificate, or none of ours: no connection is made."""
    changes = dict(changes)
    if changes.get("ca_file"):
        changes["ca_file"] = str(folder / "stranger.pem")
    if host := changes.pop("host", None):
        changes["url"] = f"rediss://{host}:{tls_port}/0"

    with pytest.raises(StoreDown, match=why):
        await store_one(secured(folder, tls_port, **changes))


async def test_no_tls_where_it_is_wanted(folder: Path, tls_port: int) -> None:
    """A plain connection to a port that wants TLS is no connection."""
    with pytest.raises(StoreDown):
        await store_one(StoreAddress(f"redis://127.0.0.1:{tls_port}/0", password=PASSWORD))


# --- without ---


async def test_a_port(folder: Path) -> None:
    """A store on a port of this machine is reached, its second database too."""
    port = free_port()
    extra = ["--port", str(port), "--bind", "127.0.0.1", "--databases", "2"]
    with StoreServer(redis_program.require(), extra) as server:
        assert await store_one(StoreAddress(f"redis://127.0.0.1:{port}/1")) == Committed(1)
        assert server.ask("DBSIZE") == 0


async def test_nobody_there() -> None:
    """Where nobody listens the store is down."""
    log = RedisLog(StoreAddress(f"redis://127.0.0.1:{free_port()}/0"), PATIENT)

    with pytest.raises(StoreDown):
        await log.room_of_code("ABCD")
    await log.close()


# --- as it is written ---


def test_secrets_are_not_shown() -> None:
    """What an address prints holds no password, wherever that was given."""
    address = StoreAddress("redis://u:s3cret@host/0", username="u", password="s3cret")

    assert "s3cret" not in repr(address)
    assert "s3cret" not in f"{address}"


@pytest.mark.parametrize(
    "url", ["", "host:6379", "http://host/", "redis://h:s3cret/0", "redis://u:s3cret@h/?db=x"]
)
def test_a_bad_url_is_refused(url: str) -> None:
    """A URL that makes no sense is refused at once, without showing what it holds."""
    with pytest.raises(BadAddress) as raised:
        RedisLog(StoreAddress(url))

    assert "s3cret" not in str(raised.value)


def test_the_environment_names_it() -> None:
    """Variables that begin with BELOTE_REDIS_ say all there is to say; empty ones say nothing."""
    environment = {
        "BELOTE_REDIS_URL": "rediss://store/0",
        "BELOTE_REDIS_USERNAME": "belote",
        "BELOTE_REDIS_PASSWORD": "secret",
        "BELOTE_REDIS_CA_FILE": "/ca.pem",
        "BELOTE_REDIS_CERT_FILE": "",
        "BELOTE_REDIS_OTHER": "x",
    }

    assert StoreAddress.from_environment(environment) == StoreAddress(
        "rediss://store/0", username="belote", password="secret", ca_file="/ca.pem"
    )
    assert StoreAddress.from_environment({"BELOTE_REDIS_PASSWORD": "secret"}) is None


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    """A certificate that is not there is found out when the address is used, not later."""
    missing = str(tmp_path / "ca.pem")

    with pytest.raises(BadAddress, match="ca_file"):
        RedisLog(StoreAddress("rediss://127.0.0.1/0", ca_file=missing))
