"""Whatever is asked is answered or refused, and a refusal changes nothing."""

from hypothesis import given
from hypothesis import strategies as st

from belote_protocol.calls import Bid, BidKind, Call, Word
from belote_protocol.vocab import SEATS, Card, Mode, Phase
from belote_server.game.actions import Action, MakeCall, PlayCard
from belote_server.game.auction import judge_call
from belote_server.game.engine import decide
from belote_server.game.play import judge_cards
from belote_server.game.refused import Refusal
from belote_server.game.state import replay
from belote_server.game.views import view
from tests.helpers import strategies
from tests.helpers.stories import Story

CALLS: list[Call] = [
    *Word,
    *(
        Bid(kind, mode, points)
        for kind in BidKind
        for mode in Mode
        for points in (range(70, 200, 10) if kind is BidKind.POINTS else (0,))
    ),
]


@given(strategies.stories(), st.lists(strategies.actions, min_size=1, max_size=12))
def test_anything_may_be_asked(story: Story, asked: list[Action]) -> None:
    """Any action in any state gives events or a refusal, and a refused one leaves no trace."""
    match = story.match
    for action in asked:
        before = repr(match)
        decision = decide(match, action)

        assert repr(match) == before
        if not isinstance(decision, Refusal):
            match = replay(decision, match)
            view(match, SEATS[0])


@given(strategies.stories())
def test_calls_are_judged_once(story: Story) -> None:
    """The calls a seat is offered are the calls it is not refused, and nobody else has any."""
    match = story.match
    for viewer in SEATS:
        offered = set(view(match, viewer).calls)
        accepted = {
            call for call in CALLS if not isinstance(decide(match, MakeCall(viewer, call)), Refusal)
        }

        assert accepted == offered
        assert bool(offered) == (match.phase is Phase.AUCTION and match.turn is viewer)


@given(strategies.stories(), strategies.calls)
def test_a_refused_call_names_the_rule(story: Story, call: Call) -> None:
    """What judging a call says is what the one who makes it hears."""
    match = story.match
    if match.phase is Phase.AUCTION and match.turn is not None:
        deal = match.running
        judged = judge_call(deal.auction, call, match.rules.auction, deal.turned)
        decision = decide(match, MakeCall(match.turn, call))

        assert judged == (decision if isinstance(decision, Refusal) else None)


@given(strategies.stories())
def test_cards_are_judged_once(story: Story) -> None:
    """The cards a seat is shown as open are the cards it may play, and nobody else has any."""
    match = story.match
    for viewer in SEATS:
        judged = view(match, viewer).cards
        accepted = {
            card for card in Card if not isinstance(decide(match, PlayCard(viewer, card)), Refusal)
        }

        assert accepted == {card for card, broken in judged.items() if broken is None}
        assert bool(judged) == (match.phase is Phase.PLAY and match.turn is viewer)


@given(strategies.stories())
def test_a_refused_card_names_the_duty(story: Story) -> None:
    """A held card that may not be played is refused with the duty it was judged to break."""
    match = story.match
    if match.phase is Phase.PLAY:
        deal = match.running
        hand = deal.hands[deal.turn.place]
        mode = deal.contract.bid.mode
        for card, broken in judge_cards(hand, deal.trick, mode, match.rules.play).items():
            decision = decide(match, PlayCard(deal.turn, card))

            assert broken == (decision.code if isinstance(decision, Refusal) else None)


@given(strategies.stories())
def test_nobody_is_stuck(story: Story) -> None:
    """Whoever is to speak may pass, and whoever is to play has a card that breaks no duty."""
    for match in story.matches:
        if match.turn is not None:
            shown = view(match, match.turn)
            assert Word.PASS in shown.calls or None in shown.cards.values()
