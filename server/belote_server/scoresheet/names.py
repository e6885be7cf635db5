"""The short texts people type for seats, sides, modes, bids and cards."""

import re

from belote_protocol.calls import Bid, BidKind
from belote_protocol.vocab import SEATS, Card, Mode, Seat, Suit, Team
from belote_server.scoresheet.problem import Problem, ProblemCode

_SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "\ufe0e": "", "\ufe0f": ""}
"""Suit signs, and the marks that choose how such a sign is drawn."""

_SEATS = {name: seat for seat in SEATS for name in (seat.value, seat.name)}
_TEAMS = {"NS": Team.NS, "SN": Team.NS, "EW": Team.EW, "WE": Team.EW}
_TEAMS |= {"NORTHSOUTH": Team.NS, "EASTWEST": Team.EW}
_MODES = {name: mode for mode in Mode for name in (mode.value, mode.name.replace("_", ""))}
_MODES |= {"SA": Mode.NO_TRUMP, "TA": Mode.ALL_TRUMP}

_BID = re.compile(r"(?P<what>[0-9]{1,4}|CAPOT|GENERALE)?(?P<mode>[A-Z]*)")


def seat(option: str, text: str) -> Seat:
    """Return the seat called *text*; any case, one letter or the whole word."""
    found = _SEATS.get(_plain(text))
    if found is None:
        raise _not_one_of(option, text, SEATS)
    return found


def seat_or_team(option: str, text: str) -> Seat | Team:
    """Return the seat or the side called *text*."""
    found = _SEATS.get(_plain(text)) or _TEAMS.get(_plain(text))
    if found is None:
        raise _not_one_of(option, text, (*SEATS, *Team))
    return found


def team(option: str, text: str) -> Team:
    """Return the side called *text*; a seat stands for its side."""
    found = seat_or_team(option, text)
    return found.team if isinstance(found, Seat) else found


def mode(option: str, text: str) -> Mode:
    """Return the mode called *text*: a letter, a suit's sign or the words."""
    found = _MODES.get(_plain(text))
    if found is None:
        raise _not_one_of(option, text, tuple(Mode))
    return found


def bid(text: str) -> tuple[BidKind, int, Mode | None]:
    """
    Return what is bid and, where *text* says it, the mode: ``100H``, ``capot``, ``hearts``.

    Raises:
        Problem: *text* is no bid.
    """
    match = _BID.fullmatch(_plain(text))
    if match is None or (match["mode"] and match["mode"] not in _MODES) or not match[0]:
        raise Problem(ProblemCode.BAD_CONTRACT, text=text)
    named = _MODES[match["mode"]] if match["mode"] else None
    match match["what"]:
        case None:
            return BidKind.TAKE, 0, named
        case "CAPOT":
            return BidKind.CAPOT, 0, named
        case "GENERALE":
            return BidKind.GENERALE, 0, named
        case number:
            return BidKind.POINTS, int(number), named


def same_bid(first: Bid, capot: int, generale: int, ceiling: int) -> Bid:
    """Return *first*, or the capot or générale that its number stands for above the ladder."""
    if first.kind is BidKind.POINTS and first.points > ceiling:
        if first.points == capot:
            return Bid(BidKind.CAPOT, first.mode)
        if first.points == generale:
            return Bid(BidKind.GENERALE, first.mode)
    return first


def card(text: str) -> Card:
    """
    Return the card written as *text*: ``JS``, ``10h``, ``A♠``.

    Raises:
        Problem: It is no card.
    """
    try:
        return Card(_plain(text).replace("10", "T"))
    except ValueError:
        raise Problem(ProblemCode.BAD_CARD, text=text) from None


def number(option: str, text: str) -> int:
    """
    Return the whole number *text*.

    Raises:
        Problem: It is none, or one that no score has.
    """
    if not re.fullmatch(r"[+-]?[0-9]{1,6}", text.strip()):
        raise Problem(ProblemCode.NOT_A_NUMBER, option=option, text=text)
    return int(text)


def _plain(text: str) -> str:
    """Return *text* in capitals, without accents on e, spaces and hyphens, signs as letters."""
    for sign, letter in _SIGNS.items():
        text = text.replace(sign, letter)
    return re.sub(r"[\s_-]", "", text).upper().replace("É", "E")


def _not_one_of(option: str, text: str, choices: tuple[Seat | Team | Suit | Mode, ...]) -> Problem:
    allowed = ", ".join(choices)
    return Problem(ProblemCode.NOT_ONE_OF, option=option, text=text, choices=allowed)
