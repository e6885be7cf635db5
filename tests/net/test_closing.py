"""Every way in which a connection ends well, over real sockets."""

import asyncio
import re
import time

import pytest
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed

from belote_protocol.codec import Format, encode
from belote_protocol.commands import Leave, Ping
from belote_protocol.updates import Closing, Ok
from belote_server.net.farewell import send_away
from belote_server.runtime.ports import Member
from tests.net.conftest import Serve
from tests.net.serving import PATIENCE, closed, drawn, masked, until

forms = pytest.mark.parametrize("form", Format)


@forms
async def test_closed_by_a_table(serve: Serve, form: Format) -> None:
    """What was pushed before a close comes first, then the reason, then the code; then nothing."""
    served = await serve()
    client = await served.client(form)
    await client.hello()
    [member] = served.tables.present
    for cmd in range(1, 100):
        member.push(encode(Ok(cmd), form))
    member.close(4001, Closing("replaced"))
    member.push(encode(Ok(100), form))
    member.close(4002, Closing("too_slow"))

    heard = [await client.hear() for _ in range(100)]

    assert heard == [*map(Ok, range(1, 100)), Closing("replaced")]
    with pytest.raises(ConnectionClosed) as end:
        await client.hear()
    assert end.value.rcvd is not None
    assert end.value.rcvd.code == 4001
    await closed(served, "4001")
    assert served.tables.gone_again == [member]


async def test_said_just_before_hanging_up(serve: Serve) -> None:
    """Commands that came before a close frame are done, and only then the person is gone."""
    served = await serve()
    client = await served.client()
    await client.hello()
    happened: list[object] = []
    served.tables.on_post = lambda member, command: happened.append(command)
    gone = served.tables.gone

    def note(member: Member) -> None:
        happened.append("gone")
        gone(member)

    served.tables.gone = note  # type: ignore[method-assign]
    frame = encode(Leave(1), Format.MSGPACK)
    client.socket.transport.write(masked(2, frame) * 3 + masked(8, b"\x03\xe8"))
    await closed(served, "1000")

    assert happened == [Leave(1)] * 3 + ["gone"]


@pytest.mark.parametrize("how", ["close", "abort", "half-close", "table", "drain", "bug", "flood"])
async def test_gone_once(serve: Serve, how: str) -> None:
    """However a connection ends, the tables are told exactly once, and no task is left."""
    served = await serve(burst=3, rate=0.001)
    client = await served.client()
    await client.hello()
    [member] = served.tables.present
    transport = client.socket.transport
    match how:
        case "close":
            await client.close()
        case "abort":
            transport.abort()
        case "half-close":
            transport.write_eof()
        case "table":
            member.close(4001, Closing("replaced"))
            member.close(4001, Closing("replaced"))
        case "drain":
            await served.close()
        case "bug":
            served.tables.on_post = lambda member, command: 1 / 0  # type: ignore[assignment]
            with capture_logs():
                await client.say(Leave(1))
                await client.end()
        case _:
            await client.say(*[Ping()] * 5)
            await client.end()
    await until(lambda: bool(served.tables.gone_again))
    await served.close()
    await until(lambda: len(asyncio.all_tasks()) == 1)

    assert served.tables.gone_again == [member]
    assert served.tables.present == []


async def test_t113_sent_away(serve: Serve) -> None:
    """A server that stops tells everybody when to come back, and takes nobody in."""
    served = await serve(drain_spread=0.1)
    clients = [await served.client(form) for form in Format for _ in range(5)]
    for client in clients:
        await client.hello()

    stopping = asyncio.ensure_future(served.gateway.close())
    ends = [await client.end() for client in clients]
    await stopping

    assert {code for code, _ in ends} == {1012}
    closings = [closing for _, closing in ends if closing is not None]
    assert {closing.reason for closing in closings} == {"restarting"}
    waits = [closing.retry_after or 0 for closing in closings]
    assert len(set(waits)) == len(clients)
    assert all(1 <= wait <= 3 for wait in waits)
    with pytest.raises(ConnectionRefusedError):
        await served.connect()
    assert served.metrics.registry.get_sample_value("belote_connections") == 0


async def test_sent_away_while_silent(serve: Serve) -> None:
    """Sockets that have not said hello, or never will, do not hold up the end."""
    served = await serve(close_seconds=0.1)
    await served.client()
    reader, writer = await asyncio.open_connection("127.0.0.1", served.gateway.port)
    writer.write(b"GET /ws HTTP/1.1\r\n")
    deaf = await served.client()
    deaf.socket.transport.pause_reading()

    async with asyncio.timeout(PATIENCE):
        writer.close()
        await served.gateway.close()
    assert reader.at_eof() in (True, False)


async def test_counts(serve: Serve) -> None:
    """What came and went is counted."""
    served = await serve()
    client = await served.client()
    await client.hello()
    await client.say(Leave(1), Leave(2), Ping(3))
    for _ in range(3):
        await client.hear()

    figures = served.metrics.text().decode()

    assert "belote_connections 1.0\n" in figures
    assert "belote_frames_in_total 4.0\n" in figures
    assert "belote_frames_out_total 4.0\n" in figures
    assert 'belote_commands_total{type="leave"} 2.0\n' in figures
    assert re.search(r"belote_bytes_out_total \d+\.0\n", figures)


async def test_codes_of_clients_make_no_new_figures(serve: Serve) -> None:
    """A client's own close code is not counted by itself: there are four thousand of them."""
    served = await serve()
    client = await served.client()
    await client.socket.close(code=4999)
    await closed(served, "other")


async def test_members_are_members(serve: Serve) -> None:
    """A connection is a member of tables, as the runtime's port says it."""
    served = await serve()
    client = await served.client()
    await client.hello(" Zoé  M ")
    member: Member = served.tables.present[0]

    assert (member.name, member.form) == ("Zoé M", Format.MSGPACK)
    assert re.fullmatch("[0-9a-f]{64}", member.key)
    assert re.fullmatch("[0-9a-f]{12}", member.public_id)
    await send_away([member], 0.0, drawn)
    assert (await client.end())[0] == 1012


@pytest.mark.parametrize("sign", ["a command", "an answer to a ping of the server's"])
async def test_t32_signs_of_life(serve: Serve, sign: str) -> None:
    """Whatever a client sends shows that it lives, and so do its answers to pings."""
    served = await serve()
    client = await served.client()
    await client.hello()
    (member,) = served.tables.present
    since = time.time()
    member.last_sign = 0.0
    if sign == "a command":
        await client.say(Ping(1))
        await client.hear()
    else:
        (link,) = served.links()
        answered = await link.ping()
        async with asyncio.timeout(PATIENCE):
            await answered

    assert since <= member.last_sign <= time.time()
