"""How cards, suits and people look: signs or letters, and the colours of a palette."""

from collections.abc import Sequence
from dataclasses import dataclass

from belote_protocol import calls
from belote_protocol.i18n import Words, words
from belote_protocol.text import clean
from belote_protocol.vocab import Mode, Policy, Seat
from client_demo.terminal.options import Options, Palette
from client_demo.views import RoomView, value_of

Run = tuple[str, str]
"""Some text and its style, as Rich writes it."""

FELT, FRAME, PANEL, CARD, SHADED, BACK = (
    "#14483a",
    "#0c3329",
    "#10241f",
    "#f6f2e7",
    "#9b9789",
    "#2f5d8a",
)
"""Grounds: the cloth, its bars, the panel beside it, a card, one that may not be played, a back."""

TEXT, QUIET, STRONG, MARK, ALARM, GOOD = (
    "#e8ecdf",
    "#9db5a8",
    "bold #ffffff",
    "bold #ffd75f",
    "bold #ff8f7a",
    "#8fdca0",
)
"""Letters: plain, of less weight, of more, what is to be noticed, what is wrong, what is well."""

_ON_CARD = {
    Palette.TWO: {"S": "#161616", "H": "#c0142c", "D": "#c0142c", "C": "#161616"},
    Palette.FOUR: {"S": "#161616", "H": "#c0142c", "D": "#1a55b0", "C": "#146c35"},
    Palette.SAFE: {"S": "#000000", "H": "#a83c00", "D": "#0060a8", "C": "#6a1b7a"},
}
_ON_FELT = {
    Palette.TWO: {"S": "#f2f2f2", "H": "#ff8a8a", "D": "#ff8a8a", "C": "#f2f2f2"},
    Palette.FOUR: {"S": "#f2f2f2", "H": "#ff8a8a", "D": "#8fc0ff", "C": "#a5e887"},
    Palette.SAFE: {"S": "#ffffff", "H": "#ffab70", "D": "#7cc7ff", "C": "#e3a6f0"},
}
_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_NAMES = 40


@dataclass(frozen=True)
class Look:
    """
    How things look on one terminal.

    Attributes:
        words: The language.
        palette: The colours of the suits.
        is_ascii: Whether letters stand for signs.
        own_letters: Whether jack, queen, king and ace have the language's letters.
    """

    words: Words
    palette: Palette = Palette.FOUR
    is_ascii: bool = False
    own_letters: bool = False

    def say(self, key: str, /, **params: object) -> str:
        """Return a text of the terminal's own."""
        return self.words.say(f"terminal.{key}", **params)

    def coded(self, noun: str, code: str, **params: object) -> str:
        """Return what *code* means; a newer server's codes are shown as they are."""
        try:
            return self.words.say(f"{noun}.{code}", **params)
        except KeyError:
            return clean(code, _NAMES)

    def sign(self, name: str, plain: str) -> str:
        """Return the sign *name*, or *plain* where only ASCII is shown."""
        return plain if self.is_ascii else name

    def suit(self, suit: str) -> str:
        """Return the sign of *suit*."""
        return suit.lower() if self.is_ascii else _SIGNS[suit]

    def rank(self, rank: str) -> str:
        """Return how a rank is written on a card."""
        if self.own_letters and not self.is_ascii and rank in "JQKA":
            return self.say("letters")["JQKA".index(rank)]
        return rank.replace("T", "10")

    def card(self, card: str) -> str:
        """Return a card as it is read: ``10♥``."""
        return self.rank(card[0]) + self.suit(card[1])

    def ink(self, suit: str) -> str:
        """Return the colour of *suit* on a card."""
        return _ON_CARD[self.palette][suit]

    def glow(self, suit: str) -> str:
        """Return the colour of *suit* on the cloth."""
        return _ON_FELT[self.palette][suit]

    def card_run(self, card: str) -> Run:
        """Return a card to stand in a line of text."""
        return self.card(card), f"bold {self.glow(card[1])}"

    def card_runs(self, cards: Sequence[str]) -> list[Run]:
        """Return cards side by side, to stand in a line of text."""
        runs: list[Run] = []
        for card in cards:
            runs += [(" ", ""), self.card_run(card)] if runs else [self.card_run(card)]
        return runs

    def mode_run(self, mode: Mode) -> Run:
        """Return what is trump, short and coloured."""
        if mode.suit is not None:
            return self.suit(mode.suit), f"bold {self.glow(mode.suit)}"
        return self.say(f"short_{mode.value.lower()}"), "bold"

    def call_runs(self, text: str) -> list[Run]:
        """Return a call, short: ``100♥``, ``pass``."""
        call = calls.call(text)
        if isinstance(call, calls.Word):
            style = QUIET if call is calls.Word.PASS else MARK
            return [(self.words.say(f"word.{call}"), style)]
        return self.bid_runs(call)

    def bid_runs(self, bid: calls.Bid) -> list[Run]:
        """Return a bid, short."""
        mode = self.mode_run(bid.mode)
        if bid.kind is calls.BidKind.TAKE:
            return [mode]
        if bid.kind is calls.BidKind.POINTS:
            return [(f"{bid.points} ", "bold"), mode]
        return [(self.words.say(f"bid_kind.{bid.kind}") + " ", "bold"), mode]

    def contract_runs(self, text: str) -> list[Run]:
        """Return a contract without its taker: ``100♥ coinched``."""
        contract = calls.contract(text)
        runs = self.bid_runs(contract.bid)
        if contract.doubling is not calls.Doubling.NONE:
            runs.append((" " + self.words.say(f"doubling.{contract.doubling}"), MARK))
        return runs

    def seat(self, seat: str) -> str:
        """Return the name of a seat."""
        return self.words.say(f"seat.{seat}")

    def who(self, room: RoomView, seat: str) -> str:
        """Return the name of who sits at *seat*, harmless to any terminal; else the seat's."""
        view = room["seats"][Seat(seat).place]
        person = value_of(view, "person")
        if person is None and value_of(view, "bot") is not None:
            return f"{self.seat(seat)} ({self.say('bot')})"
        return (clean(person["name"], _NAMES) if person else "") or self.seat(seat)

    def level(self, policy: str) -> str:
        """Return how well a bot of *policy* plays; a newer server's is shown as it is."""
        try:
            return self.say(f"level_{policy}")
        except KeyError:
            return clean(policy, _NAMES)

    def levels(self) -> list[tuple[object, str]]:
        """Return how well a bot may play, from the lowest rung up."""
        return [(policy.value, self.level(policy)) for policy in Policy]


def look_of(options: Options) -> Look:
    """Return how things look by *options*."""
    return Look(words(options.lang), options.palette, options.is_ascii, options.own_letters)
