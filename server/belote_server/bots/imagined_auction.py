"""
The expert's forecasts in an auction: deals that fit what was said, played out at each mode.

A seat that has bid is given, of several hands drawn for it, the one whose worth fits its bid best;
one that has passed, the one that has least reason to bid. The club's own forecast counts beside
the imagined deals, so that a few odd worlds decide nothing.
"""

from collections.abc import Sequence
from functools import cache

from belote_protocol.calls import Bid
from belote_protocol.vocab import Card, Mode, Rank
from belote_server.bots.announced import declared_points
from belote_server.bots.auctioning import Prospects
from belote_server.bots.bidding import (
    best_guesses,
    own_extras,
    prospects,
    standing_guess,
)
from belote_server.bots.budget import Meter
from belote_server.bots.chance import Chance
from belote_server.bots.codes import PLAIN, numbers, recode
from belote_server.bots.conduct import conduct
from belote_server.bots.outcomes import Outcome, of_ending
from belote_server.bots.payoffs import belote_points
from belote_server.bots.rollout import Position, play_out
from belote_server.bots.sight import Sight
from belote_server.bots.valuation import Estimate, estimate, hand_worth

HANDS_DRAWN = 8
"""How many hands are drawn for a seat that has spoken, to keep one."""

CLOSE = 5.0
"""By how many points a hand may miss what a bid lets expect."""

TRUST, FEW = 0.4, 6
"""How far imagined deals, if they are many more than so few, correct the club's own guess."""


def imagined_prospects(sight: Sight, rng: Chance, meter: Meter) -> Prospects:
    """Return what to expect, by as many imagined deals as *meter* allows."""
    guesses, side = best_guesses(sight), sight.seat & 1
    modes = [mode for mode, guess in guesses.items() if _is_worth_a_look(sight, mode, guess)]
    ends: dict[Mode, list[Outcome]] = {mode: [] for mode in modes}
    while modes and not meter.is_over():
        hands = _imagine(sight, sight.seat, rng)
        for mode in modes:
            ends[mode].append(_end(sight, hands, mode, sight.seat))
        meter.spend(32 * (len(modes) + 1))
    for mode, found in ends.items():
        guesses[mode] = _corrected(sight, mode, guesses[mode], found)
    expected = prospects(sight, guesses, standing_guess(sight))
    swept = {mode: found for mode, found in ends.items() if _is_swept(found, side)}
    return Prospects({**expected.modes, **swept}, expected.standing)


def _corrected(sight: Sight, mode: Mode, guess: Estimate, ends: Sequence[Outcome]) -> Estimate:
    """Return *guess* moved towards what imagined deals came to."""
    extras, side = own_extras(sight, mode), sight.seat & 1
    made = sum(end.total(side) - extras.belote - extras.declared for end in ends)
    trust = TRUST * len(ends) / (len(ends) + FEW)
    imagined = made / max(len(ends), 1)
    return Estimate(guess.mean + trust * (imagined - guess.mean), guess.spread)


def _is_swept(ends: Sequence[Outcome], side: int) -> bool:
    """Return whether most imagined deals were capots."""
    return 3 * sum(end.capot == side for end in ends) > 2 * len(ends)


def _is_worth_a_look(sight: Sight, mode: Mode, guess: Estimate) -> bool:
    """Return whether the side might make what it would have to bid."""
    extras = own_extras(sight, mode)
    points = sight.view.calls.points
    needed = points[0] if points else 80
    return guess.mean + extras.belote + extras.declared + 1.5 * guess.spread >= needed


def _end(sight: Sight, hands: list[int], mode: Mode, taker: int) -> Outcome:
    """Return how a deal of *hands*, in the plain code, ends at *mode* when *taker* plays it."""
    rules, leader = sight.view.rules, sight.deal.dealer.next
    south, west, north, east = (recode(hand, mode) for hand in hands)
    coded = (south, west, north, east)
    start = Position(coded, (0, 0, 0, 0), taker, leader.place, (), (0, 0), 0)
    ending = play_out(conduct(rules, mode), start)
    belote = belote_points(coded, mode, rules)
    return of_ending(ending, taker, belote, declared_points(coded, mode, leader, rules))


def _imagine(sight: Sight, taker: int, rng: Chance) -> list[int]:
    """Return whole hands in the plain code; where a card is turned, *taker* gets it."""
    turned = sight.deal.turned
    cards = [1 << number for number in numbers(sight.unseen)]
    rng.shuffle(cards)
    hands = [0, 0, 0, 0]
    hands[sight.seat] = sight.hand
    bids = {seat.place: call for seat, call in sight.deal.calls if isinstance(call, Bid)}
    others = [(sight.seat + step) & 3 for step in (1, 2, 3)]
    if turned is None:
        for seat in sorted(others, key=lambda seat: seat not in bids):
            _give(sight, hands, seat, cards, bids.get(seat), rng)
        return hands
    for place in range(4):
        missing = 8 - hands[place].bit_count() - (place == taker)
        hands[place] |= sum(cards.pop() for _ in range(missing))
    hands[taker] |= PLAIN.bits[turned]
    return hands


def _give(
    sight: Sight, hands: list[int], seat: int, cards: list[int], bid: Bid | None, rng: Chance
) -> None:
    """Give *seat* eight of *cards*, such as its bid lets expect."""
    if bid is None:
        hands[seat] = sum(cards.pop() for _ in range(8))
        return
    rules = sight.view.rules
    wanted, favoured = hand_worth(bid), _favoured(bid.mode)
    best, best_miss = cards[:8], 1000.0
    for drawn in range(HANDS_DRAWN):
        leaning = 0.7 * ((drawn + 2) % HANDS_DRAWN) / HANDS_DRAWN
        keys = {card: rng.random() + (leaning if card & favoured else 0.0) for card in cards}
        hand = sorted(cards, key=keys.__getitem__)[-8:]
        miss = abs(estimate(sum(hand), bid.mode, rules).mean - wanted)
        if miss < best_miss:
            best, best_miss = hand, miss
            if miss < CLOSE:
                break
    hands[seat] = sum(best)
    kept = set(best)
    cards[:] = [card for card in cards if card not in kept]


@cache
def _favoured(mode: Mode) -> int:
    """Return the cards, in the plain code, that a hand is likely to hold that bid *mode*."""
    if mode is Mode.ALL_TRUMP:
        return PLAIN.mask(card for card in Card if card.rank in (Rank.JACK, Rank.NINE))
    high = {Rank.ACE, Rank.TEN} if mode is Mode.NO_TRUMP else {Rank.ACE}
    return PLAIN.mask(card for card in Card if card.suit is mode.suit or card.rank in high)
