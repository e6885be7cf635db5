"""What a person has chosen for this terminal, kept from one evening to the next."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum, unique
from pathlib import Path
from typing import Any

from belote_protocol.i18n import LANGUAGES


@unique
class Palette(StrEnum):
    """How suits are told apart, besides their signs."""

    TWO = "two"
    FOUR = "four"
    SAFE = "safe"


@dataclass(frozen=True)
class Options:
    """
    A person's choices.

    Attributes:
        name: What others read; empty until it was asked.
        lang: The language.
        palette: The colours of the suits; ``SAFE`` for eyes that don't tell red from green.
        is_ascii: Write suits and lines with letters, for terminals without the signs.
        bell: Ring when it is one's turn.
        confirm: Play a card only when its key is pressed twice.
        own_letters: Write jack, queen, king and ace as the language does.
    """

    name: str = ""
    lang: str = "en"
    palette: Palette = Palette.FOUR
    is_ascii: bool = False
    bell: bool = False
    confirm: bool = False
    own_letters: bool = False


def load(path: Path | None, environ: Mapping[str, str]) -> Options:
    """Return what is kept in *path*; what is missing or damaged there is as *environ* suggests."""
    standard = Options(lang=language(environ), is_ascii=not speaks_unicode(environ))
    try:
        kept = json.loads(path.read_text("utf-8")) if path is not None else {}
    except (OSError, ValueError):
        return standard
    return standard if not isinstance(kept, dict) else replace(standard, **_sound(kept))


def _sound(kept: dict[str, object]) -> dict[str, Any]:
    """Return the fields of *kept* that make sense."""
    sound: dict[str, Any] = {
        field.name: kept[field.name]
        for field in fields(Options)
        if type(kept.get(field.name)) is type(getattr(Options(), field.name))
    }
    palette = kept.get("palette")
    if palette in [*Palette]:
        sound["palette"] = Palette(str(palette))
    if sound.get("lang") not in LANGUAGES:
        sound.pop("lang", None)
    sound.pop("is_ascii", None)  # the next terminal may be another
    return sound


def changed(options: Options, name: str, value: Any) -> Options:
    """Return *options* with another *value* of one of them."""
    return replace(options, **{name: value})


def save(path: Path | None, options: Options) -> None:
    """Keep *options* in *path*; where that can't be written, they last for this evening."""
    if path is None:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(options), indent=1) + "\n", "utf-8")
    except OSError:
        pass


def language(environ: Mapping[str, str]) -> str:
    """Return the language of the machine, if it is one of ours."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if spoken := environ.get(name):
            return spoken[:2] if spoken[:2] in LANGUAGES else "en"
    return "en"


def speaks_unicode(environ: Mapping[str, str]) -> bool:
    """Return whether the terminal is said to show more than ASCII."""
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        if spoken := environ.get(name):
            return "utf" in spoken.lower()
    return False


def folder(environ: Mapping[str, str], kind: str) -> Path:
    """Return where this user's files of *kind*, ``config`` or ``state``, are kept."""
    standard = {"config": ".config", "state": ".local/state"}[kind]
    base = environ.get(f"XDG_{kind.upper()}_HOME") or os.path.join("~", standard)
    return Path(base).expanduser() / "belote"
