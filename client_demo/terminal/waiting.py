"""The cloth before a match: who sits where, which seats are free, and how others get here."""

from belote_protocol.vocab import Seat
from client_demo.terminal.canvas import Canvas, Said
from client_demo.terminal.look import GOOD, MARK, QUIET, STRONG, TEXT, Run
from client_demo.terminal.moves import own_seat
from client_demo.terminal.sight import Sight
from client_demo.views import value_of


def paint(canvas: Canvas, sight: Sight) -> None:
    """Paint the seats, and the codes between them."""
    below, left, above, right = sight.around
    third = canvas.width // 3
    middle = canvas.height // 2
    _seat(canvas, sight, above, (third, 0, third))
    _seat(canvas, sight, left, (1, middle - 2, third))
    _seat(canvas, sight, right, (canvas.width - third - 1, middle - 2, third))
    _seat(canvas, sight, below, (third, canvas.height - 3, third))
    lines = _codes(sight)
    first = max(3, middle - len(lines) // 2)
    room = canvas.width - 2 * third - 2
    wide = max(room, 18)
    for at, said in enumerate(lines):
        canvas.centre((canvas.width - wide) // 2, first + at, wide, said)
    canvas.centre(1, canvas.height - 5, canvas.width - 2, _advice(sight), QUIET)


def _seat(canvas: Canvas, sight: Sight, seat: Seat, place: tuple[int, int, int]) -> None:
    x, y, width = place
    for at, said in enumerate(_lines(sight, seat)):
        canvas.centre(x, y + at, width, said)
    canvas.zone(x, y, width, 3, f"seat:{seat}")


def _lines(sight: Sight, seat: Seat) -> list[Said]:
    look, view = sight.look, sight.room["seats"][seat.place]
    key: Run = (f" {seat.place + 1} ", f"{MARK} reverse")
    title: list[Run] = [key, (f" {look.seat(seat)}", QUIET)]
    if not sight.person(seat) and (policy := sight.bot(seat)) is not None:
        return [title, [(look.say("bot"), STRONG)], [(look.level(policy), QUIET)]]
    if not sight.person(seat):
        return [title, [(look.say("free"), TEXT)]]
    own = own_seat(sight.room) is seat
    name: list[Run] = [(look.who(sight.room, seat), STRONG)]
    if own:
        name.append((f" ({look.say('you')})", QUIET))
    marks: list[Run] = []
    if value_of(view, "ready"):
        marks.append((f"{look.sign('✓', '+')} {look.say('ready')}", GOOD))
    elif not value_of(view, "online"):
        marks.append((look.say("away"), QUIET))
    elif (other := value_of(view, "swap")) is not None:
        marks.append((f"{look.sign('⇄', '<>')} {look.seat(other)}", MARK))
    return [title, name, marks]


def _codes(sight: Sight) -> list[Said]:
    lines: list[Said] = []
    for purpose in ("sit", "watch"):
        code = value_of(sight.room, purpose)
        if code is not None:
            lines += [[(sight.look.say(f"to_{purpose}"), QUIET)], [(code, MARK)]]
    return lines


def _advice(sight: Sight) -> str:
    mine = own_seat(sight.room)
    if mine is None:
        return sight.look.say("choose_seat" if "sit" in sight.room else "only_watch")
    if value_of(sight.room["seats"][mine.place], "ready"):
        return sight.look.say("wait_others")
    return sight.look.say("press_ready")
