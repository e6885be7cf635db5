"""What is done for a seat whose time is up: pass, or a card that gives little away."""

from belote_protocol.calls import Word
from belote_protocol.vocab import Card, Phase
from belote_server.game.actions import Action, MakeCall, PlayCard
from belote_server.game.play import STRENGTH, card_points, is_trump, legal_cards, winner_index
from belote_server.game.state import Match


def stand_in(match: Match) -> Action:
    """Return a sensible action for the seat whose turn it is; only while there is one."""
    seat = match.turn
    assert seat is not None
    if match.phase is Phase.AUCTION:
        return MakeCall(seat, Word.PASS)
    return PlayCard(seat, _card(match))


def _card(match: Match) -> Card:
    """Return points for a winning partner, the cheapest winner as last, else the cheapest card."""
    deal = match.running
    mode = deal.contract.bid.mode
    strength, worth = STRENGTH[mode], card_points(match.rules.cards, mode)
    legal = legal_cards(deal.hands[deal.turn.place], deal.trick, mode, match.rules.play)

    def cost(card: Card) -> tuple[int, int]:
        return (worth[card], strength[card])

    if not deal.trick:
        return min(legal, key=cost)
    if len(deal.trick) - winner_index(deal.trick, mode) == 2:  # the partner's card
        plain = [card for card in legal if not is_trump(card.suit, mode)]
        return max(plain or legal, key=cost) if len(deal.trick) == 3 else min(legal, key=cost)
    if len(deal.trick) == 3:
        last = len(deal.trick)
        winning = [card for card in legal if winner_index((*deal.trick, card), mode) == last]
        if winning:
            return min(winning, key=cost)
    return min(legal, key=cost)
