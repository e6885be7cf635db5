"""How a socket is opened, on a real port, and the pages beside it."""

from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.typing import Subprotocol

from belote_protocol.codec import Format
from belote_protocol.commands import Chat, Ping
from belote_protocol.updates import Ok, Pong, Said
from belote_server.net.auth import identify
from tests.net.conftest import Serve
from tests.net.serving import drawn

forms = pytest.mark.parametrize("form", Format)


@forms
async def test_hello_and_talk(serve: Serve, form: Format) -> None:
    """People who come with one code hear each other, in either format, and get their answers."""
    served = await serve()
    zoe, max_ = await served.client(form), await served.client()
    welcome = await zoe.hello("Zoé", room="ABCD1234")
    await max_.hello("Max", room="ABCD1234")

    await zoe.say(Chat(1, "salut"))

    said = await zoe.hear()
    assert isinstance(said, Said)
    assert (said.person, said.text) == (welcome.you, "salut")
    assert await zoe.hear() == Ok(1)
    assert await max_.hear() == said
    await zoe.say(Ping(5))
    pong = await zoe.hear()
    assert isinstance(pong, Pong)
    assert pong.id == 5


async def test_who_comes_back_is_the_same(serve: Serve) -> None:
    """The token that welcome gave makes somebody the same person; without it they are another."""
    served = await serve()
    first = await (await served.client()).hello()
    again = await (await served.client(Format.JSON)).hello("Zoë", token=first.token)
    other = await (await served.client()).hello()

    assert len(first.token) == 22
    assert (again.token, again.you.id, again.you.name) == (first.token, first.you.id, "Zoë")
    assert other.token != first.token
    assert other.you.id != first.you.id
    keys = [member.key for member in served.tables.present]
    assert keys[0] == keys[1] == identify(first.token, drawn).key
    assert keys[2] != keys[0]
    assert first.token not in repr(vars(served.tables.present[0]))


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (("belote.v1.json", "belote.v1.msgpack"), "belote.v1.json"),
        (("belote.v1.msgpack", "belote.v1.json"), "belote.v1.msgpack"),
        (("belote.v9.cbor", "belote.v1.json"), "belote.v1.json"),
    ],
)
async def test_the_clients_first_choice(
    serve: Serve, offered: tuple[str, ...], chosen: str
) -> None:
    """Of the formats that both know, the one that the client names first is spoken."""
    served = await serve()
    socket = await served.connect(subprotocols=[Subprotocol(name) for name in offered])

    assert socket.subprotocol == chosen
    await socket.close()


@pytest.mark.parametrize("offered", [None, [Subprotocol("belote.v9.cbor")]])
async def test_no_common_format(serve: Serve, offered: list[Subprotocol] | None) -> None:
    """A client without a format of ours is refused, and is told which there are."""
    served = await serve()

    with pytest.raises(InvalidStatus) as refused:
        await served.connect(subprotocols=offered)

    assert refused.value.response.status_code == 400
    body = bytes(refused.value.response.body or b"").decode()
    assert "belote.v1.msgpack, belote.v1.json" in body


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ({"path": "/elsewhere"}, 404),
        ({"origin": "https://evil.example"}, 403),
        ({"additional_headers": {"Upgrade": "h2c"}}, 426),
    ],
)
async def test_refused_handshakes(serve: Serve, options: dict[str, Any], status: int) -> None:
    """A socket is opened at its place only, and by pages of this server only."""
    served = await serve()

    with pytest.raises(InvalidStatus) as refused:
        await served.connect(subprotocols=[Subprotocol(Format.JSON)], **options)

    assert refused.value.response.status_code == status


async def test_allowed_origins(serve: Serve) -> None:
    """A page of this server may connect, and so may one that the operator allows."""
    served = await serve(origins=("https://friend.example",))
    own = f"http://127.0.0.1:{served.gateway.port}"

    for origin in (own, "https://friend.example"):
        client = await served.client(origin=origin)
        await client.hello()


async def test_t94_no_compression(serve: Serve) -> None:
    """Compression is not used, even where a client offers it."""
    served = await serve()
    client = await served.client(compression="deflate")

    assert client.socket.request is not None
    assert "permessage-deflate" in client.socket.request.headers["Sec-WebSocket-Extensions"]
    assert client.socket.response is not None
    assert "Sec-WebSocket-Extensions" not in client.socket.response.headers
    await client.hello()


async def test_pages_beside_the_sockets(serve: Serve) -> None:
    """The port answers plain requests too, and does not say what it is made of."""
    served = await serve()

    healthy = await served.ask("GET /healthz HTTP/1.1\nHost: a\n\n")
    head, _, body = healthy.partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 200 OK\r\n")
    assert "Connection: close" in head
    assert "Server:" not in head
    assert body == "alive\n"
    served.reason = "the server is stopping"
    assert "503 Service Unavailable" in await served.ask("GET /readyz HTTP/1.1\nHost: a\n\n")
    assert "belote_connections 0.0" in await served.ask("GET /metrics HTTP/1.1\nHost: a\n\n")
    assert "403 Forbidden" in await served.ask("GET /metrics HTTP/1.1\nVia: x\nVia: y\n\n")
    posted = await served.ask("POST /healthz HTTP/1.1\nHost: a\nContent-Length: 0\n\n")
    assert "405 Method Not Allowed" in posted
    assert await served.ask("HEAD / HTTP/1.0\n\n") != ""
    assert (await served.ask("HEAD / HTTP/1.1\n\n")).endswith("\r\n\r\n")
