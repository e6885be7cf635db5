"""Beside the cloth: the score, what is played, the last trick, and what has happened."""

from belote_protocol.vocab import SEATS, Seat, Team
from client_demo.terminal.canvas import Canvas, Said, wrapped
from client_demo.terminal.look import ALARM, FRAME, MARK, QUIET, STRONG, TEXT, Run
from client_demo.terminal.sight import Sight, both
from client_demo.views import DealView, Points, value_of


def paint(canvas: Canvas, sight: Sight) -> None:
    """Paint the panel."""
    top = _score(canvas, sight)
    if sight.deal is not None:
        top = _deal(canvas, sight, sight.deal, top)
    _rule(canvas, sight, top)
    _log(canvas, sight, top + 1)


def _rule(canvas: Canvas, sight: Sight, y: int) -> None:
    canvas.put(0, y, sight.look.sign("─", "-") * canvas.width, "#3f6f5f")


def _score(canvas: Canvas, sight: Sight) -> int:
    match = sight.match
    (first, name), (second, other) = sight.sides()
    half = (canvas.width - 2) // 2
    canvas.fill(0, 0, canvas.width, 2, f"on {FRAME}")
    canvas.put(1, 0, name[: half - 1], QUIET)
    canvas.right(1 + half, 0, half, other[: half - 1], QUIET)
    scores = match["scores"] if match else Points(ns=0, ew=0)
    points = both(scores)
    canvas.put(1, 1, str(points[first.value.lower()]), MARK)
    canvas.right(1 + half, 1, half, str(points[second.value.lower()]), MARK)
    canvas.centre(0, 1, canvas.width, _goal(sight), QUIET)
    held = value_of(match, "held") if match else 0
    if held:
        canvas.centre(0, 2, canvas.width, sight.look.words.say("sheet.held_out", n=held), ALARM)
        return 3
    return 2


def _goal(sight: Sight) -> str:
    deals, target = (sight.room["rules"].get(f"match.{key}") for key in ("deals", "target"))
    if deals:
        return sight.look.words.say("sheet.to_deals", n=deals)
    return f"{sight.look.sign('→', '/')} {target}" if target else ""


def _deal(canvas: Canvas, sight: Sight, deal: DealView, top: int) -> int:
    look, lines = sight.look, list[Said]()
    contract = value_of(deal, "contract")
    if contract is not None:
        taker = look.who(sight.room, contract[0])
        lines.append([*look.contract_runs(contract), (f"  {taker}", TEXT)])
    tricks = value_of(deal, "tricks")
    if tricks:
        taken = {team: sum(Seat(each["winner"]).team is team for each in tricks) for team in Team}
        sides = [f"{name} {taken[team]}" for team, name in sight.sides()]
        lines.append([(f"{look.say('tricks')}  {'  '.join(sides)}", QUIET)])
    declared = value_of(deal, "declarations")
    if declared is not None and declared.get("team") is not None:
        name = dict(sight.sides())[Team(declared["team"])]
        lines.append(
            [
                (f"{look.words.say('line.declarations')}  {name} ", QUIET),
                (str(declared["points"]), STRONG),
            ]
        )
    if tricks:
        lines.append(last_trick(sight, deal))
    if lines:
        _rule(canvas, sight, top)
        canvas.stack(1, top + 1, canvas.width - 2, lines)
        top += 1 + len(lines)
    return top


def last_trick(sight: Sight, deal: DealView) -> list[Run]:
    """Return the last trick in one line, the winning card marked."""
    last = value_of(deal, "tricks")[-1]
    leader = Seat(last["leader"])
    runs: list[Run] = [(f"{sight.look.say('last_trick')} ", QUIET)]
    for at, card in enumerate(last["cards"]):
        won = SEATS[(leader.place + at) % 4] == last["winner"]
        text, style = sight.look.card_run(card)
        runs += [(" ", ""), (text, f"{style} underline" if won else style)]
        if won:
            runs.append((sight.look.sign("★", "*"), MARK))
    return runs


def _log(canvas: Canvas, sight: Sight, top: int) -> None:
    room, width = canvas.height - top, canvas.width - 2
    lines: list[list[Run]] = []
    for said in reversed(sight.log):
        lines = [*wrapped(said, width), *lines]
        if len(lines) >= room + sight.back:
            break
    sight.back = max(0, min(sight.back, len(lines) - room))
    end = len(lines) - sight.back
    for at, runs in enumerate(lines[max(0, end - room) : end]):
        canvas.put(1, top + at, runs, TEXT)
    if sight.back:
        canvas.right(0, canvas.height - 1, canvas.width, sight.look.sign(" ↓ ", " v "), MARK)
