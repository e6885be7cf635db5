"""All tables of this server: how people find them, how they begin, resume and end."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass

import structlog
from msgspec.structs import replace

from belote_protocol.codec import PROTOCOL_VERSION
from belote_protocol.commands import Create, Join, LobbyCommand, NumberedCommand, Settings
from belote_protocol.updates import Matched, Ok, Refused, Welcome
from belote_protocol.views import Person as PersonView
from belote_protocol.vocab import Phase, RefusalCode
from belote_server.room.events import Person
from belote_server.room.state import Room
from belote_server.runtime.admission import Admission
from belote_server.runtime.attendance import Attendance
from belote_server.runtime.audience import Guest, answer
from belote_server.runtime.commits import Committer, Leasing, Terms, take
from belote_server.runtime.lobby import Lobby, Rhythm
from belote_server.runtime.making import Maker
from belote_server.runtime.nature import Chance, Clock, as_code
from belote_server.runtime.pace import Pace
from belote_server.runtime.ports import Member, Thinker
from belote_server.runtime.resuming import read_back
from belote_server.runtime.runner import Runner
from belote_server.runtime.thinking import AtOnce
from belote_server.storage.log import Held, Log, Ownership, StoreError

_log = structlog.get_logger()


@dataclass(frozen=True)
class Lifetimes:
    """
    How long tables live, in seconds.

    Attributes:
        empty: A table without a match under way, once nobody is there.
        abandoned: One whose match is under way, once nobody is there.
        forsaken: One whose match is under way, once only bots have seats there.
        finished: What is kept of a table that has ended.
        sweep: Between two looks at all of this.
    """

    empty: float = 600.0
    abandoned: float = 48 * 3600.0
    forsaken: float = 120.0
    finished: float = 7 * 86400.0
    sweep: float = 5.0


class Rooms:
    """
    The tables in force, by name and by code.

    Attributes:
        accepting: Whether new tables are made; not while the server stops.
        lobby: Where those are who are at no table.
        on_unrecovered: Called for each client who knew a past that is not its table's.
    """

    def __init__(
        self,
        log: Log,
        leasing: Leasing,
        clock: Clock,
        chance: Chance,
        pace: Pace | None = None,
        lifetimes: Lifetimes | None = None,
        admission: Admission | None = None,
        thinker: Thinker | None = None,
        rhythm: Rhythm | None = None,
    ) -> None:
        self.accepting = True
        self.on_unrecovered: Callable[[], None] = lambda: None
        self._store = log
        self._leasing = leasing
        self._clock = clock
        self._chance = chance
        self._pace = pace or Pace()
        self._lifetimes = lifetimes or Lifetimes()
        self._thinker = thinker or AtOnce()
        self._admission = admission or Admission()
        self._runners: dict[str, Runner] = {}
        self._codes: dict[str, Runner] = {}
        self._attendance = Attendance()
        self._tasks: set[asyncio.Task[None]] = set()
        self._maker = Maker(
            log, leasing, clock, chance, self._admission, self._begin, self._runners.get
        )
        self.lobby = Lobby(self, clock, chance, rhythm or Rhythm())

    def __len__(self) -> int:
        return len(self._runners)

    def runners(self) -> list[Runner]:
        """Return the tables in force."""
        return list(self._runners.values())

    # --- connections -----------------------------------------------------------------------------

    def welcome(
        self, member: Member, token: str, code: str | None, v: int | None, term: str | None
    ) -> Welcome:
        """Return the first update of a connection; see ``ports.Tables``."""
        self._attendance.arrive(member)
        welcome = Welcome(
            you=PersonView(member.public_id, member.name),
            token=token,
            protocol=PROTOCOL_VERSION,
            server_time=self._clock.now(),
        )
        if code is None:
            missed = self._attendance.missed(member)
            if missed is None:
                return welcome
            code = missed.room.sit
        entered = self._enter(member, code)
        if isinstance(entered, RefusalCode):
            return replace(welcome, refused=entered)
        runner, guest = entered
        last_cmd = runner.last_cmd(member)
        snapshot = runner.enter(guest)
        recovered = v is not None and v <= snapshot.v and runner.committer.terms.include(v, term)
        if v is not None and not recovered:
            runner.log.warning("a client knew another past", v=snapshot.v, known=v, term=term)
            self.on_unrecovered()
        return replace(welcome, snapshot=snapshot, recovered=recovered, last_cmd=last_cmd)

    def post(self, member: Member, command: NumberedCommand, arrived: float) -> None:
        """Hand *command* in; see ``ports.Tables``."""
        if isinstance(command, Create):
            self.keep(self._create(member, command))
        elif isinstance(command, Join):
            self._join(member, command)
        elif isinstance(command, LobbyCommand):
            self.lobby.post(member, command)
        elif (runner := self._attendance.table_of(member)) is None or (
            guest := runner.audience.guest(member)
        ) is None:
            answer(member, Refused(command.cmd, RefusalCode.NOT_IN_ROOM))
        else:
            self._attendance.hear(member)
            runner.post(guest, command)

    def knows(self, code: str) -> bool:
        """Tell whether *code* leads to a table."""
        return as_code(code) in self._codes

    def gone(self, member: Member) -> None:
        """Forget *member*: its socket is closed."""
        self.lobby.gone(member)
        self._attendance.depart(member)

    # --- the life of tables ----------------------------------------------------------------------

    async def resume(self) -> int:
        """Put every unfinished table of the store in force again; return how many there are."""
        names = await self._store.open_rooms()
        found = await asyncio.gather(*(read_back(self._store, name) for name in names))
        await asyncio.gather(*(self._take_over(*each) for each in found if each is not None))
        return len(self._runners)

    async def sweep(self) -> None:
        """Renew leases and end what nobody has come to for long enough, until cancelled."""
        while True:
            await asyncio.sleep(self._lifetimes.sweep)
            self.expire_idle()
            await asyncio.gather(*(runner.committer.renew() for runner in self.runners()))

    def expire_idle(self) -> None:
        """End the tables that nobody has come to for long enough."""
        now = self._clock.now()
        for runner in self.runners():
            playing = runner.room.playing
            life = self._lifetimes.abandoned if playing else self._lifetimes.empty
            if runner.idle_since is not None and now - runner.idle_since >= life:
                runner.expire()
            since = runner.forsaken_since
            if since is not None and now - since >= self._lifetimes.forsaken:
                runner.expire()

    async def stop(self) -> None:
        """Let every table finish what it is storing, then give all of them up."""
        self.accepting = False
        self.lobby.close()
        stopped: set[Runner] = set()
        while self._tasks:  # one may be about to begin a table
            for runner in self.runners():
                runner.halt()
                stopped.add(runner)
            await asyncio.gather(*self._tasks, return_exceptions=True)
        for runner in stopped:
            try:
                await self._store.release(runner.room.room_id, runner.committer.own)
            except StoreError:
                _log.warning("a table could not be released", room=runner.room.room_id)

    def keep(self, work: Coroutine[None, None, None]) -> None:
        """Run *work* beside everything else; the task is held until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a task failed", error=repr(error), exc_info=error)

    async def _take_over(self, room: Room, terms: Terms) -> None:
        if room.closed:
            await self._forget(room)
            return
        own = await take(self._store, room.room_id, self._leasing, self._chance)
        if isinstance(own, Held):
            _log.warning("a table is held by another node", room=room.room_id, owner=own.owner)
            return
        self._begin(room, own, terms).recover()

    def _begin(self, room: Room, own: Ownership, terms: Terms) -> Runner:
        committer = Committer(self._store, room.room_id, own, self._leasing, self._chance, terms)
        runner = Runner(room, committer, self._clock, self._chance, self._pace, self._thinker)
        self._runners[room.room_id] = runner
        self._codes[room.sit] = self._codes[room.watch] = runner
        self._admission.opened(room.host.key)
        if room.settings.public:
            runner.on_change = lambda: self.lobby.show(runner)
        self.keep(self._run(runner))
        return runner

    async def _run(self, runner: Runner) -> None:
        try:
            await runner.run()
        finally:
            room = runner.room
            if self.accepting or room.closed:  # else it is there again in a moment
                self._runners.pop(room.room_id, None)
                self._codes.pop(room.sit, None)
                self._codes.pop(room.watch, None)
                self._admission.ended(room.host.key)
                self.lobby.drop(runner)
                self._attendance.forget(runner)
        if room.closed:
            await self._forget(room)

    async def _forget(self, room: Room) -> None:
        """Keep what was played for a while, and nothing of a table where nothing was."""
        if room.match.phase is Phase.UNSTARTED:
            await self._store.drop(room.room_id)
        else:
            await self._store.finish(room.room_id, round(self._lifetimes.finished))

    # --- entering and making tables --------------------------------------------------------------

    def _enter(self, member: Member, code: str) -> tuple[Runner, Guest] | RefusalCode:
        """Return the table of *code* and how *member* may be there, or why it may not."""
        typed = as_code(code)
        runner = self._codes.get(typed)
        if runner is None:
            return RefusalCode.NO_SUCH_ROOM
        room = runner.room
        host = member.key == room.host.key
        may_sit = typed == room.sit or host
        seated = room.seat_of(member.key) is not None
        if not (seated or host or room.watchers_allowed or (may_sit and room.open_seats)):
            return RefusalCode.NO_SPECTATORS
        self._attendance.move(member, runner)
        self.lobby.entered(member)
        return runner, Guest(member, may_sit)

    def _join(self, member: Member, command: Join) -> None:
        entered = self._enter(member, command.code)
        if isinstance(entered, RefusalCode):
            answer(member, Refused(command.cmd, entered))
            return
        runner, guest = entered
        snapshot = runner.enter(guest)
        answer(member, Ok(command.cmd, snapshot.v, runner.last_cmd(member)))
        answer(member, snapshot)

    async def _create(self, member: Member, command: Create) -> None:
        """Make the table of *command*, or enter the one it made before."""
        if not self.accepting:
            answer(member, Refused(command.cmd, RefusalCode.NOT_NOW))
            return
        try:
            made = await self._maker.create(member, command)
        except Exception:
            answer(member, Refused(command.cmd, RefusalCode.INTERNAL))
            raise
        if isinstance(made, Refused):
            answer(member, made)
        elif self._attendance.is_connected(member):  # or it hung up meanwhile
            self._join(member, Join(command.cmd, made.room.sit))

    # --- what the lobby needs; see ``matching.Floor`` ---------------------------------------------

    def takes_matches(self) -> bool:
        """Return whether a table may be made now."""
        return self.accepting and self._admission.crowded() is None

    def is_connected(self, member: Member) -> bool:
        """Return whether *member*'s socket is open."""
        return self._attendance.is_connected(member)

    def is_at_table(self, member: Member) -> bool:
        """Return whether *member* is at a table."""
        return self._attendance.table_of(member) is not None

    def is_busy(self, member: Member) -> bool:
        """Return whether *member* is at a table, or its person sits at one elsewhere."""
        return self._attendance.is_busy(member)

    async def seat(self, people: tuple[Person, ...], host: Person, settings: Settings) -> Runner:
        """Return a new table where *people* sit, in seat order; raise one of `NOT_MADE`."""
        return await self._maker.seat(people, host, settings)

    def admit(self, member: Member, runner: Runner) -> None:
        """Tell *member* that it sits at *runner*'s table, and let it hear it."""
        entered = self._enter(member, runner.room.sit)
        assert not isinstance(entered, RefusalCode), entered
        self._attendance.tell(member, runner, self._clock.now())
        answer(member, Matched(runner.room.sit, runner.last_cmd(member)))
        answer(member, runner.enter(entered[1]))
