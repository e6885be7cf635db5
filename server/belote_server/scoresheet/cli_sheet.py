"""The commands ``belote sheet …``: the score of a whole evening, in a file."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from belote_protocol.i18n import Words
from belote_protocol.vocab import Team
from belote_server.scoresheet import account, sheetfile
from belote_server.scoresheet.cli import deal_options
from belote_server.scoresheet.entry import tally, unsaid_capot
from belote_server.scoresheet.overview import plain, standing_lines, text
from belote_server.scoresheet.problem import Problem, ProblemCode
from belote_server.scoresheet.sheet import Scored, Sheet, added, standing_of, undone
from belote_server.scoresheet.speaking import SpokenCommand, echo_json, spoken_options, words_of
from belote_server.scoresheet.typed import Typed, read_entry, read_rules

_FILE = click.argument("file", type=click.Path(path_type=Path))


@click.group()
def sheet() -> None:
    """
    Keep the score of a whole evening in a file.

    \b
      belote sheet new monday.json --game classic --target 501 --ns "Ann and Bob"
      belote sheet add monday.json --taker S --mode H --cards-ns 82 --last NS
      belote sheet add monday.json --passed
      belote sheet show monday.json
      belote sheet undo monday.json

    Held points are carried from deal to deal, and the sheet says when the match is won.
    """


@sheet.command(cls=SpokenCommand)
@_FILE
@click.option(
    "--game", metavar="GAME", default="classic", show_default=True, help="classic or coinche."
)
@click.option(
    "--rules", metavar="RULES", default="house", show_default=True, help="house or official."
)
@click.option("--target", metavar="N", help="Play to this score; else the rules' own.")
@click.option("--deals", metavar="N", help="Play this many deals instead of to a score.")
@click.option(
    "--set",
    "settings",
    metavar="RULE=VALUE",
    multiple=True,
    help="Change a rule of the table; a wrong name lists them all.",
)
@click.option("--ns", metavar="NAME", default="", help="What North and South are called.")
@click.option("--ew", metavar="NAME", default="", help="What East and West are called.")
@click.option("--force", is_flag=True, help="Begin again where there is a file already.")
@spoken_options
def new(
    *,
    file: Path,
    game: str,
    rules: str,
    target: str | None,
    deals: str | None,
    settings: tuple[str, ...],
    ns: str,
    ew: str,
    force: bool,
    lang: str | None,
    as_json: bool,
) -> None:
    """Begin a score sheet in FILE."""
    words = words_of(lang)
    ends = [f"match.{name}={text}" for name, text in (("target", target), ("deals", deals)) if text]
    table = read_rules(game, rules, [*settings, *ends])
    if file.exists() and not force:
        raise Problem(ProblemCode.FILE_EXISTS, file=file)
    called = {Team.NS: sheetfile.clean_name(ns), Team.EW: sheetfile.clean_name(ew)}
    begun = Sheet(table, {team: name for team, name in called.items() if name})
    sheetfile.save(begun, file)
    _answer(begun, [words.say("sheet.created", file=file), *text(begun, words)], words, as_json)


@sheet.command(cls=SpokenCommand)
@_FILE
@click.option("--passed", is_flag=True, help="Everybody passed: the deal has no score.")
@deal_options
@spoken_options
def add(*, file: Path, passed: bool, lang: str | None, as_json: bool, **deal: Any) -> None:
    """
    Add a deal to FILE. Its options are those of `belote score`.

    \b
      belote sheet add monday.json --taker S --mode H --cards-ns 82 --last NS
      belote sheet add monday.json --passed
    """
    words = words_of(lang)
    before = sheetfile.load(file)
    typed = Typed(**deal)
    if passed:
        if typed != Typed():
            raise Problem(ProblemCode.PASSED_WITH_SCORE)
        after = added(before, None)
        lines = [account.capital(words.say("sheet.passed_out"))]
    else:
        entry = read_entry(typed, before.rules)
        counted = tally(entry)
        assert entry.taker is not None
        after = added(before, Scored(entry.taker, counted))
        told = standing_of(after).account
        assert told is not None
        told = replace(told, unsaid_capot=unsaid_capot(entry, counted))
        lines = account.text(told, words)
    sheetfile.save(after, file)
    _answer(after, [*lines, "", *standing_lines(after, words)], words, as_json)


@sheet.command(cls=SpokenCommand)
@_FILE
@spoken_options
def undo(*, file: Path, lang: str | None, as_json: bool) -> None:
    """Take the last deal off FILE."""
    words = words_of(lang)
    before = sheetfile.load(file)
    after = undone(before)
    sheetfile.save(after, file)
    said = words.say("sheet.undone", deal=len(before.deals))
    _answer(after, [said, *standing_lines(after, words)], words, as_json)


@sheet.command(cls=SpokenCommand)
@_FILE
@spoken_options
def show(*, file: Path, lang: str | None, as_json: bool) -> None:
    """Show all deals in FILE, the score, and who has won."""
    words = words_of(lang)
    kept = sheetfile.load(file)
    _answer(kept, text(kept, words), words, as_json)


def _answer(kept: Sheet, lines: list[str], words: Words, as_json: bool) -> None:
    if as_json:
        echo_json(plain(kept, words))
    else:
        click.echo("\n".join(lines))
