"""The people around a table: who sits where, who is ready, who gives up."""

from typing import assert_never

from belote_protocol.commands import (
    Back,
    Bot,
    Leave,
    Ready,
    Remove,
    SeatCommand,
    Sit,
    Surrender,
    Swap,
    Watchers,
)
from belote_protocol.vocab import EndReason, Phase, RefusalCode, Seat
from belote_server.game.actions import EndMatch
from belote_server.game.engine import decide
from belote_server.game.refused import Refusal
from belote_server.room.absence import returned
from belote_server.room.events import (
    BotLeft,
    BotSat,
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
        case Bot():
            return _let_bot_sit(room, person, command)
        case Back():
            return _take_back(room, seat)
        case Watchers():
            if person.key != room.host.key:
                return Refusal(RefusalCode.NOT_HOST)
            if command.allowed is room.watchers_allowed:
                return ()
            return (WatchersAllowed(command.allowed),)
        case Leave():
            return () if seat is None else _leave(room, seat)
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
    if not partner.gives_up and partner.bot is None:  # a bot does as its partner wishes
        return offer
    ended = decide(room.match, EndMatch(seat.team, EndReason.SURRENDER))
    assert not isinstance(ended, Refusal)
    return (*offer, *ended)


def _sit(room: Room, person: Person, left: Seat | None, seat: Seat, *, may_sit: bool) -> Verdict:
    place = room.places[seat.place]
    between_deals = room.match.phase is Phase.DEALING and left is None
    if room.playing and not between_deals:
        return Refusal(RefusalCode.NOT_NOW)
    if left is seat:
        return ()
    if not may_sit and left is None:
        return Refusal(RefusalCode.WATCH_ONLY)
    if place.bot is None and place.person is not None:
        return Refusal(RefusalCode.SEAT_TAKEN, {"seat": seat.value})
    return (Seated(seat, person, left),)


def _leave(room: Room, seat: Seat) -> Verdict:
    """Free the seat; in a match it waits for its person, and a bot holds it from now on."""
    if not room.playing:
        return (Stood(seat, removed=False),)
    held = room.places[seat.place].bot is not None
    return () if held else (BotSat(seat, room.settings.bots),)


def _take_back(room: Room, seat: Seat | None) -> Verdict:
    if seat is None:
        return Refusal(RefusalCode.NOT_SEATED)
    if room.places[seat.place].bot is None:
        return Refusal(RefusalCode.NO_BOT)
    return returned(room, seat)


def _let_bot_sit(room: Room, person: Person, command: Bot) -> Verdict:
    if person.key != room.host.key:
        return Refusal(RefusalCode.NOT_HOST)
    if room.playing:
        return Refusal(RefusalCode.NOT_NOW)
    place = room.places[command.seat.place]
    if place.person is not None:
        return Refusal(RefusalCode.SEAT_TAKEN, {"seat": command.seat.value})
    return () if place.bot is command.policy else (BotSat(command.seat, command.policy),)


def _remove(room: Room, person: Person, seat: Seat) -> Verdict:
    if person.key != room.host.key:
        return Refusal(RefusalCode.NOT_HOST)
    if room.playing:
        return Refusal(RefusalCode.NOT_NOW)
    place = room.places[seat.place]
    if not place.taken:
        return Refusal(RefusalCode.SEAT_EMPTY, {"seat": seat.value})
    return (BotLeft(seat),) if place.person is None else (Stood(seat, removed=True),)


def _swap(room: Room, seat: Seat, other: Seat) -> Verdict:
    if other is seat:  # takes an offer back
        return () if room.places[seat.place].swap is None else (SwapOffered(seat, None),)
    place = room.places[other.place]
    if not place.taken:
        return Refusal(RefusalCode.SEAT_EMPTY, {"seat": other.value})
    if place.swap is seat or place.person is None:  # a bot does as it is asked
        return (Swapped(seat, other),)
    return () if room.places[seat.place].swap is other else (SwapOffered(seat, other),)
