"""
A match as compact text, and back.

One line a fact, the first word says which; tricks are lines of cards in playing order::

    belote 1
    match m-0001
    rules coinche-official match.target=1000
    dealer E

    deal 1
    deck 8C JC TD KH 9S AS AC JD …
    calls pass 80D pass 100H coinche pass surcoinche
    play KD 8S JD 7D
    play KC 7C- AC 8C
    result made 210 50 held 0
    end target NS 1010 990

``7C-`` is a first card whose holder kept its declarations to itself. A deal that was committed to
has a ``seed`` line before its deck; a deal nobody took has ``result passed``. Results and ends are
written for people, and checked when read: the rules decide them. A ``#`` starts a comment.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar, assert_never

from belote_protocol.calls import call
from belote_protocol.vocab import Card, EndReason, Seat, Team
from belote_server.game import deck as decks
from belote_server.game import declarations
from belote_server.game.actions import (
    Action,
    CommitDeal,
    DealCards,
    EndMatch,
    MakeCall,
    PlayCard,
    StartMatch,
)
from belote_server.game.engine import decide
from belote_server.game.events import (
    CallMade,
    CardPlayed,
    DealCommitted,
    DealPassedOut,
    DealSettled,
    DeclarationsMade,
    Event,
    HandsDealt,
    MatchEnded,
    MatchStarted,
)
from belote_server.game.refused import Refusal
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import Plain, RuleError, derive, overrides
from belote_server.game.state import UNSTARTED, Match, evolve

VERSION = "belote 1"

Kind = TypeVar("Kind", bound=StrEnum)
_NOUNS: Mapping[type[StrEnum], str] = {
    Card: "card",
    EndReason: "reason to end",
    Seat: "seat",
    Team: "side",
}


class NotationError(ValueError):
    """
    A text that is not a match.

    Attributes:
        line: Where, counted from 1.
        column: The first character of the word at fault, counted from 1.
        reason: What is wrong with it.
    """

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason


def rules_text(rules: RuleSet) -> str:
    """Return *rules* as the name of their rule set and what differs from it."""
    changes = (f"{key}={_plain_text(value)}" for key, value in overrides(rules).items())
    return " ".join((rules.name, *changes))


def rules_of(text: str) -> RuleSet:
    """
    Return the rules written as *text*; the inverse of ``rules_text``.

    Raises:
        RuleError: The rule set, a field or a value does not exist.
    """
    name, *changes = text.split() or [""]
    return derive(name, dict(map(change, changes)))


def change(text: str) -> tuple[str, Plain]:
    """
    Return the field and value of *text*, such as ``match.target=1000`` or ``play.undertrump=free``.

    Raises:
        RuleError: There is no ``=`` in it.
    """
    key, equals, value = text.partition("=")
    if not equals:
        raise RuleError(key, "write field=value")
    return key, _plain(value)


def write(log: Iterable[Event]) -> str:
    """Return the match of *log*, its events from the first on, as text ending in a newline."""
    return "\n".join(_Writer().lines(log)) + "\n"


def read(text: str) -> list[Event]:
    """
    Return the events of the match written as *text*; the inverse of ``write``.

    Raises:
        NotationError: *text* is not a match the rules allow, or says another result than they do.
    """
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), 1):
        words = [
            _Word(found.group(), number, found.start() + 1)
            for found in re.finditer(r"\S+", line.partition("#")[0])
        ]
        if words:
            reader.read(words)
    return reader.log


@dataclass
class _Writer:
    match: Match = UNSTARTED
    started: int = 0  # the last deal whose line is written

    def lines(self, log: Iterable[Event]) -> Iterator[str]:
        row: list[str] = []  # a line of calls or of a trick, still being written
        for event in log:
            if isinstance(event, DeclarationsMade):
                row[-1] = row[-1].removesuffix("-")
            key, word = self._word(event)
            facts = list(self._facts(event))
            if row and (facts or (key and key != row[0]) or (row[0] == "play" and len(row) == 5)):
                yield " ".join(row)
                row = []
            if key:
                row = [*(row or [key]), word]
            yield from facts
            self.match = evolve(self.match, event)
        if row:
            yield " ".join(row)

    def _word(self, event: Event) -> tuple[str, str]:
        """Return the kind of row *event* belongs to and its word there; empty if to none."""
        match event:
            case CallMade():
                return ("calls", str(event.call))
            case CardPlayed(seat, card):
                return ("play", f"{card}{'-' if self._could_declare(seat) else ''}")
            case _:
                return ("", "")

    def _could_declare(self, seat: Seat) -> bool:
        deal = self.match.running
        if deal.tricks or not self.match.rules.declarations.played:
            return False
        return bool(declarations.find(deal.dealt[seat.place], deal.contract.bid.mode))

    def _facts(self, event: Event) -> Iterator[str]:
        """Yield the lines that *event* is by itself."""
        match event:
            case MatchStarted():
                yield VERSION
                yield f"match {event.match_id}"
                yield f"rules {rules_text(event.rules)}"
                yield f"dealer {event.dealer}"
            case DealCommitted(deal, _, seed):
                yield from self._deal_line(deal)
                yield f"seed {seed}"
            case HandsDealt():
                yield from self._deal_line(event.deal)
                yield " ".join(("deck", *(event.deck or ())))
            case DealPassedOut() | DealSettled():
                yield f"result {_outcome(event)}"
            case MatchEnded():
                yield f"end {_outcome(event)}"
            case _:
                pass

    def _deal_line(self, deal: int) -> Iterator[str]:
        if deal > self.started:
            self.started = deal
            yield ""
            yield f"deal {deal}"


def _outcome(event: DealPassedOut | DealSettled | MatchEnded) -> str:
    match event:
        case DealPassedOut():
            return "passed"
        case DealSettled(_, settlement, _):
            points, held = settlement.points, settlement.held_out
            return f"{settlement.result.value} {points.ns} {points.ew} held {held}"
        case MatchEnded(winner, reason, scores):
            return f"{reason.value} {winner} {scores.ns} {scores.ew}"
        case _:
            assert_never(event)


@dataclass(frozen=True)
class _Word:
    text: str
    line: int
    column: int

    def error(self, reason: str) -> NotationError:
        return NotationError(self.line, self.column, reason)


@dataclass
class _Reader:
    match: Match = UNSTARTED
    log: list[Event] = field(default_factory=list)
    header: dict[str, str] = field(default_factory=dict)
    versioned: bool = False
    outcomes: dict[str, str] = field(default_factory=dict)  # what the next result or end must be

    def read(self, words: list[_Word]) -> None:
        key = words[0]
        if not self.versioned:
            if " ".join(word.text for word in words) != VERSION:
                raise key.error(f"a match begins with the line {VERSION!r}")
            self.versioned = True
            return
        readers: Mapping[str, Callable[[_Word, list[_Word]], None]] = {
            "match": self._header,
            "rules": self._header,
            "dealer": self._dealer,
            "deal": self._deal,
            "seed": self._seed,
            "deck": self._deck,
            "calls": self._calls,
            "play": self._play,
            "result": self._result,
            "end": self._end,
        }
        if key.text not in readers:
            raise key.error(f"{key.text!r} is not one of {', '.join(readers)}")
        if len(words) == 1:
            raise key.error(f"nothing follows {key.text!r}")
        readers[key.text](key, words[1:])

    def _do(self, word: _Word, action: Action) -> None:
        decision = decide(self.match, action)
        if isinstance(decision, Refusal):
            raise word.error(f"{word.text!r} is refused: {decision}")
        self.outcomes.clear()
        for event in decision:
            self.match = evolve(self.match, event)
            if isinstance(event, DealPassedOut | DealSettled):
                self.outcomes["result"] = _outcome(event)
            elif isinstance(event, MatchEnded):
                self.outcomes["end"] = _outcome(event)
        self.log += decision

    def _header(self, key: _Word, words: list[_Word]) -> None:
        if key.text in self.header:
            raise key.error(f"there is a {key.text!r} line already")
        self.header[key.text] = " ".join(word.text for word in words)
        if key.text == "rules":
            try:
                rules_of(self.header["rules"])
            except RuleError as error:
                at = next((word for word in words if word.text.startswith(error.field)), words[0])
                raise at.error(str(error)) from error

    def _dealer(self, key: _Word, words: list[_Word]) -> None:
        if missing := {"match", "rules"} - self.header.keys():
            raise key.error(f"a {min(missing)!r} line must come before the dealer")
        word = _only(words)
        dealer = _one_of(Seat, word)
        rules = rules_of(self.header["rules"])
        self._do(word, StartMatch(self.header["match"], rules, dealer))

    def _deal(self, key: _Word, words: list[_Word]) -> None:
        word, due = _only(words), str(self.match.deals + 1)
        if word.text != due:
            raise word.error(f"the next deal is number {due}")

    def _seed(self, key: _Word, words: list[_Word]) -> None:
        word = _only(words)
        try:
            seed = bytes.fromhex(word.text)
        except ValueError:
            raise word.error(f"{word.text!r} is not hexadecimal") from None
        bound = decks.commitment(self.match.match_id, self.match.deals + 1, seed)
        self._do(word, CommitDeal(word.text, bound.hex()))

    def _deck(self, key: _Word, words: list[_Word]) -> None:
        self._do(key, DealCards(tuple(_one_of(Card, word) for word in words)))

    def _calls(self, key: _Word, words: list[_Word]) -> None:
        for word in words:
            try:
                said = call(word.text)
            except ValueError as error:
                raise word.error(str(error)) from None
            self._do(word, MakeCall(self._turn(), said))

    def _play(self, key: _Word, words: list[_Word]) -> None:
        for word in words:
            card = word.text.removesuffix("-")
            played = _one_of(Card, _Word(card, word.line, word.column))
            self._do(word, PlayCard(self._turn(), played, declare=card == word.text))

    def _turn(self) -> Seat:
        """Return who acts next; any seat will do where nobody may, to be refused."""
        return self.match.turn or Seat.SOUTH

    def _result(self, key: _Word, words: list[_Word]) -> None:
        self._agree(key, words)

    def _end(self, key: _Word, words: list[_Word]) -> None:
        reason = _one_of(EndReason, words[0])
        if reason in (EndReason.SURRENDER, EndReason.FORFEIT):
            if len(words) < 2:
                raise words[0].error("the winner is missing")
            self._do(words[0], EndMatch(_one_of(Team, words[1]).other, reason))
        self._agree(key, words)

    def _agree(self, key: _Word, words: list[_Word]) -> None:
        truth = self.outcomes.pop(key.text, None)
        if truth is None:
            raise key.error(f"by the rules there is no {key.text!r} here")
        if " ".join(word.text for word in words) != truth:
            raise words[0].error(f"by the rules it is {truth!r}")


def _only(words: list[_Word]) -> _Word:
    """Return the one word that a line has after its first."""
    if len(words) > 1:
        raise words[1].error(f"nothing may follow {words[0].text!r}")
    return words[0]


def _one_of(kinds: type[Kind], word: _Word) -> Kind:
    try:
        return kinds(word.text)
    except ValueError:
        raise word.error(f"{word.text!r} is not a {_NOUNS[kinds]}") from None


def _plain(text: str) -> Plain:
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if re.fullmatch(r"\d+(,\d+)+", text):
        return tuple(map(int, text.split(",")))
    return text


def _plain_text(value: Plain) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value)
