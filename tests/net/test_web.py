"""The table for browsers, as it is served: addresses, types, and what a page may do."""

import json
import re
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from belote_protocol.i18n import LANGUAGES, words
from belote_server.config import Range, Settings
from belote_server.game.rulesets import RULE_SETS, flatten
from belote_server.net.http import Pages
from belote_server.net.reply import Reply, Request
from belote_server.net.web import Web
from belote_server.observe import Metrics

HOST = "table.example:8600"
DATA = Path(__file__).parents[1] / "game" / "data" / "scoring_rows.json"
ROWS: list[dict[str, Any]] = json.loads(DATA.read_text("utf-8"))["rows"]


def get(path: str, method: str = "GET", peer: str = "10.0.0.9", **headers: str) -> Reply:
    """Return the answer to a request."""
    settings = Settings(proxies=(Range("10.0.0.9/32"),))
    named = {"host": HOST, **{name.replace("_", "-"): text for name, text in headers.items()}}
    pages = Pages(settings, Metrics(), lambda: None)
    return pages.answer(Request(method, path, named, peer))


def read(path: str) -> Any:
    """Return the values that are answered at *path*."""
    return json.loads(get(path).body)


@pytest.mark.parametrize("path", ["/", "/join/K7QM2XVA", "/watch/W4TN9RBE", "/join/K7QM2XVA/"])
def test_a_page_may_load_from_here_and_nothing_else(path: str) -> None:
    """The page is never kept, and its policy allows no script, style or frame of other people."""
    page = get(path)

    assert page.status is HTTPStatus.OK
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert page.headers["Cache-Control"] == "no-store"
    policy = dict(
        each.split(" ", 1) for each in page.headers["Content-Security-Policy"].split("; ")
    )
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["img-src"] == "'self'"
    assert policy["connect-src"] == f"'self' ws://{HOST}"
    assert policy["require-trusted-types-for"] == "'script'"
    text = page.body.decode()
    assert not re.search(r"<script(?![^>]* src=)|<style| style=| on\w+=|https?://", text)


def test_behind_a_proxy_that_ends_tls_sockets_are_secure_too() -> None:
    """A trusted proxy's word on the scheme is taken for the page's policy."""
    page = get("/", x_forwarded_proto="https")
    told = get("/", x_forwarded_proto="https", peer="10.0.0.8")

    assert f"wss://{HOST}" in page.headers["Content-Security-Policy"]
    assert f"ws://{HOST}" in told.headers["Content-Security-Policy"]


def test_a_host_that_is_none_goes_nowhere() -> None:
    """What is no host's name stands neither in the policy nor in a picture."""
    page = get("/", host="x; script-src *")

    assert "script-src *" not in page.headers["Content-Security-Policy"]


def test_everything_else_is_kept_for_ever() -> None:
    """All that a page names lies under one prefix, with its type, and may be kept."""
    page = get("/").body.decode()
    named = re.findall(r'(?:href|src)="(/web/[^"]+)"', page)

    assert len({path.split("/")[2] for path in named}) == 1
    assert len(named) > 15
    for path in named:
        file = get(path)
        assert file.status is HTTPStatus.OK, path
        assert file.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert file.headers["X-Content-Type-Options"] == "nosniff"
        kind = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
        assert file.headers["Content-Type"].startswith(kind[path.rsplit(".", 1)[1]])


def test_what_modules_import_is_there() -> None:
    """Every module that a module names exists."""
    web = Web.shipped()
    seen, due = set[str](), ["main.js"]
    while due:
        path = due.pop()
        if path in seen:
            continue
        seen.add(path)
        answer = web.page(f"{web.prefix}/{path}", "")
        assert answer is not None, path
        text = answer(Request("GET", "", {}, "")).body.decode()
        due += re.findall(r'from "\./(\w+\.js)"', text)
        due += re.findall(r'import\("\./(\w+\.js)"\)', text)
        due += [f"{name}.js" for name in re.findall(r'app\.later\("(\w+)"', text)]
    assert "help.js" in seen
    assert "fairness.js" in seen


def test_another_tree_lies_elsewhere() -> None:
    """Any change of any file changes every address."""
    one = Web({"index.html": b"<head></head>", "main.js": b"1"})
    two = Web({"index.html": b"<head></head>", "main.js": b"2"})

    assert one.prefix != two.prefix
    assert two.page(f"{one.prefix}/main.js", "") is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_is_served_in_two_parts(lang: str) -> None:
    """Each language has its everyday words and its long ones, and none of a terminal's."""
    short, long = read(f"/i18n/{lang}.json"), read(f"/i18n/{lang}.help.json")

    assert short["web.create"] == words(lang).texts["web.create"]
    assert long["help.cards"] == words(lang).texts["help.cards"]
    assert not any(key.startswith(("problem.", "terminal.")) for key in {**short, **long})


@pytest.mark.parametrize(
    "path",
    [
        "/web/0000000000000000/main.js",
        "/i18n/de.json",
        "/join/a/b",
        "/join/%3Cb%3E",
        "/qr/join/a.svg",
    ],
)
def test_nothing_else_is_there(path: str) -> None:
    """What is not known is not found."""
    assert get(path).status is HTTPStatus.NOT_FOUND


def test_an_invitation_is_drawn() -> None:
    """A code becomes a picture of its link on this host."""
    picture = get("/qr/join/K7QM2XVA.svg")

    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert picture.body.startswith(b"<svg")
    assert picture.body != get("/qr/watch/K7QM2XVA.svg").body
    assert picture.body != get("/qr/join/K7QM2XVA.svg", host="other.example").body


def test_it_can_be_installed() -> None:
    """The manifest names an icon that is there."""
    manifest = read("/manifest.webmanifest")

    assert manifest["display"] == "standalone"
    assert get(manifest["icons"][0]["src"]).status is HTTPStatus.OK
    assert get("/favicon.ico").headers["Content-Type"] == "image/svg+xml"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_examples_come_out_as_the_page_has_them(lang: str) -> None:
    """The scoring core makes the fifteen rows and the trick of the founding page."""
    told = read(f"/api/examples?lang={lang}")

    points = [(each["points"]["NS"], each["points"]["EW"]) for each in told["examples"]]
    assert points == [(row["ns"], row["ew"]) for row in ROWS]
    assert [each["held_out"] for each in told["examples"]] == [row["held_out"] for row in ROWS]
    assert (told["trick"]["winner"], told["trick"]["total"]) == ("E", 41)
    assert told["trick"]["hand"] == {"JH": None, "KD": "must_trump"}


def test_any_deal_can_be_counted() -> None:
    """A deal that is typed in is counted with its reasons, by changed rules too."""
    typed = "/api/score?game=classic&taker=S&mode=H&cards_ns=71&last=NS"

    held, fallen = read(typed), read(f"{typed}&set=scoring.tie%3Ddedans")

    assert (held["result"], held["held_out"]) == ("litige", 81)
    assert fallen["result"] == "dedans"
    assert held["rows"]["counted"][-1] == ["total counted", "81", "81"]


def test_what_cannot_be_is_explained() -> None:
    """A deal that cannot be true is answered with why, in the asker's language."""
    reply = get("/api/score?taker=S&contract=100H&cards_ns=500&last=NS&lang=fr")

    assert reply.status is HTTPStatus.UNPROCESSABLE_ENTITY
    error = json.loads(reply.body)["error"]
    assert error["code"] == "too_many_cards"
    assert error["message"] == words("fr").explain(
        "problem.too_many_cards", {"points": "500", "most": "152", "mode": "H"}
    )


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_is_described(name: str, lang: str) -> None:
    """Every field of every rule set has its words and says what it may be."""
    told = read(f"/api/rules?rules={name}&lang={lang}")

    assert [each["name"] for each in told["fields"]] == list(flatten(RULE_SETS[name]))
    for field in told["fields"]:
        assert field["label"]
        may_be = [each["value"] for each in field.get("choices", [])]
        bounds = field.get("low", 0) <= field["value"] if "low" in field else True
        assert field["value"] in may_be or isinstance(field["value"], (bool, int))
        assert bounds
    assert told["totals"]["NT"]["deal"] in (130, 162)


@pytest.mark.parametrize("query", ["rules=nothing-house", "rules=coinche-house&set=match.target=x"])
def test_rules_that_are_none_are_refused(query: str) -> None:
    """Rules that do not exist are answered with why."""
    assert get(f"/api/rules?{query}").status is HTTPStatus.UNPROCESSABLE_ENTITY


def test_only_asking_is_possible() -> None:
    """Nothing here changes anything."""
    assert get("/api/score", method="POST").status is HTTPStatus.METHOD_NOT_ALLOWED
    assert get("/", method="HEAD").body == b""
