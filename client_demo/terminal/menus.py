"""What the menu offers, by who one is and where the match stands."""

from collections.abc import Collection

from belote_protocol.text import clean
from belote_protocol.vocab import SEATS, Phase
from client_demo.terminal.desk import Desk
from client_demo.terminal.look import Look
from client_demo.terminal.moves import free_seats, own_seat, phase
from client_demo.terminal.overlays import Choose
from client_demo.terminal.rows import Row
from client_demo.views import RoomView, value_of


def menu(look: Look, desk: Desk, muted: Collection[str] = ()) -> Choose:
    """Return the menu; *muted* are the public ids of those who are not heard."""
    rows = [Row("sheet", look.say("key_sheet")), Row("invite", look.say("invite"))]
    if desk.table is not None:
        room = desk.table.room
        rows += _match(look, room)
        if room["host"] == desk.you:
            rows += _host(look, room)
        rows += _people(look, room, desk.you, muted)
    rows += [
        Row("flip", look.say("menu_flip")),
        Row("options", look.say("options")),
        Row("leave", look.say("menu_leave")),
        Row("quit", look.say("menu_quit")),
        Row("", look.say("close")),
    ]
    return Choose(look.say("key_menu"), rows, look)


def _match(look: Look, room: RoomView) -> list[Row]:
    seat = own_seat(room)
    if seat is None or phase(room) in (Phase.UNSTARTED, Phase.ENDED):
        return []
    if value_of(room["seats"][seat.place], "gives_up"):
        return [Row("surrender:no", look.say("menu_play_on"))]
    rows = [Row("surrender:yes", look.say("menu_give_up"))]
    if value_of(room["seats"][seat.partner.place], "gives_up"):
        rows.append(Row("surrender:no", look.say("menu_play_on")))
    return rows


def _host(look: Look, room: RoomView) -> list[Row]:
    allowed = room["settings"].get("spectators", True)
    key = "menu_no_watchers" if allowed else "menu_watchers"
    rows = [Row(f"watchers:{'no' if allowed else 'yes'}", look.say(key))]
    if phase(room) in (Phase.UNSTARTED, Phase.ENDED):
        if free_seats(room):
            rows.append(Row("bots", look.say("menu_bots")))
        rows.append(Row("remove", look.say("menu_remove")))
    return rows


def _people(look: Look, room: RoomView, you: str, muted: Collection[str]) -> list[Row]:
    rows = []
    for seat in SEATS:
        person = value_of(room["seats"][seat.place], "person")
        if person is not None and person["id"] != you:
            name = clean(person["name"], 40)
            verb = "unmute" if person["id"] in muted else "mute"
            rows.append(Row(f"{verb}:{person['id']}", look.say(f"menu_{verb}", name=name)))
    return rows


def removable(look: Look, desk: Desk) -> Choose:
    """Return the people whose seats the host may empty."""
    rows = []
    if desk.table is not None:
        room = desk.table.room
        for seat in SEATS:
            view = room["seats"][seat.place]
            person = value_of(view, "person")
            if person["id"] != desk.you if person else value_of(view, "bot"):
                rows.append(Row(f"remove:{seat}", look.who(room, seat)))
    return Choose(look.say("menu_remove"), [*rows, Row("", look.say("close"))], look)


def bots(look: Look, room: RoomView) -> Choose:
    """Return the seats that the host may give to bots, and how well those play."""
    free = free_seats(room)
    rows = [Row(f"bot:{seat}", look.seat(seat)) for seat in free]
    fill = Row(f"bot:{''.join(free)}", look.say("bots_fill"))
    level = Row("level", look.say("level"), look.levels(), 1)
    return Choose(look.say("menu_bots"), [fill, *rows, level, Row("", look.say("close"))], look)
