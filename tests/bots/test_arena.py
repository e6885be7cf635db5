"""Policies against each other on duplicate deals."""

import pytest
from click.testing import CliRunner

from belote_protocol.vocab import Policy
from belote_server.bots.arena import Bout, main, parsed, play
from belote_server.bots.choice import Choice
from belote_server.bots.duplicate import Player, play_pair
from belote_server.bots.policies import choose
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import CLASSIC_HOUSE, COINCHE_OFFICIAL
from belote_server.game.views import View


def player(policy: Policy) -> Player:
    """Return a player of *policy*."""

    def answer(view: View, seed: int) -> Choice:
        return choose(view, policy, seed)

    return answer


@pytest.mark.parametrize("rules", [CLASSIC_HOUSE, COINCHE_OFFICIAL])
def test_equals_are_equal(rules: RuleSet) -> None:
    """A policy that plays against itself is exactly as good, on every deal."""
    for seed in range(3):
        club = player(Policy.CLUB)
        assert play_pair(rules, club, club, seed) == 0


def test_seats_are_exchanged() -> None:
    """What one policy gains, the other loses."""
    for seed in range(4):
        one, other = player(Policy.CLUB), player(Policy.NOVICE)
        margin = play_pair(CLASSIC_HOUSE, one, other, seed)
        assert play_pair(CLASSIC_HOUSE, other, one, seed) == -margin


def test_a_run() -> None:
    """The program says who is better, by how much, and how long moves took."""
    result = CliRunner().invoke(
        main, ["club", "novice", "--deals", "4", "--rules", "classic-house", "--workers", "1"]
    )

    assert result.exit_code == 0, result.output
    assert "points a deal over 4 deals" in result.output
    assert "club:" in result.output
    assert "p99" in result.output


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("auction.modes=suits", ("auction.modes", "suits")),
        ("match.target=501", ("match.target", 501)),
        ("declarations.played=false", ("declarations.played", False)),
    ],
)
def test_changes(text: str, pair: tuple[str, object]) -> None:
    """A change to the rules is a field and its value."""
    assert parsed(text) == pair


@pytest.mark.parametrize("change", ["auction.modes", "auction.modes=hearts"])
def test_changes_nobody_can_play(change: str) -> None:
    """What is no rule is refused before anything is played."""
    result = CliRunner().invoke(main, ["club", "novice", "--set", change])

    assert result.exit_code == 2


@pytest.mark.soak
@pytest.mark.parametrize(
    ("rules", "changes"),
    [
        ("coinche-official", {"auction.modes": "suits"}),
        ("coinche-official", {}),
        ("classic-house", {}),
    ],
)
def test_the_ladder(rules: str, changes: dict[str, object]) -> None:
    """Each rung beats the one below it by three standard errors."""
    for one, other, deals in ((Policy.CLUB, Policy.NOVICE, 200), (Policy.EXPERT, Policy.CLUB, 300)):
        *_, tally = play(Bout((one, other), rules, changes, 0.025), range(1, deals + 1), 2)
        assert tally.mean > 3 * tally.error
