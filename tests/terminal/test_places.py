"""Addresses, codes and links, as people have them."""

import pytest

from client_demo.terminal.places import Place, invitation, place

HERE = Place("ws://127.0.0.1:8600/ws")


@pytest.mark.parametrize(
    ("text", "address", "code"),
    [
        ("localhost:8600", "ws://localhost:8600/ws", None),
        ("ws://host:1/ws", "ws://host:1/ws", None),
        ("wss://host/ws", "wss://host/ws", None),
        ("https://host/", "wss://host/ws", None),
        (" http://host:8600/join/k7qm2xva ", "ws://host:8600/ws", "K7QM2XVA"),
        ("https://host/belote/watch/W4TN9RBE/", "wss://host/belote/ws", "W4TN9RBE"),
        ("https://host/join/K7QM2XVA#me", "wss://host/ws", "K7QM2XVA"),
        ("[::1]:8600", "ws://[::1]:8600/ws", None),
    ],
)
def test_places(text: str, address: str, code: str | None) -> None:
    """A server is found by its address as by any link to a table of it."""
    assert place(text) == Place(address, code)


@pytest.mark.parametrize("text", ["", "a b", "ftp://host", "http://"])
def test_no_place(text: str) -> None:
    """What names no server is refused."""
    with pytest.raises(ValueError, match="no address"):
        place(text)


def test_invitations() -> None:
    """A code alone is one of the server that is there."""
    assert invitation(" k7qm2xva ", HERE) == Place(HERE.address, "K7QM2XVA")
    assert invitation("https://host/join/ABCD", HERE) == Place("wss://host/ws", "ABCD")
    with pytest.raises(ValueError, match="names no table"):
        invitation("https://host/", HERE)


@pytest.mark.parametrize("address", ["ws://host:8600/ws", "wss://host/belote/ws"])
def test_links_lead_back(address: str) -> None:
    """The link that is shown is understood."""
    assert invitation(Place(address).link("join", "K7QM2XVA"), HERE) == Place(address, "K7QM2XVA")
