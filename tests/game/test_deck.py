"""The pack, the dealing, and the fair order that anybody can compute again."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from belote_protocol.vocab import Card, Seat
from belote_server.game import deck
from belote_server.game.deck import (
    NO_CONTRIBUTIONS,
    PACK,
    commitment,
    contribution_commitment,
    deal_key,
    fair_deck,
    first_hands,
    is_whole,
    second_hands,
)
from tests.helpers.cards import cards

FAIR: dict[str, Any] = json.loads(
    (Path(__file__).parent / "data" / "fair_deal.json").read_text(encoding="utf-8")
)
SEED = bytes.fromhex(FAIR["seed"])
CONTRIBUTIONS = [bytes.fromhex(contribution) for contribution in FAIR["client_random"]]
DEALER = list(Seat)[FAIR["dealer"]]


def in_seat_order(hands: dict[str, list[str]]) -> tuple[tuple[Card, ...], ...]:
    """Return *hands*, keyed by seat, as the game keeps them."""
    return tuple(cards(" ".join(hands[seat])) for seat in Seat)


def test_pack() -> None:
    """A new pack lies clubs, diamonds, hearts, spades, each from the 7 up."""
    assert list(PACK) == list(
        cards(
            "7C 8C 9C TC JC QC KC AC 7D 8D 9D TD JD QD KD AD "
            "7H 8H 9H TH JH QH KH AH 7S 8S 9S TS JS QS KS AS"
        )
    )


@pytest.mark.parametrize(
    ("cards_in_it", "whole"),
    [
        (PACK, True),
        (PACK[::-1], True),
        (PACK[:31], False),
        ((*PACK[:31], PACK[0]), False),
        ((*PACK, PACK[0]), False),
        ((), False),
    ],
    ids=["new", "reversed", "one missing", "one twice", "one too many", "nothing"],
)
def test_a_whole_deck(cards_in_it: tuple[Card, ...], whole: bool) -> None:
    """A deck is whole if it has each of the 32 cards once."""
    assert is_whole(cards_in_it) is whole


@pytest.mark.parametrize(
    ("packets", "south", "west", "north", "east"),
    [
        ((3, 2), "7C 8C 9C JD QD", "TC JC QC KD AD", "KC AC 7D 7H 8H", "8D 9D TD 9H TH"),
        ((2, 3), "7C 8C 7D 8D 9D", "9C TC TD JD QD", "JC QC KD AD 7H", "KC AC 8H 9H TH"),
        (
            (3, 2, 3),
            "7C 8C 9C JD QD JH QH KH",
            "TC JC QC KD AD AH 7S 8S",
            "KC AC 7D 7H 8H 9S TS JS",
            "8D 9D TD 9H TH QS KS AS",
        ),
        (
            (3, 3, 2),
            "7C 8C 9C JD QD KD 7S 8S",
            "TC JC QC AD 7H 8H 9S TS",
            "KC AC 7D 9H TH JH JS QS",
            "8D 9D TD QH KH AH KS AS",
        ),
        (
            (2, 3, 3),
            "7C 8C 7D 8D 9D JH QH KH",
            "9C TC TD JD QD AH 7S 8S",
            "JC QC KD AD 7H 9S TS JS",
            "KC AC 8H 9H TH QS KS AS",
        ),
    ],
    ids=str,
)
def test_first_hands(
    packets: tuple[int, ...], south: str, west: str, north: str, east: str
) -> None:
    """Packets go round from the top, to the seat after the dealer first [2.4, 2.5]."""
    hands = first_hands(PACK, Seat.EAST, packets)

    assert hands == (cards(south), cards(west), cards(north), cards(east))


@pytest.mark.parametrize(
    ("dealer", "hands"),
    [
        ("E", "7C 8C 9C JD QD | TC JC QC KD AD | KC AC 7D 7H 8H | 8D 9D TD 9H TH"),
        ("S", "8D 9D TD 9H TH | 7C 8C 9C JD QD | TC JC QC KD AD | KC AC 7D 7H 8H"),
        ("W", "KC AC 7D 7H 8H | 8D 9D TD 9H TH | 7C 8C 9C JD QD | TC JC QC KD AD"),
        ("N", "TC JC QC KD AD | KC AC 7D 7H 8H | 8D 9D TD 9H TH | 7C 8C 9C JD QD"),
    ],
)
def test_the_seat_after_the_dealer_is_served_first(dealer: str, hands: str) -> None:
    """Whoever deals, the top of the deck goes to the next seat."""
    dealt = first_hands(PACK, Seat(dealer), (3, 2))

    assert dealt == tuple(map(cards, hands.split(" | ")))


@pytest.mark.parametrize(
    ("taker", "added"),
    [
        ("S", "JH QH KH | AH 7S 8S | 9S TS JS | QS KS AS"),
        ("W", "QH KH AH | JH 7S 8S | 9S TS JS | QS KS AS"),
        ("N", "QH KH AH | 7S 8S 9S | JH TS JS | QS KS AS"),
        ("E", "QH KH AH | 7S 8S 9S | TS JS QS | JH KS AS"),
    ],
)
def test_second_hands(taker: str, added: str) -> None:
    """The taker gets the turned card and two more, everybody else three [2.4]."""
    hands = second_hands(PACK, Seat.EAST, 5, Seat(taker))

    assert hands == tuple(map(cards, added.split(" | ")))


@pytest.mark.parametrize("dealer", Seat)
@pytest.mark.parametrize("taker", Seat)
@pytest.mark.parametrize("packets", [(3, 2), (2, 3)], ids=str)
def test_every_card_is_dealt_once(dealer: Seat, taker: Seat, packets: tuple[int, ...]) -> None:
    """In the end four hands of eight hold the whole pack."""
    first = first_hands(PACK, dealer, packets)
    second = second_hands(PACK, dealer, 5, taker)
    hands = [one + two for one, two in zip(first, second, strict=True)]

    assert [len(hand) for hand in hands] == [8, 8, 8, 8]
    assert is_whole([card for hand in hands for card in hand])
    assert PACK[20] in second[taker.place]


def test_the_fair_deal_written_down() -> None:
    """Every step of the scheme gives the bytes that were computed elsewhere."""
    match, number = FAIR["match"], FAIR["deal"]

    assert commitment(match, number, SEED).hex() == FAIR["commit"]
    assert [
        contribution_commitment(match, number, seat, contribution).hex()
        for seat, contribution in zip(Seat, CONTRIBUTIONS, strict=True)
    ] == FAIR["client"]
    assert deal_key(match, number, DEALER, SEED, CONTRIBUTIONS).hex() == FAIR["key"]
    assert fair_deck(match, number, DEALER, SEED, CONTRIBUTIONS) == cards(FAIR["cards"])
    assert [PACK.index(card) for card in cards(FAIR["cards"])] == FAIR["deck"]


def test_the_hands_of_the_fair_deal() -> None:
    """The order written down gives the hands written down, in both games."""
    order = cards(FAIR["cards"])
    five = first_hands(order, DEALER, (3, 2))
    added = second_hands(order, DEALER, 5, Seat.SOUTH)
    taken = in_seat_order(FAIR["classic_hands_if_south_takes"])

    assert first_hands(order, DEALER, (3, 2, 3)) == in_seat_order(FAIR["coinche_hands"])
    assert five == in_seat_order(FAIR["classic_first_five"])
    assert order[20] == FAIR["classic_turned"]
    assert [set(one + two) for one, two in zip(five, added, strict=True)] == list(map(set, taken))


@pytest.mark.parametrize(
    ("match", "number", "dealer", "seed", "contributions"),
    [
        ("m-0002", 1, Seat.EAST, SEED, CONTRIBUTIONS),
        ("m-0001", 2, Seat.EAST, SEED, CONTRIBUTIONS),
        ("m-0001", 1, Seat.SOUTH, SEED, CONTRIBUTIONS),
        ("m-0001", 1, Seat.EAST, SEED[::-1], CONTRIBUTIONS),
        ("m-0001", 1, Seat.EAST, SEED, CONTRIBUTIONS[::-1]),
        ("m-0001", 1, Seat.EAST, SEED, NO_CONTRIBUTIONS),
    ],
    ids=["match", "deal", "dealer", "seed", "contributions", "no contributions"],
)
def test_everything_that_fixes_a_deal_counts(
    match: str, number: int, dealer: Seat, seed: bytes, contributions: list[bytes]
) -> None:
    """Whatever is changed, the order is another, and still a whole deck."""
    other = fair_deck(match, number, dealer, seed, contributions)

    assert is_whole(other)
    assert other != cards(FAIR["cards"])


def test_what_is_joined_comes_apart_again() -> None:
    """A byte moved from one seat's contribution to its neighbour's is another deal."""
    one, other = [b"ab", b"", b"", b""], [b"a", b"b", b"", b""]

    assert deal_key("m", 1, Seat.SOUTH, SEED, one) != deal_key("m", 1, Seat.SOUTH, SEED, other)
    assert commitment("m", 1, SEED) != commitment("m1", 1, SEED)
    assert contribution_commitment("m", 1, Seat.SOUTH, b"") != contribution_commitment(
        "m", 1, Seat.WEST, b""
    )


def test_nothing_contributed_is_the_default() -> None:
    """Without contributions the order depends on the seed alone."""
    assert fair_deck("m", 1, Seat.SOUTH, SEED) == fair_deck(
        "m", 1, Seat.SOUTH, SEED, NO_CONTRIBUTIONS
    )


@pytest.mark.parametrize(
    ("limit", "words", "drawn", "left"),
    [
        (32, [2**32 - 1, 5], 31, 1),  # 32 divides 2³²: every word will do
        (3, [2**32 - 2, 5], 2, 1),  # the last word that will do
        (3, [2**32 - 1, 5], 2, 0),  # one word too many for three equal shares
        (31, [2**32 - 4, 2**32 - 1, 7], 7, 0),
        (31, [2**32 - 5, 7], 30, 1),
    ],
)
def test_uneven_words_are_left_out(limit: int, words: list[int], drawn: int, left: int) -> None:
    """A word beyond the last whole multiple of the limit is thrown away."""
    source: Iterator[int] = iter(words)

    assert deck._below(limit, source) == drawn
    assert len(list(source)) == left


def test_each_place_is_as_likely() -> None:
    """Over many seeds a card comes to lie about equally often in each eighth of the deck."""
    eighths = Counter(
        fair_deck("m", number, Seat.SOUTH, SEED).index(Card("JS")) // 4 for number in range(1, 1601)
    )

    assert set(eighths) == set(range(8))
    assert all(150 <= times <= 250 for times in eighths.values())
