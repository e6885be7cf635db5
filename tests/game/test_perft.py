"""The engine goes on from a position in as many ways as the rule book allows."""

from collections.abc import Callable
from typing import TypeVar

import pytest

from belote_protocol.calls import call
from belote_protocol.vocab import SEATS, Card, Phase
from belote_server.game.actions import Action, MakeCall, PlayCard
from belote_server.game.auction import after_call, call_options
from belote_server.game.engine import decide
from belote_server.game.events import Event
from belote_server.game.play import legal_cards, winner_index
from belote_server.game.refused import Refusal
from belote_server.game.seats import Hands, with_hand
from belote_server.game.state import Match, replay
from tests.game.perft.positions import FILES, Position, load
from tests.helpers.brute_force import vocabulary

QUICK = 1_500
"""So many ways together are counted in every run, the rest in the long tests only."""

POSITIONS = [position for name in FILES for position in load(name)]
DEEP = [position for position in POSITIONS if sum(position.counts) > QUICK]

Node = TypeVar("Node")
Step = TypeVar("Step")


def quick(position: Position) -> list[int]:
    """Return the position's first counts, as long as they are few together."""
    return [
        count
        for depth, count in enumerate(position.counts, 1)
        if sum(position.counts[:depth]) <= QUICK
    ]


def counted(
    start: Node,
    steps: Callable[[Node], list[Step]],
    follow: Callable[[Node, Step], Node],
    depth: int,
) -> list[int]:
    """Return how many ways of 1, 2… *depth* steps there are from *start*."""
    counts = [0] * depth

    def visit(node: Node, level: int) -> None:
        found = steps(node)
        counts[level] += len(found)
        if level + 1 < depth:
            for step in found:
                visit(follow(node, step), level + 1)

    visit(start, 0)
    return counts


def by_asking(position: Position, depth: int) -> list[int]:
    """Count what ``decide`` accepts of everything that can be said, or of the cards in a hand."""
    begun = position.reached()
    words = [call(word) for word in vocabulary(position.table_rules())]

    def accepted(match: Match) -> list[tuple[Event, ...]]:
        seat = match.turn
        if seat is None or match.phase is not begun.phase:
            return []
        asked: list[Action] = [MakeCall(seat, word) for word in words]
        if match.phase is Phase.PLAY:
            asked = [PlayCard(seat, card) for card in match.running.hands[seat.place]]
        decisions = (decide(match, action) for action in asked)
        return [decision for decision in decisions if not isinstance(decision, Refusal)]

    return counted(begun, accepted, lambda match, events: replay(events, match), depth)


def by_judging(position: Position, depth: int) -> list[int]:
    """Count what seats are offered and shown, by the judges of calls and of cards."""
    match = position.reached()
    deal, rules = match.running, match.rules
    if match.phase is Phase.AUCTION:
        return counted(
            deal.auction,
            lambda said: list(call_options(said, rules.auction, deal.turned)),
            lambda said, call: after_call(said, call, rules.auction),
            depth,
        )
    mode = deal.contract.bid.mode

    def legal(table: Table) -> list[Card]:
        hands, leader, trick = table
        hand = hands[(leader + len(trick)) % 4]
        return legal_cards(hand, trick, mode, rules.play)

    def played(table: Table, card: Card) -> Table:
        hands, leader, trick = table
        seat = SEATS[(leader + len(trick)) % 4]
        left = tuple(each for each in hands[seat.place] if each is not card)
        hands, trick = with_hand(hands, seat, left), (*trick, card)
        if len(trick) < 4:
            return hands, leader, trick
        return hands, (leader + winner_index(trick, mode)) % 4, ()

    return counted((deal.hands, deal.leader.place, deal.trick), legal, played, depth)


Table = tuple[Hands, int, tuple[Card, ...]]
"""What each seat holds, the place that led, and the cards on the table."""


@pytest.mark.parametrize("position", POSITIONS, ids=lambda each: each.name)
def test_what_is_accepted(position: Position) -> None:
    """Of everything that can be asked as much is accepted as the data file says."""
    counts = quick(position)

    assert by_asking(position, len(counts)) == counts


@pytest.mark.parametrize("position", POSITIONS, ids=lambda each: each.name)
def test_what_is_offered(position: Position) -> None:
    """As many calls and cards are offered as the data file says."""
    counts = quick(position)

    assert by_judging(position, len(counts)) == counts


@pytest.mark.parametrize("position", POSITIONS, ids=lambda each: each.name)
def test_the_data_is_of_the_rule_book(position: Position) -> None:
    """The counts in the data file are those of the brute force."""
    counts = quick(position)

    assert position.brute_force(len(counts)) == counts


@pytest.mark.soak
@pytest.mark.parametrize("position", DEEP, ids=lambda each: each.name)
def test_all_that_is_offered(position: Position) -> None:
    """As many calls and cards are offered as the data file says, to the last count."""
    assert by_judging(position, len(position.counts)) == [*position.counts]


@pytest.mark.soak
@pytest.mark.parametrize("position", DEEP, ids=lambda each: each.name)
def test_all_the_data_is_of_the_rule_book(position: Position) -> None:
    """The counts in the data file are those of the brute force, to the last count."""
    assert position.brute_force(len(position.counts)) == [*position.counts]


@pytest.mark.parametrize(
    ("fewer", "more"),
    [
        ("a low trump owed under an opponent's", "nothing owed under an opponent's trump"),
        ("no trump under a partner's if a higher one is held", "any trump under a partner's"),
        ("only the coinched side speaks", "everybody speaks"),
    ],
)
def test_variants_count_differently(fewer: str, more: str) -> None:
    """A position that shows a house rule has other counts without it."""
    by_name = {position.name: position for position in POSITIONS}
    pairs = [
        (position, by_name[name.replace(fewer, more)])
        for name, position in by_name.items()
        if fewer in name
    ]

    assert pairs
    for one, other in pairs:
        assert one.hands == other.hands
        assert one.counts != other.counts
