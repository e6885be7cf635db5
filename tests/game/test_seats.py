"""What is kept per seat and per side."""

import pytest

from belote_protocol.vocab import Card, Seat, Team
from belote_server.game.seats import (
    NO_HANDS,
    NO_POINTS,
    Points,
    holder,
    seats_from,
    with_hand,
)
from tests.helpers.cards import cards

HANDS = (cards("7S 8S"), cards("7H"), cards("7D"), cards("7C 8C"))


@pytest.mark.parametrize(
    ("first", "order"), [("S", "S W N E"), ("W", "W N E S"), ("N", "N E S W"), ("E", "E S W N")]
)
def test_turn_order(first: str, order: str) -> None:
    """From any seat the turn visits all four, South, West, North, East."""
    assert seats_from(Seat(first)) == tuple(map(Seat, order.split()))


@pytest.mark.parametrize("seat", Seat)
def test_replacing_a_hand(seat: Seat) -> None:
    """One hand is replaced, the other three stay the very same."""
    after = with_hand(HANDS, seat, cards("AS"))

    assert after[seat.place] == cards("AS")
    for other in set(Seat) - {seat}:
        assert after[other.place] is HANDS[other.place]


@pytest.mark.parametrize(
    ("card", "seat"), [("8S", "S"), ("7H", "W"), ("7D", "N"), ("8C", "E"), ("AS", None)]
)
def test_holder(card: str, seat: str | None) -> None:
    """A card is found with the seat that holds it, or with nobody."""
    assert holder(HANDS, Card(card)) == seat
    assert holder(NO_HANDS, Card(card)) is None


def test_points() -> None:
    """Points are kept per side, add up side by side and know their total."""
    points = Points.of(Team.NS, 90) + Points.of(Team.EW, 72)

    assert points == Points(ns=90, ew=72)
    assert (points[Team.NS], points[Team.EW]) == (90, 72)
    assert points.total == 162
    assert points + NO_POINTS == points
    assert points + Points(10, 20) == Points(100, 92)
    assert Points.of(Team.EW, 20) == Points(0, 20)
