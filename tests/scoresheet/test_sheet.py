"""A whole evening: held points are carried, passed deals do not count, somebody wins."""

import json
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest

from belote_protocol.i18n import LANGUAGES
from belote_server.game.engine import tally_deal
from belote_server.game.rulesets import derive
from belote_server.game.state import evolve
from belote_server.scoresheet.sheet import Scored, Sheet, added, standing_of
from tests.helpers.commands import answer, belote, problem
from tests.helpers.matches import play_on, start

TIE = "--taker S --mode H --cards-ns 71 --last NS"
MADE = "--taker E --mode C --points-ew 100 --last EW"
CAPOT = "--taker E --mode C --capot EW"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where a sheet may be."""
    return tmp_path / "evening.json"


def begin(file: Path, options: str = "") -> dict[str, Any]:
    """Begin a sheet."""
    return answer(f"sheet new {file} {options}")


def add(file: Path, *deals: str) -> dict[str, Any]:
    """Add deals to a sheet and return how it stands after the last."""
    told: dict[str, Any] = {}
    for deal in deals:
        told = answer(f"sheet add {file} {deal}")
    return told


def test_an_evening(file: Path) -> None:
    """Held points wait through a passed deal for the side that wins the next one."""
    begin(file)

    after = [add(file, deal) for deal in (TIE, "--passed", MADE)]

    assert [each["held"] for each in after] == [81, 81, 0]
    assert [each["scores"] for each in after] == [
        {"NS": 0, "EW": 81},
        {"NS": 0, "EW": 81},
        {"NS": 62, "EW": 262},
    ]
    assert [deal["passed"] for deal in after[-1]["deals"]] == [False, True, False]
    assert after[-1]["deals"][2]["account"]["held_in"] == 81


def test_a_second_tie(file: Path) -> None:
    """Another tie adds to what is held."""
    begin(file)

    assert add(file, TIE, TIE)["held"] == 162


def test_the_target_is_reached(file: Path) -> None:
    """A match to a target ends with the deal that reaches it, and takes no more deals."""
    begin(file, "--target 501")

    told = add(file, CAPOT, CAPOT)

    assert (told["winner"], told["end"], told["scores"]) == ("EW", "target", {"NS": 0, "EW": 504})
    refused = problem(f"sheet add {file} {MADE}")
    assert refused["code"] == "match_over"
    assert "East-West has won" in refused["message"]


@pytest.mark.parametrize(("options", "winner"), [("", "EW"), ("--set match.reach=exceed", None)])
def test_reach_or_exceed(file: Path, options: str, winner: str | None) -> None:
    """A target is reached by its number, unless the table wants more."""
    begin(file, f"--target 504 {options}")

    assert add(file, CAPOT, CAPOT)["winner"] == winner


def test_both_reach_the_target(file: Path) -> None:
    """Where both sides reach the target with one deal, the higher score wins."""
    begin(file, "--target 150")

    told = add(
        file,
        "--taker S --mode H --points-ns 92 --last NS",
        "--taker W --mode H --points-ns 76 --last NS",
    )

    assert told["scores"] == {"NS": 168, "EW": 156}
    assert told["winner"] == "NS"


def test_equal_at_the_target(file: Path) -> None:
    """Equal scores at the target are played on, held points included."""
    begin(file, "--target 60 --set scoring.tie=made")

    told = add(file, TIE)
    assert (told["scores"], told["winner"]) == ({"NS": 81, "EW": 81}, None)

    assert add(file, MADE)["winner"] == "EW"


def test_a_number_of_deals(file: Path) -> None:
    """A match of a number of deals ends with the last; passed ones are not among them."""
    begin(file, "--deals 2")

    told = add(file, MADE, "--passed")
    assert told["winner"] is None

    told = add(file, MADE)
    assert (told["winner"], told["end"]) == ("EW", "deals")


def test_a_tie_on_the_last_deal(file: Path) -> None:
    """On the last of a number of deals nothing is held: both sides score, and the pot lapses."""
    begin(file, "--deals 3")

    told = add(file, TIE, MADE, TIE)

    assert told["deals"][2]["account"]["points"] == {"NS": 81, "EW": 81}
    assert (told["held"], told["winner"]) == (0, "EW")


def test_an_older_pot_on_the_last_deal(file: Path) -> None:
    """Points still held when the last of a number of deals is tied go to nobody, and it says so."""
    begin(file, "--deals 2")

    told = add(file, TIE, TIE)

    assert (told["scores"], told["held"]) == ({"NS": 81, "EW": 162}, 0)
    assert told["deals"][1]["account"]["said"]["notes"] == ["81 held points go to nobody."]


def test_undo(file: Path) -> None:
    """Undoing takes the last deal back, also the one that ended the match."""
    begin(file, "--target 501")
    add(file, TIE, CAPOT, CAPOT)

    told = answer(f"sheet undo {file}")
    assert (told["winner"], told["scores"]["EW"], len(told["deals"])) == (None, 414, 2)

    told = answer(f"sheet undo {file}")
    assert (told["held"], len(told["deals"])) == (81, 1)


def test_nothing_to_undo(file: Path) -> None:
    """A sheet without deals has nothing to undo."""
    begin(file)

    assert problem(f"sheet undo {file}")["code"] == "nothing_to_undo"


def test_a_refused_deal_changes_nothing(file: Path) -> None:
    """A deal that cannot be true leaves the file as it was."""
    begin(file)
    before = file.read_bytes()

    assert problem(f"sheet add {file} --taker S --mode H --cards-ns 200")["code"]
    assert file.read_bytes() == before


def test_passed_means_no_score(file: Path) -> None:
    """A deal that was passed out has no points."""
    begin(file)

    assert problem(f"sheet add {file} --passed {MADE}")["code"] == "passed_with_score"


def test_held_points_are_not_typed(file: Path) -> None:
    """A sheet carries held points itself, so there is no option for them."""
    begin(file)

    assert problem(f"sheet add {file} {MADE} --held 81")["code"] == "usage"


def test_coinche(file: Path) -> None:
    """A sheet of Coinche takes contracts, and none of classic Belote."""
    begin(file, "--game coinche --rules official")

    told = add(file, "--taker S --contract 100H --cards-ns 98 --last NS")

    assert told["scores"] == {"NS": 210, "EW": 50}
    assert problem(f"sheet add {file} {MADE}")["code"] == "contract_without_points"


def test_shown(file: Path) -> None:
    """A sheet is shown as a table of deals with running totals."""
    begin(file, '--target 501 --ns "Ann and Bob"')
    add(file, TIE, "--passed", MADE)

    assert belote(f"sheet show {file}").stdout == dedent(
        """\
        Classic Belote, house rules
        First to 501 points

        deal  contract                result                       Ann and Bob  East-West     total
        1     taker South, in hearts  litige (exact tie), 81 held            0         81    0 : 81
        2     passed out                                                     –          –    0 : 81
        3     taker East, in clubs    contract made                         62        181  62 : 262

        Score: Ann and Bob 62, East-West 262
        """
    )


def test_shown_when_it_is_over(file: Path) -> None:
    """The end of a match says who has won, why, and what becomes of held points."""
    begin(file, "--target 70 --deals 0")
    add(file, TIE)

    assert belote(f"sheet show {file}").stdout.splitlines()[-3:] == [
        "Score: North-South 0, East-West 81",
        "East-West wins 81 to 0: the target is reached.",
        "81 held points go to nobody.",
    ]


@pytest.mark.parametrize(
    ("options", "goal"),
    [
        ("--target 2000", "First to 2000 points"),
        ("--set match.reach=exceed", "First to more than 1001 points"),
        ("--deals 12", "12 deals"),
        ("--deals 1", "1 deal"),
    ],
)
def test_goal(file: Path, options: str, goal: str) -> None:
    """A sheet says what the match is played to."""
    result = belote(f"sheet new {file} {options}")

    assert result.stdout.splitlines()[0] == f"New score sheet: {file}"
    assert goal in result.stdout.splitlines()
    assert result.stdout.splitlines()[-1] == "No deal has been entered yet."


def test_an_added_deal_is_accounted_for(file: Path) -> None:
    """Adding a deal shows its account, then how the match stands."""
    begin(file, '--ns "Ann and Bob"')

    first = belote(f"sheet add {file} {TIE}").stdout
    passed = belote(f"sheet add {file} --passed").stdout
    undone = belote(f"sheet undo {file}").stdout

    assert "East-West scores its points" in first
    assert first.splitlines()[2].split("  ")[-2:] == ["Ann and Bob", "East-West"]
    assert first.endswith("\nScore: Ann and Bob 0, East-West 81\nHeld points: 81\n")
    assert passed == "Passed out\n\nScore: Ann and Bob 0, East-West 81\nHeld points: 81\n"
    assert undone.startswith("Deal 2 is taken off the sheet.\n")


def test_an_added_deal_may_lack_its_capot(file: Path) -> None:
    """All points on one side raise the question of a capot on a sheet too."""
    begin(file)

    assert (
        "say capot" in belote(f"sheet add {file} --taker S --mode H --cards-ew 0 --last S").stdout
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language(file: Path, lang: str) -> None:
    """A sheet can be kept in any language, and does not remember which."""
    outputs = [
        belote(line, "--lang", lang)
        for line in (
            f"sheet new {file} --target 300",
            *(f"sheet add {file} {deal}" for deal in (TIE, "--passed", MADE, CAPOT)),
            f"sheet show {file}",
            f"sheet undo {file}",
        )
    ]

    assert [result.exit_code for result in outputs] == [0] * 7
    assert "lang" not in json.loads(file.read_text("utf-8"))


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("classic-house", {"match.target": 501}),
        ("classic-official", {"match.deals": 5, "scoring.tie": "dedans"}),
        ("coinche-house", {"match.belote_alone_wins": False}),
        ("coinche-official", {"match.reach": "exceed"}),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_a_sheet_agrees_with_the_table(name: str, changes: dict[str, object], seed: int) -> None:
    """A match that was really played comes to the same score, pot and winner on paper."""
    rules = derive(name, changes)
    table = play_on(start(rules), Random(seed), lambda match: len(match.settled) >= 6)
    sheet, match = Sheet(rules, {}), start(rules).match
    for event in table.log[1:]:
        settled, match = len(match.settled), evolve(match, event)
        if len(match.settled) > settled:
            deal = match.running
            sheet = added(sheet, Scored(deal.contract.taker, tally_deal(match, deal)))

    standing = standing_of(sheet)

    assert (standing.scores, standing.held) == (match.scores, match.held)
    assert standing.winner == (match.ended.winner if match.ended else None)
