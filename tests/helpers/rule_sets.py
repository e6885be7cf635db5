"""The values a rule set's fields may take, and rule sets drawn from them."""

from hypothesis import reject
from hypothesis import strategies as st

from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import RULE_SETS, Plain, RuleError, derive, flatten

LEGAL: dict[str, tuple[Plain, ...]] = {
    "dealing.packets": ((3, 2), (2, 3), (3, 2, 3), (3, 3, 2), (2, 3, 3)),
    "auction.modes": ("suits", "suits+nt+at"),
    "auction.floor": (80, 90, 100, 110, 120, 130, 140, 150, 160),
    "auction.ceiling": (80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180),
    "auction.generale": (False, True),
    "auction.generale_lead": ("first_speaker", "bidder"),
    "auction.after_coinche": ("coinched_only", "all"),
    "play.undertrump": ("must", "free"),
    "play.under_partner": ("free", "climb"),
    "declarations.played": (False, True),
    "declarations.tie": ("first_in_turn", "cancel"),
    "cards.no_trump_ace": (11, 19),
    "cards.all_trump": ((20, 14, 11, 10, 4, 3), (13, 9, 6, 5, 3, 2), (14, 9, 6, 5, 3, 1)),
    "cards.last_trick": (0, 10),
    "cards.capot_last_trick": (10, 90, 98, 100),
    "cards.belote": (0, 20),
    "cards.all_trump_belotes": (False, True),
    "scoring.must_beat_defence": (False, True),
    "scoring.tie": ("litige", "dedans", "made"),
    "scoring.belote_goes_to": ("holder", "winner"),
    "scoring.rounding": ("none", "ten_half_up", "ten_half_down"),
    "scoring.counted": ("points_and_bid", "bid_only"),
    "scoring.capot": (200, 250, 500, 1000),
    "scoring.generale": (200, 500, 1000),
    "scoring.coinche": (1, 2, 3, 4),
    "scoring.surcoinche": (1, 2, 3, 4, 5, 6, 7, 8),
    "scoring.multiplies_base": (False, True),
    "scoring.multiplies_declarations": (False, True),
    "scoring.multiplies_belote": (False, True),
    "scoring.doubled_base": (0, 160, 162, 252),
    "scoring.doubled_capot_base": (0, 160, 250, 252, 500),
    "scoring.fall_base": (0, 160, 162, 252),
    "scoring.fall_capot_base": (0, 160, 250, 500),
    "match.target": (1, 501, 1001, 2000, 10000),
    "match.reach": ("reach", "exceed"),
    "match.deals": (0, 1, 12, 100),
    "match.belote_alone_wins": (False, True),
}
"""Each field's legal values; of a long range the ends and what is played somewhere."""


def legal(rules: RuleSet, field: str) -> tuple[Plain, ...]:
    """Return the legal values of a field of *rules*; packets deal as many cards as they do now."""
    if field != "dealing.packets":
        return LEGAL[field]
    size = sum(rules.dealing.packets)
    return tuple(each for each in LEGAL[field] if isinstance(each, tuple) and sum(each) == size)


@st.composite
def derived_rules(draw: st.DrawFn, part: str = "") -> RuleSet:
    """Draw a rule set with up to six fields changed, of the slice *part* alone if one is named."""
    base = RULE_SETS[draw(st.sampled_from(sorted(RULE_SETS)))]
    known = [field for field in flatten(base) if field.startswith(part)]
    chosen = draw(st.lists(st.sampled_from(known), max_size=6, unique=True))
    changes = {field: draw(st.sampled_from(legal(base, field))) for field in chosen}
    try:
        return derive(base.name, changes)
    except RuleError:
        reject()  # two legal values that do not go together
