"""
What the end of a deal is worth to a side: points, weighed by what they do for the match.

Early in a match a point is a point. Near its end only winning counts, so a side that is far behind
bids what it would not at the start, and one that needs little risks little. Both follow from one
curve: the chance of winning the match from a score, measured in points of the present score.
"""

from math import exp, sqrt

from belote_protocol.calls import Contract
from belote_protocol.vocab import Team
from belote_server.bots.outcomes import Outcome
from belote_server.game.ending import is_last_deal, match_winner
from belote_server.game.rules import ContractScoring, RuleSet
from belote_server.game.scoring import Tally, settle
from belote_server.game.seats import Points
from belote_server.game.views import View

TEAMS = (Team.NS, Team.EW)
"""The sides of places 0 and 2, and of 1 and 3."""


class Stakes:
    """
    What outcomes are worth to one side in one deal.

    Values are in points of the score as it stands, for that side less the other.
    """

    def __init__(self, view: View, side: int) -> None:
        self._rules, self._scores, self._held = view.rules, view.scores, view.held
        self._team = TEAMS[side]
        self._settled = len(view.settled) + 1
        self._closing = is_last_deal(view.rules.match, self._settled)
        self._swing = _swing(view.rules, view.scores, self._settled - 1)
        lead = view.scores[self._team] - view.scores[self._team.other]
        self._now = _chance(lead, self._swing)
        self._slope = max(self._now * (1 - self._now), 0.02) / self._swing
        self._ledgers: dict[Contract, Ledger] = {}

    def ledger(self, contract: Contract) -> "Ledger":
        """Return what the ends of *contract* are worth."""
        found = self._ledgers.get(contract)
        if found is None:
            found = self._ledgers[contract] = Ledger(self, contract)
        return found

    def value(self, contract: Contract, outcome: Outcome) -> float:
        """Return what it is worth that *contract* ends so."""
        tally = Tally(
            contract=contract,
            cards=Points(*outcome.cards),
            last_trick=TEAMS[outcome.last],
            capot=TEAMS[outcome.capot] if outcome.capot >= 0 else None,
            alone=outcome.alone,
            belote=Points(*outcome.belote),
            declarations=Points(*outcome.declared),
            held=self._held,
            closing=self._closing,
        )
        rules = self._rules
        settled = settle(tally, rules.cards, rules.scoring)
        after = self._scores + settled.points
        winner = match_winner(rules.match, self._settled, self._scores, settled, after)
        if winner is not None:
            chance = float(winner is self._team)
        else:
            chance = _chance(after[self._team] - after[self._team.other], self._swing)
        return (chance - self._now) / self._slope


class Ledger:
    """What the ends of one contract are worth, each reckoned once."""

    def __init__(self, stakes: Stakes, contract: Contract) -> None:
        self._stakes, self._contract = stakes, contract
        self._known: dict[Outcome, float] = {}

    def value(self, outcome: Outcome) -> float:
        """Return what it is worth that the contract ends so."""
        known = self._known.get(outcome)
        if known is None:
            known = self._known[outcome] = self._stakes.value(self._contract, outcome)
        return known


def _swing(rules: RuleSet, scores: Points, settled: int) -> float:
    """Return how far a lead still moves before the match ends: the scale of the curve."""
    is_coinche = isinstance(rules.scoring, ContractScoring)
    gain, spread = (150, 210) if is_coinche else (95, 85)
    if rules.match.deals:
        left = float(rules.match.deals - settled)
    else:
        left = (rules.match.target - max(scores.ns, scores.ew)) / gain
    return spread * sqrt(max(left, 0.6)) / 1.7


def _chance(lead: float, swing: float) -> float:
    return 1 / (1 + exp(-max(-40.0, min(40.0, lead / swing))))
