"""Who is told what, and how often a frame is built for it."""

from dataclasses import dataclass, field
from random import Random

from belote_protocol.codec import Format, decode_update
from belote_protocol.updates import Closing, Happened, Said, Snapshot
from belote_protocol.views import Person as PersonView
from belote_protocol.vocab import Phrase, RefusalCode, Seat
from belote_server.room.events import Batch, Person
from belote_server.room.state import Room
from belote_server.runtime.audience import Audience, Guest
from tests.helpers.rooms import PAUL, SITTERS, Sitting, person, stage
from tests.helpers.sessions import versions


@dataclass
class Ear:
    """A member that keeps what it is sent."""

    key: str
    public_id: str
    name: str
    form: Format
    last_sign: float = 0.0
    frames: list[bytes] = field(default_factory=list)
    closed: list[int] = field(default_factory=list)

    def count_refusal(self, code: RefusalCode) -> None:
        """Count nothing."""

    def push(self, frame: bytes) -> None:
        """Keep a frame."""
        self.frames.append(frame)

    def close(self, code: int, closing: Closing) -> None:
        """Keep the code."""
        self.closed.append(code)


def ear(who: Person, form: Format = Format.JSON) -> Ear:
    """Return a member for somebody."""
    return Ear(who.key, who.public_id, who.name, form)


def audience_of(*ears: Ear) -> Audience:
    """Return an audience of *ears*, who may all sit."""
    audience = Audience()
    for each in ears:
        audience.add(Guest(each, may_sit=True))
    return audience


def last_step(sitting: Sitting) -> tuple[Room, Room, Batch]:
    """Return the last batch of *sitting*, between the tables before and after it."""
    (before, _), (after, batch) = versions(tuple(sitting.batches))[-2:]
    return before, after, batch


def test_a_frame_is_built_once() -> None:
    """All who are told the same in the same format share one frame."""
    watchers = [ear(person(f"Guest {nth}"), list(Format)[nth % 2]) for nth in range(50)]
    sitters = [ear(who) for who in SITTERS]
    sitting = stage("auction")
    sitting.act(Random(1))
    before, after, batch = last_step(sitting)  # West is to speak
    audience_of(*watchers, *sitters).tell_batch(before, after, "term", batch)

    for form in Format:
        assert len({id(each.frames[0]) for each in watchers if each.form is form}) == 1
    south, west, north, east = (each.frames[0] for each in sitters)
    assert {id(frame) for frame in (south, north, east)} == {id(watchers[1].frames[0])}
    assert b'"options"' in west
    assert b'"options"' not in south


def test_secrets_are_built_for_each_seat() -> None:
    """Where hands are dealt each seat has a frame of its own, and all watchers share one."""
    watchers = [ear(person(f"Guest {nth}")) for nth in range(9)]
    sitters = [ear(who) for who in SITTERS]
    before, after, batch = last_step(stage("auction"))
    audience_of(*watchers, *sitters).tell_batch(before, after, "term", batch)

    assert len({each.frames[0] for each in sitters}) == 4
    assert len({id(each.frames[0]) for each in watchers}) == 1
    assert not {each.frames[0] for each in sitters} & {each.frames[0] for each in watchers}


def test_who_sees_from_elsewhere_sees_everything() -> None:
    """Who sits down is sent the whole table, and the others what happened."""
    before, after, batch = last_step(stage("seated"))
    eric, paul = ear(SITTERS[3]), ear(PAUL)
    audience_of(eric, paul).tell_batch(before, after, "term", batch)

    shown, told = (decode_update(each.frames[0], Format.JSON) for each in (eric, paul))
    assert isinstance(shown, Snapshot)
    assert (shown.v, shown.term, shown.room.seat) == (batch.v, "term", Seat.EAST)
    assert isinstance(told, Happened)
    assert told.v == batch.v


def test_the_newest_connection_replaces_the_others() -> None:
    """A person's other connections are closed with the code that says not to come back."""
    tabs, other = [ear(SITTERS[0]) for _ in range(3)], ear(PAUL)
    audience = audience_of(*tabs, other)
    audience.replace_older(tabs[1])

    assert [each.closed for each in (*tabs, other)] == [[4001], [], [4001], []]
    assert [guest.member for guest in audience] == [tabs[1], other]


def test_watchers_are_counted_by_person() -> None:
    """Two tabs of somebody without a seat are one watcher, and who sits is none."""
    audience = audience_of(ear(PAUL), ear(PAUL), ear(person("Rita")), ear(SITTERS[0]))

    assert audience.watchers(stage("seated").room) == 2
    assert audience.watchers(stage("open").room) == 3


def test_the_muted_are_heard_by_the_others() -> None:
    """A frame with somebody's words goes to all but those who want to hear no more of it."""
    ears = [ear(who) for who in SITTERS]
    audience = audience_of(*ears)
    for guest in audience:
        if guest.member is ears[2]:
            guest.muted.add(PAUL.public_id)
    said = Said(PersonView(PAUL.public_id, PAUL.name), 1.0, None, phrase=Phrase.HELLO)
    audience.tell_notices([said])

    assert [len(each.frames) for each in ears] == [1, 1, 0, 1]
    assert len({id(each.frames[0]) for each in ears if each.frames}) == 1
