"""What each field of a rule set may be is known without trying."""

import pytest

from belote_server.game.rulesets import RULE_SETS, allowed, derive, flatten

FIELDS = [(name, key) for name, rules in RULE_SETS.items() for key in flatten(rules)]


@pytest.mark.parametrize(("name", "key"), FIELDS)
def test_what_is_allowed_can_be_chosen(name: str, key: str) -> None:
    """A field's own value is among those it may have, and the first and last of them are taken."""
    rules = RULE_SETS[name]
    values = allowed(rules, key)

    assert flatten(rules)[key] in values
    for value in (values[0], values[-1]):
        others = {"auction.ceiling": 180} if key == "auction.floor" else {}
        if key == "scoring.coinche":
            others = {"scoring.surcoinche": 8}
        if key == "scoring.surcoinche":
            others = {"scoring.coinche": 1}
        assert flatten(derive(name, {**others, key: value}))[key] == value
