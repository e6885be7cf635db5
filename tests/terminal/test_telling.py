"""Every event is one sentence, in every language, and harmless to a terminal."""

from typing import Any

import pytest

from belote_protocol.i18n import LANGUAGES, words
from client_demo.fairness import Verdict
from client_demo.model import Table, fold
from client_demo.retry import State, Status
from client_demo.session import Heard
from client_demo.terminal.look import Look
from client_demo.terminal.telling import Kind, Line, Telling, spelled
from tests.helpers import views
from tests.helpers.screens import PEOPLE, auction, play
from tests.terminal.test_table import SETTLED

BEFORE = views.table(1, seats=[*PEOPLE[:3], views.seat("\x1b[2JDora\x07")])
REASONS = ("left", "removed", "watching_ended", "closed", "lost", "moved")


def telling(lang: str = "en") -> Telling:
    """Return an account that says cards in words."""
    look = Look(words(lang))
    return Telling(look, spelled(look))


def told(before: Table, *events: dict[str, Any], lang: str = "en") -> list[Line]:
    """Return what is told of *events*."""
    update = views.happened(before.v + 1, *events)
    return [*telling(lang).lines(Heard(update, before, fold(before, update)))]


EVENTS: list[tuple[dict[str, Any], str]] = [
    ({"e": "seated", "seat": "S", "id": "x", "name": "Eve"}, "Eve sits down: South."),
    ({"e": "stood", "seat": "W"}, "Bob gets up."),
    (
        {"e": "swapoffered", "seat": "S", "other": "N"},
        "Anna would like to change places with Chen.",
    ),
    ({"e": "swapped", "seat": "S", "other": "N"}, "Chen and Anna have changed places."),
    ({"e": "readyset", "seat": "E", "ready": True}, "[2JDora is ready."),
    ({"e": "surrenderoffered", "seat": "S", "gives_up": True}, "Anna offers to give up the match."),
    ({"e": "surrenderoffered", "seat": "S", "gives_up": False}, "Anna does not give up."),
    ({"e": "watchersallowed", "allowed": False}, "Nobody may watch any more."),
    ({"e": "watchersallowed", "allowed": True}, "Others may watch now."),
    ({"e": "clockcredited"}, "The clock was corrected after an outage."),
    ({"e": "timedout", "seat": "W"}, "The time of Bob is up."),
    ({"e": "started", "match": "m", "dealer": "W"}, "The match begins; Bob deals first."),
]


@pytest.mark.parametrize(("event", "said"), EVENTS)
def test_people(event: dict[str, Any], said: str) -> None:
    """What people do is said."""
    assert [line.text for line in told(BEFORE, event)] == [said]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_deal(lang: str) -> None:
    """A whole deal can be told in every language."""
    table = views.table(1, **auction(seat="S"))
    hands = [["JH"], [None], [None], [None]]
    events: list[dict[str, Any]] = [event for event, _ in EVENTS]
    events += [
        {"e": "committed", "deal": 1, "commitment": "00"},
        {"e": "dealt", "deal": 1, "dealer": "E", "speaker": "S", "hands": hands, "turned": "JC"},
        {"e": "called", "seat": "S", "call": "100H", "contract": "S:100H"},
        {"e": "completed", "contract": "S:100H", "leader": "S", "added": [[], [], [], []]},
        {"e": "announced", "seat": "S", "kinds": ["tierce", "carre"]},
        {"e": "played", "seat": "S", "card": "JH"},
        {"e": "belote", "seat": "S", "suit": "H", "word": "belote"},
        *({"e": "played", "seat": seat, "card": "8C"} for seat in "WNE"),
        {"e": "trick", "number": 1, "winner": "S", "points": 20},
        {"e": "declarations", "points": 0},
        {
            "e": "declarations",
            "points": 20,
            "team": "NS",
            "shown": [{"seat": "S", "kind": "tierce", "cards": ["JH", "TH", "9H"]}],
        },
        SETTLED,
        {"e": "revealed", "deal": 1, "deck": []},
        {"e": "ended", "winner": "NS", "reason": "target", "scores": {"ns": 1010, "ew": 5}},
        {"e": "unheard_of"},
        {"e": "unheard_of", "seat": "S"},
    ]
    lines = told(table, *events, lang=lang)

    assert len(lines) > len(events) - 4
    assert {line.kind for line in lines} >= {Kind.CALL, Kind.TRICK, Kind.RESULT, Kind.PEOPLE}
    for line in lines:
        assert line.text
        assert line.text.isprintable()


def test_cards_in_words() -> None:
    """Cards, declarations and tricks are said as people say them."""
    table = views.table(1, **play(trick=["KS", "7S", "8S"], leader="W"))
    played = {"e": "played", "seat": "S", "card": "TS"}
    trick = {"e": "trick", "number": 1, "winner": "S", "points": 14}

    assert [line.text for line in told(table, played, trick)] == [
        "Anna plays 10 of spades.",
        "Anna takes the trick, 14 points.",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_notices(lang: str) -> None:
    """So can everything that is no event."""
    tell = telling(lang)
    updates: list[dict[str, Any]] = [
        {"t": "presence", "seat": "W", "online": False},
        {"t": "presence", "seat": "W", "online": True},
        {"t": "paused"},
        {"t": "resumed"},
        {"t": "said", "person": {"id": "x", "name": "\x1bE\nve"}, "at": 0.0, "text": "a\r\x9bb"},
        {"t": "said", "person": {"id": "x", "name": "Eve"}, "at": 0.0, "phrase": "hello"},
        *({"t": "left", "reason": reason} for reason in REASONS),
    ]
    texts = [line.text for each in updates for line in tell.lines(Heard(each, BEFORE, BEFORE))]
    texts += [tell.status(Status(state, "why", 1.5)).text for state in State]
    texts += [
        tell.verdict(verdict).text
        for verdict in (
            Verdict("m", 1, (), is_proven=True),
            Verdict("m", 1, (), is_proven=False),
            Verdict("m", 1, ("no seed is shown",), is_proven=True),
        )
    ]

    assert len(texts) == len(updates) + len(State) + 3
    assert all(text and text.isprintable() for text in texts)
    assert "E ve: a b" in texts


def test_what_a_newer_server_says() -> None:
    """Codes that are unknown are shown as they are."""
    tell = telling()

    assert tell.refused({"code": "too_loud", "params": {}}) == "too_loud {}"
    assert tell.gone("eaten") == "eaten"
    assert tell.gone("no_spectators") == "This table allows no spectators."
    assert [*tell.lines(Heard({"t": "news"}, BEFORE, BEFORE))] == []
    assert tell.status(Status(State.CLOSED, "gone")).text == "The connection has ended. (gone)"
