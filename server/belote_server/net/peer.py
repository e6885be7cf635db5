"""
One connection from end to end: what it says goes to the tables, what they say goes to it.

A `Peer` stands between three that know nothing of each other: the `Session` that judges frames, the
`Outbox` that sends them, and the tables, which see it as a member. Whatever goes wrong in it ends
this connection and no other.
"""

import asyncio
from typing import Protocol

import structlog
from msgspec import Struct
from msgspec.structs import replace

from belote_protocol.codec import Format, encode
from belote_protocol.commands import Hello, NumberedCommand
from belote_protocol.updates import Closing
from belote_protocol.vocab import RefusalCode
from belote_server.config import Settings
from belote_server.net import codes
from belote_server.net.auth import identify
from belote_server.net.conduct import LIMITED, Conduct
from belote_server.net.doors import Doors, Visit
from belote_server.net.outbox import BINARY, TEXT, Flusher, Outbox, Transport
from belote_server.net.session import Answer, Close, Enter, Post, Session
from belote_server.observe import Metrics
from belote_server.runtime.ports import Chance, Clock, Tables

_log = structlog.get_logger()


class Socket(Protocol):
    """What a peer needs of its connection besides the transport."""

    @property
    def transport(self) -> Transport:
        """Where bytes are written."""

    def finish(self, code: int) -> None:
        """Close with *code*, at once after what was written; nothing is read any more."""

    def abort(self) -> None:
        """Cut the connection."""


class Surroundings(Struct, frozen=True):
    """What all connections of a server share."""

    tables: Tables
    settings: Settings
    metrics: Metrics
    doors: Doors
    flusher: Flusher
    clock: Clock
    chance: Chance


class Peer:
    """
    A connection, and the person at its other end.

    Attributes:
        key: Who the person is, for the server alone; empty before ``hello``.
        public_id: Who the person is, for everybody.
        name: What others read.
        form: The format of its frames.
        last_sign: When it last gave a sign of life, in Unix seconds.
        ended: Done once nothing more will be sent.
        code: With which code it was closed; ``None`` if not by us.
    """

    def __init__(self, around: Surroundings, socket: Socket, form: Format, visit: Visit) -> None:
        self.key = self.public_id = self.name = ""
        self.form = form
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.code: int | None = None
        self._around = around
        self._clock = around.clock
        self.last_sign = self._clock()
        self._traffic = around.metrics.traffic
        self._socket = socket
        self._entered = False
        self._hello: asyncio.TimerHandle | None = None
        address = visit.address
        self._visit = visit
        self._conduct = Conduct(around.tables.knows, address)
        frames = None if address is None else address.frames
        self._session = Session(form, around.settings, self._clock(), frames)
        self._outbox = Outbox(
            around.flusher,
            socket.transport,
            TEXT if form is Format.JSON else BINARY,
            around.settings.max_backlog,
            self._too_slow,
            self._broken,
        )

    # --- a member of a table ---

    def push(self, frame: bytes) -> None:
        """Send a frame, encoded in ``form``; never waits, and never raises."""
        self._outbox.push(frame)

    def count_refusal(self, code: RefusalCode) -> None:
        """Count a refusal that was pushed."""
        self._around.metrics.refusals.labels(code.value).inc()

    def close(self, code: int, closing: Closing) -> None:
        """Send *closing* after what was pushed before, then close the socket with *code*."""
        if self.ended.done():
            return
        self.code = code
        self._outbox.end(encode(closing, self.form))
        self._socket.finish(code)
        self.end()

    # --- what the socket says ---

    def start(self) -> None:
        """Begin to wait for ``hello``."""
        due = self._session.due
        if due is not None:
            wait = max(0.0, due - self._clock())
            self._hello = asyncio.get_running_loop().call_later(wait, self._expire)

    def received(self, frame: bytes | str) -> None:
        """Take a frame: bytes of a binary one, or the text of one."""
        if self.code is not None:
            return
        self._traffic.frames_in += 1
        self.last_sign = now = self._clock()
        try:
            for output in self._session.receive(frame, now):
                if isinstance(output, Post):  # nearly always; no pattern is as quick
                    self._post(output.command, now)
                else:
                    self._act(output)
        except Exception:
            self._failed()

    def disturbed(self) -> None:
        """Count a frame that says nothing to us, such as a ping of the socket's own."""
        if self.code is None:
            self.last_sign = self._clock()
            for output in self._session.spend(self.last_sign):
                self._act(output)

    def end(self) -> None:
        """Send what waits, and nothing after: the socket is about to close, or closed."""
        self._outbox.end()
        if not self.ended.done():
            self.ended.set_result(None)

    def stop(self) -> None:
        """Leave the tables; called once, when `ended` is done."""
        self._stop_waiting()
        if not self._entered:
            return
        self._entered = False
        self._conduct.end()
        try:
            self._around.tables.gone(self)
        except Exception:
            self._report()

    # --- what is done about it ---

    def _post(self, command: NumberedCommand, now: float) -> None:
        counts = self._traffic.commands
        kind = type(command)
        counts[kind] = counts.get(kind, 0) + 1
        refused = self._conduct.refusal(command, now) if kind in LIMITED else None
        if refused is None:
            self._around.tables.post(self, command, now)
        else:
            self.push(encode(refused, self.form))
            self.count_refusal(refused.code)

    def _act(self, output: Enter | Answer | Close) -> None:
        match output:
            case Answer(update):
                self.push(encode(update, self.form))
            case Enter(hello):
                self._stop_waiting()
                self._enter(hello)
            case Close(code, closing):
                self.close(code, closing)

    def _enter(self, hello: Hello) -> None:
        who = identify(hello.token, self._around.chance)
        self.key, self.public_id, self.name = who.key, who.public_id, hello.name
        now = self._clock()
        self._visit.speaks()
        person = self._conduct.begin(self._around.doors.crowd, who.key, now)
        self._session.belongs_to(person.frames)
        self._entered = True
        looked_at = hello.room is None or self._conduct.may_try(hello.room, now)
        welcome = self._around.tables.welcome(
            self, who.token.reveal(), hello.room if looked_at else None, hello.v, hello.term
        )
        if not looked_at:
            welcome = replace(welcome, refused=RefusalCode.TOO_MANY_TRIES)
        self.push(encode(welcome, self.form))
        if welcome.refused is not None:
            self.count_refusal(welcome.refused)

    def _stop_waiting(self) -> None:
        if self._hello is not None:
            self._hello.cancel()

    def _expire(self) -> None:
        for output in self._session.expire():
            self._act(output)

    def _too_slow(self) -> None:
        self.close(codes.TOO_SLOW, Closing("too_slow", retry_after=1.0))

    def _broken(self, error: Exception) -> None:
        _log.debug("a socket broke", error=repr(error))
        self._socket.abort()

    def _failed(self) -> None:
        """Give this connection up after a bug; the others go on."""
        self._report()
        self.close(codes.INTERNAL, Closing("internal", retry_after=1.0))

    def _report(self) -> None:
        _log.exception("a connection failed", person=self.public_id)
        self._around.metrics.failures.labels("connection").inc()
