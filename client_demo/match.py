"""What happens in a match, as changes of its table's view."""

from collections.abc import Callable
from typing import Any

from belote_protocol.vocab import Seat
from client_demo.people import all_seats
from client_demo.views import DealView, Event, MatchView, RoomView, changed, value_of

_FRESH: dict[str, Any] = {"ready": False, "gives_up": False, "swap": None, "grace": None}
"""What a seat has said or waits for when a match begins or ends: nothing."""


def _started(room: RoomView, event: Event) -> RoomView:
    scores = {"ns": 0, "ew": 0}
    match = {"id": event["match"], "phase": "dealing", "dealer": event["dealer"], "scores": scores}
    bank = float(room["settings"].get("bank", 0))
    return changed(all_seats(room, **_FRESH, bank=bank), match=match)


def _committed(room: RoomView, event: Event) -> RoomView:
    return _match(room, commitment=event["commitment"])


def _dealt(room: RoomView, event: Event) -> RoomView:
    deal: DealView = {
        "number": event["deal"],
        "dealer": event["dealer"],
        "hands": event["hands"],
        "leader": event["speaker"],
        "announced": [[], [], [], []],
    }
    room = all_seats(room, ready=False)
    turned = event.get("turned")
    return _match(room, phase="auction", revealed=None, deal=changed(deal, turned=turned))


def _called(room: RoomView, event: Event) -> RoomView:
    calls = [*value_of(_running(room), "calls"), [event["seat"], event["call"]]]
    return _deal(room, calls=calls, contract=event.get("contract"))


def _passed_out(room: RoomView, event: Event) -> RoomView:
    return _deal_over(_deal(room, passed_out=True))


def _completed(room: RoomView, event: Event) -> RoomView:
    pairs = zip(_running(room)["hands"], event["added"], strict=True)
    hands = [[*hand, *added] for hand, added in pairs]
    room = _deal(room, hands=hands, contract=event["contract"], leader=event["leader"])
    return _match(room, phase="play")


def _played(room: RoomView, event: Event) -> RoomView:
    deal, card = _running(room), event["card"]
    hands = [[*hand] for hand in deal["hands"]]
    hand = hands[Seat(event["seat"]).place]
    hand.remove(card if card in hand else None)
    return _deal(room, hands=hands, trick=[*value_of(deal, "trick"), card])


def _trick(room: RoomView, event: Event) -> RoomView:
    deal, winner = _running(room), event["winner"]
    taken = {
        "leader": deal["leader"],
        "cards": value_of(deal, "trick"),
        "winner": winner,
        "points": event["points"],
    }
    return _deal(room, tricks=[*value_of(deal, "tricks"), taken], trick=[], leader=winner)


def _announced(room: RoomView, event: Event) -> RoomView:
    announced = [*_running(room)["announced"]]
    announced[Seat(event["seat"]).place] = event["kinds"]
    return _deal(room, announced=announced)


def _belote(room: RoomView, event: Event) -> RoomView:
    said = {name: event[name] for name in ("seat", "suit", "word")}
    return _deal(room, belotes=[*value_of(_running(room), "belotes"), said])


def _declarations(room: RoomView, event: Event) -> RoomView:
    return _deal(room, declarations=event)


def _settled(room: RoomView, event: Event) -> RoomView:
    settled = [*value_of(_current(room), "settled"), event]
    room = _match(room, settled=settled, scores=event["scores"], held=event.get("held", 0))
    return _deal_over(room)


def _revealed(room: RoomView, event: Event) -> RoomView:
    return _match(room, revealed=event, commitment=None)


def _ended(room: RoomView, event: Event) -> RoomView:
    room = all_seats(room, **_FRESH, bank=0.0)
    ended = {"winner": event["winner"], "reason": event["reason"]}
    return _match(room, phase="ended", ended=ended)


def _deal_over(room: RoomView) -> RoomView:
    dealer = Seat(_current(room)["dealer"]).next
    return _match(room, phase="dealing", dealer=dealer.value)


def _current(room: RoomView) -> MatchView:
    return room["match"]


def _running(room: RoomView) -> DealView:
    return room["match"]["deal"]


def _match(room: RoomView, **changes: Any) -> RoomView:
    return changed(room, match=changed(_current(room), **changes))


def _deal(room: RoomView, **changes: Any) -> RoomView:
    return _match(room, deal=changed(_running(room), **changes))


MATCH: dict[str, Callable[[RoomView, Event], RoomView]] = {
    "started": _started,
    "committed": _committed,
    "dealt": _dealt,
    "called": _called,
    "passedout": _passed_out,
    "completed": _completed,
    "played": _played,
    "trick": _trick,
    "announced": _announced,
    "belote": _belote,
    "declarations": _declarations,
    "settled": _settled,
    "revealed": _revealed,
    "ended": _ended,
}
"""By what an event is called."""
