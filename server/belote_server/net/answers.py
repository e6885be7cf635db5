"""
Questions about the rules, answered by the scoring core itself: what a deal scores and why, the
examples of the help page, what a rule set says.
"""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from urllib.parse import parse_qsl

from belote_protocol.i18n import LANGUAGES, Words, words
from belote_server.net.reply import Reply, Request, values
from belote_server.scoresheet import examples, rulebook
from belote_server.scoresheet.account import plain, table_rows
from belote_server.scoresheet.entry import Entry
from belote_server.scoresheet.problem import Problem
from belote_server.scoresheet.scored import scored
from belote_server.scoresheet.typed import Typed, likely_game, read_entry, read_rules

LONGEST = 2000
"""Characters of a question."""


class _Asked:
    """The values of a question's query."""

    def __init__(self, request: Request) -> None:
        query = request.path.partition("?")[2][:LONGEST]
        self.pairs = parse_qsl(query, max_num_fields=60)
        self._values = dict(self.pairs)

    @property
    def words(self) -> Words:
        """The words of the language that was asked for; English if there are none."""
        lang = self.get("lang") or "en"
        return words(lang if lang in LANGUAGES else "en")

    def get(self, name: str) -> str | None:
        """Return the value of *name*; one that was left empty counts as not given."""
        return self._values.get(name) or None

    def all(self, name: str) -> tuple[str, ...]:
        """Return every value of *name*."""
        return tuple(value for key, value in self.pairs if key == name and value)

    def has(self, name: str) -> bool:
        """Tell whether *name* was switched on."""
        return (self.get(name) or "0").lower() not in ("0", "false", "no")


def _typed(asked: _Asked) -> Typed:
    alone = asked.get("alone")
    return Typed(
        taker=asked.get("taker"),
        mode=asked.get("mode"),
        contract=asked.get("contract"),
        coinche=asked.has("coinche"),
        surcoinche=asked.has("surcoinche"),
        cards_ns=asked.get("cards_ns"),
        cards_ew=asked.get("cards_ew"),
        points_ns=asked.get("points_ns"),
        points_ew=asked.get("points_ew"),
        last=asked.get("last"),
        capot=asked.get("capot"),
        alone=None if alone is None else asked.has("alone"),
        belote=asked.all("belote"),
        declarations_ns=asked.get("declarations_ns"),
        declarations_ew=asked.get("declarations_ew"),
        held=asked.get("held"),
        tricks=asked.get("tricks"),
        leader=asked.get("leader"),
    )


def _told(entry: Entry, speech: Words) -> dict[str, object]:
    account = scored(entry)
    return plain(account, speech) | {"rows": table_rows(account, speech)}


def _score(request: Request) -> Reply:
    asked = _Asked(request)
    try:
        typed = _typed(asked)
        game = asked.get("game") or likely_game(typed)
        rules = read_rules(game, asked.get("rules") or "house", asked.all("set"))
        return values(HTTPStatus.OK, _told(read_entry(typed, rules), asked.words))
    except Problem as problem:
        return _refused(problem, asked.words)


def _examples(request: Request) -> Reply:
    speech = _Asked(request).words
    rows = [
        {
            "name": speech.say(f"example.{each.key}"),
            "rules": speech.say(f"ruleset.{each.entry.rules.name}"),
            "game": each.entry.rules.game.value,
            **_told(each.entry, speech),
        }
        for each in examples.EXAMPLES
    ]
    return values(HTTPStatus.OK, {"examples": rows, "trick": examples.trick()})


def _rules(request: Request) -> Reply:
    asked = _Asked(request)
    game, _, kind = (asked.get("rules") or "coinche-house").partition("-")
    try:
        rules = read_rules(game, kind, asked.all("set"))
    except Problem as problem:
        return _refused(problem, asked.words)
    return values(HTTPStatus.OK, rulebook.described(rules, asked.words))


def _refused(problem: Problem, speech: Words) -> Reply:
    error = {"code": problem.code, "message": problem.said(speech), "params": problem.params}
    return values(HTTPStatus.UNPROCESSABLE_ENTITY, {"error": error})


ANSWERS: Mapping[str, Callable[[Request], Reply]] = {
    "/api/score": _score,
    "/api/examples": _examples,
    "/api/rules": _rules,
}
"""What is asked, by its path."""
