"""The last tricks with all cards known, searched exactly (alpha-beta)."""

from belote_server.bots.codes import SUIT_MASKS, numbers
from belote_server.bots.conduct import Conduct, open_to
from belote_server.bots.rollout import Ending, Position, lying

CAPOT = 90
"""What the last trick is worth more, in the search, to a side that has taken all the others."""


def solve(play: Conduct, start: Position, first: int) -> Ending:
    """
    Return how *start* ends after the card *first* when both sides play for all they can take.

    Every seat is taken to know all cards, so this is for the few tricks in which most is known.
    """
    led, best, winner, pot, down = SUIT_MASKS[first >> 3], first, start.leader, 0, 0
    seat = (start.leader + len(start.trick)) & 3
    if start.trick:
        led, best, winner, pot = lying(play, start.trick, start.leader)
        down = len(start.trick)
    search = _Search(play, list(start.hands))
    state = (start.points[0], start.points[1], start.takers)
    _, ending = search.after(first, seat, down, led, best, winner, pot, state, -9999, 9999)
    return ending


State = tuple[int, int, int]
"""Points of the sides of places 0 and 1, and who has taken tricks."""


class _Search:
    """One position's search; hands are changed and put back."""

    def __init__(self, play: Conduct, hands: list[int]) -> None:
        self._play, self._hands = play, hands

    def after(
        self,
        card: int,
        seat: int,
        down: int,
        led: int,
        best: int,
        winner: int,
        pot: int,
        state: State,
        low: int,
        high: int,
    ) -> tuple[int, Ending]:
        """Return the value for the side of place 0, and the ending, once *seat* plays *card*."""
        play, hands = self._play, self._hands
        pot += play.worth[card]
        if not down:
            led, best, winner = SUIT_MASKS[card >> 3], card, seat
        elif card > best if card >> 3 == best >> 3 else play.trumps >> card & 1:
            best, winner = card, seat
        hands[seat] ^= 1 << card
        if down < 3:
            found = self._best((seat + 1) & 3, down + 1, led, best, winner, pot, state, low, high)
        else:
            found = self._next(winner, pot, state, low, high)
        hands[seat] ^= 1 << card
        return found

    def _next(self, winner: int, pot: int, state: State, low: int, high: int) -> tuple[int, Ending]:
        even, odd, takers = state
        takers |= 1 << winner
        if winner & 1:
            odd += pot
        else:
            even += pot
        if self._hands[winner]:
            return self._best(winner, 0, 0, 0, 0, 0, (even, odd, takers), low, high)
        last = self._play.last
        if not takers & 0b1010 or not takers & 0b0101:
            last += CAPOT
        value = even - odd + (-last if winner & 1 else last)
        return value, (even, odd, winner, takers)

    def _best(
        self,
        seat: int,
        down: int,
        led: int,
        best: int,
        winner: int,
        pot: int,
        state: State,
        low: int,
        high: int,
    ) -> tuple[int, Ending]:
        hand = self._hands[seat]
        if down and hand & (hand - 1):
            hand = open_to(self._play, hand, led, best, by_partner=winner ^ 2 == seat)
        found: tuple[int, Ending] | None = None
        for card in numbers(hand):
            tried = self.after(card, seat, down, led, best, winner, pot, state, low, high)
            if found is None or (tried[0] < found[0] if seat & 1 else tried[0] > found[0]):
                found = tried
            if seat & 1:
                high = min(high, found[0])
            else:
                low = max(low, found[0])
            if low >= high:
                break
        assert found is not None
        return found
