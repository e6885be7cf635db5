"""Evenings at a table, told at random from a seed: people come, play, quarrel and go."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from belote_protocol.commands import (
    Back,
    Bid,
    Bot,
    Chat,
    Leave,
    Next,
    Play,
    Ready,
    Rematch,
    Remove,
    RoomCommand,
    Say,
    Sit,
    Surrender,
    Swap,
    Watchers,
)
from belote_protocol.vocab import SEATS, Card, Phase, Phrase, Policy
from belote_server.room.events import Batch, Person
from belote_server.room.inputs import Arrived, Gone, Recovered, Spoken, Thought, TimeUp
from belote_server.room.outcome import Outcome
from belote_server.room.state import Room, adopt, opened
from tests.helpers.matches import random_action
from tests.helpers.rooms import PAUL, SITTERS, STAGES, Sitting, command_of, drawn, person, stage

PEOPLE = (*SITTERS, PAUL, person("Rita"))


def evening(
    seed: int,
    length: int,
    rules: str = "coinche-official",
    changes: Mapping[str, Any] | None = None,
    noise: float = 0.2,
) -> Sitting:
    """Return a table after *length* inputs, the same for the same arguments."""
    sitting, rng = begun(seed, rules, changes)
    for _ in range(length):
        go_on(sitting, rng, noise)
    return sitting


def begun(
    seed: int, rules: str = "coinche-official", changes: Mapping[str, Any] | None = None
) -> tuple[Sitting, Random]:
    """Return a table at which an evening may begin, and the chance it goes by."""
    rng = Random(seed)
    sitting = Sitting.open(
        rules,
        changes,
        turn=rng.choice((0, 5, 30)),
        bank=rng.choice((0, 3, 30)),
        grace=rng.choice((0, 7, 60)),
        timeouts=rng.choice((0, 1, 2)),
    )
    sitting.give(Arrived(PEOPLE[-1]))
    sitting.draws = 1000 * seed
    return sitting, rng


def match_through(
    sitting: Sitting, rng: Random, noise: float = 0.05, limit: int = 4000
) -> Iterator[Outcome]:
    """Yield what comes of each input until a match is over and the next one has been dealt."""
    ended = False
    for _ in range(limit):
        yield go_on(sitting, rng, noise)
        ended |= sitting.match.phase is Phase.ENDED
        if ended and sitting.room.playing:
            return
    raise AssertionError(f"no match was over after {limit} inputs")


def go_on(sitting: Sitting, rng: Random, noise: float = 0.2) -> Outcome:
    """Let the next thing happen: what the table waits for, or, *noise* of the times, another."""
    room, match = sitting.room, sitting.match
    sitting.now += rng.random()
    if rng.random() < noise:
        return rng.choice(_NOISES)(sitting, rng)
    if room.chance_is_due:
        sitting.draws += 1
        return sitting.give(drawn(sitting.draws, rng.choice(SEATS)))
    if room.bot_is_due:
        wanted = command_of(match, random_action(match, rng), 1)
        return sitting.give(Thought(room.v, wanted))
    if match.turn is not None:
        return _turn(sitting, rng)
    if room.playing:
        waiting = [each.person for each in room.places if each.person and not each.willing]
        if rng.random() < 0.3:
            return _time_up(sitting, rng)
        return _say(sitting, rng.choice(waiting), Next, deal=match.deals)
    return _gather(sitting, rng)


def _turn(sitting: Sitting, rng: Random) -> Outcome:
    assert sitting.match.turn is not None
    place = sitting.room.places[sitting.match.turn.place]
    if place.bot is not None:  # it plays for people alone, and none is there
        people = [each.person for each in sitting.room.places if each.person is not None]
        return sitting.give(Arrived(rng.choice(people)))
    who = sitting.on_turn
    if who.key not in sitting.room.online:
        return sitting.give(Arrived(who))
    sitting.cmds[who.key] += 1
    action = random_action(sitting.match, rng)
    return sitting.give(Spoken(who, command_of(sitting.match, action, sitting.cmds[who.key]), True))


def _gather(sitting: Sitting, rng: Random) -> Outcome:
    room = sitting.room
    for seat, place in zip(SEATS, room.places, strict=True):
        if not place.taken or all(each.person is None for each in room.places):
            free = [who for who in PEOPLE if room.seat_of(who.key) is None]
            return _say(sitting, rng.choice(free), Sit, seat=seat)
        if place.person is None:
            continue
        if not place.ready or place.person.key not in room.online:
            again = room.match.phase is Phase.ENDED and rng.random() < 0.8
            return _say(sitting, place.person, Rematch if again else Ready)
    raise AssertionError("all are ready and present, and the match does not start")


def _say(sitting: Sitting, who: Person, kind: type[RoomCommand], **fields: Any) -> Outcome:
    """Let *who* speak, or come if it is not there."""
    if who.key not in sitting.room.online:
        return sitting.give(Arrived(who))
    return sitting.say(who, kind, **fields)


def _time_up(sitting: Sitting, rng: Random) -> Outcome:
    if (instant := sitting.room.next_instant) is not None:
        sitting.now = max(sitting.now, instant)
    return sitting.give(TimeUp(sitting.room.v))


def _outage(sitting: Sitting, rng: Random) -> Outcome:
    sitting.now += rng.choice((1, 25, 100))
    return sitting.give(Recovered())


def _goes(sitting: Sitting, rng: Random) -> Outcome:
    who = rng.choice(PEOPLE)
    here = who.key in sitting.room.online
    return sitting.give(Gone(who) if here else Arrived(who))


def _anything(sitting: Sitting, rng: Random) -> Outcome:
    seat, card = rng.choice(SEATS), rng.choice(list(Card))
    deal = sitting.match.deals + rng.choice((0, 0, 0, 1, -1))
    kind, fields = rng.choice(
        (
            (Sit, {"seat": seat}),
            (Swap, {"seat": seat}),
            (Swap, {"seat": seat}),
            (Ready, {"ready": rng.random() < 0.5}),
            (Remove, {"seat": seat}),
            (Bot, {"seat": seat, "policy": rng.choice(list(Policy))}),
            (Bot, {"seat": seat}),
            (Back, {}),
            (Back, {}),
            (Watchers, {"allowed": rng.random() < 0.5}),
            (Leave, {}),
            (Surrender, {"give_up": rng.random() < 0.3}),
            (Rematch, {}),
            (Next, {"deal": max(0, deal)}),
            (Bid, {"deal": max(0, deal), "nth": 0, "call": rng.choice(("pass", "80S", "H", "?"))}),
            (Play, {"deal": max(0, deal), "trick": 1, "card": card}),
            (Chat, {"text": "hello"}),
            (Say, {"phrase": Phrase.HELLO}),
        )
    )
    return _say(sitting, rng.choice(PEOPLE), kind, **fields)


def _gives_up(sitting: Sitting, rng: Random) -> Outcome:
    offering = [seat for seat in SEATS if sitting.room.places[seat.place].gives_up]
    seat = offering[0].partner if offering else rng.choice(SEATS)
    who = sitting.room.places[seat.place].person
    if who is None:
        return _anything(sitting, rng)
    return _say(sitting, who, Surrender, give_up=rng.random() < 0.3)


def _changes_places(sitting: Sitting, rng: Random) -> Outcome:
    for seat, place in zip(SEATS, sitting.room.places, strict=True):
        other = sitting.room.places[place.swap.place].person if place.swap else None
        if other is not None:
            return _say(sitting, other, Swap, seat=seat)
    return _anything(sitting, rng)


_NOISES: tuple[Callable[[Sitting, Random], Outcome], ...] = (
    _anything,
    _anything,
    _goes,
    _time_up,
    _outage,
    _gives_up,
    _changes_places,
)


# --- what was stored ------------------------------------------------------------------------------


@cache
def histories() -> tuple[tuple[Batch, ...], ...]:
    """Return what was stored of some tables, with every kind of event among it."""
    told = [tuple(stage(name).batches) for name in STAGES]
    quarrel = stage("seated")
    quarrel.done(SITTERS[0], Swap, seat=SEATS[1])
    quarrel.done(SITTERS[1], Swap, seat=SEATS[0])
    quarrel.done(SITTERS[0], Watchers, allowed=False)
    told.append(tuple(quarrel.batches))
    for seed, rules in enumerate(("coinche-house", "classic-house")):
        sitting, rng = begun(seed, rules, {"match.deals": 2})
        for _ in match_through(sitting, rng, noise=0.3):
            pass
        told.append(tuple(sitting.batches))
    return tuple(told)


def versions(batches: tuple[Batch, ...]) -> list[tuple[Room, Batch]]:
    """Return each of *batches*, a table's from the first on, with the table it led to."""
    room = opened(batches[0])
    found = [(room, batches[0])]
    for batch in batches[1:]:
        room = adopt(room, batch)
        found.append((room, batch))
    return found
