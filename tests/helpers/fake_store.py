"""A store that says whatever a test wants to hear."""

import asyncio
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

import hiredis

from belote_server.storage.address import StoreAddress


class FakeStore:
    """
    Gives the same reply to every command.

    Attributes:
        reply: As on the wire.
    """

    def __init__(self, reply: bytes) -> None:
        self.reply = reply
        self._folder = tempfile.TemporaryDirectory(prefix="belote-fake-")
        self._server: asyncio.Server | None = None
        self._writers: list[asyncio.StreamWriter] = []

    @property
    def socket(self) -> Path:
        """Return the path of its socket."""
        return Path(self._folder.name, "socket")

    @property
    def address(self) -> StoreAddress:
        """Return what a log connects to."""
        return StoreAddress(f"unix://{self.socket}")

    def hang_up(self) -> None:
        """Close every connection."""
        for writer in self._writers:
            writer.close()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(self._serve, str(self.socket))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, why: BaseException | None, at: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        self._folder.cleanup()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        commands = hiredis.Reader(notEnoughData=Ellipsis)
        while asked := await reader.read(65536):
            commands.feed(asked)
            while commands.gets() is not Ellipsis:
                writer.write(self.reply)
        writer.close()
