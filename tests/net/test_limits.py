"""What one person, one address and everybody may do, over real sockets."""

from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from belote_protocol.codec import Format, encode
from belote_protocol.commands import Chat, Join, Leave, Ping
from belote_protocol.updates import Ok, Pong, Refused, Said
from belote_protocol.vocab import RefusalCode
from belote_server.config import Range
from tests.net.conftest import Serve
from tests.net.serving import Client, Served, closed, until

HERE = (Range("127.0.0.0/8"),)


async def guest(served: Served, address: str = "203.0.113.7", **hello: Any) -> Client:
    """Return a client that has said hello, of whom a proxy said where it comes from."""
    client = await served.client(additional_headers={"X-Forwarded-For": address})
    await client.hello(**hello)
    return client


def figure(served: Served, name: str, **labels: str) -> float:
    """Return one of the figures."""
    return served.metrics.registry.get_sample_value(name, labels) or 0


def refusals(served: Served, code: RefusalCode) -> float:
    """Return how often *code* was counted."""
    return figure(served, "belote_refusals_total", code=code.value)


async def test_a_person_has_one_rate(serve: Serve) -> None:
    """Whoever opens more connections can send no more frames."""
    served = await serve(rate=0.001, burst=6)
    one = await served.client()
    token = (await one.hello()).token  # the person's frames begin to count after it
    other = await served.client(Format.JSON)
    await other.hello(token=token)

    for client in (one, other, one):
        await client.say(Ping(1), Ping(2))
        assert isinstance(await client.hear(), Pong)
        assert isinstance(await client.hear(), Pong)
    await other.say(Ping(3))
    assert (await other.end())[0] == 4008


async def test_long_frames_count_more(serve: Serve) -> None:
    """A frame counts once more for each KiB, so that bytes are limited with the frames."""
    served = await serve(rate=0.001, burst=40)
    client = await served.client()
    await client.hello()
    client.socket.transport.pause_reading()
    long = b"\xc4\xff" + b"x" * 15_000  # no command, but that is seen only after it was counted
    await client.socket.send(long)
    client.socket.transport.resume_reading()
    assert (await client.end())[0] == 4003

    flood = await served.client()
    await flood.hello()
    await flood.say(*[Chat(nth, "ä" * 300) for nth in range(1, 60)])
    assert (await flood.end())[0] == 4008


async def test_an_address_has_a_rate(serve: Serve) -> None:
    """However many people speak from one address, they have its frames together."""
    served = await serve(proxies=HERE, address_rate=0.001, address_burst=30)
    first, second = await guest(served), await guest(served)
    elsewhere = await guest(served, "198.51.100.1")

    await first.say(*[Ping(1)] * 18)
    assert len([await first.hear() for _ in range(18)]) == 18
    await second.say(Ping(1), Ping(1))

    assert (await second.end())[0] == 4008
    await elsewhere.say(Ping(1))
    assert isinstance(await elsewhere.hear(), Pong)


async def test_t96_a_school_comes_back_at_once(serve: Serve) -> None:
    """Sixty people behind one address lose their lines and are all back, three times over."""
    served = await serve(proxies=HERE)
    tokens: list[str | None] = [None] * 60
    for _ in range(3):
        people = []
        for at, token in enumerate(tokens):
            client = await served.client(additional_headers={"X-Forwarded-For": "203.0.113.7"})
            tokens[at] = (await client.hello(token=token)).token
            people.append(client)
        for client in people:
            client.socket.transport.abort()
        await until(lambda: figure(served, "belote_connections") == 0)
    assert b"belote_turned_away_total{" not in served.metrics.text()
    assert len(set(tokens)) == 60


async def test_too_many_of_one_address(serve: Serve) -> None:
    """An address with too many connections is told so by a status, and others come in."""
    served = await serve(proxies=HERE, max_per_address=2)
    first, _ = await guest(served), await guest(served)

    with pytest.raises(InvalidStatus) as refused:
        await guest(served)

    assert refused.value.response.status_code == 429
    assert int(refused.value.response.headers["Retry-After"]) > 0
    assert figure(served, "belote_turned_away_total", why="address") == 1
    await guest(served, "203.0.113.8")
    await first.close()
    await until(lambda: figure(served, "belote_connections") == 2)
    await guest(served)


async def test_a_full_server(serve: Serve) -> None:
    """A server with as many people as it takes tells the next one to come later."""
    served = await serve(max_connections=1)
    first = await served.client()
    await first.hello()

    with pytest.raises(InvalidStatus) as refused:
        await served.client()

    assert refused.value.response.status_code == 503
    await first.close()
    await until(lambda: figure(served, "belote_connections") == 0)
    await (await served.client()).hello()


async def test_silent_sockets_are_few(serve: Serve) -> None:
    """Beyond so many sockets that said nothing, the next is cut off; those who spoke go on."""
    served = await serve(max_silent=3)
    spoke = await served.client()
    await spoke.hello()
    silent = [await served.client() for _ in range(3)]

    with suppress(ConnectionError):
        assert await served.ask("GET /healthz HTTP/1.1\nHost: a\n\n") == ""
    assert figure(served, "belote_turned_away_total", why="silent") == 1
    await silent[0].hello()
    assert "alive" in await served.ask("GET /healthz HTTP/1.1\nHost: a\n\n")
    await spoke.say(Ping(1))
    assert isinstance(await spoke.hear(), Pong)


async def test_wrong_codes(serve: Serve) -> None:
    """Who tries too many codes is refused for a while, in `hello` and in `join`, and counted."""
    served = await serve(code_tries=3)
    served.tables.codes = {"RIGHT"}
    guesser = await served.client()
    token = (await guesser.hello(room="WRONG")).token
    await guesser.say(Join(1, "WRONG"), Join(2, "WRONG"))
    assert [await guesser.hear() for _ in range(2)] == [Ok(1), Ok(2)]  # the parlour takes anybody

    await guesser.say(Join(3, "RIGHT"), Leave(4))
    assert await guesser.hear() == Refused(3, RefusalCode.TOO_MANY_TRIES)
    assert await guesser.hear() == Ok(4)
    again = await served.client(Format.JSON)
    welcome = await again.hello(token=token, room="RIGHT")

    assert welcome.refused is RefusalCode.TOO_MANY_TRIES
    assert refusals(served, RefusalCode.TOO_MANY_TRIES) == 2
    assert (await (await served.client()).hello(room="RIGHT")).refused is None


async def test_chat_that_does_not_end(serve: Serve) -> None:
    """A flood of words reaches nobody, and its sender may go on playing."""
    served = await serve(chat_rate=0.01, chat_burst=3)
    talker, hearer = await served.client(), await served.client()
    await talker.hello(room="ABCD")
    await hearer.hello(room="ABCD")

    await talker.say(*[Chat(cmd, "spam") for cmd in range(1, 50)], Leave(50))
    await until(lambda: any(command == Leave(50) for command, _ in served.tables.posted))
    served.tables.tell("ABCD", Ok(99))

    heard = [await hearer.hear() for _ in range(4)]
    assert [type(each) for each in heard] == [Said, Said, Said, Ok]
    assert refusals(served, RefusalCode.TOO_MUCH_CHAT) == 46


async def test_what_tables_refuse_is_counted(serve: Serve) -> None:
    """A refusal that comes from a table is counted by its code."""
    served = await serve()
    client = await served.client()
    await client.hello()
    [member] = served.tables.present
    member.push(encode(Refused(1, RefusalCode.BUSY), member.form))
    member.count_refusal(RefusalCode.BUSY)

    assert await client.hear() == Refused(1, RefusalCode.BUSY)
    assert refusals(served, RefusalCode.BUSY) == 1
    await client.close()
    await closed(served, "1000")
    assert served.gateway._doors.speaking == 0
    assert served.gateway._doors.silent == 0
