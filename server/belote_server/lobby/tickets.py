"""
What somebody looks for, and what will do after some waiting.

A *kind* of match is a rule set with a pace. A ticket accepts the kinds that were asked for; later
any pace of these; later still, where that was allowed, any rule set of the same games.
"""

from dataclasses import dataclass
from typing import NamedTuple

from belote_protocol.vocab import Pace
from belote_server.game.rulesets import RULE_SETS


class Kind(NamedTuple):
    """What four people can agree on."""

    rules: str
    pace: Pace


@dataclass(frozen=True)
class Wish:
    """
    What somebody looks for.

    Attributes:
        rules: Names of rule sets, the favourite first.
        wide: Whether any rule set of the same games will do in the end.
    """

    rules: tuple[str, ...]
    pace: Pace = Pace.NORMAL
    wide: bool = True


@dataclass(frozen=True)
class Ticket:
    """
    A place in the queue.

    Attributes:
        key: Whose it is, for the server alone.
        since: Since when, in Unix seconds.
        nth: Tells apart who came at the same time.
    """

    key: str
    wish: Wish
    since: float
    nth: int


@dataclass(frozen=True)
class Widening:
    """
    How long, in seconds, a ticket waits for just what was asked for.

    Attributes:
        pace: Until any pace will do.
        rules: Until any rule set of the same games will do.
    """

    pace: float = 8.0
    rules: float = 16.0


def accepted(ticket: Ticket, now: float, widening: Widening) -> tuple[Kind, ...]:
    """Return the kinds of match that *ticket* accepts at *now*, the favourite first."""
    wish, waited = ticket.wish, now - ticket.since
    paces = _paces(wish.pace) if waited >= widening.pace else (wish.pace,)
    named = tuple(dict.fromkeys(wish.rules))
    kinds = [Kind(rules, pace) for pace in paces for rules in named]
    if wish.wide and waited >= widening.rules:
        kinds += [Kind(rules, pace) for pace in paces for rules in _like(named)]
    return tuple(kinds)


def _paces(favourite: Pace) -> tuple[Pace, ...]:
    """Return every pace, those nearest to *favourite* first."""
    order = list(Pace)
    return tuple(sorted(Pace, key=lambda pace: abs(order.index(pace) - order.index(favourite))))


def _like(named: tuple[str, ...]) -> list[str]:
    """Return the other rule sets of the games of those *named*."""
    games = {RULE_SETS[name].game for name in named}
    return [name for name, rules in RULE_SETS.items() if rules.game in games and name not in named]
