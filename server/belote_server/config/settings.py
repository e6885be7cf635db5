"""
What an operator may choose.

One field of `Settings` is one setting. Its name gives the variable ``BELOTE_<NAME>`` and the option
``--<name>``, its type and limits judge the text, its description is the help. Secrets have no
option, because every process of a machine can read the others' command lines.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, field

from belote_server.config.values import Range, Secret

PREFIX = "BELOTE_"

Seconds = Annotated[float, Meta(ge=0, le=86_400)]
Wait = Annotated[float, Meta(gt=0, le=86_400)]
Some = Annotated[int, Meta(ge=1, le=2**31 - 1)]


def default_folder(environ: Mapping[str, str]) -> Path:
    """Return where this user's programs keep their data, by the XDG rules."""
    base = Path(environ.get("XDG_DATA_HOME", ""))
    if not base.is_absolute():
        base = Path(environ.get("HOME") or Path.home()) / ".local" / "share"
    return base / "belote"


def _this_users_folder() -> Path:
    return default_folder(os.environ)


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every choice of an operator; the defaults suit one machine and its network."""

    host: Annotated[
        str, Meta(description="Address to listen on; 0.0.0.0 lets other machines in.")
    ] = "127.0.0.1"
    port: Annotated[
        int, Meta(ge=0, le=65_535, description="Port to listen on; 0 for any free one.")
    ] = 8600
    data_dir: Annotated[
        Path,
        Meta(description="Folder of this server, by default belote in the user's data directory."),
    ] = field(default_factory=_this_users_folder)
    redis_url: Annotated[
        str | None,
        Meta(description="A Redis or Valkey to store tables in, instead of one of our own."),
    ] = None
    redis_username: Annotated[str | None, Meta(description="Who we are there.")] = None
    redis_password: Annotated[Secret | None, Meta(description="Our password there.")] = None
    redis_ca_file: Annotated[
        Path | None, Meta(description="Who vouches for it over rediss://, if not the system.")
    ] = None
    redis_cert_file: Annotated[
        Path | None, Meta(description="Our certificate, where it asks for one.")
    ] = None
    redis_key_file: Annotated[Path | None, Meta(description="The key of that.")] = None
    fsync: Annotated[
        Literal["always", "everysec", "no"],
        Meta(description="When our own store writes through to the disk."),
    ] = "always"
    finished_ttl: Annotated[
        Some, Meta(description="Seconds that a finished match can still be replayed.")
    ] = 7 * 86_400
    origins: Annotated[
        tuple[str, ...],
        Meta(description="Web pages, besides our own, that may connect: https://a.org,…; or *."),
    ] = ()
    proxies: Annotated[
        tuple[Range, ...],
        Meta(description="Proxies whose word on a client's address is taken: 10.0.0.0/8,…"),
    ] = ()
    tls_cert_file: Annotated[
        Path | None, Meta(description="Our certificate, to be found at https:// without a proxy.")
    ] = None
    tls_key_file: Annotated[
        Path | None, Meta(description="The key of that, if it is not in the same file.")
    ] = None
    metrics_token: Annotated[
        Secret | None, Meta(description="Opens /metrics to other machines, as a bearer token.")
    ] = None
    log_format: Annotated[
        Literal["console", "json"], Meta(description="How the log is written.")
    ] = "console"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="What the log leaves out.")
    ] = "info"
    max_frame: Annotated[
        int, Meta(ge=512, le=2**20, description="Bytes that a client's frame may have.")
    ] = 16 * 1024
    max_backlog: Annotated[
        int, Meta(ge=2**14, le=2**26, description="Bytes that may wait for a slow client.")
    ] = 128 * 1024
    rate: Annotated[
        Seconds,
        Meta(
            description="Frames a second that a person may send on average, a longer one counting "
            "once for each KiB; 0: any."
        ),
    ] = 250
    burst: Annotated[Some, Meta(description="Frames a person may send at once.")] = 500
    address_rate: Annotated[
        Seconds, Meta(description="Frames a second from all people of one address; 0: any.")
    ] = 2000
    address_burst: Annotated[Some, Meta(description="Frames from an address at once.")] = 10_000
    connect_rate: Annotated[
        Seconds, Meta(description="New connections a second from one address; 0: any.")
    ] = 20
    connect_burst: Annotated[
        Some, Meta(description="New connections from an address at once, such as a school's.")
    ] = 300
    max_per_address: Annotated[
        Some, Meta(description="Connections of one address, a block of 64 bits with IPv6.")
    ] = 500
    max_connections: Annotated[Some, Meta(description="Connections of people, all in all.")] = (
        20_000
    )
    max_silent: Annotated[
        Some, Meta(description="Connections, besides those, that have not said who they are.")
    ] = 2000
    code_tries: Annotated[
        Some,
        Meta(description="Wrong codes a minute from a person; from an address, twenty times that."),
    ] = 10
    chat_rate: Annotated[
        Seconds, Meta(description="Lines of chat a second from a person on average; 0: any.")
    ] = 0.5
    chat_burst: Annotated[Some, Meta(description="Lines of chat at once.")] = 10
    max_rooms: Annotated[Some, Meta(description="Tables that are open, all in all.")] = 10_000
    max_own_rooms: Annotated[
        Some, Meta(description="Tables a person has made that may be open at once.")
    ] = 20
    empty_seconds: Annotated[
        Wait, Meta(description="Seconds that a table outlives its people, unless a match runs.")
    ] = 600
    overload_lag: Annotated[
        Wait, Meta(description="Seconds that the server may be late before it is overloaded.")
    ] = 0.25
    overload_seconds: Annotated[
        Wait, Meta(description="Seconds of that before it opens no new tables.")
    ] = 5
    hello_seconds: Annotated[
        Wait, Meta(description="Seconds to connect and to say who one is.")
    ] = 10
    close_seconds: Annotated[
        Wait, Meta(description="Seconds a client has to confirm that it was closed.")
    ] = 5
    ping_interval: Annotated[
        Seconds, Meta(description="Seconds between signs of life asked of a client; 0: none.")
    ] = 20
    ping_timeout: Annotated[Wait, Meta(description="Seconds to wait for one.")] = 20
    turn_slack: Annotated[
        Seconds, Meta(description="Seconds that a move may arrive after its turn has ended.")
    ] = 0.3
    away_seconds: Annotated[
        Seconds, Meta(description="Seconds that somebody may be gone before a match takes notice.")
    ] = 3.0
    bot_delay: Annotated[
        Seconds, Meta(description="Seconds that a bot takes before it acts, on average.")
    ] = 1.0
    bot_workers: Annotated[
        int, Meta(ge=1, le=256, description="Processes in which bots think, once there are bots.")
    ] = 1
    bot_seconds: Annotated[
        Wait, Meta(description="Seconds of thought that the best bots have for a move.")
    ] = 0.3
    bot_queue: Annotated[
        Some, Meta(description="Bots that may wait for a process before they think less.")
    ] = 16
    drain_seconds: Annotated[
        Seconds, Meta(description="Seconds that tables have to finish when the server stops.")
    ] = 10
    drain_spread: Annotated[
        Seconds, Meta(description="Seconds over which clients are then sent away.")
    ] = 0


def names() -> tuple[str, ...]:
    """Return the names of all settings, in their order."""
    return Settings.__struct_fields__


def type_of(name: str) -> Any:
    """Return the type of the setting *name*, with its limits."""
    return get_type_hints(Settings, include_extras=True)[name]


def plain_type_of(name: str) -> Any:
    """Return the type of the setting *name*, without its limits."""
    return get_args(type_of(name))[0]


def is_secret(name: str) -> bool:
    """Tell whether the setting *name* must not be shown."""
    return Secret in get_args(plain_type_of(name))


def is_list(name: str) -> bool:
    """Tell whether the setting *name* holds several values, written with commas."""
    return get_origin(plain_type_of(name)) is tuple


def choices(name: str) -> tuple[str, ...]:
    """Return the words between which the setting *name* chooses; none if it is free."""
    plain = plain_type_of(name)
    return get_args(plain) if get_origin(plain) is Literal else ()


def help_of(name: str) -> str:
    """Return what the setting *name* means, as a sentence."""
    _, *metas = get_args(type_of(name))
    return str(metas[-1].description)


def option_of(name: str) -> str:
    """Return the command line's name of the setting *name*."""
    return "--" + name.replace("_", "-")


def variable_of(name: str) -> str:
    """Return the environment's name of the setting *name*."""
    return PREFIX + name.upper()


def describe(settings: Settings) -> dict[str, str]:
    """Return each setting as text, fit to be shown: secrets are not in it."""
    return {name: show(getattr(settings, name)) for name in names()}


def show(value: object) -> str:
    """Return the value of a setting as text; it is no secret's text."""
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or "none"
    return "none" if value is None else str(value)
