"""Cards as numbers, and the rules of play over them."""

from random import Random

import pytest
from hypothesis import given, settings

from belote_protocol.vocab import Card, Mode, Phase
from belote_server.bots.codes import EVERY_CARD, PLAIN, codes, numbers, points, recode
from belote_server.bots.conduct import conduct, open_to
from belote_server.bots.rollout import lying
from belote_server.game.deck import PACK
from belote_server.game.play import legal_cards, winner_index
from belote_server.game.rules import CardScale
from belote_server.game.rulesets import HOUSE_SCALE, OFFICIAL_SCALE
from tests.bots.seats import acting
from tests.helpers.stories import Story
from tests.helpers.strategies import stories

every_mode = pytest.mark.parametrize("mode", Mode)


@every_mode
def test_a_code_is_a_numbering(mode: Mode) -> None:
    """Every card has one number, its suit's byte has eight of them, and the pack fills all bits."""
    code = codes(mode)

    assert sorted(code.cards) == sorted(Card)
    assert code.mask(Card) == EVERY_CARD
    assert all(code.cards[code.numbers[card]] is card for card in Card)


@every_mode
def test_recoding(mode: Mode) -> None:
    """A hand in the plain code is the same hand in another."""
    rng = Random(1)
    for _ in range(50):
        hand = rng.sample(PACK, 8)
        assert recode(PLAIN.mask(hand), mode) == codes(mode).mask(hand)


@every_mode
@pytest.mark.parametrize("scale", [HOUSE_SCALE, OFFICIAL_SCALE])
def test_stronger_is_never_worth_less(mode: Mode, scale: CardScale) -> None:
    """Within a suit points rise with strength, on which instinct relies."""
    worth = points(scale, mode)
    for low in range(31):
        if low >> 3 == (low + 1) >> 3:
            assert worth[low] <= worth[low + 1]


def test_numbers() -> None:
    """The numbers of a hand come from the top down."""
    assert list(numbers(0b1000_0000_0101)) == [11, 2, 0]


@settings(max_examples=60)
@given(stories())
def test_the_same_cards_are_open(story: Story) -> None:
    """What may be played, and who wins, is the same in numbers as by the rules, in every state."""
    for match in acting(story):
        if match.phase is not Phase.PLAY or not match.running.trick:
            continue
        deal = match.running
        mode = deal.contract.bid.mode
        code, play = codes(mode), conduct(match.rules, mode)
        trick = tuple(code.numbers[card] for card in deal.trick)
        led, best, winner, pot = lying(play, trick, deal.leader.place)
        hand = deal.hands[deal.turn.place]
        by_partner = winner == deal.turn.partner.place

        found = open_to(play, code.mask(hand), led, best, by_partner=by_partner)

        assert found == code.mask(legal_cards(hand, deal.trick, mode, match.rules.play))
        assert winner == (deal.leader.place + winner_index(deal.trick, mode)) % 4
        assert code.cards[best] is deal.trick[winner_index(deal.trick, mode)]
        assert pot == sum(play.worth[number] for number in trick)
