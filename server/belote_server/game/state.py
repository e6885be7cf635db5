"""The state of a match, and how each event changes it; no rule is decided here."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce
from typing import assert_never

from belote_protocol.calls import Contract
from belote_protocol.vocab import SEATS, Card, DeclarationKind, Phase, Seat
from belote_server.game.auction import Auction
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
from belote_server.game.frozen import changed
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import CLASSIC_HOUSE
from belote_server.game.seats import NO_HANDS, NO_POINTS, Hands, Points, with_hand


@dataclass(frozen=True)
class Trick:
    """
    A complete trick.

    Attributes:
        cards: In playing order, *leader*'s first.
        points: Its cards, without what the last trick adds.
    """

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat
    points: int


@dataclass(frozen=True)
class Deal:
    """
    A deal, running or just over.

    Attributes:
        number: 1, 2, 3…
        deck: The order it was dealt from, the top first.
        dealt: What each seat was dealt, all of it.
        hands: What each seat still holds.
        turned: The card turned face up, in an auction that has one.
        leader: Who led or leads the trick on the table.
        trick: The cards on the table, in playing order.
        tricks: The complete tricks.
        announced: The kinds each seat announced.
        shown: The outcome of the declarations, once compared.
        belotes: Each belote and rebelote said.
    """

    number: int
    dealer: Seat
    deck: tuple[Card, ...] = field(repr=False)
    dealt: Hands = field(repr=False)
    hands: Hands = field(repr=False)
    turned: Card | None
    auction: Auction
    leader: Seat
    trick: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    announced: tuple[tuple[DeclarationKind, ...], ...] = ((), (), (), ())
    shown: DeclarationsShown | None = None
    belotes: tuple[BeloteSaid, ...] = ()

    @property
    def turn(self) -> Seat:
        """Who is to play a card."""
        return SEATS[(self.leader.place + len(self.trick)) % 4]

    @property
    def contract(self) -> Contract:
        """What is played for; only once the auction gave one."""
        contract = self.auction.contract
        assert contract is not None
        return contract


@dataclass(frozen=True)
class Match:
    """
    A match: everything its events say, and nothing else.

    Attributes:
        dealer: Who deals the running deal, or the next one where none runs.
        deals: How many deals have been dealt, passed-out ones included.
        settled: The deals that were scored, in order.
        held: Points held for the winner of the next deal.
        commitment: The commitment of the running or next deal, where it has one.
        deal: The running deal, or the last one until the next is dealt.
        revealed: The last deal's cards, once it is over.
        ended: How the match ended.
    """

    match_id: str
    rules: RuleSet
    phase: Phase
    dealer: Seat
    deals: int = 0
    settled: tuple[DealSettled, ...] = ()
    scores: Points = NO_POINTS
    held: int = 0
    commitment: DealCommitted | None = None
    deal: Deal | None = None
    revealed: DealRevealed | None = None
    ended: MatchEnded | None = None

    @property
    def turn(self) -> Seat | None:
        """Who is to speak or play; ``None`` where it is nobody's turn."""
        phase, deal = self.phase, self.deal
        if phase is Phase.PLAY:
            assert deal is not None
            return SEATS[(deal.leader.place + len(deal.trick)) % 4]
        if phase is Phase.AUCTION:
            assert deal is not None
            return deal.auction.speaker
        return None

    @property
    def running(self) -> Deal:
        """The deal; only where there is one."""
        assert self.deal is not None
        return self.deal


UNSTARTED = Match("", CLASSIC_HOUSE, Phase.UNSTARTED, Seat.SOUTH)
"""The match before its first event."""


def replay(events: Iterable[Event], match: Match = UNSTARTED) -> Match:
    """Return *match* after *events*, in order."""
    return reduce(evolve, events, match)


def evolve(match: Match, event: Event) -> Match:
    """Return *match* after *event*, which must be the next thing that happened to it."""
    match event:
        case CardPlayed():
            return _card_played(match, event)
        case TrickTaken():
            return _trick_taken(match, event)
        case CallMade():
            return _call_made(match, event)
        case MatchStarted(match_id, rules, dealer):
            return Match(match_id, rules, Phase.DEALING, dealer)
        case DealCommitted():
            return changed(match, commitment=event)
        case HandsDealt():
            return _hands_dealt(match, event)
        case HandsCompleted():
            return _hands_completed(match, event)
        case DeclarationsMade(seat, kinds):
            announced = list(match.running.announced)
            announced[seat.place] = kinds
            return _with_deal(match, changed(match.running, announced=tuple(announced)))
        case DeclarationsShown():
            return _with_deal(match, changed(match.running, shown=event))
        case BeloteSaid():
            belotes = (*match.running.belotes, event)
            return _with_deal(match, changed(match.running, belotes=belotes))
        case DealPassedOut():
            return changed(match, phase=Phase.DEALING, dealer=match.dealer.next)
        case DealSettled(_, settlement, scores):
            return changed(
                match,
                phase=Phase.DEALING,
                dealer=match.dealer.next,
                settled=(*match.settled, event),
                scores=scores,
                held=settlement.held_out,
            )
        case DealRevealed():
            return changed(match, revealed=event, commitment=None)
        case MatchEnded():
            return changed(match, phase=Phase.ENDED, ended=event)
        case _:
            assert_never(event)


def _with_deal(match: Match, deal: Deal) -> Match:
    return changed(match, deal=deal)


def _hands_dealt(match: Match, event: HandsDealt) -> Match:
    hands = _seen(event.hands)
    deal = Deal(
        number=event.deal,
        dealer=event.dealer,
        deck=event.deck or (),
        dealt=hands,
        hands=hands,
        turned=event.turned,
        auction=Auction(event.speaker),
        leader=event.speaker,
    )
    return changed(match, phase=Phase.AUCTION, deals=event.deal, deal=deal, revealed=None)


def _call_made(match: Match, event: CallMade) -> Match:
    deal = match.running
    auction = Auction(
        speaker=event.speaker,
        calls=(*deal.auction.calls, (event.seat, event.call)),
        contract=event.contract,
        passes=event.passes,
    )
    return _with_deal(match, changed(deal, auction=auction))


def _hands_completed(match: Match, event: HandsCompleted) -> Match:
    deal = match.running
    south, west, north, east = map(tuple.__add__, deal.dealt, _seen(event.added))
    hands = (south, west, north, east)
    deal = changed(deal, dealt=hands, hands=hands, leader=event.leader)
    return changed(match, phase=Phase.PLAY, deal=deal)


def _card_played(match: Match, event: CardPlayed) -> Match:
    deal, seat, card = match.running, event.seat, event.card
    left = tuple([held for held in deal.hands[seat.place] if held is not card])
    deal = changed(deal, hands=with_hand(deal.hands, seat, left), trick=(*deal.trick, card))
    return _with_deal(match, deal)


def _trick_taken(match: Match, event: TrickTaken) -> Match:
    deal = match.running
    trick = Trick(deal.leader, deal.trick, event.winner, event.points)
    deal = changed(deal, tricks=(*deal.tricks, trick), trick=(), leader=event.winner)
    return _with_deal(match, deal)


def _seen(shown: Shown) -> Hands:
    """Return *shown* as whole hands; a redacted event cannot be folded into a match."""
    if not shown:
        return NO_HANDS
    south, west, north, east = (tuple(card for card in hand if card) for hand in shown)
    return (south, west, north, east)
