"""
The words everything shares: cards, seats, modes and codes.

Every enum's value is its text, so the wire, the store, logs and tests all show the same thing
(``JS`` is the jack of spades everywhere) and nothing is converted on the way.
"""

from enum import StrEnum, unique


@unique
class Suit(StrEnum):
    """The four suits, in the order in which a hand is printed."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    def __repr__(self) -> str:
        return f"Suit({self.value!r})"


@unique
class Rank(StrEnum):
    """The eight ranks in natural order, lowest first (rules 1.5: sequences follow this order)."""

    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"

    def __repr__(self) -> str:
        return f"Rank({self.value!r})"


@unique
class Card(StrEnum):
    """One of the 32 cards; the value is rank then suit: ``JS``, ``TH``, ``7C``."""

    rank: Rank
    suit: Suit

    SPADE_7 = "7S"
    SPADE_8 = "8S"
    SPADE_9 = "9S"
    SPADE_T = "TS"
    SPADE_J = "JS"
    SPADE_Q = "QS"
    SPADE_K = "KS"
    SPADE_A = "AS"
    HEART_7 = "7H"
    HEART_8 = "8H"
    HEART_9 = "9H"
    HEART_T = "TH"
    HEART_J = "JH"
    HEART_Q = "QH"
    HEART_K = "KH"
    HEART_A = "AH"
    DIAMOND_7 = "7D"
    DIAMOND_8 = "8D"
    DIAMOND_9 = "9D"
    DIAMOND_T = "TD"
    DIAMOND_J = "JD"
    DIAMOND_Q = "QD"
    DIAMOND_K = "KD"
    DIAMOND_A = "AD"
    CLUB_7 = "7C"
    CLUB_8 = "8C"
    CLUB_9 = "9C"
    CLUB_T = "TC"
    CLUB_J = "JC"
    CLUB_Q = "QC"
    CLUB_K = "KC"
    CLUB_A = "AC"

    def __new__(cls, value: str) -> "Card":
        card = str.__new__(cls, value)
        card._value_ = value
        card.rank = Rank(value[0])
        card.suit = Suit(value[1])
        return card

    @staticmethod
    def of(rank: Rank, suit: Suit) -> "Card":
        """Return the card of *rank* in *suit*."""
        return _CARDS[rank + suit]

    def __repr__(self) -> str:
        return f"Card({self.value!r})"


_CARDS = {card.value: card for card in Card}


@unique
class Team(StrEnum):
    """The two sides; partners sit opposite each other."""

    NS = "NS"
    EW = "EW"

    other: "Team"

    def __repr__(self) -> str:
        return f"Team({self.value!r})"


Team.NS.other = Team.EW
Team.EW.other = Team.NS


@unique
class Seat(StrEnum):
    """
    The four places in turn order: South, West, North, East (rules 2.1).

    Attributes:
        place: 0 to 3, in turn order; the order of every per-seat tuple.
        next: The seat that acts after this one.
        partner: The seat opposite.
        team: The side this seat plays for.
    """

    SOUTH = "S"
    WEST = "W"
    NORTH = "N"
    EAST = "E"

    place: int
    next: "Seat"
    partner: "Seat"
    team: Team

    def __repr__(self) -> str:
        return f"Seat({self.value!r})"


SEATS: tuple[Seat, ...] = tuple(Seat)
for _index, _seat in enumerate(SEATS):
    _seat.place = _index
    _seat.next = SEATS[(_index + 1) % 4]
    _seat.partner = SEATS[(_index + 2) % 4]
    _seat.team = (Team.NS, Team.EW)[_index % 2]


@unique
class Audience(StrEnum):
    """The fifth viewer: everybody who holds no seat."""

    PUBLIC = "public"

    def __repr__(self) -> str:
        return f"Audience({self.value!r})"


PUBLIC = Audience.PUBLIC

Viewer = Seat | Audience
VIEWERS: tuple[Viewer, ...] = (*SEATS, PUBLIC)


@unique
class Mode(StrEnum):
    """What is trump: one suit, nothing, or every suit."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    NO_TRUMP = "NT"
    ALL_TRUMP = "AT"

    suit: Suit | None

    def __repr__(self) -> str:
        return f"Mode({self.value!r})"


for _mode in Mode:
    _mode.suit = Suit(_mode.value) if len(_mode.value) == 1 else None


@unique
class Game(StrEnum):
    """The two games."""

    CLASSIC = "classic"
    COINCHE = "coinche"


@unique
class Phase(StrEnum):
    """Where a match stands; each phase accepts other actions."""

    UNSTARTED = "unstarted"
    DEALING = "dealing"
    AUCTION = "auction"
    PLAY = "play"
    ENDED = "ended"


@unique
class DeclarationKind(StrEnum):
    """What a seat announces with its first card (rules 5.1), weakest first."""

    TIERCE = "tierce"
    CINQUANTE = "cinquante"
    CENT = "cent"
    CARRE = "carre"


@unique
class BeloteWord(StrEnum):
    """The word said on the first, then on the second of the king and queen of trump."""

    BELOTE = "belote"
    REBELOTE = "rebelote"


@unique
class Result(StrEnum):
    """How a deal ended."""

    MADE = "made"
    DEDANS = "dedans"
    LITIGE = "litige"
    CAPOT = "capot"
    DEDANS_CAPOT = "dedans_capot"
    GENERALE = "generale"


@unique
class LineCode(StrEnum):
    """One reason for points in a deal's account."""

    CARDS = "cards"
    LAST_TRICK = "last_trick"
    BELOTE = "belote"
    DECLARATIONS = "declarations"
    DEAL_TOTAL = "deal_total"
    BASE = "base"
    CONTRACT = "contract"
    MULTIPLIER = "multiplier"
    ROUNDING = "rounding"
    HELD_IN = "held_in"
    HELD_OUT = "held_out"


@unique
class EndReason(StrEnum):
    """Why a match ended."""

    TARGET = "target"
    DEALS = "deals"
    SURRENDER = "surrender"
    FORFEIT = "forfeit"


@unique
class RefusalCode(StrEnum):
    """The rule that forbids an action; words for each live in ``i18n``."""

    ALREADY_STARTED = "already_started"
    NOT_STARTED = "not_started"
    MATCH_ENDED = "match_ended"
    NOT_DEALING = "not_dealing"
    NOT_AUCTION = "not_auction"
    NOT_PLAY = "not_play"
    BAD_DECK = "bad_deck"
    ALREADY_COMMITTED = "already_committed"
    BAD_COMMITMENT = "bad_commitment"
    BAD_RULES = "bad_rules"
    NOT_YOUR_TURN = "not_your_turn"

    WRONG_GAME = "wrong_game"
    MODE_NOT_PLAYED = "mode_not_played"
    TURNED_SUIT_ONLY = "turned_suit_only"
    TURNED_SUIT_REFUSED = "turned_suit_refused"
    BAD_CALL = "bad_call"
    OFF_LADDER = "off_ladder"
    BID_TOO_LOW = "bid_too_low"
    GENERALE_NOT_PLAYED = "generale_not_played"
    NOTHING_TO_COINCHE = "nothing_to_coinche"
    OWN_SIDE_BID = "own_side_bid"
    BIDDING_FROZEN = "bidding_frozen"
    NOT_COINCHED = "not_coinched"
    NOT_COINCHED_SIDE = "not_coinched_side"

    NOT_YOUR_CARD = "not_your_card"
    MUST_FOLLOW = "must_follow"
    MUST_CLIMB = "must_climb"
    MUST_TRUMP = "must_trump"
    MUST_OVERTRUMP = "must_overtrump"
    NO_UNDERTRUMP = "no_undertrump"

    OLD = "old"
    STALE_PLACE = "stale_place"
    BUSY = "busy"
    INTERNAL = "internal"
    PAUSED = "paused"
    NO_SUCH_ROOM = "no_such_room"
    NOT_IN_ROOM = "not_in_room"
    AT_TABLE = "at_table"
    NOT_SEATED = "not_seated"
    SEAT_TAKEN = "seat_taken"
    SEAT_EMPTY = "seat_empty"
    WATCH_ONLY = "watch_only"
    NO_SPECTATORS = "no_spectators"
    NOT_HOST = "not_host"
    NOT_NOW = "not_now"
    NOBODY_TO_MUTE = "nobody_to_mute"
    EMPTY_TEXT = "empty_text"
    NO_BOT = "no_bot"
    NO_HINTS = "no_hints"
    TOO_MANY_ROOMS = "too_many_rooms"
    TOO_MANY_OWN_ROOMS = "too_many_own_rooms"
    OVERLOADED = "overloaded"
    TOO_MANY_TRIES = "too_many_tries"
    TOO_MUCH_CHAT = "too_much_chat"


@unique
class Phrase(StrEnum):
    """Quick phrases; words for each live in ``i18n``."""

    HELLO = "hello"
    GOOD_LUCK = "good_luck"
    WELL_PLAYED = "well_played"
    THANKS = "thanks"
    SORRY = "sorry"
    OOPS = "oops"
    YOUR_TURN = "your_turn"
    ONE_MOMENT = "one_moment"
    BACK_SOON = "back_soon"
    GOODBYE = "goodbye"


@unique
class Policy(StrEnum):
    """How well a bot plays, from the lowest rung up."""

    NOVICE = "novice"
    CLUB = "club"
    EXPERT = "expert"

    @property
    def below(self) -> "Policy":
        """The next rung down, for when there is no time; the lowest is its own."""
        rungs = list(Policy)
        return rungs[max(rungs.index(self) - 1, 0)]


@unique
class Pace(StrEnum):
    """How long the turns of a quick match are."""

    CALM = "calm"
    NORMAL = "normal"
    FAST = "fast"

    @property
    def turn(self) -> int:
        """The seconds of a turn."""
        return {Pace.CALM: 60, Pace.NORMAL: 30, Pace.FAST: 15}[self]


@unique
class HintCode(StrEnum):
    """Why a program would call or play so; words for each live in ``i18n``."""

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
