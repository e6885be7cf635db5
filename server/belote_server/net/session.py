"""
One connection's half of the protocol, without the socket.

A `Session` is told of each frame and of the time, and answers what is to be done. It knows the
order (one ``hello``, first), the limits (size, depth, rate) and the forms; it knows no table. Once
it has said `Close` it has nothing more to say.
"""

import msgspec
from msgspec import Struct

from belote_protocol.codec import PROTOCOL_VERSION, BadFrame, Format, decode_command
from belote_protocol.commands import AnyCommand, Hello, NumberedCommand, Ping
from belote_protocol.text import clean
from belote_protocol.updates import Closing, Pong
from belote_server.config import Settings
from belote_server.net.auth import BadToken, check_token
from belote_server.net.bucket import Bucket
from belote_server.net.codes import BAD_FRAME, PROTOCOL, RATE
from belote_server.net.depth import MAX_DEPTH, too_deep

NAME_LENGTH = 40

KIB = 1024
"""A frame counts once, and once more for each so many bytes."""


class Enter(Struct, frozen=True):
    """Somebody said who they are; the name is clean, the token has the form of one."""

    hello: Hello


class Post(Struct, frozen=True):
    """A command for the tables."""

    command: NumberedCommand


class Answer(Struct, frozen=True):
    """An update to send at once."""

    update: Pong


class Close(Struct, frozen=True):
    """The end: send *closing*, close with *code*, and listen no more."""

    code: int
    closing: Closing


Output = Enter | Post | Answer | Close


class _Greeting(Struct, tag_field="t", tag="hello"):
    """What every version's ``hello`` has, whatever else is in it."""

    protocol: int


_json_greeting = msgspec.json.Decoder(_Greeting)
_msgpack_greeting = msgspec.msgpack.Decoder(_Greeting)


class _Bad(Exception):
    """A reason to close, with the code for it."""

    def __init__(self, code: int, closing: Closing) -> None:
        super().__init__(code, closing)
        self.output = Close(code, closing)


class Session:
    """
    What one connection has said so far.

    Args:
        form: The format of its frames.
        settings: The limits.
        now: The time, in Unix seconds, when it connected.
        address: The frames that its address has left, where that is limited.
    """

    __slots__ = ("_address", "_due", "_form", "_frames", "_over", "_settings")

    def __init__(
        self, form: Format, settings: Settings, now: float, address: Bucket | None = None
    ) -> None:
        self._form = form
        self._settings = settings
        self._due: float | None = now + settings.hello_seconds
        self._over = False
        self._frames = Bucket(settings.rate, settings.burst, now)
        self._address = address

    @property
    def due(self) -> float | None:
        """When, in Unix seconds, the connection must have said ``hello``; ``None`` once it has."""
        return self._due

    def belongs_to(self, frames: Bucket) -> None:
        """Take the frames that are still to come out of *frames*, which a person has left."""
        self._frames = frames

    def receive(self, frame: bytes | str, now: float) -> list[Output]:
        """Return what is to be done about *frame*: bytes of a binary frame, or the text of one."""
        if self._over:
            return []
        try:
            self._spend(now, 1 + len(frame) // KIB)
            self._check(frame)
            return [self._judge(self._decode(frame), now)]
        except _Bad as bad:
            self._over = True
            return [bad.output]

    def spend(self, now: float) -> list[Close]:
        """Count a frame that says nothing to us, such as a ping of the socket's own."""
        if self._over:
            return []
        try:
            self._spend(now, 1)
        except _Bad as bad:
            self._over = True
            return [bad.output]
        return []

    def expire(self) -> list[Close]:
        """Return what is to be done when `due` has come."""
        if self._over or self._due is None:
            return []
        self._over = True
        limit = f"{self._settings.hello_seconds:g}"
        return [_bad(f"no hello within {limit} seconds").output]

    # --- limits ---

    def _spend(self, now: float, cost: int) -> None:
        """Take *cost* frames from those that the person has left, and its address."""
        if not self._frames.take(now, cost):
            raise _Bad(RATE, Closing("rate", retry_after=self._frames.recovery))
        if self._address is not None and not self._address.take(now, cost):
            raise _Bad(RATE, Closing("rate", retry_after=self._address.recovery))

    def _check(self, frame: bytes | str) -> None:
        size, limit = len(frame), self._settings.max_frame
        if isinstance(frame, str) != (self._form is Format.JSON):
            kinds = ("text", "binary") if self._form is Format.JSON else ("binary", "text")
            raise _bad(f"{self._form.value} has {kinds[0]} frames, and this was {kinds[1]}")
        if size > limit or (isinstance(frame, str) and len(frame.encode()) > limit):
            raise _bad(f"a frame has at most {limit} bytes")
        if too_deep(frame):
            raise _bad(f"a frame nests at most {MAX_DEPTH} deep")

    # --- meaning ---

    def _decode(self, frame: bytes | str) -> AnyCommand:
        try:
            return decode_command(frame, self._form)
        except BadFrame as error:
            if self._due is not None:
                self._check_version(frame)
            raise _bad(str(error)) from None

    def _judge(self, command: AnyCommand, now: float) -> Output:
        if self._due is not None:
            return self._greet(command)
        match command:
            case Ping():
                return Answer(Pong(command.id, now))
            case Hello():
                raise _bad("a connection says hello once")
            case _:
                return Post(command)

    def _greet(self, command: AnyCommand) -> Enter:
        if not isinstance(command, Hello):
            raise _bad("the first frame is a hello")
        _check_version(command.protocol)
        name = clean(command.name, NAME_LENGTH)
        if not name:
            raise _bad("nothing of the name can be seen - at `$.name`")
        if command.token is not None:
            try:
                check_token(command.token)
            except BadToken as error:
                raise _bad(f"{error} - at `$.token`") from None
        self._due = None
        return Enter(msgspec.structs.replace(command, name=name))

    def _check_version(self, frame: bytes | str) -> None:
        """Refuse the ``hello`` of another version for that, not for a field it knows better."""
        decode = _json_greeting.decode if self._form is Format.JSON else _msgpack_greeting.decode
        try:
            greeting = decode(frame)  # type: ignore[arg-type] # `_check` saw that it fits
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return
        _check_version(greeting.protocol)


def _check_version(version: int) -> None:
    if version == PROTOCOL_VERSION:
        return
    detail = f"the client speaks version {version}, the server {PROTOCOL_VERSION}: "
    older = version < PROTOCOL_VERSION
    detail += "load the client anew" if older else "the server has to be brought up to date"
    raise _Bad(PROTOCOL, Closing("protocol", detail=detail))


def _bad(detail: str) -> _Bad:
    return _Bad(BAD_FRAME, Closing("bad_frame", detail=detail))
