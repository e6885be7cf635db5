"""The command ``belote score``: one deal's score, and why."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from belote_server.scoresheet import account
from belote_server.scoresheet.scored import scored
from belote_server.scoresheet.speaking import SpokenCommand, echo_json, spoken_options, words_of
from belote_server.scoresheet.typed import Typed, likely_game, read_entry, read_rules

F = TypeVar("F", bound=Callable[..., Any])

_SIDE = "NS|EW"
_SEAT = "S|W|N|E"

_DEAL_OPTIONS = (
    click.option("--taker", metavar=f"{_SEAT}|{_SIDE}", help="Who took: a seat, or only its side."),
    click.option("--mode", metavar="S|H|D|C|NT|AT", help="What is trump, as in classic Belote."),
    click.option("--contract", metavar="BID", help="A Coinche contract: 100H, capotS, generaleNT."),
    click.option("--coinche", is_flag=True, help="The contract was coinched."),
    click.option("--surcoinche", is_flag=True, help="It was surcoinched as well."),
    click.option(
        "--cards-ns", metavar="N", help="Card points of North-South, without the last trick."
    ),
    click.option("--cards-ew", metavar="N", help="The same of East-West; one side is enough."),
    click.option("--points-ns", metavar="N", help="Instead: points with the last trick counted."),
    click.option("--points-ew", metavar="N", help="The same of East-West; one side is enough."),
    click.option("--last", metavar=_SIDE, help="Who took the last trick."),
    click.option(
        "--capot", metavar=_SIDE, help="Who took all eight tricks; 162 points alone are no capot."
    ),
    click.option(
        "--alone/--helped",
        default=None,
        help="For a générale: the taker took all eight, or its partner took some.",
    ),
    click.option(
        "--belote", metavar=_SIDE, multiple=True, help="Who held it; at all trump once for each."
    ),
    click.option(
        "--declarations-ns",
        metavar="LIST",
        help="What they score for declarations: 50, 20+100, tierce+carreJ.",
    ),
    click.option("--declarations-ew", metavar="LIST", help="The same of East-West."),
    click.option(
        "--tricks",
        metavar="CARDS",
        help='All eight tricks in place of the counts: "AS TS 7S JH | …"; with --leader.',
    ),
    click.option("--leader", metavar=_SEAT, help="Who led the first of --tricks."),
)


def deal_options(command: F) -> F:
    """Add the options that tell of one deal."""
    for option in reversed(_DEAL_OPTIONS):
        command = option(command)
    return command


@click.command(cls=SpokenCommand)
@click.option("--game", metavar="GAME", help="classic or coinche; else told by the contract.")
@click.option(
    "--rules", metavar="RULES", default="house", show_default=True, help="house or official."
)
@click.option(
    "--set",
    "settings",
    metavar="RULE=VALUE",
    multiple=True,
    help="Change a rule of the table; a wrong name lists them all.",
)
@deal_options
@click.option("--held", metavar="N", help="Points held from earlier ties, for this deal's winner.")
@spoken_options
def score(
    *,
    game: str | None,
    rules: str,
    settings: tuple[str, ...],
    lang: str | None,
    as_json: bool,
    **deal: Any,
) -> None:
    """
    Score one deal that was played with real cards, and say why.

    Seats are S, W, N and E, sides NS and EW. Card points are counted without the ten of the last
    trick (--cards-ns) or with it (--points-ns); the points of one side are enough.

    \b
    Classic Belote, South takes in hearts:
      belote score --taker S --mode H --cards-ns 82 --last NS --belote NS
    A tie was held, and East-West wins the next deal:
      belote score --taker E --mode C --points-ew 100 --last EW --held 81
    Coinche, official rules, a coinched contract of 100 in hearts:
      belote score --rules official --taker S --contract 100H --coinche \\
                   --cards-ns 98 --last NS
    A capot that was bid and made:
      belote score --taker N --contract capotS --capot NS
    At this table a tie is lost instead of held:
      belote score --set scoring.tie=dedans --taker S --mode D --cards-ns 71 --last NS
    """
    words = words_of(lang)
    typed = Typed(**deal)
    table = read_rules(game or likely_game(typed), rules, settings)
    entry = read_entry(typed, table)
    settled = scored(entry)
    if as_json:
        echo_json(account.plain(settled, words))
    else:
        click.echo("\n".join([*account.rules_lines(table, words), *account.text(settled, words)]))
