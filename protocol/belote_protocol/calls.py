"""
What a seat can say in an auction, as values with one text form each.

``pass``, ``coinche`` and ``surcoinche`` are words; a bid is what is bid followed by the mode:
``H`` (a take at hearts), ``100H``, ``capotNT``, ``generaleS``.
"""

import re
from dataclasses import dataclass
from enum import StrEnum, unique

from belote_protocol.vocab import Mode, Seat


@unique
class Word(StrEnum):
    """A call that names no contract."""

    PASS = "pass"
    COINCHE = "coinche"
    SURCOINCHE = "surcoinche"


@unique
class BidKind(StrEnum):
    """What a bid promises, in rising order."""

    TAKE = "take"
    POINTS = "points"
    CAPOT = "capot"
    GENERALE = "generale"


@unique
class Doubling(StrEnum):
    """Whether the contract was doubled by its opponents and redoubled by its side."""

    NONE = "none"
    COINCHE = "coinche"
    SURCOINCHE = "surcoinche"


@dataclass(frozen=True, slots=True)
class Bid:
    """
    An offer to play a contract.

    Attributes:
        kind: ``TAKE`` in classic Belote; the others in Coinche.
        mode: What would be trump.
        points: The points promised, for ``POINTS`` only; otherwise 0.
    """

    kind: BidKind
    mode: Mode
    points: int = 0

    def __str__(self) -> str:
        if self.kind is BidKind.TAKE:
            return self.mode.value
        if self.kind is BidKind.POINTS:
            return f"{self.points}{self.mode.value}"
        return f"{self.kind.value}{self.mode.value}"

    def __repr__(self) -> str:
        return f"bid({str(self)!r})"


Call = Word | Bid


@dataclass(frozen=True, slots=True)
class Contract:
    """
    What a deal is played for.

    Attributes:
        taker: The seat whose bid stood.
        bid: That bid.
        doubling: Coinche and surcoinche.
    """

    taker: Seat
    bid: Bid
    doubling: Doubling = Doubling.NONE

    def __str__(self) -> str:
        mark = {Doubling.NONE: "", Doubling.COINCHE: "x", Doubling.SURCOINCHE: "xx"}[self.doubling]
        return f"{self.taker.value}:{self.bid}{mark}"

    def __repr__(self) -> str:
        return f"contract({str(self)!r})"


_BID = re.compile(r"(?P<what>[1-9][0-9]{0,3}|capot|generale)?(?P<mode>[SHDC]|NT|AT)")
_CONTRACT = re.compile(r"(?P<taker>[SWNE]):(?P<bid>[A-Za-z0-9]+?)(?P<mark>x{0,2})")
_WORDS = {word.value: word for word in Word}
_DOUBLINGS = {"": Doubling.NONE, "x": Doubling.COINCHE, "xx": Doubling.SURCOINCHE}


def bid(text: str) -> Bid:
    """
    Return the bid written as *text*; the inverse of ``str``.

    Raises:
        ValueError: *text* is not a bid.
    """
    match = _BID.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a bid: write H, 100H, capotS or generaleNT")
    what, mode = match["what"], Mode(match["mode"])
    if what is None:
        return Bid(BidKind.TAKE, mode)
    if what.isdigit():
        return Bid(BidKind.POINTS, mode, int(what))
    return Bid(BidKind(what), mode)


def call(text: str) -> Call:
    """
    Return the call written as *text*; the inverse of ``str``.

    Raises:
        ValueError: *text* is neither a word of the auction nor a bid.
    """
    return _WORDS.get(text) or bid(text)


def contract(text: str) -> Contract:
    """
    Return the contract written as *text* (``S:100Hx``); the inverse of ``str``.

    Raises:
        ValueError: *text* is not a contract.
    """
    match = _CONTRACT.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a contract: write S:100H, E:capotSx or N:Hxx")
    return Contract(Seat(match["taker"]), bid(match["bid"]), _DOUBLINGS[match["mark"]])
