"""Seats to act from, for tests of policies."""

from collections.abc import Iterator

from belote_protocol.calls import call
from belote_protocol.vocab import Phase, Policy, Seat
from belote_server.bots.policies import choose
from belote_server.game.actions import DealCards, MakeCall, PlayCard
from belote_server.game.rules import RuleSet
from belote_server.game.state import Match
from belote_server.game.views import View, view
from tests.helpers.cards import cards
from tests.helpers.deals import hands, play, speak, stacked
from tests.helpers.matches import Table, start
from tests.helpers.stories import Story


def view_on_turn(match: Match) -> View:
    """Return the view of the seat that is on turn."""
    assert match.turn is not None
    return view(match, match.turn)


def acting(story: Story) -> Iterator[Match]:
    """Yield every match of *story* in which a seat is to act."""
    for match in story.matches:
        if match.phase in (Phase.AUCTION, Phase.PLAY):
            yield match


def table(
    rules: RuleSet, dealt: str, said: str = "", played: str = "", taker: Seat = Seat.SOUTH
) -> Table:
    """
    Return a table at which South speaks first and this has happened.

    Args:
        rules: The table's.
        dealt: The hands, ``|`` between them: South, West, North, East.
        said: The calls.
        played: The cards, after the auction.
        taker: Who has the turned card, where one is turned.
    """
    made = start(rules, Seat.EAST)
    made.do(DealCards(stacked(hands(dealt), Seat.EAST, rules, taker)))
    speak(made, said)
    play(made, played)
    return made


def club_says(made: Table) -> str:
    """Return what the club calls at *made*."""
    action = choose(view_on_turn(made.match), Policy.CLUB, 1).action
    assert isinstance(action, MakeCall)
    assert action.call == call(str(action.call))
    return str(action.call)


def plays(made: Table, policy: Policy = Policy.CLUB) -> str:
    """Return the card that *policy* plays at *made*."""
    action = choose(view_on_turn(made.match), policy, 1).action
    assert isinstance(action, PlayCard)
    assert action.card in cards(action.card.value)
    return action.card.value
