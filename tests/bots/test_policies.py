"""Whatever the rules and the state: bots act lawfully, by what they see, and the same again."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_protocol.vocab import SEATS, Phase, Policy, Seat
from belote_server.bots.budget import Budget
from belote_server.bots.choice import Choice
from belote_server.bots.policies import choose
from belote_server.game.engine import decide
from belote_server.game.refused import Refusal
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import CLASSIC_HOUSE, COINCHE_HOUSE, COINCHE_OFFICIAL
from belote_server.game.state import Match, replay
from belote_server.game.views import view
from tests.bots.seats import acting, view_on_turn
from tests.helpers.stories import Story, told
from tests.helpers.strategies import seeds, stories
from tests.helpers.worlds import last_scene, other_worlds

QUICK = Budget(nodes=250)


def chosen(match: Match, policy: Policy, seed: int = 1) -> Choice:
    """Return what *policy* does with little thought."""
    return choose(view_on_turn(match), policy, seed, QUICK)


@settings(max_examples=60)
@given(stories(), st.integers(0, 8))
def test_every_choice_is_legal(story: Story, offset: int) -> None:
    """In any state of a match of any rules every policy answers with something lawful."""
    for match in list(acting(story))[offset::9]:
        for policy in Policy:
            choice = chosen(match, policy)
            assert choice.action.seat is match.turn
            assert not isinstance(decide(match, choice.action), Refusal)


@pytest.mark.parametrize("policy", Policy)
def test_a_choice_is_a_function_of_its_seed(policy: Policy) -> None:
    """The same view, seed and nodes give the same choice, with the same reason."""
    for match in list(acting(told(COINCHE_OFFICIAL, 5, 80)))[::6]:
        assert chosen(match, policy, 7) == chosen(match, policy, 7)


@settings(max_examples=40)
@given(st.sampled_from([CLASSIC_HOUSE, COINCHE_HOUSE, COINCHE_OFFICIAL]), seeds)
def test_nothing_hidden_matters(rules: RuleSet, seed: int) -> None:
    """In a world that differs only in what the seat cannot see, the choice is the same."""
    story = told(rules, seed % 10_000, 20 + seed % 60)
    scene = last_scene(story)
    if scene is None or scene.match.turn is None:
        return
    viewer = scene.match.turn
    for world in other_worlds(scene, viewer, Random(seed), tries=6):
        other = replay((event for batch in world for event in batch), scene.before)
        for policy in Policy:
            here = choose(view(scene.match, viewer), policy, 3, QUICK)
            assert choose(view(other, viewer), policy, 3, QUICK) == here


def test_there_are_other_worlds() -> None:
    """The law above is tried: in most scenes a hidden card can lie elsewhere."""
    found = 0
    for seed in range(12):
        scene = last_scene(told(COINCHE_HOUSE, seed, 30))
        if scene is not None and scene.match.turn is not None:
            worlds = other_worlds(scene, scene.match.turn, Random(seed), 10)
            found += next(worlds, None) is not None
    assert found >= 6


@pytest.mark.parametrize(
    ("policy", "lower"),
    [
        (Policy.EXPERT, Policy.CLUB),
        (Policy.CLUB, Policy.NOVICE),
        (Policy.NOVICE, Policy.NOVICE),
    ],
)
def test_below(policy: Policy, lower: Policy) -> None:
    """Below each rung is another, and below the lowest itself."""
    assert policy.below is lower


def test_the_clock_ends_thinking() -> None:
    """With a clock the expert stops when its time is over, and still answers."""
    match = next(match for match in acting(told(COINCHE_HOUSE, 3, 60)) if match.phase is Phase.PLAY)
    ticks: Iterator[int] = iter(range(10_000))
    budget = Budget(nodes=10**9, seconds=20.0, clock=lambda: float(next(ticks)))

    choice = choose(view_on_turn(match), Policy.EXPERT, 1, budget)

    assert choice.action.seat is match.turn
    assert next(ticks) < 30


def test_no_thought_at_all_is_the_club() -> None:
    """An expert without a single node answers as the club does."""
    for match in list(acting(told(COINCHE_HOUSE, 3, 60)))[::5]:
        hasty = choose(view_on_turn(match), Policy.EXPERT, 1, Budget(nodes=0))
        assert hasty.action == chosen(match, Policy.CLUB).action


def test_every_seat_may_ask() -> None:
    """Policies do not mind which seat they sit in."""
    seen: set[Seat] = set()
    for match in acting(told(CLASSIC_HOUSE, 2, 120)):
        seen.add(chosen(match, Policy.CLUB).action.seat)
    assert seen == set(SEATS)
