"""Whole matches against the real server: what everybody sees is what is stored."""

from typing import Any

import pytest

from client_demo.retry import State
from tests.helpers.ledger import Ledger
from tests.helpers.parties import Party
from tests.helpers.server_process import ServerProcess


@pytest.mark.parametrize(("rules", "target"), [("coinche-house", 1000), ("classic-house", 501)])
async def test_a_match_is_the_same_for_everybody(rules: str, target: int) -> None:
    """Four play a match and two watch: at every version each sees just what is stored for it."""
    async with (
        ServerProcess() as server,
        Party(server.address, 1, rules, {"match.target": target}) as party,
    ):
        await party.play()
        ledger = Ledger(await server.stored(party.room))

    party.check(ledger)
    assert ledger.last.match.ended is not None
    assert max(ledger.last.match.scores.ns, ledger.last.match.scores.ew) >= target
    for guest in party.guests:
        assert set(range(1, ledger.v + 1)) >= versions(guest.updates)
        assert guest.states.count(State.OPEN) == 1
        assert len([each for each in guest.verdicts if each.is_proven]) == len(ledger.revealed())


def versions(updates: list[dict[str, Any]]) -> set[int]:
    """Return the versions that *updates* tell of."""
    return {each["v"] for each in updates if each["t"] in ("snapshot", "happened")}
