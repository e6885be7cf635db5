"""One connection to the store that carries one pipeline at a time."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as RedisTimeout

Reply = bytes | int | None | list["Reply"]
Answer = Reply | ResponseError


class Line:
    """
    A connection that nobody else uses, made when it is first needed and again after a failure.

    Whatever ends an exchange early closes the connection, so that a reply that comes late can
    never be taken for the reply to something else.
    """

    def __init__(self, make_connection: Callable[[], AbstractConnection], timeout: float) -> None:
        self._connection = make_connection()
        self._timeout = timeout

    async def exchange(self, commands: Sequence[bytes]) -> list[Answer]:
        """
        Write all *commands* at once and read as many replies, in order; refusals among them.

        Raises:
            TimeoutError: All of it took longer than the line's timeout.
            redis.RedisError: The connection could not be made, or broke.
        """
        try:
            async with asyncio.timeout(self._timeout):
                await self._make_ready()
                await self._connection.send_packed_command(commands, check_health=False)
                return [await self._read() for _ in commands]
        except BaseException:
            await self._drop()
            raise

    async def close(self) -> None:
        """Close the connection in good order, if there is one."""
        with suppress(TimeoutError, RedisTimeout):
            await self._connection.disconnect()

    async def _drop(self) -> None:
        await self._connection.disconnect(nowait=True)

    async def _make_ready(self) -> None:
        # An idle connection that the store closed, or on which something arrived, is of no use.
        if self._connection.is_connected and await self._connection.can_read():
            await self._drop()
        await self._connection.connect()  # type: ignore[no-untyped-call]

    async def _read(self) -> Answer:
        try:
            reply: Reply = await self._connection.read_response()
        except ResponseError as refusal:
            return refusal
        return reply
