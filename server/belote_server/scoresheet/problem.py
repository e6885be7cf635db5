"""Why what was typed cannot be true: a code, and what its sentence needs."""

from enum import StrEnum, unique

from belote_protocol.i18n import Words
from belote_server.game.refused import Refusal


@unique
class ProblemCode(StrEnum):
    """What is wrong; words for each live in ``i18n``."""

    NOT_A_NUMBER = "not_a_number"
    NOT_ONE_OF = "not_one_of"
    BAD_CONTRACT = "bad_contract"
    BAD_CARD = "bad_card"
    BAD_DECLARATIONS = "bad_declarations"
    BAD_SETTING = "bad_setting"
    BAD_RULE = "bad_rule"

    TAKER_MISSING = "taker_missing"
    TAKER_SEAT_MISSING = "taker_seat_missing"
    CONTRACT_MISSING = "contract_missing"
    CONTRACT_WITHOUT_POINTS = "contract_without_points"
    CONTRACT_IN_CLASSIC = "contract_in_classic"
    CONTRACT_REFUSED = "contract_refused"
    TWO_MODES = "two_modes"
    COINCHE_IN_CLASSIC = "coinche_in_classic"

    POINTS_MISSING = "points_missing"
    CARDS_AND_POINTS = "cards_and_points"
    NEGATIVE = "negative"
    TOO_MANY_CARDS = "too_many_cards"
    TOO_MANY_POINTS = "too_many_points"
    CARDS_SUM = "cards_sum"
    POINTS_SUM = "points_sum"
    NO_SUCH_CARDS = "no_such_cards"
    LAST_TRICK_MISSING = "last_trick_missing"
    LAST_TRICK_POINTS = "last_trick_points"
    CAPOT_BOTH_SCORE = "capot_both_score"
    CAPOT_LAST_TRICK = "capot_last_trick"
    ALONE_MISSING = "alone_missing"
    ALONE_WITHOUT_CAPOT = "alone_without_capot"
    BELOTE_NOT_COUNTED = "belote_not_counted"
    TOO_MANY_BELOTES = "too_many_belotes"
    DECLARATIONS_NOT_PLAYED = "declarations_not_played"
    DECLARATIONS_BOTH = "declarations_both"
    DECLARATIONS_SUM = "declarations_sum"
    HELD_NOT_PLAYED = "held_not_played"

    POINTS_WITH_TRICKS = "points_with_tricks"
    LEADER_MISSING = "leader_missing"
    TRICKS_COUNT = "tricks_count"
    TRICK_SIZE = "trick_size"
    CARD_TWICE = "card_twice"
    CARD_REFUSED = "card_refused"

    PASSED_WITH_SCORE = "passed_with_score"
    MATCH_OVER = "match_over"
    NOTHING_TO_UNDO = "nothing_to_undo"
    FILE_EXISTS = "file_exists"
    FILE_MISSING = "file_missing"
    FILE_UNREADABLE = "file_unreadable"
    FILE_UNWRITABLE = "file_unwritable"
    FILE_DAMAGED = "file_damaged"
    FILE_NEWER = "file_newer"


class Problem(Exception):
    """
    Something typed, or read from a file, that cannot be.

    Attributes:
        code: What is wrong.
        params: The values its sentence needs, as texts.
        because: What lies behind it, where that has a sentence of its own.
    """

    def __init__(
        self,
        code: ProblemCode,
        because: "Problem | Refusal | None" = None,
        /,
        **params: object,
    ) -> None:
        self.code = code
        self.params = {name: str(value) for name, value in params.items()}
        self.because = because
        said = ", ".join(f"{name}={value}" for name, value in self.params.items())
        super().__init__(f"{code}({said})" if said else code.value)

    def said(self, words: Words) -> str:
        """Return the problem in *words*: what, and then what lies behind it."""
        sentence = words.explain(f"problem.{self.code}", self.params)
        because = self.because
        if because is None:
            return sentence
        if isinstance(because, Problem):
            return f"{sentence} {because.said(words)}"
        return f"{sentence} {words.explain(f'refusal.{because.code}', because.params)}"
