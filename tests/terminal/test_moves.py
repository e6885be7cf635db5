"""What one may do, read off the table without a rule."""

from typing import Any

import pytest

from belote_protocol.vocab import Mode
from client_demo.terminal import moves
from tests.helpers import views
from tests.helpers.screens import HAND, PEOPLE, auction, play


def room(**fields: Any) -> Any:
    """Return a table with *fields* in it."""
    return views.room(**fields)


@pytest.mark.parametrize(
    ("mode", "ordered"),
    [
        (None, "AS 8S AH JH 9H 7C KD"),
        (Mode.HEARTS, "JH 9H AH AS 8S KD 7C"),
        (Mode.ALL_TRUMP, "AS 8S JH 9H AH 7C KD"),
        (Mode.CLUBS, "7C AH JH 9H AS 8S KD"),
    ],
)
def test_order(mode: Mode | None, ordered: str) -> None:
    """Cards lie trump first, red and black in turns, strong to weak."""
    cards = ["7C", "KD", "9H", "AH", "JH", "8S", "AS"]

    assert moves.in_order([*cards, None], mode) == ordered.split()


def test_bidding() -> None:
    """A call is whole once it has an amount and a mode, and stays within what may be said."""
    options = {
        "words": ["pass"],
        "kinds": ["points", "capot"],
        "modes": ["S", "H"],
        "points": [80, 90],
    }
    choice = moves.bidding(room(**auction(seat="S", options=options)))

    assert choice is not None
    assert choice.call is None
    hearts = choice.with_mode(Mode.HEARTS)
    assert [hearts.higher(steps).call for steps in (-1, 0, 1, 5)] == ["80H", "80H", "90H", "capotH"]
    assert choice.with_mode(Mode.CLUBS) == choice


def test_words_alone() -> None:
    """Where only words may be said, no mode is offered."""
    options = {"words": ["pass", "surcoinche"], "modes": ["S"]}
    choice = moves.bidding(room(**auction(seat="S", options=options)))

    assert choice is not None
    assert (choice.modes, choice.call) == ((), None)
    assert moves.bidding(room(**auction(seat="W"))) is None


def test_going_on() -> None:
    """One key asks for the start, the next deal and another match, each once."""

    def ask(**fields: object) -> object:
        return moves.go_on(room(seats=PEOPLE, seat="S", **fields))

    over = views.match(phase="dealing", deal=views.deal())
    assert ask() == {"t": "ready", "ready": True}
    assert ask(match=over) == {"t": "next", "deal": 1}
    assert ask(match=views.match(phase="ended", deal=views.deal())) == {"t": "rematch"}
    assert ask(match=views.match(phase="dealing")) is None
    assert ask(match=views.match()) is None
    ready = [views.seat("Anna", ready=True), *PEOPLE[1:]]
    assert moves.go_on(room(seats=ready, seat="S", match=over)) is None
    assert moves.go_on(room(seats=ready, seat="S")) == {"t": "ready", "ready": False}
    assert moves.go_on(room()) is None


@pytest.mark.parametrize(
    ("duty", "trick", "named"),
    [
        ("must_follow", "KS", {"suit": "S", "card": "KS"}),
        ("must_trump", "KS", {"suit": "H", "card": "KS"}),
        ("must_overtrump", "KS 9H 7H", {"suit": "S", "card": "9H"}),
        ("must_climb", "KH 9H AD", {"suit": "H", "card": "9H"}),
    ],
)
def test_duties(duty: str, trick: str, named: dict[str, str]) -> None:
    """The sentence about a duty gets the suit and the card it is about."""
    table = room(**play(dict.fromkeys(HAND, duty), trick=trick.split(), leader="W"))

    assert moves.duty_params(table, duty) == named


def test_no_duty_without_a_trick() -> None:
    """Whoever leads owes nothing."""
    assert moves.duty_params(room(**play()), "must_follow") == {}


@pytest.mark.parametrize(
    ("contract", "trick", "best"),
    [("S:100NT", "KS AH TS", "TS"), ("S:100AT", "KS 9S AS", "9S"), ("S:H", "KS 7H AS", "7H")],
)
def test_winning(contract: str, trick: str, best: str) -> None:
    """The winning card depends on what is trump."""
    assert moves.winning(trick.split(), moves.trump_of(contract)) == best
