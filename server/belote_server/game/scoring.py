"""
Settling a deal: the one place where points become a score.

``settle`` first *counts* what each side made (cards, last trick, belote, declarations), compares,
and then *writes* what each side scores. Both halves are kept as lines, so that a table, a
spectator or a score sheet can show why: the counted lines of a side add up to its ``own`` total,
its written lines to its ``points``. Rounding and held points are lines of their own and never
take part in the comparison.
"""

from dataclasses import dataclass
from typing import assert_never

from belote_protocol.calls import BidKind, Contract, Doubling
from belote_protocol.vocab import LineCode, Result, Team
from belote_server.game.play import pack_points
from belote_server.game.rules import (
    BeloteGoesTo,
    CardScale,
    ContractScoring,
    Counted,
    Rounding,
    TakeScoring,
    Tie,
)
from belote_server.game.seats import NO_POINTS, Points


@dataclass(frozen=True)
class Tally:
    """
    What a deal came to before anything is compared; all points as they fell.

    Attributes:
        contract: What was played for, and by whom.
        cards: Card points in the tricks of each side, without the last trick.
        last_trick: The side that took it.
        capot: The side that took all eight tricks, if one did.
        alone: Whether the taker took all eight itself, without a trick of its partner's.
        belote: Points for belotes, to the side whose seat held the pair.
        declarations: Points of the side that won the declarations; nothing for the other.
        held: Points held from earlier deals.
        closing: Whether this is the last deal of a match of a fixed number [8.5].
    """

    contract: Contract
    cards: Points
    last_trick: Team
    capot: Team | None = None
    alone: bool = False
    belote: Points = NO_POINTS
    declarations: Points = NO_POINTS
    held: int = 0
    closing: bool = False

    @property
    def taker(self) -> Team:
        """The side that plays the contract."""
        return self.contract.taker.team


@dataclass(frozen=True)
class Line:
    """
    One reason for points.

    Attributes:
        code: What they are for.
        team: Whose they are.
        points: How many; negative where they are taken away.
        factor: For ``MULTIPLIER``, what was multiplied by; otherwise 1.
    """

    code: LineCode
    team: Team
    points: int
    factor: int = 1


@dataclass(frozen=True)
class Settlement:
    """
    A deal's result and its reasons.

    Attributes:
        contract: What was played for.
        result: How it ended.
        winner: The side that takes the held points; ``None`` after a tie.
        own: What was compared: each side's count.
        counted: The lines of ``own``.
        points: What each side writes for this deal, held points paid included.
        written: The lines of ``points``.
        held_out: Points held for the next deal.
    """

    contract: Contract
    result: Result
    winner: Team | None
    own: Points
    counted: tuple[Line, ...]
    points: Points
    written: tuple[Line, ...]
    held_out: int


def settle(tally: Tally, cards: CardScale, scoring: TakeScoring | ContractScoring) -> Settlement:
    """
    Return the score of the deal *tally* tells of, with its reasons.

    Totals are taken as they are: whether they can be true is for whoever typed them.

    Source: rule book 6, 7.
    """
    match scoring:
        case TakeScoring():
            return _settle_take(tally, cards, scoring)
        case ContractScoring():
            return _settle_contract(tally, cards, scoring)
        case _:
            assert_never(scoring)


def rounded(points: int, rounding: Rounding) -> int:
    """
    Return *points* rounded as the table does.

    Source: rule book 7.3.
    """
    match rounding:
        case Rounding.NONE:
            return points
        case Rounding.TEN_HALF_UP:
            return (points + 5) // 10 * 10
        case Rounding.TEN_HALF_DOWN:
            return (points + 4) // 10 * 10
        case _:
            assert_never(rounding)


def _settle_take(tally: Tally, cards: CardScale, scoring: TakeScoring) -> Settlement:
    taker, defence = tally.taker, tally.taker.other
    counted = _count(tally, cards)
    own = _sums(counted)
    pack = pack_points(cards, tally.contract.bid.mode)
    needed = own[defence] if scoring.must_beat_defence else (pack + cards.last_trick) / 2
    tied = own[taker] == needed
    if tally.capot is defence or own[taker] < needed or (tied and scoring.tie is Tie.DEDANS):
        last = cards.capot_last_trick if tally.capot is defence else cards.last_trick
        written = [
            Line(LineCode.DEAL_TOTAL, defence, pack + last),
            *_belote_lines(tally, defence, scoring.belote_goes_to),
            Line(LineCode.DECLARATIONS, defence, tally.declarations.total),
        ]
        result = Result.DEDANS_CAPOT if tally.capot is defence else Result.DEDANS
        winner: Team | None = defence
    else:
        written = list(counted)
        result = Result.CAPOT if tally.capot is taker else Result.MADE
        winner = taker
        if tied and scoring.tie is Tie.LITIGE:
            result, winner = Result.LITIGE, None
    written += _rounding_lines(written, scoring.rounding)
    held_out = 0
    if winner is not None:
        written.append(Line(LineCode.HELD_IN, winner, tally.held))
    elif not tally.closing:
        held = _sums(written)[taker]
        written.append(Line(LineCode.HELD_OUT, taker, -held))
        held_out = tally.held + held
    return _settlement(tally, result, winner, counted, written, held_out)


def _settle_contract(tally: Tally, cards: CardScale, scoring: ContractScoring) -> Settlement:
    taker, contract = tally.taker, tally.contract
    counted = _count(tally, cards)
    value = _contract_value(contract, scoring)
    made = _is_made(tally, _sums(counted), value, scoring)
    doubled = contract.doubling is not Doubling.NONE
    factor = {
        Doubling.NONE: 1,
        Doubling.COINCHE: scoring.coinche,
        Doubling.SURCOINCHE: scoring.surcoinche,
    }[contract.doubling]
    winner = taker if made else taker.other
    written = [Line(LineCode.CONTRACT, winner, value)]
    if scoring.counted is Counted.BID_ONLY:
        written.append(Line(LineCode.MULTIPLIER, winner, value * (factor - 1), factor))
    elif made and not doubled:
        written = [*counted, *_rounding_lines(counted, scoring.rounding), *written]
    else:
        base = Line(LineCode.BASE, winner, _base(tally, scoring, made=made))
        declared = Line(LineCode.DECLARATIONS, winner, tally.declarations.total)
        belotes = _belote_lines(tally, winner, scoring.belote_goes_to)
        multiplied = [*written]
        multiplied += [base] if scoring.multiplies_base else []
        multiplied += [declared] if scoring.multiplies_declarations else []
        multiplied += belotes if scoring.multiplies_belote else []
        more = _sums(multiplied)
        written = [base, *written, declared, *belotes]
        written += [
            Line(LineCode.MULTIPLIER, team, more[team] * (factor - 1), factor) for team in Team
        ]
    return _settlement(tally, _contract_result(tally, made=made), winner, counted, written, 0)


def _contract_value(contract: Contract, scoring: ContractScoring) -> int:
    match contract.bid.kind:
        case BidKind.CAPOT:
            return scoring.capot
        case BidKind.GENERALE:
            return scoring.generale
        case _:
            return contract.bid.points


def _is_made(tally: Tally, own: Points, value: int, scoring: ContractScoring) -> bool:
    """
    Return whether the taker kept its promise.

    Source: rule book 7.1.
    """
    taker = tally.taker
    match tally.contract.bid.kind:
        case BidKind.CAPOT:
            return tally.capot is taker
        case BidKind.GENERALE:
            return tally.capot is taker and tally.alone
        case _:
            ahead = own[taker] > own[taker.other] or not scoring.must_beat_defence
            return own[taker] >= value and ahead and tally.capot is not taker.other


def _base(tally: Tally, scoring: ContractScoring, *, made: bool) -> int:
    """
    Return what stands in the place of the cards.

    Source: rule book 7.4, 7.5.
    """
    if made:
        capot = tally.capot is tally.taker
        return scoring.doubled_capot_base if capot else scoring.doubled_base
    bid_all = tally.contract.bid.kind in (BidKind.CAPOT, BidKind.GENERALE)
    return scoring.fall_capot_base if bid_all else scoring.fall_base


def _contract_result(tally: Tally, *, made: bool) -> Result:
    if not made:
        return Result.DEDANS_CAPOT if tally.capot is tally.taker.other else Result.DEDANS
    if tally.contract.bid.kind is BidKind.GENERALE:
        return Result.GENERALE
    return Result.CAPOT if tally.capot is tally.taker else Result.MADE


def _count(tally: Tally, cards: CardScale) -> list[Line]:
    """
    Return the lines of what each side made; the side without a trick loses its declarations.

    Source: rule book 6, 6.3, 7.1.
    """
    last_trick = cards.last_trick if tally.capot is None else cards.capot_last_trick
    declarations = tally.declarations
    if tally.capot is not None:
        declarations = Points.of(tally.capot, declarations.total)
    return [
        line
        for team in Team
        for line in (
            Line(LineCode.CARDS, team, tally.cards[team]),
            Line(LineCode.LAST_TRICK, team, last_trick if tally.last_trick is team else 0),
            Line(LineCode.BELOTE, team, tally.belote[team]),
            Line(LineCode.DECLARATIONS, team, declarations[team]),
        )
    ]


def _belote_lines(tally: Tally, winner: Team, goes_to: BeloteGoesTo) -> list[Line]:
    if goes_to is BeloteGoesTo.WINNER:
        return [Line(LineCode.BELOTE, winner, tally.belote.total)]
    return [Line(LineCode.BELOTE, team, tally.belote[team]) for team in Team]


def _rounding_lines(lines: list[Line], rounding: Rounding) -> list[Line]:
    sums = _sums(lines)
    return [
        Line(LineCode.ROUNDING, team, rounded(sums[team], rounding) - sums[team]) for team in Team
    ]


def _sums(lines: list[Line]) -> Points:
    return Points(
        sum(line.points for line in lines if line.team is Team.NS),
        sum(line.points for line in lines if line.team is Team.EW),
    )


def _settlement(
    tally: Tally,
    result: Result,
    winner: Team | None,
    counted: list[Line],
    written: list[Line],
    held_out: int,
) -> Settlement:
    """Put the account together; lines of no points are left out, they explain nothing."""
    return Settlement(
        contract=tally.contract,
        result=result,
        winner=winner,
        own=_sums(counted),
        counted=tuple(line for line in counted if line.points),
        points=_sums(written),
        written=tuple(line for line in written if line.points),
        held_out=held_out,
    )
