"""The club player: sound rules for every decision, and a reason for each."""

from belote_protocol.vocab import Phase
from belote_server.bots.auctioning import choose_call
from belote_server.bots.bidding import club_prospects
from belote_server.bots.cardplay import chosen, club_card
from belote_server.bots.choice import Choice
from belote_server.bots.sight import sight
from belote_server.bots.stakes import Stakes
from belote_server.game.views import View


def club_choice(view: View) -> Choice:
    """Return what the club would do in the place of the viewer, whose turn it is."""
    known = sight(view)
    if view.phase is Phase.PLAY:
        return chosen(known, club_card(known))
    return choose_call(view, club_prospects(known), Stakes(view, known.seat & 1))
