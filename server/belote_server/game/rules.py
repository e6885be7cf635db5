"""
House rules as data: what a table may choose, one frozen field per ruling.

Numbers in brackets are the sections of the rule book (``rules.md``) a field answers. Nothing in
the engine asks *which variant* it is in; a function takes the slice of the rules it needs.
"""

from dataclasses import dataclass
from enum import StrEnum, unique

from belote_protocol.vocab import Game


@unique
class Modes(StrEnum):
    """Which modes may be bid [3.1, 3.2]."""

    SUITS = "suits"
    ALL = "suits+nt+at"


@unique
class AfterCoinche(StrEnum):
    """Who is asked once a contract is coinched [3.2]."""

    COINCHED_ONLY = "coinched_only"
    ALL = "all"


@unique
class GeneraleLead(StrEnum):
    """Who leads a générale [3.2]."""

    FIRST_SPEAKER = "first_speaker"
    BIDDER = "bidder"


@unique
class Undertrump(StrEnum):
    """What a seat owes that is void and cannot beat an opponent's trump [4.6]."""

    MUST = "must"
    FREE = "free"


@unique
class UnderPartner(StrEnum):
    """Whether a seat that could beat its winning partner's trump may play a lower trump [4.5]."""

    FREE = "free"
    CLIMB = "climb"


@unique
class DeclarationTie(StrEnum):
    """What equal best declarations come to [5.6]."""

    FIRST_IN_TURN = "first_in_turn"
    CANCEL = "cancel"


@unique
class BeloteGoesTo(StrEnum):
    """Who scores the belote of a side that fell or lost a coinched deal [5.12, 7.6]."""

    HOLDER = "holder"
    WINNER = "winner"


@unique
class Tie(StrEnum):
    """What equal totals come to in classic Belote [6.4]."""

    LITIGE = "litige"
    DEDANS = "dedans"
    MADE = "made"


@unique
class Rounding(StrEnum):
    """How points are rounded when they are written [7.3]; never before they are compared."""

    NONE = "none"
    TEN_HALF_UP = "ten_half_up"
    TEN_HALF_DOWN = "ten_half_down"


@unique
class Counted(StrEnum):
    """What a made Coinche contract scores: points and bid, or the bid alone."""

    POINTS_AND_BID = "points_and_bid"
    BID_ONLY = "bid_only"


@unique
class Reach(StrEnum):
    """Whether a score equal to the target ends the match [8.2]."""

    REACH = "reach"
    EXCEED = "exceed"


@dataclass(frozen=True)
class DealingRules:
    """
    How cards are dealt.

    Attributes:
        packets: Cards given to each seat per round, in order, before the auction; the seat after
            the dealer first [2.4, 2.5].
    """

    packets: tuple[int, ...]


@dataclass(frozen=True)
class TurnedAuction:
    """
    Two rounds over a turned card; the first take ends it [3.1].

    Attributes:
        modes: Whether no trump and all trump may be taken, in both rounds.
    """

    modes: Modes


@dataclass(frozen=True)
class NumbersAuction:
    """
    Rising bids of points [3.2].

    Attributes:
        modes: Whether no trump and all trump may be bid.
        floor: The lowest bid, in points; bids rise in tens.
        ceiling: The highest bid in points.
        generale: Whether a générale may be bid.
        generale_lead: Who leads the first trick of a générale.
        after_coinche: Who may speak after a coinche.
    """

    modes: Modes
    floor: int
    ceiling: int
    generale: bool
    generale_lead: GeneraleLead
    after_coinche: AfterCoinche


@dataclass(frozen=True)
class PlayRules:
    """
    The duties that differ from table to table.

    Attributes:
        undertrump: Owed by a void seat that cannot beat an opponent's trump.
        under_partner: Allowed to a void seat whose partner holds the trick with a trump.
    """

    undertrump: Undertrump
    under_partner: UnderPartner


@dataclass(frozen=True)
class DeclarationRules:
    """
    Sequences and carrés.

    Attributes:
        played: Whether they count at all [5.2].
        tie: What two equal best declarations come to.
    """

    played: bool
    tie: DeclarationTie


@dataclass(frozen=True)
class CardScale:
    """
    What cards, tricks and the belote are worth, in points.

    Attributes:
        no_trump_ace: An ace when nothing is trump [1.3].
        all_trump: J, 9, A, 10, K, Q when everything is trump [1.4].
        last_trick: The last trick [4.9].
        capot_last_trick: What takes its place when one side has every trick [6.3].
        belote: King and queen of trump in one hand [5.9].
        all_trump_belotes: Whether each suit's pair is a belote at all trump [5.10].
    """

    no_trump_ace: int
    all_trump: tuple[int, int, int, int, int, int]
    last_trick: int
    capot_last_trick: int
    belote: int
    all_trump_belotes: bool


@dataclass(frozen=True)
class TakeScoring:
    """
    Settling a deal in which the taker must beat the defence [6].

    Attributes:
        must_beat_defence: Whether the taker is measured against the defence's total; otherwise
            against half of the deal's cards and last trick.
        tie: What an equal measure comes to.
        belote_goes_to: Who scores the belote of a fallen taker.
        rounding: Applied to each side's own total as it is written [6.6].
    """

    must_beat_defence: bool
    tie: Tie
    belote_goes_to: BeloteGoesTo
    rounding: Rounding


@dataclass(frozen=True)
class ContractScoring:
    """
    Settling a deal in which the taker promised points [7].

    Attributes:
        counted: Whether cards are scored, or the bid alone.
        must_beat_defence: Whether reaching the bid is not enough without being ahead [7.1].
        capot: The contract value of a capot.
        generale: The contract value of a générale.
        coinche: The factor of a coinche.
        surcoinche: The factor of a surcoinche.
        multiplies_base: Whether the factor takes the base with the contract [7.4].
        multiplies_declarations: Whether it takes the winner's declarations [7.7].
        multiplies_belote: Whether it takes the belote [7.6].
        doubled_base: What stands for the cards when a coinched contract is made [7.4].
        doubled_capot_base: The same when the taker made capot, bid or not [7.4].
        fall_base: What the defence scores besides the contract when it falls [7.5].
        fall_capot_base: The same when the contract was a capot or a générale.
        belote_goes_to: Who scores the belote when the contract falls or was coinched.
        rounding: Applied to each side's own total when an uncoinched contract is made [7.3].
    """

    counted: Counted
    must_beat_defence: bool
    capot: int
    generale: int
    coinche: int
    surcoinche: int
    multiplies_base: bool
    multiplies_declarations: bool
    multiplies_belote: bool
    doubled_base: int
    doubled_capot_base: int
    fall_base: int
    fall_capot_base: int
    belote_goes_to: BeloteGoesTo
    rounding: Rounding


@dataclass(frozen=True)
class MatchRules:
    """
    When a match is over [8].

    Attributes:
        target: The score to play to.
        reach: Whether the target must be reached or exceeded.
        deals: Play this many deals instead of to a target; 0 plays to the target [8.6].
        belote_alone_wins: Whether a side that fell or took no trick may reach the target with
            its belote alone [8.4].
    """

    target: int
    reach: Reach
    deals: int
    belote_alone_wins: bool


@dataclass(frozen=True)
class RuleSet:
    """
    Everything a table agreed on.

    Attributes:
        name: The rule set it was derived from, such as ``coinche-official``.
        game: Which game it is, for people and their lists; the engine reads the slices.
    """

    name: str
    game: Game
    dealing: DealingRules
    auction: TurnedAuction | NumbersAuction
    play: PlayRules
    declarations: DeclarationRules
    cards: CardScale
    scoring: TakeScoring | ContractScoring
    match: MatchRules
