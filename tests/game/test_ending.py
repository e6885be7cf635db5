"""A match's score from deal to deal, and how the match ends; played out by the engine."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from belote_protocol.vocab import EndReason, Phase, RefusalCode, Seat, Team
from belote_server.game.actions import DealCards, EndMatch
from belote_server.game.deck import PACK
from belote_server.game.events import DealRevealed, MatchEnded
from belote_server.game.rulesets import CLASSIC_HOUSE, COINCHE_OFFICIAL, Plain, derive
from belote_server.game.seats import Points
from tests.helpers.cards import cards
from tests.helpers.deals import finish, play, settlement, speak
from tests.helpers.matches import Table, start

Deals = list[tuple[str, str, str]]
"""Deals as ``finish`` takes them; one without a contract is passed out."""

PASSED_OUT = ("", "", "")
TIE = ("S:H", "71 der", "81")
MADE = ("S:H", "80 der", "72")
FALLEN = ("S:H", "70", "82 der")
CAPOT = ("S:H", "152 capot", "0")


def match_of(name: str, changes: dict[str, Plain], before: tuple[int, int], held: int = 0) -> Table:
    """Return a table whose match stands at *before*; nothing is dealt."""
    table = start(derive(name, changes))
    table.match = replace(table.match, scores=Points(*before), held=held)
    return table


def run(table: Table, deals: Deals) -> MatchEnded | None:
    """Play *deals*; return how the match ended, which only the last of them may do."""
    for played, ns, ew in deals:
        assert table.match.ended is None, "the match ended before its last deal"
        if played:
            finish(table, played, ns, ew)
        else:
            table.do(DealCards(PACK))
            speak(table, "pass " * 8)
    return table.match.ended


@pytest.mark.parametrize(
    ("deals", "scores", "held"),
    [
        ([TIE], (0, 81), 81),
        ([TIE, MADE], (171, 153), 0),
        ([TIE, FALLEN], (0, 324), 0),
        ([TIE, TIE], (0, 162), 162),
        ([TIE, TIE, MADE], (252, 234), 0),
        ([TIE, PASSED_OUT], (0, 81), 81),
        ([TIE, PASSED_OUT, TIE, PASSED_OUT, FALLEN], (0, 486), 0),
        ([TIE, ("W:H", "71 der", "81"), MADE], (333, 153), 0),
        ([TIE, CAPOT], (333, 81), 0),
        ([TIE, ("S:H", "0", "152 capot")], (0, 414), 0),
        ([("S:H", "61 der belote", "91"), MADE], (181, 163), 0),
        ([MADE, FALLEN], (90, 234), 0),
    ],
)
def test_held_points(deals: Deals, scores: tuple[int, int], held: int) -> None:
    """Held points wait, through ties and passed-out deals, for the side that wins a deal."""
    table = start(CLASSIC_HOUSE)

    run(table, deals)

    assert (table.match.scores, table.match.held) == (Points(*scores), held)


def test_held_points_with_real_cards() -> None:
    """A tie, a passed-out deal and a second tie leave their points to who wins the fourth deal."""
    told = json.loads((Path(__file__).parent / "data" / "held_points.json").read_text("utf-8"))
    table = start(CLASSIC_HOUSE, dealer=Seat(told["dealer"]))

    for deal in told["deals"]:
        table.do(DealCards(cards(deal["deck"])))
        speak(table, deal["calls"])
        play(table, deal["cards"])

        expected = (Points(*deal["scores"]), deal["held"], deal["settled"])
        assert (table.match.scores, table.match.held, len(table.match.settled)) == expected


@pytest.mark.parametrize(
    ("changes", "before", "held", "deals", "winner", "scores"),
    [
        # reached after a whole deal, or not
        ({"match.target": 1001}, (911, 0), 0, [MADE], "NS", (1001, 72)),
        ({"match.target": 1001}, (910, 0), 0, [MADE], None, (1000, 72)),
        ({"match.target": 1001}, (0, 930), 0, [MADE], "EW", (90, 1002)),
        ({"match.target": 1001, "match.reach": "exceed"}, (911, 0), 0, [MADE], None, (1001, 72)),
        ({"match.target": 1001, "match.reach": "exceed"}, (912, 0), 0, [MADE], "NS", (1002, 72)),
        # both reached it: the higher score; while they are equal, play goes on
        ({"match.target": 501}, (495, 500), 0, [MADE], "NS", (585, 572)),
        ({"match.target": 501}, (450, 500), 0, [MADE], "EW", (540, 572)),
        ({"match.target": 501}, (482, 500), 0, [MADE], None, (572, 572)),
        ({"match.target": 501}, (482, 500), 0, [MADE, PASSED_OUT, MADE], "NS", (662, 644)),
        ({"match.target": 501}, (482, 500), 0, [MADE, FALLEN], "EW", (572, 734)),
        # held points count once they are paid, and lapse with the match
        ({"match.target": 1001}, (830, 0), 81, [MADE], "NS", (1001, 72)),
        ({"match.target": 1001}, (950, 920), 0, [TIE], "EW", (950, 1001)),
        ({"match.target": 1001}, (1050, 969), 0, [TIE], None, (1050, 1050)),
        ({"match.target": 1001}, (1050, 969), 0, [TIE, FALLEN], "EW", (1050, 1293)),
    ],
)
def test_target(
    changes: dict[str, Plain],
    before: tuple[int, int],
    held: int,
    deals: Deals,
    winner: str | None,
    scores: tuple[int, int],
) -> None:
    """The target is looked at after a whole deal; above it the higher score wins."""
    table = match_of("classic-house", changes, before, held)

    ended = run(table, deals)

    points = Points(*scores)
    assert table.match.scores == points
    assert ended == (MatchEnded(Team(winner), EndReason.TARGET, points) if winner else None)


FALLEN_BELOTE = ("S:H", "60 belote", "92 der")
CAPOT_BELOTE = ("S:H", "152 capot", "0 belote")


@pytest.mark.parametrize(
    ("name", "before", "deal", "allowed", "forbidden"),
    [
        ("classic-house", (990, 500), FALLEN_BELOTE, "NS", None),
        ("classic-house", (500, 990), CAPOT_BELOTE, "EW", None),
        ("classic-house", (995, 850), FALLEN_BELOTE, "NS", "EW"),
        ("classic-house", (980, 500), FALLEN_BELOTE, None, None),
        ("classic-house", (900, 500), ("S:H", "91 der belote", "61"), "NS", "NS"),
        ("classic-house", (500, 990), ("S:H", "90 der", "62 belote"), "EW", "EW"),
        ("classic-house", (990, 500), ("S:H", "0 belote", "152 capot"), "NS", None),
        ("classic-house", (1010, 500), FALLEN_BELOTE, "NS", "NS"),  # it was there before
        ("coinche-house", (1990, 0), ("S:100H", "50 belote", "102 der"), "NS", None),
        ("coinche-house", (0, 1990), ("S:generaleH", "152 alone", "0 belote"), "EW", None),
        # a defence that coinched in vain scores its belote alone; it took tricks and did not fall
        ("coinche-house", (0, 1990), ("S:100Hx", "100 der", "52 belote"), "EW", "EW"),
    ],
)
def test_belote_alone(
    name: str,
    before: tuple[int, int],
    deal: tuple[str, str, str],
    allowed: str | None,
    forbidden: str | None,
) -> None:
    """Where a belote alone does not win, a side that fell or took no trick must wait."""
    for alone, winner in ((True, allowed), (False, forbidden)):
        table = match_of(name, {"match.belote_alone_wins": alone}, before)

        ended = run(table, [deal])

        assert (ended and ended.winner) == winner


def test_belote_alone_waits() -> None:
    """A side kept from winning by its belote alone keeps the points and wins with the next deal."""
    table = match_of("classic-house", {"match.belote_alone_wins": False}, (981, 500))

    ended = run(table, [FALLEN_BELOTE, FALLEN_BELOTE])

    assert ended == MatchEnded(Team.NS, EndReason.TARGET, Points(1021, 824))


@pytest.mark.parametrize(
    ("name", "number", "before", "deals", "winner", "scores"),
    [
        ("classic-house", 2, (0, 0), [MADE], None, (90, 72)),
        ("classic-house", 2, (0, 0), [MADE, MADE], "NS", (180, 144)),
        ("classic-house", 2, (0, 0), [MADE, PASSED_OUT], None, (90, 72)),
        ("classic-house", 2, (5000, 0), [FALLEN, MADE], "NS", (5090, 234)),  # past any target
        ("classic-house", 1, (0, 18), [MADE, MADE], "NS", (180, 162)),  # equal: one more
        ("classic-house", 2, (0, 0), [TIE, TIE], "EW", (81, 162)),  # the last is not held
        ("classic-house", 1, (0, 0), [TIE, MADE], "NS", (171, 153)),
        ("coinche-official", 2, (0, 0), [("S:80H", "82 der", "70")] * 2, "NS", (340, 140)),
    ],
)
def test_fixed_number_of_deals(
    name: str,
    number: int,
    before: tuple[int, int],
    deals: Deals,
    winner: str | None,
    scores: tuple[int, int],
) -> None:
    """A fixed number counts the deals that were scored; the higher score wins after the last."""
    table = match_of(name, {"match.deals": number}, before)

    ended = run(table, deals)

    points = Points(*scores)
    assert table.match.scores == points
    assert ended == (MatchEnded(Team(winner), EndReason.DEALS, points) if winner else None)


def test_last_deal_pays_older_points() -> None:
    """The last of a fixed number of deals pays points held before to its winner, if it has one."""
    paid, lapsed = (match_of("classic-house", {"match.deals": 1}, (0, 0), 40) for _ in range(2))

    run(paid, [FALLEN])
    run(lapsed, [TIE])

    assert (paid.match.scores, paid.match.held) == (Points(0, 202), 0)
    assert (lapsed.match.scores, lapsed.match.held) == (Points(81, 81), 0)


def dealing(table: Table) -> None:
    """Leave the match between two deals."""


def bidding(table: Table) -> None:
    """Bring the match into an auction."""
    table.do(DealCards(PACK))


def playing(table: Table) -> None:
    """Bring the match into the play of a deal."""
    bidding(table)
    speak(table, "100H pass pass pass")


@pytest.mark.parametrize("reason", [EndReason.SURRENDER, EndReason.FORFEIT])
@pytest.mark.parametrize("loser", Team)
@pytest.mark.parametrize(("stage", "dealt"), [(dealing, False), (bidding, True), (playing, True)])
def test_giving_up(
    stage: Callable[[Table], None], dealt: bool, loser: Team, reason: EndReason
) -> None:
    """Who gives up loses at once, with the scores as they stand; the deal in play is void."""
    table = match_of(COINCHE_OFFICIAL.name, {}, (500, 310))
    stage(table)

    events = table.do(EndMatch(loser, reason))

    assert events[-1] == MatchEnded(loser.other, reason, Points(500, 310))
    assert any(isinstance(event, DealRevealed) for event in events) is dealt
    assert (table.match.phase, table.match.settled) == (Phase.ENDED, ())


def test_giving_up_once() -> None:
    """Only a match that has begun can be given up, and only once."""
    assert Table().refuse(EndMatch(Team.NS, EndReason.FORFEIT)).code is RefusalCode.NOT_STARTED
    table = start(CLASSIC_HOUSE)

    table.do(EndMatch(Team.NS, EndReason.FORFEIT))

    refusal = table.refuse(EndMatch(Team.EW, EndReason.SURRENDER))
    assert refusal.code is RefusalCode.MATCH_ENDED


def test_settlement_of_a_finished_deal() -> None:
    """The deals of this module are counted by the engine as they are written."""
    table = start(CLASSIC_HOUSE)

    account = settlement(finish(table, "S:AT", "128 belote belote +50", "120 der belote"))

    assert account.own == Points(218, 150)
