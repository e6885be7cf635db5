"""The novice: legal, with a few rules of thumb."""

from belote_protocol.calls import Bid, BidKind, Word
from belote_protocol.vocab import Card, HintCode, Rank, Seat
from belote_server.bots.chance import Chance
from belote_server.bots.choice import Choice
from belote_server.game.actions import MakeCall, PlayCard
from belote_server.game.play import STRENGTH, card_points, is_trump, winner_index
from belote_server.game.views import View

TO_TAKE, TO_BID = 44, 50
"""What a hand must be worth to take the turned card, which it counts in, or to promise 80."""

_TRUMPS = {Rank.JACK: 20, Rank.NINE: 14, Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3}


def novice_choice(view: View, rng: Chance) -> Choice:
    """Return what a novice would do in the place of the viewer, whose turn it is."""
    seat = view.viewer
    assert isinstance(seat, Seat)
    return _card(view, seat) if view.cards else _call(view, seat, rng)


def _call(view: View, seat: Seat, rng: Chance) -> Choice:
    """Bid the longest and strongest suit at the lowest number, once."""
    deal, options = view.deal, view.calls
    assert deal is not None
    passed = Choice(MakeCall(seat, Word.PASS), HintCode.PASS_WEAK)
    suits = [mode for mode in options.modes if mode.suit is not None]
    if not suits or (deal.contract is not None and deal.contract.taker is seat.partner):
        return passed
    hand = [card for card in (*deal.hands[seat.place], deal.turned) if card is not None]

    def worth(card: Card, trump: object) -> int:
        if card.suit is trump:
            return _TRUMPS.get(card.rank, 0) + 6
        return 8 if card.rank is Rank.ACE else 0

    value, mode = max((sum(worth(card, mode.suit) for card in hand), mode) for mode in suits)
    value += rng.randint(-4, 4)
    params = {"mode": mode.value, "points": str(value)}
    if BidKind.TAKE in options.kinds:
        taken = Choice(MakeCall(seat, Bid(BidKind.TAKE, mode)), HintCode.BID_HAND, params)
        return taken if value >= TO_TAKE else passed
    within = [points for points in options.points if points <= 80 + value - TO_BID]
    if not within:
        return passed
    bid = Bid(BidKind.POINTS, mode, within[0])
    return Choice(MakeCall(seat, bid), HintCode.BID_HAND, params)


def _card(view: View, seat: Seat) -> Choice:
    """Lead the strongest, win what can be won, throw what is worth least."""
    deal = view.deal
    assert deal is not None
    assert deal.contract is not None
    mode = deal.contract.bid.mode
    strength, worth = STRENGTH[mode], card_points(view.rules.cards, mode)
    legal = [card for card, duty in view.cards.items() if duty is None]

    def cost(card: Card) -> tuple[int, int]:
        return worth[card], strength[card]

    def chosen(card: Card, reason: HintCode) -> Choice:
        return Choice(PlayCard(seat, card), reason, {"card": card.value})

    if not deal.trick:
        return chosen(max(legal, key=cost), HintCode.LEAD_SAFE)
    if len(deal.trick) - winner_index(deal.trick, mode) == 2:  # the partner's card
        plain = [card for card in legal if not is_trump(card.suit, mode)]
        return chosen(max(plain or legal, key=cost), HintCode.GIVE_POINTS)
    last = len(deal.trick)
    winning = [card for card in legal if winner_index((*deal.trick, card), mode) == last]
    if winning:
        return chosen(max(winning, key=cost), HintCode.TAKE_TRICK)
    return chosen(min(legal, key=cost), HintCode.THROW_LOW)
