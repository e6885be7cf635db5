"""Calls, bids and contracts as text: what is written is read back the same."""

from itertools import product

import pytest

from belote_protocol import calls
from belote_protocol.calls import Bid, BidKind, Call, Contract, Doubling, Word
from belote_protocol.vocab import Mode, Seat

BIDS = [
    Bid(kind, mode, points)
    for kind in BidKind
    for mode in Mode
    for points in ((1, 80, 160, 9999) if kind is BidKind.POINTS else (0,))
]


@pytest.mark.parametrize(
    ("text", "bid"),
    [
        ("H", Bid(BidKind.TAKE, Mode.HEARTS)),
        ("NT", Bid(BidKind.TAKE, Mode.NO_TRUMP)),
        ("AT", Bid(BidKind.TAKE, Mode.ALL_TRUMP)),
        ("80S", Bid(BidKind.POINTS, Mode.SPADES, 80)),
        ("100H", Bid(BidKind.POINTS, Mode.HEARTS, 100)),
        ("160AT", Bid(BidKind.POINTS, Mode.ALL_TRUMP, 160)),
        ("capotC", Bid(BidKind.CAPOT, Mode.CLUBS)),
        ("capotNT", Bid(BidKind.CAPOT, Mode.NO_TRUMP)),
        ("generaleD", Bid(BidKind.GENERALE, Mode.DIAMONDS)),
    ],
)
def test_bids(text: str, bid: Bid) -> None:
    """A bid is what is bid followed by the mode."""
    assert calls.bid(text) == bid
    assert str(bid) == text


@pytest.mark.parametrize("bid", BIDS, ids=str)
def test_a_bid_is_read_back(bid: Bid) -> None:
    """Reading undoes writing, for a bid as such and as a call."""
    assert calls.bid(str(bid)) == bid
    assert calls.call(str(bid)) == bid
    assert eval(repr(bid), vars(calls)) == bid


@pytest.mark.parametrize(
    ("text", "word"),
    [("pass", Word.PASS), ("coinche", Word.COINCHE), ("surcoinche", Word.SURCOINCHE)],
)
def test_words(text: str, word: Call) -> None:
    """A word of the auction is its own text."""
    assert calls.call(text) is word
    assert str(word) == text


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("S:100H", Contract(Seat.SOUTH, Bid(BidKind.POINTS, Mode.HEARTS, 100))),
        ("W:NTx", Contract(Seat.WEST, Bid(BidKind.TAKE, Mode.NO_TRUMP), Doubling.COINCHE)),
        ("N:capotSx", Contract(Seat.NORTH, Bid(BidKind.CAPOT, Mode.SPADES), Doubling.COINCHE)),
        (
            "E:generaleATxx",
            Contract(Seat.EAST, Bid(BidKind.GENERALE, Mode.ALL_TRUMP), Doubling.SURCOINCHE),
        ),
    ],
)
def test_contracts(text: str, contract: Contract) -> None:
    """A contract is its taker, the bid, and an x for each doubling."""
    assert calls.contract(text) == contract
    assert str(contract) == text


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("doubling", Doubling)
def test_a_contract_is_read_back(seat: Seat, doubling: Doubling) -> None:
    """Reading undoes writing, whoever took and however often it was doubled."""
    for bid in BIDS:
        contract = Contract(seat, bid, doubling)

        assert calls.contract(str(contract)) == contract
        assert eval(repr(contract), vars(calls)) == contract


@pytest.mark.parametrize(
    "text",
    [
        "",
        "X",
        "h",
        "100",
        "100h",
        "100X",
        "H100",
        "0H",
        "080H",
        "-80H",
        "80.5H",
        "10000H",
        "٨٠H",
        "capot",
        "CapotH",
        "capot100H",
        "100capotH",
        "100 H",
        " 100H",
        "100H\n",
        "80SA",
        "passe",
        "PASS",
        "coinche ",
        "contre",
    ],
)
def test_what_is_not_a_call(text: str) -> None:
    """Anything else is refused, and the answer says what would do."""
    with pytest.raises(ValueError, match="is not a bid: write"):
        calls.bid(text)
    with pytest.raises(ValueError, match="is not a bid: write"):
        calls.call(text)


@pytest.mark.parametrize("word", Word)
def test_a_word_is_no_bid(word: Word) -> None:
    """Passing and doubling name no contract."""
    with pytest.raises(ValueError, match="is not a bid"):
        calls.bid(word.value)


@pytest.mark.parametrize(
    "text",
    ["", "100H", "S100H", "X:100H", "S:", "S:100H x", "S-100H", "S:100H:x", "S:100H\n"],
)
def test_what_is_not_a_contract(text: str) -> None:
    """A contract needs a seat, a colon and a bid."""
    with pytest.raises(ValueError, match="is not a contract: write"):
        calls.contract(text)


@pytest.mark.parametrize("text", ["S:x", "S:100Hxxx", "S:pass", "S:coinche", "S:100", "N:Zx"])
def test_a_contract_needs_a_bid(text: str) -> None:
    """What stands between the colon and the marks must be a bid."""
    with pytest.raises(ValueError, match="is not a bid"):
        calls.contract(text)


def test_texts_are_never_shared() -> None:
    """No two calls are written the same, and no two contracts."""
    every_call: list[Call] = [*Word, *BIDS]
    contracts = [Contract(*parts) for parts in product(Seat, BIDS, Doubling)]

    assert len({str(call) for call in every_call}) == len(every_call)
    assert len({str(contract) for contract in contracts}) == len(contracts)
