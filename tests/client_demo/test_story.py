"""The running account of a table: one line for what happens, and nothing that moves a cursor."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_protocol.i18n import LANGUAGES, words
from client_demo.model import Table, fold
from client_demo.retry import State, Status
from client_demo.session import Heard
from client_demo.story import Story, card, printable
from tests.helpers import views
from tests.helpers.documents import examples, section

EVIL = "Eve\x1b[31m\r\n\u202eeve\x9b2J\x07"
SEATS = [views.seat("Anna"), views.seat("Bob"), views.seat("Chen"), views.seat("Dora")]


def lines(update: dict[str, Any], *, lang: str = "en", **room: Any) -> list[str]:
    """Return what is said of *update* at a table of four with *room* in it."""
    before = views.table(4, seats=SEATS, **room)
    return Story(words(lang)).lines(Heard(update, before, fold(before, update)))


def of(event: dict[str, Any], **deal: Any) -> list[str]:
    """Return what is said of *event* in a deal."""
    match = views.match(deal=views.deal(**deal))
    return lines(views.happened(5, event), match=match)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        ({"e": "seated", "seat": "E", "id": "p9", "name": "Zoë"}, "East (Zoë) sits down"),
        ({"e": "stood", "seat": "W"}, "West (Bob) gets up"),
        (
            {"e": "swapped", "seat": "S", "other": "E"},
            "South (Dora) changes places with East (Anna)",
        ),
        ({"e": "readyset", "seat": "N", "ready": True}, "North (Chen) is ready"),
        (
            {"e": "surrenderoffered", "seat": "N", "gives_up": True},
            "North (Chen) offers to give up",
        ),
        ({"e": "timedout", "seat": "N"}, "North (Chen): time is up"),
        (
            {"e": "called", "seat": "S", "call": "100H", "contract": "S:100H"},
            "South (Anna): 100 in hearts",
        ),
        ({"e": "called", "seat": "S", "call": "pass"}, "South (Anna): pass"),
        (
            {"e": "announced", "seat": "E", "kinds": ["tierce", "carre"]},
            "East (Dora): tierce, four of a kind",
        ),
        ({"e": "announced", "seat": "E", "kinds": ["quinte"]}, "East (Dora): quinte"),
        ({"e": "belote", "seat": "E", "suit": "H", "word": "rebelote"}, "East (Dora): rebelote"),
        ({"e": "passedout", "deal": 1}, "passed out"),
        (
            {"e": "ended", "winner": "EW", "reason": "target", "scores": {"ns": 620, "ew": 1010}},
            "East-West wins 1010 to 620: the target is reached.",
        ),
    ],
)
def test_one_line(event: dict[str, Any], line: str) -> None:
    """What somebody does is one line, with their name."""
    assert of(event) == [line]


@pytest.mark.parametrize(
    "event",
    [
        {"e": "readyset", "seat": "N", "ready": False},
        {"e": "surrenderoffered", "seat": "N", "gives_up": False},
        {"e": "swapoffered", "seat": "N", "other": "S"},
        {"e": "played", "seat": "W", "card": "JS"},
        {"e": "committed", "deal": 1, "commitment": "c0"},
        {"e": "clockcredited"},
        {"e": "of a newer server", "seat": "N"},
    ],
)
def test_nothing_to_say(event: dict[str, Any]) -> None:
    """What shows elsewhere, or is not understood, is passed over."""
    assert of(event) == []


def test_a_deal() -> None:
    """A deal names its dealer, one's own cards, and the card turned up."""
    hands = [["TS", "JD"], [None, None], [None, None], [None, None]]
    dealt = {"e": "dealt", "deal": 2, "dealer": "W", "speaker": "N", "hands": hands}

    assert of(dealt) == ["-- deal 2, West (Bob)", "   10♠ J♦"]
    assert of({**dealt, "turned": "9C"})[2:] == ["   9♣ is turned up"]


def test_a_contract() -> None:
    """The end of the auction says what is played for."""
    [line] = of({"e": "completed", "contract": "S:100Hx", "leader": "S", "added": [[]] * 4})

    assert "South" in line
    assert "100 in hearts" in line


def test_a_trick() -> None:
    """A trick shows its cards from the leader on, who took it, and what it is worth."""
    trick = {"e": "trick", "number": 3, "winner": "E", "points": 21}

    assert of(trick, leader="N", trick=["TH", "AH", "7H", "8H"]) == [
        "3. North 10♥  East A♥  South 7♥  West 8♥  -> East, 21"
    ]


def test_declarations() -> None:
    """The cards of each declaration that counts are shown."""
    shown = [{"seat": "E", "kind": "tierce", "cards": ["JC", "TC", "9C"]}]

    assert of({"e": "declarations", "points": 20, "team": "EW", "shown": shown}) == [
        "   East: tierce J♣ 10♣ 9♣"
    ]


def test_a_result_and_its_reasons() -> None:
    """A result says why each side writes what it writes, and where that differs from its count."""
    [settled] = [
        value for _, value in examples(section("What can happen")) if value["e"] == "settled"
    ]

    assert of(settled) == [
        "-- contract made",
        "   North-South: cards 42 = 42",
        "   East-West: cards 110 + last trick 10 + belote 20 + declarations 50 = 190",
        "            > cards 110 + last trick 10 + belote 20 + declarations 50 + contract 80 = 270",
        "   score: North-South 42, East-West 270",
    ]


def test_held_points_and_empty_hands() -> None:
    """Points that wait are named, and a side without a reason has a dash."""
    points = {"ns": 0, "ew": 81}
    line = {"code": "cards", "team": "EW", "points": 81}
    settled = {
        "e": "settled",
        "deal": 1,
        "result": "litige",
        "own": points,
        "points": points,
        "counted": [line],
        "written": [line],
        "scores": points,
        "held": 81,
    }

    assert of(settled)[1:4] == [
        "   North-South: - = 0",
        "   East-West: cards 81 = 81",
        "   81 held",
    ]


def test_a_factor() -> None:
    """What was multiplied says by how much."""
    points = {"ns": 320, "ew": 0}
    line = {"code": "multiplier", "team": "NS", "points": 160, "factor": 2}
    settled = {
        "e": "settled",
        "deal": 1,
        "result": "made",
        "own": points,
        "points": points,
        "counted": [],
        "written": [line],
        "scores": points,
    }

    assert of(settled)[2].endswith("> multiplied by 2 160 = 320")


@pytest.mark.parametrize(
    ("update", "line"),
    [
        ({"t": "presence", "seat": "W", "online": False}, "West (Bob) is away"),
        ({"t": "presence", "seat": "W", "online": True}, "West (Bob) is here"),
        ({"t": "paused"}, "* the table is paused"),
        ({"t": "resumed"}, "* the table is resumed"),
        ({"t": "left", "reason": "removed"}, "* no longer at the table: removed"),
        (
            {
                "t": "said",
                "person": {"id": "p2", "name": "Bob"},
                "at": 1.0,
                "text": "No <b>way</b>",
            },
            "Bob: No <b>way</b>",
        ),
        (
            {"t": "said", "person": {"id": "p2", "name": "Bob"}, "at": 1.0, "phrase": "thanks"},
            "Bob: Thank you!",
        ),
        (
            {"t": "said", "person": {"id": "p2", "name": "Bob"}, "at": 1.0, "phrase": "newer"},
            "Bob: newer",
        ),
    ],
)
def test_notices(update: dict[str, Any], line: str) -> None:
    """What carries no version is said as well."""
    assert lines(update) == [line]


@pytest.mark.parametrize("update", [{"t": "ok", "cmd": 1}, {"t": "of a newer server"}])
def test_answers_are_not_told(update: dict[str, Any]) -> None:
    """Answers are for whoever asked, and unknown updates for nobody."""
    assert lines(update) == []


def test_what_came_before_is_not_told_again() -> None:
    """A version that was told before is not told twice."""
    assert lines(views.happened(4, {"e": "passedout", "deal": 1})) == []


def test_a_snapshot() -> None:
    """A snapshot says who is there, and the score."""
    fresh = views.snapshot(9)
    playing = views.snapshot(9, seats=[*SEATS[:2], {}, {}], match=views.match())

    assert lines(fresh) == ["= coinche-house, version 9: nobody"]
    assert lines(playing) == [
        "= coinche-house, version 9: South (Anna), West (Bob)",
        "= bidding, score: North-South 0, East-West 0",
    ]


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (Status(State.OPEN), []),
        (Status(State.REPLACED, "opened elsewhere"), ["* replaced: opened elsewhere"]),
        (
            Status(State.RESTARTING, "restarting", 2.34),
            ["* restarting, next attempt in 2.3 s: restarting"],
        ),
    ],
)
def test_how_it_stands(status: Status, told: list[str]) -> None:
    """A change of status is said, unless all is well."""
    assert Story(words("en")).lines(status) == told


@pytest.mark.parametrize(
    ("update", "why"),
    [
        ({"code": "must_follow", "params": {"suit": "H"}}, "You must follow suit: hearts."),
        ({"code": "of a newer server", "params": {"x": "y"}}, "of a newer server {'x': 'y'}"),
        ({"code": "must_follow"}, "must_follow {}"),
        ({"code": "not_your_card", "params": {"card": "10H"}}, "not_your_card {'card': '10H'}"),
    ],
)
def test_a_refusal(update: dict[str, Any], why: str) -> None:
    """A refusal is a sentence; what can't be put into one is shown as it came."""
    assert Story(words("en")).refused(update) == why


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language(lang: str) -> None:
    """The account can be told in each language."""
    told = Story(words(lang))
    table: Table | None = None
    count = 0
    for kind, frame in examples(section("A whole session")):
        if kind == "server":
            update = frame.get("snapshot", frame)
            after = fold(table, update)
            count += len(told.lines(Heard(update, table, after)))
            table = after

    assert count > 20


def test_t120_a_name_cannot_write_on_the_screen() -> None:
    """Control characters in names, texts and codes never reach the terminal."""
    seated = views.happened(5, {"e": "seated", "seat": "S", "id": "p9", "name": EVIL})
    said = {"t": "said", "person": {"id": "p9", "name": EVIL}, "at": 1.0, "text": EVIL}
    left = {"t": "left", "reason": EVIL}
    told = [*lines(seated), *lines(said), *lines(left), Story(words("en")).refused({"code": EVIL})]

    assert len(told) == 4
    for line in told:
        assert line.isprintable()
        assert "Eve" in line
    assert Story(words("en")).lines(Status(State.CLOSED, EVIL))[0].isprintable()


@given(st.text())
def test_what_is_printed_is_printable(text: str) -> None:
    """Whatever comes in, a line shows and does nothing else."""
    assert printable(text).isprintable()
    assert printable(text) == text or not text.isprintable()


@pytest.mark.parametrize(
    ("text", "shown"), [("TH", "10♥"), ("JS", "J♠"), ("7D", "7♦"), ("QC", "Q♣")]
)
def test_cards(text: str, shown: str) -> None:
    """A card is shown as people read it."""
    assert card(text) == shown
