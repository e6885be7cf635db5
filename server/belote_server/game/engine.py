"""
Judging actions: every rule of the match, and nothing that changes.

``decide`` answers an action with the events it leads to, or with the refusal that names the rule
it breaks. One action may have many consequences (the last card takes a trick, settles the deal
and ends the match); each is decided on the match as the events before it left it, so no rule is
ever asked about a state that did not happen.
"""

import re
from collections.abc import Iterator
from typing import assert_never

from belote_protocol.calls import BidKind, Contract
from belote_protocol.vocab import (
    SEATS,
    BeloteWord,
    Card,
    EndReason,
    Mode,
    Phase,
    Rank,
    RefusalCode,
    Seat,
)
from belote_server.game import auction as auctions
from belote_server.game import deck as decks
from belote_server.game import declarations, play, scoring
from belote_server.game.actions import (
    Action,
    CommitDeal,
    DealCards,
    EndMatch,
    MakeCall,
    PlayCard,
    StartMatch,
)
from belote_server.game.ending import is_last_deal, match_winner
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
    TrickTaken,
)
from belote_server.game.refused import Refusal
from belote_server.game.rules import GeneraleLead, NumbersAuction, TurnedAuction
from belote_server.game.scoring import Tally
from belote_server.game.seats import NO_HANDS, NO_POINTS, Points
from belote_server.game.state import Deal, Match, replay

Decision = tuple[Event, ...] | Refusal


def decide(match: Match, action: Action) -> Decision:
    """Return what *action* leads to in *match*, or why it is refused; nothing is changed."""
    match action:
        case PlayCard():
            return _decide_card(match, action)
        case MakeCall():
            return _decide_call(match, action)
        case DealCards(deck):
            return _decide_deal(match, deck)
        case CommitDeal():
            return _decide_commitment(match, action)
        case StartMatch():
            return _decide_start(match, action)
        case EndMatch():
            return _decide_end(match, action)
        case _:
            assert_never(action)


def _decide_start(match: Match, action: StartMatch) -> Decision:
    if match.phase is not Phase.UNSTARTED:
        return Refusal(RefusalCode.ALREADY_STARTED)
    return (MatchStarted(action.match_id, action.rules, action.dealer),)


def _decide_commitment(match: Match, action: CommitDeal) -> Decision:
    if match.phase is not Phase.DEALING:
        return _out_of_phase(match, RefusalCode.NOT_DEALING)
    if match.commitment is not None:
        return Refusal(RefusalCode.ALREADY_COMMITTED)
    number = match.deals + 1
    if re.fullmatch("[0-9a-f]{64}", action.seed) is None:
        return Refusal(RefusalCode.BAD_COMMITMENT)
    bound = decks.commitment(match.match_id, number, bytes.fromhex(action.seed))
    if action.commitment != bound.hex():
        return Refusal(RefusalCode.BAD_COMMITMENT)
    return (DealCommitted(number, action.commitment, action.seed),)


def _decide_deal(match: Match, deck: tuple[Card, ...]) -> Decision:
    if match.phase is not Phase.DEALING:
        return _out_of_phase(match, RefusalCode.NOT_DEALING)
    if not decks.is_whole(deck):
        return Refusal(RefusalCode.BAD_DECK)
    number, dealer = match.deals + 1, match.dealer
    seal = match.commitment
    if seal is not None and seal.seed is not None:
        fair = decks.fair_deck(match.match_id, number, dealer, bytes.fromhex(seal.seed))
        if deck != fair:
            return Refusal(RefusalCode.BAD_DECK)
    packets = match.rules.dealing.packets
    hands = decks.first_hands(deck, dealer, packets)
    turned = deck[4 * sum(packets)] if isinstance(match.rules.auction, TurnedAuction) else None
    return (HandsDealt(number, dealer, dealer.next, hands, turned, deck),)


def _decide_call(match: Match, action: MakeCall) -> Decision:
    if match.phase is not Phase.AUCTION:
        return _out_of_phase(match, RefusalCode.NOT_AUCTION)
    deal, rules = match.running, match.rules.auction
    if action.seat is not deal.auction.speaker:
        return _not_your_turn(match)
    refusal = auctions.judge_call(deal.auction, action.call, rules, deal.turned)
    if refusal is not None:
        return refusal
    said = auctions.after_call(deal.auction, action.call, rules)
    made = CallMade(action.seat, action.call, said.contract, said.speaker, said.passes)
    if said.passed_out:
        return (made, DealPassedOut(deal.number), _revealed(match))
    if said.speaker is None:
        assert said.contract is not None
        return (made, _completed(match, deal, said.contract))
    return (made,)


def _completed(match: Match, deal: Deal, contract: Contract) -> HandsCompleted:
    added, leader = NO_HANDS, deal.dealer.next
    if deal.turned is not None:
        dealt = len(deal.dealt[0])
        added = decks.second_hands(deal.deck, deal.dealer, dealt, contract.taker)
    rules = match.rules.auction
    if (
        isinstance(rules, NumbersAuction)
        and rules.generale_lead is GeneraleLead.BIDDER
        and contract.bid.kind is BidKind.GENERALE
    ):
        leader = contract.taker
    return HandsCompleted(contract, added, leader)


def _decide_card(match: Match, action: PlayCard) -> Decision:
    if match.phase is not Phase.PLAY:
        return _out_of_phase(match, RefusalCode.NOT_PLAY)
    deal, seat, card = match.running, action.seat, action.card
    if seat is not deal.turn:
        return _not_your_turn(match)
    hand = deal.hands[seat.place]
    if card not in hand:
        return Refusal(RefusalCode.NOT_YOUR_CARD, {"card": card.value})
    mode = deal.contract.bid.mode
    broken = play.judge_cards(hand, deal.trick, mode, match.rules.play)[card]
    if broken is not None:
        return refused_card(broken, deal.trick, mode)
    events: list[Event] = [CardPlayed(seat, card)]
    if not deal.tricks and action.declare and match.rules.declarations.played:
        found = declarations.find(deal.dealt[seat.place], mode)
        if found:
            events.append(DeclarationsMade(seat, tuple(each.kind for each in found)))
    said = _belote(deal, seat, card, mode, all_trump=match.rules.cards.all_trump_belotes)
    if said is not None:
        events.append(said)
    if len(deal.trick) == 3:
        events += _trick_end(match, tuple(events))
    return tuple(events)


def refused_card(broken: RefusalCode, trick: tuple[Card, ...], mode: Mode) -> Refusal:
    """Return the refusal of a card that would break the duty *broken*, with what to do instead."""
    match broken:
        case RefusalCode.MUST_FOLLOW:
            return Refusal(broken, {"suit": trick[0].suit.value})
        case RefusalCode.MUST_TRUMP:
            return Refusal(broken, {"suit": mode.value})
        case _:
            return Refusal(broken, {"card": trick[play.winner_index(trick, mode)].value})


def _belote(
    deal: Deal, seat: Seat, card: Card, mode: Mode, *, all_trump: bool
) -> BeloteSaid | None:
    """
    Return what *seat* says with *card*, if it held the pair.

    Source: rule book 5.9, 5.10.
    """
    if card.rank is not Rank.KING and card.rank is not Rank.QUEEN:
        return None
    if card.suit is not mode.suit and not (mode is Mode.ALL_TRUMP and all_trump):
        return None
    other = Card.of(Rank.QUEEN if card.rank is Rank.KING else Rank.KING, card.suit)
    if other not in deal.dealt[seat.place]:
        return None
    first = other in deal.hands[seat.place]
    return BeloteSaid(seat, card.suit, BeloteWord.BELOTE if first else BeloteWord.REBELOTE)


def _trick_end(match: Match, events: tuple[Event, ...]) -> Iterator[Event]:
    """Yield what follows from the fourth card, which the first of *events* played."""
    deal, played = match.running, events[0]
    assert isinstance(played, CardPlayed)
    trick = (*deal.trick, played.card)
    mode = deal.contract.bid.mode
    winner = SEATS[(deal.leader.place + play.winner_index(trick, mode)) % 4]
    worth = play.card_points(match.rules.cards, mode)
    taken = TrickTaken(len(deal.tricks) + 1, winner, sum([worth[card] for card in trick]))
    yield taken
    if taken.number == 1:
        deal = replay(events, match).running
        if any(deal.announced):
            yield _compared(match, deal, mode)
    elif taken.number == 8:
        yield from _deal_end(replay((*events, taken), match))


def _compared(match: Match, deal: Deal, mode: Mode) -> DeclarationsShown:
    declared = tuple(
        declarations.find(hand, mode) if announced else ()
        for hand, announced in zip(deal.dealt, deal.announced, strict=True)
    )
    tie = match.rules.declarations.tie
    team = declarations.scoring_team(declared, deal.leader, mode, tie)
    shown = tuple(
        (seat, declaration)
        for seat in Seat
        if seat.team is team
        for declaration in declared[seat.place]
    )
    points = sum(declarations.points(declaration, mode) for _, declaration in shown)
    return DeclarationsShown(team, shown, points)


def _deal_end(match: Match) -> Iterator[Event]:
    deal, rules = match.running, match.rules
    tally = tally_deal(match, deal)
    settlement = scoring.settle(tally, rules.cards, rules.scoring)
    scores = match.scores + settlement.points
    yield DealSettled(deal.number, settlement, scores)
    yield _revealed(match)
    winner = match_winner(rules.match, len(match.settled) + 1, match.scores, settlement, scores)
    if winner is not None:
        reason = EndReason.DEALS if rules.match.deals else EndReason.TARGET
        yield MatchEnded(winner, reason, scores)


def tally_deal(match: Match, deal: Deal) -> Tally:
    """Return what the eight tricks of *deal* came to."""
    contract, belote = deal.contract, match.rules.cards.belote
    winners = {trick.winner for trick in deal.tricks}
    teams = {winner.team for winner in winners}
    cards = belotes = NO_POINTS
    for trick in deal.tricks:
        cards += Points.of(trick.winner.team, trick.points)
    for said in deal.belotes:
        if said.word is BeloteWord.REBELOTE:
            belotes += Points.of(said.seat.team, belote)
    return Tally(
        contract=contract,
        cards=cards,
        last_trick=deal.tricks[-1].winner.team,
        capot=teams.pop() if len(teams) == 1 else None,
        alone=winners == {contract.taker},
        belote=belotes,
        declarations=_declared_points(deal.shown),
        held=match.held,
        closing=is_last_deal(match.rules.match, len(match.settled) + 1),
    )


def _declared_points(shown: DeclarationsShown | None) -> Points:
    if shown is None or shown.team is None:
        return NO_POINTS
    return Points.of(shown.team, shown.points)


def _decide_end(match: Match, action: EndMatch) -> Decision:
    if match.phase is Phase.UNSTARTED or match.phase is Phase.ENDED:
        return _out_of_phase(match, RefusalCode.MATCH_ENDED)
    if action.reason not in (EndReason.SURRENDER, EndReason.FORFEIT):
        return Refusal(RefusalCode.NOT_NOW)
    ended = MatchEnded(action.loser.other, action.reason, match.scores)
    hidden = match.phase is not Phase.DEALING or match.commitment is not None
    return (_revealed(match), ended) if hidden else (ended,)


def _revealed(match: Match) -> DealRevealed:
    """Return the deal that is over, played, passed out or void, for everybody to check."""
    seed = match.commitment.seed if match.commitment is not None else None
    if match.phase is Phase.DEALING and match.commitment is not None:
        return DealRevealed(match.commitment.deal, (), seed)  # committed to, and never dealt
    return DealRevealed(match.running.number, match.running.deck, seed)


def _not_your_turn(match: Match) -> Refusal:
    turn = match.turn
    assert turn is not None
    return Refusal(RefusalCode.NOT_YOUR_TURN, {"seat": turn.value})


def _out_of_phase(match: Match, code: RefusalCode) -> Refusal:
    """Return why nothing of the kind can be done now; a match not begun or over says so first."""
    if match.phase is Phase.UNSTARTED:
        return Refusal(RefusalCode.NOT_STARTED)
    if match.phase is Phase.ENDED:
        return Refusal(RefusalCode.MATCH_ENDED)
    return Refusal(code, {"phase": match.phase.value})
