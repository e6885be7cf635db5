"""
The auction: what the seat to speak may say, and what comes of it.

Both auctions, the turned card of classic Belote and the numbers of Coinche, are read from the
same small record of what was said; the rule set's type says which one is played.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from belote_protocol.calls import Bid, BidKind, Call, Contract, Doubling, Word
from belote_protocol.vocab import Card, Mode, RefusalCode, Seat
from belote_server.game.refused import Refusal
from belote_server.game.rules import AfterCoinche, Modes, NumbersAuction, TurnedAuction

AuctionRules = TurnedAuction | NumbersAuction


@dataclass(frozen=True)
class Auction:
    """
    What has been said in a deal.

    Attributes:
        speaker: Who speaks next; ``None`` once the auction is over.
        calls: Each call with its seat, in order.
        contract: The bid that stands, with its doubling; ``None`` before the first bid.
        passes: Passes since the last call that was not one.
    """

    speaker: Seat | None
    calls: tuple[tuple[Seat, Call], ...] = ()
    contract: Contract | None = None
    passes: int = 0

    @property
    def passed_out(self) -> bool:
        """Whether everybody passed and nobody took."""
        return self.speaker is None and self.contract is None


@dataclass(frozen=True)
class CallOptions:
    """
    What the seat to speak may say: any of ``words``, or any bid of ``kinds`` at any of ``modes``.

    Attributes:
        words: Pass, coinche, surcoinche.
        kinds: What may be bid, in rising order.
        modes: The modes any of them may name.
        points: The numbers that may be bid, rising; empty unless ``kinds`` has ``POINTS``.
    """

    words: tuple[Word, ...] = ()
    kinds: tuple[BidKind, ...] = ()
    modes: tuple[Mode, ...] = ()
    points: tuple[int, ...] = ()

    def __iter__(self) -> Iterator[Call]:
        yield from self.words
        for kind in self.kinds:
            for number in self.points if kind is BidKind.POINTS else (0,):
                for mode in self.modes:
                    yield Bid(kind, mode, number)


NO_CALLS = CallOptions()


def call_options(auction: Auction, rules: AuctionRules, turned: Card | None) -> CallOptions:
    """
    Return every call open to the speaker; nothing once the auction is over.

    Args:
        auction: What has been said.
        rules: The table's auction.
        turned: The card turned face up; ``None`` where the auction has none.

    Source: rule book 3.1, 3.2.
    """
    if auction.speaker is None:
        return NO_CALLS
    match rules:
        case TurnedAuction():
            assert turned is not None
            return CallOptions((Word.PASS,), (BidKind.TAKE,), _takes(auction, rules, turned))
        case NumbersAuction():
            return _number_options(auction, auction.speaker, rules)
        case _:
            assert_never(rules)


def judge_call(
    auction: Auction, call: Call, rules: AuctionRules, turned: Card | None
) -> Refusal | None:
    """
    Judge *call* by the speaker: ``None`` if it may be made, else why not.

    Source: rule book 3.1, 3.2.
    """
    if call is Word.PASS:
        return None
    match rules:
        case TurnedAuction():
            assert turned is not None
            return _judge_take(auction, call, rules, turned)
        case NumbersAuction():
            if isinstance(call, Bid):
                return _judge_number(auction, call, rules)
            return _judge_doubling(auction, call)
        case _:
            assert_never(rules)


def after_call(auction: Auction, call: Call, rules: AuctionRules) -> Auction:
    """Return the auction once its speaker has made *call*, a legal one."""
    seat = auction.speaker
    assert seat is not None
    said = replace(auction, calls=(*auction.calls, (seat, call)), passes=0)
    if isinstance(call, Bid):
        said = replace(said, contract=Contract(seat, call))
        over = isinstance(rules, TurnedAuction)
    elif call is Word.PASS:
        said = replace(said, passes=auction.passes + 1)
        over = said.passes == _closing_passes(said, rules)
    else:
        assert auction.contract is not None
        doubling = Doubling.COINCHE if call is Word.COINCHE else Doubling.SURCOINCHE
        said = replace(said, contract=replace(auction.contract, doubling=doubling))
        over = call is Word.SURCOINCHE
    return replace(said, speaker=None if over else _next_speaker(said, seat, rules))


def _closing_passes(auction: Auction, rules: AuctionRules) -> int:
    """Return how many passes in a row end the auction as it stands."""
    if isinstance(rules, TurnedAuction):
        return 8
    if auction.contract is None:
        return 4
    coinched = auction.contract.doubling is Doubling.COINCHE
    return 2 if coinched and rules.after_coinche is AfterCoinche.COINCHED_ONLY else 3


def _next_speaker(auction: Auction, seat: Seat, rules: AuctionRules) -> Seat:
    if (
        isinstance(rules, NumbersAuction)
        and rules.after_coinche is AfterCoinche.COINCHED_ONLY
        and auction.contract is not None
        and auction.contract.doubling is Doubling.COINCHE
        and auction.passes
    ):
        return seat.partner  # the coincher's partner is passed over
    return seat.next


def _played_modes(rules: AuctionRules) -> tuple[Mode, ...]:
    suits = (Mode.SPADES, Mode.HEARTS, Mode.DIAMONDS, Mode.CLUBS)
    return suits if rules.modes is Modes.SUITS else tuple(Mode)


def _takes(auction: Auction, rules: TurnedAuction, turned: Card) -> tuple[Mode, ...]:
    """Return the modes that may be taken in the round the auction is in."""
    first_round = len(auction.calls) < 4
    return tuple(
        mode
        for mode in _played_modes(rules)
        if mode.suit is None or (mode.suit is turned.suit) is first_round
    )


def _judge_take(auction: Auction, call: Call, rules: TurnedAuction, turned: Card) -> Refusal | None:
    if not isinstance(call, Bid) or call != Bid(BidKind.TAKE, call.mode):
        return Refusal(RefusalCode.WRONG_GAME, {"call": str(call)})
    if call.mode not in _played_modes(rules):
        return Refusal(RefusalCode.MODE_NOT_PLAYED, {"mode": call.mode.value})
    if call.mode in _takes(auction, rules, turned):
        return None
    first_round = len(auction.calls) < 4
    code = RefusalCode.TURNED_SUIT_ONLY if first_round else RefusalCode.TURNED_SUIT_REFUSED
    return Refusal(code, {"suit": turned.suit.value})


def _judge_number(auction: Auction, call: Bid, rules: NumbersAuction) -> Refusal | None:
    if call.kind is BidKind.TAKE:
        return Refusal(RefusalCode.WRONG_GAME, {"call": str(call)})
    if auction.contract is not None and auction.contract.doubling is not Doubling.NONE:
        return Refusal(RefusalCode.BIDDING_FROZEN)
    if call.mode not in _played_modes(rules):
        return Refusal(RefusalCode.MODE_NOT_PLAYED, {"mode": call.mode.value})
    if call.kind is BidKind.GENERALE and not rules.generale:
        return Refusal(RefusalCode.GENERALE_NOT_PLAYED)
    if call not in _bids(rules, call.mode):
        limits = {"floor": str(rules.floor), "ceiling": str(rules.ceiling)}
        return Refusal(RefusalCode.OFF_LADDER, limits)
    if auction.contract is not None and _height(call) <= _height(auction.contract.bid):
        return Refusal(RefusalCode.BID_TOO_LOW, {"bid": str(auction.contract.bid)})
    return None


def _judge_doubling(auction: Auction, call: Word) -> Refusal | None:
    contract, speaker = auction.contract, auction.speaker
    assert speaker is not None
    if contract is None:
        return Refusal(RefusalCode.NOTHING_TO_COINCHE)
    own_side = contract.taker.team is speaker.team
    if call is Word.SURCOINCHE:
        if contract.doubling is not Doubling.COINCHE:
            return Refusal(RefusalCode.NOT_COINCHED)
        return None if own_side else Refusal(RefusalCode.NOT_COINCHED_SIDE)
    if contract.doubling is not Doubling.NONE:
        return Refusal(RefusalCode.BIDDING_FROZEN)
    return Refusal(RefusalCode.OWN_SIDE_BID) if own_side else None


def _number_options(auction: Auction, speaker: Seat, rules: NumbersAuction) -> CallOptions:
    contract = auction.contract
    words = tuple(
        word for word in Word if word is Word.PASS or _judge_doubling(auction, word) is None
    )
    if contract is not None and contract.doubling is not Doubling.NONE:
        return CallOptions(words)
    modes = _played_modes(rules)
    open_bids = [
        bid
        for bid in _bids(rules, modes[0])
        if contract is None or _height(bid) > _height(contract.bid)
    ]
    if not open_bids:
        return CallOptions(words)
    return CallOptions(
        words,
        tuple(dict.fromkeys(bid.kind for bid in open_bids)),
        modes,
        tuple(bid.points for bid in open_bids if bid.kind is BidKind.POINTS),
    )


def _bids(rules: NumbersAuction, mode: Mode) -> Iterator[Bid]:
    """Yield every bid the table plays at *mode*, rising."""
    for points in range(rules.floor, rules.ceiling + 1, 10):
        yield Bid(BidKind.POINTS, mode, points)
    yield Bid(BidKind.CAPOT, mode)
    if rules.generale:
        yield Bid(BidKind.GENERALE, mode)


def _height(bid: Bid) -> tuple[bool, bool, int]:
    """Return what ranks *bid*: a générale above a capot above any number; never its mode."""
    return (bid.kind is BidKind.GENERALE, bid.kind is not BidKind.POINTS, bid.points)
