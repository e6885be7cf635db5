"""The rows of "Counting the points", typed into ``belote score`` in every language."""

import json
from pathlib import Path
from typing import Any

import pytest

from belote_protocol.i18n import LANGUAGES, words
from belote_protocol.vocab import Seat
from tests.helpers.commands import answer, belote, row

DATA = Path(__file__).parents[1] / "game" / "data" / "scoring_rows.json"
PAGE = json.loads(DATA.read_text("utf-8"))
ROWS: list[dict[str, Any]] = PAGE["rows"]
MODES = {"suit": "H", "no_trump": "NT", "all_trump": "AT"}

page_rows = pytest.mark.parametrize("page", ROWS, ids=[each["id"] for each in ROWS])
every_language = pytest.mark.parametrize("lang", LANGUAGES)


def line(page: dict[str, Any], *, both: bool = True) -> str:
    """Return the command that scores a row of the page."""
    taker = Seat[page["taker"].upper()]
    typed = [f"score --game {page['game']} --rules {page['ruleset']} --taker {taker}"]
    if page["contract"] is None:
        typed.append(f"--mode {MODES[page['trump']]}")
    else:  # as the page writes it: a capot is 250
        typed.append(f"--contract {page['contract']}{MODES[page['trump']]}")
    typed.append(f"--cards-ns {page['cards_ns']} --last {page['last_trick']}")
    typed += [f"--cards-ew {page['cards_ew']}"] * both
    typed += [f"--{name} {page[name]}" for name in ("capot", "belote") if page[name]]
    for side in ("ns", "ew"):
        declared = page[f"declarations_{side}"]
        typed += [f"--declarations-{side} {declared}"] * bool(declared)
    typed += [f"--held {page['held_in']}"] * bool(page["held_in"])
    typed += [{1: "", 2: "--coinche", 4: "--coinche --surcoinche"}[page["multiplier"]]]
    return " ".join(typed)


@page_rows
@every_language
def test_row(page: dict[str, Any], lang: str) -> None:
    """Every row of the page comes out as the page has it, with its result in every language."""
    speech = words(lang)

    result = belote(line(page), "--lang", lang)

    assert result.exit_code == 0
    assert row(result.stdout, speech.say("sheet.score")) == (str(page["ns"]), str(page["ew"]))
    label = speech.say(f"result.{page['result']}")
    if page["held_out"]:
        label += f", {speech.say('sheet.held_out', n=page['held_out'])}"
    assert result.stdout.splitlines()[-1].endswith(f": {label}")


@page_rows
def test_row_as_json(page: dict[str, Any]) -> None:
    """Every row of the page comes out as the page has it, for programs too."""
    told = answer(line(page, both=False))

    assert told["points"] == {"NS": page["ns"], "EW": page["ew"]}
    assert (told["result"], told["held_out"]) == (page["result"], page["held_out"])


@page_rows
@pytest.mark.parametrize("lang", PAGE["results"])
def test_label(page: dict[str, Any], lang: str) -> None:
    """A result is called by a name its page has for it; an Italian fall is no capot, though."""
    meant = {label for label, result in PAGE["results"][lang].items() if result == page["result"]}

    said = answer(line(page), "--lang", lang)["said"]["result"]

    assert said in meant | {"caduto"}
