"""No house rule is a dead option: each one decides a golden deal."""

from collections.abc import Iterator, Mapping

import pytest

from belote_protocol.vocab import Game
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import RULE_SETS, Plain, RuleError, derive, flatten
from tests.helpers.goldens import CLASSIC, COINCHE, Golden
from tests.helpers.rule_sets import legal

BOTH: Mapping[str, tuple[str, ...]] = {
    "dealing.packets": ("a cut that North cannot beat",),
    "auction.modes": ("no trump", "all trump with a belote in hearts"),
    "play.undertrump": ("a cut that North cannot beat",),
    "play.under_partner": ("a cut that East can beat for its partner",),
    "declarations.played": ("equal tierces",),
    "declarations.tie": ("equal tierces",),
    "cards.no_trump_ace": ("no trump",),
    "cards.all_trump": ("all trump with a belote in hearts",),
    "cards.last_trick": ("made",),
    "cards.belote": ("a cut that North cannot beat",),
    "cards.all_trump_belotes": ("all trump with a belote in hearts",),
    "scoring.rounding": ("made",),
    "match.target": ("to 600", "to 1001", "to 2000"),
    "match.deals": ("to 2000",),
}
WITNESSES: Mapping[Game, Mapping[str, tuple[str, ...]]] = {
    Game.CLASSIC: {
        **BOTH,
        "cards.capot_last_trick": ("capot",),
        "scoring.must_beat_defence": ("ahead of half, behind the defence",),
        "scoring.tie": ("equal",),
        "scoring.belote_goes_to": ("fallen with a belote",),
        "match.reach": ("to 1001",),
        "match.belote_alone_wins": ("to 1001 by a belote",),
    },
    Game.COINCHE: {
        **BOTH,
        "auction.floor": ("a cut that East can beat for its partner",),
        "auction.ceiling": ("a bid of 160", "a bid of 170"),
        "auction.generale": ("a générale by West",),
        "auction.generale_lead": ("a générale by West",),
        "auction.after_coinche": ("three passes after a coinche",),
        "cards.capot_last_trick": ("capot unbid",),
        "scoring.counted": ("made",),
        "scoring.must_beat_defence": ("behind the defence",),
        "scoring.capot": ("capot bid",),
        "scoring.generale": ("générale bid",),
        "scoring.coinche": ("coinched",),
        "scoring.surcoinche": ("surcoinched",),
        "scoring.multiplies_base": ("coinched",),
        "scoring.multiplies_declarations": ("coinched",),
        "scoring.multiplies_belote": ("coinched",),
        "scoring.doubled_base": ("coinched",),
        "scoring.doubled_capot_base": ("coinched, and capot",),
        "scoring.fall_base": ("fallen",),
        "scoring.fall_capot_base": ("capot bid and lost",),
        "scoring.belote_goes_to": ("fallen",),
        "match.reach": ("to 2000",),
        "match.belote_alone_wins": ("to 2000 by a belote",),
    },
}
"""Game → field → the golden deals that feel it."""

GOLDENS: Mapping[Game, Mapping[str, Golden]] = {Game.CLASSIC: CLASSIC, Game.COINCHE: COINCHE}


def flipped(rules: RuleSet, field: str) -> Iterator[tuple[Plain, RuleSet]]:
    """Yield *rules* with each other legal value of *field* that goes with the rest of them."""
    for value in legal(rules, field):
        if value != flatten(rules)[field]:
            try:
                yield value, derive(rules.name, {field: value})
            except RuleError:
                continue


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda each: each.name)
def test_every_field_has_witnesses(rules: RuleSet) -> None:
    """Every field of a rule set names the golden deals that depend on it."""
    assert set(WITNESSES[rules.game]) == set(flatten(rules))


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        pytest.param(rules, field, id=f"{rules.name}-{field}")
        for rules in RULE_SETS.values()
        for field in flatten(rules)
    ],
)
def test_every_field_is_felt(rules: RuleSet, field: str) -> None:
    """Another value of a field changes what becomes of one of its golden deals."""
    names = WITNESSES[rules.game][field]
    deals = [GOLDENS[rules.game][name] for name in names]
    usual = [deal.told(rules, dealt_by=rules) for deal in deals]
    others = list(flipped(rules, field))

    assert others
    for value, other in others:
        changed = [deal.told(other, dealt_by=rules) for deal in deals]
        assert changed != usual, f"{field} = {value} changes nothing in {names}"
