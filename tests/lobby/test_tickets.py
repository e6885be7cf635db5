"""What a ticket accepts, and when."""

import pytest

from belote_protocol.vocab import Pace
from belote_server.lobby.tickets import Kind, Ticket, Widening, Wish, accepted

WIDENING = Widening(pace=8, rules=16)


def kinds(text: str) -> tuple[Kind, ...]:
    """Return what *text* lists: rule sets and paces with a slash between."""
    pairs = (each.split("/") for each in text.split())
    return tuple(Kind(rules, Pace(pace)) for rules, pace in pairs)


@pytest.mark.parametrize(
    ("waited", "wide", "expected"),
    [
        (0, True, "classic-house/calm"),
        (7.9, True, "classic-house/calm"),
        (8, True, "classic-house/calm classic-house/normal classic-house/fast"),
        (16, False, "classic-house/calm classic-house/normal classic-house/fast"),
        (
            16,
            True,
            "classic-house/calm classic-house/normal classic-house/fast"
            " classic-official/calm classic-official/normal classic-official/fast",
        ),
    ],
)
def test_a_ticket_widens(waited: float, wide: bool, expected: str) -> None:
    """First only what was asked for will do, then any pace, then any rule set of the game."""
    ticket = Ticket("anna", Wish(("classic-house",), Pace.CALM, wide), since=100.0, nth=1)

    assert accepted(ticket, 100.0 + waited, WIDENING) == kinds(expected)


def test_the_favourite_comes_first() -> None:
    """Rule sets keep the order in which they were named, each once; near paces come first."""
    wish = Wish(("coinche-official", "classic-house", "coinche-official"), Pace.FAST, wide=False)
    ticket = Ticket("anna", wish, since=100.0, nth=1)

    assert accepted(ticket, 110.0, WIDENING) == kinds(
        "coinche-official/fast classic-house/fast coinche-official/normal classic-house/normal"
        " coinche-official/calm classic-house/calm"
    )


def test_no_game_that_was_not_named() -> None:
    """However long one waits, it never comes to another game."""
    ticket = Ticket("anna", Wish(("coinche-house",)), since=0.0, nth=1)

    assert {kind.rules for kind in accepted(ticket, 10**6, WIDENING)} == {
        "coinche-house",
        "coinche-official",
    }
