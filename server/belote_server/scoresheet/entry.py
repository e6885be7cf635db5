"""
What a table wrote down about a deal, and whether it can be true.

An ``Entry`` holds facts as people have them: one side's points are enough, cards may be counted
with or without the last trick, or every trick may be given. ``tally`` turns it into what the
scoring core takes, or raises the ``Problem`` that says what cannot be. A capot is never guessed:
all points on one side may still leave the other side a trick without points.
"""

from dataclasses import dataclass, replace

from belote_protocol.calls import Bid, BidKind, Contract, Doubling
from belote_protocol.vocab import Card, Mode, Rank, Seat, Suit, Team
from belote_server.game.auction import Auction, judge_call
from belote_server.game.play import pack_points
from belote_server.game.rules import NumbersAuction, RuleSet, TakeScoring, Tie
from belote_server.game.scoring import Tally
from belote_server.game.seats import NO_POINTS, Points
from belote_server.scoresheet.counted import NOTHING_COUNTED, Counts, Halves, count_cards
from belote_server.scoresheet.possible import declared_sums
from belote_server.scoresheet.problem import Problem, ProblemCode
from belote_server.scoresheet.tricks import Tricks, play_again


@dataclass(frozen=True)
class Entry:
    """
    A deal as a table wrote it down.

    Attributes:
        rules: What the table agreed on.
        taker: The seat that took, or only its side.
        bid: What was taken or bid.
        doubling: Coinche and surcoinche.
        cards: Card points of each side, without the last trick.
        points: Card points of each side with the last trick, in place of ``cards``.
        last_trick: The side that took it.
        capot: The side that took all eight tricks.
        alone: Whether the taker took all eight itself; ``None`` where nobody said.
        belote: The holder of each belote.
        declarations: What each side's declarations score; ``None`` where nobody said.
        held: Points held from earlier deals.
        tricks: All eight, in place of everything that can be counted from them.
        leader: Who led the first of ``tricks``.
    """

    rules: RuleSet
    taker: Seat | Team | None = None
    bid: Bid | None = None
    doubling: Doubling = Doubling.NONE
    cards: Halves = NOTHING_COUNTED
    points: Halves = NOTHING_COUNTED
    last_trick: Team | None = None
    capot: Team | None = None
    alone: bool | None = None
    belote: tuple[Team, ...] = ()
    declarations: Points | None = None
    held: int = 0
    tricks: Tricks | None = None
    leader: Seat | None = None


def tally(entry: Entry) -> Tally:
    """
    Return what *entry* comes to, ready to be settled.

    Raises:
        Problem: Something is missing, or cannot be true.
    """
    contract = _contract(entry)
    _check_declarations(entry)
    _check_held(entry)
    counted = _count(entry, contract) if entry.tricks is None else _replay(entry, contract)
    declarations = counted.declarations if entry.declarations is None else entry.declarations
    return replace(counted, declarations=declarations, held=entry.held, closing=False)


def unsaid_capot(entry: Entry, counted: Tally) -> Team | None:
    """Return the side that has every point although nobody said that it made a capot."""
    if entry.tricks is not None or counted.capot is not None:
        return None
    pack = pack_points(entry.rules.cards, counted.contract.bid.mode)
    return next((team for team in Team if counted.cards[team] == pack), None)


def _contract(entry: Entry) -> Contract:
    taker, bid, auction = entry.taker, entry.bid, entry.rules.auction
    if taker is None:
        raise Problem(ProblemCode.TAKER_MISSING)
    if bid is None:
        raise Problem(ProblemCode.CONTRACT_MISSING)
    numbers = isinstance(auction, NumbersAuction)
    if numbers and bid.kind is BidKind.TAKE:
        raise Problem(ProblemCode.CONTRACT_WITHOUT_POINTS)
    if not numbers and bid.kind is not BidKind.TAKE:
        raise Problem(ProblemCode.CONTRACT_IN_CLASSIC)
    if not numbers and entry.doubling is not Doubling.NONE:
        raise Problem(ProblemCode.COINCHE_IN_CLASSIC)
    # a card of the suit that was taken: which round it was taken in does not matter here
    turned = Card.of(Rank.SEVEN, bid.mode.suit or Suit.CLUBS)
    seat = taker if isinstance(taker, Seat) else _SEAT_OF[taker]
    refusal = judge_call(Auction(seat), bid, auction, turned)
    if refusal is not None:
        raise Problem(ProblemCode.CONTRACT_REFUSED, refusal, bid=bid)
    return Contract(seat, bid, entry.doubling)


_SEAT_OF = {Team.NS: Seat.SOUTH, Team.EW: Seat.WEST}
"""Who stands for a side where it does not matter which of the two took."""


def _count(entry: Entry, contract: Contract) -> Tally:
    scale, mode = entry.rules.cards, contract.bid.mode
    last_trick = entry.last_trick or entry.capot
    if last_trick is None:
        raise Problem(ProblemCode.LAST_TRICK_MISSING)
    if entry.capot is not None and last_trick is not entry.capot:
        raise Problem(ProblemCode.CAPOT_LAST_TRICK, team=entry.capot)
    _check_alone(entry, contract)
    counts = Counts(entry.cards, entry.points, last_trick, entry.capot)
    return Tally(
        contract=contract,
        cards=count_cards(scale, mode, counts),
        last_trick=last_trick,
        capot=entry.capot,
        alone=bool(entry.alone),
        belote=_belotes(entry, mode),
    )


def _replay(entry: Entry, contract: Contract) -> Tally:
    told = (entry.cards, entry.points) != (NOTHING_COUNTED, NOTHING_COUNTED)
    if told or entry.last_trick or entry.capot or entry.belote or entry.alone is not None:
        raise Problem(ProblemCode.POINTS_WITH_TRICKS)
    if entry.leader is None:
        raise Problem(ProblemCode.LEADER_MISSING)
    if contract.bid.kind is BidKind.GENERALE and isinstance(entry.taker, Team):
        raise Problem(ProblemCode.TAKER_SEAT_MISSING)
    assert entry.tricks is not None
    declare = entry.declarations is None
    return play_again(entry.rules, contract, entry.leader, entry.tricks, declare=declare)


def _check_alone(entry: Entry, contract: Contract) -> None:
    swept = entry.capot is contract.taker.team
    if entry.alone and not swept:
        raise Problem(ProblemCode.ALONE_WITHOUT_CAPOT)
    if contract.bid.kind is BidKind.GENERALE and swept and entry.alone is None:
        raise Problem(ProblemCode.ALONE_MISSING)


def _belotes(entry: Entry, mode: Mode) -> Points:
    """
    Return the points of the belotes.

    Source: rule book 5.9, 5.10.
    """
    scale, count = entry.rules.cards, len(entry.belote)
    most = 4 * scale.all_trump_belotes if mode is Mode.ALL_TRUMP else int(mode.suit is not None)
    if count and not most:
        raise Problem(ProblemCode.BELOTE_NOT_COUNTED, mode=mode)
    if count > most:
        raise Problem(ProblemCode.TOO_MANY_BELOTES, count=count, most=most, mode=mode)
    belotes = NO_POINTS
    for team in entry.belote:
        belotes += Points.of(team, scale.belote)
    return belotes


def _check_declarations(entry: Entry) -> None:
    """
    Raise the problem with the declarations, if there is one.

    Source: rule book 5.1, 5.2, 5.4.
    """
    declared = entry.declarations or NO_POINTS
    for points in (declared.ns, declared.ew):
        if points < 0:
            raise Problem(ProblemCode.NEGATIVE, points=points)
    if declared.total and not entry.rules.declarations.played:
        raise Problem(ProblemCode.DECLARATIONS_NOT_PLAYED)
    if declared.ns and declared.ew:
        raise Problem(ProblemCode.DECLARATIONS_BOTH)
    if declared.total not in declared_sums():
        raise Problem(ProblemCode.DECLARATIONS_SUM, points=declared.total)


def _check_held(entry: Entry) -> None:
    """
    Raise the problem with the held points, if there is one.

    Source: rule book 6.4, 7.2.
    """
    scoring = entry.rules.scoring
    if entry.held < 0:
        raise Problem(ProblemCode.NEGATIVE, points=entry.held)
    holds = isinstance(scoring, TakeScoring) and scoring.tie is Tie.LITIGE
    if entry.held and not holds:
        raise Problem(ProblemCode.HELD_NOT_PLAYED)
