"""Settings from the environment and the command line."""

import difflib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit, urlunsplit

import msgspec

from belote_server.config.settings import (
    PREFIX,
    Settings,
    choices,
    default_folder,
    is_list,
    is_secret,
    names,
    option_of,
    type_of,
    variable_of,
)
from belote_server.config.values import Secret

# What Kubernetes puts into the environment of a pod beside a service called "belote".
_SERVICE_LINK = re.compile(r"BELOTE_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))(_\w+)?")


class BadSetting(ValueError):
    """A setting that cannot be; the message says which, and why."""


def load(environ: Mapping[str, str], options: Mapping[str, str | None]) -> Settings:
    """
    Return the settings that *environ* and *options* ask for; options win.

    Args:
        environ: All variables; those that begin with ``BELOTE_`` are read. An empty one is as good
            as none.
        options: Texts by the name of the setting; ``None`` where the option was not given.

    Raises:
        BadSetting: A value cannot be, or a variable is no setting.
    """
    values: dict[str, Any] = {"data_dir": default_folder(environ)}
    for variable, name, text in _variables(environ):
        values[name] = _read(name, text, variable)
    for name, option in options.items():
        if option is not None:
            values[name] = _read(name, option, option_of(name))
    return _without_password(Settings(**values))


def _variables(environ: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield each setting that *environ* makes: its variable, its name, its text."""
    for variable, text in sorted(environ.items()):
        if not variable.startswith(PREFIX) or _is_service_link(variable, text):
            continue
        name = variable.removeprefix(PREFIX).lower()
        if variable not in map(variable_of, names()):
            raise BadSetting(f"{variable} is no setting; {_suggest(name)}")
        if text.strip():
            yield variable, name, text.strip()


def _is_service_link(variable: str, text: str) -> bool:
    return _SERVICE_LINK.fullmatch(variable) is not None or (
        variable == variable_of("port") and text.startswith(("tcp://", "udp://"))
    )


def _suggest(name: str) -> str:
    if near := difflib.get_close_matches(name, names()):
        return f"did you mean {' or '.join(map(variable_of, near))}?"
    return f"there are {', '.join(map(variable_of, names()))}."


def _read(name: str, text: str, source: str) -> Any:
    value: object = text
    if is_list(name):
        value = [part.strip() for part in text.split(",") if part.strip()]
    try:
        return msgspec.convert(value, type_of(name), strict=False, dec_hook=_make)
    except (msgspec.ValidationError, ValueError) as error:
        shown = "its value" if is_secret(name) else repr(text)
        raise BadSetting(f"{source} cannot be {shown}: {_reason(name, error)}.") from None


def _make(wanted: Any, text: Any) -> Any:
    """Return *text* as one of the types that msgspec does not know."""
    return Path(text).expanduser().absolute() if wanted is Path else wanted(text)


def _reason(name: str, error: Exception) -> str:
    if words := choices(name):
        return f"it is one of {', '.join(words)}"
    return str(error).partition(" - at ")[0].replace("`", "").rstrip(".")


def _without_password(settings: Settings) -> Settings:
    """Return *settings* with the password that the store's address may hold moved out of it."""
    try:
        parts = urlsplit(settings.redis_url or "")
    except ValueError as error:
        raise BadSetting(f"The store's address is none: {error}.") from None
    if parts.password is None:
        return settings
    if settings.redis_password is not None:
        raise BadSetting("The store's password is given twice: in its address and by itself.")
    address = parts.netloc.rpartition("@")[2]
    bare = parts._replace(netloc=f"{parts.username}@{address}" if parts.username else address)
    return msgspec.structs.replace(
        settings, redis_url=urlunsplit(bare), redis_password=Secret(unquote(parts.password))
    )
