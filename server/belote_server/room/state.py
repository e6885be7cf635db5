"""The state of a table, and how each stored batch changes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from belote_protocol.commands import Settings
from belote_protocol.updates import Ok, Refused
from belote_protocol.vocab import SEATS, Phase, Seat
from belote_server.game.events import HandsDealt, MatchEnded, MatchStarted
from belote_server.game.frozen import changed
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import derive
from belote_server.game.state import UNSTARTED, Match, evolve
from belote_server.room.events import (
    Batch,
    ClockCredited,
    Closed,
    Opened,
    Person,
    ReadySet,
    Seated,
    Stood,
    SurrenderOffered,
    SwapOffered,
    Swapped,
    TableEvent,
    TimedOut,
    WatchersAllowed,
)


@dataclass(frozen=True)
class Place:
    """
    One of the four seats.

    Attributes:
        person: Who sits there.
        ready: Ready to start, or for the next deal or match.
        gives_up: Offers to give the match up.
        swap: The seat it offers to change places with.
    """

    person: Person | None = None
    ready: bool = False
    gives_up: bool = False
    swap: Seat | None = None


FREE = Place()


@dataclass(frozen=True)
class Room:
    """
    A table: a match and the people around it.

    Attributes:
        places: In seat order.
        v: The version, 1 for the batch that opened it.
        deadline: When the running turn or pause ends, in Unix seconds; ``None`` for never.
        done: Each person's last command that was done: its number and the version it made.
        online: The keys of who is connected. Not stored: a fresh owner finds out.
        answers: Each person's last command and its answer. Not stored: ``done`` stands in.
    """

    room_id: str
    host: Person
    settings: Settings
    rules: RuleSet
    sit: str
    watch: str
    places: tuple[Place, Place, Place, Place] = (FREE, FREE, FREE, FREE)
    match: Match = UNSTARTED
    v: int = 0
    deadline: float | None = None
    watchers_allowed: bool = True
    closed: bool = False
    done: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    online: frozenset[str] = frozenset()
    answers: Mapping[str, Ok | Refused] = field(default_factory=dict)

    def seat_of(self, key: str) -> Seat | None:
        """Return where the person *key* sits."""
        for seat, place in zip(SEATS, self.places, strict=True):
            if place.person is not None and place.person.key == key:
                return seat
        return None

    @property
    def playing(self) -> bool:
        """Whether a match is under way."""
        return self.match.phase not in (Phase.UNSTARTED, Phase.ENDED)

    @property
    def attended(self) -> bool:
        """Whether anybody who sits here is connected."""
        return any(place.person and place.person.key in self.online for place in self.places)

    @property
    def all_ready(self) -> bool:
        """Whether all four seats are taken by people who are ready."""
        return all(place.person is not None and place.ready for place in self.places)

    @property
    def chance_is_due(self) -> bool:
        """Whether the table waits for ``Drawn``: a match starts, or a deal is dealt."""
        if self.closed or not self.all_ready:
            return False
        if self.playing:
            return self.match.phase is Phase.DEALING
        return all(place.person and place.person.key in self.online for place in self.places)


def opened(batch: Batch) -> Room:
    """Return the table that *batch*, its first, opens."""
    first = batch.events[0]
    assert isinstance(first, Opened)
    room = Room(
        room_id=first.room_id,
        host=first.host,
        settings=first.settings,
        rules=derive(first.settings.rules, first.settings.changes),
        sit=first.sit,
        watch=first.watch,
        watchers_allowed=first.settings.spectators,
    )
    return adopt(room, batch)


def adopt(room: Room, batch: Batch) -> Room:
    """Return *room* after *batch*, which must be its next."""
    assert batch.v == room.v + 1
    for event in batch.events:
        room = _evolved(room, event)
    done = room.done
    if batch.person is not None:
        done = {**done, batch.person: (batch.cmd, batch.v)}
    return changed(room, v=batch.v, deadline=batch.deadline, done=done)


def _evolved(room: Room, event: TableEvent) -> Room:
    match event:
        case Opened() | ClockCredited() | TimedOut():
            return room
        case Seated(seat, person, left):
            if left is not None:
                room = _placed(_no_offers(room, left), left, FREE)
            return _placed(room, seat, Place(person))
        case Stood(seat):
            return _placed(_no_offers(room, seat), seat, FREE)
        case SwapOffered(seat, other):
            return _placed(room, seat, changed(room.places[seat.place], swap=other))
        case Swapped(seat, other):
            one, two = room.places[seat.place].person, room.places[other.place].person
            room = _no_offers(_no_offers(room, seat), other)
            return _placed(_placed(room, seat, Place(two)), other, Place(one))
        case ReadySet(seat, ready):
            return _placed(room, seat, changed(room.places[seat.place], ready=ready))
        case SurrenderOffered(seat, gives_up):
            return _placed(room, seat, changed(room.places[seat.place], gives_up=gives_up))
        case WatchersAllowed(allowed):
            return changed(room, watchers_allowed=allowed)
        case Closed():
            return changed(room, closed=True)
        case HandsDealt():
            south, west, north, east = (changed(place, ready=False) for place in room.places)
            places = (south, west, north, east)
            return changed(room, places=places, match=evolve(room.match, event))
        case MatchStarted() | MatchEnded():
            south, west, north, east = (
                changed(place, ready=False, gives_up=False, swap=None) for place in room.places
            )
            places = (south, west, north, east)
            return changed(room, places=places, match=evolve(room.match, event))
        case _:
            return changed(room, match=evolve(room.match, event))


def _placed(room: Room, seat: Seat, place: Place) -> Room:
    places = list(room.places)
    places[seat.place] = place
    south, west, north, east = places
    return changed(room, places=(south, west, north, east))


def _no_offers(room: Room, seat: Seat) -> Room:
    """Return *room* without offers to change places with *seat*."""
    for other in SEATS:
        if room.places[other.place].swap is seat:
            room = _placed(room, other, changed(room.places[other.place], swap=None))
    return room
