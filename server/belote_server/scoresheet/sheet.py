"""
A whole evening's score: the rules, the deals, and what they come to.

A sheet keeps facts and no score. The score is settled again from the deals whenever it is asked
for, so undoing is leaving the last deal out, and held points are carried by themselves.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from belote_protocol.vocab import EndReason, Seat, Team
from belote_server.game.ending import is_last_deal, match_winner
from belote_server.game.rules import RuleSet
from belote_server.game.scoring import Settlement, Tally, settle
from belote_server.game.seats import NO_POINTS, Points
from belote_server.scoresheet.account import Account, Names
from belote_server.scoresheet.problem import Problem, ProblemCode


@dataclass(frozen=True)
class Scored:
    """
    A deal that was played.

    Attributes:
        taker: The seat that took, or only its side.
        tally: What it came to, without held points.
    """

    taker: Seat | Team
    tally: Tally


@dataclass(frozen=True)
class Sheet:
    """
    A score sheet.

    Attributes:
        rules: What the table agreed on.
        names: What the sides are called, where somebody said.
        deals: In order; ``None`` is a deal that was passed out.
    """

    rules: RuleSet
    names: Names
    deals: tuple[Scored | None, ...] = ()


@dataclass(frozen=True)
class Standing:
    """
    How a match stands after a deal.

    Attributes:
        scores: The match score.
        held: Points held for the next deal.
        settled: How many deals were scored; passed-out ones are not.
        account: The deal's; ``None`` before the first and after a passed-out one.
        winner: Who has won the match.
    """

    scores: Points = NO_POINTS
    held: int = 0
    settled: int = 0
    account: Account | None = None
    winner: Team | None = None


def standings(sheet: Sheet) -> Iterator[Standing]:
    """Yield how the match stood after each deal of *sheet*."""
    standing = Standing()
    for scored in sheet.deals:
        standing = replace(standing, account=None)
        if scored is not None:
            standing = _after(sheet, standing, scored)
        yield standing


def standing_of(sheet: Sheet) -> Standing:
    """Return how the match stands."""
    *_, last = (Standing(), *standings(sheet))
    return last


def added(sheet: Sheet, scored: Scored | None) -> Sheet:
    """
    Return *sheet* with one deal more.

    Raises:
        Problem: The match is over.
    """
    winner = standing_of(sheet).winner
    if winner is not None:
        raise Problem(ProblemCode.MATCH_OVER, team=winner)
    return replace(sheet, deals=(*sheet.deals, scored))


def undone(sheet: Sheet) -> Sheet:
    """
    Return *sheet* without its last deal.

    Raises:
        Problem: It has none.
    """
    if not sheet.deals:
        raise Problem(ProblemCode.NOTHING_TO_UNDO)
    return replace(sheet, deals=sheet.deals[:-1])


def end_reason(rules: RuleSet) -> EndReason:
    """Return what ends a match by *rules*."""
    return EndReason.DEALS if rules.match.deals else EndReason.TARGET


def _after(sheet: Sheet, before: Standing, scored: Scored) -> Standing:
    rules = sheet.rules
    settled = before.settled + 1
    tally = replace(scored.tally, held=before.held, closing=is_last_deal(rules.match, settled))
    settlement: Settlement = settle(tally, rules.cards, rules.scoring)
    scores = before.scores + settlement.points
    return Standing(
        scores=scores,
        held=settlement.held_out,
        settled=settled,
        account=Account(rules, scored.taker, settlement, before.held, names=sheet.names),
        winner=match_winner(rules.match, settled, before.scores, settlement, scores),
    )
