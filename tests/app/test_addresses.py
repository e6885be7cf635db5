"""Where people find the server, as it is told to whoever started it."""

import pytest

from belote_server.app.addresses import announcement, own_addresses


def test_on_this_machine() -> None:
    """Where only this machine can come in, it says so, and how to change that."""
    told = announcement("127.0.0.1", 8600, ["192.0.2.7"])

    assert "http://127.0.0.1:8600/\n" in told
    assert "--host 0.0.0.0" in told
    assert "python -m client_demo ws://127.0.0.1:8600/ws" in told
    assert "192.0.2.7" not in told


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_in_the_network(host: str) -> None:
    """Where everybody can come in, each address is told that others can open."""
    told = announcement(host, 8601, ["192.0.2.7", "2001:db8::7"])

    assert "http://127.0.0.1:8601/\n" in told
    assert "http://192.0.2.7:8601/\n" in told
    assert "http://[2001:db8::7]:8601/\n" in told
    assert "--host" not in told


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("192.0.2.7", "http://192.0.2.7:80/"),
        ("belote.example", "http://belote.example:80/"),
        ("2001:db8::7", "http://[2001:db8::7]:80/"),
    ],
)
def test_at_one_address(host: str, url: str) -> None:
    """Where one address was chosen, that is the one to open."""
    told = announcement(host, 80, [])

    assert f"{url}\n" in told
    assert "--host" not in told


def test_over_tls() -> None:
    """Where the server speaks TLS itself, that is in every address."""
    told = announcement("0.0.0.0", 443, ["192.0.2.7"], secure=True)

    assert "https://127.0.0.1:443/\n" in told
    assert "https://192.0.2.7:443/\n" in told
    assert "wss://127.0.0.1:443/ws" in told
    assert "http:" not in told


def test_own_addresses() -> None:
    """None of this machine's addresses is one that only itself could use."""
    assert not [each for each in own_addresses() if each.startswith(("127.", "::", "fe80"))]
