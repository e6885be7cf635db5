"""
The pack, how it is dealt, and the fair order of a deal (scheme ``bc/v1``).

A fair deal is fixed by 32 secret bytes that are committed to before anybody speaks, and by what
the four seats added; once the seed is shown anyone can repeat these steps. Nothing here draws
anything: bytes come in, an order goes out.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from belote_protocol.vocab import Card, Rank, Seat, Suit
from belote_server.game.seats import Hand, Hands, seats_from

_SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)

PACK: tuple[Card, ...] = tuple(Card.of(rank, suit) for suit in _SUITS for rank in Rank)
"""The order a fair shuffle starts from: clubs, diamonds, hearts, spades, each 7 up to the ace."""

NO_CONTRIBUTIONS = (b"", b"", b"", b"")


def is_whole(deck: Sequence[Card]) -> bool:
    """Return whether *deck* is 32 distinct cards."""
    return len(deck) == len(PACK) and len(set(deck)) == len(PACK)


def first_hands(deck: Sequence[Card], dealer: Seat, packets: Sequence[int]) -> Hands:
    """
    Return what each seat gets before the auction.

    Args:
        deck: The top first.
        dealer: The seat after it gets the first packet.
        packets: The size of each round's packets.

    Source: rule book 2.4, 2.5.
    """
    hands: dict[Seat, list[Card]] = {seat: [] for seat in seats_from(dealer.next)}
    top = 0
    for size in packets:
        for hand in hands.values():
            hand += deck[top : top + size]
            top += size
    return _in_seat_order({seat: tuple(hand) for seat, hand in hands.items()})


def second_hands(deck: Sequence[Card], dealer: Seat, dealt: int, taker: Seat) -> Hands:
    """
    Return what each seat gets once *taker* has taken: three cards, or the turned card and two.

    Args:
        deck: The top first.
        dealer: The seat after it is served first.
        dealt: How many cards each seat already has; the turned card follows them.

    Source: rule book 2.4.
    """
    turned = 4 * dealt
    top = turned + 1
    added: dict[Seat, Hand] = {}
    for seat in seats_from(dealer.next):
        own = (deck[turned],) if seat is taker else ()
        size = 8 - dealt - len(own)
        added[seat] = (*own, *deck[top : top + size])
        top += size
    return _in_seat_order(added)


def commitment(match_id: str, deal: int, seed: bytes) -> bytes:
    """Return the 32 bytes that bind *seed* to a deal before it is played."""
    return hashlib.sha256(_framed(b"bc/v1/commit", match_id, deal, seed)).digest()


def contribution_commitment(match_id: str, deal: int, seat: Seat, contribution: bytes) -> bytes:
    """Return the 32 bytes by which a seat binds what it will add to a deal."""
    place = _u32(deal) + bytes([seat.place])
    return hashlib.sha256(_framed(b"bc/v1/client", match_id, place, contribution)).digest()


def fair_deck(
    match_id: str,
    deal: int,
    dealer: Seat,
    seed: bytes,
    contributions: Sequence[bytes] = NO_CONTRIBUTIONS,
) -> tuple[Card, ...]:
    """
    Return the order of a fair deal, the top first.

    Args:
        match_id: The match.
        deal: The deal's number.
        dealer: Who deals it.
        seed: The server's 32 secret bytes.
        contributions: What each seat added, in seat order; empty bytes where nothing.
    """
    key = deal_key(match_id, deal, dealer, seed, contributions)
    words = _words(key)
    deck = list(PACK)
    for last in range(len(deck) - 1, 0, -1):
        chosen = _below(last + 1, words)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)


def deal_key(
    match_id: str, deal: int, dealer: Seat, seed: bytes, contributions: Sequence[bytes]
) -> bytes:
    """Return the 32 bytes every word of the shuffle is drawn from."""
    place = _u32(deal) + bytes([dealer.place])
    return hmac.digest(seed, _framed(b"bc/v1/deal", match_id, place, *contributions), "sha256")


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(key, b"bc/v1/block" + _u32(block), "sha256")
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def _below(limit: int, words: Iterator[int]) -> int:
    """Return the next word below *limit*, every value equally likely: uneven words are left out."""
    usable = 2**32 // limit * limit
    return next(word for word in words if word < usable) % limit


def _framed(*parts: bytes | str | int) -> bytes:
    """Join *parts*, each after its length in four bytes, so that no two lists give one string."""
    framed = b""
    for part in parts:
        raw = part.encode() if isinstance(part, str) else part
        raw = _u32(raw) if isinstance(raw, int) else raw
        framed += _u32(len(raw)) + raw
    return framed


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _in_seat_order(hands: dict[Seat, Hand]) -> Hands:
    return (hands[Seat.SOUTH], hands[Seat.WEST], hands[Seat.NORTH], hands[Seat.EAST])
