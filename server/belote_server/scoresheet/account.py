"""
The account of a deal: what was counted, how it compares, what is written, and why.

``text`` is for a terminal and ``plain`` for programs; both only repeat what the settlement says.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from belote_protocol.i18n import Words
from belote_protocol.vocab import LineCode, Seat, Team
from belote_server.game.rules import ContractScoring, RuleSet, TakeScoring
from belote_server.game.rulesets import overrides
from belote_server.game.scoring import Line, Settlement
from belote_server.game.seats import Points
from belote_server.scoresheet.why import reasons

Names = Mapping[Team, str]
"""What the sides are called on a sheet."""

Row = tuple[str, ...]


@dataclass(frozen=True)
class Account:
    """
    A settled deal and what a reader needs besides.

    Attributes:
        rules: The table's rules.
        taker: The seat that took, or only its side.
        settlement: The deal's.
        held_in: Points that were held before it.
        unsaid_capot: The side that has every point without having said capot.
        names: What the sides are called; empty for their points of the compass.
    """

    rules: RuleSet
    taker: Seat | Team
    settlement: Settlement
    held_in: int = 0
    unsaid_capot: Team | None = None
    names: Names | None = None

    def called(self, team: Team, words: Words) -> str:
        """Return what *team* is called."""
        return team_name(team, words, self.names)


def team_name(team: Team, words: Words, names: Names | None) -> str:
    """Return the name of *team* on the sheet, or else its points of the compass."""
    return (names or {}).get(team) or words.say(f"team.{team}")


def capital(text: str) -> str:
    """Return *text* with a capital first letter."""
    return text[:1].upper() + text[1:]


def labelled(key: str, value: object, words: Words) -> str:
    """Return the label *key* with *value* behind it."""
    return words.say("sheet.labelled", label=capital(words.say(key)), value=value)


def columns(rows: Sequence[Row], left: int = 1) -> list[str]:
    """Return *rows* as lines, the first *left* columns to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if index < left else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def result(settlement: Settlement, words: Words) -> str:
    """Return the result's label, with what is held if something is."""
    label = words.say(f"result.{settlement.result}")
    if not settlement.held_out:
        return label
    return f"{label}, {words.say('sheet.held_out', n=settlement.held_out)}"


def rules_lines(rules: RuleSet, words: Words) -> list[str]:
    """Return the name of *rules*, and in what they differ from the set of that name."""
    lines = [capital(words.say(f"ruleset.{rules.name}"))]
    changed = [
        f"{field}={_setting(value)}"
        for field, value in overrides(rules).items()
        if field not in ("match.target", "match.deals")  # a sheet says these in words
    ]
    if changed:
        lines.append(labelled("sheet.changed", ", ".join(changed), words))
    return lines


def said_reasons(account: Account, words: Words) -> list[str]:
    """Return why the deal ended as it did, in sentences."""
    return [
        words.say(
            reason.key,
            team=account.called(reason.team, words),
            own=reason.own,
            other=reason.other,
            needed=reason.needed,
        )
        for reason in reasons(account.rules, account.settlement)
    ]


def said_notes(account: Account, words: Words) -> list[str]:
    """Return what may have been forgotten, and what becomes of points nobody won."""
    notes, settled = [], account.settlement
    if account.unsaid_capot is not None:
        team = account.called(account.unsaid_capot, words)
        notes.append(words.say("note.not_capot", team=team))
    if account.held_in and settled.winner is None and not settled.held_out:
        notes.append(words.say("sheet.lapsed", n=account.held_in))
    return notes


def text(account: Account, words: Words) -> list[str]:
    """Return the account as lines for a terminal."""
    counted, written = _tables(account, words)
    table = columns([("", *(account.called(team, words) for team in Team)), *counted, *written])
    split = 1 + len(counted)
    return [
        capital(words.contract(account.settlement.contract, account.taker)),
        "",
        *table[:split],
        "",
        *said_reasons(account, words),
        *said_notes(account, words),
        "",
        *table[split:],
        labelled("sheet.result", result(account.settlement, words), words),
    ]


def table_rows(account: Account, words: Words) -> dict[str, list[Row]]:
    """Return the account as rows of cells: what was counted, and what is written."""
    counted, written = _tables(account, words)
    return {"counted": counted, "written": written}


def _tables(account: Account, words: Words) -> tuple[list[Row], list[Row]]:
    settled = account.settlement
    by_code = sorted(settled.counted, key=lambda line: _ORDER[line.code])
    counted = [*_rows(by_code, words), _total("sheet.counted", settled.own, words)]
    # where a side scores what it counted, only what comes on top is listed a second time
    repeated = settled.written[: len(settled.counted)] == settled.counted
    rest = settled.written[len(settled.counted) :] if repeated else settled.written
    rest = _factor_last(rest, account.rules.scoring)
    return counted, [*_rows(rest, words), _total("sheet.score", settled.points, words)]


def plain(account: Account, words: Words) -> dict[str, object]:
    """Return the account as plain values: codes and numbers, and the same in words."""
    settled, contract = account.settlement, account.settlement.contract
    return {
        "rules": account.rules.name,
        "changes": overrides(account.rules),
        "taker": account.taker.value,
        "bid": str(contract.bid),
        "doubling": contract.doubling.value,
        "counted": [_plain_line(line, words) for line in settled.counted],
        "own": plain_points(settled.own),
        "written": [_plain_line(line, words) for line in settled.written],
        "points": plain_points(settled.points),
        "result": settled.result.value,
        "winner": settled.winner.value if settled.winner else None,
        "held_in": account.held_in,
        "held_out": settled.held_out,
        "said": {
            "lang": words.lang,
            "contract": words.contract(contract, account.taker),
            "result": result(settled, words),
            "why": said_reasons(account, words),
            "notes": said_notes(account, words),
        },
    }


def plain_points(points: Points) -> dict[str, int]:
    """Return *points* by the code of each side."""
    return {team.value: points[team] for team in Team}


_ORDER = {code: index for index, code in enumerate(LineCode)}


def _factor_last(
    lines: tuple[Line, ...], scoring: TakeScoring | ContractScoring
) -> tuple[Line, ...]:
    """Return *lines* with the factor right below what it multiplies, and above what it does not."""
    if isinstance(scoring, TakeScoring):
        return lines
    above = {LineCode.CONTRACT: True, LineCode.MULTIPLIER: True}
    above[LineCode.BASE] = scoring.multiplies_base
    above[LineCode.DECLARATIONS] = scoring.multiplies_declarations
    above[LineCode.BELOTE] = scoring.multiplies_belote
    if all(line.code is not LineCode.MULTIPLIER for line in lines):
        return lines
    return tuple(
        sorted(lines, key=lambda line: (not above[line.code], line.code is LineCode.MULTIPLIER))
    )


def _rows(lines: Iterable[Line], words: Words) -> list[Row]:
    """Return one row for each reason, in the order in which it first appears."""
    rows: dict[tuple[str, LineCode], dict[Team, int]] = {}
    for line in lines:
        row = rows.setdefault((_label(line, words), line.code), {})
        row[line.team] = row.get(line.team, 0) + line.points
    return [
        (label, *(_cell(points.get(team, 0), changed=code in _CHANGES) for team in Team))
        for (label, code), points in rows.items()
    ]


_CHANGES = (LineCode.MULTIPLIER, LineCode.ROUNDING, LineCode.HELD_OUT)
"""Reasons that change what stands above them; they show their sign."""


def _cell(points: int, *, changed: bool) -> str:
    if not points:
        return "–"
    return f"{points:+}".replace("-", "−") if changed else str(points)


def _total(key: str, points: Points, words: Words) -> Row:
    return (words.say(key), *(str(points[team]) for team in Team))


def _label(line: Line, words: Words) -> str:
    return words.say(f"line.{line.code}", factor=line.factor)


def _plain_line(line: Line, words: Words) -> dict[str, object]:
    factor = {"factor": line.factor} if line.code is LineCode.MULTIPLIER else {}
    return {
        "code": line.code.value,
        "team": line.team.value,
        "points": line.points,
        **factor,
        "label": _label(line, words),
    }


def _setting(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
