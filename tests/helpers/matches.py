"""Playing matches, by the book or at random, for tests of every layer."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from belote_protocol.calls import Call, Word
from belote_protocol.vocab import Card, Phase, Seat
from belote_server.game.actions import Action, DealCards, MakeCall, PlayCard, StartMatch
from belote_server.game.auction import call_options
from belote_server.game.deck import PACK
from belote_server.game.engine import decide
from belote_server.game.events import Event
from belote_server.game.play import legal_cards
from belote_server.game.refused import Refusal
from belote_server.game.rules import RuleSet
from belote_server.game.state import UNSTARTED, Deal, Match, evolve


@dataclass
class Table:
    """A match under way and everything that has happened in it."""

    match: Match = UNSTARTED
    log: list[Event] = field(default_factory=list)

    def do(self, action: Action) -> tuple[Event, ...]:
        """Take *action* and return its events; it must be accepted."""
        decision = decide(self.match, action)
        assert not isinstance(decision, Refusal), f"{action} was refused: {decision}"
        for event in decision:
            self.match = evolve(self.match, event)
        self.log += decision
        return decision

    def refuse(self, action: Action) -> Refusal:
        """Return the refusal of *action*; it must not be accepted."""
        decision = decide(self.match, action)
        assert isinstance(decision, Refusal), f"{action} was accepted: {decision}"
        return decision


def start(rules: RuleSet, dealer: Seat = Seat.EAST, match_id: str = "m-0001") -> Table:
    """Return a table whose match has begun; nothing is dealt yet."""
    table = Table()
    table.do(StartMatch(match_id, rules, dealer))
    return table


def shuffled(rng: Random) -> tuple[Card, ...]:
    """Return a whole deck in an order drawn from *rng*."""
    deck = list(PACK)
    rng.shuffle(deck)
    return tuple(deck)


def open_calls(match: Match) -> list[Call]:
    """Return every call open to the speaker."""
    deal = match.running
    return list(call_options(deal.auction, match.rules.auction, deal.turned))


def open_cards(match: Match) -> list[Card]:
    """Return every card the seat on turn may play."""
    deal: Deal = match.running
    hand = deal.hands[deal.turn.place]
    return legal_cards(hand, deal.trick, deal.contract.bid.mode, match.rules.play)


def random_action(match: Match, rng: Random, passing: float = 0.6) -> Action:
    """Return a legal action for *match*, which must not be over; *passing* is how often to pass."""
    if match.phase is Phase.DEALING:
        return DealCards(shuffled(rng))
    seat = match.turn
    assert seat is not None
    if match.phase is Phase.AUCTION:
        calls = open_calls(match)
        passes = rng.random() < passing
        return MakeCall(seat, Word.PASS if passes else rng.choice(calls))
    return PlayCard(seat, rng.choice(open_cards(match)), declare=rng.random() < 0.9)


def play_on(table: Table, rng: Random, until: Callable[[Match], bool] | None = None) -> Table:
    """Take random legal actions until *until* says so, or else until the match is over."""
    while table.match.phase is not Phase.ENDED and not (until and until(table.match)):
        table.do(random_action(table.match, rng))
    return table
