"""Who may sit where, change places, be ready, send others away, and leave."""

from typing import Any

import pytest

from belote_protocol.commands import (
    Leave,
    Next,
    Ready,
    Rematch,
    Remove,
    RoomCommand,
    Sit,
    Surrender,
    Swap,
    Watchers,
)
from belote_protocol.updates import Ok
from belote_protocol.vocab import Policy, RefusalCode, Seat
from belote_server.room.events import (
    BotSat,
    Person,
    ReadySet,
    Seated,
    Stood,
    SwapOffered,
    Swapped,
    TableEvent,
    WatchersAllowed,
)
from tests.helpers.rooms import ERIC, NORA, PAUL, SITTERS, SUE, WILL, Sitting, stage

S, W, N, E = Seat

Fields = dict[str, Any]


@pytest.mark.parametrize(
    ("at", "who", "kind", "fields", "events"),
    [
        ("open", PAUL, Sit, {"seat": N}, [Seated(N, PAUL, None)]),
        ("seated", SUE, Sit, {"seat": S}, []),  # where it sits already
        ("seated", SUE, Swap, {"seat": W}, [SwapOffered(S, W)]),
        ("seated", SUE, Swap, {"seat": S}, []),  # takes back an offer it has not made
        ("seated", SUE, Ready, {}, [ReadySet(S, ready=True)]),
        ("seated", SUE, Ready, {"ready": False}, []),
        ("ready", NORA, Ready, {"ready": False}, [ReadySet(N, ready=False)]),
        ("ready", NORA, Ready, {}, []),
        ("seated", SUE, Remove, {"seat": E}, [Stood(E, removed=True)]),
        ("seated", SUE, Remove, {"seat": S}, [Stood(S, removed=True)]),
        ("seated", SUE, Watchers, {"allowed": False}, [WatchersAllowed(False)]),
        ("seated", SUE, Watchers, {"allowed": True}, []),
        ("play", SUE, Watchers, {"allowed": False}, [WatchersAllowed(False)]),
        ("seated", ERIC, Leave, {}, [Stood(E, removed=False)]),
        ("ended", ERIC, Leave, {}, [Stood(E, removed=False)]),
        ("play", ERIC, Leave, {}, [BotSat(E, Policy.CLUB)]),  # its seat waits for it
        ("pause", ERIC, Leave, {}, [BotSat(E, Policy.CLUB)]),
        ("open", PAUL, Leave, {}, []),
        ("ended", PAUL, Leave, {}, []),
        ("pause", ERIC, Next, {"deal": 1}, [ReadySet(E, ready=True)]),
        ("passed out", ERIC, Next, {"deal": 1}, [ReadySet(E, ready=True)]),
        ("ended", ERIC, Rematch, {}, [ReadySet(E, ready=True)]),
        ("ended", ERIC, Ready, {}, [ReadySet(E, ready=True)]),
    ],
)
def test_done(
    at: str, who: Person, kind: type[RoomCommand], fields: Fields, events: list[TableEvent]
) -> None:
    """A command about seats does what it says, and one that changes nothing makes no version."""
    sitting = stage(at)
    before = sitting.room

    outcome = sitting.say(who, kind, **fields)

    assert list(outcome.batch.events if outcome.batch is not None else ()) == events
    assert outcome.answer == Ok(sitting.cmds[who.key], before.v + bool(events))
    assert outcome.notices == ()


@pytest.mark.parametrize(
    ("at", "who", "kind", "fields", "code", "params"),
    [
        ("seated", PAUL, Sit, {"seat": N}, "seat_taken", {"seat": "N"}),
        ("seated", SUE, Sit, {"seat": N}, "seat_taken", {"seat": "N"}),
        ("open", PAUL, Sit, {"seat": N, "may_sit": False}, "watch_only", {}),
        ("seated", PAUL, Sit, {"seat": N, "may_sit": False}, "watch_only", {}),
        ("play", PAUL, Sit, {"seat": N}, "not_now", {}),
        ("pause", SUE, Sit, {"seat": S}, "not_now", {}),
        ("closed", PAUL, Sit, {"seat": N}, "no_such_room", {}),
        ("open", PAUL, Swap, {"seat": N}, "not_seated", {}),
        ("play", SUE, Swap, {"seat": N}, "not_now", {}),
        ("seated", PAUL, Ready, {}, "not_seated", {}),
        ("play", SUE, Ready, {}, "not_now", {}),
        ("pause", SUE, Ready, {}, "not_now", {}),  # there one asks for the next deal
        ("seated", WILL, Remove, {"seat": E}, "not_host", {}),
        ("seated", PAUL, Remove, {"seat": E}, "not_host", {}),
        ("play", SUE, Remove, {"seat": E}, "not_now", {}),
        ("open", SUE, Remove, {"seat": E}, "seat_empty", {"seat": "E"}),
        ("seated", WILL, Watchers, {"allowed": False}, "not_host", {}),
        ("seated", PAUL, Watchers, {"allowed": False}, "not_host", {}),
        ("closed", SUE, Watchers, {"allowed": False}, "no_such_room", {}),
        ("seated", PAUL, Surrender, {}, "not_seated", {}),
        ("seated", SUE, Surrender, {}, "not_now", {}),
        ("ended", SUE, Surrender, {}, "not_now", {}),
        ("seated", SUE, Next, {"deal": 0}, "not_now", {}),
        ("auction", SUE, Next, {"deal": 1}, "not_now", {}),
        ("ended", SUE, Next, {"deal": 1}, "not_now", {}),
        ("pause", PAUL, Next, {"deal": 1}, "not_seated", {}),
        ("pause", SUE, Next, {"deal": 0}, "stale_place", {"deal": "1"}),
        ("pause", SUE, Next, {"deal": 2}, "stale_place", {"deal": "1"}),
        ("seated", SUE, Rematch, {}, "not_now", {}),
        ("pause", SUE, Rematch, {}, "not_now", {}),
        ("ended", PAUL, Rematch, {}, "not_seated", {}),
    ],
)
def test_refused(
    at: str,
    who: Person,
    kind: type[RoomCommand],
    fields: Fields,
    code: str,
    params: dict[str, str],
) -> None:
    """A command about seats that may not be is refused with its reason, and changes nothing."""
    sitting = stage(at)

    assert sitting.refused(who, kind, **fields) == RefusalCode(code)
    answer = sitting.room.answers.get(who.key)
    assert answer is None or getattr(answer, "params", None) == params


def test_moving_leaves_the_old_seat() -> None:
    """Who sits down elsewhere leaves its seat, is not ready any more, and keeps no offer."""
    sitting = stage("open")
    for who, seat in ((SUE, S), (WILL, W)):
        sitting.done(who, Sit, seat=seat)
    sitting.done(SUE, Ready)
    sitting.done(SUE, Swap, seat=W)
    sitting.done(WILL, Ready)

    assert sitting.done(SUE, Sit, seat=E) == (Seated(E, SUE, S),)
    south, west, _, east = sitting.room.places
    assert (south.person, east.person) == (None, SUE)
    assert (east.ready, east.swap) == (False, None)
    assert west.ready


def test_who_may_only_watch_may_still_move() -> None:
    """A seat once taken may be changed, whatever code its person came with later."""
    sitting = stage("open")
    sitting.done(PAUL, Sit, seat=N)

    assert sitting.done(PAUL, Sit, seat=E, may_sit=False) == (Seated(E, PAUL, N),)


def test_places_are_changed_when_both_offer() -> None:
    """The second offer of a pair changes places, and what was said to do with them is over."""
    sitting = stage("ready")
    sitting.done(ERIC, Swap, seat=S)
    sitting.done(SUE, Swap, seat=W)

    assert sitting.done(WILL, Swap, seat=S) == (Swapped(W, S),)
    south, west, north, east = sitting.room.places
    assert (south.person, west.person) == (WILL, SUE)
    assert (south.ready, west.ready) == (False, False)
    assert (north.ready, east.ready) == (True, True)
    assert [place.swap for place in sitting.room.places] == [None] * 4


def test_an_offer_to_change_places_is_taken_back() -> None:
    """An offer to one's own seat takes the other one back, and a new one replaces it."""
    sitting = stage("seated")
    sitting.done(SUE, Swap, seat=W)
    assert sitting.done(SUE, Swap, seat=W) == ()
    assert sitting.done(SUE, Swap, seat=N) == (SwapOffered(S, N),)
    assert sitting.done(SUE, Swap, seat=S) == (SwapOffered(S, None),)

    assert sitting.done(NORA, Swap, seat=S) == (SwapOffered(N, S),)


def test_nobody_changes_places_with_nobody() -> None:
    """A free seat is sat down at, not swapped for."""
    sitting = stage("open")
    sitting.done(SUE, Sit, seat=S)

    assert sitting.refused(SUE, Swap, seat=N) is RefusalCode.SEAT_EMPTY


def test_offers_to_who_left_are_gone() -> None:
    """Whoever sits down next has not inherited an offer."""
    sitting = stage("seated")
    sitting.done(SUE, Swap, seat=W)
    sitting.done(WILL, Leave)
    sitting.done(PAUL, Sit, seat=W)

    assert sitting.done(PAUL, Swap, seat=S) == (SwapOffered(W, S),)


def test_a_removed_person_may_sit_again() -> None:
    """Being sent away frees a seat and forbids none."""
    sitting = stage("seated")
    sitting.done(SUE, Remove, seat=E)

    assert sitting.done(ERIC, Sit, seat=E) == (Seated(E, ERIC, None),)


@pytest.mark.parametrize("kind", [Sit, Swap])
def test_t33_nobody_has_two_seats(kind: type[RoomCommand]) -> None:
    """Sitting down, moving and changing places in any order leaves everybody at most one seat."""
    sitting = stage("open")
    for turn in range(200):
        who, seat = SITTERS[turn % 4], (S, W, N, E)[turn * 7 % 5 % 4]
        sitting.say(
            who, Leave if turn % 11 == 10 else (Sit if turn % 3 else kind), **_at(turn, seat)
        )
        seated = [place.person for place in sitting.room.places if place.person is not None]
        assert len(set(seated)) == len(seated)


def _at(turn: int, seat: Seat) -> Fields:
    return {} if turn % 11 == 10 else {"seat": seat}


def test_t34_a_seat_is_taken_once() -> None:
    """Of many who ask for a seat at once, the first has it and the others are told who cannot."""
    sitting = stage("open")
    many = [Person(f"key {n}", f"p-{n}", f"Guest {n}") for n in range(500)]
    outcomes = [sitting.say(who, Sit, seat=(S, W, N, E)[n % 4]) for n, who in enumerate(many)]

    assert [outcome.batch is not None for outcome in outcomes] == [True] * 4 + [False] * 496
    assert sitting.room.v == 5


def test_t85_a_stranger_sits_down_between_deals_only() -> None:
    """While a deal runs no seat changes hands, so nobody inherits cards."""
    for at in ("auction", "play"):
        sitting: Sitting = stage(at)
        sitting.done(ERIC, Leave)

        assert sitting.refused(PAUL, Sit, seat=E) is RefusalCode.NOT_NOW
        assert sitting.room.seat_of(ERIC.key) is E
    for at in ("pause", "passed out"):
        sitting = stage(at)
        assert sitting.refused(PAUL, Sit, seat=E) is RefusalCode.SEAT_TAKEN
        sitting.done(ERIC, Leave)
        sitting.done(PAUL, Sit, seat=E)

        assert sitting.room.seat_of(PAUL.key) is E
        assert sitting.room.seat_of(ERIC.key) is None
        assert sitting.room.places[E.place].bot is None
        assert sitting.refused(ERIC, Sit, seat=E) is RefusalCode.SEAT_TAKEN
