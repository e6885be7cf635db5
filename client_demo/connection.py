"""
A session with a socket under it: connects, comes back by itself, and says how it stands.

Time and chance are arguments, so that a test can hold both.
"""

import asyncio
import contextlib
import random
import time
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.typing import Subprotocol

from belote_protocol.codec import Format
from client_demo.lobby import Lobby
from client_demo.model import Gap, Table
from client_demo.retry import State, Status
from client_demo.session import Heard, Session
from client_demo.wire import BadUpdate, Command, Update, pack, unpack

NO_CLOSE, BAD_UPDATE, SENT_AWAY = 1006, 1007, 1008
"""Close codes for what ends without one: a lost line, a broken frame, a refused handshake."""

Listener = Callable[[Heard | Status], None]


class Over(Exception):
    """The client has given up; the text says why."""


class Connection:
    """
    A client at work, from ``async with`` to its end.

    Attributes:
        session: What the client knows.
        status: How it stands with the server.
    """

    def __init__(
        self,
        address: str,
        session: Session,
        *,
        form: Format = Format.MSGPACK,
        listen: Listener = lambda _: None,
        clock: Callable[[], float] = time.monotonic,
        chance: Callable[[], float] = random.random,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        ping_every: float = 10.0,
        sign_within: float = 5.0,
        attempts: int = 10,
    ) -> None:
        """
        Prepare a client.

        Args:
            address: Where the server listens, such as ``ws://127.0.0.1:8000/ws``.
            session: Who the client is.
            form: The format of its frames.
            listen: Called with each update, and each change of status, in order.
            clock: Seconds that run evenly.
            chance: A number from 0 up to 1, drawn for each wait.
            sleep: Waits for so many seconds.
            ping_every: Seconds between two questions for the server's time.
            sign_within: Seconds between two signs of life of the server's. One that is late by as
                much again means a dead line, which is given up before it costs a turn.
            attempts: How often in a row to try before giving up.
        """
        self.session = session
        self.status = Status(State.CONNECTING)
        self._address = address
        self._form = form
        self._listen = listen
        self._clock = clock
        self._chance = chance
        self._sleep = sleep
        self._ping_every = ping_every
        self._sign_within = sign_within
        self._attempts = attempts
        self._socket: ClientConnection | None = None
        self._news = asyncio.Event()
        self._life: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._life = asyncio.create_task(self._live())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._life is not None
        self._life.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._life

    @property
    def table(self) -> Table | None:
        """The table, while there is one."""
        return self.session.table

    @property
    def lobby(self) -> Lobby:
        """The public tables, while the client browses them."""
        return self.session.lobby

    def seconds_left(self) -> float | None:
        """Return how long the turn or pause still lasts; ``None`` where it has no end."""
        return self.seconds_until(self.table.room["turn"].get("deadline") if self.table else None)

    def seconds_until(self, instant: float | None) -> float | None:
        """Return the seconds until *instant* of the server's clock, never fewer than none."""
        return self.session.clock.left(instant, self._clock())

    async def ask(self, kind: str, **fields: Any) -> Update:
        """Ask for something, over as many connections as it takes; return the answer."""
        answer: asyncio.Future[Update] = asyncio.get_running_loop().create_future()

        def done(update: Update) -> None:
            if not answer.done():  # whoever asked may have stopped waiting
                answer.set_result(update)

        self.session.ask({"t": kind, **fields}, done)
        if self.status.is_over:
            self.session.give_up()
        await self._send_due()
        return await answer

    async def until(self, condition: Callable[[Table], bool]) -> Table:
        """
        Wait until *condition* holds for the table, and return it.

        Raises:
            Over: It never will.
        """
        while True:
            news = self._news
            if self.table is not None and condition(self.table):
                return self.table
            if self.status.is_over:
                raise Over(f"{self.status.state}: {self.status.reason}")
            if self.session.away:
                raise Over(f"no longer at the table: {self.session.away}")
            await news.wait()

    async def changed(self) -> None:
        """Wait for the next update or change of status."""
        await self._news.wait()

    async def ping(self) -> None:
        """Ask for the server's time."""
        await self._send(self.session.ping(self._clock()))

    # --- one life, many sockets ------------------------------------------------------------------

    async def _live(self) -> None:
        try:
            while not self.status.is_over:
                code, reason = await self._connected()
                self._tell(self._after(code, reason))
                if self.status.retry_in is not None:
                    await self._sleep(self.status.retry_in)
        finally:  # whatever happened, nobody waits for ever
            if not self.status.is_over:
                self.status = Status(State.CLOSED, "stopped")
            self.session.give_up()
            self._stir()

    def _after(self, code: int, reason: str) -> Status:
        status = self.session.closed(code, reason, self._chance())
        tries = self.session.attempt
        if status.is_over or tries < self._attempts:
            return status
        return Status(State.CLOSED, f"gave up after {tries} attempts: {status.reason}")

    async def _connected(self) -> tuple[int, str]:
        """Make a connection and hold it to its end; return how it was closed, and why."""
        try:
            async with connect(
                self._address,
                subprotocols=[Subprotocol(self._form.value)],
                compression=None,
                proxy=None,
                ping_interval=self._sign_within,
                ping_timeout=self._sign_within,
                close_timeout=2,
            ) as socket:
                return await self._converse(socket)
        except InvalidStatus as error:
            status = error.response.status_code
            passing = status >= 500 or status in (408, 429)
            return NO_CLOSE if passing else SENT_AWAY, f"refused with HTTP status {status}"
        except InvalidURI as error:
            return SENT_AWAY, str(error)
        except (OSError, TimeoutError, InvalidHandshake) as error:
            return NO_CLOSE, str(error) or type(error).__name__

    async def _converse(self, socket: ClientConnection) -> tuple[int, str]:
        if socket.subprotocol != self._form.value:
            return SENT_AWAY, f"the server does not speak {self._form.value}"
        self._socket = socket
        pinging = asyncio.create_task(self._keep_asking_the_time())
        try:
            await self._send(self.session.hello(self._clock()))
            while True:
                await self._hear(unpack(await socket.recv(), self._form))
        except ConnectionClosed:
            return socket.close_code or NO_CLOSE, socket.close_reason or ""
        except Gap as error:
            return NO_CLOSE, str(error)
        except BadUpdate as error:
            return BAD_UPDATE, str(error)
        except asyncio.CancelledError:
            await socket.close()  # in good order, where the library would tell of a failure
            raise
        finally:
            self._socket = None
            pinging.cancel()

    async def _hear(self, update: Update) -> None:
        for heard in self.session.receive(update, self._clock()):
            self._listen(heard)
        if update["t"] == "welcome":
            self._tell(Status(State.OPEN))
        self._stir()
        await self._send_due()

    async def _keep_asking_the_time(self) -> None:
        while True:
            await self._sleep(self._ping_every)
            await self.ping()

    async def _send_due(self) -> None:
        while self._socket is not None and (command := self.session.due()) is not None:
            await self._send(command)

    async def _send(self, command: Command) -> None:
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):  # whoever reads will notice
                await self._socket.send(pack(command, self._form))

    def _tell(self, status: Status) -> None:
        self.status = status
        self._listen(status)
        self._stir()

    def _stir(self) -> None:
        """Wake everybody who waits for news."""
        self._news.set()
        self._news = asyncio.Event()
