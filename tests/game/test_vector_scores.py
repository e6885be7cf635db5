"""
Scores from the tests of other programs, each under a rule set derived to be that program's game.

The vectors lie beside a checkout; without them this module is skipped.
"""

from typing import Any

import pytest

from belote_protocol.calls import Bid, BidKind, Contract, Doubling
from belote_protocol.vocab import Mode, Seat, Team
from belote_server.game.play import card_points, winner_index
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import CLASSIC_OFFICIAL, Plain, derive
from belote_server.game.scoring import Tally, settle
from belote_server.game.seats import NO_POINTS, Points, seats_from
from tests.helpers.cards import cards
from tests.helpers.vectors import load

Row = dict[str, Any]
ROWS: list[Row] = load("deal_scores.json")

VARIANTS: dict[str, tuple[str, dict[str, Plain]]] = {
    "Avo-k/colver": (
        "coinche-house",
        {
            "scoring.surcoinche": 3,
            "scoring.multiplies_base": False,
            "scoring.doubled_base": 162,
            "scoring.doubled_capot_base": 252,
            "scoring.fall_base": 162,
            "scoring.fall_capot_base": 162,
            "scoring.belote_goes_to": "winner",
        },
    ),
    "sephizack/coinche-cli": ("coinche-official", {"scoring.fall_capot_base": 250}),
    "slim0/contree": ("coinche-house", {"scoring.counted": "bid_only"}),
    "AntoninKFFR/Contree-KFFR": ("coinche-house", {"scoring.counted": "bid_only"}),
    "Alounv/coinche-back": ("coinche-official", {"scoring.multiplies_belote": True}),
    "Oliboy50/coinche": (
        "coinche-house",
        {"scoring.multiplies_base": False, "scoring.fall_base": 162},
    ),
    "StephaneBg/ScoreIt CoincheSolverTest": ("coinche-house", {"scoring.fall_base": 162}),
    "StephaneBg/ScoreIt BeloteSolverTest": ("classic-house", {}),
    "william-estupina/belote-app": ("classic-house", {"scoring.tie": "dedans"}),
    "Koubs934/coinche-game": ("coinche-official", {"scoring.multiplies_base": False}),
    "romainfjgaspard/coinche": (
        "coinche-house",
        {"scoring.counted": "bid_only", "scoring.generale": 250, "match.reach": "exceed"},
    ),
    "ElysiumDisc/belote": ("classic-house", {}),
    "emilijan-koteski/belote": ("classic-house", {"scoring.tie": "made"}),
    "benduv/Coinche tests/scorecalculator": (
        "coinche-house",
        {"scoring.multiplies_base": False, "cards.capot_last_trick": 98},
    ),
    "benduv/Coinche tests/belote_score": (
        "classic-house",
        {
            "scoring.must_beat_defence": False,
            "scoring.tie": "dedans",
            "cards.capot_last_trick": 98,
        },
    ),
    "Thorgaran/IFE-coinche": ("classic-official", {}),
}
"""Each source's game, by how the source is called: the nearest rule set, and what differs."""

ANOTHER_WAY: dict[str, dict[str, Plain]] = {
    # one source counts the bid alone, but for this row, whose base and lost belote it tells apart
    "DS050": {
        "scoring.counted": "points_and_bid",
        "scoring.multiplies_base": False,
        "scoring.fall_base": 162,
        "cards.belote": 0,
    },
}

OTHER_GAMES = {
    "DS060": "the base of a fall grows to 252 when the defence took every trick",
    "DS061": "no trump doubles the contract",
    "DS063": "no trump doubles the contract, and a coinche doubles it again",
    "DS075": "a defence that coinched and lost keeps its cards",
    "DS151": "an uncoinched générale has a base of 500, twice that of its capot",
    "DS181": "a coinched capot has another base when it was bid than when it was not",
}
"""Rows no rule set can be derived for, and why."""

DOUBLINGS = (Doubling.NONE, Doubling.COINCHE, Doubling.SURCOINCHE)
KINDS = {
    "belote": BidKind.TAKE,
    "points": BidKind.POINTS,
    "capot": BidKind.CAPOT,
    "generale": BidKind.GENERALE,
}

PLAYED = [row for row in ROWS if "tricks_played" in row]
OTHERS = [row for row in ROWS if row["id"] in OTHER_GAMES]
SETTLED = [row for row in ROWS if row not in PLAYED + OTHERS]


def rules_of(row: Row) -> RuleSet:
    """Return the rule set that is the game of a row's source."""
    (variant,) = [value for start, value in VARIANTS.items() if row["source"].startswith(start)]
    name, changes = variant
    return derive(name, changes | ANOTHER_WAY.get(row["id"], {}))


def tally_of(row: Row, rules: RuleSet) -> Tally:
    """Return what a row's deal came to; some rows give too little to be a deal that can happen."""
    told, taker = row["contract"], Seat.SOUTH if row["contract"]["team"] == "NS" else Seat.WEST
    kind = KINDS[told["kind"]]
    points = told["value"] if kind is BidKind.POINTS else 0
    capot = _capot(row, taker.team)
    ns, ew = row["card_points_incl_der"] or (0, 0)
    last = capot or (Team.NS if ns >= rules.cards.last_trick else Team.EW)
    cards_won = Points(ns, ew) + Points.of(last, -rules.cards.last_trick)
    belote, declared = row["belote_team"], row["declarations"] or {"NS": 0, "EW": 0}
    return Tally(
        contract=Contract(
            taker, Bid(kind, Mode(told["trump"]), points), DOUBLINGS[told["coinche"]]
        ),
        cards=Points.of(capot, 152) if capot else cards_won,
        last_trick=last,
        capot=capot,
        alone=kind is BidKind.GENERALE and row["made"],
        belote=Points.of(Team(belote), rules.cards.belote) if belote else NO_POINTS,
        declarations=Points(declared["NS"], declared["EW"]),
        held=row.get("held_before", 0),
    )


def _capot(row: Row, taker: Team) -> Team | None:
    """Return the side with all the tricks; a row that counts none may tell by its contract."""
    if row["tricks"] is not None:
        return {8: Team.NS, 0: Team.EW}.get(row["tricks"][0])
    return taker if row["made"] and row["contract"]["kind"] in ("capot", "generale") else None


@pytest.mark.parametrize("row", SETTLED, ids=[row["id"] for row in SETTLED])
def test_scores(row: Row) -> None:
    """Derived to be its game, our rules give the score of another program's own test."""
    rules = rules_of(row)

    settled = settle(tally_of(row, rules), rules.cards, rules.scoring)

    assert settled.points == Points(row["expected"]["NS"], row["expected"]["EW"])
    assert (settled.winner is tally_of(row, rules).taker) is row["made"]


@pytest.mark.parametrize("row", PLAYED, ids=[row["id"] for row in PLAYED])
def test_card_points(row: Row) -> None:
    """A deal played out by another program comes to the same card points."""
    mode, leader = Mode(row["contract"]["trump"]), Seat(row["first_leader"])
    worth, points = card_points(CLASSIC_OFFICIAL.cards, mode), NO_POINTS

    for trick in (cards(" ".join(played)) for played in row["tricks_played"]):
        leader = seats_from(leader)[winner_index(trick, mode)]
        points += Points.of(leader.team, sum(worth[card] for card in trick))
    points += Points.of(leader.team, CLASSIC_OFFICIAL.cards.last_trick)

    assert points == Points(row["expected"]["NS"], row["expected"]["EW"])


def test_other_games() -> None:
    """Every row is either scored above or listed, with the reason, as another game's."""
    here = [row["id"] for row in SETTLED + PLAYED]

    assert sorted([*here, *OTHER_GAMES]) == sorted(row["id"] for row in ROWS)
    assert all(OTHER_GAMES.values())


@pytest.mark.parametrize("row", OTHERS, ids=[row["id"] for row in OTHERS])
def test_other_games_differ(row: Row) -> None:
    """A row listed as another game's is not scored so by the rule set of its source."""
    rules = rules_of(row)

    settled = settle(tally_of(row, rules), rules.cards, rules.scoring)

    assert settled.points != Points(row["expected"]["NS"], row["expected"]["EW"])
