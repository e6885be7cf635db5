"""The short texts people type, in the ways they type them."""

import pytest

from belote_protocol.calls import BidKind
from belote_protocol.calls import bid as written
from belote_protocol.vocab import Card, Mode, Seat, Team
from belote_server.scoresheet import names
from belote_server.scoresheet.problem import Problem


@pytest.mark.parametrize(
    ("text", "seat"),
    [("S", Seat.SOUTH), ("w", Seat.WEST), ("North", Seat.NORTH), (" EAST ", Seat.EAST)],
)
def test_seats(text: str, seat: Seat) -> None:
    """A seat is a letter or its whole name, in any case."""
    assert names.seat("--leader", text) is seat


@pytest.mark.parametrize(
    ("text", "team"),
    [
        ("NS", Team.NS),
        ("n-s", Team.NS),
        ("sn", Team.NS),
        ("North-South", Team.NS),
        ("S", Team.NS),
        ("EW", Team.EW),
        ("we", Team.EW),
        ("east", Team.EW),
    ],
)
def test_teams(text: str, team: Team) -> None:
    """A side goes by its two letters, or by one of its seats."""
    assert names.team("--last", text) is team


@pytest.mark.parametrize("text", ["", "SE", "X", "norths"])
def test_no_seats(text: str) -> None:
    """What is neither a seat nor a side is answered with those that are."""
    with pytest.raises(Problem, match="choices=S, W, N, E, NS, EW"):
        names.seat_or_team("--taker", text)


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ("H", Mode.HEARTS),
        ("s", Mode.SPADES),
        ("clubs", Mode.CLUBS),
        ("♦", Mode.DIAMONDS),
        ("♥\ufe0f", Mode.HEARTS),
        ("NT", Mode.NO_TRUMP),
        ("no trump", Mode.NO_TRUMP),
        ("sa", Mode.NO_TRUMP),
        ("All-Trump", Mode.ALL_TRUMP),
        ("TA", Mode.ALL_TRUMP),
    ],
)
def test_modes(text: str, mode: Mode) -> None:
    """A mode is a letter, a sign or its name."""
    assert names.mode("--mode", text) is mode


@pytest.mark.parametrize(
    ("text", "bid"),
    [
        ("H", (BidKind.TAKE, 0, Mode.HEARTS)),
        ("100H", (BidKind.POINTS, 100, Mode.HEARTS)),
        ("100", (BidKind.POINTS, 100, None)),
        ("90 no trump", (BidKind.POINTS, 90, Mode.NO_TRUMP)),
        ("110♠", (BidKind.POINTS, 110, Mode.SPADES)),
        ("capot", (BidKind.CAPOT, 0, None)),
        ("CapotS", (BidKind.CAPOT, 0, Mode.SPADES)),
        ("capot at", (BidKind.CAPOT, 0, Mode.ALL_TRUMP)),
        ("generaleNT", (BidKind.GENERALE, 0, Mode.NO_TRUMP)),
        ("Générale trèfle", None),
        ("générale c", (BidKind.GENERALE, 0, Mode.CLUBS)),
        ("", None),
        ("100X", None),
        ("-100H", (BidKind.POINTS, 100, Mode.HEARTS)),
        ("12345H", None),
        ("H100", None),
    ],
)
def test_bids(text: str, bid: tuple[BidKind, int, Mode | None] | None) -> None:
    """A bid is what is promised and what is trump, either of which may be left out."""
    if bid is None:
        with pytest.raises(Problem, match="bad_contract"):
            names.bid(text)
    else:
        assert names.bid(text) == bid


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("250H", "capotH"),
        ("500S", "generaleS"),
        ("160H", "160H"),
        ("260H", "260H"),
        ("capotH", "capotH"),
    ],
)
def test_values_of_capot(typed: str, meant: str) -> None:
    """A number above the ladder that is the value of a capot or générale stands for it."""
    assert names.same_bid(written(typed), 250, 500, 160) == written(meant)


@pytest.mark.parametrize(
    ("text", "card"),
    [("JS", "JS"), ("js", "JS"), ("10h", "TH"), ("T♥", "TH"), ("A♠\ufe0e", "AS"), ("7c", "7C")],
)
def test_cards(text: str, card: str) -> None:
    """A card is its rank and its suit; ten may be written 10."""
    assert names.card(text) is Card(card)


@pytest.mark.parametrize("text", ["", "6D", "SJ", "J", "JSS"])
def test_no_cards(text: str) -> None:
    """What is no card is a problem that repeats it."""
    with pytest.raises(Problem, match="bad_card"):
        names.card(text)


@pytest.mark.parametrize(("text", "number"), [("82", 82), (" 0 ", 0), ("-5", -5), ("+7", 7)])
def test_numbers(text: str, number: int) -> None:
    """A whole number may have a sign; whether it may be negative is asked later."""
    assert names.number("--cards-ns", text) == number


@pytest.mark.parametrize("text", ["", "8.5", "1_0", "٣", "1e3", "1234567", "--5"])
def test_no_numbers(text: str) -> None:
    """Only plain digits make a number."""
    with pytest.raises(Problem, match="not_a_number"):
        names.number("--cards-ns", text)
