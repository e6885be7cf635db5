"""A player that plays by itself asks only for what is open to it."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_protocol.vocab import Card, Seat
from client_demo.player import Player, choose, trump_worth
from tests.helpers import views

SEATED = [views.seat("Anna"), views.seat("Bob"), views.seat("Chen"), views.seat("Dora")]
STRONG = ["JH", "9H", "AH", "TH", "KH", "AS", "AC", "AD"]
WEAK = ["7H", "8H", "7S", "8S", "7D", "8D", "7C", "8C"]
OPTIONS = {
    "words": ["pass"],
    "kinds": ["points", "capot"],
    "modes": ["S", "H", "D", "C", "NT"],
    "points": [80, 90, 100],
}


def command(wanted: Seat = Seat.SOUTH, **fields: Any) -> dict[str, Any] | None:
    """Return what a player asks for at a table with *fields* in it."""
    return Player(Random(1), wanted).next_command(views.table(**fields))


def at_auction(hand: list[str], turn: dict[str, Any], **deal: Any) -> dict[str, Any]:
    """Return the fields of a table where South, with *hand*, may be about to speak."""
    running = views.deal(number=3, hands=[hand, *([views.HIDDEN] * 3)], **deal)
    return {"seats": SEATED, "seat": "S", "turn": turn, "match": views.match(deal=running)}


@pytest.mark.parametrize(
    ("taken", "wanted", "seat"),
    [("", "S", "S"), ("", "N", "N"), ("N", "N", "S"), ("SWN", "W", "E"), ("SWNE", "S", None)],
)
def test_sitting_down(taken: str, wanted: str, seat: str | None) -> None:
    """A player takes the seat it would like, another one if that is taken, and waits for none."""
    seats = [views.seat("Bob") if name in taken else {} for name in "SWNE"]

    asked = command(Seat(wanted), seats=seats)
    assert asked == (None if seat is None else {"t": "sit", "seat": seat})


def test_getting_ready() -> None:
    """Once it sits a player is ready, and says so once."""
    ready = [views.seat("Anna", ready=True), *SEATED[1:]]

    assert command(seats=SEATED, seat="S") == {"t": "ready"}
    assert command(seats=ready, seat="S") is None


def test_the_next_deal() -> None:
    """After a deal a player asks for the next one, once."""
    match = views.match(phase="dealing", deal=views.deal(number=3))
    ready = [views.seat("Anna", ready=True), *SEATED[1:]]

    assert command(seats=SEATED, seat="S", match=match) == {"t": "next", "deal": 3}
    assert command(seats=ready, seat="S", match=match) is None
    assert command(seats=SEATED, seat="S", match=views.match(phase="dealing")) is None


@pytest.mark.parametrize("turn", [{}, {"seat": "W", "deadline": 5.0}])
def test_somebody_elses_turn(turn: dict[str, Any]) -> None:
    """A player waits for its turn."""
    assert command(**at_auction(STRONG, turn)) is None


@pytest.mark.parametrize(
    ("hand", "options", "deal", "call"),
    [
        (STRONG, OPTIONS, {}, "80H"),
        (STRONG, {**OPTIONS, "points": [100]}, {"contract": "W:90C"}, "100H"),
        (STRONG, {**OPTIONS, "points": [160]}, {"contract": "W:150C"}, "pass"),
        (STRONG, OPTIONS, {"contract": "N:80C"}, "pass"),
        (STRONG, {"words": ["pass", "coinche"]}, {"contract": "W:160C"}, "pass"),
        (WEAK, OPTIONS, {}, "pass"),
        (STRONG[:5], {"words": ["pass"], "kinds": ["take"], "modes": ["H"]}, {}, "H"),
        (WEAK[:5], {"words": ["pass"], "kinds": ["take"], "modes": ["H"]}, {}, "pass"),
        (
            ["JS", "9S", "7H", "8H", "7D"],
            {"words": ["pass"], "kinds": ["take"], "modes": ["S"]},
            {"turned": "AS"},
            "S",
        ),
    ],
)
def test_bidding(hand: list[str], options: dict[str, Any], deal: dict[str, Any], call: str) -> None:
    """A player bids what its hand is worth, never over its partner, and else passes."""
    turn = {"seat": "S", "options": options}
    asked = command(**at_auction(hand, turn, calls=[["S", "pass"]], **deal))

    assert asked == {"t": "bid", "deal": 3, "nth": 1, "call": call}


def test_playing() -> None:
    """A player plays a card that is marked as open to it, and names the trick."""
    trick = {"leader": "S", "cards": ["7S", "8S", "9S", "TS"], "winner": "S", "points": 10}
    running = views.deal(number=2, contract="S:80Hx", tricks=[trick], trick=["AD"], leader="W")
    cards = {"JH": "must_follow", "7D": None, "TD": None}
    match = views.match(phase="play", deal=running)
    table: dict[str, Any] = {"seats": SEATED, "seat": "S", "match": match}

    asked = command(**table, turn={"seat": "S", "cards": cards})
    assert asked == {"t": "play", "deal": 2, "trick": 2, "card": "7D"}
    assert command(**table, turn={"seat": "S", "cards": {"JH": "must_follow"}}) is None


@pytest.mark.parametrize(
    ("table", "legal", "card"),
    [
        ("", "7H JH AS", "JH"),  # lead the strongest
        ("", "7S AS TD", "AS"),
        ("9S", "TS 7S", "TS"),  # win what can be won
        ("AS", "TS 7S", "7S"),  # else lose little
        ("7S JS", "AS 8S", "AS"),
        ("AS 7S", "TS 8S", "TS"),  # the partner's: give points
        ("AS 7S", "TD 9H", "TD"),  # and no trump, if there is a choice
        ("7S AS", "9H 7H", "9H"),
        ("AS 7S 8S", "8H 7D", "8H"),
        ("9H", "7H 8H", "7H"),
    ],
)
def test_choosing(table: str, legal: str, card: str) -> None:
    """With hearts trump, a player leads, wins, gives and saves as people do."""
    assert choose(legal.split(), table.split(), "H") == card


@given(
    cards=st.lists(st.sampled_from([card.value for card in Card]), unique=True, min_size=4),
    split=st.integers(0, 3),
    trump=st.sampled_from("SHDCT"),
)
def test_a_choice_is_one_of_those_there_are(cards: list[str], split: int, trump: str) -> None:
    """Whatever lies on the table, the card that is chosen is one that may be played."""
    assert choose(cards[split:], cards[:split], trump) in cards[split:]


def test_what_a_hand_is_worth() -> None:
    """The jack and the nine of trump, length and aces are what counts."""
    assert trump_worth(STRONG, "H") > trump_worth(STRONG, "S") > trump_worth(WEAK, "S")
