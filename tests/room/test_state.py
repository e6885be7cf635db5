"""A table is folded from what was stored of it, and from nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_protocol.commands import Settings, Watchers
from belote_protocol.updates import Presence
from belote_protocol.vocab import SEATS, Phase, Seat
from belote_server.game.rulesets import derive
from belote_server.game.state import UNSTARTED
from belote_server.room.events import Batch, Opened, Seated
from belote_server.room.inputs import Arrived, Drawn, Expired, Gone, Recovered, TimeUp
from belote_server.room.state import Place, Room, adopt, opened
from tests.helpers.rooms import (
    PAUL,
    SITTERS,
    STAGES,
    START,
    SUE,
    WILL,
    drawn,
    stage,
    stored_part,
)
from tests.helpers.sessions import evening
from tests.helpers.strategies import seeds


def folded(batches: list[Batch]) -> Room:
    """Return the table that *batches* lead to."""
    room = opened(batches[0])
    for batch in batches[1:]:
        room = adopt(room, batch)
    return room


@given(seeds, st.integers(0, 150), st.sampled_from(("classic-house", "coinche-official")))
def test_a_table_is_its_batches(seed: int, length: int, rules: str) -> None:
    """Folding everything that was stored gives the table, but for who is there."""
    sitting = evening(seed, length, rules, noise=0.3)

    assert folded(sitting.batches) == stored_part(sitting.room)
    assert [batch.v for batch in sitting.batches] == [*range(1, sitting.room.v + 1)]


def test_a_table_opens_with_what_it_was_made_with() -> None:
    """The first batch says whose table it is, by which rules it plays, and its codes."""
    settings = Settings("coinche-house", {"match.target": 500}, turn=9, spectators=False)
    room = opened(Batch(1, START, None, (Opened("r-9", SUE, settings, "SITSITSI", "WATCHWAT"),)))

    assert (room.v, room.host, room.settings) == (1, SUE, settings)
    assert room.rules == derive("coinche-house", {"match.target": 500})
    assert (room.sit, room.watch, room.watchers_allowed) == ("SITSITSI", "WATCHWAT", False)
    assert room.places == (Place(),) * 4
    assert room.match is UNSTARTED


def test_batches_follow_each_other() -> None:
    """A batch is adopted by the version before it and by no other."""
    sitting = stage("seated")
    late = Batch(sitting.room.v + 2, START, None, (Seated(Seat.SOUTH, PAUL, None),))

    with pytest.raises(AssertionError):
        adopt(sitting.room, late)


def test_what_nature_does_is_nobodys_command() -> None:
    """Only what a person asked for counts as its last command."""
    sitting = stage("auction")
    done = sitting.room.done
    sitting.time_up()

    assert sitting.room.done == done
    assert sitting.room.done[SUE.key] == (2, 6)  # its ready came first


def test_where_people_are() -> None:
    """A table knows who sits where, and that others do not sit."""
    room = stage("play").room

    assert [room.seat_of(who.key) for who in (*SITTERS, PAUL)] == [*SEATS, None]
    assert room.attended
    assert room.playing
    assert not room.all_ready


@pytest.mark.parametrize(
    ("at", "phase", "playing"),
    [
        ("open", Phase.UNSTARTED, False),
        ("auction", Phase.AUCTION, True),
        ("play", Phase.PLAY, True),
        ("pause", Phase.DEALING, True),
        ("passed out", Phase.DEALING, True),
        ("ended", Phase.ENDED, False),
    ],
)
def test_whether_a_match_is_under_way(at: str, phase: Phase, playing: bool) -> None:
    """A pause belongs to the match, and what is before or after does not."""
    assert stage(at).match.phase is phase
    assert stage(at).room.playing is playing


def test_watchers_are_allowed_or_not() -> None:
    """The host's last word about watchers counts, also for the next server."""
    sitting = stage("seated")
    sitting.done(SUE, Watchers, allowed=False)
    sitting.restart()

    assert not sitting.room.watchers_allowed


# --- the end --------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [name for name in STAGES if name != "closed"])
def test_any_table_can_end(at: str) -> None:
    """A table nobody comes to any more is closed, whatever it was doing."""
    sitting = stage(at)
    v = sitting.room.v
    sitting.give(Expired())

    assert sitting.room.closed
    assert sitting.room.v == v + 1


@pytest.mark.parametrize("at", ["ready", "auction", "pause"])
def test_a_closed_table_is_over(at: str) -> None:
    """After its end neither chance nor time nor people move a table."""
    sitting = stage(at)
    sitting.give(Expired())
    v = sitting.room.v
    sitting.now += 1000
    for given_later in (
        TimeUp(v), drawn(5), Recovered(), Expired(), Arrived(PAUL), Gone(WILL), Arrived(WILL),
        Drawn("m", Seat.SOUTH, "00" * 32),
    ):  # fmt: skip
        outcome = sitting.give(given_later)
        assert (outcome.batch, outcome.notices) == (None, ())

    assert sitting.room.v == v
    assert not sitting.room.chance_is_due


# --- who is there ---------------------------------------------------------------------------------


def test_t13_presence_is_told_once() -> None:
    """Each coming and going of somebody who sits is told once, and of a watcher not at all."""
    sitting = stage("play")
    told = [
        len(sitting.give(kind(who)).notices)
        for kind, who in (
            (Gone, WILL), (Gone, WILL), (Arrived, WILL), (Arrived, WILL), (Gone, PAUL),
            (Arrived, PAUL),
        )
    ]  # fmt: skip

    assert told == [1, 0, 1, 0, 0, 0]


def test_t17_presence_names_the_right_seat() -> None:
    """Who came or went is told by its seat."""
    for seat, who in zip(SEATS, SITTERS, strict=True):
        sitting = stage("play")

        assert sitting.give(Gone(who)).notices == (Presence(seat, online=False),)
        assert sitting.give(Arrived(who)).notices == (Presence(seat, online=True),)


def test_presence_is_no_truth() -> None:
    """Outside a match nothing is stored of who comes and goes; a new owner finds nobody there."""
    sitting = stage("seated")
    v = sitting.room.v
    sitting.give(Gone(WILL))
    sitting.give(Arrived(WILL))
    assert sitting.room.v == v
    sitting.restart()

    assert not sitting.room.attended
    assert sitting.room.online == frozenset()
