"""No card is lost, doubled or out of place, whatever happens."""

from collections import Counter

from hypothesis import given

from belote_protocol.vocab import SEATS, Card, Phase
from belote_server.game.state import Match
from tests.helpers.stories import Story
from tests.helpers.strategies import stories


def held(match: Match) -> Counter[Card]:
    """Return how often each card is in a hand, on the table or in a trick."""
    deal = match.running
    taken = (card for trick in deal.tricks for card in trick.cards)
    return Counter((*(card for hand in deal.hands for card in hand), *deal.trick, *taken))


@given(stories())
def test_the_pack_stays_whole(story: Story) -> None:
    """At every step hands, table, tricks and stock are together the 32 cards, each once."""
    for match in story.matches:
        if match.deal is None:
            continue
        dealt = sum(len(hand) for hand in match.running.dealt)
        places = held(match)
        stock = match.running.deck[dealt:] if match.phase is not Phase.PLAY else ()

        assert places.total() == dealt
        assert places + Counter(stock) == Counter(Card)


@given(stories())
def test_hands_are_complete(story: Story) -> None:
    """Once the auction gave a contract every seat has been dealt eight cards."""
    for match in story.matches:
        if match.phase is Phase.PLAY:
            assert [len(hand) for hand in match.running.dealt] == [8, 8, 8, 8]
            assert {card for hand in match.running.dealt for card in hand} == set(Card)


@given(stories())
def test_tricks_run_round_the_table(story: Story) -> None:
    """A trick has one card of each seat's, from its leader on, and its winner leads the next."""
    for match in story.matches:
        if match.phase is not Phase.PLAY:
            continue
        deal = match.running
        leader = deal.tricks[0].leader if deal.tricks else deal.leader
        for trick in deal.tricks:
            assert trick.leader is leader
            for step, card in enumerate(trick.cards):
                assert card in deal.dealt[(leader.place + step) % 4]
            leader = trick.winner
        assert deal.leader is leader
        for seat in SEATS:
            played = len(deal.tricks) + ((seat.place - leader.place) % 4 < len(deal.trick))
            assert len(deal.hands[seat.place]) == 8 - played
