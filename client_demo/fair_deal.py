"""
The fair order of a deal (scheme ``bc/v1``), computed by the client itself.

Nothing here comes from the server: the steps are those of ``protocol/PROTOCOL.md``.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import count

from belote_protocol.vocab import Seat
from client_demo.views import DealView

PACK = tuple(rank + suit for suit in "CDHS" for rank in "789TJQKA")
"""The order a shuffle starts from."""


def commitment(match: str, deal: int, seed: bytes) -> str:
    """Return what binds *seed* to a deal, in hexadecimal."""
    return hashlib.sha256(_framed(b"bc/v1/commit", match.encode(), _u32(deal), seed)).hexdigest()


def shuffled(
    match: str, deal: int, dealer: Seat, seed: bytes, added: Sequence[bytes] = (b"",) * 4
) -> tuple[str, ...]:
    """
    Return the order of a deal, the top first.

    Args:
        match: The match's name.
        deal: The deal's number.
        dealer: Who deals.
        seed: The server's secret.
        added: What each seat added, in seat order; empty bytes where nothing.
    """
    place = _u32(deal) + bytes([dealer.place])
    key = hmac.digest(seed, _framed(b"bc/v1/deal", match.encode(), place, *added), "sha256")
    words = _words(key)
    deck = list(PACK)
    for last in range(31, 0, -1):
        fair = 2**32 - 2**32 % (last + 1)  # words from here up would favour the low places
        chosen = next(word for word in words if word < fair) % (last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)


def hands(deck: Sequence[str], deal: DealView, packets: Sequence[int]) -> dict[Seat, set[str]]:
    """
    Return the cards that *deck* gives to each seat.

    Args:
        deck: The top first.
        deal: Who dealt, whether a card was turned up, and who took.
        packets: How many cards a seat gets in each round before the auction.
    """
    first = Seat(deal["dealer"]).next
    order = [first, first.next, first.partner, first.partner.next]
    dealt: dict[Seat, set[str]] = {seat: set() for seat in order}
    top = 0
    for size in packets:
        for seat in order:
            dealt[seat] |= {*deck[top : top + size]}
            top += size
    if "turned" in deal and "contract" in deal:
        dealt[Seat(deal["contract"][0])].add(deck[top])
        top += 1
        for seat in order:
            size = 8 - len(dealt[seat])
            dealt[seat] |= {*deck[top : top + size]}
            top += size
    return dealt


def _words(key: bytes) -> Iterator[int]:
    for block in count():
        digest = hmac.digest(key, b"bc/v1/block" + _u32(block), "sha256")
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))


def _framed(*parts: bytes) -> bytes:
    """Join *parts*, each behind its length, so that no two lists give the same bytes."""
    return b"".join(_u32(len(part)) + part for part in parts)


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")
