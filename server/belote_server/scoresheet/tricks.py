"""A deal told trick by trick: the engine plays it again and counts."""

from collections.abc import Sequence

from belote_protocol.calls import Contract
from belote_protocol.vocab import Card, Seat
from belote_server.game.actions import PlayCard
from belote_server.game.engine import decide, tally_deal
from belote_server.game.events import CallMade, Event, HandsCompleted, HandsDealt, MatchStarted
from belote_server.game.play import winner_index
from belote_server.game.refused import Refusal
from belote_server.game.rules import RuleSet
from belote_server.game.scoring import Tally
from belote_server.game.seats import NO_HANDS, Hands, seats_from
from belote_server.game.state import Match, replay
from belote_server.scoresheet.problem import Problem, ProblemCode

Tricks = tuple[tuple[Card, ...], ...]
"""Each trick's cards in playing order; its winner leads the next."""


def play_again(
    rules: RuleSet, contract: Contract, leader: Seat, tricks: Tricks, *, declare: bool
) -> Tally:
    """
    Return what *tricks* came to.

    Args:
        rules: The table's rules.
        contract: What was played for.
        leader: Who led the first trick.
        tricks: All eight.
        declare: Whether every declaration that was held counts as announced [5.8].

    Raises:
        Problem: They are not eight tricks of all 32 cards, or a card broke a rule.
    """
    _check_shape(tricks)
    plays = _plays(tricks, contract, leader)
    match = _dealt(rules, contract, leader, plays)
    for number, (seat, card) in enumerate(plays):
        decision = decide(match, PlayCard(seat, card, declare))
        if isinstance(decision, Refusal):
            where = {"trick": number // 4 + 1, "seat": seat, "card": card}
            raise Problem(ProblemCode.CARD_REFUSED, decision, **where)
        match = replay(decision, match)
    return tally_deal(match, match.running)


def _check_shape(tricks: Tricks) -> None:
    if len(tricks) != 8:
        raise Problem(ProblemCode.TRICKS_COUNT, count=len(tricks))
    for number, trick in enumerate(tricks, start=1):
        if len(trick) != 4:
            raise Problem(ProblemCode.TRICK_SIZE, trick=number, count=len(trick))
    seen: set[Card] = set()
    for card in (card for trick in tricks for card in trick):
        if card in seen:
            raise Problem(ProblemCode.CARD_TWICE, card=card)
        seen.add(card)


def _plays(tricks: Tricks, contract: Contract, leader: Seat) -> list[tuple[Seat, Card]]:
    plays: list[tuple[Seat, Card]] = []
    for trick in tricks:
        seats = seats_from(leader)
        plays += zip(seats, trick, strict=True)
        leader = seats[winner_index(trick, contract.bid.mode)]
    return plays


def _dealt(
    rules: RuleSet, contract: Contract, leader: Seat, plays: Sequence[tuple[Seat, Card]]
) -> Match:
    """Return a match in which everybody holds the cards they are going to play."""
    south, west, north, east = (
        tuple(card for seat, card in plays if seat is holder) for holder in seats_from(Seat.SOUTH)
    )
    hands: Hands = (south, west, north, east)
    dealer = seats_from(leader)[3]
    events: tuple[Event, ...] = (
        MatchStarted("paper", rules, dealer),
        HandsDealt(1, dealer, leader, hands, turned=None, deck=None),
        CallMade(contract.taker, contract.bid, contract, speaker=None, passes=0),
        HandsCompleted(contract, NO_HANDS, leader),
    )
    return replay(events)
