"""
Choosing a call: every call open to the seat, weighed by how the deal would end after it.

What is needed is a forecast for each mode the seat could play, and one for the contract that
stands; where they come from, a formula or imagined deals, is the policy's affair.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from belote_protocol.calls import Bid, BidKind, Call, Contract, Doubling, Word
from belote_protocol.vocab import HintCode, Mode, Seat
from belote_server.bots.choice import Choice
from belote_server.bots.outcomes import Outcome
from belote_server.bots.stakes import Stakes
from belote_server.game.actions import MakeCall
from belote_server.game.views import View

Forecast = Sequence[Outcome]
"""Ways a deal may end, each as likely as the others."""

PASSING = 0.0
"""What it is worth to pass while nobody has bid, in points."""

DOUBLING_MARGIN = 60.0
"""How much more a coinche must promise than a pass, in points."""


REDOUBLING_MARGIN = 80.0
"""The same of a surcoinche, which answers somebody who knows something."""

PUNISHED = 0.4
"""How often a bid that falls is coinched."""


@dataclass(frozen=True)
class Prospects:
    """
    What a seat expects.

    Attributes:
        modes: For each mode worth bidding, how its deal ends.
        standing: How the deal of the contract that stands ends; empty where none does.
        passing: What it is worth to pass while nobody has bid.
    """

    modes: Mapping[Mode, Forecast]
    standing: Forecast = ()
    passing: float = PASSING


def choose_call(view: View, prospects: Prospects, stakes: Stakes) -> Choice:
    """Return the best call of the seat of *view*, which is to speak."""
    seat, deal = view.viewer, view.deal
    assert isinstance(seat, Seat)
    assert deal is not None
    contract, standing = deal.contract, prospects.standing
    best: Call = Word.PASS
    best_value = prospects.passing
    if contract is not None:
        best_value = _mean(contract, standing, stakes)
        for word, doubling, margin in (
            (Word.COINCHE, Doubling.COINCHE, DOUBLING_MARGIN),
            (Word.SURCOINCHE, Doubling.SURCOINCHE, REDOUBLING_MARGIN),
        ):
            if word in view.calls.words:
                value = _mean(replace(contract, doubling=doubling), standing, stakes)
                if value > best_value + margin:
                    best, best_value = word, value
    for mode, forecast in prospects.modes.items():
        if mode in view.calls.modes:
            call, value = _best_bid(view, seat, mode, forecast, stakes)
            if call is not None and value > best_value:
                best, best_value = call, value
    return _explained(view, seat, best, prospects)


def _best_bid(
    view: View, seat: Seat, mode: Mode, forecast: Forecast, stakes: Stakes
) -> tuple[Bid | None, float]:
    side = seat.place & 1
    own = sorted(outcome.total(side) for outcome in forecast)
    limit = own[len(own) * 3 // 4]
    best: Bid | None = None
    best_value = 0.0
    for kind in view.calls.kinds:
        if kind is BidKind.POINTS:
            bids = [Bid(kind, mode, points) for points in view.calls.points if points <= limit]
        elif kind is BidKind.TAKE or _may_sweep(kind, forecast, side):
            bids = [Bid(kind, mode)]
        else:
            continue
        for bid in bids:
            value = _risked(Contract(seat, bid), forecast, stakes)
            if best is None or value > best_value:
                best, best_value = bid, value
    return best, best_value


def _may_sweep(kind: BidKind, forecast: Forecast, side: int) -> bool:
    """Return whether most ways to end are the capot, or générale, that *kind* promises."""
    kept = [
        outcome.capot == side and (outcome.alone or kind is not BidKind.GENERALE)
        for outcome in forecast
    ]
    return sum(kept) * 3 > len(kept) * 2


def _mean(contract: Contract, forecast: Forecast, stakes: Stakes) -> float:
    value = stakes.ledger(contract).value
    return sum(value(outcome) for outcome in forecast) / max(len(forecast), 1)


def _risked(contract: Contract, forecast: Forecast, stakes: Stakes) -> float:
    """Return what a bid is worth on average, the worst ends coinched as often as others would."""
    plain = stakes.ledger(contract)
    coinched = stakes.ledger(replace(contract, doubling=Doubling.COINCHE))
    is_number = contract.bid.kind is not BidKind.TAKE
    total = 0.0
    for outcome in forecast:
        value = plain.value(outcome)
        if value < 0 and is_number:
            worse = coinched.value(outcome)
            value += PUNISHED * min(worse - value, 0.0)
        total += value
    return total / max(len(forecast), 1)


def _explained(view: View, seat: Seat, call: Call, prospects: Prospects) -> Choice:
    action = MakeCall(seat, call)
    deal = view.deal
    contract = deal.contract if deal is not None else None
    side = seat.place & 1
    if isinstance(call, Bid):
        forecast = prospects.modes[call.mode]
        points = sum(outcome.total(side) for outcome in forecast) // len(forecast)
        params = {"mode": call.mode.value, "points": str(points)}
        theirs = contract is not None and contract.taker is seat.partner
        if theirs and contract is not None and contract.bid.mode is call.mode:
            return Choice(action, HintCode.BID_SUPPORT, params)
        return Choice(action, HintCode.BID_HAND, params)
    if call is Word.COINCHE:
        return Choice(action, HintCode.COINCHE_FALLS)
    if call is Word.SURCOINCHE:
        return Choice(action, HintCode.SURCOINCHE_HOLDS)
    if len(view.calls.words) == 1 and not view.calls.kinds:
        return Choice(action, HintCode.ONLY_CHOICE)
    if contract is None:
        return Choice(action, HintCode.PASS_WEAK)
    ours = contract.taker.team is seat.team
    return Choice(action, HintCode.PASS_PARTNER if ours else HintCode.PASS_DEFEND)
