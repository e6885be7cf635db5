"""Why a deal ended as it did: the comparison, and what follows from it, as sentences."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from belote_protocol.calls import BidKind, Doubling
from belote_protocol.vocab import LineCode, Result, Team
from belote_server.game.play import pack_points
from belote_server.game.rules import CardScale, ContractScoring, Counted, RuleSet, TakeScoring
from belote_server.game.scoring import Settlement


@dataclass(frozen=True)
class Reason:
    """
    One sentence.

    Attributes:
        key: Its key in the language files.
        team: The side it speaks of.
        own: What that side made.
        other: What the other side made.
        needed: What had to be reached or beaten.
    """

    key: str
    team: Team
    own: int
    other: int
    needed: int = 0


def reasons(rules: RuleSet, settled: Settlement) -> tuple[Reason, ...]:
    """Return why *settled* ended as it did: what was compared, then who scores what."""
    scoring = rules.scoring
    match scoring:
        case TakeScoring():
            return tuple(_take(scoring, rules.cards, settled))
        case ContractScoring():
            return tuple(_contract(scoring, settled))
        case _:
            assert_never(scoring)


def _about(key: str, team: Team, settled: Settlement, needed: int = 0) -> Reason:
    return Reason(key, team, settled.own[team], settled.own[team.other], needed)


def _take(scoring: TakeScoring, cards: CardScale, settled: Settlement) -> Iterator[Reason]:
    taker = settled.contract.taker.team
    defence = taker.other
    own, needed = settled.own[taker], settled.own[defence]
    if not scoring.must_beat_defence:
        needed = (pack_points(cards, settled.contract.bid.mode) + cards.last_trick) // 2
    if settled.result in (Result.CAPOT, Result.DEDANS_CAPOT):
        swept = taker if settled.result is Result.CAPOT else defence
        yield _about("why.all_tricks", swept, settled)
    elif scoring.must_beat_defence:
        key = "tied" if own == needed else "ahead" if own > needed else "behind"
        yield _about(f"why.{key}", taker, settled)
    else:
        key = "half_tied" if own == needed else "half_over" if own > needed else "half_under"
        yield _about(f"why.{key}", taker, settled, needed)
    if own == needed and settled.result in (Result.MADE, Result.DEDANS):
        yield _about("why.enough" if settled.winner is taker else "why.not_enough", taker, settled)
    if settled.result is Result.LITIGE:
        held = any(line.code is LineCode.HELD_OUT for line in settled.written)
        yield _about("effect.held" if held else "effect.last_tie", defence, settled)
    elif settled.winner is defence:
        yield _about("effect.dedans", defence, settled)
    else:
        yield _about("effect.counted", taker, settled)


def _contract(scoring: ContractScoring, settled: Settlement) -> Iterator[Reason]:
    taker, bid = settled.contract.taker.team, settled.contract.bid
    made = settled.winner is taker
    match bid.kind:
        case BidKind.CAPOT:
            yield _about("why.all_tricks" if made else "why.capot_missed", taker, settled)
        case BidKind.GENERALE:
            key = "why.generale_made" if made else "why.generale_missed"
            yield _about(key, taker, settled)
        case _:
            yield _about(_promise(scoring, settled), taker, settled, bid.points)
    winner = taker if made else taker.other
    if scoring.counted is Counted.BID_ONLY:
        key = "effect.bid_only"
    elif not made:
        key = "effect.fallen"
    else:
        doubled = settled.contract.doubling is not Doubling.NONE
        key = "effect.doubled" if doubled else "effect.contract"
    yield _about(key, winner, settled)


def _promise(scoring: ContractScoring, settled: Settlement) -> str:
    """Return the key of what became of a number of points that was bid."""
    taker = settled.contract.taker.team
    if settled.winner is taker:
        return "why.reached" if scoring.must_beat_defence else "why.reached_only"
    if settled.result is Result.DEDANS_CAPOT:
        return "why.no_trick"
    reached = settled.own[taker] >= settled.contract.bid.points
    return "why.not_ahead" if reached else "why.short"
