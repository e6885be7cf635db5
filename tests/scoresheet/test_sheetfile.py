"""Files keep what they were given, and say where they are damaged."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_protocol.i18n import words
from belote_protocol.vocab import Team
from belote_server.game.rulesets import RULE_SETS, derive, overrides
from belote_server.scoresheet.place import Damaged
from belote_server.scoresheet.problem import Problem, ProblemCode
from belote_server.scoresheet.sheet import Scored, Sheet
from belote_server.scoresheet.sheetfile import (
    VERSION,
    clean_name,
    decoded,
    encoded,
    load,
    save,
)
from tests.helpers.commands import answer, belote, problem
from tests.helpers.evenings import played_deal

MISSING = object()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a sheet with a played, a passed and a Coinche deal, as its file."""
    path = tmp_path / "evening.json"
    answer(f"sheet new {path} --game coinche --ns Ann")
    answer(
        f"sheet add {path} --taker S --contract 100H --coinche --cards-ns 98 --last NS --belote N"
    )
    answer(f"sheet add {path} --passed")
    answer(f"sheet add {path} --taker EW --contract capotS --capot EW --declarations-ew 50")
    return path


def changed(file: Path, *steps: str | int, value: object) -> None:
    """Put *value* at the end of *steps* in *file*, or take away what is there."""
    whole: Any = json.loads(file.read_text("utf-8"))
    place = whole
    for step in steps[:-1]:
        place = place[step]
    if value is MISSING:
        del place[steps[-1]]
    else:
        place[steps[-1]] = value
    file.write_text(json.dumps(whole), "utf-8")


@settings(max_examples=25)
@given(st.sampled_from(list(RULE_SETS)), st.lists(st.integers(0, 10**6), max_size=3))
def test_round_trip(name: str, seeds: list[int]) -> None:
    """What is read is what was written, for deals that were really played."""
    rules = derive(name, {"match.target": 10_000})
    deals: list[Scored | None] = [None]
    for seed in seeds:
        deal, tally = played_deal(rules, seed)
        deals.append(Scored(deal.contract.taker, tally))
    sheet = Sheet(rules, {Team.EW: "Zoé & Łukasz"}, tuple(deals))

    assert decoded(encoded(sheet)) == sheet


def test_rules_are_kept_whole(file: Path) -> None:
    """A file repeats every rule, so that later defaults do not change an old evening."""
    whole = json.loads(file.read_text("utf-8"))

    changed(file, "rules", "fields", "scoring.coinche", value=3)

    assert len(whole["rules"]["fields"]) > 20
    assert overrides(load(file).rules) == {"scoring.coinche": 3}


DAMAGE: list[tuple[list[str | int], object, str]] = [
    (["format"], "chess", "format"),
    (["format"], MISSING, "format"),
    (["version"], 0, "version"),
    (["version"], "1", "version"),
    (["version"], True, "version"),
    (["version"], MISSING, "version"),
    (["extra"], 1, "extra"),
    (["rules"], [], "rules"),
    (["rules"], MISSING, "rules"),
    (["rules", "name"], "poker", "rules.name"),
    (["rules", "name"], 5, "rules.name"),
    (["rules", "fields"], "all", "rules.fields"),
    (["rules", "fields", "scoring.tie"], "litige", "rules.fields.scoring.tie"),
    (["rules", "fields", "match.target"], "high", "rules.fields.match.target"),
    (["names"], "Ann", "names"),
    (["names", "NS"], 7, "names.NS"),
    (["names", "XY"], "Ann", "names.XY"),
    (["deals"], {}, "deals"),
    (["deals", 0], "won", "deals[0]"),
    (["deals", 0, "taker"], "X", "deals[0].taker"),
    (["deals", 0, "taker"], MISSING, "deals[0].taker"),
    (["deals", 0, "taker"], ["S"], "deals[0].taker"),
    (["deals", 0, "bid"], "lots", "deals[0].bid"),
    (["deals", 0, "bid"], None, "deals[0].bid"),
    (["deals", 0, "doubling"], "twice", "deals[0].doubling"),
    (["deals", 0, "cards"], [98, 54], "deals[0].cards"),
    (["deals", 0, "cards", "NS"], "98", "deals[0].cards.NS"),
    (["deals", 0, "cards", "NS"], 98.0, "deals[0].cards.NS"),
    (["deals", 0, "cards", "NS"], MISSING, "deals[0].cards.NS"),
    (["deals", 0, "last_trick"], None, "deals[0].last_trick"),
    (["deals", 0, "capot"], "both", "deals[0].capot"),
    (["deals", 0, "alone"], "yes", "deals[0].alone"),
    (["deals", 0, "belote"], "NS", "deals[0].belote"),
    (["deals", 0, "belote", 0], "N", "deals[0].belote[0]"),
    (["deals", 0, "declarations", "EW"], None, "deals[0].declarations.EW"),
    (["deals", 0, "held"], 81, "deals[0].held"),
    (["deals", 1, "passed"], False, "deals[1].passed"),
    (["deals", 1, "taker"], "S", "deals[1].taker"),
]


@pytest.mark.parametrize(
    ("steps", "value", "place"),
    DAMAGE,
    ids=[f"{index}-{row[2]}" for index, row in enumerate(DAMAGE)],
)
def test_damage(file: Path, steps: list[str | int], value: object, place: str) -> None:
    """A file that cannot be meant like this is refused, with the place."""
    changed(file, *steps, value=value)

    told = problem(f"sheet show {file}")

    assert told["code"] == "file_damaged"
    assert told["params"] == {"file": str(file), "place": place}


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        (b"", "1:1"),
        (b"[]", "1:1"),
        (b"null", "1:1"),
        (b"{", "1:2"),
        (b'{\n "format": oops}', "2:12"),
        (b'{\n "name": "\xff"}', "2:11"),
        (b"[" * 100_000, "1:1"),
        (b"1" * 10_000, "1:1"),
    ],
    ids=["empty", "list", "null", "open", "word", "bytes", "deep", "long"],
)
def test_no_json(file: Path, raw: bytes, place: str) -> None:
    """A file that is no JSON object is refused, with line and column."""
    file.write_bytes(raw)

    assert problem(f"sheet show {file}")["params"]["place"] == place


def test_impossible_facts(file: Path) -> None:
    """A file is held to the same checks as what is typed, in the same words."""
    changed(file, "deals", 0, "cards", value={"NS": 100, "EW": 54})

    message = problem(f"sheet show {file} --lang fr")["message"]

    assert "deals[0]" in message
    assert "100 et 54 font 154, mais les cartes d’une donne font 152 ici (cœur)" in message


def test_deals_after_the_end(file: Path) -> None:
    """A file with deals after the end of its match is damaged at the first of them."""
    changed(file, "rules", "fields", "match.target", value=500)

    told = problem(f"sheet add {file} --passed")

    assert (told["code"], told["params"]["place"]) == ("file_damaged", "deals[1]")
    assert "North-South has won" in told["message"]


def test_a_newer_version(file: Path) -> None:
    """A file of a version that is not known yet is left alone, whatever else is in it."""
    changed(file, "version", value=VERSION + 1)
    changed(file, "chairs", value=4)
    before = file.read_bytes()

    told = problem(f"sheet undo {file}")

    assert (told["code"], told["params"]["version"]) == ("file_newer", "2")
    assert file.read_bytes() == before


def test_unseen_characters_are_not_shown(file: Path) -> None:
    """What a file would do to a terminal is not passed on, neither in names nor in places."""
    changed(file, "names", value={"NS": "A\x1b[31mnn", "EW": "\u202e"})
    assert load(file).names == {Team.NS: "A[31mnn"}

    changed(file, "od\x1b[2Jd", value=1)
    assert "\x1b" not in belote(f"sheet show {file}").stderr


def test_long_names_are_cut() -> None:
    """A name has room for a name."""
    assert clean_name("  Ann\tand\n Bob ") == "Ann and Bob"
    assert len(clean_name("x" * 500)) == 32


def test_missing_file(tmp_path: Path) -> None:
    """Where there is no sheet, the command that makes one is named."""
    result = belote(f"sheet show {tmp_path / 'none.json'}")

    assert result.exit_code == 2
    assert result.stderr.endswith("none.json\n→ belote sheet new\n")


def test_unreadable_file(tmp_path: Path) -> None:
    """What is no file cannot be read as one."""
    assert problem(f"sheet show {tmp_path}")["code"] == "file_unreadable"


def test_existing_file(file: Path) -> None:
    """A new sheet takes no file's place unless that is wanted."""
    assert problem(f"sheet new {file}")["code"] == "file_exists"

    assert answer(f"sheet new {file} --force")["deals"] == []


def test_unwritable_file(tmp_path: Path) -> None:
    """A sheet that cannot be written says so, and leaves nothing behind."""
    told = problem(f"sheet new {tmp_path / 'nowhere' / 'evening.json'}")

    assert told["code"] == "file_unwritable"
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_keeps_the_old_sheet(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk fails half way, the old sheet is still there and no draft is."""
    before = file.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Problem, match="No space left"):
        save(load(file), file)

    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


def test_links_and_modes_are_kept(file: Path) -> None:
    """Writing through a link changes the file it points to, and nobody's right to read it."""
    file.chmod(0o640)
    link = file.with_name("link.json")
    link.symlink_to(file)

    answer(f"sheet undo {link}")

    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    assert len(load(file).deals) == 2


def test_damage_is_said_in_words() -> None:
    """Damage has its place, and a sentence where there is one."""
    below = Problem(ProblemCode.NEGATIVE, points=-1)

    assert str(Damaged("deals[0]", below)) == "deals[0]"
    assert below.said(words("en")) == "-1: points cannot be negative."
