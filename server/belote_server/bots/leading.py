"""
Leading by instinct: sound play of a trick's first card, from what a seat knows and nothing else.

The club policy plays by it, and so does everybody in the expert's imagined deals, so it is written
for speed: hands are bit masks in the code of the mode (see ``codes``), and ``lacks`` says for each
seat which cards everybody knows it cannot hold.
"""

from collections.abc import Sequence

from belote_server.bots.codes import SUIT_MASKS
from belote_server.bots.conduct import Conduct


def lead(play: Conduct, seat: int, hand: int, unseen: int, lacks: Sequence[int], taker: int) -> int:
    """
    Return the number of the card to lead.

    Args:
        play: How the deal is played.
        seat: Who leads.
        hand: What it holds.
        unseen: The cards that are in the other three hands.
        lacks: What each seat cannot hold.
        taker: The seat that plays the contract.
    """
    if hand & (hand - 1) == 0:
        return hand.bit_length() - 1
    theirs = unseen & ~(lacks[(seat + 1) & 3] & lacks[(seat + 3) & 3])
    if play.trumps & hand and theirs & play.trumps and not (seat ^ taker) & 1:
        drawn = _draw(play, seat, hand, unseen, lacks, taker)
        if drawn >= 0:
            return drawn
    master = _master(play, seat, hand, unseen, lacks, theirs)
    return master if master >= 0 else _low_lead(play, seat, hand, unseen, lacks)


def _draw(
    play: Conduct, seat: int, hand: int, unseen: int, lacks: Sequence[int], taker: int
) -> int:
    """Return the trump to lead for a side that wants trumps gone; -1 for none."""
    mine, out = hand & play.trumps, unseen & play.trumps
    top, held = mine.bit_length() - 1, mine.bit_count()
    is_master = out < 1 << top
    if seat == taker:
        if is_master:
            return top
        if held >= 4 or (held == 3 and out.bit_count() <= 3):
            return (mine & -mine).bit_length() - 1
        return -1
    if is_master and (held >= 2 or play.worth[top] < 20):
        return top
    if out & ~lacks[taker] and unseen.bit_count() > 15:
        return (mine & -mine).bit_length() - 1
    return -1


def _master(
    play: Conduct, seat: int, hand: int, unseen: int, lacks: Sequence[int], theirs: int
) -> int:
    """Return the best card that no card of its suit can beat, if it is likely to hold; else -1."""
    ruffs = theirs & play.trumps
    left, right = lacks[(seat + 1) & 3], lacks[(seat + 3) & 3]
    best, best_value = -1, -1
    for suit, mask in enumerate(SUIT_MASKS):
        held = hand & mask
        if not held or suit == play.trump:
            continue
        top = held.bit_length() - 1
        out = unseen & mask
        if out >= 1 << top:
            continue
        if ruffs:
            count = out.bit_count()
            void_left = mask & ~left & unseen == 0 and ruffs & ~left
            void_right = mask & ~right & unseen == 0 and ruffs & ~right
            if void_left or void_right or (count < 3 and ruffs.bit_count() > 1):
                continue
            value = 10 * count + play.worth[top]
        else:
            value = 10 * held.bit_count() + play.worth[top] - out.bit_count()
        if value > best_value:
            best, best_value = top, value
    return best


def _low_lead(play: Conduct, seat: int, hand: int, unseen: int, lacks: Sequence[int]) -> int:
    """Return the card that gives least away."""
    left, right = lacks[(seat + 1) & 3], lacks[(seat + 3) & 3]
    partner = lacks[seat ^ 2]
    trumps, worth = play.trumps, play.worth
    out_trumps = unseen & trumps
    best, best_cost = -1, 1000
    for suit, mask in enumerate(SUIT_MASKS):
        held = hand & mask
        if not held:
            continue
        low = (held & -held).bit_length() - 1
        top = held.bit_length() - 1
        cost = 2 * worth[low]
        if suit == play.trump:
            cost += 14
        else:
            above = (unseen & mask) >> top
            if above and above & (above - 1) == 0 and worth[top] >= 9:
                cost += 7  # a ten that only the ace beats: let others open this suit
            elif not above:
                cost += 4
            if out_trumps:
                if partner & mask & unseen == mask & unseen and out_trumps & ~partner:
                    cost -= 12
                elif (left | right) & mask & unseen == mask & unseen:
                    cost += 5
            else:
                cost -= 2 * held.bit_count()
        if cost < best_cost:
            best, best_cost = low, cost
    return best
