"""What a deal is worth, and how its account adds up."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from belote_protocol.calls import Bid, BidKind, Contract, Doubling
from belote_protocol.vocab import LineCode, Mode, Result, Team
from belote_server.game.events import DealSettled
from belote_server.game.rules import CardScale, Rounding, RuleSet, TakeScoring
from belote_server.game.rulesets import CLASSIC_HOUSE
from belote_server.game.scoring import Line, Settlement, Tally, settle
from belote_server.game.seats import Points
from belote_server.game.state import Deal, Match
from tests.helpers.stories import Story
from tests.helpers.strategies import rule_sets, seats, stories, teams


def settled(story: Story) -> Iterator[tuple[Match, Deal, Settlement]]:
    """Yield each scored deal with its match as it stood before."""
    for before, event, _ in story.steps():
        if isinstance(event, DealSettled):
            yield before, before.running, event.settlement


def sums(lines: Iterable[Line]) -> Points:
    """Return what *lines* come to for each side."""
    total = Points()
    for line in lines:
        total += Points.of(line.team, line.points)
    return total


def pack_worth(scale: CardScale, mode: Mode) -> int:
    """Return the card points of a whole pack, added up from the rule book's table."""
    match mode:
        case Mode.NO_TRUMP:
            return 4 * (scale.no_trump_ace + 10 + 4 + 3 + 2)
        case Mode.ALL_TRUMP:
            return 4 * sum(scale.all_trump)
        case _:
            return (20 + 14 + 11 + 10 + 4 + 3) + 3 * (11 + 10 + 4 + 3 + 2)


@given(stories())
def test_a_deal_is_worth_its_mode(story: Story) -> None:
    """The card points and the last trick of a deal are what its mode is worth, to the point."""
    for match, deal, settlement in settled(story):
        scale = match.rules.cards
        swept = len({trick.winner.team for trick in deal.tricks}) == 1
        last = scale.capot_last_trick if swept else scale.last_trick
        counted = [
            line
            for line in settlement.counted
            if line.code in (LineCode.CARDS, LineCode.LAST_TRICK)
        ]

        worth = pack_worth(scale, deal.contract.bid.mode)
        assert sum(trick.points for trick in deal.tricks) == worth
        assert sums(counted).total == worth + last


@given(stories())
def test_capot_is_eight_tricks(story: Story) -> None:
    """A deal is a capot exactly when one side has all its tricks, whatever their points."""
    for _, deal, settlement in settled(story):
        taker = deal.contract.taker
        tricks = [trick.winner for trick in deal.tricks]
        side = sum(winner.team is taker.team for winner in tricks)
        capot = settlement.result in (Result.CAPOT, Result.GENERALE)

        assert (settlement.result is Result.DEDANS_CAPOT) == (side == 0)
        assert capot == (side == 8 and settlement.winner is taker.team)
        if settlement.result is Result.GENERALE:
            assert set(tricks) == {taker}


@given(stories())
def test_scores_add_up(story: Story) -> None:
    """The match score is the sum of what its deals wrote."""
    total = Points()
    for match, _, settlement in settled(story):
        assert match.scores == total
        total += settlement.points
    assert story.match.scores == total


points = st.integers(0, 300)
CLASSIC_SCORING = CLASSIC_HOUSE.scoring


@st.composite
def tallies(draw: st.DrawFn, rules: RuleSet) -> Tally:
    """Draw a deal of *rules*: possible in its sweeps and belotes, anything in its points."""
    take = isinstance(rules.scoring, TakeScoring)
    kinds = [BidKind.TAKE] if take else [BidKind.POINTS, BidKind.CAPOT, BidKind.GENERALE]
    kind = draw(st.sampled_from(kinds))
    number = draw(st.integers(8, 18)) * 10 if kind is BidKind.POINTS else 0
    doubling = Doubling.NONE if take else draw(st.sampled_from(Doubling))
    taker = draw(seats)
    capot = draw(st.none() | teams)
    worth = pack_worth(rules.cards, mode := draw(st.sampled_from(Mode)))
    ns = draw(st.integers(0, worth)) if capot is None else worth * (capot is Team.NS)
    return Tally(
        contract=Contract(taker, Bid(kind, mode, number), doubling),
        cards=Points(ns, worth - ns),
        last_trick=capot or draw(teams),
        capot=capot,
        alone=capot is taker.team and draw(st.booleans()),
        belote=Points.of(draw(teams), draw(st.sampled_from((0, 20)))),
        declarations=Points.of(draw(teams), 10 * draw(st.integers(0, 50))),
        held=draw(points) if take else 0,
        closing=draw(st.booleans()),
    )


@st.composite
def settlements(
    draw: st.DrawFn, tables: st.SearchStrategy[RuleSet] = rule_sets
) -> tuple[RuleSet, Tally, Settlement]:
    """Draw a deal of one of *tables* and what it came to."""
    rules = draw(tables)
    tally = draw(tallies(rules))
    return rules, tally, settle(tally, rules.cards, rules.scoring)


@given(settlements())
def test_lines_explain_the_points(drawn: tuple[RuleSet, Tally, Settlement]) -> None:
    """The counted lines of a side add up to its own total, its written lines to its points."""
    _, _, settlement = drawn

    assert sums(settlement.counted) == settlement.own
    assert sums(settlement.written) == settlement.points
    assert all(line.points for line in (*settlement.counted, *settlement.written))


@given(settlements())
def test_held_points_are_paid_once(drawn: tuple[RuleSet, Tally, Settlement]) -> None:
    """Held points go to the winner, or stay held when nobody won and another deal follows."""
    _, tally, settlement = drawn
    paid = [line for line in settlement.written if line.code is LineCode.HELD_IN]
    kept = [line for line in settlement.written if line.code is LineCode.HELD_OUT]

    if settlement.winner is not None:
        assert sum(line.points for line in paid) == tally.held
        assert settlement.held_out == 0
    else:
        assert settlement.result is Result.LITIGE
        assert not paid
        added = -sum(line.points for line in kept)
        assert settlement.held_out == (0 if tally.closing else tally.held + added)


def exact(rules: RuleSet) -> RuleSet:
    """Return *rules*, or those of classic Belote where the taker promises points, unrounded."""
    scoring = rules.scoring if isinstance(rules.scoring, TakeScoring) else CLASSIC_SCORING
    return replace(rules, scoring=replace(scoring, rounding=Rounding.NONE))


@given(settlements(rule_sets.map(exact)))
def test_no_point_is_lost(drawn: tuple[RuleSet, Tally, Settlement]) -> None:
    """In classic Belote what a deal is worth and what was held is all written, or held again."""
    _, tally, settlement = drawn
    lapses = settlement.winner is None and tally.closing  # nobody is left to pay it to

    written = settlement.points.total + settlement.held_out
    assert written == settlement.own.total + (0 if lapses else tally.held)


def mirrored(points: Points) -> Points:
    """Return *points* with the sides exchanged."""
    return Points(points.ew, points.ns)


def mirrored_lines(lines: Iterable[Line]) -> set[Line]:
    """Return *lines* with the sides exchanged, in no order: an account lists North–South first."""
    return {replace(line, team=line.team.other) for line in lines}


@given(settlements())
def test_sides_are_alike(drawn: tuple[RuleSet, Tally, Settlement]) -> None:
    """The same deal played by the other side comes to the same, the other way round."""
    rules, tally, settlement = drawn
    mirror = replace(
        tally,
        contract=replace(tally.contract, taker=tally.contract.taker.next),
        cards=mirrored(tally.cards),
        last_trick=tally.last_trick.other,
        capot=tally.capot and tally.capot.other,
        belote=mirrored(tally.belote),
        declarations=mirrored(tally.declarations),
    )

    other = settle(mirror, rules.cards, rules.scoring)

    assert other.result is settlement.result
    assert other.winner is (settlement.winner and settlement.winner.other)
    assert other.own == mirrored(settlement.own)
    assert other.points == mirrored(settlement.points)
    assert other.held_out == settlement.held_out
    assert set(other.counted) == mirrored_lines(settlement.counted)
    assert set(other.written) == mirrored_lines(settlement.written)
