"""
What a policy works from: its seat's view, and what follows from it about the hidden hands.

Everything here is a function of the view, so a policy cannot know more than a person in its seat
who forgets nothing.
"""

from dataclasses import dataclass

from belote_protocol.vocab import SEATS, Card, DeclarationKind, Phase, Rank, Seat
from belote_server.bots.codes import EVERY_CARD, PLAIN, SUIT_MASKS, Codes, codes
from belote_server.bots.conduct import Conduct, conduct, denied
from belote_server.game.views import DealView, View


@dataclass(frozen=True, eq=False)
class Sight:
    """
    What a seat knows of the cards, in the code of the mode, or the plain one before there is one.

    Attributes:
        view: The seat's view.
        deal: Its running deal.
        seat: The seat's place.
        code: The code of all masks.
        hand: What the seat holds.
        dealt: What it held before the first card was played.
        played: The cards that have fallen, those on the table included.
        fell: The same by the seat that played them.
        lacks: What each seat cannot hold.
        holds: What each other seat is known to hold.
        sizes: How many cards each seat has.
        kinds: The declarations of each seat that were announced and not shown.
    """

    view: View
    deal: DealView
    seat: int
    code: Codes
    hand: int
    dealt: int
    played: int
    fell: tuple[int, ...]
    lacks: tuple[int, ...]
    holds: tuple[int, ...]
    sizes: tuple[int, ...]
    kinds: tuple[tuple[DeclarationKind, ...], ...]

    @property
    def unseen(self) -> int:
        """The cards the seat has not seen: in other hands, or not dealt yet."""
        turned = self.deal.turned
        known = self.hand | self.played
        if self.view.phase is Phase.AUCTION and turned is not None:
            known |= self.code.bits[turned]
        return EVERY_CARD & ~known

    @property
    def play(self) -> Conduct:
        """How the deal is played; only once it is."""
        return conduct(self.view.rules, self.code.mode)

    @property
    def taker(self) -> int:
        """The place that plays the contract; only once there is one."""
        assert self.deal.contract is not None
        return self.deal.contract.taker.place


def sight(view: View) -> Sight:
    """Return what the seat of *view* knows; it must be a seat's, and a deal must be running."""
    seat, deal = view.viewer, view.deal
    assert isinstance(seat, Seat)
    assert deal is not None
    is_played = view.phase is Phase.PLAY and deal.contract is not None
    code = codes(deal.contract.bid.mode) if is_played and deal.contract else PLAIN
    hand = code.mask(card for card in deal.hands[seat.place] if card is not None)
    fell = _fell(deal, code)
    return Sight(
        view=view,
        deal=deal,
        seat=seat.place,
        code=code,
        hand=hand,
        dealt=hand | fell[seat.place],
        played=fell[0] | fell[1] | fell[2] | fell[3],
        fell=fell,
        lacks=_lacks(view, deal, code) if is_played else (0, 0, 0, 0),
        holds=_holds(deal, code, fell, seat) if is_played else (0, 0, 0, 0),
        sizes=tuple(map(len, deal.hands)),
        kinds=_kinds(deal, seat),
    )


def trick_numbers(deal: DealView, code: Codes) -> tuple[int, ...]:
    """Return the numbers of the cards on the table."""
    return tuple(code.numbers[card] for card in deal.trick)


def _tricks(deal: DealView) -> list[tuple[Seat, tuple[Card, ...]]]:
    """Return every trick with its leader, the one on the table last."""
    return [*((trick.leader, trick.cards) for trick in deal.tricks), (deal.leader, deal.trick)]


def _fell(deal: DealView, code: Codes) -> tuple[int, ...]:
    fell = [0, 0, 0, 0]
    for leader, cards in _tricks(deal):
        for index, card in enumerate(cards):
            fell[(leader.place + index) & 3] |= code.bits[card]
    return tuple(fell)


def _lacks(view: View, deal: DealView, code: Codes) -> tuple[int, ...]:
    """Return what each seat cannot hold, since it would have owed it or said it."""
    play = conduct(view.rules, code.mode)
    lacks = [0, 0, 0, 0]
    said = {(belote.seat, belote.suit) for belote in deal.belotes}
    for leader, cards in _tricks(deal):
        best = winner = 0
        led = SUIT_MASKS[code.numbers[cards[0]] >> 3] if cards else 0
        for index, card in enumerate(cards):
            seat = SEATS[(leader.place + index) & 3]
            number = code.numbers[card]
            if index:
                by_partner = index - winner == 2
                lacks[seat.place] |= denied(play, number, led, best, by_partner=by_partner)
            same = number >> 3 == best >> 3
            if not index or (number > best if same else play.trumps >> number & 1):
                best, winner = number, index
            if play.climbs >> number & 1 and (seat, card.suit) not in said:
                lacks[seat.place] |= _pair_missing(view, code, card)
    return tuple(lacks)


def _pair_missing(view: View, code: Codes, card: Card) -> int:
    """Return the other of king and queen, which would have been said with *card*."""
    speaks = code.mode.suit is not None or view.rules.cards.all_trump_belotes
    if not speaks or card.rank not in (Rank.KING, Rank.QUEEN):
        return 0
    other = Rank.QUEEN if card.rank is Rank.KING else Rank.KING
    return code.bits[Card.of(other, card.suit)]


def _holds(deal: DealView, code: Codes, fell: tuple[int, ...], viewer: Seat) -> tuple[int, ...]:
    """Return what each other seat was shown to hold and has not played."""
    holds = [0, 0, 0, 0]
    if deal.contract is not None and deal.turned is not None:
        holds[deal.contract.taker.place] |= code.bits[deal.turned]
    for belote in deal.belotes:
        pair = (Card.of(rank, belote.suit) for rank in (Rank.KING, Rank.QUEEN))
        holds[belote.seat.place] |= code.mask(pair)
    if deal.shown is not None:
        for seat, declaration in deal.shown.shown:
            holds[seat.place] |= code.mask(declaration.cards)
    holds[viewer.place] = 0
    everything = fell[0] | fell[1] | fell[2] | fell[3]
    return tuple(mask & ~everything for mask in holds)


def _kinds(deal: DealView, viewer: Seat) -> tuple[tuple[DeclarationKind, ...], ...]:
    """Return what each other seat announced and has not shown."""
    shown = {seat for seat, _ in deal.shown.shown} if deal.shown is not None else set()
    return tuple(
        () if seat is viewer or seat in shown else kinds
        for seat, kinds in zip(SEATS, deal.announced, strict=True)
    )
