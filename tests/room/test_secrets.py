"""Not a byte that is sent to a viewer tells where the cards are that it has not seen."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given

from belote_protocol.calls import Word
from belote_protocol.codec import Format, encode
from belote_protocol.commands import (
    Bid,
    Next,
    Play,
    Ready,
    Rematch,
    RoomCommand,
    Sit,
    Surrender,
    Swap,
)
from belote_protocol.updates import AnyUpdate, Ok, Refused
from belote_protocol.vocab import SEATS, VIEWERS, Card, Policy, Seat, Viewer
from belote_server.game.frozen import changed
from belote_server.game.rulesets import RULE_SETS
from belote_server.room.clock import next_deadline
from belote_server.room.events import Batch
from belote_server.room.inputs import Arrived, Gone, Spoken
from belote_server.room.room import step
from belote_server.room.state import Room, adopt
from belote_server.room.translate import happened, snapshot
from tests.helpers.rooms import ERIC, PAUL, SITTERS, START, stage
from tests.helpers.stories import Manner, Story, told
from tests.helpers.strategies import seeds, stories
from tests.helpers.worlds import Batches, Scene, last_scene, other_worlds


def seated(scene: Scene) -> Room:
    """
    Return a table with four people whose match has come to the beginning of *scene*.

    East is gone, and a bot holds the seat of North.
    """
    room = stage("seated").room
    south, west, north, east = room.places
    held, away = changed(north, bot=Policy.EXPERT), changed(east, grace=START + 60)
    room = changed(room, places=(south, west, held, away), online=room.online - {ERIC.key})
    return changed(room, match=scene.before, rules=scene.before.rules)


def lived(room: Room, batches: Batches) -> Iterator[tuple[Room, Batch]]:
    """Yield what *room* becomes through each of *batches*, a second each."""
    for nth, events in enumerate(batches):
        batch = Batch(room.v + 1, START + nth, None, events)
        after = adopt(room, batch)
        deadline = next_deadline(room, after, events, batch.at, 0.0)
        room, batch = changed(after, deadline=deadline), changed(batch, deadline=deadline)
        yield room, batch


def bytes_for(viewer: Viewer, room: Room, batches: Batches) -> list[bytes]:
    """Return every frame that *viewer* is sent, in both formats, snapshots at every version."""
    sent: list[bytes] = []
    for after, batch in lived(room, batches):
        updates = (
            happened(after, batch, viewer),
            snapshot(after, "term", viewer, may_sit=True, watchers=1),
        )
        sent += [encode(update, form) for update in updates for form in Format]
        room = after
    return sent + answers_for(viewer, room)


def answers_for(viewer: Viewer, room: Room) -> list[bytes]:
    """Return the frame of every answer that *viewer* can provoke, and of what the others hear."""
    who = SITTERS[viewer.place] if isinstance(viewer, Seat) else PAUL
    heard: list[AnyUpdate] = []
    for command in asked(room):
        answer = step(room, Spoken(who, command, may_sit=True), START + 100)[1].answer
        assert isinstance(answer, Ok | Refused)
        heard.append(answer)
    for other in (*SITTERS, PAUL):
        heard += step(room, Gone(other), START + 100)[1].notices
        heard += step(room, Arrived(other), START + 100)[1].notices
    return [encode(update, form) for update in heard for form in Format]


def asked(room: Room) -> list[RoomCommand]:
    """Return what a curious person might ask of *room*."""
    deal, cmd = room.match.running, 99
    trick, nth = len(deal.tricks) + 1, len(deal.auction.calls)
    return [
        *(Play(cmd, deal.number, trick, card) for card in Card),
        *(Play(cmd, deal.number, max(1, trick - 1), card) for card in Card),
        *(Bid(cmd, deal.number, nth, word) for word in (*Word, "H", "80S", "capotNT", "rubbish")),
        Next(cmd, deal.number),
        Rematch(cmd),
        Ready(cmd),
        Surrender(cmd),
        *(Sit(cmd, seat) for seat in SEATS),
        *(Swap(cmd, seat) for seat in SEATS),
    ]


def check(scene: Scene, viewer: Viewer, rng: Random, tries: int) -> int:
    """Compare what *viewer* is sent here and in every other world found; return how many."""
    room, found = seated(scene), 0
    here = bytes_for(viewer, room, scene.batches)
    for world in other_worlds(scene, viewer, rng, tries):
        found += 1

        assert bytes_for(viewer, room, world) == here
    return found


@given(stories(), seeds)
def test_t40_hidden_cards_do_not_show(story: Story, seed: int) -> None:
    """Dealing the hidden cards again changes no byte of what any viewer is sent or answered."""
    scene = last_scene(story)
    if scene is not None:
        viewer = VIEWERS[seed % len(VIEWERS)]
        check(scene, viewer, Random(seed), tries=3)


@pytest.mark.parametrize("rules", ["classic-house", "coinche-official"])
def test_there_are_other_worlds(rules: str) -> None:
    """The law isn't empty: each viewer could be elsewhere, early and late in a deal."""
    worlds: Counter[Viewer] = Counter()
    for seed in range(8):
        scene = last_scene(told(RULE_SETS[rules], seed, 4 + 6 * seed, Manner(quitting=0)))
        assert scene is not None
        for viewer in VIEWERS:
            worlds[viewer] += check(scene, viewer, Random(seed), tries=5)

    assert min(worlds[viewer] for viewer in VIEWERS) >= 5


def test_the_law_would_notice() -> None:
    """The other worlds do differ: whoever is shown another's frames sees it."""
    for seed in range(20):
        scene = last_scene(told(RULE_SETS["coinche-official"], seed, 9, Manner(quitting=0)))
        assert scene is not None
        for world in other_worlds(scene, Seat.SOUTH, Random(seed), 10):
            room = seated(scene)
            assert any(
                bytes_for(viewer, room, world) != bytes_for(viewer, room, scene.batches)
                for viewer in (Seat.WEST, Seat.NORTH, Seat.EAST)
            )
            return
    pytest.fail("there was no other world to look at")


def test_t49_a_seat_is_told_its_own_cards_and_no_others() -> None:
    """Whoever sits is shown what its seat is shown, whatever it asks to be."""
    sitting = stage("play")
    hands = sitting.match.running.hands
    for seat in SEATS:
        room = snapshot(sitting.room, "t", seat, may_sit=True, watchers=0).room
        assert room.match is not None
        assert room.match.deal is not None
        for other, hand in zip(SEATS, room.match.deal.hands, strict=True):
            assert hand == (hands[other.place] if other is seat else (None,) * 8)
