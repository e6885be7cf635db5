"""Deals played out in imagination, every seat by instinct and by what it would know."""

from collections.abc import Sequence
from dataclasses import dataclass

from belote_server.bots.codes import SUIT_MASKS
from belote_server.bots.conduct import Conduct, denied, open_to
from belote_server.bots.following import follow
from belote_server.bots.leading import lead


@dataclass(frozen=True, slots=True)
class Position:
    """
    A deal under way, with all cards known.

    Attributes:
        hands: What each seat holds, by place.
        lacks: What everybody knows each seat cannot hold.
        taker: Who plays the contract, by place.
        leader: Who led the trick on the table, or leads the next.
        trick: The cards on the table, in playing order.
        points: What the sides of places 0 and 1 have taken, last trick left out.
        takers: A bit for each place that has taken a trick.
    """

    hands: tuple[int, ...]
    lacks: tuple[int, ...]
    taker: int
    leader: int
    trick: tuple[int, ...]
    points: tuple[int, int]
    takers: int


Ending = tuple[int, int, int, int]
"""Card points of the sides of places 0 and 1, the taker of the last trick, and who took tricks."""


def play_out(play: Conduct, start: Position, first: int = -1) -> Ending:
    """
    Return how *start* ends when everybody plays by instinct; one function, since calls cost time.

    Args:
        play: How the deal is played.
        start: The position.
        first: The number of the card that is played first; -1 to let instinct choose it too.
    """
    hands, lacks = list(start.hands), list(start.lacks)
    worth, taker = play.worth, start.taker
    scores, takers = list(start.points), start.takers
    leader, trick = start.leader, start.trick
    alive = hands[0] | hands[1] | hands[2] | hands[3]
    while True:
        if trick:
            led, best, winner, pot = lying(play, trick, leader)
            down = len(trick)
            trick = ()
        else:
            hand = hands[leader]
            if not hand:
                break
            if first >= 0:
                best, first = first, -1
            else:
                best = lead(play, leader, hand, alive & ~hand, lacks, taker)
            hands[leader] = hand ^ (1 << best)
            alive ^= 1 << best
            led, winner, pot, down = SUIT_MASKS[best >> 3], leader, worth[best], 1
        while down < 4:
            seat = (leader + down) & 3
            hand = hands[seat]
            by_partner = winner ^ 2 == seat
            if first >= 0:
                card, first = first, -1
            elif hand & (hand - 1) == 0:
                card = hand.bit_length() - 1
            else:
                legal = open_to(play, hand, led, best, by_partner=by_partner)
                card = follow(
                    play, seat, legal, hand, alive & ~hand, lacks, led, best, by_partner, down
                )
            bit = 1 << card
            hands[seat] = hand ^ bit
            alive ^= bit
            pot += worth[card]
            if led & bit:
                if card > best and best >> 3 == card >> 3:
                    best, winner = card, seat
                elif led & play.climbs:
                    lacks[seat] |= denied(play, card, led, best, by_partner=by_partner)
            else:
                lacks[seat] |= denied(play, card, led, best, by_partner=by_partner)
                if bit & play.trumps and (best >> 3 != play.trump or card > best):
                    best, winner = card, seat
            down += 1
        scores[winner & 1] += pot
        takers |= 1 << winner
        leader = winner
    return scores[0], scores[1], leader, takers


def lying(play: Conduct, trick: Sequence[int], leader: int) -> tuple[int, int, int, int]:
    """Return the led suit, the best card, whose it is, and the points that lie."""
    best, winner = trick[0], leader
    for index, card in enumerate(trick):
        beats = card > best if card >> 3 == best >> 3 else play.trumps >> card & 1
        if index and beats:
            best, winner = card, (leader + index) & 3
    return SUIT_MASKS[trick[0] >> 3], best, winner, sum(play.worth[card] for card in trick)
