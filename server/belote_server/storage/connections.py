"""
Connections to the store that end at once when they fail.

The client library closes a failed connection politely: what is still to be written is written
first, and over TLS the other side is waited for. A store that stands still would keep such a
connection, and what lies in it, for a long time. So these are cut off.
"""

from typing import Any

from redis.asyncio import Connection, SSLConnection, UnixDomainSocketConnection
from redis.asyncio.connection import AbstractConnection


class _Abrupt(AbstractConnection):
    async def disconnect(self, nowait: bool = False, *how: Any, **why: Any) -> None:
        if nowait and self._writer is not None:
            self._writer.transport.abort()
        await super().disconnect(nowait, *how, **why)


class TcpConnection(_Abrupt, Connection):
    """Over a port."""


class TlsConnection(_Abrupt, SSLConnection):
    """Over a port, encrypted."""


class UnixConnection(_Abrupt, UnixDomainSocketConnection):
    """Over a socket of this machine."""


ABRUPT: dict[type[AbstractConnection], type[AbstractConnection]] = {
    Connection: TcpConnection,
    SSLConnection: TlsConnection,
    UnixDomainSocketConnection: UnixConnection,
}
"""From what the library would make to what we do."""
