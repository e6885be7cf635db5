"""Where people find the server, as it is told to whoever started it."""

import socket
from collections.abc import Iterable
from ipaddress import ip_address

from belote_server.net.http import SOCKET_PATHS


def own_addresses() -> list[str]:
    """Return this machine's addresses in its network, the one it would go out by first."""
    found = [_outgoing(socket.AF_INET, "192.0.2.1"), _outgoing(socket.AF_INET6, "2001:db8::1")]
    try:
        named = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    except OSError:
        named = []
    found += [str(address[4][0]) for address in named]
    return [each for each in dict.fromkeys(found) if each and _is_useful(each)]


def announcement(host: str, port: int, others: Iterable[str], *, secure: bool = False) -> str:
    """
    Return what to tell: where to open the server, and how to join.

    Args:
        host: What it listens on.
        others: This machine's addresses, told if it listens on all of them.
        secure: Whether it speaks TLS.
    """
    web, socket_ = ("https", "wss") if secure else ("http", "ws")
    everywhere = host in ("0.0.0.0", "::", "")
    first = f"{_in_url('127.0.0.1' if everywhere else host)}:{port}"
    lines = [("Belote is open at", f"{web}://{first}/")]
    if everywhere:
        lines += [("in your network at", f"{web}://{_in_url(each)}:{port}/") for each in others]
    elif host == "localhost" or _is_loopback(host):
        lines.append(("for others too", "start it with --host 0.0.0.0"))
    lines.append(
        ("from a terminal", f"python -m client_demo {socket_}://{first}{SOCKET_PATHS[0]} --help")
    )
    return "\n".join(f"{what:20}{where}" for what, where in lines)


def _outgoing(family: socket.AddressFamily, towards: str) -> str:
    """Return the address from which packets to *towards* would go; none is sent."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((towards, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""


def _is_useful(address: str) -> bool:
    try:
        known = ip_address(address)
    except ValueError:
        return False  # such as one with a zone, fe80::1%eth0
    return not (known.is_loopback or known.is_link_local or known.is_unspecified)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
