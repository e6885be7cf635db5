"""Telling a match as a playthrough, from its notation."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import pairwise
from pathlib import Path

from belote_protocol.calls import Bid, Contract
from belote_protocol.vocab import VIEWERS
from belote_server.game.auction import NO_CALLS, CallOptions
from belote_server.game.events import (
    CallMade,
    CardPlayed,
    DealCommitted,
    DealSettled,
    DeclarationsShown,
    Event,
    HandsCompleted,
    HandsDealt,
    MatchEnded,
    MatchStarted,
)
from belote_server.game.notation import read, rules_text, write
from belote_server.game.rules import RuleSet
from belote_server.game.scoring import Line
from belote_server.game.seats import Points
from belote_server.game.state import UNSTARTED, Match, Trick, evolve, replay
from belote_server.game.views import DealView, redact, view

FILES = sorted(Path(__file__).parent.glob("*.txt"))

_ACTIONS = (MatchStarted, DealCommitted, HandsDealt, CallMade, CardPlayed)
_MOMENTS = (DealCommitted, HandsDealt, HandsCompleted, DeclarationsShown, DealSettled, MatchEnded)


def notation(told: str) -> str:
    """Return the notation in a playthrough, without the results the rules will give again."""
    kept: list[str] = []
    for line in told.splitlines():
        if line.startswith(("end surrender", "end forfeit")):
            scores = replay(read("\n".join(kept))).scores
            kept.append(f"{' '.join(line.split()[:3])} {scores.ns} {scores.ew}")
        elif not line.startswith((" ", "result", "end")):
            kept.append(line)
    return "\n".join(kept)


def tell(text: str) -> str:
    """Return the match written as *text* with what each viewer is shown of it."""
    log = read(text)
    batches = _batches(log)
    match = UNSTARTED
    told: list[str] = []
    for line in write(log).splitlines():
        told.append(line)
        for _ in range(_actions(line)):
            batch = next(batches)
            for event in batch:
                match = evolve(match, event)
                told += _shown("", [_plain(redact(event, viewer)) for viewer in VIEWERS])
            told += _choices(match)
            if any(isinstance(event, _MOMENTS) for event in batch):
                told += _seen(match)
    return "\n".join(told) + "\n"


def _batches(log: list[Event]) -> Iterator[list[Event]]:
    """Yield the events of each action."""
    starts = [index for index, event in enumerate(log) if isinstance(event, _ACTIONS)]
    if "end surrender" in write(log) or "end forfeit" in write(log):
        starts.append(len(log) - 2)  # a side that gives up reveals the deal and ends the match
    for start, end in pairwise((*starts, len(log))):
        yield log[start:end]


def _actions(line: str) -> int:
    """Return how many actions a line of notation is."""
    key, *words = line.split() or [""]
    if key in ("calls", "play"):
        return len(words)
    return key in ("dealer", "seed", "deck") or line.startswith(("end surrender", "end forfeit"))


def _shown(name: str, texts: list[str]) -> Iterator[str]:
    """Yield what the five viewers are shown, once where it is the same for all."""
    if len(set(texts)) == 1:
        yield f"  * {name}{texts[0]}"
    else:
        for viewer, text in zip(VIEWERS, texts, strict=True):
            yield f"  {viewer} {name}{text}"


def _choices(match: Match) -> Iterator[str]:
    """Yield what the seat on turn may do."""
    if match.turn is not None:
        seen = view(match, match.turn)
        yield f"  > {match.turn} {_plain(seen.calls if seen.calls != NO_CALLS else seen.cards)}"


def _seen(match: Match) -> Iterator[str]:
    """Yield the five views, a field a line."""
    yield "  ="
    seen = [view(match, viewer) for viewer in VIEWERS]
    for field in fields(seen[0]):
        values = [getattr(each, field.name) for each in seen]
        if field.name in ("viewer", "rules"):
            continue  # told by the line's first word, and by the notation
        deals = [value for value in values if isinstance(value, DealView)]
        for part in fields(DealView) if deals else ():
            texts = [_plain(getattr(deal, part.name)) for deal in deals]
            yield from _shown(f"deal.{part.name}: ", texts)
        if not deals:
            yield from _shown(f"{field.name}: ", [_plain(value) for value in values])


def _plain(value: object) -> str:
    """Return any value as one short text that leaves out nothing but names of types and fields."""
    match value:
        case None:
            return "-"
        case CallOptions():
            bids = " ".join(("", *value.kinds, *map(str, value.points), "at", *value.modes))
            return " ".join(value.words) + (f", or{bids}" if value.kinds else "") or "nothing"
        case str() | int() | Bid() | Contract():
            return str(value)
        case RuleSet():
            return rules_text(value)
        case Points(ns, ew):
            return f"{ns}:{ew}"
        case Line(code, team, points, factor):
            return f"{code} {team} {points}" + (f" x{factor}" if factor != 1 else "")
        case Trick(leader, cards, winner, points):
            return f"{leader} led {' '.join(cards)}, {winner} took {points}"
        case tuple():
            return f"[{' '.join(map(_plain, value))}]"
        case Mapping():
            judged = (f"{card}!{broken}" if broken else f"{card}" for card, broken in value.items())
            return " ".join(judged) or "nothing"
        case _:
            assert is_dataclass(value)
            parts = (f"{each.name}={_plain(getattr(value, each.name))}" for each in fields(value))
            return f"{type(value).__name__} {' '.join(parts)}"
