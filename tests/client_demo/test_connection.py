"""A client on a real socket: it comes back when it should, and loses and doubles nothing."""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import pytest

from belote_protocol.codec import Format
from client_demo.connection import Connection, Over
from client_demo.retry import State, Status
from client_demo.session import Heard, Session
from tests.helpers import views
from tests.helpers.scripted import Peer, Waits, playing

AT_TRICK_3 = views.match(
    phase="play",
    deal=views.deal(
        contract="S:80H",
        tricks=[{"leader": "S", "cards": ["7S", "8S", "9S", "TS"], "winner": "S", "points": 10}]
        * 2,
    ),
)


class Client:
    """
    A client whose waits are over at once.

    Attributes:
        heard: All it was told.
        now: What its clock shows.
    """

    def __init__(self, *, code: str | None = None, form: Format = Format.MSGPACK) -> None:
        self.session = Session("Anna", code=code)
        self.waits = Waits()
        self.heard: list[Heard | Status] = []
        self.now = 100.0
        self._form = form

    def at(self, address: str, *, attempts: int = 10) -> Connection:
        """Return a connection to *address*."""
        return Connection(
            address,
            self.session,
            form=self._form,
            listen=self.heard.append,
            clock=lambda: self.now,
            chance=lambda: 0.5,
            sleep=self.waits.sleep,
            ping_every=self.waits.pinging,
            attempts=attempts,
        )

    @property
    def states(self) -> list[State]:
        """How it stood with the server, in order."""
        return [each.state for each in self.heard if isinstance(each, Status)]


async def stay(peer: Peer) -> None:
    """Welcome a client to a table at version 4, and let it go when it likes."""
    await peer.welcome(snapshot=views.snapshot(4))
    await peer.ended()


def closing_with(code: int, **closing: Any) -> Callable[[Peer], Any]:
    """Return a script that welcomes a client and sends it away."""

    async def script(peer: Peer) -> None:
        await peer.welcome(snapshot=views.snapshot(3))
        await peer.close(code, **closing)

    return script


async def over(connection: Connection) -> str:
    """Wait until a client has given up, and return why."""
    with pytest.raises(Over) as end:
        await connection.until(lambda _: False)
    return str(end.value)


@pytest.mark.parametrize("form", Format)
async def test_a_table_is_followed(form: Format) -> None:
    """In both formats a client is welcomed, asks, is answered, and follows the table."""

    async def script(peer: Peer) -> None:
        assert await peer.welcome() == {"t": "hello", "protocol": 1, "name": "Anna", "lang": "en"}
        assert await peer.heard() == {"t": "join", "cmd": 1, "code": "SITSIT"}
        await peer.tell({"t": "ok", "cmd": 1, "v": 4, "last_cmd": 7}, views.snapshot(4))
        assert await peer.heard() == {"t": "sit", "cmd": 8, "seat": "S"}
        seated = {"e": "seated", "seat": "S", "id": "p1", "name": "Anna"}
        await peer.tell({"t": "ok", "cmd": 8, "v": 5}, views.happened(5, seated))
        assert await peer.ended() == 1000

    client = Client(form=form)
    async with playing(script) as played, client.at(played.address) as connection:
        assert (await connection.ask("join", code="SITSIT"))["last_cmd"] == 7
        assert await connection.ask("sit", seat="S") == {"t": "ok", "cmd": 8, "v": 5}
        table = await connection.until(lambda table: table.v == 5)

    assert table.room["seats"][0]["person"]["name"] == "Anna"
    assert client.states == [State.OPEN]
    assert client.waits.waited == []


async def test_t20_asked_before_there_was_a_connection() -> None:
    """A command from before the socket was open is delivered once after it."""
    heard = []

    async def script(peer: Peer) -> None:
        await peer.welcome(snapshot=views.snapshot(4))
        heard.append(await peer.heard())
        await peer.tell({"t": "ok", "cmd": 1, "v": 4})
        heard.append(await peer.heard())
        await peer.tell({"t": "pong", "id": 1, "server_time": 5.0})
        await peer.ended()

    client = Client(code="SITSIT")
    refused = (HTTPStatus.SERVICE_UNAVAILABLE,)
    async with playing(script, statuses=refused) as played, client.at(played.address) as connection:
        assert await connection.ask("ready") == {"t": "ok", "cmd": 1, "v": 4}
        await connection.ping()
        await connection.until(lambda _: len(heard) == 2)

    assert heard == [{"t": "ready", "cmd": 1}, {"t": "ping", "id": 1}]
    assert client.states == [State.RECONNECTING, State.OPEN]


async def test_t21_what_was_under_way_when_the_line_broke() -> None:
    """The oldest unanswered command comes first, unchanged; a card for an older trick never."""
    play = {"t": "play", "deal": 1, "trick": 2, "card": "JS"}

    async def broken(peer: Peer) -> None:
        await peer.welcome(snapshot=views.snapshot(4), last_cmd=5)
        assert await peer.heard() == {**play, "trick": 1, "cmd": 6}
        peer.drop()

    async def resumed(peer: Peer) -> None:
        hello = await peer.welcome(snapshot=views.snapshot(9, match=AT_TRICK_3), last_cmd=5)
        assert {"room": "SITSIT", "v": 4, "term": "a"}.items() <= hello.items()
        assert await peer.heard() == {**play, "trick": 1, "cmd": 6}
        await peer.tell({"t": "refused", "cmd": 6, "code": "stale_place", "v": 9})
        assert await peer.heard() == {**play, "trick": 3, "cmd": 7}
        await peer.tell({"t": "ok", "cmd": 7, "v": 10})
        await peer.ended()

    client = Client(code="SITSIT")
    async with (
        playing(broken, resumed) as played,
        client.at(played.address) as connection,
    ):
        answers = await asyncio.gather(
            connection.ask("play", deal=1, trick=1, card="JS"),
            connection.ask("play", deal=1, trick=2, card="JS"),
            connection.ask("play", deal=1, trick=3, card="JS"),
        )

    assert [answer["t"] for answer in answers] == ["refused", "refused", "ok"]
    assert client.states == [State.OPEN, State.RECONNECTING, State.OPEN]
    assert client.waits.waited == [0.5]


async def test_t9_a_missed_version() -> None:
    """A gap is closed by a new connection, whose snapshot brings the client up to date."""

    async def gap(peer: Peer) -> None:
        await peer.welcome(snapshot=views.snapshot(4))
        await peer.tell(views.happened(4), views.happened(5), views.happened(7))
        assert await peer.ended() == 1000

    async def whole(peer: Peer) -> None:
        hello = await peer.welcome(snapshot=views.snapshot(7))
        assert hello["v"] == 5
        await peer.ended()

    client = Client(code="SITSIT")
    async with playing(gap, whole) as played, client.at(played.address) as connection:
        await connection.until(lambda table: table.v == 7)

    assert client.states == [State.OPEN, State.RECONNECTING, State.OPEN]


async def test_t113_a_restart() -> None:
    """A server that restarts is waited for as long as it says, and a random part longer."""
    client = Client(code="SITSIT")
    restart = closing_with(1012, reason="restarting", retry_after=2.0)
    async with playing(restart, stay) as played, client.at(played.address) as connection:
        await connection.until(lambda table: table.v == 4)

    assert client.states == [State.OPEN, State.RESTARTING, State.OPEN]
    assert client.waits.waited == [2.5]


@pytest.mark.parametrize("code", [1000, 1001, 1011, 4002, 4999])
async def test_it_comes_back(code: int) -> None:
    """After most closes a client comes back by itself, and a snapshot follows."""
    client = Client(code="SITSIT")
    async with playing(closing_with(code), stay) as played, client.at(played.address) as connection:
        await connection.until(lambda table: table.v == 4)

    assert client.states == [State.OPEN, State.RECONNECTING, State.OPEN]


@pytest.mark.parametrize(
    ("code", "closing", "state", "why"),
    [
        (4001, {"reason": "replaced"}, State.REPLACED, "opened elsewhere"),
        (4003, {"reason": "bad_frame", "detail": "at `$.cmd`"}, State.CLOSED, "at `$.cmd`"),
        (4004, {"reason": "protocol", "detail": "too old"}, State.OUTDATED, "please upgrade"),
        (1008, {}, State.CLOSED, "closed with 1008"),
    ],
)
async def test_t122_it_stays_away(
    code: int, closing: dict[str, Any], state: State, why: str
) -> None:
    """A client that would only be sent away again stays away, and whoever waits is told."""
    client = Client()
    sent_away = closing_with(code, **closing)
    async with playing(sent_away) as played, client.at(played.address) as connection:
        assert why in await over(connection)
        assert (await connection.ask("ready"))["t"] == "refused"

    assert client.states == [State.OPEN, state]
    assert played.connections == 1


async def test_whoever_asked_is_not_left_waiting() -> None:
    """A command that nobody will answer any more is refused by the client itself."""

    async def script(peer: Peer) -> None:
        await peer.welcome(snapshot=views.snapshot(4))
        await peer.heard("ready")
        await peer.close(4001, reason="replaced")

    client = Client(code="SITSIT")
    async with playing(script) as played, client.at(played.address) as connection:
        assert (await connection.ask("ready"))["t"] == "refused"


async def test_leaving_the_client_leaves_nobody_waiting() -> None:
    """Who still waits when a client ends is told that it is over."""
    started = asyncio.Event()

    async def wait(connection: Connection) -> str:
        started.set()
        return await over(connection)

    client = Client(code="SITSIT")
    async with playing(stay) as played:
        async with client.at(played.address) as connection:
            waiting = asyncio.create_task(wait(connection))
            await started.wait()
        assert await waiting == "closed: stopped"


async def test_no_longer_at_the_table() -> None:
    """Whoever waits for a table is told when there is none any more."""

    async def script(peer: Peer) -> None:
        await peer.welcome(snapshot=views.snapshot(4))
        await peer.tell({"t": "left", "reason": "removed"})
        await peer.ended()

    client = Client(code="SITSIT")
    async with playing(script) as played, client.at(played.address) as connection:
        assert await over(connection) == "no longer at the table: removed"


@pytest.mark.parametrize(
    ("status", "states"),
    [
        (HTTPStatus.FORBIDDEN, [State.CLOSED]),
        (HTTPStatus.NOT_FOUND, [State.CLOSED]),
        (HTTPStatus.TOO_MANY_REQUESTS, [State.RECONNECTING, State.OPEN]),
        (HTTPStatus.SERVICE_UNAVAILABLE, [State.RECONNECTING, State.OPEN]),
    ],
)
async def test_a_refused_handshake(status: HTTPStatus, states: list[State]) -> None:
    """What may pass is tried again; what will not, is not."""
    client = Client(code="SITSIT")
    async with (
        playing(stay, statuses=(status,)) as played,
        client.at(played.address) as connection,
    ):
        if states[-1] is State.OPEN:
            await connection.until(lambda table: table.v == 4)
        else:
            assert str(int(status)) in await over(connection)

    assert client.states == states


async def test_nobody_there() -> None:
    """Without a server a client tries for a while, less and less often, and then gives up."""
    async with playing(stay) as played:
        pass
    client = Client()
    async with client.at(played.address, attempts=4) as connection:
        assert "gave up after 4 attempts" in await over(connection)

    assert client.states == [*[State.RECONNECTING] * 3, State.CLOSED]
    assert client.waits.waited == [0.5, 1.0, 2.0]


async def test_no_address() -> None:
    """What is no address is not tried twice."""
    client = Client()
    async with client.at("http://example.invalid/") as connection:
        assert "http://example.invalid/" in await over(connection)


@pytest.mark.parametrize("offered", [(), (Format.MSGPACK,)])
async def test_another_protocol(offered: tuple[str, ...]) -> None:
    """A server that does not speak the format that was asked for is left alone."""

    async def script(peer: Peer) -> None:
        await peer.ended()

    client = Client(form=Format.JSON)
    async with (
        playing(script, subprotocols=offered) as played,
        client.at(played.address, attempts=1) as connection,
    ):
        await over(connection)

    assert client.states == [State.CLOSED]


async def test_a_frame_that_is_none() -> None:
    """A server whose frames can't be read is left alone."""

    async def script(peer: Peer) -> None:
        await peer.welcome()
        await peer.send(b"\xc1")
        await peer.ended()

    client = Client()
    async with playing(script) as played, client.at(played.address) as connection:
        assert "not a frame" in await over(connection)


async def test_t67_how_long_a_turn_lasts() -> None:
    """The time left is told by the server's clock, estimated anew with each ping."""
    turn = {"seat": "W", "deadline": 1030.0}

    async def script(peer: Peer) -> None:
        await peer.welcome(server_time=1000.0, snapshot=views.snapshot(4, turn=turn))
        ping = await peer.heard("ping")
        await peer.tell({"t": "pong", "id": ping.get("id", 0), "server_time": 1020.0})
        await peer.tell(views.happened(5))
        await peer.ended()

    client = Client(code="SITSIT")
    async with playing(script) as played, client.at(played.address) as connection:
        assert connection.seconds_left() is None
        await connection.until(lambda table: table.v == 4)
        assert connection.seconds_left() == pytest.approx(30.0)
        client.now += 20.0
        assert connection.seconds_left() == pytest.approx(10.0)
        client.now += 20.0
        assert connection.seconds_left() == 0.0
        await connection.ping()
        await connection.until(lambda table: table.v == 5)
        assert connection.seconds_left() is None


async def test_pings_go_on() -> None:
    """A client asks for the time by itself, whenever the time for it has come."""
    ticks: asyncio.Queue[None] = asyncio.Queue()

    async def sleep(seconds: float) -> None:
        assert seconds == 7.0
        await ticks.get()

    async def script(peer: Peer) -> None:
        await peer.welcome(snapshot=views.snapshot(4))
        for number in (1, 2, 3):
            ticks.put_nowait(None)
            assert await peer.heard() == {"t": "ping", "id": number}
        await peer.tell(views.happened(5))
        await peer.ended()

    client = Client(code="SITSIT")
    async with (
        playing(script) as played,
        Connection(
            played.address, client.session, sleep=sleep, clock=lambda: 0.0, ping_every=7.0
        ) as connection,
    ):
        await connection.until(lambda table: table.v == 5)


async def test_a_listener_that_fails() -> None:
    """A fault in whoever listens ends the client and is raised where it is used."""

    def fail(heard: Heard | Status) -> None:
        raise LookupError("no such screen")

    client = Client(code="SITSIT")
    async with playing(stay) as played:
        with pytest.raises(LookupError, match="no such screen"):
            async with Connection(played.address, client.session, listen=fail) as connection:
                await over(connection)


async def test_an_answer_nobody_waits_for_any_more() -> None:
    """Whoever stops waiting for an answer does no harm to the next who asks."""

    async def script(peer: Peer) -> None:
        await peer.welcome(snapshot=views.snapshot(4))
        await peer.heard("ready")
        asking.cancel()
        await peer.tell({"t": "ok", "cmd": 1, "v": 4})
        await peer.heard("rematch")
        await peer.tell({"t": "refused", "cmd": 2, "code": "not_now"})
        await peer.ended()

    client = Client(code="SITSIT")
    async with playing(script) as played, client.at(played.address) as connection:
        asking = asyncio.create_task(connection.ask("ready"))
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert (await connection.ask("rematch"))["code"] == "not_now"
