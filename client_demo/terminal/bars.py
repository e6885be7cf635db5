"""The lines above and below: where one is, whose turn it is and how long, and which keys help."""

import math
from dataclasses import dataclass

from belote_protocol.vocab import Phase
from client_demo.retry import State
from client_demo.terminal.canvas import Canvas, Said, width_of
from client_demo.terminal.look import ALARM, GOOD, MARK, QUIET, STRONG, TEXT, Run
from client_demo.terminal.moves import (
    free_seats,
    is_first_card,
    is_held,
    is_host,
    is_my_turn,
    judged,
    own_seat,
    phase,
)
from client_demo.terminal.sight import Sight
from client_demo.views import value_of

_URGENT = 6


def paint_head(canvas: Canvas, sight: Sight) -> None:
    """Say which table this is, and how the connection stands."""
    look, room = sight.look, sight.room
    said = [look.coded("ruleset", room["settings"]["rules"])]
    if sight.deal is not None:
        said.append(f"{look.words.say('sheet.deal')} {sight.deal['number']}")
    if value_of(room, "watchers"):
        said.append(look.say("watchers", n=value_of(room, "watchers")))
    standing = _standing(sight)
    canvas.right(0, 0, canvas.width - 1, standing)
    room_left = canvas.width - width_of(standing) - 4
    canvas.put(1, 0, look.sign(" · ", " - ").join(said)[:room_left], STRONG)


def _standing(sight: Sight) -> list[Run]:
    look = sight.look
    if sight.status.state is State.OPEN and not sight.is_paused:
        return [(look.sign("● ", "* "), GOOD), (look.say("status_open"), QUIET)]
    if sight.is_paused and sight.status.state is State.OPEN:
        return [(look.say("paused"), ALARM)]
    line = sight.telling.status(sight.status)
    return [(look.sign("○ ", "o "), ALARM), (line.text, ALARM)]


def seconds(left: float | None) -> int | None:
    """Return the seconds to show: whole ones, and never fewer than none."""
    return None if left is None else max(0, math.ceil(left))


def paint_prompt(canvas: Canvas, sight: Sight) -> None:
    """Say whose turn it is, and how long it still lasts."""
    text = _prompt(sight)
    mine = is_my_turn(sight.room) or is_held(sight.room)
    arrow = sight.look.sign("▶ ", "> ") if mine else ""
    canvas.put(1, 0, arrow + text, MARK if mine else TEXT)
    clock = clock_of(sight)
    if clock is not None:
        _paint_clock(canvas, sight, clock, canvas.width - width_of(arrow + text) - 4)


@dataclass(frozen=True)
class Clock:
    """
    What is left of a turn or a pause, in whole seconds.

    Attributes:
        left: Of the turn, or of the time bank once that is used.
        total: How many there were.
        bank: What the time bank has besides.
        is_bank: Whether the time bank is used.
    """

    left: int
    total: int
    bank: int = 0
    is_bank: bool = False


def clock_of(sight: Sight) -> Clock | None:
    """Return the clock to show; ``None`` where nothing ends."""
    turn, settings = sight.room["turn"], sight.room["settings"]
    left, whole = seconds(sight.left), seconds(sight.until(turn.get("bank")))
    if left is None:
        return None
    total = int(settings["turn" if turn.get("seat") else "pause"])
    if whole is None:
        return Clock(left, total)
    if whole > 0:
        return Clock(whole, total, max(0, left - whole))
    return Clock(left, max(left, int(settings.get("bank", 0))), is_bank=True)


def _paint_clock(canvas: Canvas, sight: Sight, clock: Clock, room: int) -> None:
    """Paint the seconds, and a bar of them where *room* cells leave any."""
    style = ALARM if clock.is_bank or clock.left + clock.bank <= _URGENT else TEXT
    said: list[Run] = [(f"{clock.left:>3} s", style)]
    if clock.is_bank:
        said.insert(0, (f"{sight.look.say('bank')} ", ALARM))
    elif clock.bank:
        said.append((f" +{clock.bank}", QUIET))
    canvas.right(0, 0, canvas.width - 1, said)
    size = min(20, room - width_of(said) - 2)
    if clock.total and size > 4:
        full = min(size, math.ceil(size * clock.left / clock.total))
        bar: Said = [
            (sight.look.sign("━", "=") * full, GOOD if style == TEXT else ALARM),
            (sight.look.sign("─", ".") * (size - full), QUIET),
        ]
        canvas.right(0, 0, canvas.width - 2 - width_of(said), bar)


def _prompt(sight: Sight) -> str:
    look, now = sight.look, phase(sight.room)
    if sight.status.is_over:
        return look.say("reconnect")
    if is_held(sight.room):
        return look.say("bot_for_you")
    turn = sight.telling.turn(sight.room)
    if turn:
        return turn
    mine = own_seat(sight.room)
    ready = mine is not None and value_of(sight.room["seats"][mine.place], "ready")
    if now is Phase.UNSTARTED:
        return look.say("wait_seats")
    if now is Phase.ENDED:
        return look.say("wait_others" if ready else "rematch_prompt" if mine else "match_over")
    return look.say("wait_others" if ready else "next_prompt" if mine else "dealing")


def paint_note(canvas: Canvas, sight: Sight) -> None:
    """Say what there is to say about the last key, or about the first card."""
    if sight.note:
        canvas.put(1, 0, sight.note, sight.note_style or TEXT)
    elif is_first_card(sight.room) and sight.room["rules"].get("declarations.played", True):
        key = "declare_on" if sight.declares else "declare_off"
        canvas.put(1, 0, [("v ", MARK), (sight.look.say(key), QUIET)])
        canvas.zone(0, 0, canvas.width, 1, "declare")


def paint_keys(canvas: Canvas, sight: Sight) -> None:
    """Name the keys that are of use now; a click on one does the same."""
    x = 1
    for action, key, text in _keys(sight):
        size = width_of(key) + 1 + width_of(text)
        if x + size > canvas.width:
            break
        canvas.put(x, 0, [(key, MARK), (f" {text}", QUIET)])
        canvas.zone(x, 0, size, 1, action)
        x += size + 2


def _keys(sight: Sight) -> list[tuple[str, str, str]]:
    say = sight.look.say
    keys: list[tuple[str, str, str]] = []
    if is_held(sight.room):
        keys += [("bots", "b", say("key_back"))]
    if judged(sight.room) is not None:
        keys += [("", "1-8", say("key_card")), ("go", say("key_enter"), say("key_play"))]
    elif sight.bidding is not None and sight.bidding.rungs:
        if len(sight.bidding.rungs) > 1:
            keys.append(("", sight.look.sign("← →", "<- ->"), say("key_amount")))
        keys += [("go", say("key_enter"), say("key_say"))]
    elif phase(sight.room) is Phase.UNSTARTED:
        keys += [("", "1-4", say("key_sit"))]
        if own_seat(sight.room):
            keys += [("on", say("key_space"), say("ready"))]
        if is_host(sight.room) and free_seats(sight.room):
            keys += [("bots", "b", say("menu_bots"))]
    elif own_seat(sight.room) and phase(sight.room) in (Phase.DEALING, Phase.ENDED):
        keys += [("on", say("key_space"), say("key_next"))]
    if is_my_turn(sight.room) and sight.room["settings"].get("hints", False):
        keys += [("hint", "i", say("key_hint"))]
    return [
        *keys,
        ("help", "?", say("key_help")),
        ("menu", "Esc", say("key_menu")),
        ("talk", "t", say("key_talk")),
        ("phrases", "q", say("key_phrases")),
        ("sheet", "r", say("key_sheet")),
        ("last", "l", say("last_trick")),
    ]
