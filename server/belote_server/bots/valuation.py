"""
What a hand is worth at each mode, before the first card.

The weights were fitted to deals played out in imagination (``rollout``), the taker's hand a chosen
one: to the points of the taker's side, last trick included and belotes and declarations left out.
"""

from dataclasses import dataclass
from enum import StrEnum, unique

from belote_protocol.calls import Bid, BidKind
from belote_protocol.vocab import Mode
from belote_server.bots.codes import codes, recode
from belote_server.bots.features import features
from belote_server.bots.weights import WEIGHTS, Weighing
from belote_server.game.play import pack_points
from belote_server.game.rules import RuleSet

HIGHEST = 170
"""As what number a capot is read: more than any, and no promise of so many points."""


@unique
class Role(StrEnum):
    """For what a hand is weighed."""

    TAKER = "taker"
    SIX = "six"
    PARTNER = "partner"
    DEFENDER = "defender"


@dataclass(frozen=True, slots=True)
class Estimate:
    """
    A guess at the points of a side.

    Attributes:
        mean: Cards and last trick.
        spread: How far off it usually is.
    """

    mean: float
    spread: float


def estimate(hand: int, mode: Mode, rules: RuleSet, *, is_whole: bool = True) -> Estimate:
    """
    Return what the side of *hand*, in the plain code, makes at *mode* as the taker's.

    Args:
        hand: All it will have, or five cards and the turned one.
        mode: What would be trump.
        rules: The table's.
        is_whole: Whether the hand is all it will have.
    """
    weighing = _weighing(mode, rules, Role.TAKER if is_whole else Role.SIX)
    return Estimate(_weigh(recode(hand, mode), mode, weighing), weighing.spread)


def sweeps(coded: int, mode: Mode) -> bool:
    """
    Return whether a whole hand, in the code of *mode*, takes every trick but for bad luck.

    Every suit it holds must be held from the top down; its trumps must outnumber the others', or
    without a trump suit every suit must be held, since the others lead first.
    """
    if coded.bit_count() < 8:
        return False
    trump = codes(mode).trump
    for suit in range(4):
        byte = coded >> 8 * suit & 0xFF
        length = byte.bit_count()
        if byte != 0xFF & ~(0xFF >> length):
            return False
        if (suit == trump and length < 4) or (trump < 0 and not length):
            return False
    return True


def own_worth(coded: int, mode: Mode, rules: RuleSet) -> float:
    """Return the mean that ``estimate`` gives for a whole hand, here in the code of *mode*."""
    return _weigh(coded, mode, _weighing(mode, rules, Role.TAKER))


def support(hand: int, mode: Mode, rules: RuleSet) -> float:
    """Return how much better than a usual one *hand* is for a partner who plays *mode*."""
    return _weigh(recode(hand, mode), mode, _weighing(mode, rules, Role.PARTNER))


def resistance(hand: int, mode: Mode, rules: RuleSet) -> float:
    """Return how many points more than a usual one *hand* costs an opponent who plays *mode*."""
    return -_weigh(recode(hand, mode), mode, _weighing(mode, rules, Role.DEFENDER))


def bid_points(bid: Bid) -> int:
    """Return the points of *bid*; a capot promises few more than the highest number."""
    return bid.points if bid.kind is BidKind.POINTS else HIGHEST


def hand_worth(bid: Bid) -> float:
    """Return what the hand of a seat that has bid *bid* is usually worth by itself."""
    return 72 + 0.37 * bid_points(bid)


def _weigh(coded: int, mode: Mode, weighing: Weighing) -> float:
    found = features(coded, mode)
    pairs = zip(weighing.weights, found, strict=True)
    return weighing.constant + sum(weight * count for weight, count in pairs if count)


def _weighing(mode: Mode, rules: RuleSet, role: Role) -> Weighing:
    if mode is Mode.NO_TRUMP:
        scale = "high no trump" if pack_points(rules.cards, mode) > 136 else "low no trump"
    elif mode is Mode.ALL_TRUMP:
        scale = "high all trump" if pack_points(rules.cards, mode) > 200 else "low all trump"
    else:
        scale = "suit"
    return WEIGHTS[scale, role.value]
