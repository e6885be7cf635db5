"""Duplicate deals: each is played twice, the second time with the seats exchanged."""

from collections.abc import Callable

from belote_protocol.vocab import SEATS, Card, Seat, Team
from belote_server.bots.chance import generator
from belote_server.bots.choice import Choice
from belote_server.game.actions import Action, DealCards, StartMatch
from belote_server.game.deck import PACK
from belote_server.game.engine import decide
from belote_server.game.refused import Refusal
from belote_server.game.rules import RuleSet
from belote_server.game.state import UNSTARTED, Match, replay
from belote_server.game.views import View, view

Player = Callable[[View, int], Choice]
"""Answers a view and a seed."""


def play_pair(rules: RuleSet, one: Player, other: Player, seed: int) -> float:
    """
    Return by how many points a deal *one* is better than *other* on the deal of *seed*.

    *one* holds North and South first, then East and West, with the same cards and dealer.
    """
    rng = generator(seed)
    deck = tuple(rng.sample(PACK, len(PACK)))
    dealer = rng.choice(SEATS)
    north_south = _margin(rules, deck, dealer, (one, other), seed)
    east_west = _margin(rules, deck, dealer, (other, one), seed)
    return (north_south - east_west) / 2


def _margin(
    rules: RuleSet,
    deck: tuple[Card, ...],
    dealer: Seat,
    players: tuple[Player, Player],
    seed: int,
) -> int:
    """Return what North and South make less what East and West make."""
    match = _done(UNSTARTED, StartMatch(f"deal {seed}", rules, dealer))
    match = _done(match, DealCards(deck))
    step = 0
    while (seat := match.turn) is not None:
        step += 1
        player = players[seat.place & 1]
        match = _done(match, player(view(match, seat), 1000 * seed + step).action)
    return match.scores[Team.NS] - match.scores[Team.EW]


def _done(match: Match, action: Action) -> Match:
    """Return *match* after *action*, which must be legal."""
    events = decide(match, action)
    assert not isinstance(events, Refusal), f"{action} was refused: {events}"
    return replay(events, match)
