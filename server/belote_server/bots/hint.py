"""A hint for a person: what the club would do, and why."""

from belote_server.bots.choice import Choice
from belote_server.bots.club import club_choice
from belote_server.game.views import View


def hint(view: View) -> Choice:
    """
    Return what the club would do in the place of the viewer, whose turn it is.

    The words for its reason are the text ``hint.<reason>`` with its parameters.
    """
    return club_choice(view)
