"""
Our expert against ``isdd`` of the package colver, on duplicate deals at suits.

``python -m tests.bench colver 10`` plays ten minutes for each time the expert may think. The club
bids for all four seats, so that both play the same contracts; then each side plays the cards once.
Rules are those of official Coinche, set as colver has them where the two differ, and our core
judges and scores. At every card both are asked what is legal, and at the end what it scores.
"""

import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module, util
from typing import Any

from belote_protocol.calls import Bid, BidKind, Word
from belote_protocol.vocab import SEATS, Card, Phase, Policy, Rank, Seat, Suit, Team
from belote_server.bots.arena import Tally
from belote_server.bots.budget import Budget
from belote_server.bots.chance import generator
from belote_server.bots.policies import choose
from belote_server.game.actions import Action, DealCards, MakeCall, PlayCard, StartMatch
from belote_server.game.deck import PACK
from belote_server.game.engine import decide
from belote_server.game.refused import Refusal
from belote_server.game.rulesets import derive
from belote_server.game.state import UNSTARTED, Match, replay
from belote_server.game.views import view

MISSING = "colver is not here: install it with `.venv/bin/python -m pip install colver==0.11.1`"

RULES = derive(
    "coinche-official",
    {
        "auction.modes": "suits",
        "auction.generale": False,
        "declarations.played": False,
        # colver writes exact points, 162 where the official sheet has 160, lets a coinche multiply
        # the contract alone, and gives every belote to who wins a fallen or coinched deal.
        "scoring.rounding": "none",
        "scoring.must_beat_defence": False,
        "scoring.fall_base": 162,
        "scoring.fall_capot_base": 162,
        "scoring.doubled_base": 162,
        "scoring.doubled_capot_base": 252,
        "scoring.multiplies_base": False,
        "scoring.surcoinche": 3,
        "scoring.belote_goes_to": "winner",
    },
)

SPEC = """
[bid]
strategy = "improved"
[play]
method = "isdd"
time_ms = 0
determinizations = 10
parallel = false
[worlds]
source = "uniform"
"""

THINK = (25, 300)
"""How long the expert may think about a card, in milliseconds of processor time."""

BATCH = 8
"""How many deals are begun before the clock is looked at."""

RANKS = tuple(map(Rank, "789JQKTA"))
"""In colver's order."""

CARDS = tuple(Card.of(rank, suit) for suit in Suit for rank in RANKS)
"""In colver's order; its seats count as our places do."""

PASS, CAPOT, COINCHE, SURCOINCHE = 0, 37, 41, 42
"""Calls as colver numbers them: from 1 on the bids of 80 to 160, four suits each."""


@dataclass
class Findings:
    """
    What some deals showed.

    Attributes:
        margins: Of each deal, by how many points the expert was better.
        ours: Seconds of processor time each card took the expert.
        theirs: The same for colver.
        asked: How often both were asked what is legal.
        disputed: How often their answers differed.
        settled: How often both scored a deal.
        unlike: How often their scores differed.
    """

    margins: list[float] = field(default_factory=list)
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    asked: int = 0
    disputed: int = 0
    settled: int = 0
    unlike: int = 0

    def add(self, other: "Findings") -> None:
        """Take in what other deals showed."""
        self.margins += other.margins
        self.ours += other.ours
        self.theirs += other.theirs
        self.asked += other.asked
        self.disputed += other.disputed
        self.settled += other.settled
        self.unlike += other.unlike


class Colver:
    """The same deal at colver's table, with a player of its own in each seat."""

    def __init__(self, match: Match, dealer: Seat, seed: int) -> None:
        colver: Any = import_module("colver")
        hands = [[CARDS.index(card) for card in hand] for hand in match.running.hands]
        self.env = colver.Env.deal_with_hands(dealer.place, hands)
        self._players = [colver.Agent(SPEC, place, seed) for place in range(4)]
        for player in self._players:
            player.init_deal(self.env)

    def bid(self, calls: Sequence[MakeCall]) -> None:
        """Repeat an auction; who is not asked at our table passes at this one."""
        for call in calls:
            while self.env.current_player() != call.seat.place:
                self._do(PASS)
            self._do(_call_number(call.call))
        while self.env.phase() == 0:
            self._do(PASS)

    def play(self, card: Card) -> None:
        """Repeat a card."""
        self._do(CARDS.index(card))

    def card(self, seat: Seat) -> Card:
        """Return what colver would play, searching ten worlds."""
        number: int = self._players[seat.place].decide(self.env)["action"]
        return CARDS[number]

    def legal(self) -> set[Card]:
        """Return the cards it deems legal."""
        return {CARDS[number] for number in self.env.legal_actions()}

    def _do(self, number: int) -> None:
        for player in self._players:
            player.observe(self.env, number)
        self.env.step(number)


def run(minutes: str = "10") -> None:
    """Print how the expert does in so many *minutes*, for each time it may think."""
    if util.find_spec("colver") is None:
        raise SystemExit(MISSING)
    print(f"expert against colver's isdd (10 worlds, uniform), {RULES.name}, suits")
    with ProcessPoolExecutor(initializer=os.nice, initargs=(10,)) as pool:
        for think in THINK:
            found, dealt = Findings(), 0
            end = time.monotonic() + 60 * float(minutes)
            while time.monotonic() < end:
                seeds = range(dealt + 1, dealt + BATCH + 1)
                for more in pool.map(partial(play_deal, think / 1000), seeds):
                    found.add(more)
                dealt += BATCH
                print(f"    {dealt} dealt: {sum(found.margins):+.0f}", file=sys.stderr)
            _print(think, dealt, found)


def play_deal(think: float, seed: int) -> Findings:
    """Return what the deal of *seed* shows; nothing if all pass."""
    rng, found = generator(seed), Findings()
    deck = tuple(rng.sample(PACK, len(PACK)))
    dealer = rng.choice(SEATS)
    dealt = _done(UNSTARTED, StartMatch(f"deal {seed}", RULES, dealer))
    dealt = _done(dealt, DealCards(deck))
    match, calls = _auction(dealt)
    if match.phase is not Phase.PLAY:
        return found
    margins = []
    for team in Team:
        other = Colver(dealt, dealer, seed)
        other.bid(calls)
        margins.append(_played(match, other, team, think, seed, found))
    found.margins.append(sum(margins) / 2)
    return found


def _auction(match: Match) -> tuple[Match, list[MakeCall]]:
    calls: list[MakeCall] = []
    while match.phase is Phase.AUCTION and (seat := match.turn) is not None:
        call = choose(view(match, seat), Policy.CLUB, 0).action
        assert isinstance(call, MakeCall)
        calls.append(call)
        match = _done(match, call)
    return match, calls


def _played(
    match: Match, other: Colver, team: Team, think: float, seed: int, found: Findings
) -> int:
    """Return by how much *team*, the expert's, does better than colver in the other seats."""
    budget = Budget(nodes=10**9, seconds=think, clock=time.thread_time)
    step = 0
    while match.phase is Phase.PLAY and (seat := match.turn) is not None:
        step += 1
        seen = view(match, seat)
        found.asked += 1
        legal = {card for card, duty in seen.cards.items() if duty is None}
        found.disputed += legal != other.legal()
        begun = time.thread_time()
        if seat.team is team:
            action = choose(seen, Policy.EXPERT, 1000 * seed + step, budget).action
            found.ours.append(time.thread_time() - begun)
        else:
            action = PlayCard(seat, other.card(seat))
            found.theirs.append(time.thread_time() - begun)
        assert isinstance(action, PlayCard)
        other.play(action.card)
        match = _done(match, action)
    found.settled += 1
    found.unlike += tuple(match.scores[side] for side in Team) != tuple(other.env.rewards())
    return match.scores[team] - match.scores[team.other]


def _done(match: Match, action: Action) -> Match:
    events = decide(match, action)
    assert not isinstance(events, Refusal), f"{action} was refused: {events}"
    return replay(events, match)


def _call_number(call: Bid | Word) -> int:
    if isinstance(call, Word):
        return {Word.PASS: PASS, Word.COINCHE: COINCHE, Word.SURCOINCHE: SURCOINCHE}[call]
    suit = list(Suit).index(Suit(call.mode.value))
    if call.kind is BidKind.CAPOT:
        return CAPOT + suit
    return 1 + (call.points - 80) // 10 * 4 + suit


def _print(think: int, deals: int, found: Findings) -> None:
    tally = Tally(margins=found.margins)
    print(
        f"  {think} ms a move: {tally.mean:+.1f} ± {tally.error:.1f} points a deal over "
        f"{len(found.margins)} deals played of {deals} dealt"
    )
    for name, taken in (("expert", found.ours), ("colver", found.theirs)):
        ordered = sorted(1000 * seconds for seconds in taken)
        half, most = (ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.99))
        mean = sum(ordered) / len(ordered)
        print(
            f"    {name}: {len(ordered)} cards, ms a card mean {mean:.1f}, p50 {half:.2f}, "
            f"p99 {most:.1f}, max {ordered[-1]:.1f}"
        )
    print(
        f"    legal cards differed {found.disputed} times in {found.asked}, "
        f"scores {found.unlike} in {found.settled}"
    )
