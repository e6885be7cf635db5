"""Everything that happens at a table has a form for everybody who hears it."""

from collections import Counter
from typing import get_args

import pytest

from belote_protocol.codec import Format, decode_update, encode
from belote_protocol.views import Options, Turn
from belote_protocol.vocab import PUBLIC, SEATS, VIEWERS, Phase, Seat, Viewer
from belote_server.game.events import DealCommitted, HandsCompleted, HandsDealt
from belote_server.game.events import Event as GameEvent
from belote_server.game.views import redact
from belote_server.room.events import Closed, Opened, RoomEvent, TableEvent
from belote_server.room.translate import (
    happened,
    has_secrets,
    snapshot,
    translate_event,
    turn_view,
    viewer_of,
)
from tests.helpers.rooms import ERIC, PAUL, SITTERS, STAGES, SUE, stage
from tests.helpers.sessions import histories, versions

KINDS: tuple[type[TableEvent], ...] = (*get_args(RoomEvent), *get_args(GameEvent))


def test_every_kind_of_event_happens_here() -> None:
    """The tables these tests go by leave no kind of event out."""
    seen = Counter(
        type(event) for batches in histories() for batch in batches for event in batch.events
    )

    assert set(seen) == set(KINDS)


@pytest.mark.parametrize("form", Format)
def test_every_event_is_told_to_every_viewer(form: Format) -> None:
    """Each viewer gets each version as a frame that reads back, and nothing is left out of it."""
    for batches in histories():
        for room, batch in versions(batches):
            kept = [event for event in batch.events if not isinstance(event, Opened | Closed)]
            for viewer in VIEWERS:
                update = happened(room, batch, viewer)

                assert update.v == batch.v
                assert len(update.events) == len(kept)
                assert decode_update(encode(update, form), form) == update


@pytest.mark.parametrize("form", Format)
def test_every_table_is_told_to_every_viewer(form: Format) -> None:
    """A whole table reads back from its frame, at any version."""
    for batches in histories():
        for room, _ in versions(batches)[::7]:
            for viewer in VIEWERS:
                update = snapshot(room, "t", viewer, may_sit=False, watchers=3)
                assert decode_update(encode(update, form), form) == update


def test_what_viewers_see_differently_is_known() -> None:
    """A batch without secrets is told in the same words to all who are not on turn."""
    apart = 0
    for batches in histories():
        for room, batch in versions(batches):
            told = {viewer: happened(room, batch, viewer) for viewer in VIEWERS}
            waiting = {told[viewer] for viewer in VIEWERS if viewer is not room.match.turn}
            apart += len(waiting) > 1
            assert len(waiting) == 1 or has_secrets(batch)

    assert apart > 5


def test_has_secrets_agrees_with_redact() -> None:
    """A batch has secrets where an event is redacted into hands that are not the same for all."""
    for batches in histories():
        for batch in batches:
            game = [event for event in batch.events if isinstance(event, GameEvent)]
            differs = any(len({redact(event, viewer) for viewer in VIEWERS}) > 1 for event in game)
            dealt = any(isinstance(event, HandsDealt | HandsCompleted) for event in game)

            assert has_secrets(batch) == dealt
            assert dealt or not differs


def test_no_viewer_is_told_a_seed() -> None:
    """A commitment is told without what it binds."""
    committed = DealCommitted(1, "c" * 64, "5eed" * 16)
    for viewer in VIEWERS:
        assert "5eed" not in repr(translate_event(committed, viewer))


@pytest.mark.parametrize(
    ("at", "seat", "options", "cards"),
    [
        ("open", None, False, False),
        ("auction", Seat.SOUTH, True, False),
        ("play", Seat.SOUTH, False, True),
        ("pause", None, False, False),
        ("ended", None, False, False),
    ],
)
def test_turns(at: str, seat: Seat | None, options: bool, cards: bool) -> None:
    """Everybody knows who is to act and until when; what it may do, only the seat itself."""
    room = stage(at).room
    for viewer in VIEWERS:
        turn = turn_view(room, viewer)
        own = viewer is seat
        assert (turn.seat, turn.deadline) == (seat, room.deadline)
        assert (turn.options is not None) == (options and own)
        assert (turn.cards is not None) == (cards and own)


def test_options_are_what_may_be_said() -> None:
    """The one to speak is told every word, kind, mode and number that is open to it."""
    options = turn_view(stage("auction").room, Seat.SOUTH).options

    assert isinstance(options, Options)
    assert [word.value for word in options.words] == ["pass"]
    assert {kind.value for kind in options.kinds} == {"points", "capot", "generale"}
    assert options.points == (*range(80, 170, 10),)


def test_cards_are_the_hand_with_the_duties() -> None:
    """The one to play is told each of its cards, and why not where it may not be played."""
    room = stage("play").room
    cards = turn_view(room, Seat.SOUTH).cards

    assert cards == dict.fromkeys(room.match.running.hands[0])


@pytest.mark.parametrize("at", STAGES)
def test_t44_there_is_no_default_viewer(at: str) -> None:
    """Nothing is shown without saying to whom; who holds no seat is the public."""
    room = stage(at).room
    with pytest.raises(TypeError):
        snapshot(room, "t", may_sit=True, watchers=0)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        happened(room, stage(at).batches[-1])  # type: ignore[call-arg]

    expected: list[Viewer] = [PUBLIC] * 4 if at in ("open", "closed") else list(SEATS)
    assert [viewer_of(room, who.key) for who in SITTERS] == expected
    assert viewer_of(room, PAUL.key) is PUBLIC


@pytest.mark.parametrize("viewer", VIEWERS)
def test_t45_a_hidden_card_is_null(viewer: Viewer) -> None:
    """In an auction each viewer is told its own hand; the others' are as many times nothing."""
    deal = happened(stage("auction").room, stage("auction").batches[-1], viewer).events[-1]
    hands = getattr(deal, "hands", ())

    for seat, hand in zip(SEATS, hands, strict=True):
        assert len(hand) == 8
        assert (None not in hand) if seat is viewer else set(hand) == {None}


def test_the_table_as_it_is_shown() -> None:
    """A snapshot names people by their public ids, says who is there, and keeps the seats' code."""
    sitting = stage("pause")
    room = snapshot(sitting.room, "term", Seat.EAST, may_sit=False, watchers=1).room

    assert (room.id, room.host, room.seat) == ("r-1", SUE.public_id, Seat.EAST)
    assert (room.sit, room.watch, room.watchers) == (None, "WATCH000", 1)
    east = room.seats[3]
    assert east.person is not None
    assert (east.person.id, east.person.name, east.online) == (ERIC.public_id, "Eric", True)
    assert room.match is not None
    assert room.match.phase is Phase.DEALING
    assert room.match.revealed is not None
    assert room.turn == Turn(None, sitting.room.deadline)
    assert snapshot(sitting.room, "t", PUBLIC, may_sit=True, watchers=0).room.sit == "SITCODE0"


@pytest.mark.parametrize("at", STAGES)
def test_t1_no_key_is_told(at: str) -> None:
    """What the server knows a person by is in nothing it sends."""
    sitting = stage(at)
    for viewer in VIEWERS:
        update = snapshot(sitting.room, "t", viewer, may_sit=True, watchers=0)
        sent = [encode(update, Format.JSON)] + [
            encode(happened(room, batch, viewer), Format.JSON)
            for room, batch in versions(tuple(sitting.batches))
        ]
        assert not any(b"key of" in frame for frame in sent)
