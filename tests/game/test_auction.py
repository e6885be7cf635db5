"""What may be said in the two auctions, and what comes of it."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_protocol.calls import Bid, BidKind, Call, Word, call
from belote_protocol.vocab import Card, Mode, Seat
from belote_server.game.auction import (
    NO_CALLS,
    Auction,
    AuctionRules,
    CallOptions,
    after_call,
    call_options,
    judge_call,
)
from belote_server.game.rules import AfterCoinche, Modes, NumbersAuction, TurnedAuction
from belote_server.game.rulesets import CLASSIC_HOUSE, COINCHE_HOUSE

TURNED = CLASSIC_HOUSE.auction
assert isinstance(TURNED, TurnedAuction)
TURNED_SUITS = replace(TURNED, modes=Modes.SUITS)
NUMBERS = COINCHE_HOUSE.auction
assert isinstance(NUMBERS, NumbersAuction)
NUMBERS_SUITS = replace(NUMBERS, modes=Modes.SUITS)
NO_GENERALE = replace(NUMBERS, generale=False)
HIGH = replace(NUMBERS, floor=100, ceiling=180)
ALL_ASKED = replace(NUMBERS, after_coinche=AfterCoinche.ALL)

JACK = Card("JS")  # the card turned up; South speaks first
EVERY_CALL: list[Call] = [
    *Word,
    *(
        Bid(kind, mode, points)
        for kind in BidKind
        for mode in Mode
        for points in (range(75, 256, 5) if kind is BidKind.POINTS else (0, 90))
    ),
]


def say(rules: AuctionRules, said: str) -> Auction:
    """Return the auction in which *said* was said, South first and every call allowed."""
    auction = Auction(Seat.SOUTH)
    for text in said.split():
        assert judge_call(auction, call(text), rules, JACK) is None, f"{text} in {said}"
        auction = after_call(auction, call(text), rules)
    return auction


@pytest.mark.parametrize(
    ("rules", "said", "then", "refusal"),
    [
        # the turned card
        (TURNED, "", "H", "turned_suit_only(suit=S)"),
        (TURNED, "pass pass pass", "C", "turned_suit_only(suit=S)"),
        (TURNED, "pass pass pass pass", "S", "turned_suit_refused(suit=S)"),
        (TURNED, "pass pass pass pass pass pass pass", "S", "turned_suit_refused(suit=S)"),
        (TURNED_SUITS, "", "NT", "mode_not_played(mode=NT)"),
        (TURNED_SUITS, "pass pass pass pass", "AT", "mode_not_played(mode=AT)"),
        (TURNED, "", "80S", "wrong_game(call=80S)"),
        (TURNED, "", "capotS", "wrong_game(call=capotS)"),
        (TURNED, "", "generaleNT", "wrong_game(call=generaleNT)"),
        (TURNED, "", "coinche", "wrong_game(call=coinche)"),
        (TURNED, "pass", "surcoinche", "wrong_game(call=surcoinche)"),
        # the numbers
        (NUMBERS, "", "S", "wrong_game(call=S)"),
        (NUMBERS, "80H", "NT", "wrong_game(call=NT)"),
        (NUMBERS_SUITS, "", "80NT", "mode_not_played(mode=NT)"),
        (NUMBERS_SUITS, "80H", "capotAT", "mode_not_played(mode=AT)"),
        (NO_GENERALE, "", "generaleS", "generale_not_played"),
        (NUMBERS, "", "70H", "off_ladder(floor=80, ceiling=160)"),
        (NUMBERS, "", "85H", "off_ladder(floor=80, ceiling=160)"),
        (NUMBERS, "", "170H", "off_ladder(floor=80, ceiling=160)"),
        (NUMBERS, "", "250H", "off_ladder(floor=80, ceiling=160)"),
        (HIGH, "", "90H", "off_ladder(floor=100, ceiling=180)"),
        (HIGH, "", "190H", "off_ladder(floor=100, ceiling=180)"),
        (NUMBERS, "90H", "80S", "bid_too_low(bid=90H)"),
        (NUMBERS, "90H", "90S", "bid_too_low(bid=90H)"),
        (NUMBERS, "90H", "90AT", "bid_too_low(bid=90H)"),
        (NUMBERS, "80H pass pass", "80H", "bid_too_low(bid=80H)"),
        (NUMBERS, "160H", "150H", "bid_too_low(bid=160H)"),
        (NUMBERS, "capotH", "160S", "bid_too_low(bid=capotH)"),
        (NUMBERS, "capotH", "capotNT", "bid_too_low(bid=capotH)"),
        (NUMBERS, "generaleH", "capotS", "bid_too_low(bid=generaleH)"),
        (NUMBERS, "generaleH", "generaleS", "bid_too_low(bid=generaleH)"),
        # doubling
        (NUMBERS, "", "coinche", "nothing_to_coinche"),
        (NUMBERS, "pass pass", "coinche", "nothing_to_coinche"),
        (NUMBERS, "pass", "surcoinche", "nothing_to_coinche"),
        (NUMBERS, "80H pass", "coinche", "own_side_bid"),
        (NUMBERS, "80H 90S pass", "coinche", "own_side_bid"),
        (NUMBERS, "80H", "surcoinche", "not_coinched"),
        (NUMBERS, "80H pass", "surcoinche", "not_coinched"),
        (NUMBERS, "80H coinche", "coinche", "bidding_frozen"),
        (NUMBERS, "80H coinche", "90H", "bidding_frozen"),
        (NUMBERS, "80H coinche", "capotH", "bidding_frozen"),
        (NUMBERS, "80H coinche pass", "generaleH", "bidding_frozen"),
        (ALL_ASKED, "80H coinche pass", "surcoinche", "not_coinched_side"),
        (ALL_ASKED, "80H coinche pass", "coinche", "bidding_frozen"),
        (ALL_ASKED, "80H coinche pass", "90H", "bidding_frozen"),
    ],
)
def test_refusals(rules: AuctionRules, said: str, then: str, refusal: str) -> None:
    """What may not be said is answered with the rule it breaks and what its sentence needs."""
    assert str(judge_call(say(rules, said), call(then), rules, JACK)) == refusal


@pytest.mark.parametrize(
    ("rules", "bid", "refusal"),
    [
        (TURNED, Bid(BidKind.TAKE, Mode.SPADES, 90), "wrong_game(call=S)"),
        (NUMBERS, Bid(BidKind.CAPOT, Mode.SPADES, 90), "off_ladder(floor=80, ceiling=160)"),
        (NUMBERS, Bid(BidKind.GENERALE, Mode.SPADES, 10), "off_ladder(floor=80, ceiling=160)"),
        (NUMBERS, Bid(BidKind.POINTS, Mode.SPADES), "off_ladder(floor=80, ceiling=160)"),
    ],
)
def test_only_numbers_have_points(rules: AuctionRules, bid: Bid, refusal: str) -> None:
    """A bid that its own text would not give back is no bid."""
    assert str(judge_call(Auction(Seat.SOUTH), bid, rules, JACK)) == refusal


@pytest.mark.parametrize(
    ("rules", "said", "then"),
    [
        (TURNED, "", "S"),
        (TURNED, "pass pass pass", "S"),
        (TURNED, "", "NT"),
        (TURNED, "pass pass", "AT"),
        (TURNED, "pass pass pass pass", "H"),
        (TURNED, "pass pass pass pass pass pass pass", "C"),
        (TURNED, "pass pass pass pass", "NT"),
        (NUMBERS, "", "80AT"),
        (NUMBERS, "", "160S"),  # a jump
        (NUMBERS, "90H", "100H"),  # the same suit, by an opponent
        (NUMBERS, "90H pass", "100S"),  # raising the partner
        (NUMBERS, "90H pass 100H pass", "110D"),  # …and back
        (NUMBERS, "pass 90H", "100S"),
        (NUMBERS, "pass pass pass 90H", "100S"),  # a pass excludes nobody later on
        (NUMBERS, "80H pass pass 90D", "100H"),
        (NUMBERS, "160H", "capotS"),
        (NUMBERS, "capotS", "generaleC"),
        (NUMBERS, "160H", "generaleC"),
        (HIGH, "170S", "180S"),
        (NUMBERS, "80H", "coinche"),
        (NUMBERS, "80H pass pass", "coinche"),
        (NUMBERS, "pass 80H pass pass", "coinche"),  # passed before, coinches now
        (NUMBERS, "80H 90S 100H", "coinche"),
        (NUMBERS, "capotH", "coinche"),
        (NUMBERS, "generaleH", "coinche"),
        (NUMBERS, "80H coinche", "surcoinche"),
        (NUMBERS, "80H coinche pass", "surcoinche"),
        (ALL_ASKED, "80H coinche pass pass", "surcoinche"),
    ],
)
def test_what_may_be_said(rules: AuctionRules, said: str, then: str) -> None:
    """Only the number ranks bids, everybody may come back, opponents may double."""
    assert judge_call(say(rules, said), call(then), rules, JACK) is None


@pytest.mark.parametrize(
    ("rules", "said", "contract"),
    [
        (TURNED, "S", "S:S"),
        (TURNED, "pass pass pass S", "E:S"),
        (TURNED, "pass NT", "W:NT"),
        (TURNED, "pass pass pass pass pass H", "W:H"),
        (TURNED, "pass pass pass pass pass pass pass D", "E:D"),
        (TURNED, "pass pass pass pass pass pass pass pass", None),
        (NUMBERS, "pass pass pass pass", None),
        (NUMBERS, "80H pass pass pass", "S:80H"),
        (NUMBERS, "pass pass pass 80H pass pass pass", "E:80H"),
        (NUMBERS, "80H pass pass 90S pass 100H pass pass pass", "W:100H"),
        (NUMBERS, "generaleH pass pass pass", "S:generaleH"),
        (NUMBERS, "80H coinche pass pass", "S:80Hx"),
        (NUMBERS, "80H coinche surcoinche", "S:80Hxx"),
        (NUMBERS, "80H coinche pass surcoinche", "S:80Hxx"),
        (NUMBERS, "80H pass pass coinche pass pass", "S:80Hx"),
        (NUMBERS, "80H pass 90H coinche pass surcoinche", "N:90Hxx"),
        (NUMBERS, "pass pass capotNT coinche pass pass", "N:capotNTx"),
        (ALL_ASKED, "80H coinche pass pass pass", "S:80Hx"),
        (ALL_ASKED, "80H coinche surcoinche", "S:80Hxx"),
        (ALL_ASKED, "80H coinche pass pass surcoinche", "S:80Hxx"),
    ],
)
def test_how_an_auction_ends(rules: AuctionRules, said: str, contract: str | None) -> None:
    """It ends with the last of these calls, and not before [3.1, 3.2]."""
    *before, _ = said.split()

    assert say(rules, " ".join(before)).speaker is not None
    ended = say(rules, said)
    assert ended.speaker is None
    assert ended.passed_out is (contract is None)
    assert (str(ended.contract) if ended.contract else None) == contract
    assert call_options(ended, rules, JACK) == NO_CALLS


@pytest.mark.parametrize(
    ("rules", "said", "speakers"),
    [
        (TURNED, "pass pass pass pass pass pass pass pass", "S W N E S W N E"),
        (NUMBERS, "80H pass 90H pass pass pass", "S W N E S W"),
        (NUMBERS, "pass 80H pass pass 90C 100H pass pass pass", "S W N E S W N E S"),
        # once coinched: the coinched side only, the seat after the coincher first
        (NUMBERS, "80H coinche pass pass", "S W N S"),
        (NUMBERS, "80H coinche pass surcoinche", "S W N S"),
        (NUMBERS, "80H pass pass coinche pass pass", "S W N E S N"),
        (NUMBERS, "pass pass 80H coinche pass pass", "S W N E S N"),
        (NUMBERS, "pass 80H coinche pass pass", "S W N E W"),
        # …or everybody
        (ALL_ASKED, "80H coinche pass pass pass", "S W N E S"),
        (ALL_ASKED, "80H pass pass coinche pass pass pass", "S W N E S W N"),
    ],
)
def test_whose_turn_it_is(rules: AuctionRules, said: str, speakers: str) -> None:
    """The turn goes round; after a coinche it passes over the coincher's partner."""
    auction = say(rules, said)

    assert [seat for seat, _ in auction.calls] == speakers.split()
    assert [str(made) for _, made in auction.calls] == said.split()


@pytest.mark.parametrize(
    ("said", "passes"),
    [
        ("", 0),
        ("pass pass", 2),
        ("pass 80H", 0),
        ("80H pass pass", 2),
        ("80H pass pass 90H", 0),
        ("80H pass pass coinche", 0),
        ("80H coinche pass", 1),
    ],
)
def test_passes_in_a_row(said: str, passes: int) -> None:
    """Passes are counted since the last call that was not one."""
    assert say(NUMBERS, said).passes == passes


@pytest.mark.parametrize(
    ("rules", "said", "words", "kinds", "modes", "points"),
    [
        (TURNED, "", "pass", "take", "S NT AT", ""),
        (TURNED, "pass pass pass", "pass", "take", "S NT AT", ""),
        (TURNED, "pass pass pass pass", "pass", "take", "H D C NT AT", ""),
        (TURNED_SUITS, "", "pass", "take", "S", ""),
        (TURNED_SUITS, "pass pass pass pass", "pass", "take", "H D C", ""),
        (
            NUMBERS,
            "",
            "pass",
            "points capot generale",
            "S H D C NT AT",
            "80 90 100 110 120 130 140 150 160",
        ),
        (NUMBERS_SUITS, "140H", "pass coinche", "points capot generale", "S H D C", "150 160"),
        (HIGH, "160D", "pass coinche", "points capot generale", "S H D C NT AT", "170 180"),
        (NUMBERS, "140H pass", "pass", "points capot generale", "S H D C NT AT", "150 160"),
        (NUMBERS, "160H", "pass coinche", "capot generale", "S H D C NT AT", ""),
        (NUMBERS, "capotH", "pass coinche", "generale", "S H D C NT AT", ""),
        (NUMBERS, "generaleH", "pass coinche", "", "", ""),
        (NO_GENERALE, "capotH pass", "pass", "", "", ""),
        (NUMBERS, "80H coinche", "pass surcoinche", "", "", ""),
        (ALL_ASKED, "80H coinche pass", "pass", "", "", ""),
    ],
)
def test_options(
    rules: AuctionRules, said: str, words: str, kinds: str, modes: str, points: str
) -> None:
    """The speaker is shown what it may say, as words, kinds, modes and numbers."""
    assert call_options(say(rules, said), rules, JACK) == CallOptions(
        words=tuple(map(Word, words.split())),
        kinds=tuple(map(BidKind, kinds.split())),
        modes=tuple(map(Mode, modes.split())),
        points=tuple(map(int, points.split())),
    )


@pytest.mark.parametrize(
    "rules",
    [TURNED, TURNED_SUITS, NUMBERS, NUMBERS_SUITS, NO_GENERALE, HIGH, ALL_ASKED],
    ids=[
        "turned",
        "turned, suits",
        "numbers",
        "numbers, suits",
        "no générale",
        "100 to 180",
        "all asked",
    ],
)
@settings(max_examples=30)
@given(choices=st.lists(st.integers(0, 999), max_size=12))
def test_options_and_judgement_agree(rules: AuctionRules, choices: list[int]) -> None:
    """At every point of any auction, exactly the calls that are offered are allowed."""
    auction = Auction(Seat.SOUTH)
    for choice in choices:
        options = list(call_options(auction, rules, JACK))
        assert options == list(dict.fromkeys(options))
        if auction.speaker is None:
            break
        allowed = [each for each in EVERY_CALL if judge_call(auction, each, rules, JACK) is None]
        assert set(options) == set(allowed)
        auction = after_call(auction, options[choice % len(options)], rules)


def test_a_call_changes_nothing_that_was_said_before() -> None:
    """An auction is a value: what follows leaves it as it was."""
    before = say(NUMBERS, "80H")
    after = after_call(before, Word.COINCHE, NUMBERS)

    assert before == say(NUMBERS, "80H")
    assert after.calls[:1] == before.calls
    assert (str(before.contract), str(after.contract)) == ("S:80H", "S:80Hx")
