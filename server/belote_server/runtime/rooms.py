"""All tables of this server: how people find them, how they begin, resume and end."""

import asyncio
import hashlib
from collections.abc import Callable, Coroutine
from dataclasses import dataclass

import structlog
from msgspec.structs import replace

from belote_protocol.codec import PROTOCOL_VERSION
from belote_protocol.commands import Create, Join, RoomCommand, Settings
from belote_protocol.updates import Ok, Refused, Welcome
from belote_protocol.updates import Person as PersonView
from belote_protocol.vocab import Phase, RefusalCode
from belote_server.game.rulesets import RuleError, derive
from belote_server.room.events import Batch, Opened, Person
from belote_server.room.state import Room, opened
from belote_server.runtime.audience import Guest, answer
from belote_server.runtime.commits import Committer, Deposed, HistoryLost, Leasing, Terms, take
from belote_server.runtime.nature import Chance, Clock, as_code
from belote_server.runtime.ports import Member
from belote_server.runtime.runner import Pace, Runner
from belote_server.storage.log import Held, Log, Ownership, StoreBroken, StoreError
from belote_server.storage.stream import DamagedEntry, read_room, write_batch

_log = structlog.get_logger()


@dataclass(frozen=True)
class Lifetimes:
    """
    How long tables live, in seconds.

    Attributes:
        empty: A table without a match under way, once nobody is there.
        abandoned: One whose match is under way, once nobody is there.
        finished: What is kept of a table that has ended.
        sweep: Between two looks at all of this.
    """

    empty: float = 600.0
    abandoned: float = 48 * 3600.0
    finished: float = 7 * 86400.0
    sweep: float = 5.0


class Rooms:
    """
    The tables in force, by name and by code.

    Attributes:
        accepting: Whether new tables are made; not while the server stops.
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
    ) -> None:
        self.accepting = True
        self.on_unrecovered: Callable[[], None] = lambda: None
        self._store = log
        self._leasing = leasing
        self._clock = clock
        self._chance = chance
        self._pace = pace or Pace()
        self._lifetimes = lifetimes or Lifetimes()
        self._runners: dict[str, Runner] = {}
        self._codes: dict[str, Runner] = {}
        self._members: dict[int, Member] = {}  # by identity
        self._places: dict[int, Runner] = {}  # where each member is, by identity
        self._opening: dict[str, asyncio.Future[Runner]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

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
        self._members[id(member)] = member
        welcome = Welcome(
            you=PersonView(member.public_id, member.name),
            token=token,
            protocol=PROTOCOL_VERSION,
            server_time=self._clock.now(),
        )
        if code is None:
            return welcome
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

    def post(self, member: Member, command: Create | Join | RoomCommand, arrived: float) -> None:
        """Hand *command* in; see ``ports.Tables``."""
        if isinstance(command, Create):
            self._keep(self._create(member, command))
        elif isinstance(command, Join):
            self._join(member, command)
        elif (runner := self._places.get(id(member))) is None or (
            guest := runner.audience.guest(member)
        ) is None:
            answer(member, Refused(command.cmd, RefusalCode.NOT_IN_ROOM))
        else:
            runner.post(guest, command)

    def gone(self, member: Member) -> None:
        """Forget *member*: its socket is closed."""
        self._members.pop(id(member), None)
        self._leave(member)

    def _leave(self, member: Member) -> None:
        runner = self._places.pop(id(member), None)
        if runner is not None:
            runner.exit(member)

    # --- the life of tables ----------------------------------------------------------------------

    async def resume(self) -> int:
        """Put every unfinished table of the store in force again; return how many there are."""
        names = await self._store.open_rooms()
        found = await asyncio.gather(*(self._read(name) for name in names))
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

    async def stop(self) -> None:
        """Let every table finish what it is storing, then give all of them up."""
        self.accepting = False
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

    def _keep(self, work: Coroutine[None, None, None]) -> None:
        """Run *work* beside everything else; the task is held until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a task failed", error=repr(error), exc_info=error)

    async def _read(self, name: str) -> tuple[Room, Terms] | None:
        try:
            stored = await self._store.read(name)
            if not stored:
                await self._store.drop(name)  # it was never opened
                return None
            room = read_room((entry.v, entry.entry) for entry in stored)
            if room.room_id != name:
                raise DamagedEntry(1, f"it opens {room.room_id}")
            return room, Terms.of((entry.v, entry.term) for entry in stored)
        except (DamagedEntry, StoreBroken) as error:
            _log.error("a stored table is damaged and stays parked", room=name, why=str(error))
            return None

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
        runner = Runner(room, committer, self._clock, self._chance, self._pace)
        self._runners[room.room_id] = runner
        self._codes[room.sit] = self._codes[room.watch] = runner
        self._keep(self._run(runner))
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
        if not (seated or host or room.watchers_allowed or (may_sit and not room.playing)):
            return RefusalCode.NO_SPECTATORS
        if self._places.get(id(member)) is not runner:
            self._leave(member)  # one table at a time
        self._places[id(member)] = runner
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
        settings = command.settings
        try:
            derive(settings.rules, settings.changes)
        except RuleError as error:
            params = {"field": error.field, "reason": error.reason}
            answer(member, Refused(command.cmd, RefusalCode.BAD_RULES, params))
            return
        if not self.accepting:
            answer(member, Refused(command.cmd, RefusalCode.NOT_NOW))
            return
        name = hashlib.sha256(f"{member.key} {command.key}".encode()).hexdigest()[:16]
        runner = self._runners.get(name)
        if runner is None:
            opening = self._opening.get(name)
            if opening is None:
                opening = asyncio.ensure_future(self._open(name, member, settings))
                self._opening[name] = opening
                opening.add_done_callback(lambda _: self._opening.pop(name, None))
            try:
                runner = await asyncio.shield(opening)
            except (StoreError, Deposed, HistoryLost) as error:
                _log.warning("a table could not be made", room=name, why=repr(error))
                answer(member, Refused(command.cmd, RefusalCode.PAUSED))
                return
            except Exception:
                answer(member, Refused(command.cmd, RefusalCode.INTERNAL))
                raise
        if id(member) in self._members:  # or it hung up meanwhile
            self._join(member, Join(command.cmd, runner.room.sit))

    async def _open(self, name: str, member: Member, settings: Settings) -> Runner:
        """Store the first entry of a new table, listed before it exists and found by its codes."""
        await self._store.mark_open(name)
        own = await take(self._store, name, self._leasing, self._chance)
        if isinstance(own, Held):
            raise Deposed(name)
        if own.version:
            stored = await self._store.read(name)
            room = read_room((entry.v, entry.entry) for entry in stored)
            return self._begin(room, own, Terms.of((entry.v, entry.term) for entry in stored))
        sit, watch = await self._code(name), await self._code(name)
        host = Person(member.key, member.public_id, member.name)
        first = Opened(name, host, settings, sit, watch)
        batch = Batch(1, self._clock.now(), None, (first,))
        terms = Terms()
        committer = Committer(self._store, name, own, self._leasing, self._chance, terms)
        await committer.store(1, write_batch(batch), None, 0)
        return self._begin(opened(batch), committer.own, terms)

    async def _code(self, name: str) -> str:
        while True:
            code = self._chance.code()
            if await self._store.claim_code(code, name):
                return code
