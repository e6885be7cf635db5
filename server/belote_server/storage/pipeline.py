"""
Group commit: what tables ask of the store in one turn of the event loop travels together.

A command waits in a list until all that was ready to run has run, then everything in the list goes
out in one write and the replies come back in one read. While all lines are busy the next commands
gather. One command alone costs the processor about as much as four together, so this is what
lets one process write for thousands of tables.

Whoever waits for a reply may be cancelled; the pipeline never is. It reads the replies of all its
commands, those nobody waits for any more included, so a reply always meets its own command. After a
failure all that was under way is answered `StoreDown`, and there is a pause, longer each time, in
which new commands gather as well.
"""

import asyncio
import random
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import hiredis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import NoScriptError

from belote_server.storage.failures import store_error
from belote_server.storage.line import Answer, Line, Reply
from belote_server.storage.log import StoreDown
from belote_server.storage.lua import Script

Words = Sequence[str | int | bytes]


@dataclass(frozen=True, slots=True)
class PipelineSettings:
    """
    How commands are grouped.

    Attributes:
        lines: How many pipelines may be under way at once.
        batch: How many commands one of them carries at most.
        timeout: Seconds until a pipeline without an answer is given up.
        first_pause: Seconds without an attempt after a first failure; doubled by each further one.
        longest_pause: Seconds that such a pause never exceeds.
    """

    lines: int = 2
    batch: int = 512
    timeout: float = 2.0
    first_pause: float = 0.01
    longest_pause: float = 0.5


@dataclass(slots=True, eq=False)
class _Call:
    """
    One command on its way, and who waits for its reply.

    Attributes:
        packed: As it is written to the store.
        with_source: Gives the same command with its script's text, which the store then remembers.
    """

    packed: bytes
    with_source: Callable[[], bytes] | None
    reply: "asyncio.Future[Reply]"

    def answer(self, reply: Reply | Exception) -> None:
        if self.reply.done():
            return  # cancelled meanwhile
        if isinstance(reply, Exception):
            self.reply.set_exception(store_error(reply))
        else:
            self.reply.set_result(reply)


class SharedPipeline:
    """
    Sends everybody's commands, grouped.

    Attributes:
        sent: How many pipelines went out.
        carried: How many commands were in them.
    """

    def __init__(
        self, make_connection: Callable[[], AbstractConnection], settings: PipelineSettings
    ) -> None:
        self.sent = 0
        self.carried = 0
        self._settings = settings
        self._idle = [Line(make_connection, settings.timeout) for _ in range(settings.lines)]
        self._gathered: deque[_Call] = deque()
        self._under_way: set[asyncio.Task[None]] = set()
        self._flush_is_due = False
        self._failures = 0
        self._pause: asyncio.TimerHandle | None = None
        self._closed = False

    def call(self, *words: str | int | bytes) -> "asyncio.Future[Reply]":
        """Return the store's reply to one command, to be awaited."""
        return self._send(_packed(words), None)

    def run(
        self, script: Script, keys: Sequence[str], *arguments: str | int | bytes
    ) -> "asyncio.Future[Reply]":
        """
        Return what *script* returns, to be awaited; a store that does not know it is told its text.
        """
        words = (len(keys), *keys, *arguments)
        return self._send(
            _packed(("EVALSHA", script.sha, *words)),
            lambda: _packed(("EVAL", script.source, *words)),
        )

    async def close(self) -> None:
        """Wait for what is under way, refuse what is not, and close the lines."""
        self._closed = True
        if self._pause is not None:
            self._pause.cancel()
        while self._gathered:
            self._gathered.popleft().answer(StoreDown("the log was closed"))
        if self._under_way:
            await asyncio.wait(self._under_way)
        for line in self._idle:
            await line.close()

    def _send(
        self, packed: bytes, with_source: Callable[[], bytes] | None
    ) -> "asyncio.Future[Reply]":
        if self._closed:
            raise StoreDown("the log was closed")
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._gathered.append(_Call(packed, with_source, reply))
        self._flush_soon()
        return reply

    # --- one pipeline after the other ---

    def _flush_soon(self) -> None:
        if not self._flush_is_due:
            self._flush_is_due = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        self._flush_is_due = False
        while self._idle and self._pause is None and (calls := self._take()):
            line = self._idle.pop()
            task = asyncio.get_running_loop().create_task(self._carry(line, calls))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    def _take(self) -> list[_Call]:
        """Return the next commands, without those that nobody waits for any more."""
        calls: list[_Call] = []
        while self._gathered and len(calls) < self._settings.batch:
            call = self._gathered.popleft()
            if not call.reply.done():
                calls.append(call)
        return calls

    async def _carry(self, line: Line, calls: list[_Call]) -> None:
        try:
            replies = await self._exchange(line, [call.packed for call in calls])
            await self._teach(line, calls, replies)
        except BaseException as error:
            self._failed()
            ended = error if isinstance(error, Exception) else StoreDown("given up")
            for call in calls:
                call.answer(ended)
            if ended is not error:
                raise
        else:
            self._failures = 0
            for call, reply in zip(calls, replies, strict=True):
                call.answer(reply)
        finally:
            self._idle.append(line)
            if self._gathered:
                self._flush_soon()

    async def _teach(self, line: Line, calls: list[_Call], replies: list[Answer]) -> None:
        """Repeat, with its text, each command whose script the store did not know."""
        repeats = {
            at: call.with_source()
            for at, (call, reply) in enumerate(zip(calls, replies, strict=True))
            if isinstance(reply, NoScriptError) and call.with_source is not None
        }
        if repeats:
            again = await self._exchange(line, list(repeats.values()))
            for at, reply in zip(repeats, again, strict=True):
                replies[at] = reply

    async def _exchange(self, line: Line, commands: list[bytes]) -> list[Answer]:
        self.sent += 1
        self.carried += len(commands)
        return await line.exchange(commands)

    # --- pauses ---

    def _failed(self) -> None:
        if self._pause is not None or self._closed:
            return
        pause = self._settings.first_pause * 2**self._failures
        if pause < self._settings.longest_pause:
            self._failures += 1
        # Nodes that lost the store together should not come back together.
        pause = min(pause, self._settings.longest_pause) * random.uniform(0.5, 1.0)
        self._pause = asyncio.get_running_loop().call_later(pause, self._resume)

    def _resume(self) -> None:
        self._pause = None
        self._flush()


def _packed(words: Words) -> bytes:
    # The client's own packing, which is in Python, takes eight times as long.
    packed: bytes = hiredis.pack_command(tuple(words))  # type: ignore[arg-type] # its stub says 1
    return packed
