"""Commands that answer in the language of whoever asks, problems included."""

import json
import os
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from belote_protocol.i18n import LANGUAGES, Words, words
from belote_server.scoresheet.problem import Problem, ProblemCode

F = TypeVar("F", bound=Callable[..., Any])

HINTS: Mapping[ProblemCode, str] = {
    ProblemCode.TAKER_MISSING: "--taker S, W, N, E, NS, EW",
    ProblemCode.TAKER_SEAT_MISSING: "--taker S, W, N, E",
    ProblemCode.CONTRACT_MISSING: "--mode H, --contract 100H",
    ProblemCode.CONTRACT_WITHOUT_POINTS: "--contract 100H, --contract capotH, --contract generaleH",
    ProblemCode.CONTRACT_IN_CLASSIC: "--mode H, --game coinche",
    ProblemCode.COINCHE_IN_CLASSIC: "--game coinche --contract 100H",
    ProblemCode.POINTS_MISSING: "--cards-ns 82, --points-ns 92",
    ProblemCode.TOO_MANY_CARDS: "--points-ns, --points-ew",
    ProblemCode.CARDS_SUM: "--points-ns, --points-ew",
    ProblemCode.POINTS_SUM: "--cards-ns, --cards-ew",
    ProblemCode.LAST_TRICK_MISSING: "--last NS, --last EW",
    ProblemCode.ALONE_MISSING: "--alone, --helped",
    ProblemCode.LEADER_MISSING: "--leader S, W, N, E",
    ProblemCode.MATCH_OVER: "belote sheet undo, belote sheet new",
    ProblemCode.FILE_MISSING: "belote sheet new",
    ProblemCode.FILE_EXISTS: "--force",
}
"""What to type instead, where the problem is answered by an option."""


def default_language(environ: Mapping[str, str]) -> str:
    """Return the language the terminal is set to, if there are words in it; else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            return _language(environ[name]) or "en"
    return "en"


def words_of(lang: str | None) -> Words:
    """
    Return the words of *lang*, or those of the terminal's language where none is named.

    Raises:
        Problem: There are no words in it.
    """
    if lang is None:
        return words(default_language(os.environ))
    known = _language(lang)
    if known is None:
        choices = ", ".join(LANGUAGES)
        raise Problem(ProblemCode.NOT_ONE_OF, option="--lang", text=lang, choices=choices)
    return words(known)


def spoken_options(command: F) -> F:
    """Add the options every answer has: its language, and whether a program reads it."""
    command = click.option(
        "--json", "as_json", is_flag=True, help="Answer in JSON; problems too, on stderr."
    )(command)
    languages = ", ".join(LANGUAGES)
    return click.option(
        "--lang", metavar="LANG", help=f"{languages}; without it the terminal's language."
    )(command)


class SpokenCommand(click.Command):
    """A command whose problems are said in the asker's language and end it with status 2."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read *args*; what is no option at all is a problem like the others."""
        as_json = "--json" in args
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            if not as_json:
                raise
            _echo_json_error("usage", error.format_message(), {}, None)
            ctx.exit(2)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except Problem as problem:
            known = _language(ctx.params["lang"] or "")
            speech = words(known or default_language(os.environ))
            hint = HINTS.get(problem.code)
            if ctx.params["as_json"]:
                _echo_json_error(problem.code, problem.said(speech), problem.params, hint)
            else:
                click.echo(problem.said(speech), err=True)
                if hint:
                    click.echo(f"→ {hint}", err=True)
            ctx.exit(2)


def echo_json(value: object) -> None:
    """Print *value* for a program."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def _language(name: str) -> str | None:
    """Return the language that *name* begins with, as in ``pl`` and ``pl_PL.UTF-8``."""
    lang = re.split("[_.@-]", name)[0].lower()
    return lang if lang in LANGUAGES else None


def _echo_json_error(code: str, message: str, params: Mapping[str, str], hint: str | None) -> None:
    error = {"code": code, "message": message, "params": dict(params), "hint": hint}
    click.echo(json.dumps({"error": error}, ensure_ascii=False, indent=2), err=True)
