"""Which totals there can be at all."""

import pytest

from belote_protocol.vocab import Mode
from belote_server.game.play import pack_points
from belote_server.game.rulesets import RULE_SETS, derive
from belote_server.scoresheet.possible import card_sums, declared_sums
from tests.helpers.evenings import played_deal

PARIS = {"cards.all_trump": (14, 9, 6, 5, 3, 1)}
"""The third scale of all trump, which has a card of one point."""


@pytest.mark.parametrize(
    ("name", "changes", "mode", "missing"),
    [
        ("classic-house", {}, Mode.HEARTS, {1, 151}),
        ("classic-house", {}, Mode.NO_TRUMP, {1, 119}),
        ("classic-official", {}, Mode.NO_TRUMP, {1, 151}),
        ("classic-house", {}, Mode.ALL_TRUMP, {1, 2, 5, 243, 246, 247}),
        ("classic-official", {}, Mode.ALL_TRUMP, {1, 151}),
        ("classic-official", PARIS, Mode.ALL_TRUMP, set()),
    ],
)
def test_card_sums(name: str, changes: dict[str, object], mode: Mode, missing: set[int]) -> None:
    """Of all totals up to the whole pack only a few cannot be made of cards."""
    scale = derive(name, changes).cards
    whole = set(range(pack_points(scale, mode) + 1))

    assert whole - card_sums(scale, mode) == missing
    assert card_sums(scale, mode) <= whole


def test_declared_sums() -> None:
    """One side's declarations make these totals, and no others."""
    small = {total for total in range(0, 301, 10) if total in declared_sums()}

    assert small == {*range(0, 301, 10)} - {10, 30, 130, 180, 230, 280}
    assert max(declared_sums()) == 550


@pytest.mark.parametrize("seed", range(40))
def test_real_deals_are_possible(seed: int) -> None:
    """What declarations and cards of a real deal come to is always possible."""
    rules = list(RULE_SETS.values())[seed % 4]

    _, tally = played_deal(rules, seed)

    assert tally.declarations.total in declared_sums()
    assert tally.cards.ns in card_sums(rules.cards, tally.contract.bid.mode)
