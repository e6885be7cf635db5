"""
A table: one input in, the next table and what to do about it out.

``step`` never waits, never fails and changes nothing: the shell stores the outcome's batch, and
only then takes the table it returned for the present one. A repeated command is answered again
before anything is judged, so whatever a client sends twice is done once.
"""

from typing import assert_never

from belote_protocol.calls import call
from belote_protocol.commands import (
    Back,
    Bid,
    Bot,
    Chat,
    GameCommand,
    Hint,
    Leave,
    Mute,
    Next,
    Play,
    Ready,
    Rematch,
    Remove,
    Say,
    Sit,
    Surrender,
    Swap,
    Watchers,
)
from belote_protocol.text import clean
from belote_protocol.updates import Notice, Ok, Presence, Refused, Said
from belote_protocol.views import Person as PersonView
from belote_protocol.vocab import SEATS, Phase, RefusalCode, Seat
from belote_server.game import deck as decks
from belote_server.game.actions import (
    Action,
    CommitDeal,
    DealCards,
    MakeCall,
    PlayCard,
    StartMatch,
)
from belote_server.game.engine import decide
from belote_server.game.events import CallMade, CardPlayed, DealPassedOut, Event
from belote_server.game.frozen import changed
from belote_server.game.refused import Refusal
from belote_server.game.state import replay
from belote_server.room import absence
from belote_server.room.clock import bank_from, credited, next_deadline
from belote_server.room.events import (
    BankSpent,
    Batch,
    BotSat,
    ClockCredited,
    Closed,
    Person,
    ReadySet,
    TableEvent,
    TimedOut,
)
from belote_server.room.inputs import (
    Arrived,
    Drawn,
    Expired,
    Gone,
    Input,
    Recovered,
    Spoken,
    Thought,
    TimeUp,
)
from belote_server.room.outcome import NOTHING, Outcome
from belote_server.room.seating import Verdict, decide_seating, decide_surrender, set_ready
from belote_server.room.state import Room, adopt
from belote_server.room.timeout import stand_in

TEXT_LIMIT = 300
"""Characters of one chat message."""


def step(
    room: Room, given: Input, now: float, minimum: float = 10.0, patience: float = 0.0
) -> tuple[Room, Outcome]:
    """
    Return the table after *given*, and what to store, answer and tell.

    Args:
        now: Unix seconds.
        minimum: Seconds a turn keeps at least after an outage.
        patience: Seconds before the table takes notice of somebody who is missing.
    """
    match given:
        case Spoken():
            return _spoken(room, given, now, minimum)
        case _ if room.closed:
            return room, NOTHING
        case TimeUp(v):
            return _time_up(room, now, minimum) if v == room.v else (room, NOTHING)
        case Thought(v, wanted):
            return _thought(room, wanted, now) if v == room.v else (room, NOTHING)
        case Drawn():
            return _stored(room, _drawn(room, given), now)
        case Arrived(person):
            return _presence(room, person, now, minimum, patience, online=True)
        case Gone(person):
            return _presence(room, person, now, minimum, patience, online=False)
        case Recovered():
            return _credit(room, now, minimum, patience)
        case Expired():
            return _stored(room, (Closed(),), now)
        case _:
            assert_never(given)


def _spoken(room: Room, given: Spoken, now: float, minimum: float) -> tuple[Room, Outcome]:
    person, command = given.person, given.command
    known = _known_answer(room, person.key, command.cmd)
    if known is not None:
        return room, Outcome(answer=known)
    if isinstance(command, Chat | Say) and not room.closed:
        return _talk(room, person, command, now)
    verdict = _decide(room, given)
    if isinstance(verdict, Refusal):
        refused = Refused(command.cmd, verdict.code, dict(verdict.params), room.v)
        return _answered(room, person, refused), Outcome(answer=refused)
    if not verdict:
        done = Ok(command.cmd, room.v)
        return _answered(room, person, done), Outcome(answer=done)
    after, outcome = _stored(room, verdict, now, person.key, command.cmd, minimum=minimum)
    done = Ok(command.cmd, after.v)
    return _answered(after, person, done), changed(outcome, answer=done)


def _known_answer(room: Room, key: str, cmd: int) -> Ok | Refused | None:
    """Return the answer to a command that was heard before."""
    last = room.answers.get(key)
    number, v = room.done.get(key, (0, 0))
    if last is not None and last.cmd >= number:
        if cmd == last.cmd:
            return last
        number = last.cmd
    elif cmd == number:
        return Ok(cmd, v)
    return Refused(cmd, RefusalCode.OLD, {"cmd": str(number)}, room.v) if cmd < number else None


def _answered(room: Room, person: Person, answer: Ok | Refused) -> Room:
    if room.seat_of(person.key) is None and person.key not in room.done:
        return room  # watchers come and go; only people who sat are remembered
    return changed(room, answers={**room.answers, person.key: answer})


def _decide(room: Room, given: Spoken) -> Verdict:
    command = given.command
    if room.closed:
        return Refusal(RefusalCode.NO_SUCH_ROOM)
    match command:
        case Bid() | Play() | Next() | Rematch() | Surrender():
            seat = room.seat_of(given.person.key)
            if seat is None:
                return Refusal(RefusalCode.NOT_SEATED)
            return _in_person(room, seat, _game(room, seat, command))
        case Sit() | Swap() | Ready() | Remove() | Bot() | Back() | Watchers() | Leave():
            return decide_seating(room, given.person, command, may_sit=given.may_sit)
        case Chat() | Say() | Mute() | Hint():
            return ()
        case _:
            assert_never(command)


def _game(room: Room, seat: Seat, command: GameCommand) -> Verdict:
    match, deal = room.match, room.match.deal
    match command:
        case Play():
            if match.phase is Phase.PLAY and deal is not None:
                here = (deal.number, len(deal.tricks) + 1)
                if (command.deal, command.trick) != here:
                    return _stale({"deal": here[0], "trick": here[1]})
            return decide(match, PlayCard(seat, command.card, command.declare))
        case Bid():
            if match.phase is Phase.AUCTION and deal is not None:
                here = (deal.number, len(deal.auction.calls))
                if (command.deal, command.nth) != here:
                    return _stale({"deal": here[0], "nth": here[1]})
            try:
                said = call(command.call)
            except ValueError:
                return Refusal(RefusalCode.BAD_CALL, {"call": clean(command.call, 12)})
            return decide(match, MakeCall(seat, said))
        case Next():
            if match.phase is not Phase.DEALING or not match.deals:
                return Refusal(RefusalCode.NOT_NOW)
            if command.deal != match.deals:
                return _stale({"deal": match.deals})
            return set_ready(room, seat, ready=True)
        case Rematch():
            if match.phase is not Phase.ENDED:
                return Refusal(RefusalCode.NOT_NOW)
            return set_ready(room, seat, ready=True)
        case Surrender():
            return decide_surrender(room, seat, command)
        case _:
            assert_never(command)


def _in_person(room: Room, seat: Seat, verdict: Verdict) -> Verdict:
    """Return *verdict* of a person, who takes the seat back where a bot holds it."""
    if isinstance(verdict, Refusal) or room.places[seat.place].bot is None:
        return verdict
    return (*absence.returned(room, seat), *verdict)


def _stale(here: dict[str, int]) -> Refusal:
    return Refusal(RefusalCode.STALE_PLACE, {name: str(value) for name, value in here.items()})


def _talk(room: Room, person: Person, command: Chat | Say, now: float) -> tuple[Room, Outcome]:
    """Pass words on; they are no table truth, and a repeat may be heard twice after an outage."""
    view = PersonView(person.public_id, person.name)
    seat = room.seat_of(person.key)
    if isinstance(command, Say):
        said = Said(view, now, seat, phrase=command.phrase)
    else:
        text = clean(command.text, TEXT_LIMIT)
        if not text:
            empty = Refused(command.cmd, RefusalCode.EMPTY_TEXT, {}, room.v)
            return _answered(room, person, empty), Outcome(answer=empty)
        said = Said(view, now, seat, text=text)
    done = Ok(command.cmd, room.v)
    return _answered(room, person, done), Outcome(answer=done, notices=(said,))


def _time_up(room: Room, now: float, minimum: float) -> tuple[Room, Outcome]:
    """Act for whoever let the time pass; where nobody is there at all, the table waits."""
    if not room.attended:
        return room, NOTHING
    room, missed = absence.noticed(room, now)
    events = missed + absence.out_of_grace(room, now)
    if not events and room.deadline is not None and now >= room.deadline:
        events = _overdue(room)  # a turn's own alarm leaves time for what is under way
    return _stored(room, events, now, minimum=minimum)


def _overdue(room: Room) -> tuple[TableEvent, ...]:
    """Return what is done when a turn or a pause is over."""
    seat = room.match.turn
    if seat is None:
        return tuple(
            ReadySet(each, ready=True) for each in SEATS if not room.places[each.place].willing
        )
    done = decide(room.match, stand_in(room.match))
    assert not isinstance(done, Refusal)
    return (TimedOut(seat), *absence.too_many_timeouts(room, seat), *done)


def _thought(room: Room, wanted: Bid | Play, now: float) -> tuple[Room, Outcome]:
    """Do what the bot on turn wants; if that is forbidden, do something sensible and say why."""
    seat = room.match.turn
    if seat is None or not room.bot_is_due:
        return room, NOTHING
    done = _game(room, seat, wanted)
    fault = done if isinstance(done, Refusal) else None
    if isinstance(done, Refusal):
        done = decide(room.match, stand_in(room.match))
        assert not isinstance(done, Refusal)
    after, outcome = _stored(room, done, now)
    return after, changed(outcome, fault=fault)


def _drawn(room: Room, drawn: Drawn) -> tuple[TableEvent, ...]:
    """Return the start of the match or deal that is due; nothing where none is any more."""
    if not room.chance_is_due:
        return ()
    match, events = room.match, list[Event]()

    def do(action: Action) -> None:
        nonlocal match
        done = decide(match, action)
        assert not isinstance(done, Refusal), done
        match = replay(done, match)
        events.extend(done)

    if not room.playing:
        match = type(match)("", room.rules, Phase.UNSTARTED, drawn.dealer)
        do(StartMatch(drawn.match_id, room.rules, drawn.dealer))
    seed, number = bytes.fromhex(drawn.seed), match.deals + 1
    bound = decks.commitment(match.match_id, number, seed)
    do(CommitDeal(drawn.seed, bound.hex()))
    do(DealCards(decks.fair_deck(match.match_id, number, match.dealer, seed)))
    return tuple(events)


def _presence(
    room: Room, person: Person, now: float, minimum: float, patience: float, *, online: bool
) -> tuple[Room, Outcome]:
    if (person.key in room.online) is online:
        return room, NOTHING  # a newer connection took the place of an older one
    seat = room.seat_of(person.key)
    present = room.online | {person.key} if online else room.online - {person.key}
    notices: tuple[Notice, ...] = () if seat is None else (Presence(seat, online),)
    was_attended = room.attended
    room = changed(room, online=present)
    events: tuple[TableEvent, ...] = ()
    if seat is not None and online:
        missing = {each: when for each, when in room.missing.items() if each is not seat}
        room, events = changed(room, missing=missing), absence.returned(room, seat)
    elif seat is not None:
        room, events = absence.gone(room, seat, now, patience)
    if online and room.attended and not was_attended:  # nothing moved while nobody was here
        after, outcome = _credit(room, now, minimum, patience, events)
    else:
        after, outcome = _stored(room, events, now, minimum=minimum)
    return after, changed(outcome, notices=notices)


def _credit(
    room: Room,
    now: float,
    minimum: float,
    patience: float,
    events: tuple[TableEvent, ...] = (),
) -> tuple[Room, Outcome]:
    """Give turn and absent people back the time an outage cost, besides *events*."""
    deadline = credited(room, now, minimum)
    if deadline is not None:
        events += (ClockCredited(),)
    room, renewed = absence.renewed(room, now, minimum, patience)
    events += renewed
    after, outcome = _stored(room, events, now, minimum=minimum)
    if deadline is None or outcome.batch is None:
        return after, outcome
    deadline = max(deadline, after.deadline or 0.0)  # one who is back has its bank besides
    return changed(after, deadline=deadline), Outcome(changed(outcome.batch, deadline=deadline))


def _stored(
    room: Room,
    events: tuple[TableEvent, ...],
    now: float,
    person: str | None = None,
    cmd: int = 0,
    minimum: float = 0.0,
) -> tuple[Room, Outcome]:
    """Return *room* with *events* as its next batch; the same room where there are none."""
    if not events:
        return room, NOTHING
    events = (*_bank_spent(room, events, now), *events, *absence.dismissed(room, events))
    batch = Batch(room.v + 1, now, None, events, person, cmd)
    after = adopt(room, batch)
    deadline = next_deadline(room, after, events, now, minimum)
    if deadline is None:
        return after, Outcome(batch)
    return changed(after, deadline=deadline), Outcome(changed(batch, deadline=deadline))


def _bank_spent(room: Room, events: tuple[TableEvent, ...], now: float) -> tuple[TableEvent, ...]:
    """Return what a turn that *events* end, or hand over to a bot, cost its seat's time bank."""
    since, seat = bank_from(room), room.match.turn
    if since is None or seat is None or room.deadline is None or now <= since:
        return ()
    ends = any(isinstance(event, CallMade | CardPlayed | DealPassedOut) for event in events)
    if not ends and not any(isinstance(event, BotSat) and event.seat is seat for event in events):
        return ()
    return (BankSpent(seat, max(0.0, round(room.deadline - now, 3))),)
