"""
A table as it is on the wire.

These are the plain dictionaries that a frame holds, with types for whoever reads this code. A field
that has its default is not there, on the wire and here alike: ``value_of`` supplies it, and
``changed`` leaves it out.
"""

from typing import Any, TypedDict, TypeVar, cast

Event = dict[str, Any]
"""Something that happened; ``e`` says what it is."""


class Points(TypedDict):
    """A number of points for each side."""

    ns: int
    ew: int


class Person(TypedDict):
    """Somebody, as others know them."""

    id: str
    name: str


class SeatView(TypedDict, total=False):
    """A seat, and who is in it."""

    person: Person
    ready: bool
    online: bool
    gives_up: bool
    swap: str
    bot: str
    grace: float
    bank: float


class TrickView(TypedDict):
    """A complete trick, the leader's card first."""

    leader: str
    cards: list[str]
    winner: str
    points: int


class _Deal(TypedDict):
    number: int
    dealer: str
    hands: list[list[str | None]]
    leader: str
    announced: list[list[str]]


class DealView(_Deal, total=False):
    """The running deal, or the last one."""

    turned: str
    calls: list[list[str]]
    contract: str
    trick: list[str]
    tricks: list[TrickView]
    declarations: dict[str, Any]
    belotes: list[dict[str, Any]]
    passed_out: bool


class _Match(TypedDict):
    id: str
    phase: str
    dealer: str
    scores: Points


class MatchView(_Match, total=False):
    """A match, as the receiver may know it."""

    held: int
    settled: list[dict[str, Any]]
    deal: DealView
    commitment: str
    revealed: dict[str, Any]
    ended: dict[str, Any]


class Options(TypedDict, total=False):
    """What the receiver may say."""

    words: list[str]
    kinds: list[str]
    modes: list[str]
    points: list[int]


class Turn(TypedDict, total=False):
    """Who is to act, and what the receiver may do about it."""

    seat: str
    deadline: float
    bank: float
    options: Options
    cards: dict[str, str | None]


class _Room(TypedDict):
    id: str
    host: str
    settings: dict[str, Any]
    rules: dict[str, Any]
    seats: list[SeatView]
    turn: Turn


class RoomView(_Room, total=False):
    """A table, as the receiver may know it."""

    seat: str
    match: MatchView
    sit: str
    watch: str
    watchers: int


_DEFAULTS: dict[str, Any] = {
    "person": None,
    "ready": False,
    "online": False,
    "gives_up": False,
    "swap": None,
    "bot": None,
    "grace": None,
    "bank": 0.0,
    "turned": None,
    "calls": [],
    "contract": None,
    "trick": [],
    "tricks": [],
    "declarations": None,
    "belotes": [],
    "passed_out": False,
    "held": 0,
    "settled": [],
    "deal": None,
    "commitment": None,
    "revealed": None,
    "ended": None,
    "seat": None,
    "match": None,
    "sit": None,
    "watch": None,
    "watchers": 0,
}
"""What a field is that is not there. No two views use one name for different things."""

View = TypeVar("View", SeatView, DealView, MatchView, RoomView)


def value_of(view: SeatView | DealView | MatchView | RoomView, name: str) -> Any:
    """Return the field *name* of *view*, or its default where it is left out."""
    return view.get(name, _DEFAULTS.get(name))


def changed(view: View, **changes: Any) -> View:
    """Return a copy of *view* with some fields changed, and those at their default left out."""
    fields = {
        name: value
        for name, value in {**view, **changes}.items()
        if name not in _DEFAULTS or value != _DEFAULTS[name]
    }
    return cast(View, fields)
