"""
Faults once found in other programs, in the auction and with the belote, and the right answer.

Each row carries the fault's number. The table is a house table of Coinche unless it says otherwise.
"""

from random import Random

import pytest

from belote_protocol.calls import BidKind, Word, bid, call
from belote_protocol.vocab import BeloteWord, Card, Mode, Phase, Rank, Seat, Suit, Team
from belote_server.game.actions import DealCards, MakeCall
from belote_server.game.auction import Auction, after_call, call_options, judge_call
from belote_server.game.deck import PACK
from belote_server.game.events import BeloteSaid, CallMade, HandsCompleted
from belote_server.game.rulesets import COINCHE_HOUSE, RULE_SETS, derive
from belote_server.game.scoring import settle
from belote_server.game.state import replay
from tests.helpers.deals import hands, play, speak, stacked
from tests.helpers.matches import Table, play_on, start
from tests.helpers.tallies import tally

COINCHE_TABLES = ["coinche-house", "coinche-official"]


def dealt(name: str = "coinche-house", said: str = "") -> Table:
    """Return a table at which South spoke first, and this was *said*."""
    table = start(RULE_SETS[name])
    table.do(DealCards(PACK))
    speak(table, said)
    return table


@pytest.mark.parametrize("name", COINCHE_TABLES)
@pytest.mark.parametrize(
    ("fault", "said", "then", "refusal"),
    [
        ("W3", "pass pass 80H pass", "coinche", "own_side_bid"),  # N 80♥, E pass, S coinche
        ("W3", "80H pass", "coinche", "own_side_bid"),
        ("W22", "80H pass", "coinche", "own_side_bid"),
        ("W22", "", "coinche", "nothing_to_coinche"),
        ("W22", "pass pass pass", "coinche", "nothing_to_coinche"),
        ("W28", "90H", "90S", "bid_too_low(bid=90H)"),
        ("W28", "90H", "80S", "bid_too_low(bid=90H)"),
        ("W40", "pass pass 80H coinche", "90H", "bidding_frozen"),  # N 80♥, E coinche, S 90♥
        ("W40", "80H coinche", "capotH", "bidding_frozen"),
        ("W50", "80H pass", "coinche", "own_side_bid"),
        ("W54", "120H", "80S", "bid_too_low(bid=120H)"),
        ("W62", "80H pass", "80H", "bid_too_low(bid=80H)"),
        ("W62", "80H pass", "80S", "bid_too_low(bid=80H)"),
        ("W90", "100H pass", "coinche", "own_side_bid"),
        ("W90", "80H 90S 100H pass", "coinche", "own_side_bid"),
    ],
)
def test_refused_calls(fault: str, said: str, then: str, refusal: str, name: str) -> None:
    """These calls are refused, with the rule they break, and change nothing."""
    table = dealt(name, said)
    before = table.match
    turn = table.match.turn
    assert turn is not None

    assert str(table.refuse(MakeCall(turn, call(then)))) == refusal
    assert table.match is before


@pytest.mark.parametrize("name", COINCHE_TABLES)
@pytest.mark.parametrize(
    ("fault", "said", "seat", "then"),
    [
        ("W50", "80H coinche", "E", "pass"),  # the coincher's partner is not asked
        ("W50", "80H coinche pass", "E", "surcoinche"),
        ("W54", "", "E", "80H"),
        ("W54", "80H", "N", "90H"),
        ("W102", "", "W", "100H"),
        ("W102", "80H pass", "W", "100H"),
        ("W102", "80H", "S", "coinche"),
    ],
)
def test_out_of_turn(fault: str, said: str, seat: str, then: str, name: str) -> None:
    """Nobody speaks before its turn, whatever it wants to say."""
    table = dealt(name, said)

    refusal = table.refuse(MakeCall(Seat(seat), call(then)))
    assert str(refusal) == f"not_your_turn(seat={table.match.turn})"


@pytest.mark.parametrize("name", COINCHE_TABLES)
@pytest.mark.parametrize(
    ("fault", "said", "contract", "turn"),
    [
        ("W27", "pass pass 80H pass pass coinche", "N:80Hx", "N"),  # passes lie in between
        ("W50", "capotH coinche", "S:capotHx", "N"),  # a bid of 250
        ("W61", "80H pass pass", "S:80H", "E"),
        ("W61", "80H pass pass 90S", "E:90S", "S"),
        ("W87", "pass pass pass 100H coinche", "E:100Hx", "W"),
        ("W90", "80H pass capotS", "N:capotS", "E"),  # one's own words, and nothing doubled
        ("W135", "80H coinche", "S:80Hx", "N"),
    ],
)
def test_what_stands(fault: str, said: str, contract: str, turn: str, name: str) -> None:
    """The bid that stands is the last one made, with its doubling; the auction goes on."""
    match = dealt(name, said).match

    assert str(match.running.auction.contract) == contract
    assert match.phase is Phase.AUCTION
    assert match.turn == turn


@pytest.mark.parametrize("name", COINCHE_TABLES)
def test_the_trump_is_the_bids(name: str) -> None:
    """W27, W87, W147: a coinche, or a pass, takes neither number nor suit from the contract."""
    completed = dealt(name, "pass 100H pass pass coinche pass pass").log[-1]

    assert isinstance(completed, HandsCompleted)
    assert str(completed.contract) == "W:100Hx"
    assert completed.contract.bid.mode == "H"


@pytest.mark.parametrize(
    ("text", "mode"), [("80H", "H"), ("100S", "S"), ("capotD", "D"), ("160NT", "NT"), ("H", "H")]
)
def test_the_mode_of_a_bid(text: str, mode: str) -> None:
    """W147: the mode is what stands at the end of a bid, not the whole of it."""
    assert bid(text).mode == mode


def test_a_coinche_is_no_pass() -> None:
    """W135: after a coinche passes are counted anew, and the bid that was made stays as it was."""
    rules = COINCHE_HOUSE.auction
    before = Auction(Seat.SOUTH)
    for text in ("80H", "pass", "pass"):
        before = after_call(before, call(text), rules)
    bid_made, standing = before.calls[0], before.contract
    after = after_call(before, Word.COINCHE, rules)

    assert (before.passes, after.passes) == (2, 0)
    assert (str(before.contract), str(after.contract)) == ("S:80H", "S:80Hx")
    assert before.contract is standing
    assert after.calls[0] is bid_made


@pytest.mark.parametrize("name", RULE_SETS)
def test_each_deal_has_its_own_auction(name: str) -> None:
    """W88: when the next deal is dealt nothing has been said in it."""
    table = play_on(start(RULE_SETS[name]), Random(4), lambda match: match.deals == 2)
    auction = table.match.running.auction

    assert (auction.calls, auction.contract, auction.passes) == ((), None, 0)


@pytest.mark.parametrize("name", COINCHE_TABLES)
@pytest.mark.parametrize("seed", range(6))
def test_who_may_double(name: str, seed: int) -> None:
    """W3, W22, W50, W90: only opponents of the last bid coinche it, only its side surcoinches."""
    log = play_on(start(RULE_SETS[name]), Random(seed), lambda match: match.deals == 8).log
    taker: Seat | None = None
    for event in log:
        if isinstance(event, CallMade):
            if event.call is Word.COINCHE:
                assert taker is not None
                assert event.seat.team is not taker.team
            if event.call is Word.SURCOINCHE:
                assert taker is not None
                assert event.seat.team is taker.team
            taker = event.contract.taker if event.contract else None


def test_a_capot_is_above_every_number() -> None:
    """W50, W90: a capot is bid by its name, over any number, and can be doubled."""
    rules = COINCHE_HOUSE.auction
    auction = after_call(Auction(Seat.SOUTH), bid("160H"), rules)

    assert BidKind.CAPOT in call_options(auction, rules, None).kinds
    assert str(judge_call(auction, bid("250H"), rules, None)) == (
        "off_ladder(floor=80, ceiling=160)"
    )
    auction = after_call(auction, bid("capotH"), rules)
    assert judge_call(auction, Word.COINCHE, rules, None) is None


# --- belote ---

# South holds king and queen of hearts, and the king of spades; the queen of spades is West's.
PAIR = (
    "KH QH AH JH KS 9H TH AC | 8H AS KC 9S 8S JD QS JC"
    "| 7H TS 7S AD 7D KD 7C QC | JS 9D 8D TD TC QD 9C 8C"
)


def at_hearts() -> Table:
    """Return a table at which South plays hearts with the pair in its hand."""
    table = start(COINCHE_HOUSE)
    table.do(DealCards(stacked(hands(PAIR), Seat.EAST, COINCHE_HOUSE, Seat.SOUTH)))
    speak(table, "80H pass pass pass")
    return table


def words(table: Table) -> list[str]:
    """Return every belote and rebelote said, with seat and suit."""
    events = [event for event in table.log if isinstance(event, BeloteSaid)]
    return [f"{event.seat} {event.word} {event.suit}" for event in events]


def test_the_queen_may_come_first() -> None:
    """W36: whichever falls first is the belote, the other the rebelote."""
    table = at_hearts()
    play(table, "QH 8H 7H JS")
    assert words(table) == ["S belote H"]
    play(table, "KH")
    assert words(table) == ["S belote H", "S rebelote H"]


def test_belote_is_kept() -> None:
    """W12: it is said once and part of the match; whoever comes back finds it there."""
    table = at_hearts()
    play(table, "KH 8H 7H JS")
    again = Table(replay(table.log), list(table.log))

    assert again.match.running.belotes == table.match.running.belotes != ()
    play_on(again, Random(1), lambda match: match.phase is not Phase.PLAY)
    assert words(again) == ["S belote H", "S rebelote H"]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", RULE_SETS)
def test_only_the_pair_of_trump_in_one_hand(name: str, seed: int) -> None:
    """W137: a king or queen says something only as trump, with the other dealt to the same hand."""
    table = play_on(start(RULE_SETS[name]), Random(seed), lambda match: len(match.settled) == 1)
    deal = table.match.running
    expected = {
        f"{seat} {word} {suit}"
        for seat in Seat
        for suit in Suit
        for word in BeloteWord
        if {Card.of(Rank.KING, suit), Card.of(Rank.QUEEN, suit)} <= set(deal.dealt[seat.place])
        and deal.contract.bid.mode in (suit.value, Mode.ALL_TRUMP)
    }

    assert {f"{said.seat} {said.word} {said.suit}" for said in deal.belotes} == expected
    assert len(deal.belotes) == len(expected)


def test_belote_counts_where_the_bid_alone_is_scored() -> None:
    """W17: with 62 in tricks and the belote, 80 is made where the contract alone is written."""
    changes = {"scoring.counted": "bid_only", "scoring.must_beat_defence": False}
    rules = derive("coinche-house", changes)
    made = settle(tally("S:80H", "62 belote", "90 der"), rules.cards, rules.scoring)
    fallen = settle(tally("S:80H", "62", "90 der"), rules.cards, rules.scoring)

    assert made.winner is Team.NS
    assert made.points.ns == 80
    assert fallen.winner is Team.EW
