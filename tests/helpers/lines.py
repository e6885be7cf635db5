"""Events as one short line each, so that a whole deal can be read and compared."""

from collections.abc import Iterable
from typing import assert_never

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


def lines(text: str) -> list[str]:
    """Return the lines of *text*, without the space around them."""
    return [line.strip() for line in text.strip().splitlines()]


def told(events: Iterable[Event]) -> list[str]:
    """Return *events* as lines."""
    return [line(event) for event in events]


def line(event: Event) -> str:
    """Return *event* as a line: who, what, and what comes of it."""
    match event:
        case MatchStarted(match_id, rules, dealer):
            return f"match {match_id} of {rules.name}, {dealer} deals"
        case DealCommitted(deal):
            return f"deal {deal} is committed to"
        case HandsDealt(deal, dealer, speaker, _, turned):
            return f"deal {deal} by {dealer}, {turned or 'nothing'} turned, {speaker} speaks"
        case CallMade(seat, call, contract, speaker, passes):
            stands = f"{contract or 'nothing'} stands" + f", {passes} passed" * bool(passes)
            return f"{seat} says {call}, {stands}, {speaker or 'nobody'} speaks"
        case DealPassedOut(deal):
            return f"deal {deal} is passed out"
        case HandsCompleted(contract, added, leader):
            sizes = " ".join(str(len(hand)) for hand in added)
            return f"{contract} is played, {sizes} added, {leader} leads"
        case CardPlayed(seat, card):
            return f"{seat} plays {card}"
        case DeclarationsMade(seat, kinds):
            return f"{seat} announces {' '.join(kinds)}"
        case BeloteSaid(seat, suit, word):
            return f"{seat} says {word} in {suit}"
        case TrickTaken(number, winner, points):
            return f"trick {number} to {winner} for {points}"
        case DeclarationsShown(team, shown, points):
            each = (f"{seat} {' '.join(declaration.cards)}" for seat, declaration in shown)
            return f"{team or 'nobody'} scores {points}: {', '.join(each)}"
        case DealSettled(deal, settlement, scores):
            written = f"NS {settlement.points.ns}, EW {settlement.points.ew}"
            result = f"{settlement.result}, {written}, held {settlement.held_out}"
            return f"deal {deal} is {result}; now {scores.ns} to {scores.ew}"
        case DealRevealed(deal, deck, seed):
            return f"deal {deal} is revealed, {len(deck)} cards, {'a' if seed else 'no'} seed"
        case MatchEnded(winner, reason, scores):
            return f"{winner} wins by {reason}, {scores.ns} to {scores.ew}"
        case _:
            assert_never(event)
