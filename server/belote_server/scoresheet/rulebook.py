"""What a rule set says, in words and numbers, for people who choose or read it."""

from belote_protocol.i18n import Words
from belote_protocol.vocab import Card, Mode, Rank, Suit
from belote_server.game.play import PLAIN_ORDER, TRUMP_ORDER, card_points, pack_points
from belote_server.game.rules import CardScale, RuleSet
from belote_server.game.rulesets import Plain, allowed, flatten, overrides

_COLUMNS = (
    ("trump", Mode.SPADES, TRUMP_ORDER),
    ("plain", Mode.HEARTS, PLAIN_ORDER),
    ("NT", Mode.NO_TRUMP, PLAIN_ORDER),
    ("AT", Mode.ALL_TRUMP, TRUMP_ORDER),
)
"""What a card of spades is in each mode, and the order of its suit, weakest first."""


def described(rules: RuleSet, words: Words) -> dict[str, object]:
    """Return *rules* with what each field may be, what cards are worth and what a deal makes."""
    changed = overrides(rules)
    return {
        "name": rules.name,
        "game": rules.game.value,
        "said": words.say(f"ruleset.{rules.name}"),
        "summary": words.say(f"ruleset_summary.{rules.name}"),
        "fields": [
            _field(rules, name, value, words) | {"changed": name in changed}
            for name, value in flatten(rules).items()
        ],
        "cards": {name: _worth(rules.cards, mode, order) for name, mode, order in _COLUMNS},
        "totals": {mode.value: _totals(rules.cards, mode) for mode in Mode},
    }


def _field(rules: RuleSet, name: str, value: Plain, words: Words) -> dict[str, object]:
    told: dict[str, object] = {"name": name, "value": value, "label": words.say(f"rule.{name}")}
    may_be = allowed(rules, name)
    if isinstance(may_be, range):
        return told | {"low": may_be[0], "high": may_be[-1], "step": may_be.step}
    if isinstance(value, bool):
        return told
    return told | {"choices": [{"value": each, "label": _said(each, words)} for each in may_be]}


def _said(value: Plain, words: Words) -> str:
    if isinstance(value, tuple):
        return " – ".join(map(str, value))
    return words.say(f"rule_value.{value}")


def _worth(scale: CardScale, mode: Mode, order: tuple[Rank, ...]) -> list[tuple[str, int]]:
    points = card_points(scale, mode)
    return [(rank.value, points[Card.of(rank, Suit.SPADES)]) for rank in reversed(order)]


def _totals(scale: CardScale, mode: Mode) -> dict[str, int]:
    cards = pack_points(scale, mode)
    return {
        "cards": cards,
        "deal": cards + scale.last_trick,
        "capot": cards + scale.capot_last_trick,
    }
