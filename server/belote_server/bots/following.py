"""Following by instinct: sound play of the other three cards of a trick; see ``leading``."""

from collections.abc import Sequence

from belote_server.bots.codes import SUIT_MASKS
from belote_server.bots.conduct import Conduct


def follow(
    play: Conduct,
    seat: int,
    legal: int,
    hand: int,
    unseen: int,
    lacks: Sequence[int],
    led: int,
    best: int,
    by_partner: bool,
    lying: int,
) -> int:
    """
    Return the number of the card to follow with.

    Args:
        play: How the deal is played.
        seat: Who is to play.
        legal: What it may play.
        hand: What it holds.
        unseen: The cards that are in the other three hands.
        lacks: What each seat cannot hold.
        led: The cards of the suit that was led.
        best: The number of the card that wins so far.
        by_partner: Whether the partner played it.
        lying: How many cards lie on the table.
    """
    if legal & (legal - 1) == 0:
        return legal.bit_length() - 1
    trumps = play.trumps
    above = -2 << best
    if best >> 3 == play.trump:
        winning = legal & trumps & above
    else:
        winning = legal & led & above | (legal & trumps if led != trumps else 0)
    if by_partner:
        if lying == 3 or _holds(play, unseen & ~lacks[(seat + 1) & 3], led, best):
            return _give(play, legal, hand, unseen)
        in_suit = winning & led
        if in_suit and not trumps & ~led:
            top = in_suit.bit_length() - 1
        else:
            top = (in_suit & ~trumps).bit_length() - 1
        if top >= 0 and not unseen & led & (-2 << top) and play.worth[top]:
            return top
        return _cheap(play, legal, hand, unseen)
    if not winning:
        return _cheap(play, legal, hand, unseen)
    in_suit = winning & led
    if not in_suit or led == trumps:
        return _trump(play, winning, unseen, lying)
    top = in_suit.bit_length() - 1
    if lying == 3:
        rest = in_suit ^ (1 << top)
        if rest and unseen & led and not unseen & led & (-2 << top):
            return rest.bit_length() - 1  # the ace will take another
        return top
    if not unseen & ~lacks[(seat + 1) & 3] & led & (-2 << top):
        return top
    if led & play.climbs:
        return (in_suit & -in_suit).bit_length() - 1
    if lying == 2 and play.worth[top] < 5:
        return top
    return _cheap(play, legal, hand, unseen)


def _holds(play: Conduct, possible: int, led: int, best: int) -> bool:
    """Return whether *best* will probably win when the next seat may hold *possible*."""
    above = -2 << best
    if best >> 3 == play.trump:
        return not possible & play.trumps & above
    if possible & led & above:
        return False
    return not possible & play.trumps or (possible & led).bit_count() > 2


def _trump(play: Conduct, winning: int, unseen: int, lying: int) -> int:
    """Return which of the trumps that win to win with."""
    top = winning.bit_length() - 1
    if lying < 3 and play.trumps & unseen and not play.trumps & unseen & (-2 << top):
        low = (winning & -winning).bit_length() - 1
        if play.worth[low] >= 10:
            return top
    return (winning & -winning).bit_length() - 1


def _give(play: Conduct, legal: int, hand: int, unseen: int) -> int:
    """Return the card worth most to a trick that is the partner's, masters kept."""
    worth = play.worth
    cards = legal & ~play.trumps or legal
    late = hand.bit_count() < 3
    best, best_value = -1, -100
    for mask in SUIT_MASKS:
        held = cards & mask
        if not held:
            continue
        top = held.bit_length() - 1
        value = 2 * worth[top]
        above = unseen & mask & (-2 << top)
        if not above:
            if unseen & mask and not late:
                rest = held ^ (1 << top)
                value -= 15
                if rest:
                    second = rest.bit_length() - 1
                    if 2 * worth[second] > value:
                        top, value = second, 2 * worth[second]
        elif worth[top] >= 9:
            value += 4
        if value > best_value:
            best, best_value = top, value
    return best


def _cheap(play: Conduct, legal: int, hand: int, unseen: int) -> int:
    """Return the card whose loss costs least."""
    worth, trump = play.worth, play.trump
    best, best_cost = -1, 1000
    for suit, mask in enumerate(SUIT_MASKS):
        cards = legal & mask
        if not cards:
            continue
        low = (cards & -cards).bit_length() - 1
        cost = 4 * worth[low]
        if suit == trump:
            cost += 20
        else:
            held = hand & mask
            top = held.bit_length() - 1
            above = (unseen & mask) >> top
            if not above:
                cost += 6 if low == top else 2
            elif above & (above - 1) == 0 and worth[top] >= 9 and held.bit_count() == 2:
                cost += 12  # the guard of a ten
            elif held.bit_count() == 1 and hand & play.trumps:
                cost -= 3
        if cost < best_cost:
            best, best_cost = low, cost
    return best
