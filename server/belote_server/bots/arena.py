"""
Two policies against each other on duplicate deals: a program, not a part of the server.

``python -m belote_server.bots.arena expert club --deals 300 --think-ms 25 --rules classic-house``
"""

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import sqrt

import click

from belote_protocol.vocab import Policy
from belote_server.bots.budget import Budget
from belote_server.bots.choice import Choice
from belote_server.bots.duplicate import play_pair
from belote_server.bots.policies import choose
from belote_server.game.rulesets import RULE_SETS, RuleError, derive
from belote_server.game.views import View

Times = dict[Policy, list[float]]
"""Seconds each choice of a policy took."""


@dataclass
class Tally:
    """
    What a run came to.

    Attributes:
        margins: Of each deal, by how many points the first policy was better.
        times: How long choices took.
    """

    margins: list[float] = field(default_factory=list)
    times: Times = field(default_factory=dict)

    @property
    def mean(self) -> float:
        """Points a deal."""
        return sum(self.margins) / len(self.margins)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        count, mean = len(self.margins), self.mean
        squares = sum((margin - mean) ** 2 for margin in self.margins)
        return sqrt(squares / max(count - 1, 1) / count)


@dataclass(frozen=True)
class Bout:
    """
    What is played.

    Attributes:
        policies: The two policies.
        rules: The name of the rule set.
        changes: What differs from it.
        think: Seconds an expert may think.
    """

    policies: tuple[Policy, Policy]
    rules: str
    changes: Mapping[str, object]
    think: float


def play_deal(bout: Bout, seed: int) -> tuple[float, Times]:
    """Return the margin of one duplicate deal, and how long its choices took."""
    times: Times = {policy: [] for policy in bout.policies}
    budget = Budget(nodes=10**9, seconds=bout.think, clock=time.thread_time)

    def player(policy: Policy, view: View, chance: int) -> Choice:
        started = time.thread_time()
        choice = choose(view, policy, chance, budget)
        times[policy].append(time.thread_time() - started)
        return choice

    one, other = (partial(player, policy) for policy in bout.policies)
    return play_pair(derive(bout.rules, bout.changes), one, other, seed), times


def play(bout: Bout, seeds: Iterable[int], workers: int) -> Iterator[Tally]:
    """Yield the tally after each deal."""
    tally = Tally(times={policy: [] for policy in bout.policies})
    with ProcessPoolExecutor(workers) as pool:
        for margin, times in pool.map(partial(play_deal, bout), seeds, chunksize=4):
            tally.margins.append(margin)
            for policy, taken in times.items():
                tally.times[policy] += taken
            yield tally


def report(bout: Bout, tally: Tally) -> Iterator[str]:
    """Yield what there is to say of a run, line by line."""
    one, other = bout.policies
    errors = tally.mean / tally.error if tally.error else 0.0
    yield (
        f"{one} against {other}, {bout.rules} {dict(bout.changes)}: {tally.mean:+.1f} ± "
        f"{tally.error:.1f} points a deal over {len(tally.margins)} deals ({errors:+.1f} "
        "standard errors)"
    )
    for policy, taken in tally.times.items():
        ordered = sorted(1000 * seconds for seconds in taken)
        half, most = (ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.99))
        yield (
            f"{policy}: {len(ordered)} moves, ms a move p50 {half:.2f}, p99 {most:.2f}, "
            f"max {ordered[-1]:.2f}"
        )


def parsed(text: str) -> tuple[str, object]:
    """
    Return a field and its value from ``slice.field=value``.

    Raises:
        click.BadParameter: It is not written so.
    """
    key, sign, value = text.partition("=")
    if not sign:
        raise click.BadParameter(f"write slice.field=value, not {text!r}")
    words: dict[str, object] = {"true": True, "false": False}
    return key, words.get(value, int(value) if value.isdecimal() else value)


@click.command()
@click.argument("one", type=click.Choice([policy.value for policy in Policy]))
@click.argument("other", type=click.Choice([policy.value for policy in Policy]))
@click.option("--deals", default=200, show_default=True, help="Deals, each played twice.")
@click.option("--think-ms", default=25.0, show_default=True, help="Time an expert's move may take.")
@click.option("--rules", default="coinche-official", type=click.Choice(sorted(RULE_SETS)))
@click.option("--set", "changes", multiple=True, help="A field changed: auction.modes=suits")
@click.option("--seed", default=1, show_default=True, help="The first deal's number.")
@click.option("--workers", default=os.cpu_count() or 1, help="Processes.")
def main(
    one: str,
    other: str,
    deals: int,
    think_ms: float,
    rules: str,
    changes: tuple[str, ...],
    seed: int,
    workers: int,
) -> None:
    """Play ONE against OTHER and say by how many points a deal it is better."""
    bout = Bout((Policy(one), Policy(other)), rules, dict(map(parsed, changes)), think_ms / 1000)
    try:
        derive(bout.rules, bout.changes)
    except RuleError as error:
        raise click.UsageError(str(error)) from None
    tally = Tally()
    for tally in play(bout, range(seed, seed + deals), workers):
        if len(tally.margins) % 100 == 0 and len(tally.margins) < deals:
            click.echo(f"  {len(tally.margins)}: {tally.mean:+.1f} ± {tally.error:.1f}", err=True)
    for line in report(bout, tally):
        click.echo(line)


if __name__ == "__main__":
    main()
