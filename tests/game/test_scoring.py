"""
What each kind of deal scores under the four rule sets, and what holds for every score.

A row's first column is a rule set, or a game where both of its rule sets agree.
"""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_protocol.calls import Bid, BidKind, Contract, Doubling
from belote_protocol.vocab import LineCode, Mode, Result, Seat, Team
from belote_server.game.play import pack_points
from belote_server.game.rules import Rounding, RuleSet, TakeScoring
from belote_server.game.rulesets import RULE_SETS, Plain, derive
from belote_server.game.scoring import Line, Tally, rounded, settle
from belote_server.game.seats import Points
from tests.helpers.rule_sets import derived_rules
from tests.helpers.tallies import tally

Score = tuple[int, int, str]
"""What NS and EW write, and how the deal ended; held points follow in brackets: ``litige(81)``."""


def score(rules: RuleSet, made: Tally) -> Score:
    """Return the score of a deal as a row writes it."""
    settled = settle(made, rules.cards, rules.scoring)
    held = f"({settled.held_out})" if settled.held_out else ""
    return (settled.points.ns, settled.points.ew, f"{settled.result.value}{held}")


def rule_sets(name: str) -> list[RuleSet]:
    """Return the rule set called *name*, or all of the game called so."""
    return [rules for key, rules in RULE_SETS.items() if key.startswith(name)]


DERIVED: list[tuple[str, str, str, str, int, Score]] = [
    ("classic", "S:H", "61 der belote", "91", 0, (0, 91, "litige(91)")),
    ("classic", "S:H", "50", "102 der", 81, (0, 243, "dedans")),
    ("classic", "S:H", "71 der", "81", 81, (0, 81, "litige(162)")),
    ("classic", "S:H", "0 belote", "152 capot", 0, (20, 252, "dedans_capot")),
    ("classic", "S:H", "50 +20", "102 der", 0, (0, 182, "dedans")),
    ("classic", "S:H", "152 capot", "0 belote +20", 0, (272, 20, "capot")),
    ("classic-house", "S:NT", "50 der", "70", 0, (0, 130, "dedans")),
    ("classic-house", "S:NT", "120 capot", "0", 0, (220, 0, "capot")),
    ("classic-official", "S:NT", "50 der", "102", 0, (0, 162, "dedans")),
    ("classic-official", "S:NT", "152 capot", "0", 0, (252, 0, "capot")),
    ("coinche", "S:80H", "71 der", "81", 0, (0, 240, "dedans")),
    ("coinche-official", "S:100H", "75 der belote", "77", 0, (210, 80, "made")),
    ("coinche-official", "S:90H", "79 der", "73", 0, (0, 250, "dedans")),
    ("coinche-house", "S:100Hx", "152 capot", "0", 0, (520, 0, "capot")),
    ("coinche-official", "S:100Hx", "152 capot", "0", 0, (700, 0, "capot")),
    ("coinche-house", "S:capotH", "152 capot", "0", 0, (502, 0, "capot")),
    ("coinche-house", "S:capotHx", "152 capot", "0", 0, (820, 0, "capot")),
    ("coinche-house", "S:capotHxx", "152 capot", "0", 0, (1640, 0, "capot")),
    ("coinche-official", "S:capotH", "152 capot", "0", 0, (500, 0, "capot")),
    ("coinche-official", "S:capotHx", "152 capot", "0", 0, (1000, 0, "capot")),
    ("coinche-official", "S:capotHxx", "152 capot", "0", 0, (2000, 0, "capot")),
    ("coinche", "S:capotH", "142 der", "10", 0, (0, 410, "dedans")),
    ("coinche", "S:capotHx", "142 der", "10", 0, (0, 820, "dedans")),
    ("coinche", "S:capotHxx", "142 der", "10", 0, (0, 1640, "dedans")),
    ("coinche-house", "S:100Hx", "100 der belote +20", "52", 0, (560, 0, "made")),
    ("coinche-official", "S:100Hx", "100 der belote +20", "52", 0, (580, 0, "made")),
    ("coinche", "S:100Hx", "50 belote", "102 der", 0, (20, 520, "dedans")),
    ("coinche-house", "S:generaleH", "152 alone", "0", 0, (752, 0, "generale")),
    ("coinche-house", "S:generaleHx", "152 alone", "0", 0, (1320, 0, "generale")),
    ("coinche-official", "S:generaleH", "152 alone", "0", 0, (750, 0, "generale")),
    ("coinche-official", "S:generaleHx", "152 alone", "0", 0, (1500, 0, "generale")),
    ("coinche", "S:generaleH", "152 capot", "0", 0, (0, 660, "dedans")),
    ("coinche", "S:generaleHx", "152 capot", "0", 0, (0, 1320, "dedans")),
    ("coinche", "S:generaleHxx", "142 der", "10", 0, (0, 2640, "dedans")),
    ("coinche-house", "S:120H", "152 capot", "0 belote", 0, (372, 20, "capot")),
    ("coinche-official", "S:120H", "152 capot", "0 belote", 0, (370, 20, "capot")),
]

RULINGS: list[tuple[str, str, str, str, str, int, Score]] = [
    ("A1", "coinche-house", "S:capotHx", "152 capot", "0", 0, (820, 0, "capot")),
    ("A1", "coinche-official", "S:capotHx", "152 capot", "0", 0, (1000, 0, "capot")),
    ("A2", "classic-house", "S:AT", "130 der", "118", 0, (140, 118, "made")),
    ("A2", "classic-official", "S:AT", "80 der", "72", 0, (90, 72, "made")),
    ("A3", "classic-house", "S:NT", "40", "80 der", 0, (0, 130, "dedans")),
    ("A3", "classic-house", "S:AT", "110", "138 der", 0, (0, 258, "dedans")),
    ("A4", "classic-house", "S:NT", "120 capot", "0", 0, (220, 0, "capot")),
    ("A4", "classic-house", "S:AT", "248 capot", "0", 0, (348, 0, "capot")),
    ("A6", "coinche", "S:80H", "71 der", "81", 0, (0, 240, "dedans")),
    ("A6", "coinche", "S:90H", "61 der belote", "91", 0, (20, 250, "dedans")),
    ("A7", "coinche-official", "S:80H", "85 der", "67", 0, (180, 70, "made")),
    ("A7", "coinche-official", "S:80H", "75 der", "77", 0, (170, 80, "made")),
    ("A7", "coinche-official", "S:80H", "88 der", "64", 0, (180, 60, "made")),
    ("A8", "classic-official", "S:H", "74 der", "78", 0, (84, 78, "made")),
    ("A9", "classic", "S:H", "61 der belote", "91", 0, (0, 91, "litige(91)")),
    ("A9", "classic", "S:H", "51 der belote +20", "101", 0, (0, 101, "litige(101)")),
    ("A10", "classic", "S:H", "81", "71 der", 172, (0, 81, "litige(253)")),
    ("A12", "classic", "S:H", "30 +50", "122 der", 0, (0, 212, "dedans")),
    ("A12", "coinche-house", "S:120H", "50 +50", "102 der", 0, (0, 330, "dedans")),
    ("A12", "coinche-official", "S:120H", "50 +50", "102 der", 0, (0, 330, "dedans")),
    ("A13", "classic", "S:H", "152 capot", "0 +50", 0, (302, 0, "capot")),
    ("A13", "coinche-house", "S:100H", "152 capot", "0 +50", 0, (402, 0, "capot")),
    ("A13", "coinche-official", "S:100H", "152 capot", "0 +50", 0, (400, 0, "capot")),
    ("A14", "coinche", "S:100H", "0", "152 capot", 0, (0, 260, "dedans_capot")),
    ("A14", "coinche", "S:100Hx", "0", "152 capot", 0, (0, 520, "dedans_capot")),
    ("A15", "coinche", "S:100Hx", "100 der belote", "52", 0, (540, 0, "made")),
    ("A15", "coinche", "S:100Hx", "120 der", "32 belote", 0, (520, 20, "made")),
    ("A15", "coinche", "S:100Hxx", "50", "102 der belote", 0, (0, 1060, "dedans")),
    ("A16", "coinche-house", "S:100Hx", "100 der +50", "52", 0, (570, 0, "made")),
    ("A16", "coinche-official", "S:100Hx", "100 der +50", "52", 0, (620, 0, "made")),
    ("A16", "coinche-house", "S:100Hx", "50 +50", "102 der", 0, (0, 570, "dedans")),
    ("A16", "coinche-official", "S:100Hxx", "50", "102 der +50", 0, (0, 1240, "dedans")),
]

CONTREE: dict[str, Plain] = {
    "scoring.surcoinche": 3,
    "scoring.multiplies_base": False,
    "scoring.doubled_base": 162,
    "scoring.doubled_capot_base": 252,
    "scoring.fall_base": 162,
    "scoring.fall_capot_base": 162,
    "scoring.belote_goes_to": "winner",
}
BID_ONLY: dict[str, Plain] = {"scoring.counted": "bid_only"}
CAPOT_250: dict[str, Plain] = {"cards.capot_last_trick": 98}
HALF_IS_ENOUGH: dict[str, Plain] = {"scoring.must_beat_defence": False, "scoring.tie": "dedans"}
ALL_DOUBLED: dict[str, Plain] = {
    "scoring.multiplies_belote": True,
    "scoring.multiplies_declarations": True,
}

CUSTOMS: list[tuple[dict[str, Plain], str, str, str, Score]] = [
    # the factor takes the contract alone, and a lost belote changes sides
    (CONTREE, "S:90H", "92 der", "60 belote", (192, 80, "made")),
    (CONTREE, "S:90Hx", "92 der", "60", (342, 0, "made")),
    (CONTREE, "S:90Hxx", "92 der", "60", (432, 0, "made")),
    (CONTREE, "S:100Hx", "110 der", "42 belote", (382, 0, "made")),
    (CONTREE, "S:110H", "50 belote", "102 der", (0, 292, "dedans")),
    (CONTREE, "S:110Hxx", "50 belote", "102 der", (0, 512, "dedans")),
    (CONTREE, "S:120Hx", "152 capot", "0", (492, 0, "capot")),
    (CONTREE, "S:capotHx", "142 der", "10", (0, 662, "dedans")),
    # the bid is all there is to win
    (BID_ONLY, "S:110H", "90 der belote", "62", (110, 0, "made")),
    (BID_ONLY, "S:110H", "60 der", "92", (0, 110, "dedans")),
    (BID_ONLY, "S:80H", "71 der", "81", (0, 80, "dedans")),
    (BID_ONLY, "S:generaleHxx", "152 capot", "0", (0, 2000, "dedans")),
    # a capot is 250 to the point
    (CAPOT_250, "S:H", "152 capot", "0", (250, 0, "capot")),
    (CAPOT_250, "S:H", "0 belote", "152 capot", (20, 250, "dedans_capot")),
    (CAPOT_250, "S:110H", "152 capot", "0", (360, 0, "capot")),
    # the taker needs half of the cards, whatever the defence has besides
    (HALF_IS_ENOUGH, "S:H", "75 der", "77 belote", (85, 97, "made")),
    (HALF_IS_ENOUGH, "S:H", "71 der", "81", (0, 162, "dedans")),
    (HALF_IS_ENOUGH, "S:H", "62 belote", "90 der +50", (82, 150, "made")),
    # nothing stays outside the factor
    (ALL_DOUBLED, "S:90Hx", "92 der belote", "60", (540, 0, "made")),
    (ALL_DOUBLED, "S:90Hxx", "72 belote +20", "80 der", (1160, 0, "made")),
]

LAST_OF_A_FIXED_NUMBER: list[tuple[str, str, int, Score]] = [
    ("71 der", "81", 0, (81, 81, "litige")),
    ("71 der", "81", 40, (81, 81, "litige")),  # nobody wins the older points
    ("72 der", "80", 40, (122, 80, "made")),
    ("70 der", "82", 40, (0, 202, "dedans")),
]


@pytest.mark.parametrize(("name", "played", "ns", "ew", "held", "expected"), DERIVED)
def test_derived(name: str, played: str, ns: str, ew: str, held: int, expected: Score) -> None:
    """Every kind of deal is scored as the rule book derives it from the page."""
    for rules in rule_sets(name):
        assert score(rules, tally(played, ns, ew, held)) == expected


@pytest.mark.parametrize(("ruling", "name", "played", "ns", "ew", "held", "expected"), RULINGS)
def test_ruling(
    ruling: str, name: str, played: str, ns: str, ew: str, held: int, expected: Score
) -> None:
    """Where the sources differ, the ruling of that number decides."""
    for rules in rule_sets(name):
        assert score(rules, tally(played, ns, ew, held)) == expected, ruling


@pytest.mark.parametrize(("changes", "played", "ns", "ew", "expected"), CUSTOMS)
def test_custom(changes: dict[str, Plain], played: str, ns: str, ew: str, expected: Score) -> None:
    """The customs of other tables are values of our fields, and give those tables' scores."""
    made = tally(played, ns, ew)
    name = "classic-house" if made.contract.bid.kind is BidKind.TAKE else "coinche-house"

    assert score(derive(name, changes), made) == expected


@pytest.mark.parametrize(
    ("name", "played", "expected"),
    [
        ("classic-official", "S:AT", (80, 252, "dedans_capot")),
        ("coinche-official", "S:80AT", (80, 240, "dedans_capot")),
    ],
)
def test_no_trick_no_contract(name: str, played: str, expected: Score) -> None:
    """A side without a trick falls, even where its four belotes come to what it needs."""
    changes: dict[str, Plain] = {"scoring.must_beat_defence": False, "cards.last_trick": 0}
    made = tally(played, "0 belote belote belote belote", "152 capot")

    assert score(derive(name, changes), made) == expected


@pytest.mark.parametrize(("ns", "ew", "held", "expected"), LAST_OF_A_FIXED_NUMBER)
def test_ruling_a11(ns: str, ew: str, held: int, expected: Score) -> None:
    """On the last of a fixed number of deals nothing is held: a tie is written as it fell."""
    for rules in rule_sets("classic"):
        assert score(rules, tally("S:H", ns, ew, held, closing=True)) == expected


def test_rows_are_true() -> None:
    """The rows above tell of deals that can happen: their cards are the whole pack."""
    for name, played, ns, ew, *_ in DERIVED + [row[1:] for row in RULINGS]:
        made = tally(played, ns, ew)
        for rules in rule_sets(name):
            assert made.cards.total == pack_points(rules.cards, made.contract.bid.mode)


@pytest.mark.parametrize(
    ("points", "plain", "half_up", "half_down"),
    [
        (0, 0, 0, 0),
        (4, 4, 0, 0),
        (5, 5, 10, 0),
        (6, 6, 10, 10),
        (54, 54, 50, 50),
        (80, 80, 80, 80),
        (84, 84, 80, 80),
        (85, 85, 90, 80),
        (86, 86, 90, 90),
        (108, 108, 110, 110),
        (162, 162, 160, 160),
        (252, 252, 250, 250),
    ],
)
def test_rounded(points: int, plain: int, half_up: int, half_down: int) -> None:
    """Points are left alone or go to the nearest ten, a five as the table agreed."""
    assert rounded(points, Rounding.NONE) == plain
    assert rounded(points, Rounding.TEN_HALF_UP) == half_up
    assert rounded(points, Rounding.TEN_HALF_DOWN) == half_down


@st.composite
def deals(draw: st.DrawFn, rules: RuleSet) -> Tally:
    """Draw a deal that could happen under *rules*."""
    kinds = [BidKind.TAKE]
    if not isinstance(rules.scoring, TakeScoring):
        kinds = [BidKind.POINTS, BidKind.POINTS, BidKind.CAPOT, BidKind.GENERALE]
    kind, mode = draw(st.sampled_from(kinds)), draw(st.sampled_from(Mode))
    bid = Bid(kind, mode, 10 * draw(st.integers(8, 16)) if kind is BidKind.POINTS else 0)
    doubling = Doubling.NONE if kind is BidKind.TAKE else draw(st.sampled_from(Doubling))
    taker = draw(st.sampled_from(Seat))
    pack = pack_points(rules.cards, mode)
    capot = draw(st.sampled_from([None, None, *Team]))
    ns = draw(st.integers(0, pack)) if capot is None else pack * (capot is Team.NS)
    declared = draw(st.sampled_from([0, 0, 20, 50, 70, 100, 200]))
    return Tally(
        contract=Contract(taker, bid, doubling),
        cards=Points(ns, pack - ns),
        last_trick=capot or draw(st.sampled_from(Team)),
        capot=capot,
        alone=capot is taker.team and draw(st.booleans()),
        belote=Points.of(draw(st.sampled_from(Team)), draw(st.sampled_from([0, 20]))),
        declarations=Points.of(draw(st.sampled_from(Team)), declared),
        held=draw(st.sampled_from([0, 81])) if kind is BidKind.TAKE else 0,
        closing=draw(st.booleans()),
    )


ruled_deals = derived_rules("scoring").flatmap(
    lambda rules: st.tuples(st.just(rules), deals(rules))
)


def added(lines: tuple[Line, ...]) -> Points:
    """Return what *lines* come to for each side."""
    return sum((Points.of(line.team, line.points) for line in lines), Points())


@given(ruled_deals)
def test_lines_add_up(ruled: tuple[RuleSet, Tally]) -> None:
    """The counted lines come to what was compared, the written ones to the score; none is empty."""
    rules, made = ruled

    settled = settle(made, rules.cards, rules.scoring)

    assert added(settled.counted) == settled.own
    assert added(settled.written) == settled.points
    assert all(line.points for line in settled.counted + settled.written)


@given(ruled_deals)
def test_factors(ruled: tuple[RuleSet, Tally]) -> None:
    """Only a multiplier has a factor, and only a coinched contract has a multiplier."""
    rules, made = ruled

    settled = settle(made, rules.cards, rules.scoring)

    factors = {line.factor for line in settled.written if line.code is LineCode.MULTIPLIER}
    others = {line.factor for line in settled.written if line.code is not LineCode.MULTIPLIER}
    assert not factors or made.contract.doubling is not Doubling.NONE
    assert 1 not in factors
    assert others <= {1}


@given(ruled_deals)
def test_winner_and_result_agree(ruled: tuple[RuleSet, Tally]) -> None:
    """The result, the winner and the points tell the same story."""
    rules, made = ruled

    settled = settle(made, rules.cards, rules.scoring)

    fallen = settled.result in (Result.DEDANS, Result.DEDANS_CAPOT)
    won = made.taker.other if fallen else made.taker
    assert settled.winner is (None if settled.result is Result.LITIGE else won)
    assert settled.held_out == 0 or settled.result is Result.LITIGE
    assert min(settled.points.ns, settled.points.ew) >= 0
    assert made.capot is not made.taker.other or settled.result is Result.DEDANS_CAPOT


@given(ruled_deals)
def test_sides_are_alike(ruled: tuple[RuleSet, Tally]) -> None:
    """Turned by one seat, the same deal is scored the same for the other side."""
    rules, made = ruled
    turned = replace(
        made,
        contract=replace(made.contract, taker=made.contract.taker.next),
        cards=Points(made.cards.ew, made.cards.ns),
        last_trick=made.last_trick.other,
        capot=made.capot and made.capot.other,
        belote=Points(made.belote.ew, made.belote.ns),
        declarations=Points(made.declarations.ew, made.declarations.ns),
    )

    one = settle(made, rules.cards, rules.scoring)
    other = settle(turned, rules.cards, rules.scoring)

    assert (other.points.ew, other.points.ns) == (one.points.ns, one.points.ew)
    assert (other.result, other.held_out) == (one.result, one.held_out)


@given(st.sampled_from(rule_sets("classic")).flatmap(lambda r: st.tuples(st.just(r), deals(r))))
def test_classic_loses_nothing(ruled: tuple[RuleSet, Tally]) -> None:
    """In classic Belote whatever a deal holds is written or held, to the point."""
    rules, made = ruled
    made = replace(made, closing=False)

    settled = settle(made, rules.cards, rules.scoring)

    assert settled.points.total + settled.held_out == settled.own.total + made.held


@given(derived_rules("scoring"), st.data())
def test_rounding_decides_nothing(rules: RuleSet, data: st.DataObject) -> None:
    """However a table rounds, the same side wins, and no side's points move by more than five."""
    made = data.draw(deals(rules))
    plain = settle(made, rules.cards, replace(rules.scoring, rounding=Rounding.NONE))

    settled = settle(made, rules.cards, rules.scoring)

    assert (settled.result, settled.own) == (plain.result, plain.own)
    for team in Team:
        assert abs(settled.points[team] - plain.points[team]) <= 5
