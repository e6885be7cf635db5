"""The cloth: four seats, the trick between them, and what the moment asks for."""

from belote_protocol.vocab import SEATS, Phase, Seat
from client_demo.terminal import choosing, waiting
from client_demo.terminal.canvas import Canvas
from client_demo.terminal.cards import Size, draw, size_for
from client_demo.terminal.look import ALARM, GOOD, MARK, QUIET, STRONG, TEXT, Run
from client_demo.terminal.moves import phase
from client_demo.terminal.settlement import paint_settlement
from client_demo.terminal.sight import Sight
from client_demo.views import DealView, value_of

_CHIP = "bold #1a1a1a on #e0c36a"


def paint(canvas: Canvas, sight: Sight) -> None:
    """Paint the cloth as the phase of the match asks."""
    now = phase(sight.room)
    if now is Phase.UNSTARTED or sight.match is None:
        waiting.paint(canvas, sight)
    elif sight.deal is None or (now is Phase.DEALING or now is Phase.ENDED):
        paint_settlement(canvas, sight)
    elif now is Phase.AUCTION:
        _auction(canvas, sight, sight.deal)
    else:
        _play(canvas, sight, sight.deal)


def _auction(canvas: Canvas, sight: Sight, deal: DealView) -> None:
    size = size_for(canvas.width, canvas.height - 6)
    turned = value_of(deal, "turned")
    top = 2
    if turned is not None:
        draw(canvas, sight.look, (canvas.width - size.width) // 2, top, size, turned)
        top += size.height
    below = canvas.height - 3 - choosing.HEIGHT
    middle = min(below, max(top + 1, below - max(0, below - top - 2) // 2))
    side = min(middle - 3, max(2, canvas.height // 3))
    _seats(canvas, sight, deal, side, (canvas.width - size.width) // 2 - 3)
    choosing.paint(canvas, sight, middle)


def _play(canvas: Canvas, sight: Sight, deal: DealView) -> None:
    size = size_for(canvas.width, canvas.height)
    top = 2 + max(0, canvas.height - 4 - 3 * size.height) // 2
    middle = (canvas.width - size.width) // 2
    beside = size.width + 3
    spots = {
        0: (middle, top + 2 * size.height),
        1: (middle - beside, top + size.height),
        2: (middle, top),
        3: (middle + beside, top + size.height),
    }
    trick, leader, winner = _on_table(deal)
    for at, card in enumerate(trick):
        seat = SEATS[(leader.place + at) % 4]
        x, y = spots[(seat.place - sight.below.place) % 4]
        draw(canvas, sight.look, x, y, size, card, shaded=winner not in (None, seat))
    if not trick:
        _lead(canvas, sight, size, top)
    _seats(canvas, sight, deal, top + size.height, middle - beside - 2, winner)


def _on_table(deal: DealView) -> tuple[list[str], Seat, Seat | None]:
    """Return the cards on the table and who led; the last trick lies there until the next lead."""
    trick, tricks = value_of(deal, "trick"), value_of(deal, "tricks")
    if trick or not tricks:
        return trick, Seat(deal["leader"]), None
    last = tricks[-1]
    return list(last["cards"]), Seat(last["leader"]), Seat(last["winner"])


def _lead(canvas: Canvas, sight: Sight, size: Size, top: int) -> None:
    name = sight.look.who(sight.room, sight.room["turn"].get("seat", sight.below))
    middle = top + size.height + size.height // 2
    canvas.centre(0, middle, canvas.width, sight.look.say("leads", name=name), QUIET)


def _seats(
    canvas: Canvas,
    sight: Sight,
    deal: DealView,
    side: int,
    width: int,
    winner: Seat | None = None,
) -> None:
    """Write who sits where: above, below, and beside from line *side* on in *width* cells."""
    below, left, above, right = sight.around
    for seat, line in ((above, 0), (below, canvas.height - 2)):
        name, said = seat_lines(sight, deal, seat, winner)
        canvas.centre(0, line, canvas.width, name)
        canvas.centre(0, line + 1, canvas.width, said)
    canvas.stack(1, side, width, seat_lines(sight, deal, left, winner))
    for at, said in enumerate(seat_lines(sight, deal, right, winner)):
        canvas.right(canvas.width - 1 - width, side + at, width, said)


def seat_lines(
    sight: Sight, deal: DealView, seat: Seat, winner: Seat | None = None
) -> tuple[list[Run], list[Run]]:
    """Return a seat's name with its marks, and what was said there."""
    look, room = sight.look, sight.room
    view = room["seats"][seat.place]
    is_turn = room["turn"].get("seat") == seat
    arrow = look.sign("▶ ", "> ") if is_turn else ""
    style = MARK if is_turn else STRONG
    is_away = sight.person(seat) and not value_of(view, "online")
    if is_away:
        style = f"{QUIET} italic"
    name = [(arrow + look.who(room, seat), style)]
    marks: list[Run] = []
    if deal["dealer"] == seat:
        marks += [(" ", ""), (look.sign(" D ", "(D)"), _CHIP)]
    if winner is seat:
        marks += [(" ", ""), (look.sign("★", "*"), MARK)]
    marks += _absence(sight, seat, is_away=is_away)
    if value_of(view, "gives_up"):
        marks += [(" ", ""), (look.say("mark_gives_up"), MARK)]
    return [*name, *marks], _said(sight, deal, seat)


def _absence(sight: Sight, seat: Seat, *, is_away: bool) -> list[Run]:
    """Return that a bot plays for who sits at *seat*, or when it will; nothing for one at play."""
    look, grace = sight.look, sight.grace(seat)
    if sight.bot(seat) is not None:
        return [(" ", ""), (look.say("bot"), MARK)] if sight.person(seat) else []
    if grace is not None:
        return [(" ", ""), (f"{look.say('away')} {grace // 60}:{grace % 60:02}", ALARM)]
    return [(" ", ""), (look.say("away"), QUIET)] if is_away else []


def _said(sight: Sight, deal: DealView, seat: Seat) -> list[Run]:
    """Return what was said at *seat*: its last calls, then its contract and announcements."""
    look = sight.look
    if phase(sight.room) is Phase.AUCTION:
        calls = [call for who, call in value_of(deal, "calls") if who == seat]
        runs: list[Run] = []
        for call in calls[-2:]:
            runs += [("  ", ""), *look.call_runs(call)] if runs else look.call_runs(call)
        return runs
    runs = []
    contract = value_of(deal, "contract")
    if contract is not None and contract[0] == seat:
        runs += look.contract_runs(contract)
    words = [look.coded("declaration", kind) for kind in deal["announced"][seat.place]]
    said = [each["word"] for each in value_of(deal, "belotes") if each["seat"] == seat]
    words += [look.coded("belote_word", said[-1])] if said else []
    if words:
        runs += [("  " if runs else "", ""), (", ".join(words), GOOD)]
    return runs or [("", TEXT)]
