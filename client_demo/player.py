"""
A player that plays by itself: simple, sensible, and honest about what it knows.

It chooses among what the server marks as open to it and knows no rule: that aces are strong, and
jacks and nines of trump stronger still, is all its wisdom. What it wants is a command without a
number, as ``Connection.ask`` takes it.
"""

from collections.abc import Iterable, Sequence
from random import Random

from belote_protocol.vocab import SEATS, Phase, Seat
from client_demo.model import Table
from client_demo.views import DealView, MatchView, Options, RoomView, value_of
from client_demo.wire import Command

_PLAIN = dict(zip("789JQKTA", (0, 0, 0, 2, 3, 4, 10, 11), strict=True))
_TRUMP = dict(zip("78QKTA9J", (0, 0, 3, 4, 10, 11, 14, 20), strict=True))
"""Roughly what a card is good for, in rising order of strength."""

TO_TAKE, TO_BID = 46, 56
"""What a hand must be worth to take the turned card, which it counts in, or to promise 80."""


class Player:
    """
    One player.

    Attributes:
        seat: The seat it would like; any other will do.
    """

    def __init__(self, chance: Random, seat: Seat = Seat.SOUTH) -> None:
        self.seat = seat
        self._chance = chance

    def next_command(self, table: Table) -> Command | None:
        """Return what to ask for now; ``None`` while others are to act."""
        room = table.room
        mine, match = value_of(room, "seat"), value_of(room, "match")
        if mine is None:
            return self._sit(room)
        seat = Seat(mine)
        is_ready = value_of(room["seats"][seat.place], "ready")
        if match is None:
            return None if is_ready else {"t": "ready"}
        if match["phase"] == Phase.DEALING and "deal" in match and not is_ready:
            return {"t": "next", "deal": match["deal"]["number"]}
        turn = room["turn"]
        if turn.get("seat") != seat:
            return None
        if "options" in turn:
            return self._bid(match["deal"], seat, turn["options"])
        return _play(match, turn.get("cards", {}))

    def _sit(self, room: RoomView) -> Command | None:
        pairs = zip(SEATS, room["seats"], strict=True)
        free = [seat for seat, view in pairs if "person" not in view]
        if not free:
            return None
        return {"t": "sit", "seat": (self.seat if self.seat in free else free[0]).value}

    def _bid(self, deal: DealView, seat: Seat, options: Options) -> Command:
        call = self._call(deal, seat, options)
        nth = len(value_of(deal, "calls"))
        return {"t": "bid", "deal": deal["number"], "nth": nth, "call": call}

    def _call(self, deal: DealView, seat: Seat, options: Options) -> str:
        suits = [mode for mode in options.get("modes", []) if len(mode) == 1]
        if not suits or deal.get("contract", " ")[0] == seat.partner:
            return "pass"
        hand = [card for card in (*deal["hands"][seat.place], deal.get("turned")) if card]
        worth, suit = max((trump_worth(hand, suit), suit) for suit in suits)
        worth += self._chance.randint(-5, 5)
        if "take" in options.get("kinds", []):
            return suit if worth >= TO_TAKE else "pass"
        limit = 80 + worth - TO_BID
        within = [points for points in options.get("points", []) if points <= limit]
        return f"{within[0]}{suit}" if within else "pass"


def trump_worth(hand: Iterable[str], trump: str) -> int:
    """Return roughly what *hand* is good for when the suit *trump* is trump."""
    return sum(
        _TRUMP[rank] + 6 if suit == trump else 8 * (rank == "A") for rank, suit in map(tuple, hand)
    )


def _play(match: MatchView, cards: dict[str, str | None]) -> Command | None:
    legal = [card for card, duty in cards.items() if duty is None]
    if not legal:
        return None
    deal = match["deal"]
    card = choose(legal, value_of(deal, "trick"), deal["contract"].rstrip("x")[-1])
    trick = len(value_of(deal, "tricks")) + 1
    return {"t": "play", "deal": deal["number"], "trick": trick, "card": card}


def choose(legal: Sequence[str], trick: Sequence[str], trump: str) -> str:
    """
    Return a card: to lead the strongest, to win what can be won, else what is worth least.

    Args:
        legal: What may be played, at least one card.
        trick: What lies on the table, in playing order.
        trump: The suit that is trump; another letter where no suit alone is.
    """

    def worth(card: str) -> tuple[int, str]:
        return (_TRUMP if card[1] == trump else _PLAIN)[card[0]], card

    def power(card: str) -> tuple[int, int]:
        suits = 2 if card[1] == trump else int(card[1] == trick[0][1])
        return suits, [*(_TRUMP if suits == 2 else _PLAIN)].index(card[0])

    def gift(card: str) -> tuple[bool, int, str]:
        return card[1] != trump, *worth(card)

    if not trick:
        return max(legal, key=worth)
    best = max(trick, key=power)
    if len(trick) - trick.index(best) == 2:  # the partner's
        return max(legal, key=gift)
    winning = [card for card in legal if power(card) > power(best)]
    return max(winning, key=gift) if winning else min(legal, key=worth)
