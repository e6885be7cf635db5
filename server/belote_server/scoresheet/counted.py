"""Card points as a table counted them: of one side or both, with or without the last trick."""

from dataclasses import dataclass

from belote_protocol.vocab import Mode, Team
from belote_server.game.play import pack_points
from belote_server.game.rules import CardScale
from belote_server.game.seats import Points
from belote_server.scoresheet.possible import card_sums
from belote_server.scoresheet.problem import Problem, ProblemCode

Halves = tuple[int | None, int | None]
"""What North-South and then East-West counted; ``None`` where nobody did."""

NOTHING_COUNTED: Halves = (None, None)


@dataclass(frozen=True)
class Counts:
    """
    What was counted.

    Attributes:
        cards: Without the last trick.
        points: With the last trick, in place of ``cards``.
        last_trick: The side that took it.
        capot: The side that took all eight tricks.
    """

    cards: Halves
    points: Halves
    last_trick: Team
    capot: Team | None


def count_cards(scale: CardScale, mode: Mode, counts: Counts) -> Points:
    """
    Return the card points of both sides, without the last trick.

    Raises:
        Problem: Nothing was counted, or the counts cannot be true.
    """
    cards, points = counts.cards, counts.points
    for number in (*cards, *points):
        if number is not None and number < 0:
            raise Problem(ProblemCode.NEGATIVE, points=number)
    if cards != NOTHING_COUNTED and points != NOTHING_COUNTED:
        raise Problem(ProblemCode.CARDS_AND_POINTS)
    if counts.capot is not None:
        return _swept(scale, mode, counts, counts.capot)
    if points != NOTHING_COUNTED:
        counted = _without_last_trick(scale, mode, points, counts.last_trick)
    elif cards != NOTHING_COUNTED:
        pack = pack_points(scale, mode)
        counted = _both(cards, pack, mode, ProblemCode.TOO_MANY_CARDS, ProblemCode.CARDS_SUM)
    else:
        raise Problem(ProblemCode.POINTS_MISSING)
    for side in (counted.ns, counted.ew):
        if side not in card_sums(scale, mode):
            raise Problem(ProblemCode.NO_SUCH_CARDS, points=side, mode=mode)
    return counted


def _swept(scale: CardScale, mode: Mode, counts: Counts, capot: Team) -> Points:
    """Return the whole pack for *capot*, once nothing that was counted contradicts it."""
    pack = pack_points(scale, mode)
    totals = {pack + scale.last_trick, pack + scale.capot_last_trick}
    for halves, whole, too_many in (
        (counts.cards, {pack}, ProblemCode.TOO_MANY_CARDS),
        (counts.points, totals, ProblemCode.TOO_MANY_POINTS),
    ):
        own, other = halves if capot is Team.NS else halves[::-1]
        if other:
            raise Problem(ProblemCode.CAPOT_BOTH_SCORE, team=capot.other, points=other)
        if own is None or own in whole:
            continue
        if own < min(whole):
            rest = min(whole) - own
            raise Problem(ProblemCode.CAPOT_BOTH_SCORE, team=capot.other, points=rest)
        most = max(whole) if own > max(whole) else min(whole)
        raise Problem(too_many, points=own, most=most, mode=mode)
    return Points.of(capot, pack)


def _without_last_trick(scale: CardScale, mode: Mode, points: Halves, last_trick: Team) -> Points:
    whole, worth = pack_points(scale, mode) + scale.last_trick, scale.last_trick
    both = _both(points, whole, mode, ProblemCode.TOO_MANY_POINTS, ProblemCode.POINTS_SUM)
    own = both[last_trick]
    if own < worth:
        raise Problem(ProblemCode.LAST_TRICK_POINTS, team=last_trick, points=own, worth=worth)
    return both + Points.of(last_trick, -worth)


def _both(
    halves: Halves, whole: int, mode: Mode, too_many: ProblemCode, wrong_sum: ProblemCode
) -> Points:
    """Return both sides' points; the side that was not counted has what is left of *whole*."""
    for half in halves:
        if half is not None and half > whole:
            raise Problem(too_many, points=half, most=whole, mode=mode)
    ns, ew = halves
    ns = whole - (ew or 0) if ns is None else ns
    ew = whole - ns if ew is None else ew
    if ns + ew != whole:
        raise Problem(wrong_sum, ns=ns, ew=ew, sum=ns + ew, total=whole, mode=mode)
    return Points(ns, ew)
