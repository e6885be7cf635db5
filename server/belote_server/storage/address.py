"""Where the store is, and what it takes to be let in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from redis.asyncio import ConnectionPool
from redis.asyncio.connection import AbstractConnection

from belote_server.storage.connections import ABRUPT


class BadAddress(ValueError):
    """The store cannot be reached this way; the text says why, and shows no password."""


@dataclass(frozen=True, slots=True)
class StoreAddress:
    """
    How to reach a store.

    Attributes:
        url: ``unix:///path``, ``redis://host:port/0`` or, with TLS, ``rediss://host:port/0``; may
            hold a user and a password.
        username: Instead of the one in the URL.
        password: Instead of the one in the URL.
        ca_file: Who signs the store's certificate, if not one that the machine trusts.
        cert_file: Our own certificate, where the store asks for one.
        key_file: The key of it.
    """

    url: str = field(repr=False)
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    ca_file: str | None = None
    cert_file: str | None = None
    key_file: str | None = field(default=None, repr=False)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Self | None:
        """Return what ``BELOTE_REDIS_URL`` and its kin say; ``None`` if it is not set."""
        named = {
            name: environment.get(f"BELOTE_REDIS_{name.upper()}") or None
            for name in ("url", "username", "password", "ca_file", "cert_file", "key_file")
        }
        url = named.pop("url")
        return None if url is None else cls(url, **named)

    def make_connection(self) -> AbstractConnection:
        """
        Return a connection that is not yet made.

        Raises:
            BadAddress: The URL has another form, or one of the files cannot be read.
        """
        self._check_files()
        try:
            pool = ConnectionPool.from_url(self.url, **self._options())
        except ValueError:  # its text may quote the password
            forms = "unix:///path, redis://host:port/0 or rediss://host:port/0"
            raise BadAddress(f"the store's URL should have the form {forms}") from None
        return ABRUPT[pool.connection_class](**pool.connection_kwargs)

    def _check_files(self) -> None:
        files = {"ca_file": self.ca_file, "cert_file": self.cert_file, "key_file": self.key_file}
        for name, path in files.items():
            try:
                if path is not None:
                    Path(path).open("rb").close()
            except OSError as error:
                raise BadAddress(f"{name} of the store: {error}") from None

    def _options(self) -> dict[str, Any]:
        # One timeout over a whole pipeline replaces those of each read and write, which cost a
        # timer each. The older of the two protocols says all that is needed, and greets less.
        options: dict[str, Any] = {"socket_timeout": None, "protocol": 2, "driver_info": None}
        if self.username is not None:
            options["username"] = self.username
        if self.password is not None:
            options["password"] = self.password
        if self.url.startswith("rediss://"):
            options["ssl_ca_certs"] = self.ca_file
            options["ssl_certfile"] = self.cert_file
            options["ssl_keyfile"] = self.key_file
        return options
