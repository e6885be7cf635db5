"""
What may be played, in numbers: the rules of play again, at the speed imagination needs.

``game.play`` is the judge; a test holds the two equal over every state it can draw.
"""

from dataclasses import dataclass
from functools import lru_cache

from belote_protocol.vocab import Mode
from belote_server.bots.codes import SUIT_MASKS, codes, points
from belote_server.game.rules import RuleSet, UnderPartner, Undertrump


@dataclass(frozen=True, eq=False)
class Conduct:
    """
    How a deal is played.

    Attributes:
        mode: What is trump.
        trump: The trump suit's number; -1 where no suit alone is trump.
        trumps: The cards of that suit.
        climbs: The cards of suits in which a player must beat what lies.
        worth: The points of each number.
        undertrumps: Whether a seat that cannot beat an opponent's trump owes a lower one.
        climbs_partner: Whether a lower trump under the partner's is forbidden to one that can
            beat it.
        last: What the last trick adds.
    """

    mode: Mode
    trump: int
    trumps: int
    climbs: int
    worth: tuple[int, ...]
    undertrumps: bool
    climbs_partner: bool
    last: int


@lru_cache(maxsize=256)
def conduct(rules: RuleSet, mode: Mode) -> Conduct:
    """Return how *mode* is played at a table of *rules*."""
    code = codes(mode)
    return Conduct(
        mode=mode,
        trump=code.trump,
        trumps=SUIT_MASKS[code.trump] if code.trump >= 0 else 0,
        climbs=code.climbs,
        worth=points(rules.cards, mode),
        undertrumps=rules.play.undertrump is Undertrump.MUST,
        climbs_partner=rules.play.under_partner is UnderPartner.CLIMB,
        last=rules.cards.last_trick,
    )


def open_to(play: Conduct, hand: int, led: int, best: int, *, by_partner: bool) -> int:
    """
    Return the cards of *hand* that may be played.

    Args:
        play: How the deal is played.
        hand: What the seat holds.
        led: The cards of the suit that was led.
        best: The number of the card that wins so far.
        by_partner: Whether the partner played it.

    Source: rule book 4.1 to 4.8.
    """
    following = hand & led
    if following:
        if led & play.climbs:
            return following & (-2 << best) or following
        return following
    trumps = hand & play.trumps
    if not trumps:
        return hand
    above = trumps & (-2 << best) if best >> 3 == play.trump else trumps
    if by_partner:
        if play.climbs_partner and above and above != trumps:
            return hand & ~trumps | above
        return hand
    if above:
        return above
    return trumps if play.undertrumps else hand


def denied(play: Conduct, card: int, led: int, best: int, *, by_partner: bool) -> int:
    """
    Return the cards that whoever played *card* cannot hold, because it would have owed them.

    Args:
        play: How the deal is played.
        card: The number of what it played.
        led: The cards of the suit that was led.
        best: The number of the card that won before it.
        by_partner: Whether that was the partner's.
    """
    if led >> card & 1:
        if led & play.climbs and card < best and best >> 3 == card >> 3:
            return led & (-2 << best)
        return 0
    trumped = best >> 3 == play.trump
    above = play.trumps & (-2 << best) if trumped else play.trumps
    is_trump = card >> 3 == play.trump
    if is_trump:
        under = trumped and card < best and (not by_partner or play.climbs_partner)
        return led | above if under else led
    if by_partner or not play.trumps:
        return led
    return led | (play.trumps if play.undertrumps else above)
