"""What the end of a deal is worth for the match."""

from dataclasses import replace

import pytest

from belote_protocol.calls import Contract, contract
from belote_server.bots.outcomes import Outcome, of_total
from belote_server.bots.stakes import Stakes
from belote_server.game.rulesets import COINCHE_OFFICIAL
from belote_server.game.seats import Points
from tests.bots.seats import table, view_on_turn
from tests.bots.test_club import HANDS


def stakes(ns: int, ew: int, deals: int = 0) -> Stakes:
    """Return South's stakes at a score, in a match to its target or of so many deals."""
    rules = replace(COINCHE_OFFICIAL, match=replace(COINCHE_OFFICIAL.match, deals=deals))
    made = table(rules, HANDS)
    return Stakes(replace(view_on_turn(made.match), scores=Points(ns, ew)), 0)


def made_by_south(points: int) -> tuple[Contract, Outcome]:
    """Return South's contract of 100 and the outcome in which it makes *points*."""
    return contract("S:100H"), of_total(points, 0, 152, 10, (0, 0), (0, 0))


@pytest.mark.parametrize(("points", "margin"), [(120, 180), (90, -260)])
def test_at_the_start_a_point_is_a_point(points: int, margin: int) -> None:
    """Far from the target an outcome is worth about the points it writes."""
    assert stakes(0, 0).value(*made_by_south(points)) == pytest.approx(margin, rel=0.15)


def test_winning_is_all_there_is() -> None:
    """What wins the match is worth more than any points that do not."""
    near = stakes(1800, 1800)

    won, lost = (near.value(*made_by_south(points)) for points in (120, 90))

    assert won == pytest.approx(-lost)
    assert won > 250


def test_a_safe_lead_needs_no_risk() -> None:
    """Far ahead a fall costs less than the same fall does in a close match."""
    args = made_by_south(90)

    ahead, level = stakes(1500, 200).value(*args), stakes(1500, 1500).value(*args)

    assert level < 0
    assert ahead < 0


def test_a_fixed_number_of_deals() -> None:
    """On the last of a fixed number of deals only who leads afterwards counts."""
    last = stakes(100, 0, deals=1)

    assert last.value(*made_by_south(120)) > 0
    assert last.value(*made_by_south(90)) < 0


def test_a_ledger_says_the_same() -> None:
    """What is written down once is what it would be reckoned to again."""
    book = stakes(500, 700)
    played, outcome = made_by_south(130)

    twice = [book.ledger(played).value(outcome) for _ in range(2)]

    assert twice == [book.value(played, outcome)] * 2
