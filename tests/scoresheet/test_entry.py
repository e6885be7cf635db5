"""What a table wrote down becomes what is settled, however it was counted."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_protocol.calls import bid
from belote_protocol.vocab import Seat, Team
from belote_server.game.play import pack_points
from belote_server.game.rulesets import (
    CLASSIC_HOUSE,
    CLASSIC_OFFICIAL,
    COINCHE_HOUSE,
    RULE_SETS,
    derive,
)
from belote_server.game.seats import Points
from belote_server.scoresheet.counted import Halves
from belote_server.scoresheet.entry import Entry, tally, unsaid_capot
from tests.helpers.evenings import belotes_of, first_leader, played_deal, tricks_of

HEARTS = bid("H")


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ((82, 70), (None, None)),
        ((82, None), (None, None)),
        ((None, 70), (None, None)),
        ((None, None), (92, 70)),
        ((None, None), (92, None)),
        ((None, None), (None, 70)),
    ],
)
def test_counts(cards: Halves, points: Halves) -> None:
    """One side's count is enough, with or without the last trick."""
    entry = Entry(CLASSIC_HOUSE, Seat.SOUTH, HEARTS, cards=cards, points=points, last_trick=Team.NS)

    assert tally(entry).cards == Points(82, 70)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ((None, None), (None, None)),
        ((None, 152), (None, None)),
        ((0, 152), (None, None)),
        ((None, None), (None, 162)),
        ((None, None), (0, 252)),
    ],
)
def test_capot_counts(cards: Halves, points: Halves) -> None:
    """A capot needs no count, and takes any count of all the points."""
    entry = Entry(CLASSIC_HOUSE, Seat.SOUTH, HEARTS, cards=cards, points=points, capot=Team.EW)

    counted = tally(entry)

    assert (counted.cards, counted.last_trick, counted.capot) == (
        Points(0, 152),
        Team.EW,
        Team.EW,
    )


def test_all_points_are_no_capot() -> None:
    """162 to 0 is a capot only where somebody says so; the other side may hold a trick of 0."""
    entry = Entry(CLASSIC_HOUSE, Seat.SOUTH, HEARTS, points=(162, 0), last_trick=Team.NS)

    counted = tally(entry)

    assert counted.capot is None
    assert unsaid_capot(entry, counted) is Team.NS


def test_a_said_capot_needs_no_reminder() -> None:
    """Nobody is reminded of a capot that was said, nor where there is none."""
    capot = Entry(CLASSIC_HOUSE, Seat.SOUTH, HEARTS, capot=Team.NS)
    none = Entry(CLASSIC_HOUSE, Seat.SOUTH, HEARTS, cards=(82, None), last_trick=Team.NS)

    assert unsaid_capot(capot, tally(capot)) is None
    assert unsaid_capot(none, tally(none)) is None


def test_a_side_stands_for_its_seat() -> None:
    """Where only the side that took is known, the deal is scored all the same."""
    entry = Entry(CLASSIC_HOUSE, Team.EW, HEARTS, cards=(82, None), last_trick=Team.NS)

    assert tally(entry).taker is Team.EW


def test_belotes_at_all_trump() -> None:
    """At all trump each suit's pair counts, for whichever side held it."""
    entry = Entry(
        CLASSIC_HOUSE,
        Seat.SOUTH,
        bid("AT"),
        cards=(148, 100),
        last_trick=Team.NS,
        belote=(Team.NS, Team.EW, Team.NS),
    )

    assert tally(entry).belote == Points(40, 20)


def test_held_points_are_passed_on() -> None:
    """Points held before are part of what is settled."""
    entry = Entry(CLASSIC_OFFICIAL, Seat.SOUTH, HEARTS, cards=(82, 70), last_trick=Team.NS, held=81)

    assert tally(entry).held == 81


def test_generale_by_one_seat() -> None:
    """Whether the taker of a générale was alone is told with the capot."""
    alone, helped = (
        Entry(COINCHE_HOUSE, Team.NS, bid("generaleS"), capot=Team.NS, alone=alone)
        for alone in (True, False)
    )

    assert (tally(alone).alone, tally(helped).alone) == (True, False)


@settings(max_examples=40)
@given(st.sampled_from(list(RULE_SETS)), st.integers(0, 10**6))
def test_played_deals_can_be_told_by_their_tricks(name: str, seed: int) -> None:
    """The tricks of any deal that was really played come to what the engine made of it."""
    rules = RULE_SETS[name]
    deal, expected = played_deal(rules, seed)
    entry = Entry(
        rules,
        deal.contract.taker,
        deal.contract.bid,
        deal.contract.doubling,
        tricks=tricks_of(deal),
        leader=first_leader(deal),
        declarations=expected.declarations,
    )

    counted = tally(entry)

    assert counted.cards == expected.cards
    assert counted.belote == expected.belote
    assert (counted.last_trick, counted.capot) == (expected.last_trick, expected.capot)
    assert (counted.alone, counted.declarations) == (expected.alone, expected.declarations)
    assert unsaid_capot(entry, counted) is None


@settings(max_examples=40)
@given(st.sampled_from(list(RULE_SETS)), st.integers(0, 10**6))
def test_played_deals_can_be_told_by_their_counts(name: str, seed: int) -> None:
    """No deal that was really played is refused, and its counts come to the same tally."""
    rules = RULE_SETS[name]
    deal, expected = played_deal(rules, seed)
    entry = Entry(
        rules,
        deal.contract.taker,
        deal.contract.bid,
        deal.contract.doubling,
        cards=(None, expected.cards.ew),
        last_trick=expected.last_trick,
        capot=expected.capot,
        alone=expected.alone,
        belote=belotes_of(expected, rules.cards.belote),
        declarations=expected.declarations,
        held=expected.held,
    )

    assert tally(entry) == expected


def test_a_belote_may_be_worth_nothing() -> None:
    """A table that gives nothing for a belote may still write one down."""
    rules = derive("classic-house", {"cards.belote": 0})
    entry = Entry(rules, Seat.SOUTH, HEARTS, cards=(82, 70), last_trick=Team.NS, belote=(Team.NS,))

    assert tally(entry).belote == Points(0, 0)


@pytest.mark.parametrize(
    ("name", "mode", "pack"), [("classic-house", "NT", 120), ("classic-official", "NT", 152)]
)
def test_each_mode_has_its_own_pack(name: str, mode: str, pack: int) -> None:
    """What is left for the other side follows the points of the mode that is played."""
    rules = RULE_SETS[name]
    entry = Entry(rules, Seat.SOUTH, bid(mode), cards=(56, None), last_trick=Team.NS)

    assert pack_points(rules.cards, bid(mode).mode) == pack
    assert tally(entry).cards == Points(56, pack - 56)
