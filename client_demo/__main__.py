"""
``python -m client_demo``: play at a table in a terminal, watch one, or let robots play at one.

Ends with status 0 when the match is over, 1 when it could not be followed to its end, 3 when a
deal was not fair.
"""

import asyncio
import os
import sys
from pathlib import Path
from random import Random
from typing import Any

import click

from belote_protocol.codec import Format
from belote_protocol.i18n import LANGUAGES, words
from belote_protocol.vocab import Seat
from client_demo.connection import Over
from client_demo.player import Player
from client_demo.programs import Entry, Robot, Teller, fill, watch
from client_demo.session import Session
from client_demo.story import printable
from client_demo.terminal.cli import play as table

FAILED, UNFAIR = 1, 3
"""Exit statuses: the match was not followed to its end; a deal was not fair."""


def whole_address(text: str) -> str:
    """Return *text* as the address of a server: ``localhost:8600`` is ``ws://localhost:8600/ws``."""
    scheme, _, rest = text.rpartition("://")
    path = "" if "/" in rest else "/ws"
    return f"{scheme or 'ws'}://{rest}{path}"


def setting(text: str) -> tuple[str, Any]:
    """
    Return the name and value in *text*: ``match.target=1000``, ``public=true``.

    Raises:
        click.BadParameter: There are none.
    """
    name, mark, value = text.partition("=")
    if not name or not mark:
        raise click.BadParameter(f"{text!r} is no setting; write NAME=VALUE", param_hint="--set")
    if value in ("true", "false"):
        return name, value == "true"
    try:
        numbers = [int(number) for number in value.split(",")]
    except ValueError:
        return name, value
    return name, numbers if "," in value else numbers[0]


def table_settings(rules: str, given: tuple[str, ...]) -> dict[str, Any]:
    """Return what to make a table with: names with a dot are rules, the others its own."""
    settings: dict[str, Any] = {"rules": rules, "changes": {}}
    for name, value in map(setting, given):
        (settings["changes"] if "." in name else settings)[name] = value
    return settings


def saved_token(path: Path | None) -> str | None:
    """Return who the client was the last time, where that was kept."""
    return path.read_text().strip() if path is not None and path.exists() else None


def save_token(path: Path, token: str) -> None:
    """Keep *token*, which is all it takes to act as this person, where only its owner reads it."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(token + "\n")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("address", default="ws://127.0.0.1:8600/ws")
@click.option("--create", "rules", metavar="RULES", help="Make a table, such as coinche-house.")
@click.option("--join", metavar="CODE", help="Play at the table of CODE.")
@click.option("--watch", "watched", metavar="CODE", help="Watch the table of CODE.")
@click.option("--set", "given", metavar="NAME=VALUE", multiple=True, help="A setting of --create.")
@click.option("--auto", is_flag=True, help="Bring one player that plays by itself.")
@click.option("--bots", type=click.IntRange(1, 4), help="Bring so many of them.")
@click.option(
    "--seat", type=click.Choice([seat.value for seat in Seat]), default="S", help="Of the first."
)
@click.option("--name", default="Robot", show_default=True, help="What others read.")
@click.option("--seed", type=int, help="Make the players' choices repeatable.")
@click.option("--format", "form", type=click.Choice(["msgpack", "json"]), default="msgpack")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", help="Of the account.")
@click.option("--token-file", type=click.Path(dir_okay=False, path_type=Path), help="Who I am.")
@click.option("--quiet", is_flag=True, help="Say only what is wrong.")
def main(
    address: str,
    rules: str | None,
    join: str | None,
    watched: str | None,
    given: tuple[str, ...],
    auto: bool,
    bots: int | None,
    seat: str,
    name: str,
    seed: int | None,
    form: str,
    lang: str,
    token_file: Path | None,
    quiet: bool,
) -> None:
    """
    Watch a table of the server at ADDRESS, or let players play at one by themselves.

    Without --create, --join and --watch the table opens that people play at, in this terminal.
    """
    if rules is join is watched is None and not (auto or bots):
        table.main([address], prog_name="python -m client_demo")
    if [rules, join, watched].count(None) != 2:
        raise click.UsageError("say one of --create, --join and --watch")
    players = bots or int(auto)
    if bool(players) is (watched is not None):
        raise click.UsageError("say who plays, --auto or --bots; with --watch nobody does")
    entry = Entry(join or watched)
    if rules is not None:
        entry = Entry(None, table_settings(rules, given), os.urandom(8).hex())
    chance = Random(seed)
    wanted = Seat(seat)
    robots = []
    for number in range(1, max(players, 1) + 1):
        session = Session(name if players < 2 else f"{name} {number}", lang=lang)
        teller = Teller(words(lang), click.echo, is_quiet=quiet or number > 1)
        robots.append(Robot(session, Player(Random(chance.random()), wanted), teller))
        wanted = wanted.next
    first = robots[0]
    first.session.token = saved_token(token_file)
    if watched is not None:
        work = watch(
            whole_address(address), first.session, entry, first.teller, Format[form.upper()]
        )
    else:
        work = fill(whole_address(address), robots, entry, Format[form.upper()])
    try:
        asyncio.run(work)
    except Over as over:
        click.echo(printable(f"gave up: {over}"), err=True)
        sys.exit(FAILED)
    finally:
        if token_file is not None and first.session.token is not None:
            save_token(token_file, first.session.token)
    if any(robot.teller.foul for robot in robots):
        sys.exit(UNFAIR)


if __name__ == "__main__":
    main(prog_name="python -m client_demo")
