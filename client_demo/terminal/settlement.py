"""Between deals: what the last one was worth to each side, line by line."""

from typing import Any

from belote_protocol.calls import contract
from belote_protocol.vocab import SEATS, Phase, Team
from client_demo.terminal.canvas import Canvas, Said, wrapped
from client_demo.terminal.look import ALARM, GOOD, MARK, QUIET, STRONG, TEXT, Run
from client_demo.terminal.moves import phase
from client_demo.terminal.sight import Sight, both
from client_demo.views import value_of

Row = tuple[Said, str, str, str]
"""What a line is, each side's points, and the style of all."""


def paint_settlement(canvas: Canvas, sight: Sight) -> None:
    """Paint the account of the last deal, who is ready, and who has won."""
    assert sight.match is not None
    settled, deal = value_of(sight.match, "settled"), sight.deal
    top = 0
    if phase(sight.room) is Phase.ENDED:
        top = _winner(canvas, sight)
    if deal is not None and value_of(deal, "passed_out"):
        canvas.centre(0, canvas.height // 2, canvas.width, sight.look.say("passed_out"), TEXT)
    elif settled and (deal is None or settled[-1]["deal"] == deal["number"]):
        rows = account(sight, settled[-1], most=canvas.height - top - 5)
        top += max(0, canvas.height - top - 5 - len(rows)) // 3
        head(canvas, sight, settled[-1], top)
        table(canvas, sight, rows, top + 2)
    elif phase(sight.room) is Phase.DEALING:
        canvas.centre(0, canvas.height // 2, canvas.width, sight.look.say("dealing"), QUIET)
    _ready(canvas, sight)


def _winner(canvas: Canvas, sight: Sight) -> int:
    assert sight.match is not None
    ended = value_of(sight.match, "ended")
    if ended is None:
        return 0
    said = sight.telling.ended(ended, both(sight.match["scores"]))
    mine, won = sight.sides()[0][0], Team(ended["winner"])
    style = MARK if mine is won else STRONG
    canvas.centre(0, 0, canvas.width, said, style)
    return 2


def head(canvas: Canvas, sight: Sight, settled: dict[str, Any], top: int) -> None:
    """Write which deal it was, what was played, and how it ended."""
    look = sight.look
    taker = look.who(sight.room, settled["taker"])
    number = f"{look.words.say('sheet.deal')} {settled['deal']}"
    said: Said = [
        (f"{number}: ", QUIET),
        *look.contract_runs(settled["contract"]),
        (f" ({taker})", QUIET),
    ]
    canvas.centre(0, top, canvas.width, said)
    made = contract(settled["contract"]).taker.team.value == settled.get("winner")
    canvas.centre(
        0,
        top + 1,
        canvas.width,
        look.coded("result", settled["result"]),
        f"bold {GOOD}" if made else ALARM,
    )


def account(sight: Sight, settled: dict[str, Any], *, most: int) -> list[Row]:
    """Return what was counted and what is written; the former cut short if *most* rows are few."""
    look = sight.look
    (first, name), (second, other) = sight.sides()
    rows: list[Row] = [("", name, other, QUIET)]

    def pair(points: dict[str, int]) -> tuple[str, str]:
        return str(points[first.value.lower()]), str(points[second.value.lower()])

    own, total = pair(settled["own"]), pair(settled["points"])
    counted, written = settled["counted"], settled["written"]
    is_added = written[: len(counted)] == counted  # what is written begins with what was counted
    if is_added or len(counted) + len(written) + 4 <= most:
        rows += _reasons(sight, counted)
    if counted != written:
        rows.append((look.words.say("sheet.counted"), *own, STRONG))
        rows += _reasons(sight, written[len(counted) :] if is_added else written)
    rows.append((look.words.say("sheet.total"), *total, STRONG))
    rows.append((look.words.say("sheet.score"), *pair(settled["scores"]), MARK))
    if settled.get("held"):
        held = look.words.say("sheet.held_out", n=settled["held"])
        rows.append(([(held, ALARM)], "", "", ALARM))
    return rows


def _reasons(sight: Sight, lines: list[dict[str, Any]]) -> list[Row]:
    (first, _), _ = sight.sides()
    codes: dict[tuple[str, int], list[int | None]] = {}
    for line in lines:
        key = (line["code"], line.get("factor", 1))
        both = codes.setdefault(key, [None, None])
        at = 0 if line["team"] == first else 1
        both[at] = (both[at] or 0) + line["points"]
    return [
        (sight.look.coded("line", code, factor=factor), _points(both[0]), _points(both[1]), TEXT)
        for (code, factor), both in codes.items()
    ]


def _points(points: int | None) -> str:
    return "-" if points is None else str(points)


def table(canvas: Canvas, sight: Sight, rows: list[Row], top: int) -> None:
    """Write *rows* in three columns."""
    column = max(8, *(len(text) + 2 for row in rows[:1] for text in row[1:3]))
    width = min(canvas.width - 2, max(44, canvas.width // 2))
    left = (canvas.width - width) // 2
    label = width - 2 * column
    for at, (said, one, other, style) in enumerate(rows):
        canvas.put(left, top + at, _fitted(said, label), style)
        canvas.right(left + label, top + at, column, one, style)
        canvas.right(left + label + column, top + at, column, other, style)


def _fitted(said: Said, width: int) -> Said:
    return said[:width] if isinstance(said, str) else said


def _ready(canvas: Canvas, sight: Sight) -> None:
    look = sight.look
    runs: list[Run] = []
    for seat in SEATS:
        if sight.person(seat):
            ready = value_of(sight.room["seats"][seat.place], "ready")
            mark = look.sign("✓", "+") if ready else look.sign("…", "..")
            runs += [("   " if runs else "", "")]
            runs += [(f"{look.who(sight.room, seat)} {mark}", GOOD if ready else QUIET)]
    canvas.centre(0, canvas.height - 1, canvas.width, runs)
    if sight.verdict:
        lines = wrapped(sight.verdict, canvas.width - 2)[:2]
        for at, said in enumerate(lines, canvas.height - 1 - len(lines)):
            canvas.centre(0, at, canvas.width, said, QUIET)
