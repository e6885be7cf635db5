"""What one may do now, as values: the order of a hand, the choice of a bid, and the commands."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from belote_protocol import calls
from belote_protocol.vocab import SEATS, Mode, Phase, Seat
from client_demo.views import MatchView, Options, RoomView, value_of
from client_demo.wire import Command

_PLAIN, _TRUMP = "ATKQJ987", "J9ATKQ87"
_BESIDE = {
    "": "SHCD",
    "S": "SHCD",
    "H": "HSDC",
    "D": "DSHC",
    "C": "CHSD",
}
"""In which order suits lie, so that red and black take turns; trump first."""

MODE_KEYS = dict(zip("shdcna", Mode, strict=True))
"""By which key a mode is chosen."""


def trump_of(contract: str | None) -> Mode | None:
    """Return what is trump by *contract*; ``None`` before there is one."""
    return calls.contract(contract).bid.mode if contract else None


def in_order(hand: Iterable[str | None], mode: Mode | None) -> list[str]:
    """Return the cards of *hand* that are seen, as one holds them: trump first, strong to weak."""
    suits = _BESIDE[mode.suit if mode is not None and mode.suit else ""]

    def place(card: str) -> tuple[int, int]:
        is_trump = mode is Mode.ALL_TRUMP or (mode is not None and card[1] == mode.suit)
        return suits.index(card[1]), (_TRUMP if is_trump else _PLAIN).index(card[0])

    return sorted((card for card in hand if card is not None), key=place)


def own_seat(room: RoomView) -> Seat | None:
    """Return one's seat; ``None`` for one who watches."""
    mine = value_of(room, "seat")
    return None if mine is None else Seat(mine)


def is_held(room: RoomView) -> bool:
    """Return whether a bot holds one's own seat."""
    seat = own_seat(room)
    return seat is not None and value_of(room["seats"][seat.place], "bot") is not None


def is_host(room: RoomView) -> bool:
    """Return whether one sits here and has made the table."""
    seat = own_seat(room)
    person = value_of(room["seats"][seat.place], "person") if seat is not None else None
    return person is not None and person["id"] == room["host"]


def free_seats(room: RoomView) -> list[Seat]:
    """Return the seats that nobody has, neither a person nor a bot."""
    return [seat for seat in SEATS if not {"person", "bot"} & room["seats"][seat.place].keys()]


def is_my_turn(room: RoomView) -> bool:
    """Return whether it is one's turn to speak or play."""
    return "seat" in room and room["turn"].get("seat") == room["seat"]


def phase(room: RoomView) -> Phase:
    """Return where the match stands."""
    match: MatchView | None = value_of(room, "match")
    return Phase.UNSTARTED if match is None else Phase(match["phase"])


def my_hand(room: RoomView) -> list[str]:
    """Return one's cards in order; none for one who watches."""
    seat, match = own_seat(room), value_of(room, "match")
    if seat is None or match is None or "deal" not in match:
        return []
    deal = match["deal"]
    return in_order(deal["hands"][seat.place], trump_of(value_of(deal, "contract")))


def judged(room: RoomView) -> dict[str, str | None] | None:
    """Return, when one is to play, each card with the duty it would break; else ``None``."""
    return room["turn"].get("cards") if is_my_turn(room) else None


def is_first_card(room: RoomView) -> bool:
    """Return whether one is to play one's first card, with which declarations are announced."""
    return judged(room) is not None and len(my_hand(room)) == 8


def play(room: RoomView, card: str, *, declare: bool = True) -> Command:
    """Return the command that plays *card*."""
    deal = room["match"]["deal"]
    trick = len(value_of(deal, "tricks")) + 1
    return {
        "t": "play",
        "deal": deal["number"],
        "trick": trick,
        "card": card,
        "declare": declare,
    }


def bid(room: RoomView, call: str) -> Command:
    """Return the command that says *call*."""
    deal = room["match"]["deal"]
    nth = len(value_of(deal, "calls"))
    return {"t": "bid", "deal": deal["number"], "nth": nth, "call": call}


def go_on(room: RoomView) -> Command | None:
    """Return what asks for what comes next: a start, another deal, another match."""
    seat, now = own_seat(room), phase(room)
    if seat is None:
        return None
    is_ready = value_of(room["seats"][seat.place], "ready")
    if now is Phase.UNSTARTED:
        return {"t": "ready", "ready": not is_ready}
    if is_ready:
        return None
    if now is Phase.ENDED:
        return {"t": "rematch"}
    if now is Phase.DEALING and "deal" in room["match"]:
        return {"t": "next", "deal": room["match"]["deal"]["number"]}
    return None


@dataclass(frozen=True)
class Bidding:
    """
    A call in the making.

    Attributes:
        options: What may be said.
        rungs: What may be bid, in rising order: ``take``; numbers, ``capot``, ``generale``.
        at: Which of them is chosen.
        mode: At what; ``None`` until chosen.
    """

    options: Options
    rungs: tuple[str, ...]
    at: int = 0
    mode: Mode | None = None

    @property
    def modes(self) -> tuple[Mode, ...]:
        """What may be chosen as trump."""
        return tuple(map(Mode, self.options.get("modes", ()))) if self.rungs else ()

    @property
    def words(self) -> tuple[str, ...]:
        """What may be said without a bid."""
        return tuple(self.options.get("words", ()))

    @property
    def call(self) -> str | None:
        """The call that is chosen, as the wire writes it; ``None`` while it is not whole."""
        if self.mode is None or not self.rungs:
            return None
        rung = self.rungs[self.at]
        return self.mode.value if rung == "take" else f"{rung}{self.mode.value}"

    def higher(self, steps: int) -> "Bidding":
        """Return the choice so many *steps* up, or down, as far as there are any."""
        return replace(self, at=max(0, min(len(self.rungs) - 1, self.at + steps)))

    def with_mode(self, mode: Mode) -> "Bidding":
        """Return the choice with another mode, if that may be bid."""
        return replace(self, mode=mode) if mode in self.modes else self


def bidding(room: RoomView) -> Bidding | None:
    """Return what one may say now, the turned suit chosen if it is offered; else ``None``."""
    options = room["turn"].get("options")
    if options is None or not is_my_turn(room):
        return None
    kinds = options.get("kinds", [])
    rungs = ["take"] if "take" in kinds else []
    if "points" in kinds:
        rungs += map(str, options.get("points", []))
    rungs += [kind for kind in ("capot", "generale") if kind in kinds]
    turned = value_of(room["match"]["deal"], "turned")
    chosen = Bidding(options, tuple(rungs))
    return chosen.with_mode(Mode(turned[1])) if turned else chosen


def duty_params(room: RoomView, duty: str) -> dict[str, str]:
    """
    Return the parameters of the sentence about *duty*, which the turn names by its code alone.

    They are read off the trick: the suit that was led, the trump, and the card that is winning.
    """
    deal = room["match"]["deal"]
    trick, mode = value_of(deal, "trick"), trump_of(value_of(deal, "contract"))
    if not trick:
        return {}
    led = trick[0][1]
    trump = mode.suit if mode is not None else None
    suit = trump if duty == "must_trump" and trump else led
    return {"suit": suit, "card": winning(trick, mode)}


def winning(trick: list[str], mode: Mode | None) -> str:
    """Return which card of *trick* wins so far."""
    led = trick[0][1]

    def power(card: str) -> tuple[bool, int]:
        is_trump = mode is not None and card[1] == mode.suit
        order = _TRUMP if is_trump or mode is Mode.ALL_TRUMP else _PLAIN
        return is_trump, -order.index(card[0])

    return max(
        (card for card in trick if card[1] == led or (mode and card[1] == mode.suit)), key=power
    )
