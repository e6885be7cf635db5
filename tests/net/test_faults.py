"""What ends a connection that misbehaves, or where something fails; over real sockets."""

import asyncio
import struct

import pytest
from structlog.testing import capture_logs
from websockets.protocol import Event

from belote_protocol.codec import PROTOCOL_VERSION, Format, encode
from belote_protocol.commands import AnyCommand, Chat, Hello, Leave, Ping
from belote_protocol.updates import Ok, Pong, Said
from belote_server.net.link import Link
from belote_server.runtime.ports import Member
from tests.net.conftest import Serve
from tests.net.serving import PATIENCE, closed, masked, until

forms = pytest.mark.parametrize("form", Format)


@forms
@pytest.mark.parametrize(
    ("commands", "code", "reason"),
    [
        ([Leave(1)], 4003, "bad_frame"),
        ([Hello(0, "Zoé")], 4004, "protocol"),
        ([Hello(PROTOCOL_VERSION, "Zoé"), Hello(PROTOCOL_VERSION, "Zoé")], 4003, "bad_frame"),
        ([Hello(PROTOCOL_VERSION, "Zoé"), *[Ping()] * 9], 4008, "rate"),
    ],
)
async def test_faults(
    serve: Serve, form: Format, commands: list[AnyCommand], code: int, reason: str
) -> None:
    """Whoever breaks the protocol is told how, and is closed with the code for it."""
    served = await serve(rate=0.001, burst=6)
    client = await served.client(form)
    await client.say(*commands)

    ended, closing = await client.end()

    assert ended == code
    assert closing is not None
    assert closing.reason == reason
    await closed(served, str(code))


@pytest.mark.parametrize(
    ("form", "sent", "code"),
    [
        (Format.MSGPACK, "text", 4003),
        (Format.JSON, b"binary", 4003),
        (Format.MSGPACK, b"\x90" * 20_000, 1009),
        (Format.MSGPACK, b"\xdc\x3f\x00" + b"\x90" * 16_000, 4003),
    ],
)
async def test_t116_bad_frames(serve: Serve, form: Format, sent: bytes | str, code: int) -> None:
    """Frames that are too large, too deep or of the wrong kind end the connection."""
    served = await serve()
    client = await served.client(form)
    await client.hello()
    await client.socket.send(sent)

    assert (await client.end())[0] == code
    await closed(served, str(code))


async def test_text_that_is_none(serve: Serve) -> None:
    """Text that is no UTF-8 is refused with the standard's code."""
    served = await serve()
    client = await served.client(Format.JSON)
    await client.hello()
    await client.socket.send(b'{"t":"chat","cmd":1,"text":"\xff"}', text=True)

    assert (await client.end())[0] == 1007


async def test_no_hello_in_time(serve: Serve) -> None:
    """A socket that says nothing is closed before long."""
    served = await serve(hello_seconds=0.05)
    client = await served.client()

    code, closing = await client.end()

    assert code == 4003
    assert closing is not None
    assert closing.detail == "no hello within 0.05 seconds"
    assert served.tables.present == served.tables.gone_again == []


async def test_who_said_hello_may_be_silent(serve: Serve) -> None:
    """The deadline is for hello alone."""
    served = await serve(hello_seconds=0.2)
    quiet, silent = await served.client(), await served.client()
    await quiet.hello()

    assert (await silent.end())[0] == 4003
    await quiet.say(Ping(1))
    assert isinstance(await quiet.hear(), Pong)


@pytest.mark.parametrize("form", Format)
async def test_a_bug_ends_one_connection(serve: Serve, form: Format) -> None:
    """When a command makes the server fail, its sender is closed and the others go on."""
    served = await serve()
    unlucky, other = await served.client(form), await served.client()
    await unlucky.hello()
    await other.hello()

    def fail(member: Member, command: object) -> None:
        if command == Leave(1):
            raise RuntimeError("a bug")

    served.tables.on_post = fail
    with capture_logs() as logs:
        await unlucky.say(Leave(1))
        code, closing = await unlucky.end()

    assert code == 1011
    assert closing is not None
    assert closing.retry_after == 1.0
    assert [line["event"] for line in logs] == ["a connection failed"]
    await other.say(Leave(2))
    assert await other.hear() == Ok(2)
    assert b'belote_failures_total{where="connection"} 1.0' in served.metrics.text()


async def test_a_bug_in_leaving(serve: Serve) -> None:
    """When leaving fails the connection still ends, and is not counted any more."""
    served = await serve()
    client = await served.client()
    await client.hello()
    served.tables.present.clear()  # so that leaving raises
    with capture_logs() as logs:
        await client.close()
        await closed(served, "1000")

    assert [line["event"] for line in logs] == ["a connection failed"]
    assert served.metrics.registry.get_sample_value("belote_connections") == 0


@pytest.mark.parametrize(
    "flood",
    [
        masked(9, b"") * 20_000,  # pings
        masked(10, b"") * 20_000,  # pongs nobody asked for
        masked(2, b"") * 20_000,  # empty frames
        masked(2, b"\x91", fin=False) + masked(0, b"", fin=False) * 20_000,  # a frame in pieces
        masked(2, encode(Ping(), Format.MSGPACK)) * 20_000,
    ],
)
async def test_floods_end_soon(serve: Serve, flood: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A flood of tiny frames is ended by the rate, long before all of it has been looked at."""
    seen: list[Event] = []
    process = Link.process_event

    def note(link: Link, event: Event) -> None:
        seen.append(event)
        process(link, event)

    monkeypatch.setattr(Link, "process_event", note)
    served = await serve(rate=0.001, burst=50)
    client = await served.client()
    await client.hello()
    looked_at = served.metrics.traffic.frames_in

    client.socket.transport.write(flood)
    code, _ = await client.end()

    assert code in (4003, 4008)
    assert served.metrics.traffic.frames_in - looked_at <= served.settings.burst + 1
    assert len(seen) < 1000
    await until(lambda: bool(served.tables.gone_again))


async def test_a_flood_in_one_read(serve: Serve) -> None:
    """Where the event loop reads much at once, a flood is cut up before it is looked at."""
    served = await serve(rate=0.001, burst=50)
    client = await served.client()
    await client.hello()
    [link] = served.links()
    frame = encode(Ping(), Format.MSGPACK)

    link.data_received(masked(2, frame) * 30)
    assert [await client.hear() for _ in range(30)]
    link.data_received(masked(2, frame) * 20_000)

    assert link.protocol.eof_sent
    assert (await client.end())[0] == 4008
    assert served.metrics.traffic.frames_in < 60


async def test_frames_in_pieces(serve: Serve) -> None:
    """A frame may come in pieces, with pings between them."""
    served = await serve()
    for form, opcode in ((Format.MSGPACK, 2), (Format.JSON, 1)):
        client = await served.client(form)
        await client.hello()
        frame = encode(Chat(1, "né en pièces"), form)
        pieces = [masked(opcode, frame[:1], fin=False), masked(9, b"alive?")]
        pieces += [masked(0, frame[at : at + 1], fin=False) for at in range(1, len(frame))]
        for piece in (*pieces, masked(0, b"")):
            client.socket.transport.write(piece)

        said = await client.hear()
        assert isinstance(said, Said)
        assert said.text == "né en pièces"


async def test_frames_before_the_handshake_is_done(serve: Serve) -> None:
    """Frames sent along with the request, before its answer, are not listened to."""
    served = await serve(hello_seconds=0.2, close_seconds=0.1)
    reader, writer = await asyncio.open_connection("127.0.0.1", served.gateway.port)
    hello = encode(Hello(PROTOCOL_VERSION, "Zoé"), Format.MSGPACK)
    request = (
        "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Protocol: belote.v1.msgpack\r\n\r\n"
    )
    writer.write(request.encode() + masked(2, hello) * 20)
    async with asyncio.timeout(PATIENCE):
        answer = await reader.read()

    assert answer.startswith(b"HTTP/1.1 101 ")
    assert struct.pack("!H", 4003) in answer
    assert served.tables.posted == []
    assert served.tables.present == []
    writer.close()
    await writer.wait_closed()
