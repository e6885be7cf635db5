"""A proxy between a log and its store that can lose what the store answers."""

import asyncio
import contextlib
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from belote_server.storage.address import StoreAddress


class Tap:
    """
    Passes on what a log asks, and what the store answers unless told otherwise.

    Attributes:
        loses_replies: Hang up instead of passing an answer on: the store has done what was asked.
    """

    def __init__(self, store: Path) -> None:
        self.loses_replies = False
        self._store = store
        self._folder = tempfile.TemporaryDirectory(prefix="belote-tap-")
        self._server: asyncio.Server | None = None
        self._served: set[asyncio.Task[None]] = set()

    @property
    def address(self) -> StoreAddress:
        """Return what a log connects to."""
        return StoreAddress(f"unix://{self._folder.name}/socket")

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(self._serve, f"{self._folder.name}/socket")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, why: BaseException | None, at: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._served:
            task.cancel()
        await asyncio.gather(*self._served, return_exceptions=True)
        self._folder.cleanup()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._served.add(task)
        below, above = await asyncio.open_unix_connection(self._store)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._pass_on(reader, above))
                group.create_task(self._answer(below, writer))
        except* (ConnectionError, EOFError):
            pass
        finally:
            self._served.discard(task)
            for end in (writer, above):
                end.close()
                with contextlib.suppress(ConnectionError):
                    await end.wait_closed()

    async def _pass_on(self, source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        while asked := await source.read(65536):
            to.write(asked)
            await to.drain()
        raise EOFError

    async def _answer(self, source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        while answered := await source.read(65536):
            if self.loses_replies:
                break
            to.write(answered)
            await to.drain()
        raise EOFError
