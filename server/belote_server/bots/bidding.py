"""
The club's forecasts in an auction: what the hand is worth, and what the others have said of theirs.

A bid says that its seat expects about as many points. What was bid by whom, and what the seat's
own cards add to it or take from it, gives a mean; how far off it usually is gives the spread.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from belote_protocol.calls import Bid, BidKind, Contract, Doubling
from belote_protocol.vocab import Card, DeclarationKind, Mode, Rank, Seat, Suit
from belote_server.bots.announced import declared
from belote_server.bots.auctioning import Forecast, Prospects
from belote_server.bots.codes import PLAIN, recode
from belote_server.bots.outcomes import of_total
from belote_server.bots.sight import Sight
from belote_server.bots.valuation import Estimate, bid_points, estimate, resistance, support, sweeps
from belote_server.game import declarations
from belote_server.game.play import is_trump, pack_points
from belote_server.game.rules import RuleSet

QUANTILES = (-1.47, -0.79, -0.37, 0.0, 0.37, 0.79, 1.47)
"""The middles of the seven equally likely parts of a normal spread."""

TRUSTED = 0.75
"""The share of what a hand adds to its partner's bid, or takes from an opponent's, that shows."""

AFTER_BID, OPPOSED = 25.0, 29.0
"""The spread of what one's own side makes once both have bid, and of what opponents make."""

PARTNER_PASSED = 8.0
"""What a pass by the partner takes from the mean of one's own side."""

COINCHED = 10.0
"""What a coinche takes from the mean of the contract it hits."""

BEST_DECLARATION = {
    DeclarationKind.TIERCE: 0.55,
    DeclarationKind.CINQUANTE: 0.75,
    DeclarationKind.CENT: 0.9,
    DeclarationKind.CARRE: 0.95,
}
"""How often one's best declaration is the best of all."""

MODES_WEIGHED = 2
"""How many of the modes open to a seat are weighed closely."""


@dataclass(frozen=True)
class Extras:
    """What a hand brings besides its cards: belotes, and what its declarations do on average."""

    belote: int
    declared: int


def club_prospects(sight: Sight) -> Prospects:
    """Return what the club expects of the auction that *sight* is in."""
    return prospects(sight, best_guesses(sight), standing_guess(sight))


def best_guesses(sight: Sight) -> dict[Mode, Estimate]:
    """Return what the seat's side would make at the modes that come into question, best first."""
    guesses = own_guesses(sight)
    best = sorted(guesses, key=lambda mode: guesses[mode].mean, reverse=True)[:MODES_WEIGHED]
    return {mode: guesses[mode] for mode in best}


def prospects(sight: Sight, own: Mapping[Mode, Estimate], standing: Estimate | None) -> Prospects:
    """Return what to expect where *own* and *standing* are the points of the two takers' sides."""
    modes = {mode: forecast(sight, mode, sight.seat & 1, guess) for mode, guess in own.items()}
    contract = sight.deal.contract
    if contract is None or standing is None:
        return Prospects(modes)
    side = contract.taker.place & 1
    return Prospects(modes, forecast(sight, contract.bid.mode, side, standing))


def own_hand(sight: Sight) -> int:
    """Return the hand, with the turned card, which a take would bring."""
    turned = sight.deal.turned
    return sight.hand | (PLAIN.bits[turned] if turned is not None else 0)


def own_guesses(sight: Sight) -> dict[Mode, Estimate]:
    """Return what the seat's side would make at each mode the seat may bid now."""
    options = sight.view.calls
    return {mode: own_guess(sight, mode) for mode in options.modes} if options.kinds else {}


def own_guess(sight: Sight, mode: Mode) -> Estimate:
    """Return what the seat's side would make at *mode*, belotes and declarations left out."""
    rules, hand = sight.view.rules, own_hand(sight)
    guess = estimate(hand, mode, rules, is_whole=sight.deal.turned is None)
    shown = _agreed(sight, mode)
    if shown is not None:
        return Estimate(shown, AFTER_BID)
    if sweeps(recode(hand, mode), mode):
        return Estimate(pack_points(rules.cards, mode) + rules.cards.last_trick, 0)
    bids = _bids(sight)
    against = sum((seat.place ^ sight.seat) & 1 for seat, _ in bids)
    spoken = {seat.place for seat, _ in sight.deal.calls} - {seat.place for seat, _ in bids}
    mean = 1.15 * guess.mean - 6 - 4 * min(against, 2)
    if sight.seat ^ 2 in spoken:
        mean -= PARTNER_PASSED
    return Estimate(mean, guess.spread)


def _agreed(sight: Sight, mode: Mode) -> float | None:
    """Return what the side makes at *mode*, which the partner has bid; none where it has not."""
    ours = [
        (seat.place, bid_points(bid))
        for seat, bid in _bids(sight)
        if not (seat.place ^ sight.seat) & 1 and bid.mode is mode
    ]
    theirs = [points for place, points in ours if place != sight.seat]
    if not theirs:
        return None
    rules, hand = sight.view.rules, own_hand(sight)
    rich = _rich(mode, rules)
    if ours[0][0] == sight.seat:  # the partner has raised
        own = estimate(hand, mode, rules).mean
        return own + 20 + rich + 0.1 * (theirs[-1] - ours[0][1])
    shown = 5 + rich + theirs[0] + 0.12 * theirs[-1]
    return shown + TRUSTED * support(hand, mode, rules)


def standing_guess(sight: Sight) -> Estimate | None:
    """Return what the taker's side would make of the contract that stands, if one does."""
    contract = sight.deal.contract
    if contract is None or contract.bid.kind is BidKind.TAKE:
        return None
    rules, mode = sight.view.rules, contract.bid.mode
    if (contract.taker.place ^ sight.seat) & 1:
        spread, mean = OPPOSED, _opposed(sight, contract)
    elif contract.taker.place == sight.seat:
        spread, mean = AFTER_BID, estimate(sight.hand, mode, rules).mean
    else:
        spread, mean = AFTER_BID, _agreed(sight, mode) or bid_points(contract.bid) + 20.0
    if contract.doubling is not Doubling.NONE:
        mean -= COINCHED
    return Estimate(mean, spread)


def _opposed(sight: Sight, contract: Contract) -> float:
    """Return what the other side makes of *contract*, its belotes and declarations included."""
    rules, mode = sight.view.rules, contract.bid.mode
    bids = _bids(sight)
    raised = sum(not (seat.place ^ contract.taker.place) & 1 for seat, _ in bids) > 1
    contested = any((seat.place ^ contract.taker.place) & 1 for seat, _ in bids)
    shown = 30 + bid_points(contract.bid) - 11 * raised - 18 * contested
    return shown + _rich(mode, rules) - resistance(sight.hand, mode, rules)


def _rich(mode: Mode, rules: RuleSet) -> float:
    """Return what a side makes more than it bids where cards are worth more than bids reach."""
    return 0.15 * max(pack_points(rules.cards, mode) - 152, 0)


def forecast(sight: Sight, mode: Mode, side: int, guess: Estimate) -> Forecast:
    """Return how a deal at *mode* ends for *side*, with what the seat's own hand adds to it."""
    rules = sight.view.rules
    pack, last = pack_points(rules.cards, mode), rules.cards.last_trick
    extras, mine = own_extras(sight, mode), sight.seat & 1
    belote = (extras.belote, 0) if mine == 0 else (0, extras.belote)
    shown = (extras.declared, 0) if mine == 0 else (0, extras.declared)
    return [
        of_total(round(guess.mean + quantile * guess.spread), side, pack, last, belote, shown)
        for quantile in QUANTILES
    ]


def own_extras(sight: Sight, mode: Mode) -> Extras:
    """Return what the seat's hand would bring at *mode* besides its cards."""
    rules, hand = sight.view.rules, own_hand(sight)
    belotes = 0
    for suit in Suit:
        if is_trump(suit, mode) and (mode.suit or rules.cards.all_trump_belotes):
            pair = PLAIN.mask((Card.of(Rank.KING, suit), Card.of(Rank.QUEEN, suit)))
            belotes += hand & pair == pair
    shown = 0.0
    if rules.declarations.played:
        found = declared(recode(hand, mode), mode)
        if found:
            worth = sum(declarations.points(each, mode) for each in found)
            shown = BEST_DECLARATION[found[0].kind] * worth
    return Extras(belotes * rules.cards.belote, round(shown))


def _bids(sight: Sight) -> list[tuple[Seat, Bid]]:
    """Return every bid with its seat."""
    return [(seat, call) for seat, call in sight.deal.calls if isinstance(call, Bid)]
