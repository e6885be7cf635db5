"""The ladder of policies: a seat's view, a seed and a budget in, a choice out."""

from typing import assert_never

from belote_protocol.vocab import Policy
from belote_server.bots.budget import Budget
from belote_server.bots.chance import generator
from belote_server.bots.choice import Choice
from belote_server.bots.club import club_choice
from belote_server.bots.expert import expert_choice
from belote_server.bots.novice import novice_choice
from belote_server.game.views import View


def choose(view: View, policy: Policy, seed: int, budget: Budget | None = None) -> Choice:
    """
    Return what *policy* does in the place of the viewer.

    Without a clock in the budget the choice is a function of the arguments.

    Args:
        view: The view of the seat whose turn it is to speak or play.
        policy: How well to play.
        seed: What all chance in the choice is drawn from.
        budget: How much the expert may think; the others need no time.
    """
    match policy:
        case Policy.NOVICE:
            return novice_choice(view, generator(seed))
        case Policy.CLUB:
            return club_choice(view)
        case Policy.EXPERT:
            return expert_choice(view, generator(seed), (budget or Budget()).start())
        case _:
            assert_never(policy)
