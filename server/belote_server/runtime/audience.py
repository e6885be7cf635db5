"""Who hears a table: its members, and the frames they are sent."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from belote_protocol.codec import Format, encode
from belote_protocol.updates import AnyUpdate, Closing, Happened, Notice, Refused, Said, Snapshot
from belote_protocol.vocab import PUBLIC, Viewer
from belote_server.game.frozen import changed
from belote_server.room import translate
from belote_server.room.events import Batch, Person
from belote_server.room.state import Room
from belote_server.runtime.ports import Member

REPLACED = 4001
"""Closes a person's older connection; it must not come back by itself."""


@dataclass
class Guest:
    """
    A member at this table.

    Attributes:
        may_sit: Whether it came with the code that lets people sit.
        muted: The public ids of people it hears no more.
    """

    member: Member
    may_sit: bool
    muted: set[str] = field(default_factory=set)


class Audience:
    """The members who hear a table; a frame is built once for all who get the same."""

    def __init__(self) -> None:
        self._guests: dict[int, Guest] = {}

    def __iter__(self) -> Iterator[Guest]:
        return iter(self._guests.values())

    def __len__(self) -> int:
        return len(self._guests)

    def guest(self, member: Member) -> Guest | None:
        """Return how *member* is here, if it is."""
        return self._guests.get(id(member))

    def add(self, guest: Guest) -> None:
        """Let *guest* hear the table from now on."""
        self._guests[id(guest.member)] = guest

    def remove(self, member: Member) -> Guest | None:
        """Let *member* hear no more; return how it was here, if it was."""
        return self._guests.pop(id(member), None)

    def of(self, key: str) -> list[Guest]:
        """Return the connections of the person *key*."""
        return [guest for guest in self if guest.member.key == key]

    def replace_older(self, newest: Member) -> None:
        """Close the other connections of *newest*'s person: only the newest one may act."""
        for guest in self.of(newest.key):
            if guest.member is not newest:
                self.remove(guest.member)
                guest.member.close(REPLACED, Closing("replaced"))

    def watchers(self, room: Room) -> int:
        """Return how many people are here without a seat."""
        return len({guest.member.key for guest in self._guests.values()} - room.seats().keys())

    def tell_batch(self, before: Room, room: Room, term: str, batch: Batch) -> None:
        """Tell everybody of *batch*, which led from *before* to *room*."""
        seats, secret = room.seats(), translate.has_secrets(batch)
        seats_before = seats if before.places is room.places else before.seats()
        public, turn = translate.happened(room, batch, PUBLIC), room.match.turn
        frames: dict[tuple[Viewer, Format], bytes] = {}
        for guest in self._guests.values():
            member = guest.member
            viewer = seats.get(member.key, PUBLIC)
            if viewer is not seats_before.get(member.key, PUBLIC):
                self.show(guest, room, term)  # it sees the table from elsewhere now
                continue
            shown = viewer if secret or viewer is turn else PUBLIC
            frame = frames.get((shown, member.form))
            if frame is None:
                happened = public
                if secret:
                    happened = translate.happened(room, batch, shown)
                elif shown is turn:
                    happened = Happened(batch.v, public.events, translate.turn_view(room, shown))
                frame = frames[shown, member.form] = encode(happened, member.form)
            member.push(frame)

    def show(self, guest: Guest, room: Room, term: str) -> None:
        """Send *guest* the whole table."""
        answer(guest.member, self.snapshot(guest, room, term))

    def snapshot(self, guest: Guest, room: Room, term: str) -> Snapshot:
        """Return the whole table as it is for *guest*."""
        viewer: Viewer = room.seat_of(guest.member.key) or PUBLIC
        present = room.online.union(other.member.key for other in self)
        return translate.snapshot(
            changed(room, online=present),
            term,
            viewer,
            may_sit=guest.may_sit,
            watchers=self.watchers(room),
        )

    def tell_all(self, update: AnyUpdate, but: Callable[[Guest], bool] | None = None) -> None:
        """Send *update* to everybody, *but* those it is true for."""
        frames: dict[Format, bytes] = {}
        for guest in self:
            if but is not None and but(guest):
                continue
            form = guest.member.form
            if form not in frames:
                frames[form] = encode(update, form)
            guest.member.push(frames[form])

    def tell_notices(self, notices: Iterable[Notice]) -> None:
        """Send everybody *notices*, but nobody the words of people it has muted."""
        for notice in notices:
            if isinstance(notice, Said):
                speaker = notice.person.id
                self.tell_all(notice, lambda guest, speaker=speaker: speaker in guest.muted)  # type: ignore[misc]
            else:
                self.tell_all(notice)


def person_of(member: Member) -> Person:
    """Return whom *member* is a connection of."""
    return Person(member.key, member.public_id, member.name)


def answer(member: Member, update: AnyUpdate) -> None:
    """Send *update* to *member* alone."""
    member.push(encode(update, member.form))
    if isinstance(update, Refused):
        member.count_refusal(update.code)
