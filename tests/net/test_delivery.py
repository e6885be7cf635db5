"""Frames that leave: how they are gathered, in which order they arrive, and who is too slow."""

import asyncio
from collections.abc import Sequence

import pytest

from belote_protocol.codec import Format, encode
from belote_protocol.updates import Closing, Ok, Said
from belote_protocol.views import Person
from belote_server.net.link import Link
from belote_server.runtime.ports import Member
from tests.net.conftest import Serve
from tests.net.serving import Client, Served, closed, masked, turn, until

NOBODY = Person("", "")


def count_writes(served: Served) -> dict[Link, list[bytes]]:
    """Return what is written to each socket from now on, write by write."""
    written: dict[Link, list[bytes]] = {link: [] for link in served.links()}
    for link, writes in written.items():
        write = link.transport.write

        def note(data: bytes, writes: list[bytes] = writes, write: object = write) -> None:
            writes.append(data)
            assert callable(write)
            write(data)

        link.transport.write = note  # type: ignore[method-assign, assignment]
    return written


async def people(served: Served, count: int, form: Format = Format.MSGPACK) -> list[Client]:
    """Return clients that have said hello."""
    clients = [await served.client(form) for _ in range(count)]
    await asyncio.gather(*(client.hello() for client in clients))
    return clients


def push_all(members: Sequence[Member], numbers: Sequence[int]) -> None:
    """Push ``ok`` with each of *numbers* to all of *members*, each frame built once."""
    for number in numbers:
        frames = {form: encode(Ok(number), form) for form in Format}
        for member in members:
            member.push(frames[member.form])


async def test_one_write_for_each_socket_and_turn(serve: Serve) -> None:
    """Frames pushed in one turn of the loop reach each socket in one write."""
    served = await serve()
    clients = [*await people(served, 2), *await people(served, 2, Format.JSON)]
    written = count_writes(served)

    push_all(served.tables.present, range(1, 101))
    assert all(not writes for writes in written.values())
    for client in clients:
        assert [await client.hear() for _ in range(100)] == [*map(Ok, range(1, 101))]

    assert [len(writes) for writes in written.values()] == [1, 1, 1, 1]


async def test_a_large_audience(serve: Serve) -> None:
    """Everybody of a large audience hears everything, in order, whatever their format."""
    served = await serve()
    clients = [*await people(served, 200), *await people(served, 50, Format.JSON)]

    for number in range(1, 21):
        push_all(served.tables.present, [number])
        if number % 5 == 0:
            await turn()

    for client in clients:
        assert [await client.hear() for _ in range(20)] == [*map(Ok, range(1, 21))]


async def test_pings_fall_between_frames(serve: Serve) -> None:
    """Pings of both sides, their answers and a flow of frames do not get into each other."""
    served = await serve(ping_interval=0.001)
    [client] = await people(served, 1)
    [member] = served.tables.present
    [link] = served.links()
    text = "x" * 300

    async def listen() -> None:
        for number in range(3000):
            said = await client.hear()
            assert isinstance(said, Said)
            assert said.at == number

    listening = asyncio.ensure_future(listen())
    pongs = []
    for number in range(3000):
        member.push(encode(Said(NOBODY, number, text=text), member.form))
        if number % 30 == 0:
            pongs.append(await client.socket.ping())
            await turn()
    await listening
    await asyncio.gather(*pongs)
    await until(lambda: link.latency > 0)

    member.push(encode(Ok(1), member.form))
    assert await client.hear() == Ok(1)


async def test_the_librarys_close_comes_last(serve: Serve) -> None:
    """When a client hangs up, what was pushed in the same turn is written before the answer."""
    served = await serve()
    [client] = await people(served, 1)
    [member] = served.tables.present
    [link] = served.links()
    member.push(encode(Ok(1), member.form))
    link.data_received(masked(8, b"\x03\xe8"))
    member.push(encode(Ok(2), member.form))

    assert await client.hear_out() == [Ok(1)]
    assert client.socket.close_code == 1000


# --- slow readers -------------------------------------------------------------------------------


async def fill(served: Served, member: Member, link: Link, enough: int, size: int = 250) -> None:
    """Push frames to *member*, which does not read, until *enough* bytes wait."""
    number = 0
    while link.transport.get_write_buffer_size() < enough and not links_closed(served):
        for _ in range(64):
            number += 1
            member.push(encode(Said(NOBODY, number, text="x" * size), member.form))
        await turn()
        assert link.transport.get_write_buffer_size() <= served.settings.max_backlog


def links_closed(served: Served) -> bool:
    """Tell whether a socket was closed."""
    return b"belote_closed_total{" in served.metrics.text()


@pytest.mark.parametrize("form", Format)
async def test_t92_f26_a_slow_reader(serve: Serve, form: Format) -> None:
    """A reader that stops is closed with a code of its own, its memory bounded, others unharmed."""
    served = await serve(close_seconds=5)
    [slow] = await people(served, 1, form)
    [member] = served.tables.present
    [link] = served.links()
    slow.socket.transport.pause_reading()

    await fill(served, member, link, served.settings.max_backlog)
    await closed(served, "4002")
    assert link.transport.get_write_buffer_size() <= served.settings.max_backlog
    assert served.tables.gone_again == [member]
    [other] = await people(served, 1)
    push_all(served.tables.present, [1])
    assert await other.hear() == Ok(1)

    slow.socket.transport.resume_reading()
    heard = await slow.hear_out()
    *before, last = heard
    assert [update.at for update in before if isinstance(update, Said)] == [
        *range(1, len(before) + 1)
    ]
    assert last == Closing("too_slow", retry_after=1.0)
    assert slow.socket.close_code == 4002


async def test_t92_a_reader_that_never_comes_back(serve: Serve) -> None:
    """The socket of a reader that never reads again is cut once it had time to confirm."""
    served = await serve(close_seconds=0.05)
    [slow] = await people(served, 1)
    [member] = served.tables.present
    [link] = served.links()
    slow.socket.transport.pause_reading()

    await fill(served, member, link, served.settings.max_backlog)
    await closed(served, "4002")

    await until(lambda: link.transport.is_closing())
    await until(lambda: not served.links())


async def test_a_reader_without_a_sign_of_life(serve: Serve) -> None:
    """Who answers no pings is closed, also while frames wait for it."""
    served = await serve(ping_interval=0.3, ping_timeout=0.05, close_seconds=0.05)
    [slow] = await people(served, 1)
    [member] = served.tables.present
    [link] = served.links()
    slow.socket.transport.pause_reading()

    await fill(served, member, link, 50_000, size=500)
    assert not link.paused  # else the library would wait with its pings as well
    await closed(served, "1011")

    assert served.tables.gone_again == [member]
