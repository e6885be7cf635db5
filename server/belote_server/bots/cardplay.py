"""The club's card: by instinct, with the reason a partner would give afterwards."""

from belote_protocol.vocab import SEATS, Card, HintCode
from belote_server.bots.choice import Choice
from belote_server.bots.codes import EVERY_CARD, SUIT_MASKS
from belote_server.bots.conduct import open_to
from belote_server.bots.following import follow
from belote_server.bots.leading import lead
from belote_server.bots.rollout import lying
from belote_server.bots.sight import Sight, trick_numbers
from belote_server.game.actions import PlayCard


def club_card(sight: Sight) -> int:
    """Return the number of the card the club plays."""
    play, seat, hand = sight.play, sight.seat, sight.hand
    unseen = EVERY_CARD & ~hand & ~sight.played
    trick = trick_numbers(sight.deal, sight.code)
    if not trick:
        return lead(play, seat, hand, unseen, sight.lacks, sight.taker)
    led, best, winner, _ = lying(play, trick, sight.deal.leader.place)
    by_partner = winner == seat ^ 2
    legal = open_to(play, hand, led, best, by_partner=by_partner)
    return follow(play, seat, legal, hand, unseen, sight.lacks, led, best, by_partner, len(trick))


def legal_mask(sight: Sight) -> int:
    """Return the cards the seat may play, as its view says."""
    return sight.code.mask(card for card, duty in sight.view.cards.items() if duty is None)


def chosen(sight: Sight, number: int) -> Choice:
    """Return the choice of the card *number*, with the reason that shows on the table."""
    card = sight.code.cards[number]
    reason, params = explained(sight, number, card)
    return Choice(PlayCard(SEATS[sight.seat], card), reason, params)


def explained(sight: Sight, number: int, card: Card) -> tuple[HintCode, dict[str, str]]:
    """Return why *card* is a good one, and the values the words for it need."""
    if legal_mask(sight) == 1 << number:
        return HintCode.ONLY_CHOICE, {}
    trick = trick_numbers(sight.deal, sight.code)
    named = {"card": card.value}
    if not trick:
        return _explained_lead(sight, number, card)
    play, seat = sight.play, sight.seat
    winner = lying(play, trick, sight.deal.leader.place)[2]
    after = lying(play, (*trick, number), sight.deal.leader.place)[2]
    if after == seat:
        trumped = play.trumps >> number & 1 and trick[0] >> 3 != play.trump
        return (HintCode.TRUMP_IN if trumped else HintCode.TAKE_TRICK), named
    if winner == seat ^ 2 and play.worth[number] > 0:
        return HintCode.GIVE_POINTS, named
    return HintCode.THROW_LOW, named


def _explained_lead(sight: Sight, number: int, card: Card) -> tuple[HintCode, dict[str, str]]:
    play, suit = sight.play, SUIT_MASKS[number >> 3]
    unseen = EVERY_CARD & ~sight.hand & ~sight.played
    named = {"card": card.value}
    partner = sight.lacks[sight.seat ^ 2]
    if play.trumps >> number & 1 and not (sight.seat ^ sight.taker) & 1:
        return HintCode.DRAW_TRUMPS, named
    if not unseen & suit & (-2 << number):
        return HintCode.CASH_MASTER, named
    if (
        suit & ~partner & unseen == 0
        and play.trumps & unseen & ~partner
        and number >> 3 != play.trump
    ):
        return HintCode.LET_PARTNER_TRUMP, {"suit": card.suit.value}
    return HintCode.LEAD_SAFE, named
