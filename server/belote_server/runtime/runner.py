"""
One table, running: its inbox, its clock, and three promises kept in order.

Store first, adopt second, tell third. A table that cannot store waits; one whose code fails keeps
the room it had; nothing that happens here is felt at another table.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import structlog

from belote_protocol.commands import Hint, Leave, Mute, RoomCommand
from belote_protocol.updates import (
    Left,
    Ok,
    Paused,
    Refused,
    Resumed,
    Snapshot,
    Term,
    Watching,
)
from belote_protocol.vocab import RefusalCode
from belote_server.room.events import Batch, Stood, WatchersAllowed
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
from belote_server.room.outcome import Outcome
from belote_server.room.room import step
from belote_server.room.state import Room
from belote_server.runtime.audience import Audience, Guest, answer, person_of
from belote_server.runtime.bot_turns import BotTurns
from belote_server.runtime.commits import Committer, Deposed, HistoryLost
from belote_server.runtime.headcount import Headcount
from belote_server.runtime.hints import Hints
from belote_server.runtime.nature import Chance, Clock
from belote_server.runtime.pace import Pace
from belote_server.runtime.ports import Member, Thinker
from belote_server.runtime.waking import Waking
from belote_server.storage.stream import write_batch

_log = structlog.get_logger()


@dataclass
class _Letter:
    """An input with who is to be answered."""

    given: Input
    member: Member | None = None


class Runner:
    """
    A table in force.

    Attributes:
        room: The table as it is stored.
        audience: Who hears it.
        parked: Whether it has stopped, after failing twice at the same version.
        idle_since: Since when nobody is here, in Unix seconds; ``None`` while somebody is.
        on_change: Called when the table, or who is there, may have changed.
        forsaken_since: Since when a match is left to bots alone; ``None`` while it is not.
    """

    def __init__(
        self,
        room: Room,
        committer: Committer,
        clock: Clock,
        chance: Chance,
        pace: Pace,
        thinker: Thinker,
    ) -> None:
        self.room = room
        self.audience = Audience()
        self.parked = False
        self.idle_since: float | None = clock.now()
        self.forsaken_since: float | None = None
        self.on_change: Callable[[], None] = lambda: None
        self.committer = committer
        committer.on_pause = self._on_pause
        self._clock = clock
        self._chance = chance
        self._pace = pace
        self._bots = BotTurns(thinker, clock, chance, pace.tempo, self._heard)
        self._hints = Hints(thinker)
        self._watchers = Headcount(
            lambda: self.audience.watchers(self.room),
            lambda: len(self.audience),
            lambda count: self.audience.tell_all(Watching(count)),
        )
        self._inbox: deque[_Letter] = deque()
        self._waiting: dict[str, int] = {}  # how many letters of each person, where any
        self._sleep: asyncio.Future[None] | None = None  # while there is nothing to do
        self._waking = Waking(clock, self._time_up)
        self._failed_at: int | None = None
        self._chance_asked = False
        self._halting = False
        self._outlasted = False  # an outage, while storing what is in hand
        self.log = _log.bind(room=room.room_id)

    @property
    def term(self) -> str:
        """
        Under which ownership the present version was written, as clients are told it.

        An ownership that never wrote leaves no trace in the store, so nobody is told of it before.
        """
        return self.committer.terms.last

    # --- from connections; nothing here waits ----------------------------------------------------

    def enter(self, guest: Guest) -> Snapshot:
        """Let *guest* hear the table from now on, and return the table as it is for it."""
        member = guest.member
        if self.room.seat_of(member.key) is not None:
            self.audience.replace_older(member)
        first = not self.audience.of(member.key)
        self.audience.add(guest)
        self.idle_since = None
        if first:
            self._post(_Letter(Arrived(person_of(member))))
        self._watchers.changed()
        self.on_change()
        return self.snapshot(guest)

    def snapshot(self, guest: Guest) -> Snapshot:
        """Return the table as it is for *guest*."""
        return self.audience.snapshot(guest, self.room, self.term)

    def last_cmd(self, member: Member) -> int:
        """Return the number of the last command that was heard from *member*'s person here."""
        done, _ = self.room.done.get(member.key, (0, 0))
        last = self.room.answers.get(member.key)
        return max(done, last.cmd if last is not None else 0)

    def exit(self, member: Member) -> None:
        """Let *member* hear no more: its socket is closed, or it left."""
        if self.audience.remove(member) is None:
            return
        if not self.audience.of(member.key):
            self._post(_Letter(Gone(person_of(member))))
        if not len(self.audience):
            self.idle_since = self._clock.now()
        self._watchers.changed(shown=False)
        self.on_change()

    def post(self, guest: Guest, command: RoomCommand) -> None:
        """Put *command* into the inbox, unless its person has too many there already."""
        member = guest.member
        if self.parked:
            self._refuse(member, command, RefusalCode.INTERNAL)
        elif isinstance(command, Mute):
            self._mute(guest, command)
        elif isinstance(command, Hint):
            self._hints.ask(self.room, member, command)
        elif (waiting := self._waiting.get(member.key, 0)) >= self._pace.outstanding:
            self._refuse(member, command, RefusalCode.BUSY)
        else:
            self._waiting[member.key] = waiting + 1
            self._post(_Letter(Spoken(person_of(member), command, guest.may_sit), member))

    def expire(self) -> None:
        """Let the table end: nobody has been here for long enough."""
        self._post(_Letter(Expired()))

    def halt(self) -> None:
        """Finish the input in hand and stop; the rest is asked again by those who asked."""
        self._halting = True
        self._wake()

    def recover(self) -> None:
        """Give back the time an outage cost, and go on."""
        self._post(_Letter(Recovered()))

    # --- the table's own task --------------------------------------------------------------------

    async def run(self) -> None:
        """Take inputs one by one until the table is closed, parked, or somebody else's."""
        self._arm()
        try:
            while not self.room.closed:
                while not self._inbox and not self._halting:
                    await self._asleep()
                if self._halting:
                    return
                await self._take(self._inbox.popleft())
        except Deposed:
            self.log.warning("table has another owner", v=self.room.v)
            self._end("moved")
        except HistoryLost as error:
            self.log.error("table's stored past is gone or another", v=self.room.v, why=str(error))
            self._end("lost")
        except Exception:
            self._end("lost")  # nobody may wait for a table that is not there
            raise
        else:
            self._end("closed")
        finally:
            self._waking.never()
            self._bots.stop()
            self._hints.stop()

    async def _take(self, letter: _Letter) -> None:
        given, member = letter.given, letter.member
        if isinstance(given, Spoken):
            self._forget_waiting(given.person.key)
            if self.parked and member is not None:
                self._refuse(member, given.command, RefusalCode.INTERNAL)
                return
        elif isinstance(given, Drawn):
            self._chance_asked = False
        elif isinstance(given, Expired) and len(self.audience) and not self._is_forsaken():
            return  # somebody came after all
        before = self.room
        try:
            after, outcome = step(
                before, given, self._clock.now(), self._pace.minimum, self._pace.patience
            )
        except Exception:
            self._failed(given, member)
            return
        if outcome.batch is not None:
            batch, told = outcome.batch, self.term
            await self.committer.store(batch.v, write_batch(batch), batch.person, batch.cmd)
            if told != self.term:
                self.audience.tell_all(Term(before.v, self.term))
        self.room = after
        if self._outlasted:
            self._outlasted = False
            self._inbox.appendleft(_Letter(Recovered()))  # before anybody's time is up
        if outcome.fault is not None:
            self.log.error("a bot wanted what is forbidden", v=before.v, code=outcome.fault.code)
        self._tell(before, outcome, given, member)
        if outcome.batch is not None:
            self.on_change()
        self._arm()

    def _tell(self, before: Room, outcome: Outcome, given: Input, member: Member | None) -> None:
        if outcome.answer is not None and member is not None:
            answer(member, outcome.answer)
        if outcome.batch is not None:
            self.audience.tell_batch(before, self.room, self.term, outcome.batch)
            if before.places is not self.room.places:
                self._watchers.changed()
            if member is not None and before.seat_of(member.key) is None:
                self._keep_one(member)
            self._let_go(before, outcome.batch)
        self.audience.tell_notices(outcome.notices)
        if (
            member is not None
            and isinstance(given, Spoken)
            and isinstance(given.command, Leave)
            and isinstance(outcome.answer, Ok)
        ):
            self._part(member, "left")

    def _keep_one(self, member: Member) -> None:
        """Where *member*'s person has just sat down, keep the connection it did so from."""
        guests = self.audience.of(member.key)
        if guests and self.room.seat_of(member.key) is not None:
            here = self.audience.guest(member) or guests[-1]
            self.audience.replace_older(here.member)

    def _let_go(self, before: Room, batch: Batch) -> None:
        """Send away whom *batch* leaves no place here."""
        for event in batch.events:
            if isinstance(event, Stood) and event.removed:
                person = before.places[event.seat.place].person
                for guest in self.audience.of(person.key) if person is not None else ():
                    self._part(guest.member, "removed")
            elif isinstance(event, WatchersAllowed) and not event.allowed:
                for guest in list(self.audience):
                    key = guest.member.key
                    if self.room.seat_of(key) is None and key != self.room.host.key:
                        self._part(guest.member, "watching_ended")

    def _part(self, member: Member, reason: str) -> None:
        answer(member, Left(reason))
        self.exit(member)

    def _end(self, reason: str) -> None:
        for guest in list(self.audience):
            answer(guest.member, Left(reason))
            self.audience.remove(guest.member)
        for letter in self._inbox:
            if letter.member is not None and isinstance(letter.given, Spoken):
                self._refuse(letter.member, letter.given.command, RefusalCode.NO_SUCH_ROOM)
        self._inbox.clear()

    def _failed(self, given: Input, member: Member | None) -> None:
        """Keep the room there was; a table that nature cannot move any more is parked."""
        self.log.exception("an input failed", v=self.room.v, given=type(given).__name__)
        if member is not None and isinstance(given, Spoken):
            self._refuse(member, given.command, RefusalCode.INTERNAL)
            return
        if self._failed_at == self.room.v:
            self.parked = True
            self.log.error("table parked", v=self.room.v)
            self.on_change()
        self._failed_at = self.room.v
        self._arm()

    def _refuse(self, member: Member, command: RoomCommand, code: RefusalCode) -> None:
        answer(member, Refused(command.cmd, code, {}, self.room.v))

    def _post(self, letter: _Letter) -> None:
        self._inbox.append(letter)
        self._wake()

    async def _asleep(self) -> None:
        self._sleep = asyncio.get_running_loop().create_future()
        try:
            await self._sleep
        finally:
            self._sleep = None

    def _wake(self) -> None:
        if self._sleep is not None and not self._sleep.done():
            self._sleep.set_result(None)

    def _forget_waiting(self, key: str) -> None:
        waiting = self._waiting.pop(key, 0)
        if waiting > 1:
            self._waiting[key] = waiting - 1

    def _mute(self, guest: Guest, command: Mute) -> None:
        if command.person == guest.member.public_id:
            self._refuse(guest.member, command, RefusalCode.NOBODY_TO_MUTE)
            return
        if command.muted:
            guest.muted.add(command.person)
        else:
            guest.muted.discard(command.person)
        answer(guest.member, Ok(command.cmd, self.room.v))

    def _heard(self, thought: Thought) -> None:
        self._post(_Letter(thought))

    def _is_forsaken(self) -> bool:
        return self.room.left_to_bots and not self.room.attended

    def _on_pause(self, paused: bool) -> None:
        """Tell everybody that the store does not answer, or does again."""
        self.log.warning("table paused" if paused else "table goes on", v=self.room.v)
        self._outlasted = not paused
        self.audience.tell_all(Paused() if paused else Resumed())

    def _arm(self) -> None:
        """Ask for what nature owes this table: chance now, or the passing of its deadline."""
        room = self.room
        if self.parked:
            self._waking.never()
            self._bots.stop()
            return
        self._bots.arm(room)
        if not self._is_forsaken():
            self.forsaken_since = None
        elif self.forsaken_since is None:
            self.forsaken_since = self._clock.now()
        if room.chance_is_due:
            if not self._chance_asked:
                self._chance_asked = True
                self._post(_Letter(self._chance.deal()))
        elif (instant := room.next_instant) is not None and room.attended:
            is_turn = instant == room.deadline and room.match.turn is not None
            self._waking.at(instant + self._pace.slack if is_turn else instant)
            return
        self._waking.never()

    def _time_up(self) -> None:
        self._post(_Letter(TimeUp(self.room.v)))
