"""``belote play``: the command, and which of the two ways to play it begins."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import click

from belote_protocol.i18n import LANGUAGES
from belote_protocol.vocab import Policy
from client_demo.terminal import identity
from client_demo.terminal import options as choices
from client_demo.terminal.places import STANDARD, invitation, place
from client_demo.terminal.start import NewTable, Start

LEVELS = [policy.value for policy in Policy]
PALETTES = [palette.value for palette in choices.Palette]
RULES = ("coinche-house", "coinche-official", "classic-house", "classic-official")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("address", default=STANDARD)
@click.option("--create", "rules", type=click.Choice(RULES), help="Make a table at once.")
@click.option("--join", "code", metavar="CODE", help="Go to the table of CODE, or of a link.")
@click.option("--watch", "watched", metavar="CODE", help="The same, with a code for watching.")
@click.option("--lobby", is_flag=True, help="Look at the open tables at once.")
@click.option("--bots", type=click.IntRange(0, 3), default=0, help="Of a new table: robots.")
@click.option("--level", type=click.Choice(LEVELS), default="club", help="How well robots play.")
@click.option("--target", type=int, help="Of a new table: the points to play to.")
@click.option("--turn", type=click.IntRange(0, 600), default=30, help="Of a new table: seconds.")
@click.option("--bank", type=click.IntRange(0, 600), default=30, help="Each seat's time bank.")
@click.option("--grace", type=click.IntRange(0, 3600), default=60, help="Before a robot stands in.")
@click.option("--timeouts", type=click.IntRange(0, 10), default=2, help="The same, in turns.")
@click.option(
    "--hints/--no-hints", default=None, help="Of a new table: whether one may ask for hints."
)
@click.option("--public", is_flag=True, help="List the new table among the open ones.")
@click.option("--name", help="What others read.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Of the screen.")
@click.option("--palette", type=click.Choice(PALETTES), help="Colours of the suits.")
@click.option("--ascii/--unicode", "is_ascii", default=None, help="Letters, or signs, for suits.")
@click.option("--bell/--no-bell", "bell", default=None, help="Ring when it is your turn.")
@click.option("--plain", is_flag=True, help="Line by line, for screen readers and dumb terminals.")
@click.option("--stranger", is_flag=True, help="Be somebody new, and forget it afterwards.")
def play(
    address: str,
    rules: str | None,
    code: str | None,
    watched: str | None,
    lobby: bool,
    bots: int,
    level: str,
    target: int | None,
    turn: int,
    bank: int,
    grace: int,
    timeouts: int,
    hints: bool | None,
    public: bool,
    name: str | None,
    lang: str | None,
    palette: str | None,
    is_ascii: bool | None,
    bell: bool | None,
    plain: bool,
    stranger: bool,
) -> None:
    """
    Play at a table, or watch one, of the server at ADDRESS.

    ADDRESS may be a whole invitation, such as http://host:8600/join/K7QM2XVA. Without one the
    server is the one that `belote serve` opens on this machine.

    Who you are is kept on this machine: a terminal that was closed in the middle of a match comes
    back to its seat when it is started again.
    """
    if sum(each is not None for each in (rules, code, watched, lobby or None)) > 1:
        raise click.UsageError("say one of --create, --join, --watch and --lobby")
    try:
        where = place(address)
        if named := code or watched:
            where = invitation(named, where)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    kept = None if stranger else choices.folder(os.environ, "config") / "terminal.json"
    options = choices.load(kept, os.environ)
    given = {"lang": lang, "is_ascii": is_ascii, "bell": bell, "name": name}
    for key, value in given.items():
        options = options if value is None else choices.changed(options, key, value)
    if palette is not None:
        options = replace(options, palette=choices.Palette(palette))
    folder = None if stranger else choices.folder(os.environ, "state")
    person = identity.claim(folder, where.address, name)
    new = None
    if rules is not None:
        new = NewTable(
            rules,
            target,
            turn,
            public,
            (),
            bank,
            grace,
            timeouts,
            level,
            bots == 3 if hints is None else hints,
        )
    start = Start(where, new, bots, lobby)
    try:
        if plain or not sys.stdout.isatty() or os.environ.get("TERM") in (None, "dumb"):
            sys.exit(_plain(start, person, options))
        _drawn(start, person, options, kept)
    except ModuleNotFoundError as missing:
        raise click.ClickException(needs(missing)) from None


def _drawn(
    start: Start, person: identity.Identity, options: choices.Options, kept: Path | None
) -> None:
    from client_demo.terminal.app import BeloteApp

    BeloteApp(start, person, options, kept).run()


def _plain(start: Start, person: identity.Identity, options: choices.Options) -> int:
    from client_demo.terminal.plain import run

    return run(start, person, options)


def needs(missing: ModuleNotFoundError) -> str:
    """Return what to do about a module that is not installed."""
    return f"{missing.name} is not installed; pip install 'belote-server[client]' brings it"
