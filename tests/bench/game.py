"""The rules on one core: whole deals, legal cards, settlements, replay."""

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from belote_protocol.vocab import Phase
from belote_server.game.actions import Action, DealCards
from belote_server.game.engine import decide, tally_deal
from belote_server.game.events import DealSettled
from belote_server.game.play import judge_cards
from belote_server.game.refused import Refusal
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import RULE_SETS, derive
from belote_server.game.scoring import settle
from belote_server.game.state import UNSTARTED, Match, evolve, replay
from tests.helpers.matches import Table, play_on, random_action, start

ROUNDS = 9


def run() -> None:
    """Print each figure as the median of several rounds of processor time."""
    print(f"rules, one core: median (lowest to highest) of {ROUNDS} rounds of processor time")
    for name in RULE_SETS:
        begun, script = _script(derive(name, {"match.deals": 100}))
        deals = sum(isinstance(action, DealCards) for action in script)
        _rate(f"whole random deals a second, {name}", deals, _play, begun, script)
    table = play_on(start(derive("coinche-house", {"match.deals": 12})), Random(12))
    hands = _hands_to_play(table)
    _rate("legal-card calls a second", len(hands), _judge, hands)
    ends = _ends(table)
    _rate("settlements a second, with their tally", len(ends), _settle, ends)
    _times(f"replay of a 12-deal match, {len(table.log)} events, ms", replay, table.log)


def _script(rules: RuleSet) -> tuple[Match, list[Action]]:
    """Return a match just begun and random legal actions that play it to its end."""
    rng = Random(f"bench {rules.name}")
    table = start(rules)
    begun, script = table.match, []
    while table.match.phase is not Phase.ENDED:
        script.append(random_action(table.match, rng))
        table.do(script[-1])
    return begun, script


def _play(match: Match, script: list[Action]) -> None:
    for action in script:
        decision = decide(match, action)
        assert not isinstance(decision, Refusal)
        for event in decision:
            match = evolve(match, event)


def _hands_to_play(table: Table) -> list[Match]:
    match, found = UNSTARTED, []
    for event in table.log:
        match = evolve(match, event)
        if match.phase is Phase.PLAY and match.running.hands[match.running.turn.place]:
            found.append(match)
    return found


def _judge(matches: list[Match]) -> None:
    for match in matches:
        deal = match.running
        hand = deal.hands[deal.turn.place]
        judge_cards(hand, deal.trick, deal.contract.bid.mode, match.rules.play)


def _ends(table: Table) -> list[Match]:
    """Return the match as it stood before each of its deals was settled."""
    match, found = UNSTARTED, []
    for event in table.log:
        if isinstance(event, DealSettled):
            found.append(match)
        match = evolve(match, event)
    return found * 20


def _settle(matches: list[Match]) -> None:
    for match in matches:
        settle(tally_deal(match, match.running), match.rules.cards, match.rules.scoring)


def _rounds(work: Callable[..., object], *given: object) -> list[float]:
    """Return the processor seconds of each round, after one that is not counted."""
    work(*given)
    times = []
    for _ in range(ROUNDS):
        begun = process_time()
        work(*given)
        times.append(process_time() - begun)
    return times


def _rate(what: str, count: int, work: Callable[..., object], *given: object) -> None:
    times = _rounds(work, *given)
    middle, low, high = (round(count / each) for each in (median(times), max(times), min(times)))
    print(f"  {what}: {middle:,} ({low:,} to {high:,})")


def _times(what: str, work: Callable[..., object], *given: object) -> None:
    times = [each * 1000 for each in _rounds(work, *given)]
    print(f"  {what}: {median(times):.2f} ({min(times):.2f} to {max(times):.2f})")
