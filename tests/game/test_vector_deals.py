"""
Whole deals of another program, replayed call by call and card by card.

Its game is Coinche with suit contracts, played after the customs of Contrée. The deals lie beside
a checkout; without them this module is skipped.
"""

from typing import Any

import pytest

from belote_protocol.calls import Bid, BidKind, Contract, Doubling, Word, call
from belote_protocol.vocab import Mode, Seat, Team
from belote_server.game.actions import DealCards, MakeCall, PlayCard
from belote_server.game.auction import call_options
from belote_server.game.events import BeloteSaid, TrickTaken
from belote_server.game.rulesets import derive
from belote_server.game.seats import Hands, Points
from belote_server.game.state import Match
from tests.helpers.cards import cards
from tests.helpers.deals import settlement, stacked
from tests.helpers.matches import Table, open_cards, start
from tests.helpers.vectors import load

Told = dict[str, Any]
DEALS: list[Told] = load("deals.jsonl")

CONTREE = derive(
    "coinche-house",
    {
        "auction.modes": "suits",
        "auction.generale": False,
        "auction.after_coinche": "all",
        "play.undertrump": "free",
        "declarations.played": False,
        "scoring.surcoinche": 3,
        "scoring.multiplies_base": False,
        "scoring.doubled_base": 162,
        "scoring.doubled_capot_base": 252,
        "scoring.fall_base": 162,
        "scoring.fall_capot_base": 162,
        "scoring.belote_goes_to": "winner",
        "match.target": 10000,
    },
)
DOUBLINGS = (Doubling.NONE, Doubling.COINCHE, Doubling.SURCOINCHE)

each_deal = pytest.mark.parametrize("told", DEALS, ids=[told["id"] for told in DEALS])


def dealt(told: Told) -> Table:
    """Return a table at which the cards of a deal have been dealt."""
    south, west, north, east = (cards(" ".join(told["hands"][seat.value])) for seat in Seat)
    hands: Hands = (south, west, north, east)
    dealer = Seat(told["dealer"])
    table = start(CONTREE, dealer)
    table.do(DealCards(stacked(hands, dealer, CONTREE, dealer)))
    assert table.match.running.hands == hands
    return table


def bid_out(told: Told) -> Table:
    """Return a table at which the auction of a deal is over."""
    table = dealt(told)
    for step in told["auction"]:
        table.do(MakeCall(Seat(step["seat"]), call(step["call"])))
    return table


def played_out(told: Told) -> Table:
    """Return a table at which a deal has been played."""
    table = bid_out(told)
    for trick in told["tricks"]:
        for card in cards(" ".join(trick["cards"])):
            table.do(PlayCard(table.match.running.turn, card))
    return table


def legal_calls(match: Match) -> Told:
    """Return what the speaker may say as the deals write it."""
    deal = match.running
    options = call_options(deal.auction, match.rules.auction, deal.turned)
    return {
        "pass_": Word.PASS in options.words,
        "min_bid": min(options.points, default=None),
        "capot": BidKind.CAPOT in options.kinds,
        "coinche": Word.COINCHE in options.words,
        "surcoinche": Word.SURCOINCHE in options.words,
    }


@each_deal
def test_auction(told: Told) -> None:
    """At every step the same seat may say the same, and the auction gives the same contract."""
    table = dealt(told)
    for step in told["auction"]:
        assert table.match.turn is Seat(step["seat"])
        assert legal_calls(table.match) == step["legal"]
        table.do(MakeCall(Seat(step["seat"]), call(step["call"])))

    made = told["contract"]
    kind = BidKind(made["kind"])
    bid = Bid(kind, Mode(made["trump"]), made["value"] if kind is BidKind.POINTS else 0)
    contract = Contract(Seat(made["declarer"]), bid, DOUBLINGS[made["coinche"]])
    assert table.match.running.contract == contract
    assert contract.taker.team is Team(made["team"])


@each_deal
def test_play(told: Told) -> None:
    """At every card the same cards are legal, and every trick has the same winner and points."""
    table, swept = bid_out(told), 8 in told["tricks_won"].values()
    last = CONTREE.cards.capot_last_trick if swept else CONTREE.cards.last_trick
    for number, trick in enumerate(told["tricks"], start=1):
        assert table.match.turn is Seat(trick["leader"])
        for card, legal in zip(cards(" ".join(trick["cards"])), trick["legal"], strict=True):
            assert sorted(open_cards(table.match)) == sorted(cards(" ".join(legal)))
            table.do(PlayCard(table.match.running.turn, card))
        taken = [event for event in table.log if isinstance(event, TrickTaken)][-1]
        points = taken.points + (last if number == 8 else 0)
        assert (taken.winner, points) == (Seat(trick["winner"]), trick["points_incl_der"])


@each_deal
def test_score(told: Told) -> None:
    """The deal comes to the same card points, tricks, belote and scores."""
    table = played_out(told)

    settled = settlement(table.log)
    tricks = [event.winner.team for event in table.log if isinstance(event, TrickTaken)]
    said = [event.seat.team for event in table.log if isinstance(event, BeloteSaid)]
    belote = {team: 10 * said.count(team) for team in Team}  # half for each of the two words

    assert {team.value: tricks.count(team) for team in Team} == told["tricks_won"]
    assert belote == told["belote"]
    own = {team: settled.own[team] - belote[team] for team in Team}
    assert own == told["card_points"]
    assert settled.points == Points(told["scores"]["NS"], told["scores"]["EW"])
