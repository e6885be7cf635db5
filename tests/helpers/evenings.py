"""Deals played at random, as a table with real cards would write them down."""

from random import Random

from belote_protocol.vocab import Card, Seat, Team
from belote_server.game.engine import tally_deal
from belote_server.game.rules import RuleSet
from belote_server.game.scoring import Tally
from belote_server.game.state import Deal
from tests.helpers.matches import play_on, start


def played_deal(rules: RuleSet, seed: int) -> tuple[Deal, Tally]:
    """Return the first deal that is played to its end at a table with *rules*, and its tally."""
    table = play_on(start(rules), Random(seed), lambda match: bool(match.settled))
    match = table.match
    return match.running, tally_deal(match, match.running)


def tricks_of(deal: Deal) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of each trick of *deal*."""
    return tuple(trick.cards for trick in deal.tricks)


def first_leader(deal: Deal) -> Seat:
    """Return who led the first trick of *deal*."""
    return deal.tricks[0].leader


def belotes_of(tally: Tally, worth: int) -> tuple[Team, ...]:
    """Return the holder of each belote of *tally*, one of which is *worth* so many points."""
    return tuple(team for team in Team for _ in range(tally.belote[team] // worth))
