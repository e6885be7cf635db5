"""
The table for browsers: files that never change under an address that changes with any of them.

The whole tree and the words of every language are read once. Their common hash is part of every
address but that of the page itself, so a browser may keep them for ever, and after an upgrade never
mixes old and new. The page may run and load only what comes from here: names and words of other
people could not do any harm even if they were ever taken for markup.
"""

import hashlib
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

import segno

import belote_server
from belote_protocol.i18n import LANGUAGES, words
from belote_server.net.reply import JSON, Reply, Request, reply

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}

_EARLY = (
    "announce",
    "app",
    "asking",
    "cards",
    "chat",
    "clock",
    "clockface",
    "connection",
    "dom",
    "i18n",
    "keyboard",
    "main",
    "model",
    "parts",
    "prefs",
    "retry",
    "seats",
)
"""The modules that every page needs, told beforehand so that they come side by side."""

_PARTS = {
    "home": (
        "lobby.",
        "ruleset_summary.",
        "web.code_or_link",
        "web.every_rule",
        "web.have_code",
        "web.invited",
        "web.name_hint",
        "web.new_table",
        "web.pace",
        "web.private",
        "web.public",
        "web.rules_",
        "web.who_comes",
    ),
    "help": (
        "help.",
        "example.",
        "hint.",
        "refusal.",
        "web.foul_",
        "web.fair_how",
        "web.fair_late",
        "web.fair_broken",
    ),
}
"""What a page says only in some places begins with these; it fetches them when it comes there."""

_DUTIES = ("refusal.must_", "refusal.no_undertrump")
"""Why a card may not be played: said at every table."""

_ELSEWHERE = (
    "terminal.",
    "problem.",
    "note.",
    "why.",
    "effect.",
    "rule.",
    "rule_value.",
    "audience.",
)
"""What only a terminal, or the server itself, says."""

_PLACE = re.compile(r"/(?:join|watch)/[A-Za-z0-9]{4,24}/?")
_PICTURE = re.compile(r"/qr/(join|watch)/([A-Za-z0-9]{4,24})\.svg")
_WORDS = re.compile(r"/i18n/([a-z]{2}(?:\.home|\.help)?)\.json")

_FOREVER = "public, max-age=31536000, immutable"

Answer = Callable[[Request], Reply]


class File(NamedTuple):
    """Something to be sent as it is."""

    kind: str
    body: bytes


class Web:
    """
    The tree, ready to be sent.

    Args:
        files: Its files, by their paths in it.

    Attributes:
        prefix: Where it lies; another one as soon as any file is another.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        bundles = {f"i18n/{name}.json": body for name, body in _bundles()}
        self._page = files["index.html"].decode()
        content = {**files, **bundles}
        digest = hashlib.sha256()
        for path, body in sorted(content.items()):
            digest.update(f"{path} {len(body)}\n".encode() + body)
        self.prefix = f"/web/{digest.hexdigest()[:16]}"
        self._files = {
            f"{self.prefix}/{path}": File(_TYPES.get(Path(path).suffix, JSON), body)
            for path, body in content.items()
        }
        self._modules = sorted(f"{name}.js" for name in _EARLY if f"{name}.js" in files)

    @staticmethod
    def shipped() -> "Web":
        """Return the tree that came with this server: in the wheel, or beside the sources."""
        package = Path(belote_server.__file__).parent
        folder = package / "web"
        if not folder.is_dir():
            folder = package.parents[1] / "client_demo" / "web"
        return Web({each.name: each.read_bytes() for each in sorted(folder.glob("*.*"))})

    def page(self, path: str, origin: str) -> Answer | None:
        """Return what answers at *path*; *origin* is where people find this server."""
        file = self._files.get(path)
        if file is not None:
            return lambda _: reply(
                HTTPStatus.OK, file.kind, file.body, Cache_Control=_FOREVER, **_SAFE
            )
        if path == "/" or _PLACE.fullmatch(path):
            return lambda _: self._index(origin)
        if path == "/manifest.webmanifest":
            return lambda _: self._manifest()
        if path == "/favicon.ico":
            return lambda _: self._kept("icon.svg")
        if picture := _PICTURE.fullmatch(path):
            return lambda _: _qr(f"{origin}/{picture[1]}/{picture[2].upper()}")
        if (named := _WORDS.fullmatch(path)) and f"{self.prefix}{path}" in self._files:
            return lambda _: self._kept(f"i18n/{named[1]}.json")
        return None

    def _index(self, origin: str) -> Reply:
        page = self._page.replace('"./', f'"{self.prefix}/')
        early = "".join(
            f'<link rel="modulepreload" href="{self.prefix}/{path}">\n' for path in self._modules
        )
        page = page.replace("</head>", f"{early}</head>")
        headers = {"Content-Security-Policy": _policy(origin), **_SAFE}
        if origin.startswith("https:"):  # browsers complain of it where it has no force
            headers["Cross-Origin-Opener-Policy"] = "same-origin"
        return reply(HTTPStatus.OK, _TYPES[".html"], page.encode(), **headers)

    def _manifest(self) -> Reply:
        icon = {"src": f"{self.prefix}/icon.svg", "type": "image/svg+xml", "sizes": "any"}
        manifest = {
            "name": "Belote & Coinche",
            "short_name": "Belote",
            "id": "/",
            "start_url": "/",
            "display": "standalone",
            "background_color": "#f4f2ed",
            "theme_color": "#1f6f5c",
            "icons": [icon | {"purpose": purpose} for purpose in ("any", "maskable")],
        }
        body = json.dumps(manifest).encode()
        return reply(HTTPStatus.OK, _TYPES[".webmanifest"], body, **_SAFE)

    def _kept(self, path: str) -> Reply:
        """Return a file of the tree at an address that outlives it."""
        file = self._files[f"{self.prefix}/{path}"]
        return reply(HTTPStatus.OK, file.kind, file.body, Cache_Control="no-cache", **_SAFE)


_SAFE = {
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "X-Frame-Options": "DENY",
}


def _policy(origin: str) -> str:
    """Return what the page may do: load from here, speak to here, and nothing else."""
    socket = re.sub("^http", "ws", origin)
    allowed = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self'",
        "manifest-src": "'self'",
        "connect-src": f"'self' {socket}",  # older browsers do not take 'self' for sockets too
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
    }
    return "; ".join(f"{name} {sources}" for name, sources in allowed.items())


def _bundles() -> Iterator[tuple[str, bytes]]:
    """Yield the words of each language: those of every page, then those of its parts."""
    for lang in LANGUAGES:
        texts = words(lang).texts
        for part in ("", *_PARTS):
            chosen = {key: text for key, text in texts.items() if _part(key) == part}
            name = f"{lang}.{part}" if part else lang
            yield name, json.dumps(chosen, ensure_ascii=False, separators=(",", ":")).encode()


def _part(key: str) -> str | None:
    """Return where *key* is said: in a part of the page, everywhere (``""``), or elsewhere."""
    if key.startswith(_ELSEWHERE):
        return None
    if key.startswith(_DUTIES):
        return ""
    return next((part for part, begins in _PARTS.items() if key.startswith(begins)), "")


def _qr(link: str) -> Reply:
    drawn = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        drawn, kind="svg", scale=4, border=3, light="#fff", xmldecl=False, omitsize=True
    )
    return reply(HTTPStatus.OK, _TYPES[".svg"], drawn.getvalue(), **_SAFE)
