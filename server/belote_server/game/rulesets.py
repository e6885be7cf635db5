"""The four rule sets, and how a table derives its own from them."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any

from belote_protocol.vocab import Game
from belote_server.game.rules import (
    AfterCoinche,
    BeloteGoesTo,
    CardScale,
    ContractScoring,
    Counted,
    DealingRules,
    DeclarationRules,
    DeclarationTie,
    GeneraleLead,
    MatchRules,
    Modes,
    NumbersAuction,
    PlayRules,
    Reach,
    Rounding,
    RuleSet,
    TakeScoring,
    Tie,
    TurnedAuction,
    UnderPartner,
    Undertrump,
)

Plain = bool | int | str | tuple[int, ...]
"""A field's value as it is written on the wire, in a stored match and in notation."""

HOUSE_SCALE = CardScale(
    no_trump_ace=11,
    all_trump=(20, 14, 11, 10, 4, 3),
    last_trick=10,
    capot_last_trick=100,
    belote=20,
    all_trump_belotes=True,
)
OFFICIAL_SCALE = replace(HOUSE_SCALE, no_trump_ace=19, all_trump=(13, 9, 6, 5, 3, 2))

CLASSIC_HOUSE = RuleSet(
    name="classic-house",
    game=Game.CLASSIC,
    dealing=DealingRules(packets=(3, 2)),
    auction=TurnedAuction(modes=Modes.ALL),
    play=PlayRules(undertrump=Undertrump.MUST, under_partner=UnderPartner.FREE),
    declarations=DeclarationRules(played=True, tie=DeclarationTie.FIRST_IN_TURN),
    cards=HOUSE_SCALE,
    scoring=TakeScoring(
        must_beat_defence=True,
        tie=Tie.LITIGE,
        belote_goes_to=BeloteGoesTo.HOLDER,
        rounding=Rounding.NONE,
    ),
    match=MatchRules(target=1001, reach=Reach.REACH, deals=0, belote_alone_wins=True),
)
CLASSIC_OFFICIAL = replace(
    CLASSIC_HOUSE,
    name="classic-official",
    cards=OFFICIAL_SCALE,
    declarations=replace(CLASSIC_HOUSE.declarations, tie=DeclarationTie.CANCEL),
)
COINCHE_HOUSE = RuleSet(
    name="coinche-house",
    game=Game.COINCHE,
    dealing=DealingRules(packets=(3, 2, 3)),
    auction=NumbersAuction(
        modes=Modes.ALL,
        floor=80,
        ceiling=160,
        generale=True,
        generale_lead=GeneraleLead.FIRST_SPEAKER,
        after_coinche=AfterCoinche.COINCHED_ONLY,
    ),
    play=PlayRules(undertrump=Undertrump.MUST, under_partner=UnderPartner.FREE),
    declarations=DeclarationRules(played=True, tie=DeclarationTie.FIRST_IN_TURN),
    cards=HOUSE_SCALE,
    scoring=ContractScoring(
        counted=Counted.POINTS_AND_BID,
        must_beat_defence=True,
        capot=250,
        generale=500,
        coinche=2,
        surcoinche=4,
        multiplies_base=True,
        multiplies_declarations=False,
        multiplies_belote=False,
        doubled_base=160,
        doubled_capot_base=160,
        fall_base=160,
        fall_capot_base=160,
        belote_goes_to=BeloteGoesTo.HOLDER,
        rounding=Rounding.NONE,
    ),
    match=MatchRules(target=2000, reach=Reach.REACH, deals=0, belote_alone_wins=True),
)
_HOUSE_CONTRACT = COINCHE_HOUSE.scoring
assert isinstance(_HOUSE_CONTRACT, ContractScoring)
COINCHE_OFFICIAL = replace(
    COINCHE_HOUSE,
    name="coinche-official",
    play=replace(COINCHE_HOUSE.play, undertrump=Undertrump.FREE),
    cards=OFFICIAL_SCALE,
    declarations=replace(COINCHE_HOUSE.declarations, tie=DeclarationTie.CANCEL),
    scoring=replace(
        _HOUSE_CONTRACT,
        multiplies_declarations=True,
        doubled_capot_base=250,
        rounding=Rounding.TEN_HALF_UP,
    ),
)

RULE_SETS: Mapping[str, RuleSet] = {
    rules.name: rules
    for rules in (CLASSIC_HOUSE, CLASSIC_OFFICIAL, COINCHE_HOUSE, COINCHE_OFFICIAL)
}

_SLICES = ("dealing", "auction", "play", "declarations", "cards", "scoring", "match")

_RANGES: Mapping[str, tuple[int, int, int]] = {
    # field: lowest, highest, step
    "auction.floor": (80, 160, 10),
    "auction.ceiling": (80, 180, 10),
    "cards.no_trump_ace": (11, 19, 8),
    "cards.last_trick": (0, 10, 10),
    "cards.capot_last_trick": (10, 100, 1),
    "cards.belote": (0, 20, 20),
    "scoring.capot": (200, 1000, 1),
    "scoring.generale": (200, 1000, 1),
    "scoring.coinche": (1, 4, 1),
    "scoring.surcoinche": (1, 8, 1),
    "scoring.doubled_base": (0, 252, 1),
    "scoring.doubled_capot_base": (0, 500, 1),
    "scoring.fall_base": (0, 252, 1),
    "scoring.fall_capot_base": (0, 500, 1),
    "match.target": (1, 10000, 1),
    "match.deals": (0, 100, 1),
}

_PACKETS: Mapping[int, tuple[tuple[int, ...], ...]] = {
    5: ((3, 2), (2, 3)),
    8: ((3, 2, 3), (3, 3, 2), (2, 3, 3)),
}

_ALL_TRUMP_SCALES = (
    (20, 14, 11, 10, 4, 3),
    (13, 9, 6, 5, 3, 2),
    (14, 9, 6, 5, 3, 1),
)


class RuleError(ValueError):
    """
    An override that no table can play.

    Attributes:
        field: The field it named, such as ``auction.ceiling``.
        reason: What is wrong with it and what would do, in English, for logs.
    """

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


def flatten(rules: RuleSet) -> dict[str, Plain]:
    """Return every field of *rules* as ``slice.field`` → plain value, in a fixed order."""
    return {
        f"{part}.{field.name}": _plain(getattr(getattr(rules, part), field.name))
        for part in _SLICES
        for field in fields(getattr(rules, part))
    }


def overrides(rules: RuleSet) -> dict[str, Plain]:
    """Return the fields in which *rules* differ from the rule set they are named after."""
    base = flatten(RULE_SETS[rules.name])
    return {key: value for key, value in flatten(rules).items() if value != base[key]}


def allowed(rules: RuleSet, key: str) -> Sequence[Plain]:
    """Return the values that the field *key* of *rules* may have; numbers are a ``range``."""
    part, field = key.split(".")
    value = getattr(getattr(rules, part), field)
    if isinstance(value, bool):
        return (False, True)
    if isinstance(value, StrEnum):
        return tuple(kind.value for kind in type(value))
    if isinstance(value, tuple):
        return _ALL_TRUMP_SCALES if key == "cards.all_trump" else _PACKETS[sum(value)]
    low, high, step = _RANGES[key]
    return range(low, high + 1, step)


def derive(name: str, changes: Mapping[str, object]) -> RuleSet:
    """
    Return the rule set called *name* with *changes* (``slice.field`` → plain value) made to it.

    Raises:
        RuleError: The name or a field does not exist, a value is not one of the field's, or the
            fields do not go together; ``field`` names it.
    """
    try:
        rules = RULE_SETS[name]
    except KeyError:
        raise RuleError("name", f"{name!r} is not one of {', '.join(RULE_SETS)}") from None
    known = flatten(rules)
    for key, value in changes.items():
        if key not in known:
            raise RuleError(key, f"no such field in {name}; its fields are {', '.join(known)}")
        part, field = key.split(".")
        old = getattr(getattr(rules, part), field)
        changed: Any = {part: replace(getattr(rules, part), **{field: _typed(key, value, old)})}
        rules = replace(rules, **changed)
    _check_together(rules)
    return rules


def _plain(value: object) -> Plain:
    if isinstance(value, StrEnum):
        return value.value
    assert isinstance(value, (bool, int, tuple))
    return value


def _typed(key: str, value: object, old: object) -> object:
    """Return *value* as the type of *old*, the field's present value, or raise ``RuleError``."""
    if isinstance(old, bool):
        if isinstance(value, bool):
            return value
        raise RuleError(key, f"{value!r} is not true or false")
    if isinstance(old, StrEnum):
        kinds = [kind.value for kind in type(old)]
        if isinstance(value, str) and value in kinds:
            return type(old)(value)
        raise RuleError(key, f"{value!r} is not one of {', '.join(kinds)}")
    if isinstance(old, tuple):
        choices = _ALL_TRUMP_SCALES if key == "cards.all_trump" else _PACKETS[sum(old)]
        if isinstance(value, (list, tuple)) and tuple(value) in choices:
            return choices[choices.index(tuple(value))]  # with whole numbers, never 20.0 or True
        raise RuleError(key, f"{value!r} is not one of {choices}")
    low, high, step = _RANGES[key]
    if not isinstance(value, int) or isinstance(value, bool):
        raise RuleError(key, f"{value!r} is not a whole number")
    if not low <= value <= high or (value - low) % step:
        steps = "" if step == 1 else f" in steps of {step}"
        raise RuleError(key, f"{value} is not between {low} and {high}{steps}")
    return value


def _check_together(rules: RuleSet) -> None:
    auction, scoring = rules.auction, rules.scoring
    if isinstance(auction, NumbersAuction) and auction.floor > auction.ceiling:
        raise RuleError("auction.floor", f"{auction.floor} is above the ceiling {auction.ceiling}")
    if isinstance(scoring, ContractScoring) and scoring.surcoinche < scoring.coinche:
        reason = f"{scoring.surcoinche} is below the factor of a coinche, {scoring.coinche}"
        raise RuleError("scoring.surcoinche", reason)
