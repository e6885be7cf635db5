"""
Scores that other programs got wrong, each with the number its line has in the list of faults.

Our rulings decide, under the rule set a row names; where the line tells of another variant, the
changes beside it make that variant.
"""

from dataclasses import replace

import pytest

from belote_protocol.vocab import DeclarationKind, LineCode, Mode, Rank, Result, Seat, Team
from belote_server.game.actions import DealCards
from belote_server.game.declarations import find, scoring_team
from belote_server.game.events import TrickTaken
from belote_server.game.play import pack_points
from belote_server.game.rules import DeclarationTie
from belote_server.game.rulesets import CLASSIC_HOUSE, CLASSIC_OFFICIAL, RULE_SETS, Plain, derive
from belote_server.game.scoring import Settlement, settle
from belote_server.game.seats import Hand, Hands, Points, seats_from
from tests.helpers.cards import cards
from tests.helpers.deals import finish, hands, play, settlement, speak, stacked
from tests.helpers.matches import Table, start
from tests.helpers.tallies import tally

Changes = dict[str, Plain]
Score = tuple[int, int, str]

HOUSE: Changes = {}
BID_ONLY: Changes = {"scoring.counted": "bid_only"}
TIES_FALL: Changes = {"scoring.tie": "dedans"}
CAPOT_250: Changes = {"cards.capot_last_trick": 98}
BASE_162: Changes = {
    "scoring.fall_base": 162,
    "scoring.fall_capot_base": 162,
    "scoring.multiplies_base": False,
}

FAULTS: list[tuple[str, str, Changes, str, str, str, Score]] = [
    # a lost capot scores the contract as well
    ("W10", "coinche-house", HOUSE, "S:capotH", "142 der", "10", (0, 410, "dedans")),
    ("W10", "coinche-official", HOUSE, "S:capotH", "142 der", "10", (0, 410, "dedans")),
    ("W10", "coinche-house", BASE_162, "S:capotH", "142 der", "10", (0, 412, "dedans")),
    # no points are not no tricks
    ("W16", "classic-house", HOUSE, "S:H", "152 der", "0", (162, 0, "made")),
    ("W16", "classic-house", HOUSE, "S:H", "0", "152 der", (0, 162, "dedans")),
    ("W16", "coinche-house", HOUSE, "S:capotH", "152 der", "0", (0, 410, "dedans")),
    ("W83", "coinche-house", HOUSE, "S:100H", "152 der", "0", (262, 0, "made")),
    # the belote stays outside the factor
    ("W20", "coinche-house", HOUSE, "S:100Hx", "50", "102 der belote", (0, 540, "dedans")),
    ("W20", "coinche-house", BASE_162, "S:100Hx", "50", "102 der belote", (0, 382, "dedans")),
    ("W20", "coinche-house", HOUSE, "S:100Hx", "50 belote", "102 der", (20, 520, "dedans")),
    # the aces of no trump make a deck of 152, not 156
    ("W28", "classic-official", HOUSE, "S:NT", "50 der", "102", (0, 162, "dedans")),
    ("W28", "coinche-official", HOUSE, "S:90NT", "80 der", "72", (180, 70, "made")),
    # cards and capot belong into the score of a made contract
    ("W29", "coinche-house", HOUSE, "S:80H", "82 der", "70", (172, 70, "made")),
    ("W29", "coinche-house", HOUSE, "S:80H", "152 capot", "0", (332, 0, "capot")),
    # a made contract is multiplied too
    ("W32", "coinche-house", BID_ONLY, "S:capotHxx", "152 capot", "0", (1000, 0, "capot")),
    ("W32", "coinche-house", HOUSE, "S:capotHxx", "152 capot", "0", (1640, 0, "capot")),
    ("W32", "coinche-official", HOUSE, "S:100Hx", "100 der", "52", (520, 0, "made")),
    # a capot is worth 250
    ("W33", "coinche-house", BID_ONLY, "S:capotH", "152 capot", "0", (250, 0, "capot")),
    ("W33", "coinche-house", HOUSE, "S:capotH", "152 capot", "0", (502, 0, "capot")),
    # rounding never makes a contract
    ("W39", "coinche-official", HOUSE, "S:100H", "88 der", "64", (0, 260, "dedans")),
    ("W39", "coinche-official", HOUSE, "S:90H", "79 der", "73", (0, 250, "dedans")),
    # the last trick is ten of the deal's 162
    ("W62", "classic-house", HOUSE, "S:H", "82 der", "70", (92, 70, "made")),
    ("W62", "classic-house", HOUSE, "S:H", "50", "102 der", (0, 162, "dedans")),
    # either side can make a capot
    ("W70", "classic-house", HOUSE, "S:H", "152 capot", "0", (252, 0, "capot")),
    ("W70", "classic-house", HOUSE, "W:H", "0", "152 capot", (0, 252, "capot")),
    ("W70", "coinche-house", HOUSE, "S:capotH", "152 capot", "0", (502, 0, "capot")),
    ("W70", "coinche-house", HOUSE, "W:capotH", "0", "152 capot", (0, 502, "capot")),
    # the last trick, declarations and the belote all help the taker
    ("W71", "classic-house", HOUSE, "S:H", "76 der", "76", (86, 76, "made")),
    ("W71", "classic-house", HOUSE, "S:H", "70 +20", "72 der", (90, 82, "made")),
    ("W71", "classic-house", HOUSE, "S:H", "71 +20", "81 der", (0, 91, "litige(91)")),
    ("W73", "classic-house", HOUSE, "S:H", "72 belote", "80 der", (92, 90, "made")),
    ("W73", "classic-house", HOUSE, "S:H", "71 der belote", "81", (101, 81, "made")),
    # nothing but the deal is multiplied
    ("W74", "coinche-house", HOUSE, "S:100Hx", "90 der belote", "62", (540, 0, "made")),
    ("W74", "coinche-official", HOUSE, "S:100Hxx", "90 der belote", "62", (1060, 0, "made")),
    # one judgement gives both the result and the points
    ("W107", "classic-house", TIES_FALL, "S:H", "71 der", "81", (0, 162, "dedans")),
    ("W107", "classic-house", HOUSE, "S:H", "71 der", "81", (0, 81, "litige(81)")),
    ("W107", "coinche-house", HOUSE, "S:80H", "71 der", "81", (0, 240, "dedans")),
    # a capot that was not bid; the belote of who lost
    ("W112", "coinche-house", HOUSE, "S:80H", "152 capot", "0", (332, 0, "capot")),
    ("W112", "coinche-official", HOUSE, "S:80H", "152 capot", "0", (330, 0, "capot")),
    ("W112", "coinche-house", CAPOT_250, "S:80H", "152 capot", "0", (330, 0, "capot")),
    ("W112", "coinche-house", HOUSE, "S:80H", "50 belote", "102 der", (20, 240, "dedans")),
    # all tricks are all tricks, and reaching the bid is enough
    ("W136", "coinche-house", HOUSE, "S:capotH", "142 der", "10", (0, 410, "dedans")),
    ("W136", "coinche-house", HOUSE, "S:generaleH", "142 der", "10", (0, 660, "dedans")),
    ("W136", "coinche-house", HOUSE, "S:generaleH", "152 capot", "0", (0, 660, "dedans")),
    ("W136", "coinche-house", HOUSE, "S:100H", "90 der", "62", (200, 62, "made")),
    ("W136", "classic-house", HOUSE, "S:AT", "110", "138 der", (0, 258, "dedans")),
    # a belote does not hide a capot, and is counted once
    ("W141", "classic-house", HOUSE, "S:H", "152 capot belote", "0", (272, 0, "capot")),
    ("W142", "classic-house", HOUSE, "S:H", "90 der", "62 belote", (100, 82, "made")),
    # the taker is measured against the defence, not against 82
    ("W145", "classic-house", HOUSE, "S:H", "82", "70 der belote", (0, 182, "dedans")),
]


@pytest.mark.parametrize(("fault", "name", "changes", "played", "ns", "ew", "expected"), FAULTS)
def test_fault(
    fault: str, name: str, changes: Changes, played: str, ns: str, ew: str, expected: Score
) -> None:
    """A deal that another program scored wrong is scored right."""
    settled = settlement(finish(start(derive(name, changes)), played, ns, ew))

    held = f"({settled.held_out})" if settled.held_out else ""
    score = (settled.points.ns, settled.points.ew, f"{settled.result.value}{held}")
    assert score == expected, fault


HEARTS_AT_NORTH = hands(
    "8S 8C 9C TC JC QC KC AC | 7D 8D 9D TD JD QD KD AD"
    "| JH 9H AH TH KH QH 8H 7S | 7H 9S TS JS QS KS AS 7C"
)
ONE_SUIT_EACH = hands(
    "7S 8S 9S TS JS QS KS AS | 7H 8H 9H TH JH QH KH AH"
    "| 7D 8D 9D TD JD QD KD AD | 7C 8C 9C TC JC QC KC AC"
)


def played_out(name: str, dealt: Hands, leader: Seat, calls: str, tricks: str) -> Table:
    """Return a table after a deal of *dealt*, taken by *leader*; declarations are not played."""
    table = start(derive(name, {"declarations.played": False}), dealer=leader.partner.next)
    table.do(DealCards(stacked(dealt, table.match.dealer, table.match.rules, leader)))
    speak(table, calls)
    play(table, tricks)
    return table


def account(table: Table) -> Settlement:
    """Return the account of the table's only deal."""
    return settlement(table.log)


def test_w16_trick_without_points() -> None:
    """A side whose only trick is worth nothing has still prevented the capot."""
    tricks = """7S 9S 8S 7D  7H 8C 8D 8H  JH 7C 9C 9D  9H TS TC TD
                AH JS JC JD  TH QS QC QD  KH KS KC KD  QH AS AC AD"""

    settled = account(played_out("classic-house", HEARTS_AT_NORTH, Seat.NORTH, "H", tricks))

    assert (settled.points, settled.result) == (Points(182, 0), Result.MADE)


LAST_TO_EAST = """JH 7H 8C 7D  9H 7C 9C 8D  AH 9S TC 9D  TH TS JC TD
                  KH JS QC JD  QH QS KC QD  8H KS AC KD  7S AS 8S AD"""


def test_w18_last_trick() -> None:
    """The ten of the last trick go to the side that takes it."""
    table = played_out("classic-house", HEARTS_AT_NORTH, Seat.NORTH, "H", LAST_TO_EAST)

    assert account(table).own == Points(130 + 20, 22 + 10)


def test_w94_points_of_one_seat() -> None:
    """Every trick a seat takes adds to what it took before."""
    table = played_out("classic-house", HEARTS_AT_NORTH, Seat.NORTH, "H", LAST_TO_EAST)

    taken = [event for event in table.log if isinstance(event, TrickTaken)]
    north = sum(event.points for event in taken if event.winner is Seat.NORTH)
    counted = {(line.code, line.team): line.points for line in account(table).counted}
    assert [event.winner for event in taken] == [Seat.NORTH] * 7 + [Seat.EAST]
    assert counted[LineCode.CARDS, Team.NS] == north == 130


@pytest.mark.parametrize(("name", "total"), [("classic-house", 348), ("classic-official", 252)])
def test_w19_all_trump_sweep(name: str, total: int) -> None:
    """At all trump a side that follows nothing wins nothing, and a sweep is a capot."""
    tricks = " ".join(f"{rank}{suit}" for rank in Rank for suit in "SHDC")

    settled = account(played_out(name, ONE_SUIT_EACH, Seat.SOUTH, "AT", tricks))

    belotes = Points(40, 40)
    assert (settled.own, settled.result) == (Points(total, 0) + belotes, Result.CAPOT)


@pytest.mark.parametrize("order", ["K 7 8 9 T J A Q", "Q 7 8 9 T J A K", "7 8 K Q 9 T J A"])
def test_w101_belote_apart(order: str) -> None:
    """The belote counts however far apart its two cards are played."""
    tricks = " ".join(f"{rank}{suit}" for rank in order.split() for suit in "SHDC")

    settled = account(played_out("classic-house", ONE_SUIT_EACH, Seat.SOUTH, "S", tricks))

    assert settled.own == Points(252 + 20, 0)


@pytest.mark.parametrize(
    ("name", "mode", "pack"),
    [
        ("classic-house", Mode.NO_TRUMP, 120),
        ("classic-official", Mode.NO_TRUMP, 152),
        ("classic-house", Mode.ALL_TRUMP, 248),
        ("classic-official", Mode.ALL_TRUMP, 152),
        ("coinche-house", Mode.HEARTS, 152),
        ("coinche-official", Mode.NO_TRUMP, 152),
    ],
)
def test_w28_w136_packs(name: str, mode: Mode, pack: int) -> None:
    """No trump and all trump each have a deck of their own, whose total is the rule book's."""
    assert pack_points(RULE_SETS[name].cards, mode) == pack


@pytest.mark.parametrize("taker", range(0, 153, 7))
def test_w30_all_trump_loses_nothing(taker: int) -> None:
    """However the cards of all trump fall, the sides have 162 between them, and write them all."""
    made = tally("S:AT", f"{taker} der", f"{152 - taker}")

    settled = settle(made, CLASSIC_OFFICIAL.cards, CLASSIC_OFFICIAL.scoring)

    assert settled.own.total == settled.points.total + settled.held_out == 162


def test_w74_held_points() -> None:
    """Held points are paid once, and no coinched deal knows of any."""
    classic = tally("S:H", "80 der belote", "72", held=81)
    coinched = tally("S:100Hx", "90 der belote", "62", held=81)

    taken = settle(classic, CLASSIC_HOUSE.cards, CLASSIC_HOUSE.scoring)
    doubled = settle(coinched, RULE_SETS["coinche-house"].cards, RULE_SETS["coinche-house"].scoring)

    assert (taken.points, doubled.points) == (Points(191, 72), Points(540, 0))


TIERCE_H, TIERCE_S = cards("AH KH QH 7S 8C 7C 7D 9D"), cards("AS KS QS 7H 8D TC 9C TD")
QUARTE_H, QUARTE_S = cards("AH KH QH JH 8C 7C 7D 9D"), cards("AS KS QS JS 8D TC 9C TD")


@pytest.mark.parametrize(
    ("fault", "one", "other"), [("W47", TIERCE_H, TIERCE_S), ("W127", QUARTE_H, QUARTE_S)]
)
@pytest.mark.parametrize("leader", Seat)
@pytest.mark.parametrize("swapped", [False, True])
def test_w47_w127_equal_declarations(
    fault: str, one: Hand, other: Hand, leader: Seat, swapped: bool
) -> None:
    """Of equal plain sequences the first in turn scores, or none; the suits are never asked."""
    south, east = (other, one) if swapped else (one, other)
    declared = (find(south, Mode.CLUBS), (), (), find(east, Mode.CLUBS))
    first = next(seat.team for seat in seats_from(leader) if declared[seat.place])

    teams = [scoring_team(declared, leader, Mode.CLUBS, tie) for tie in DeclarationTie]

    assert teams == [first, None], fault


def test_w131_two_cards() -> None:
    """Two cards are no sequence; three are."""
    assert find(cards("AH KH JH TH 8S 7S QC JC"), Mode.HEARTS) == ()
    assert [each.kind for each in find(cards("AH KH QH TH 8S 7S QC TC"), Mode.HEARTS)] == [
        DeclarationKind.TIERCE
    ]


@pytest.mark.parametrize(
    ("fault", "before", "winner"),
    [
        ("W30", (2000 - 90, 0), Team.NS),  # a match ends at all
        ("W108", (2000 - 90, 2000 - 72), None),  # equal above the target: it goes on
        ("W146", (2000 - 90, 2000 - 71), Team.EW),  # the higher score wins, whichever side it is
        ("W146", (2000 - 89, 2000 - 72), Team.NS),
    ],
)
def test_w30_w108_w146_match_end(fault: str, before: tuple[int, int], winner: Team | None) -> None:
    """A match ends once a side alone is ahead at the target or above it."""
    table = start(derive("classic-house", {"match.target": 2000}))
    table.match = replace(table.match, scores=Points(*before))

    finish(table, "S:H", "80 der", "72")

    ended = table.match.ended
    assert (ended and ended.winner) == winner, fault
