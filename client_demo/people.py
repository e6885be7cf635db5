"""What happens to the people around a table, as changes of its view."""

from collections.abc import Callable
from typing import Any

from belote_protocol.vocab import Seat
from client_demo.views import Event, RoomView, SeatView, changed, value_of

_FREE = SeatView()


def _seated(room: RoomView, event: Event) -> RoomView:
    if event.get("left") is not None:
        room = _emptied(room, event["left"])
    person = {"id": event["id"], "name": event["name"]}
    bank = value_of(room["seats"][Seat(event["seat"]).place], "bank")
    return _placed(room, event["seat"], changed(_FREE, person=person, online=True, bank=bank))


def _stood(room: RoomView, event: Event) -> RoomView:
    return _emptied(room, event["seat"])


def _swap_offered(room: RoomView, event: Event) -> RoomView:
    return seat_changed(room, event["seat"], swap=event.get("other"))


def _swapped(room: RoomView, event: Event) -> RoomView:
    one, other = event["seat"], event["other"]
    moved = {
        one: _sitting(room["seats"][Seat(other).place]),
        other: _sitting(room["seats"][Seat(one).place]),
    }
    for seat, view in moved.items():
        room = _placed(_without_offers(room, seat), seat, view)
    return room


def _ready_set(room: RoomView, event: Event) -> RoomView:
    return seat_changed(room, event["seat"], ready=event["ready"])


def _surrender_offered(room: RoomView, event: Event) -> RoomView:
    return seat_changed(room, event["seat"], gives_up=event["gives_up"])


def _bot_sat(room: RoomView, event: Event) -> RoomView:
    said = {"ready": False, "gives_up": False}
    return seat_changed(room, event["seat"], bot=event["policy"], grace=None, **said)


def _bot_left(room: RoomView, event: Event) -> RoomView:
    return seat_changed(room, event["seat"], bot=None, ready=False)


def _away(room: RoomView, event: Event) -> RoomView:
    return seat_changed(room, event["seat"], grace=event["until"])


def _returned(room: RoomView, event: Event) -> RoomView:
    return seat_changed(room, event["seat"], grace=None)


def _bank_spent(room: RoomView, event: Event) -> RoomView:
    return seat_changed(room, event["seat"], bank=event["left"])


def _watchers_allowed(room: RoomView, event: Event) -> RoomView:
    return changed(room, settings={**room["settings"], "spectators": event["allowed"]})


def _sitting(view: SeatView) -> SeatView:
    """Return who is in the seat of *view*, and nothing they have said."""
    return changed(_FREE, **{name: value_of(view, name) for name in ("person", "online", "bot")})


def _emptied(room: RoomView, seat: str) -> RoomView:
    return _placed(_without_offers(room, seat), seat, _FREE)


def _without_offers(room: RoomView, seat: str) -> RoomView:
    """Return *room* without offers to change places with *seat*."""
    views = room["seats"]
    seats = [changed(view, swap=None) if view.get("swap") == seat else view for view in views]
    return changed(room, seats=seats)


def seat_changed(room: RoomView, seat: str, **changes: Any) -> RoomView:
    """Return *room* with *changes* made to one seat."""
    return _placed(room, seat, changed(room["seats"][Seat(seat).place], **changes))


def _placed(room: RoomView, seat: str, view: SeatView) -> RoomView:
    seats = [*room["seats"]]
    seats[Seat(seat).place] = view
    return changed(room, seats=seats)


def all_seats(room: RoomView, **changes: Any) -> RoomView:
    """Return *room* with *changes* made to each seat."""
    return changed(room, seats=[changed(view, **changes) for view in room["seats"]])


PEOPLE: dict[str, Callable[[RoomView, Event], RoomView]] = {
    "seated": _seated,
    "stood": _stood,
    "swapoffered": _swap_offered,
    "swapped": _swapped,
    "readyset": _ready_set,
    "surrenderoffered": _surrender_offered,
    "botsat": _bot_sat,
    "botleft": _bot_left,
    "away": _away,
    "returned": _returned,
    "bankspent": _bank_spent,
    "watchersallowed": _watchers_allowed,
}
"""By what an event is called."""
