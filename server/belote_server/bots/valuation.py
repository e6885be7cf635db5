"""
What a hand is worth at each mode, before the first card.

The weights were fitted to deals played out in imagination (``rollout``), the taker's hand a chosen
one: to the points of the taker's side, last trick included and belotes and declarations left out.
"""

from dataclasses import dataclass
from enum import StrEnum, unique

from belote_protocol.vocab import Mode
from belote_server.bots.features import features
from belote_server.bots.weights import WEIGHTS, Weighing
from belote_server.game.play import pack_points
from belote_server.game.rules import RuleSet


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
    return Estimate(_weigh(hand, mode, weighing), weighing.spread)


def support(hand: int, mode: Mode, rules: RuleSet) -> float:
    """Return how much better than a usual one *hand* is for a partner who plays *mode*."""
    return _weigh(hand, mode, _weighing(mode, rules, Role.PARTNER))


def resistance(hand: int, mode: Mode, rules: RuleSet) -> float:
    """Return how many points more than a usual one *hand* costs an opponent who plays *mode*."""
    return -_weigh(hand, mode, _weighing(mode, rules, Role.DEFENDER))


def _weigh(hand: int, mode: Mode, weighing: Weighing) -> float:
    found = features(hand, mode)
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
