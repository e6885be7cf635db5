"""The pages beside the sockets, without a socket."""

from typing import Any

import pytest
from msgspec.structs import replace

from belote_server.config import Range, Secret, Settings
from belote_server.net.http import Pages, client_of
from belote_server.net.reply import Request
from belote_server.observe import Metrics

TOKEN = Secret("open sesame")


def ask(
    path: str,
    method: str = "GET",
    peer: str = "127.0.0.1",
    reason: str | None = None,
    settings: Settings | None = None,
    **headers: str,
) -> tuple[int, dict[str, str], str]:
    """Return status, headers and body of what is answered."""
    pages = Pages(settings or Settings(), Metrics(), lambda: reason)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    reply = pages.answer(Request(method, path, named, peer))
    return reply.status.value, reply.headers, reply.body.decode()


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/readyz?a=b", "/metrics", "/nowhere"])
def test_every_page(path: str) -> None:
    """What an operator asks for is text, has its length, and is not to be kept."""
    _, headers, body = ask(path)

    assert headers["Content-Type"].startswith("text/plain")
    assert headers["Content-Length"] == str(len(body.encode()))
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/healthz", "/readyz", "/metrics", "/nowhere"])
def test_head(path: str) -> None:
    """HEAD is answered as GET is, without the body."""
    status, headers, body = ask(path, method="HEAD")

    assert (status, body) == (ask(path)[0], "")
    assert int(headers["Content-Length"]) > 0


def test_health_and_readiness() -> None:
    """The server is alive while it answers, and ready unless it says why not."""
    assert ask("/healthz", reason="the store does not answer")[::2] == (200, "alive\n")
    assert ask("/readyz")[::2] == (200, "ready\n")
    assert ask("/readyz", reason="the server is stopping")[::2] == (503, "the server is stopping\n")


def test_what_is_not_there() -> None:
    """Other pages and other methods are refused in a few words."""
    assert ask("/nowhere")[::2] == (404, "There is nothing here.\n")
    status, headers, _ = ask("/healthz", method="POST")
    assert (status, headers["Allow"]) == (405, "GET, HEAD")
    assert ask("/nowhere", method="POST")[0] == 404


@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("belote.example:8600", "ws://belote.example:8600"),
        ("[::1]:8600", "ws://[::1]:8600"),
        ("<script>", "ws://127.0.0.1:8600"),
        ("a b", "ws://127.0.0.1:8600"),
        ("", "ws://127.0.0.1:8600"),
    ],
)
def test_where_the_page_may_connect(host: str, told: str) -> None:
    """The page may open sockets where the asker sees the server, and nowhere else."""
    policy = ask("/", host=host)[1]["Content-Security-Policy"]

    assert f"; connect-src 'self' {told};" in policy


@pytest.mark.parametrize(
    ("proxies", "scheme"), [((), "ws"), ((Range("127.0.0.0/8"),), "wss"), ((Range("::1"),), "ws")]
)
def test_behind_tls(proxies: tuple[Range, ...], scheme: str) -> None:
    """Only a trusted proxy is believed that the asker came over TLS."""
    settings = replace(Settings(), proxies=proxies)
    headers = ask("/", settings=settings, host="belote.example", x_forwarded_proto="https")[1]

    assert f"connect-src 'self' {scheme}://belote.example;" in headers["Content-Security-Policy"]


# --- the figures ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("peer", "headers", "allowed"),
    [
        ("127.0.0.1", {}, True),
        ("127.8.0.1", {}, True),
        ("::1", {}, True),
        ("192.0.2.1", {}, False),
        ("", {}, False),
        ("127.0.0.1", {"x_forwarded_for": "127.0.0.1"}, False),  # somebody behind a proxy on it
        ("127.0.0.1", {"forwarded": "for=192.0.2.1"}, False),
        ("127.0.0.1", {"via": "1.1 proxy"}, False),
        ("127.0.0.1", {"x_real_ip": "192.0.2.1"}, False),
        ("192.0.2.1", {"authorization": "Bearer open sesame"}, True),
        ("127.0.0.1", {"via": "1.1 proxy", "authorization": "Bearer open sesame"}, True),
        ("192.0.2.1", {"authorization": "Bearer open"}, False),
        ("192.0.2.1", {"authorization": "open sesame"}, False),
        ("192.0.2.1", {"authorization": "Bearer é"}, False),
    ],
)
def test_who_sees_the_figures(peer: str, headers: dict[str, str], allowed: bool) -> None:
    """This machine sees them, and whoever holds the token; nobody else does."""
    settings = replace(Settings(), metrics_token=TOKEN)

    status, _, body = ask("/metrics", peer=peer, settings=settings, **headers)

    assert status == (200 if allowed else 403)
    assert ("belote_connections" in body) is allowed


@pytest.mark.parametrize("given", ["Bearer None", "Bearer ", "Bearer ***", ""])
def test_without_a_token_none_opens(given: str) -> None:
    """As long as no token is set there is none that opens the figures."""
    assert ask("/metrics", peer="192.0.2.1", authorization=given)[0] == 403


# --- who may open a socket -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        (None, "belote.example", True),
        ("http://belote.example:8600", "belote.example:8600", True),
        ("http://Belote.example", "belote.Example", True),
        ("https://belote.example", "belote.example", True),
        ("https://belote.example", "belote.example:443", True),
        ("https://belote.example:443", "belote.example", True),
        ("http://belote.example:80", "belote.example", True),
        ("http://[::1]:8600", "[::1]:8600", True),
        ("https://belote.example:80", "belote.example", False),
        ("http://belote.example:8600", "belote.example", False),
        ("http://evil.example", "belote.example", False),
        ("http://belote.example.evil.example", "belote.example", False),
        ("http://evil.example/belote.example", "belote.example", False),
        ("http://belote.example@evil.example", "belote.example", False),
        ("ftp://belote.example", "belote.example", False),
        ("null", "belote.example", False),
        ("null", "", False),
        ("", "", False),
        ("http://", "", False),
        ("http://[", "belote.example", False),
        ("https://friend.example", "belote.example", True),
    ],
)
def test_origins(origin: str | None, host: str, allowed: bool) -> None:
    """A page may connect from where the server is, or from where the operator says."""
    settings = replace(Settings(), origins=("https://friend.example",))
    pages = Pages(settings, Metrics(), lambda: None)
    headers = {"host": host} | ({} if origin is None else {"origin": origin})

    reply = pages.refuse_socket(Request("GET", "/ws", headers, "127.0.0.1"))

    assert (None if reply is None else reply.status.value) == (None if allowed else 403)


def test_every_origin() -> None:
    """An operator may let every page connect."""
    pages = Pages(replace(Settings(), origins=("*",)), Metrics(), lambda: None)

    assert pages.refuse_socket(Request("GET", "/", {"origin": "http://any.example"}, "")) is None


def test_where_sockets_are_opened() -> None:
    """Sockets have their paths."""
    pages = Pages(Settings(), Metrics(), lambda: None)

    def status(path: str) -> int | None:
        reply = pages.refuse_socket(Request("GET", path, {}, ""))
        return None if reply is None else reply.status.value

    assert [status(path) for path in ("/", "/ws", "/ws?a=b", "/healthz", "/wss")] == [
        None,
        None,
        None,
        404,
        404,
    ]


# --- addresses -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("peer", "told", "client"),
    [
        ("192.0.2.1", None, "192.0.2.1"),
        ("192.0.2.1", "198.51.100.1", "192.0.2.1"),  # anybody can say that
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "203.0.113.9, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "198.51.100.1, 10.0.0.2", "198.51.100.1"),
        ("10.0.0.1", "10.0.0.3,10.0.0.2", "10.0.0.3"),
        ("10.0.0.1", None, "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "unknown", "unknown"),
    ],
)
def test_client_addresses(peer: str, told: str | None, client: str) -> None:
    """A proxy is believed where it is named, as far as the first address that is none of ours."""
    headers: dict[str, Any] = {} if told is None else {"x-forwarded-for": told}

    assert client_of(Request("GET", "/", headers, peer), (Range("10.0.0.0/8"),)) == client
