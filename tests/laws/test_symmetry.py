"""No seat and no suit is special."""

from collections.abc import Mapping
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from belote_protocol.calls import Bid
from belote_protocol.vocab import Card, Mode, Suit
from belote_server.game.actions import Action, DealCards, EndMatch, MakeCall, PlayCard, StartMatch
from belote_server.game.events import DealSettled
from belote_server.game.rules import RuleSet
from tests.helpers.stories import Manner, Story, told
from tests.helpers.strategies import rule_sets, seeds

lengths = st.integers(1, 90)
Account = tuple[object, ...]


def retold(actions: list[Action]) -> Story:
    """Return the story of *actions*."""
    story = Story()
    for action in actions:
        story.do(action)
    return story


def accounts(story: Story, *, swapped: bool = False) -> list[Account]:
    """Return what each deal came to and the score after it, the sides exchanged on demand."""
    told = []
    for event in story.log:
        if isinstance(event, DealSettled):
            points = (event.settlement.own, event.settlement.points, event.scores)
            sides = [(each.ew, each.ns) if swapped else (each.ns, each.ew) for each in points]
            told.append((event.settlement.result, event.settlement.held_out, *sides))
    return told


def moved(action: Action) -> Action:
    """Return *action* as the next seat, or the other side, would do it."""
    match action:
        case StartMatch(_, _, dealer):
            return replace(action, dealer=dealer.next)
        case MakeCall(seat) | PlayCard(seat):
            return replace(action, seat=seat.next)
        case EndMatch(loser):
            return replace(action, loser=loser.other)
        case _:
            return action


@given(rule_sets, seeds, lengths)
def test_no_seat_is_special(rules: RuleSet, seed: int, length: int) -> None:
    """A match moved on by one seat is the same match with the sides exchanged."""
    story = told(rules, seed, length, Manner(committed=0))

    other = retold([moved(action) for action in story.actions])

    assert accounts(other, swapped=True) == accounts(story)
    assert other.match.phase is story.match.phase
    assert other.match.turn is (story.match.turn and story.match.turn.next)


def recoloured(action: Action, suits: Mapping[Suit, Suit]) -> Action:
    """Return *action* with every suit exchanged for another."""

    def card(old: Card) -> Card:
        return Card.of(old.rank, suits[old.suit])

    match action:
        case DealCards(deck):
            return DealCards(tuple(map(card, deck)))
        case MakeCall(_, Bid(_, mode) as bid) if mode.suit is not None:
            return replace(action, call=replace(bid, mode=Mode(suits[mode.suit].value)))
        case PlayCard(_, old):
            return replace(action, card=card(old))
        case _:
            return action


@given(rule_sets, seeds, lengths, st.permutations(list(Suit)))
def test_no_suit_is_special(rules: RuleSet, seed: int, length: int, suits: list[Suit]) -> None:
    """A match with its suits exchanged comes to the same points."""
    story = told(rules, seed, length, Manner(committed=0))
    exchanged = dict(zip(Suit, suits, strict=True))

    other = retold([recoloured(action, exchanged) for action in story.actions])

    assert accounts(other) == accounts(story)
    assert other.match.turn is story.match.turn
