"""The weights of a hand's features, by scale and by role; see ``valuation`` and ``features``."""

from collections.abc import Mapping
from typing import NamedTuple


class Weighing(NamedTuple):
    """
    How a hand is weighed.

    Attributes:
        constant: Added to every hand.
        weights: One a feature, in their order.
        spread: How far off the sum usually is, in points.
    """

    constant: float
    weights: tuple[float, ...]
    spread: float


WEIGHTS: Mapping[tuple[str, str], Weighing] = {
    ("suit", "taker"): Weighing(
        41.1,
        (22.5, 10.4, 5.1, 3.0, 0.3, -0.9, 1.9, 8.0, 6.0, 0.4, 10.1, 3.6, 4.3, -1.5, 1.1, 8.1, 1.3),
        28.1,
    ),
    ("suit", "six"): Weighing(
        56.9,
        (19.0, 8.9, 6.1, 3.5, 2.0, -0.3, 1.2, 7.5, 1.0, -1.6, 8.6, 3.2, 4.3, 0.9, 0.9, 4.9, 1.1),
        30.6,
    ),
    ("suit", "partner"): Weighing(
        -47.5,
        (30.5, 14.6, 7.5, 4.1, 1.6, 1.2, 4.5, 11.0, 7.3, 1.5, 14.2, 3.8, 5.3, 0.3, 1.1, 4.1, 0.2),
        17.7,
    ),
    ("suit", "defender"): Weighing(
        23.9,
        (
            -16.0,
            -8.1,
            -4.2,
            -1.9,
            -0.7,
            -0.4,
            0.5,
            -4.7,
            -7.8,
            -2.4,
            -7.4,
            -1.7,
            -3.6,
            2.2,
            -0.6,
            -4.9,
            -0.8,
        ),
        25.7,
    ),
    ("high no trump", "taker"): Weighing(
        56.5, (15.7, 8.0, 3.1, 8.1, 1.2, 3.3, 2.0, 5.5, -0.5), 24.0
    ),
    ("high no trump", "six"): Weighing(68.4, (13.6, 7.0, 3.3, 7.0, 2.8, 1.4, 3.4, 10.8, 2.6), 25.4),
    ("high no trump", "partner"): Weighing(
        -29.8, (22.9, 10.4, 2.4, 10.2, 5.4, 2.1, 1.2, 1.1, 0.6), 17.0
    ),
    ("high no trump", "defender"): Weighing(
        15.7, (-11.6, -5.5, -1.9, -5.8, 0.9, -2.0, -1.2, -1.1, -1.3), 22.4
    ),
    ("low no trump", "taker"): Weighing(46.4, (10.5, 8.3, 2.8, 7.2, 0.9, 2.1, 2.1, 5.0, 0.5), 20.5),
    ("low no trump", "six"): Weighing(54.8, (9.1, 8.0, 1.5, 6.7, 3.1, 2.6, 2.4, 6.2, -1.0), 21.4),
    ("low no trump", "partner"): Weighing(
        -22.9, (15.6, 9.7, 3.7, 9.5, 5.0, 2.1, 0.9, 2.9, 0.1), 16.2
    ),
    ("low no trump", "defender"): Weighing(
        12.8, (-8.0, -6.0, -2.3, -5.6, 1.6, -2.0, -2.8, -2.7, -1.2), 19.3
    ),
    ("low all trump", "taker"): Weighing(
        56.9, (14.3, 9.4, 3.8, 8.7, 1.1, 2.6, 3.0, 4.0, 3.4), 26.5
    ),
    ("low all trump", "six"): Weighing(68.9, (12.0, 9.1, 5.2, 7.5, 3.7, 1.4, 3.8, -8.5, 2.2), 27.7),
    ("low all trump", "partner"): Weighing(
        -28.9, (20.6, 12.0, 0.7, 10.8, 5.6, 2.9, 2.3, 0.1, 0.1), 21.1
    ),
    ("low all trump", "defender"): Weighing(
        16.0, (-10.8, -6.0, -4.2, -5.9, 2.3, -3.4, -2.7, -3.2, -1.6), 25.0
    ),
    ("high all trump", "taker"): Weighing(
        90.3, (22.2, 15.9, 5.1, 12.6, 1.1, 8.2, 4.7, 9.8, 0.4), 41.1
    ),
    ("high all trump", "six"): Weighing(
        108.1, (19.4, 15.4, 0.9, 11.6, 4.3, 6.6, 7.8, 11.2, 1.2), 42.9
    ),
    ("high all trump", "partner"): Weighing(
        -41.4, (30.8, 18.5, 7.1, 14.8, 7.2, 4.6, -0.4, 3.4, -1.2), 33.5
    ),
    ("high all trump", "defender"): Weighing(
        23.6, (-15.8, -9.9, -8.0, -8.9, 2.4, -5.1, -2.7, -4.1, -2.0), 39.1
    ),
}
