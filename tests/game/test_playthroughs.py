"""Whole matches, written down with all that each viewer was shown, go as they went."""

from itertools import zip_longest
from pathlib import Path
from typing import get_args

import pytest

from belote_protocol.calls import Doubling
from belote_protocol.vocab import EndReason, LineCode, Result
from belote_server.game.events import DealSettled, Event, MatchEnded, MatchStarted
from belote_server.game.notation import read
from belote_server.game.rulesets import RULE_SETS
from tests.game.playthroughs.telling import FILES, notation, tell


def played(file: Path) -> list[Event]:
    """Return everything that happens in a playthrough."""
    return read(notation(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_playthrough_goes_as_it_went(file: Path) -> None:
    """Playing a match again shows every viewer, line by line, what its playthrough says."""
    told = file.read_text(encoding="utf-8")
    again = tell(notation(told))

    lines = zip_longest(told.splitlines(), again.splitlines(), fillvalue="(nothing)")
    for number, (before, now) in enumerate(lines, 1):
        assert now == before, (
            f"{file.name}, line {number}, was\n  {before}\nand is now\n  {now}\nIf that is meant,"
            " run `python -m tests.game.playthroughs.regenerate` and read the difference."
        )


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_playthrough_can_be_read(file: Path) -> None:
    """A playthrough is short enough to be read by a person, and ends with the match."""
    assert file.stat().st_size <= 250_000
    assert isinstance(played(file)[-1], MatchEnded)


def test_playthroughs_show_everything() -> None:
    """Between them the playthroughs have every rule set, kind of event, ending and doubling."""
    logs = [played(file) for file in FILES]
    events = [event for log in logs for event in log]
    settled = [event.settlement for event in events if isinstance(event, DealSettled)]
    ended = {event.reason for event in events if isinstance(event, MatchEnded)}
    started = {event.rules.name for event in events if isinstance(event, MatchStarted)}

    assert {type(event) for event in events} == set(get_args(Event))
    assert started == set(RULE_SETS)
    assert ended == set(EndReason)
    assert {each.contract.doubling for each in settled} == set(Doubling)
    assert {each.result for each in settled} >= {
        Result.MADE,
        Result.DEDANS,
        Result.LITIGE,
        Result.CAPOT,
    }
    assert {line.code for each in settled for line in each.written} == set(LineCode)


@pytest.mark.parametrize(
    "duty", ["must_follow", "must_climb", "must_trump", "must_overtrump", "no_undertrump"]
)
def test_playthroughs_show_every_duty(duty: str) -> None:
    """Each duty of a seat that plays a card forbids one somewhere."""
    assert any(f"!{duty}" in file.read_text(encoding="utf-8") for file in FILES)
