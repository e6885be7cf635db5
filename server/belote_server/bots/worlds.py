"""
Where the hidden cards may lie: deals drawn so that all that was shown could have happened.

A draw is constructed, never guessed and thrown away without end. Cards that only some seats can
hold are given out first, and before each a count over the seats (Hall's condition) says whether
the others still find a place. What cannot all be true at once, because somebody's client cheats or
a rule has changed, is dropped in a fixed order. So a draw always ends, with every seat holding as
many cards as it has.
"""

from collections.abc import Iterator, Sequence

from belote_protocol.calls import Bid, BidKind
from belote_protocol.vocab import DeclarationKind
from belote_server.bots.announced import declaration_sets
from belote_server.bots.chance import Chance
from belote_server.bots.codes import EVERY_CARD
from belote_server.bots.sight import Sight
from belote_server.bots.valuation import hand_worth, own_worth

Hands = tuple[int, int, int, int]
"""What each seat holds, by place."""

DRAWN, EARLY = 3, 5
"""How many worlds are drawn for one that is used, and in how many of the first tricks."""

TAKEN = 108.0
"""What a hand is usually worth that took the turned card."""

_SUBSETS = tuple([part for part in range(8) if part & ~whole == 0] for whole in range(8))
"""For each set of the three other seats, as bits: the sets within it."""

_ALONE = {1: 0, 2: 1, 4: 2}
"""For each set of one: its seat."""

_PAIRS = {3: (0, 1, 2), 5: (0, 2, 1), 6: (1, 2, 0)}
"""For each set of two: its seats, and the third."""


class Worlds:
    """
    The worlds one seat may imagine while a deal is played.

    Attributes:
        dropped: Whether what was shown could not all be true, so that some of it is not held.
    """

    def __init__(self, sight: Sight, rng: Chance) -> None:
        self._rng = rng
        self._seat, self._hand = sight.seat, sight.hand
        self._others = [(sight.seat + step) & 3 for step in (1, 2, 3)]
        self._sizes = [sight.sizes[seat] for seat in self._others]
        self._unseen = EVERY_CARD & ~sight.hand & ~sight.played
        holds = [sight.holds[seat] & self._unseen for seat in self._others]
        lacks = [sight.lacks[seat] & ~held for seat, held in zip(self._others, holds, strict=True)]
        self.dropped = not self._is_possible(holds, lacks)
        self._holds, self._lacks = self._possible(holds, lacks)
        self._sight = sight
        self._bids = _bids(sight) if len(sight.deal.tricks) < EARLY else []
        self._choices = [
            choices
            for nth, seat in enumerate(self._others)
            for kind in sight.kinds[seat]
            if (choices := list(self._declarable(sight, kind, nth)))
        ]

    def draw(self) -> Hands:
        """Return one world; of a few, the one in which the bids made most sense."""
        best = self._drawn()
        if not self._bids:
            return best
        best_sense = self._sense(best)
        for _ in range(DRAWN - 1):
            other = self._drawn()
            sense = self._sense(other)
            if sense > best_sense:
                best, best_sense = other, sense
        return best

    def _sense(self, hands: Hands) -> float:
        """Return how well the hands behind the bids fit them; less is worse."""
        mode, rules = self._sight.code.mode, self._sight.view.rules
        return -sum(
            abs(own_worth(hands[seat] | self._sight.fell[seat], mode, rules) - worth)
            for seat, worth in self._bids
        )

    def _drawn(self) -> Hands:
        holds = list(self._holds)
        for choices in self._choices:
            nth, mask = self._rng.choice(choices)
            self._claim(holds, nth, mask & self._unseen)
        placed = [0, 0, 0, 0]
        placed[self._seat] = self._hand
        for seat, hand in zip(self._others, self._fill(holds), strict=True):
            placed[seat] = hand
        south, west, north, east = placed
        return south, west, north, east

    def _possible(self, holds: list[int], lacks: list[int]) -> tuple[list[int], list[int]]:
        """Return what is known, or as much of it as can be true together."""
        nothing = [0, 0, 0]
        for known, missing in ((holds, lacks), (holds, nothing), (nothing, lacks)):
            if self._is_possible(known, missing):
                return known, missing
        return nothing, nothing

    def _is_possible(self, holds: Sequence[int], lacks: Sequence[int]) -> bool:
        one, two, three = holds
        if one & two or one & three or two & three:
            return False
        room = self._room(holds)
        if min(room) < 0:
            return False
        counts = [0] * 8
        for _, seats in self._free(holds, lacks):
            counts[seats] += 1
        return all(_fits(counts, room, seats) for seats in range(8))

    def _room(self, holds: Sequence[int]) -> list[int]:
        return [size - held.bit_count() for size, held in zip(self._sizes, holds, strict=True)]

    def _free(self, holds: Sequence[int], lacks: Sequence[int]) -> list[tuple[int, int]]:
        """Return the cards nobody is known to hold, each with the seats that may, as bits."""
        free = self._unseen & ~(holds[0] | holds[1] | holds[2])
        one, two, three = lacks
        cards = []
        while free:
            bit = free & -free
            free ^= bit
            seats = (not one & bit) | (not two & bit) << 1 | (not three & bit) << 2
            cards.append((bit, seats))
        return cards

    def _declarable(
        self, sight: Sight, kind: DeclarationKind, nth: int
    ) -> Iterator[tuple[int, int]]:
        """Yield the sets of cards by which the seat may have announced *kind*."""
        fell = sight.fell[self._others[nth]]
        elsewhere = self._holds[nth - 1] | self._holds[nth - 2]
        may = self._unseen & ~self._lacks[nth] & ~elsewhere | fell
        for mask in declaration_sets(kind, sight.code.mode):
            if not mask & ~may and (mask & ~fell).bit_count() <= self._sizes[nth]:
                yield nth, mask

    def _claim(self, holds: list[int], nth: int, mask: int) -> None:
        """Let a seat hold *mask* too, if the rest still finds a place."""
        before = holds[nth]
        holds[nth] |= mask
        if not self._is_possible(holds, self._lacks):
            holds[nth] = before

    def _fill(self, holds: list[int]) -> list[int]:
        """Return whole hands around what is held."""
        hands, room = list(holds), self._room(holds)
        cards = self._free(holds, self._lacks)
        self._rng.shuffle(cards)
        counts = [0] * 8
        for _, seats in cards:
            counts[seats] += 1
        for bit, seats in cards:
            if seats in _ALONE:
                nth = _ALONE[seats]
                hands[nth] |= bit
                room[nth] -= 1
        for bit, seats in cards:
            if seats in _PAIRS:
                counts[seats] -= 1
                nth = self._place(seats, counts, room)
                hands[nth] |= bit
                room[nth] -= 1
        start = 0
        rest = [bit for bit, seats in cards if seats == 7]
        for nth, size in enumerate(room):
            for bit in rest[start : start + size]:
                hands[nth] |= bit
            start += size
        return hands

    def _place(self, seats: int, counts: list[int], room: list[int]) -> int:
        """
        Return which of two *seats* gets a card, so that the others still find a place.

        Cards that one seat alone can hold have been placed before, so only the third seat's pairs
        can be short of room.
        """
        one, other, third = _PAIRS[seats]
        if counts[1 << one | 1 << third] >= room[one] + room[third] or not room[one]:
            return other
        if counts[1 << other | 1 << third] >= room[other] + room[third] or not room[other]:
            return one
        return one if self._rng.random() * (room[one] + room[other]) < room[one] else other


def _fits(counts: Sequence[int], room: Sequence[int], seats: int) -> bool:
    """Return whether the cards that only *seats* can hold find a place there."""
    places = sum(room[nth] for nth in range(3) if seats >> nth & 1)
    return sum(counts[part] for part in _SUBSETS[seats]) <= places


def _bids(sight: Sight) -> list[tuple[int, float]]:
    """Return who first bid the mode that is played, and what its hand is worth."""
    for seat, call in sight.deal.calls:
        if isinstance(call, Bid) and call.mode is sight.code.mode:
            worth = TAKEN if call.kind is BidKind.TAKE else hand_worth(call)
            return [(seat.place, worth)] if seat.place != sight.seat else []
    return []
