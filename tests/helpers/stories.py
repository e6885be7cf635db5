"""Whole matches as what was done and what came of it, told at random from a seed."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from belote_protocol.calls import Bid, Call, Word
from belote_protocol.vocab import Card, EndReason, Mode, Phase, Seat, Team
from belote_server.game.actions import (
    Action,
    CommitDeal,
    DealCards,
    EndMatch,
    MakeCall,
    PlayCard,
    StartMatch,
)
from belote_server.game.deck import PACK, commitment, fair_deck
from belote_server.game.engine import decide
from belote_server.game.events import Event
from belote_server.game.notation import write
from belote_server.game.play import STRENGTH
from belote_server.game.refused import Refusal
from belote_server.game.rules import RuleSet
from belote_server.game.seats import Hand
from belote_server.game.state import UNSTARTED, Match, evolve
from tests.helpers.matches import open_calls, open_cards


@dataclass
class Story:
    """
    A match, step by step.

    Attributes:
        actions: What was done, in order.
        batches: The events of each action.
        matches: The match before the first action, and after each.
    """

    actions: list[Action] = field(default_factory=list)
    batches: list[tuple[Event, ...]] = field(default_factory=list)
    matches: list[Match] = field(default_factory=lambda: [UNSTARTED])

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.matches[-1]

    @property
    def log(self) -> list[Event]:
        """Everything that happened."""
        return [event for batch in self.batches for event in batch]

    def do(self, action: Action) -> None:
        """Take *action*, which must be accepted."""
        batch = decide(self.match, action)
        assert not isinstance(batch, Refusal), f"{action} was refused: {batch}"
        match = self.match
        for event in batch:
            match = evolve(match, event)
        self.actions.append(action)
        self.batches.append(batch)
        self.matches.append(match)

    def steps(self) -> Iterator[tuple[Match, Event, Match]]:
        """Yield each event with the match before and after it."""
        match = UNSTARTED
        for event in self.log:
            after = evolve(match, event)
            yield match, event, after
            match = after

    def __repr__(self) -> str:
        return f"a story of {len(self.actions)} actions:\n{write(self.log)}"


@dataclass(frozen=True)
class Manner:
    """
    How a story is told, each a share of the times it could happen.

    Attributes:
        lumpy: Decks with long runs and whole suits in one hand, so that declarations, belotes
            and capots come up.
        onesided: Deals in which one side always plays its strongest card and the other its
            weakest.
        committed: Deals committed to before they are dealt.
        shy: Calls that are passes.
        quitting: Actions in whose place a side gives up.
    """

    lumpy: float = 0.5
    onesided: float = 0.4
    committed: float = 0.3
    shy: float = 0.5
    quitting: float = 0.002


def told(rules: RuleSet, seed: int, length: int, manner: Manner | None = None) -> Story:
    """Return a story of at most *length* actions, the same for the same arguments."""
    teller = _Teller(Random(seed), manner or Manner())
    story = Story()
    story.do(StartMatch(f"m-{seed}", rules, teller.rng.choice(list(Seat))))
    while story.match.phase is not Phase.ENDED and len(story.actions) < length:
        story.do(teller.next_action(story.match))
    return story


def lumpy_deck(rng: Random) -> tuple[Card, ...]:
    """Return a pack that was cut, then stirred a little."""
    cut = rng.randrange(32)
    deck = [*PACK[cut:], *PACK[:cut]]
    if rng.random() < 0.5:
        deck.sort(key=lambda card: (card.rank, card.suit))
    for _ in range(rng.randrange(12)):
        one, other = rng.sample(range(32), 2)
        deck[one], deck[other] = deck[other], deck[one]
    return tuple(deck)


@dataclass
class _Teller:
    rng: Random
    manner: Manner

    def next_action(self, match: Match) -> Action:
        if self._happens(self.manner.quitting):
            reason = self.rng.choice((EndReason.SURRENDER, EndReason.FORFEIT))
            return EndMatch(self.rng.choice(list(Team)), reason)
        match match.phase:
            case Phase.DEALING:
                return self._deal(match)
            case Phase.AUCTION:
                return self._call(match)
            case _:
                return self._card(match)

    def _happens(self, share: float) -> bool:
        return self.rng.random() < share

    def _deal(self, match: Match) -> Action:
        number = match.deals + 1
        if match.commitment is not None:
            seed = bytes.fromhex(match.commitment.seed or "")
            return DealCards(fair_deck(match.match_id, number, match.dealer, seed))
        if self._happens(self.manner.committed):
            seed = self.rng.randbytes(32)
            return CommitDeal(seed.hex(), commitment(match.match_id, number, seed).hex())
        if self._happens(self.manner.lumpy):
            return DealCards(lumpy_deck(self.rng))
        return DealCards(tuple(self.rng.sample(PACK, 32)))

    def _call(self, match: Match) -> Action:
        seat = match.turn
        assert seat is not None
        calls = open_calls(match)
        words = [call for call in calls if isinstance(call, Word) and call is not Word.PASS]
        if self._happens(self.manner.shy):
            return MakeCall(seat, Word.PASS)
        if words and self._happens(0.5):
            return MakeCall(seat, self.rng.choice(words))
        if self._happens(0.7):
            calls = _fitting(calls, match.running.hands[seat.place])
        low = int(len(calls) * self.rng.random() ** 3)  # low bids, so that some are made
        return MakeCall(seat, calls[low])

    def _card(self, match: Match) -> Action:
        deal, mode = match.running, match.running.contract.bid.mode
        cards = open_cards(match)
        chance = Random(f"{match.match_id} {deal.number} {self.manner.onesided}")
        card = self.rng.choice(cards)
        if chance.random() < self.manner.onesided:
            strong = deal.turn.team is chance.choice((deal.contract.taker.team, *Team))
            card = (max if strong else min)(cards, key=STRENGTH[mode].__getitem__)
        return PlayCard(deal.turn, card, declare=self._happens(0.9))


def _fitting(calls: list[Call], hand: Hand) -> list[Call]:
    """Return the bids among *calls* at the suit *hand* is strongest in; all calls without one."""

    def fit(mode: Mode) -> int:
        return sum(STRENGTH[mode][card] for card in hand if card.suit is mode.suit)

    modes = {call.mode for call in calls if isinstance(call, Bid)}
    best = max(sorted(modes), key=fit, default=None)
    return [call for call in calls if isinstance(call, Bid) and call.mode is best] or calls
