"""The state of a table, and how each stored batch changes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from belote_protocol.commands import Settings
from belote_protocol.updates import Ok, Refused
from belote_protocol.vocab import SEATS, Phase, Policy, Seat
from belote_server.game.events import HandsDealt, MatchEnded, MatchStarted
from belote_server.game.frozen import changed
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import derive
from belote_server.game.state import UNSTARTED, Match, evolve
from belote_server.room.events import (
    Away,
    BankSpent,
    Batch,
    BotLeft,
    BotSat,
    ClockCredited,
    Closed,
    Opened,
    Person,
    ReadySet,
    Returned,
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
        person: Whose seat it is.
        bot: The bot that has the seat, or holds it for *person*.
        grace: When a bot takes over for *person*, who is gone, in Unix seconds.
        bank: Seconds it may still think longer than its turns.
        missed: Turns in a row that passed while the person was there.
        departures: How often a bot had to take over for the person.
        ready: Ready to start, or for the next deal or match.
        gives_up: Offers to give the match up.
        swap: The seat it offers to change places with.
    """

    person: Person | None = None
    ready: bool = False
    gives_up: bool = False
    swap: Seat | None = None
    bot: Policy | None = None
    grace: float | None = None
    bank: float = 0.0
    missed: int = 0
    departures: int = 0

    @property
    def taken(self) -> bool:
        """Whether a person or a bot has the seat."""
        return self.person is not None or self.bot is not None

    @property
    def willing(self) -> bool:
        """Whether the seat holds nothing up: bots never do."""
        return self.bot is not None or (self.person is not None and self.ready)


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
        missing: Whose connection was lost a moment ago: when the table takes notice, and when a bot
            would take over, in Unix seconds. Not stored: a fresh owner finds out.
        answers: Each person's last command and its answer. Not stored: ``done`` stands in.
    """

    room_id: str
    host: Person
    settings: Settings
    rules: RuleSet
    sit: str = field(repr=False)
    watch: str = field(repr=False)
    places: tuple[Place, Place, Place, Place] = (FREE, FREE, FREE, FREE)
    match: Match = UNSTARTED
    v: int = 0
    deadline: float | None = None
    watchers_allowed: bool = True
    closed: bool = False
    done: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    online: frozenset[str] = frozenset()
    missing: Mapping[Seat, tuple[float, float]] = field(default_factory=dict)
    answers: Mapping[str, Ok | Refused] = field(default_factory=dict)

    def seat_of(self, key: str) -> Seat | None:
        """Return where the person *key* sits."""
        for at, place in enumerate(self.places):
            person = place.person
            if person is not None and person.key == key:
                return SEATS[at]
        return None

    def seats(self) -> dict[str, Seat]:
        """Return where everybody sits who does, by the person's key."""
        return {
            place.person.key: seat
            for seat, place in zip(SEATS, self.places, strict=True)
            if place.person is not None
        }

    @property
    def playing(self) -> bool:
        """Whether a match is under way."""
        return self.match.phase not in (Phase.UNSTARTED, Phase.ENDED)

    @property
    def attended(self) -> bool:
        """Whether anybody who sits here is connected."""
        online = self.online
        for place in self.places:
            person = place.person
            if person is not None and person.key in online:
                return True
        return False

    @property
    def all_ready(self) -> bool:
        """Whether all four seats are taken by bots and by people who are ready, or one at least."""
        return all(place.willing for place in self.places) and (
            self.playing or any(place.person is not None for place in self.places)
        )

    @property
    def chance_is_due(self) -> bool:
        """Whether the table waits for ``Drawn``: a match starts, or a deal is dealt."""
        if self.closed or not self.all_ready:
            return False
        if self.playing:
            return self.match.phase is Phase.DEALING
        return all(place.person is None or place.person.key in self.online for place in self.places)

    @property
    def bot_is_due(self) -> bool:
        """Whether the table waits for a bot to speak or play; it does so for people alone."""
        turn = self.match.turn
        return turn is not None and self.places[turn.place].bot is not None and self.attended

    @property
    def open_seats(self) -> bool:
        """Whether a stranger may take a seat: before the match, or a bot's between two deals."""
        if not self.playing:
            return True
        return self.match.phase is Phase.DEALING and any(
            place.bot is not None for place in self.places
        )

    @property
    def left_to_bots(self) -> bool:
        """Whether a match is under way that no person has a seat of its own in any more."""
        return self.playing and all(place.bot is not None for place in self.places)

    @property
    def next_instant(self) -> float | None:
        """When the table wants to be woken, in Unix seconds: a turn, a pause or a grace ends."""
        first = self.deadline
        for at, _ in self.missing.values():
            if first is None or at < first:
                first = at
        for place in self.places:
            grace = place.grace
            if grace is not None and (first is None or grace < first):
                first = grace
        return first


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
        room = _attentive(room, batch.person)
    return changed(room, v=batch.v, deadline=batch.deadline, done=done)


def _evolved(room: Room, event: TableEvent) -> Room:
    match event:
        case Opened() | ClockCredited():
            return room
        case TimedOut(seat):
            missed = room.places[seat.place].missed + 1
            return _placed(room, seat, changed(room.places[seat.place], missed=missed))
        case Seated(seat, person, left):
            if left is not None:
                room = _placed(_no_offers(room, left), left, FREE)
            bank = room.places[seat.place].bank if room.playing else 0.0
            return _placed(room, seat, Place(person, bank=bank))
        case Stood(seat):
            return _placed(_no_offers(room, seat), seat, FREE)
        case SwapOffered(seat, other):
            return _placed(room, seat, changed(room.places[seat.place], swap=other))
        case Swapped(seat, other):
            one, two = room.places[seat.place], room.places[other.place]
            room = _no_offers(_no_offers(room, seat), other)
            room = _placed(room, seat, Place(two.person, bot=two.bot))
            return _placed(room, other, Place(one.person, bot=one.bot))
        case ReadySet(seat, ready):
            return _placed(room, seat, changed(room.places[seat.place], ready=ready))
        case SurrenderOffered(seat, gives_up):
            return _placed(room, seat, changed(room.places[seat.place], gives_up=gives_up))
        case BotSat(seat, policy):
            return _placed(room, seat, _held(room.places[seat.place], policy))
        case BotLeft(seat):
            place = room.places[seat.place]
            return _placed(room, seat, changed(place, bot=None, missed=0, ready=False))
        case Away(seat, until):
            return _placed(room, seat, changed(room.places[seat.place], grace=until))
        case Returned(seat):
            return _placed(room, seat, changed(room.places[seat.place], grace=None))
        case BankSpent(seat, left):
            return _placed(room, seat, changed(room.places[seat.place], bank=left))
        case WatchersAllowed(allowed):
            return changed(room, watchers_allowed=allowed)
        case Closed():
            return changed(room, closed=True)
        case HandsDealt():
            south, west, north, east = (changed(place, ready=False) for place in room.places)
            places = (south, west, north, east)
            return changed(room, places=places, match=evolve(room.match, event))
        case MatchStarted() | MatchEnded():
            bank = float(room.settings.bank) if isinstance(event, MatchStarted) else 0.0
            south, west, north, east = (
                Place(place.person, bot=place.bot, bank=bank, departures=place.departures)
                for place in room.places
            )
            places = (south, west, north, east)
            return changed(room, places=places, match=evolve(room.match, event))
        case _:
            return changed(room, match=evolve(room.match, event))


def _held(place: Place, policy: Policy) -> Place:
    departed = place.departures + (place.person is not None)
    return changed(
        place, bot=policy, grace=None, missed=0, departures=departed, ready=False, gives_up=False
    )


def _attentive(room: Room, key: str) -> Room:
    """Return *room* knowing that the person *key* pays attention."""
    seat = room.seat_of(key)
    if seat is None or not room.places[seat.place].missed:
        return room
    return _placed(room, seat, changed(room.places[seat.place], missed=0))


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
