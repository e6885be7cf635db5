"""Deals played out in imagination, and their last tricks searched."""

from random import Random

import pytest

from belote_protocol.vocab import Mode
from belote_server.bots.codes import numbers
from belote_server.bots.conduct import Conduct, conduct, open_to
from belote_server.bots.outcomes import of_ending, of_total
from belote_server.bots.rollout import Position, lying, play_out
from belote_server.bots.solver import solve
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import CLASSIC_HOUSE, COINCHE_OFFICIAL

RULES = (CLASSIC_HOUSE, COINCHE_OFFICIAL)


def dealt(rng: Random, size: int) -> tuple[int, ...]:
    """Return four hands of *size* cards."""
    pack = rng.sample(range(32), 4 * size)
    return tuple(sum(1 << card for card in pack[start::4]) for start in range(4))


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("rules", RULES)
def test_every_point_is_taken(mode: Mode, rules: RuleSet) -> None:
    """A deal played out gives all its points, to whoever has taken a trick."""
    play = conduct(rules, mode)
    rng = Random(7)
    for _ in range(20):
        hands = dealt(rng, 8)
        position = Position(hands, (0,) * 4, 1, rng.randrange(4), (), (0, 0), 0)
        even, odd, last, takers = play_out(play, position)
        assert even + odd == sum(play.worth)
        assert takers >> last & 1
        assert bool(even) <= bool(takers & 0b0101)
        assert bool(odd) <= bool(takers & 0b1010)


def best_margin(play: Conduct, hands: list[int], leader: int, trick: tuple[int, ...]) -> int:
    """Return even's points less odd's with best play, last trick included, by trying all."""
    if len(trick) == 4:
        _, _, winner, pot = lying(play, trick, leader)
        if not any(hands):
            pot += play.last
        return (-pot if winner & 1 else pot) + (
            best_margin(play, hands, winner, ()) if any(hands) else 0
        )
    seat = (leader + len(trick)) & 3
    legal = hands[seat]
    if trick:
        led, best, winner, _ = lying(play, trick, leader)
        legal = open_to(play, legal, led, best, by_partner=winner ^ 2 == seat)
    tried = []
    for card in numbers(legal):
        after = [*hands]
        after[seat] ^= 1 << card
        tried.append(best_margin(play, after, leader, (*trick, card)))
    return min(tried) if seat & 1 else max(tried)


@pytest.mark.parametrize("mode", [Mode.SPADES, Mode.NO_TRUMP, Mode.ALL_TRUMP])
@pytest.mark.parametrize("rules", RULES)
def test_the_search_is_exact(mode: Mode, rules: RuleSet) -> None:
    """The last tricks searched come to what trying everything comes to."""
    play = conduct(rules, mode)
    rng = Random(11)
    for _ in range(12):
        hands = dealt(rng, 2)
        first = next(numbers(hands[0]))
        # both sides have taken a trick before, so no capot is at stake
        position = Position(hands, (0,) * 4, 1, 0, (), (0, 0), 0b0011)
        even, odd, last, _ = solve(play, position, first)
        found = even - odd + (-play.last if last & 1 else play.last)
        left = [*hands]
        left[0] ^= 1 << first
        assert found == best_margin(play, left, 0, (first,))
        assert even + odd == sum(play.worth[card] for card in range(32) if sum(hands) >> card & 1)


def test_a_sweep_is_worth_a_detour() -> None:
    """A side that has every trick so far searches for the last ones too."""
    play = conduct(COINCHE_OFFICIAL, Mode.SPADES)
    hands = (0b11 << 30, 0b11 << 24, 0b11 << 16, 0b11 << 18)
    position = Position(hands, (0,) * 4, 0, 0, (), (100, 0), 0b0001)

    ending = solve(play, position, 31)
    outcome = of_ending(ending, 0, (0, 0), (0, 0))

    assert (outcome.capot, outcome.alone, outcome.last) == (0, True, 0)


@pytest.mark.parametrize(
    ("total", "cards", "last", "capot"),
    [(82, (72, 80), 0, -1), (80, (80, 72), 1, -1), (162, (152, 0), 0, 0), (0, (0, 152), 1, 1)],
)
def test_an_outcome_of_a_total(total: int, cards: tuple[int, int], last: int, capot: int) -> None:
    """A side with more than half of the points has the last trick, one with all of them all."""
    outcome = of_total(total, 0, 152, 10, (0, 20), (50, 0))

    assert (outcome.cards, outcome.last, outcome.capot) == (cards, last, capot)
    assert outcome.belote == (0, 20)
