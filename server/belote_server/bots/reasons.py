"""Why a policy chooses as it does."""

from enum import StrEnum, unique


@unique
class HintCode(StrEnum):
    """Why a program would call or play so; words for each are still to be written."""

    ONLY_CHOICE = "only_choice"

    PASS_WEAK = "pass_weak"
    PASS_PARTNER = "pass_partner"
    PASS_DEFEND = "pass_defend"
    BID_HAND = "bid_hand"
    BID_SUPPORT = "bid_support"
    COINCHE_FALLS = "coinche_falls"
    SURCOINCHE_HOLDS = "surcoinche_holds"

    DRAW_TRUMPS = "draw_trumps"
    CASH_MASTER = "cash_master"
    LET_PARTNER_TRUMP = "let_partner_trump"
    LEAD_SAFE = "lead_safe"
    GIVE_POINTS = "give_points"
    TAKE_TRICK = "take_trick"
    TRUMP_IN = "trump_in"
    THROW_LOW = "throw_low"
    BEST_OF_MANY = "best_of_many"
