"""A server that speaks TLS itself, for those who have no proxy."""

import asyncio
import signal
import ssl
import urllib.request
from pathlib import Path

import pytest
import trustme
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidMessage
from websockets.typing import Subprotocol

from belote_protocol.codec import Format
from tests.helpers.server_process import NotServing, ServerProcess
from tests.net.serving import Client


class Issuer:
    """Who signs certificates, and the files they are in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.authority = trustme.CA()
        self.trust = ssl.create_default_context()
        self.authority.configure_trust(self.trust)
        self.issue()

    @property
    def options(self) -> tuple[str, ...]:
        """What the server is started with."""
        cert, key = self.folder / "cert.pem", self.folder / "key.pem"
        return ("--tls-cert-file", str(cert), "--tls-key-file", str(key))

    def issue(self) -> None:
        """Put a new certificate where the old one was."""
        issued = self.authority.issue_cert("127.0.0.1")
        issued.private_key_pem.write_to_path(self.folder / "key.pem")
        first, *others = issued.cert_chain_pems
        first.write_to_path(self.folder / "cert.pem")
        for each in others:
            each.write_to_path(self.folder / "cert.pem", append=True)


@pytest.fixture
def issuer(tmp_path: Path) -> Issuer:
    """Return an issuer with one certificate."""
    return Issuer(tmp_path)


async def client(server: ServerProcess, issuer: Issuer) -> Client:
    """Return a client that has said hello over TLS."""
    socket = await connect(
        f"wss://127.0.0.1:{server.port}/ws",
        ssl=issuer.trust,
        subprotocols=[Subprotocol(Format.MSGPACK)],
        proxy=None,
    )
    found = Client(socket, Format.MSGPACK)
    await found.hello()
    return found


def serial(guest: Client) -> object:
    """Return the number of the certificate that *guest* was shown."""
    shown = guest.socket.transport.get_extra_info("ssl_object").getpeercert()
    return shown["serialNumber"]


async def test_over_tls_from_end_to_end(issuer: Issuer) -> None:
    """It is announced, pages and sockets are opened, and the page connects by TLS as well."""
    async with ServerProcess(*issuer.options) as server:
        base = f"https://127.0.0.1:{server.port}/"

        def page() -> tuple[str, str]:
            with urllib.request.urlopen(base, timeout=30, context=issuer.trust) as answer:
                return answer.headers["Content-Security-Policy"], str(answer.read(), "utf-8")

        assert f"Belote is open at   {base}" in server.said
        policy, text = await asyncio.to_thread(page)
        assert f"connect-src 'self' wss://127.0.0.1:{server.port};" in policy
        assert "<html" in text
        guest = await client(server, issuer)
        server.send(signal.SIGTERM)
        assert (await guest.end())[0] == 1012
        assert await server.ended() == 0


async def test_a_new_certificate(issuer: Issuer) -> None:
    """At SIGHUP the certificate is read anew, and nobody who is there notices."""
    async with ServerProcess(*issuer.options, "--log-format", "json") as server:
        before = await client(server, issuer)
        issuer.issue()
        server.send(signal.SIGHUP)
        await _logged(server, "the certificate was read anew")
        after = await client(server, issuer)

        assert serial(before) != serial(after)
        (issuer.folder / "key.pem").write_text("rubbish")
        server.send(signal.SIGHUP)
        await _logged(server, "the certificate cannot be used")
        assert serial(await client(server, issuer)) == serial(after)
        server.send(signal.SIGTERM)
        assert (await before.end())[0] == 1012


async def test_plain_text_where_tls_is_spoken(issuer: Issuer) -> None:
    """Who speaks no TLS gets nothing, and nobody is harmed."""
    async with ServerProcess(*issuer.options) as server:
        with pytest.raises((InvalidMessage, ConnectionError, EOFError)):
            await connect(server.address, proxy=None)
        await client(server, issuer)


@pytest.mark.parametrize("broken", ["cert.pem", "key.pem"])
@pytest.mark.parametrize("how", ["missing", "rubbish"])
async def test_a_certificate_that_is_none(issuer: Issuer, broken: str, how: str) -> None:
    """What cannot be used is named before anybody is let in."""
    (issuer.folder / broken).unlink()
    if how == "rubbish":
        (issuer.folder / broken).write_text("rubbish")

    with pytest.raises(NotServing) as failed:
        async with ServerProcess(*issuer.options):
            pass

    *_, last = failed.value.why.splitlines()
    assert failed.value.status == 2
    assert "cert.pem" in last
    assert "key.pem" in last
    assert "Traceback" not in failed.value.why


async def _logged(server: ServerProcess, what: str) -> None:
    """Wait until *what* is in the log."""
    async with asyncio.timeout(30):
        while what not in server.log_text():  # a file: there is no event to wait for
            await asyncio.to_thread(lambda: None)
