"""
The pages beside the sockets: the table for browsers, is the server alive, is it ready, its figures.

A request comes in without a body and is answered at once; nothing here knows a socket.
"""

import hmac
import re
from collections.abc import Callable, Iterable
from http import HTTPStatus
from ipaddress import ip_address
from urllib.parse import urlsplit

from belote_server.config import Range, Settings
from belote_server.net.answers import ANSWERS
from belote_server.net.reply import Reply, Request, reply, text
from belote_server.net.web import Web
from belote_server.observe import METRICS_TYPE, Metrics

SOCKET_PATHS = ("/ws", "/")
"""Where sockets are opened; the first is the one that is told."""

_FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip", "via")
_HOST = re.compile(r"[A-Za-z0-9.-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}

Ready = Callable[[], str | None]


class Pages:
    """
    The pages.

    Args:
        ready: Says why the server can't take people, or ``None`` if it can.
    """

    def __init__(self, settings: Settings, metrics: Metrics, ready: Ready) -> None:
        self._settings = settings
        self._metrics = metrics
        self._ready = ready
        self._web = Web.shipped()
        self._pages: dict[str, Callable[[Request], Reply]] = {
            "/healthz": lambda _: text(HTTPStatus.OK, "alive"),
            "/readyz": self._readiness,
            "/metrics": self._figures,
            **ANSWERS,
        }

    def answer(self, request: Request) -> Reply:
        """Return the answer to *request*, which opens no socket."""
        path = request.path.partition("?")[0]
        page = self._pages.get(path) or self._web.page(path, self._origin(request))
        if page is None:
            answer = text(HTTPStatus.NOT_FOUND, "There is nothing here.")
        elif request.method not in ("GET", "HEAD"):
            answer = text(HTTPStatus.METHOD_NOT_ALLOWED, "Only GET and HEAD are answered here.")
            answer.headers["Allow"] = "GET, HEAD"
        else:
            answer = page(request)
        return answer._replace(body=b"") if request.method == "HEAD" else answer

    def refuse_socket(self, request: Request) -> Reply | None:
        """Return why *request* may not open a socket, or ``None`` if it may."""
        if request.path.partition("?")[0] not in SOCKET_PATHS:
            return text(HTTPStatus.NOT_FOUND, f"Sockets are opened at {SOCKET_PATHS[0]}.")
        if not self._is_welcome(request.headers.get("origin"), request.headers.get("host", "")):
            return text(
                HTTPStatus.FORBIDDEN,
                "This page's address is another than the server's. The server's operator can "
                "allow it: BELOTE_ORIGINS.",
            )
        return None

    def _is_welcome(self, origin: str | None, host: str) -> bool:
        allowed = self._settings.origins
        if origin is None or origin in allowed or "*" in allowed:
            return True
        try:
            page = urlsplit(origin)
        except ValueError:
            return False
        port = _DEFAULT_PORTS.get(page.scheme)
        if port is None or not page.netloc:
            return False
        return page.netloc.lower().removesuffix(port) == host.lower().removesuffix(port)

    # --- the pages ---

    def _origin(self, request: Request) -> str:
        """Return where a browser finds this server, as far as it can be told."""
        host = request.headers.get("host", "")
        if _HOST.fullmatch(host) is None:
            host = f"{self._settings.host}:{self._settings.port}"
        trusted = any(request.peer in each for each in self._settings.proxies)
        forwarded = trusted and request.headers.get("x-forwarded-proto") == "https"
        secure = request.secure or forwarded
        return f"{'https' if secure else 'http'}://{host}"

    def _readiness(self, request: Request) -> Reply:
        reason = self._ready()
        if reason is None:
            return text(HTTPStatus.OK, "ready")
        return text(HTTPStatus.SERVICE_UNAVAILABLE, reason)

    def _figures(self, request: Request) -> Reply:
        if not (_is_local(request) or self._holds_token(request)):
            return text(HTTPStatus.FORBIDDEN, "The figures are for the operator.")
        return reply(HTTPStatus.OK, METRICS_TYPE, self._metrics.text())

    def _holds_token(self, request: Request) -> bool:
        token = self._settings.metrics_token
        given = request.headers.get("authorization", "")
        return token is not None and hmac.compare_digest(
            given.encode(), f"Bearer {token.reveal()}".encode()
        )


def client_of(request: Request, proxies: Iterable[Range]) -> str:
    """Return the address *request* comes from; a proxy's word on it counts if it is trusted."""
    address = request.peer
    told = request.headers.get("x-forwarded-for", "").split(",")
    while told and any(address in each for each in proxies):
        address = told.pop().strip() or address
    return address


def _is_local(request: Request) -> bool:
    """Tell whether *request* comes from this machine, and not through a proxy on it."""
    if any(name in request.headers for name in _FORWARDED):
        return False
    try:
        return ip_address(request.peer).is_loopback
    except ValueError:
        return False
