"""
Who may see what: the only place where secrecy is decided.

There are five viewers, the four seats and the public, and no default among them. ``view`` gives a
viewer the whole of what it may know of a match; ``redact`` gives it one event with the rest blank.
What is hidden is ``None``, never an id or a digest that tells two hidden cards apart; how *many*
cards a seat holds is public. The law behind both: two matches that agree on everything public and
on what a viewer has seen look the same to that viewer.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from belote_protocol.calls import Call, Contract
from belote_protocol.vocab import (
    SEATS,
    Card,
    DeclarationKind,
    Phase,
    RefusalCode,
    Seat,
    Viewer,
)
from belote_server.game.auction import NO_CALLS, CallOptions, call_options
from belote_server.game.events import (
    BeloteSaid,
    CallMade,
    CardPlayed,
    DealCommitted,
    DealPassedOut,
    DealRevealed,
    DealSettled,
    DeclarationsMade,
    DeclarationsShown,
    Event,
    HandsCompleted,
    HandsDealt,
    MatchEnded,
    MatchStarted,
    Shown,
    TrickTaken,
)
from belote_server.game.play import judge_cards
from belote_server.game.rules import RuleSet
from belote_server.game.seats import Points
from belote_server.game.state import Deal, Match, Trick


@dataclass(frozen=True)
class DealView:
    """
    The running deal, or the last one, as one viewer may know it.

    Attributes:
        hands: What each seat still holds, in seat order; ``None`` for each hidden card.
        turned: The card turned face up, in an auction that has one.
        calls: What was said, each call with its seat.
        contract: What stands, or is played for.
        leader: Who led the trick on the table, or leads the next.
        trick: The cards on the table, in playing order.
        tricks: The complete tricks.
        announced: The kinds of declaration each seat announced.
        shown: The outcome of the declarations, once compared.
        belotes: Each belote and rebelote said.
    """

    number: int
    dealer: Seat
    hands: Shown
    turned: Card | None
    calls: tuple[tuple[Seat, Call], ...]
    contract: Contract | None
    leader: Seat
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    announced: tuple[tuple[DeclarationKind, ...], ...]
    shown: DeclarationsShown | None
    belotes: tuple[BeloteSaid, ...]


@dataclass(frozen=True)
class View:
    """
    A match as one viewer may know it.

    Attributes:
        viewer: Whose view it is.
        dealer: Who deals the running deal, or the next one.
        turn: Who is to speak or play.
        calls: What the viewer may say now; nothing when it is not to speak.
        cards: The viewer's cards when it is to play: ``None`` for a legal one, else the duty it
            would break; empty otherwise.
        commitment: The commitment of the running or next deal, in hexadecimal.
        revealed: The last deal's cards and seed, once it is over.
    """

    viewer: Viewer
    match_id: str
    rules: RuleSet
    phase: Phase
    dealer: Seat
    scores: Points
    held: int
    settled: tuple[DealSettled, ...]
    turn: Seat | None
    calls: CallOptions
    cards: Mapping[Card, RefusalCode | None]
    deal: DealView | None
    commitment: str | None
    revealed: DealRevealed | None
    ended: MatchEnded | None


def view(match: Match, viewer: Viewer) -> View:
    """Return all that *viewer* may know of *match*."""
    return View(
        viewer=viewer,
        match_id=match.match_id,
        rules=match.rules,
        phase=match.phase,
        dealer=match.dealer,
        scores=match.scores,
        held=match.held,
        settled=match.settled,
        turn=match.turn,
        calls=open_calls(match, viewer),
        cards=judged_cards(match, viewer),
        deal=_deal_view(match.deal, viewer) if match.deal is not None else None,
        commitment=match.commitment.commitment if match.commitment is not None else None,
        revealed=match.revealed,
        ended=match.ended,
    )


def open_calls(match: Match, viewer: Viewer) -> CallOptions:
    """Return what *viewer* may say now; nothing unless it is the one to speak."""
    if match.phase is not Phase.AUCTION or match.turn is not viewer:
        return NO_CALLS
    deal = match.running
    return call_options(deal.auction, match.rules.auction, deal.turned)


def judged_cards(match: Match, viewer: Viewer) -> Mapping[Card, RefusalCode | None]:
    """Return *viewer*'s cards with the duty each would break; nothing unless it is to play."""
    if match.phase is not Phase.PLAY or match.turn is not viewer:
        return {}
    deal = match.running
    hand = deal.hands[deal.turn.place]
    return judge_cards(hand, deal.trick, deal.contract.bid.mode, match.rules.play)


def redact(event: Event, viewer: Viewer) -> Event:
    """Return *event* with what *viewer* may not see left blank."""
    match event:
        case (
            CardPlayed()
            | TrickTaken()
            | CallMade()
            | MatchStarted()
            | DealPassedOut()
            | DeclarationsMade()
            | BeloteSaid()
            | DeclarationsShown()
            | DealSettled()
            | DealRevealed()
            | MatchEnded()
        ):
            return event
        case DealCommitted():
            return replace(event, seed=None)
        case HandsDealt():
            return replace(event, hands=_hide(event.hands, viewer), deck=None)
        case HandsCompleted():
            return replace(event, added=_hide(event.added, viewer))
        case _:
            assert_never(event)


def tells_apart(event: object) -> bool:
    """Return whether viewers see *event* differently, so that it has to be redacted for each."""
    return isinstance(event, HandsDealt | HandsCompleted)


def _hide(hands: Shown, viewer: Viewer) -> Shown:
    return tuple(
        hand if seat is viewer else (None,) * len(hand)
        for seat, hand in zip(SEATS, hands, strict=True)
    )


def _deal_view(deal: Deal, viewer: Viewer) -> DealView:
    return DealView(
        number=deal.number,
        dealer=deal.dealer,
        hands=_hide(deal.hands, viewer),
        turned=deal.turned,
        calls=deal.auction.calls,
        contract=deal.auction.contract,
        leader=deal.leader,
        trick=deal.trick,
        tricks=deal.tricks,
        announced=deal.announced,
        shown=deal.shown,
        belotes=deal.belotes,
    )
