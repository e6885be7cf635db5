"""A client that folds what it is told knows what a snapshot would say, at every version."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_protocol.codec import Format, encode
from belote_protocol.updates import AnyUpdate, Snapshot
from belote_protocol.vocab import VIEWERS, Viewer
from belote_server.game.frozen import changed
from belote_server.room.outcome import Outcome
from belote_server.room.state import Room
from belote_server.room.translate import happened, snapshot
from client_demo.model import Table, fold
from client_demo.wire import Update, unpack
from tests.helpers.rooms import STAGES, stage
from tests.helpers.sessions import begun, go_on, match_through
from tests.helpers.strategies import seeds

TERM = "0123456789abcdef"


class Mirrors:
    """One client a viewer; the formats take turns among them."""

    def __init__(self, room: Room) -> None:
        self.tables: dict[Viewer, Table | None] = {}
        for viewer in VIEWERS:
            self._tell(viewer, whole(room, viewer))

    def follow(self, before: Room, after: Room, outcome: Outcome) -> None:
        """Tell every client what came of an input, and compare what it knows with the truth."""
        if outcome.batch is not None:
            for viewer, table in self.tables.items():
                if _sitter(before, viewer) == _sitter(after, viewer):
                    self._tell(viewer, happened(after, outcome.batch, viewer))
                else:
                    assert table is not None  # somebody else sees the table from here now
                    self._tell(viewer, whole(after, viewer))
        for notice in outcome.notices:
            for viewer in VIEWERS:
                self._tell(viewer, notice)
        self.check(after)

    def check(self, room: Room) -> None:
        """Compare what every client knows with what it would be told anew."""
        for viewer, table in self.tables.items():
            assert table is not None
            expected = sent(whole(room, viewer), viewer)
            assert table.v == expected["v"]
            assert table.room == expected["room"]

    def _tell(self, viewer: Viewer, update: AnyUpdate) -> None:
        self.tables[viewer] = fold(self.tables.get(viewer), sent(update, viewer))


def whole(room: Room, viewer: Viewer) -> Snapshot:
    """Return the snapshot for *viewer*."""
    return snapshot(room, TERM, viewer, may_sit=True, watchers=2)


def sent(update: AnyUpdate, viewer: Viewer) -> Update:
    """Return *update* as it comes out of a frame at the client."""
    form = list(Format)[VIEWERS.index(viewer) % 2]
    return unpack(encode(update, form), form)


def _sitter(room: Room, viewer: Viewer) -> object:
    return next(
        (place.person for seat, place in zip(VIEWERS, room.places, strict=False) if seat is viewer),
        None,
    )


@pytest.mark.parametrize(
    ("rules", "changes", "noise"),
    [
        ("classic-house", {"match.target": 501}, 0.05),
        ("classic-official", {"match.deals": 3}, 0.3),
        ("coinche-house", {"match.deals": 4}, 0.3),
        ("coinche-official", {}, 0.02),
    ],
)
def test_whole_matches(rules: str, changes: dict[str, Any], noise: float) -> None:
    """Seating, matches, time-outs, giving up and rematches leave no client behind."""
    sitting, rng = begun(11, rules, changes)
    mirrors, before = Mirrors(sitting.room), sitting.room
    for outcome in match_through(sitting, rng, noise):
        if outcome.batch is not None or outcome.notices:
            mirrors.follow(before, sitting.room, outcome)
        before = sitting.room


@given(seeds, st.sampled_from(STAGES), st.sampled_from((0.2, 0.6, 1)))
def test_evenings(seed: int, at: str, noise: float) -> None:
    """However people behave, every client knows what is so."""
    sitting, rng = stage(at), Random(seed)
    mirrors = Mirrors(sitting.room)
    for _ in range(15):
        before = sitting.room
        outcome = go_on(sitting, rng, noise)
        if outcome.batch is not None or outcome.notices:
            mirrors.follow(before, sitting.room, outcome)


def test_t48_what_a_seat_saw_live_is_what_it_sees_again() -> None:
    """Reading the stored entries back shows every viewer the table it saw as it was played."""
    sitting, rng = begun(3, "coinche-house", {"match.deals": 1})
    for _ in match_through(sitting, rng, 0.1):
        pass
    shown = {viewer: whole(sitting.room, viewer) for viewer in VIEWERS}
    online = sitting.room.online
    sitting.restart()

    again = changed(sitting.room, online=online)
    assert {viewer: whole(again, viewer) for viewer in VIEWERS} == shown
