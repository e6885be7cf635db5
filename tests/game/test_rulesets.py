"""The four rule sets as the rule book sums them up, and the rule sets tables derive from them."""

import json

import pytest
from hypothesis import given

from belote_protocol.vocab import Game
from belote_server.game.rules import RuleSet, TurnedAuction
from belote_server.game.rulesets import (
    RULE_SETS,
    Plain,
    RuleError,
    derive,
    flatten,
    overrides,
)
from tests.helpers.rule_sets import LEGAL, derived_rules, legal

BOTH_GAMES: dict[str, tuple[Plain, Plain]] = {
    # field: house, official
    "auction.modes": ("suits+nt+at", "suits+nt+at"),
    "play.under_partner": ("free", "free"),
    "declarations.played": (True, True),
    "declarations.tie": ("first_in_turn", "cancel"),
    "cards.no_trump_ace": (11, 19),
    "cards.all_trump": ((20, 14, 11, 10, 4, 3), (13, 9, 6, 5, 3, 2)),
    "cards.last_trick": (10, 10),
    "cards.capot_last_trick": (100, 100),
    "cards.belote": (20, 20),
    "cards.all_trump_belotes": (True, True),
    "scoring.must_beat_defence": (True, True),
    "scoring.belote_goes_to": ("holder", "holder"),
    "match.reach": ("reach", "reach"),
    "match.deals": (0, 0),
    "match.belote_alone_wins": (True, True),
}
CLASSIC: dict[str, tuple[Plain, Plain]] = {
    "dealing.packets": ((3, 2), (3, 2)),
    "play.undertrump": ("must", "must"),
    "scoring.tie": ("litige", "litige"),
    "scoring.rounding": ("none", "none"),
    "match.target": (1001, 1001),
}
COINCHE: dict[str, tuple[Plain, Plain]] = {
    "dealing.packets": ((3, 2, 3), (3, 2, 3)),
    "auction.floor": (80, 80),
    "auction.ceiling": (160, 160),
    "auction.generale": (True, True),
    "auction.generale_lead": ("first_speaker", "first_speaker"),
    "auction.after_coinche": ("coinched_only", "coinched_only"),
    "play.undertrump": ("must", "free"),
    "scoring.counted": ("points_and_bid", "points_and_bid"),
    "scoring.capot": (250, 250),
    "scoring.generale": (500, 500),
    "scoring.coinche": (2, 2),
    "scoring.surcoinche": (4, 4),
    "scoring.multiplies_base": (True, True),
    "scoring.multiplies_declarations": (False, True),
    "scoring.multiplies_belote": (False, False),
    "scoring.doubled_base": (160, 160),
    "scoring.doubled_capot_base": (160, 250),
    "scoring.fall_base": (160, 160),
    "scoring.fall_capot_base": (160, 160),
    "scoring.rounding": ("none", "ten_half_up"),
    "match.target": (2000, 2000),
}

ROOM: dict[str, dict[str, Plain]] = {
    "auction.floor": {"auction.ceiling": 180},
    "scoring.coinche": {"scoring.surcoinche": 8},
    "scoring.surcoinche": {"scoring.coinche": 1},
}
"""What must change beside a field, so that it can take all of its values."""

FIELDS = [(rules, field) for rules in RULE_SETS.values() for field in flatten(rules)]


@pytest.mark.parametrize(
    ("game", "summary"),
    [(Game.CLASSIC, BOTH_GAMES | CLASSIC), (Game.COINCHE, BOTH_GAMES | COINCHE)],
)
def test_config_summary(game: Game, summary: dict[str, tuple[Plain, Plain]]) -> None:
    """House and Official are, field by field, what the rule book's summary says."""
    house, official = RULE_SETS[f"{game}-house"], RULE_SETS[f"{game}-official"]

    assert flatten(house) == {field: values[0] for field, values in summary.items()}
    assert flatten(official) == {field: values[1] for field, values in summary.items()}
    assert house.game is official.game is game


def test_names() -> None:
    """There are four rule sets, each under its own name."""
    assert list(RULE_SETS) == [
        "classic-house",
        "classic-official",
        "coinche-house",
        "coinche-official",
    ]
    assert all(rules.name == name for name, rules in RULE_SETS.items())


def test_legal_values_cover_every_field() -> None:
    """Every field of every rule set has its legal values written down in the tests."""
    assert {field for _, field in FIELDS} == set(LEGAL)


@pytest.mark.parametrize(("rules", "field"), FIELDS, ids=[f"{r.name}-{f}" for r, f in FIELDS])
def test_legal_values(rules: RuleSet, field: str) -> None:
    """A field takes each of its legal values, alone, and nothing else changes."""
    room = ROOM.get(field, {})
    before = flatten(derive(rules.name, room))
    for value in legal(rules, field):
        derived = derive(rules.name, room | {field: value})

        assert flatten(derived) == before | {field: value}
        assert (derived.name, derived.game) == (rules.name, rules.game)


@given(derived_rules())
def test_overrides_lead_back(rules: RuleSet) -> None:
    """A rule set's overrides, made to the rule set it is named after, give it back."""
    assert derive(rules.name, overrides(rules)) == rules


@given(derived_rules())
def test_overrides_survive_json(rules: RuleSet) -> None:
    """Overrides may be written as JSON and read back, and still give the same rule set."""
    read = json.loads(json.dumps(overrides(rules)))

    assert derive(rules.name, read) == rules


@given(derived_rules())
def test_overrides_are_the_differences(rules: RuleSet) -> None:
    """Overrides name exactly the fields whose values are not those of the named rule set."""
    base, now = flatten(RULE_SETS[rules.name]), flatten(rules)

    changed = overrides(rules)

    assert base | changed == now
    assert list(now) == list(base)
    assert not [field for field, value in changed.items() if base[field] == value]


def test_no_override() -> None:
    """Without a change the rule set itself comes back, and it overrides nothing."""
    for name, rules in RULE_SETS.items():
        assert derive(name, {}) == rules
        assert overrides(rules) == {}


WRONG: list[tuple[str, dict[str, object], str]] = [
    # not there
    ("belote", {}, "name"),
    ("", {}, "name"),
    ("coinche-house", {"scoring.tie": "dedans"}, "scoring.tie"),  # of the other game
    ("classic-house", {"scoring.coinche": 2}, "scoring.coinche"),
    ("classic-house", {"auction.floor": 80}, "auction.floor"),
    ("classic-house", {"name": "mine"}, "name"),
    ("classic-house", {"game": "coinche"}, "game"),
    ("classic-house", {"cards": 3}, "cards"),
    ("classic-house", {"cards.": 3}, "cards."),
    ("classic-house", {"cards.belote.x": 3}, "cards.belote.x"),
    # not of the field's type
    ("classic-house", {"declarations.played": 1}, "declarations.played"),
    ("classic-house", {"declarations.played": "true"}, "declarations.played"),
    ("classic-house", {"declarations.played": None}, "declarations.played"),
    ("classic-house", {"match.target": True}, "match.target"),
    ("classic-house", {"match.target": "1001"}, "match.target"),
    ("classic-house", {"match.target": 1001.0}, "match.target"),
    ("classic-house", {"match.target": None}, "match.target"),
    ("classic-house", {"scoring.tie": 1}, "scoring.tie"),
    ("classic-house", {"scoring.tie": ["litige"]}, "scoring.tie"),
    ("classic-house", {"cards.all_trump": "20 14 11 10 4 3"}, "cards.all_trump"),
    ("classic-house", {"dealing.packets": 5}, "dealing.packets"),
    # not one of its values
    ("classic-house", {"scoring.tie": "LITIGE"}, "scoring.tie"),
    ("classic-house", {"scoring.tie": ""}, "scoring.tie"),
    ("classic-house", {"dealing.packets": (4, 1)}, "dealing.packets"),
    ("classic-house", {"dealing.packets": (3, 2, 3)}, "dealing.packets"),
    ("coinche-house", {"dealing.packets": (3, 2)}, "dealing.packets"),
    ("coinche-house", {"dealing.packets": []}, "dealing.packets"),
    ("classic-house", {"cards.all_trump": [20, 14, 11, 10, 4]}, "cards.all_trump"),
    ("classic-house", {"cards.all_trump": [1, 1, 1, 1, 1, 1]}, "cards.all_trump"),
    ("classic-house", {"cards.no_trump_ace": 12}, "cards.no_trump_ace"),
    ("classic-house", {"cards.belote": 10}, "cards.belote"),
    # out of its range, or between its steps
    ("classic-house", {"match.target": 0}, "match.target"),
    ("classic-house", {"match.target": 10001}, "match.target"),
    ("classic-house", {"match.deals": -1}, "match.deals"),
    ("classic-house", {"match.deals": 101}, "match.deals"),
    ("classic-house", {"cards.no_trump_ace": 10}, "cards.no_trump_ace"),
    ("classic-house", {"cards.no_trump_ace": 20}, "cards.no_trump_ace"),
    ("classic-house", {"cards.last_trick": 5}, "cards.last_trick"),
    ("classic-house", {"cards.capot_last_trick": 9}, "cards.capot_last_trick"),
    ("classic-house", {"cards.capot_last_trick": 101}, "cards.capot_last_trick"),
    ("coinche-house", {"auction.floor": 70}, "auction.floor"),
    ("coinche-house", {"auction.floor": 85}, "auction.floor"),
    ("coinche-house", {"auction.floor": 170}, "auction.floor"),
    ("coinche-house", {"auction.ceiling": 190}, "auction.ceiling"),
    ("coinche-house", {"auction.ceiling": 162}, "auction.ceiling"),
    ("coinche-house", {"scoring.capot": 199}, "scoring.capot"),
    ("coinche-house", {"scoring.capot": 1001}, "scoring.capot"),
    ("coinche-house", {"scoring.generale": 1001}, "scoring.generale"),
    ("coinche-house", {"scoring.coinche": 0}, "scoring.coinche"),
    ("coinche-house", {"scoring.coinche": 5, "scoring.surcoinche": 5}, "scoring.coinche"),
    ("coinche-house", {"scoring.surcoinche": 9}, "scoring.surcoinche"),
    ("coinche-house", {"scoring.doubled_base": 253}, "scoring.doubled_base"),
    ("coinche-house", {"scoring.doubled_capot_base": 501}, "scoring.doubled_capot_base"),
    ("coinche-house", {"scoring.fall_base": -1}, "scoring.fall_base"),
    ("coinche-house", {"scoring.fall_capot_base": 501}, "scoring.fall_capot_base"),
    # not together
    ("coinche-house", {"auction.floor": 100, "auction.ceiling": 90}, "auction.floor"),
    ("coinche-house", {"scoring.surcoinche": 1}, "scoring.surcoinche"),
    ("coinche-house", {"scoring.coinche": 4, "scoring.surcoinche": 3}, "scoring.surcoinche"),
    # the second of two changes
    ("coinche-house", {"scoring.coinche": 3, "scoring.rounding": "up"}, "scoring.rounding"),
]


@pytest.mark.parametrize(("name", "changes", "field"), WRONG)
def test_wrong_override(name: str, changes: dict[str, object], field: str) -> None:
    """An override that no table can play is refused, and the error names its field."""
    with pytest.raises(RuleError) as raised:
        derive(name, changes)

    assert raised.value.field == field
    assert str(raised.value) == f"{field}: {raised.value.reason}"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"cards.belote": 10}, "10 is not between 0 and 20 in steps of 20"),
        ({"match.target": 0}, "0 is not between 1 and 10000"),
        ({"match.target": "many"}, "'many' is not a whole number"),
        ({"scoring.tie": "x"}, "'x' is not one of litige, dedans, made"),
        ({"declarations.played": 0}, "0 is not true or false"),
        ({"dealing.packets": [5]}, "[5] is not one of ((3, 2), (2, 3))"),
    ],
)
def test_reason(changes: dict[str, object], said: str) -> None:
    """The reason says what is wrong and what would do."""
    with pytest.raises(RuleError) as raised:
        derive("classic-house", changes)

    assert raised.value.reason == said


@pytest.mark.parametrize("points", [[20.0, 14, 11, 10, 4, 3], [14, 9, 6, 5, 3, True]])
def test_whole_numbers(points: list[float]) -> None:
    """Whatever numbers a list was written in, the rule set has whole ones."""
    scale = derive("classic-house", {"cards.all_trump": points}).cards.all_trump

    assert [type(each) for each in scale] == [int] * 6


def test_order_of_changes() -> None:
    """Floor and ceiling may be moved past each other's old place in either order."""
    changes: dict[str, object] = {"auction.floor": 160, "auction.ceiling": 180}

    one = derive("coinche-house", changes)
    other = derive("coinche-house", dict(reversed(changes.items())))

    assert one == other
    assert not isinstance(one.auction, TurnedAuction)
    assert (one.auction.floor, one.auction.ceiling) == (160, 180)
