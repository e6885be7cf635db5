"""What matters about a hand before the first card, as numbers that can be weighed."""

from functools import cache

from belote_protocol.vocab import Mode
from belote_server.bots.codes import codes

TRUMP_FEATURES = ("J", "9", "A", "T", "K", "Q", "J9", "length", "fourth", "fifth")
PLAIN_FEATURES = ("A", "AT", "guarded T", "bare T", "K", "void", "single")
LEVEL_FEATURES = ("1", "12", "123", "guarded 2", "bare 2", "guarded 3", "1 long", "1 longer", "4")
"""For modes in which all suits are alike: 1 is a suit's strongest card, 2 its second…"""


@cache
def _trump_features(byte: int) -> tuple[int, ...]:
    queen, king, ten, ace, nine, jack = (byte >> bit & 1 for bit in range(2, 8))
    length = byte.bit_count()
    honours = (jack, nine, ace, ten, king, queen, jack & nine)
    return (*honours, length, int(length >= 4), int(length >= 5))


@cache
def _plain_features(byte: int) -> tuple[int, ...]:
    length = byte.bit_count()
    ace, ten, king = byte >> 7 & 1, byte >> 6 & 1, byte >> 5 & 1
    alone = ten and not ace
    return (
        ace,
        ace & ten,
        int(alone and length >= 2),
        int(alone and length == 1),
        int(king and not ace and not ten and length >= 2),
        int(length == 0),
        int(length == 1),
    )


@cache
def _level_features(byte: int) -> tuple[int, ...]:
    length = byte.bit_count()
    one, two, three = byte >> 7 & 1, byte >> 6 & 1, byte >> 5 & 1
    return (
        one,
        one & two,
        one & two & three,
        int(two and not one and length >= 2),
        int(two and not one and length == 1),
        int(three and not one and length >= 3),
        int(one and length >= 4),
        int(one and length >= 5),
        int(not one and length >= 4),
    )


def features(hand: int, mode: Mode) -> tuple[int, ...]:
    """Return the features of *hand*, in the code of *mode*, for a deal played at it."""
    trump = codes(mode).trump
    if trump < 0:
        return _sums([_level_features(hand >> shift & 0xFF) for shift in (0, 8, 16, 24)])
    plain = [_plain_features(hand >> 8 * suit & 0xFF) for suit in range(4) if suit != trump]
    return (*_trump_features(hand >> 8 * trump & 0xFF), *_sums(plain))


def _sums(rows: list[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*rows, strict=True)))
