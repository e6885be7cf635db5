"""The people around a table: who sits where, who is ready, who gives up."""

from typing import assert_never

from belote_protocol.commands import (
    Leave,
    Ready,
    Remove,
    SeatCommand,
    Sit,
    Surrender,
    Swap,
    Watchers,
)
from belote_protocol.vocab import EndReason, RefusalCode, Seat
from belote_server.game.actions import EndMatch
from belote_server.game.engine import decide
from belote_server.game.refused import Refusal
from belote_server.room.events import (
    Person,
    ReadySet,
    Seated,
    Stood,
    SurrenderOffered,
    SwapOffered,
    Swapped,
    TableEvent,
    WatchersAllowed,
)
from belote_server.room.state import Room

Verdict = tuple[TableEvent, ...] | Refusal
"""What a command leads to; nothing where it changes nothing."""


def decide_seating(room: Room, person: Person, command: SeatCommand, *, may_sit: bool) -> Verdict:
    """Return what *command* by *person* leads to, or why it is refused."""
    seat = room.seat_of(person.key)
    match command:
        case Sit():
            return _sit(room, person, seat, command.seat, may_sit=may_sit)
        case Remove():
            return _remove(room, person, command.seat)
        case Watchers():
            if person.key != room.host.key:
                return Refusal(RefusalCode.NOT_HOST)
            if command.allowed is room.watchers_allowed:
                return ()
            return (WatchersAllowed(command.allowed),)
        case Leave():
            # a seat in a match waits for its person
            return () if seat is None or room.playing else (Stood(seat, removed=False),)
        case Swap() | Ready():
            if seat is None:
                return Refusal(RefusalCode.NOT_SEATED)
            if room.playing:
                return Refusal(RefusalCode.NOT_NOW)
            if isinstance(command, Ready):
                return set_ready(room, seat, ready=command.ready)
            return _swap(room, seat, command.seat)
        case _:
            assert_never(command)


def set_ready(room: Room, seat: Seat, *, ready: bool) -> Verdict:
    """Return that *seat* is ready or not, if that is news."""
    return () if room.places[seat.place].ready is ready else (ReadySet(seat, ready),)


def decide_surrender(room: Room, seat: Seat, command: Surrender) -> Verdict:
    """
    Return what comes of *seat*'s offer to give up, or of its refusal of one.

    Source: rule book 8.6.
    """
    if not room.playing:
        return Refusal(RefusalCode.NOT_NOW)
    own, partner = room.places[seat.place], room.places[seat.partner.place]
    if not command.give_up:
        return tuple(
            SurrenderOffered(each, gives_up=False)
            for each, place in ((seat, own), (seat.partner, partner))
            if place.gives_up
        )
    offer = () if own.gives_up else (SurrenderOffered(seat, gives_up=True),)
    if not partner.gives_up:
        return offer
    ended = decide(room.match, EndMatch(seat.team, EndReason.SURRENDER))
    assert not isinstance(ended, Refusal)
    return (*offer, *ended)


def _sit(room: Room, person: Person, left: Seat | None, seat: Seat, *, may_sit: bool) -> Verdict:
    if room.playing:
        return Refusal(RefusalCode.NOT_NOW)
    if left is seat:
        return ()
    if not may_sit and left is None:
        return Refusal(RefusalCode.WATCH_ONLY)
    if room.places[seat.place].person is not None:
        return Refusal(RefusalCode.SEAT_TAKEN, {"seat": seat.value})
    return (Seated(seat, person, left),)


def _remove(room: Room, person: Person, seat: Seat) -> Verdict:
    if person.key != room.host.key:
        return Refusal(RefusalCode.NOT_HOST)
    if room.playing:
        return Refusal(RefusalCode.NOT_NOW)
    if room.places[seat.place].person is None:
        return Refusal(RefusalCode.SEAT_EMPTY, {"seat": seat.value})
    return (Stood(seat, removed=True),)


def _swap(room: Room, seat: Seat, other: Seat) -> Verdict:
    if other is seat:  # takes an offer back
        return () if room.places[seat.place].swap is None else (SwapOffered(seat, None),)
    place = room.places[other.place]
    if place.person is None:
        return Refusal(RefusalCode.SEAT_EMPTY, {"seat": other.value})
    if place.swap is seat:
        return (Swapped(seat, other),)
    return () if room.places[seat.place].swap is other else (SwapOffered(seat, other),)
