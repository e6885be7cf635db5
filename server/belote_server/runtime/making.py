"""Making tables: whoever asks twice gets the same one, and what cannot be stored is not there."""

import asyncio
import hashlib
from collections.abc import Callable, Mapping

import structlog

from belote_protocol.commands import Create, Settings, Value
from belote_protocol.updates import Refused
from belote_protocol.vocab import SEATS, RefusalCode
from belote_server.game.rulesets import RuleError, derive
from belote_server.room.events import Batch, Opened, Person, ReadySet, RoomEvent, Seated
from belote_server.room.state import Room, opened
from belote_server.runtime.admission import Admission
from belote_server.runtime.audience import person_of
from belote_server.runtime.commits import Committer, Deposed, HistoryLost, Leasing, Terms, take
from belote_server.runtime.nature import Chance, Clock
from belote_server.runtime.ports import Member
from belote_server.runtime.runner import Runner
from belote_server.storage.log import Held, Log, Ownership, StoreError
from belote_server.storage.stream import read_room, write_batch

_log = structlog.get_logger()

NOT_MADE = (StoreError, Deposed, HistoryLost)
"""Why a table may not come about: the store does not answer, or somebody else has it."""


class Maker:
    """
    Makes the tables of one server.

    Args:
        begin: Puts a table in force.
        known: Returns the table in force that has a name, if there is one.
    """

    def __init__(
        self,
        store: Log,
        leasing: Leasing,
        clock: Clock,
        chance: Chance,
        admission: Admission,
        begin: Callable[[Room, Ownership, Terms], Runner],
        known: Callable[[str], Runner | None],
    ) -> None:
        self._store = store
        self._leasing = leasing
        self._clock = clock
        self._chance = chance
        self._admission = admission
        self._begin = begin
        self._known = known
        self._opening: dict[str, asyncio.Future[Runner]] = {}

    async def create(self, member: Member, command: Create) -> Runner | Refused:
        """Return the table of *command*, made now or before, or why there is none."""
        settings = command.settings
        if (refused := rules_refusal(command.cmd, settings.rules, settings.changes)) is not None:
            return refused
        name = hashlib.sha256(f"{member.key} {command.key}".encode()).hexdigest()[:16]
        if (runner := self._known(name)) is not None:
            return runner
        if name not in self._opening and (code := self._admission.refusal(member.key)) is not None:
            return Refused(command.cmd, code)
        try:
            return await asyncio.shield(self._opened(name, member, settings))
        except NOT_MADE as error:
            _log.warning("a table could not be made", room=name, why=repr(error))
            return Refused(command.cmd, RefusalCode.PAUSED)

    async def seat(self, people: tuple[Person, ...], host: Person, settings: Settings) -> Runner:
        """
        Return a new table where *people* sit, in seat order, and are ready.

        Raises:
            NOT_MADE: One of these: there is no such table.
        """
        pairs = list(zip(SEATS, people, strict=True))
        events: tuple[RoomEvent, ...] = (
            *(Seated(seat, person, None) for seat, person in pairs),
            *(ReadySet(seat, ready=True) for seat, _ in pairs),
        )
        return await self._open(self._chance.draw(8).hex(), host, settings, events)

    def _opened(self, name: str, member: Member, settings: Settings) -> asyncio.Future[Runner]:
        opening = self._opening.get(name)
        if opening is None:
            host, key = person_of(member), member.key
            opening = asyncio.ensure_future(self._open(name, host, settings))
            self._opening[name] = opening
            self._admission.opened(key)  # from now on, not once it is stored

            def done(_: object) -> None:
                del self._opening[name]
                self._admission.ended(key)

            opening.add_done_callback(done)
        return opening

    async def _open(
        self, name: str, host: Person, settings: Settings, then: tuple[RoomEvent, ...] = ()
    ) -> Runner:
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
        first = Opened(name, host, settings, sit, watch)
        batch = Batch(1, self._clock.now(), None, (first, *then))
        terms = Terms()
        committer = Committer(self._store, name, own, self._leasing, self._chance, terms)
        await committer.store(1, write_batch(batch), None, 0)
        return self._begin(opened(batch), committer.own, terms)

    async def _code(self, name: str) -> str:
        while True:
            code = self._chance.code()
            if await self._store.claim_code(code, name):
                return code


def rules_refusal(cmd: int, rules: str, changes: Mapping[str, Value]) -> Refused | None:
    """Return why no table is played by *rules* with *changes*, in answer to *cmd*, if none is."""
    try:
        derive(rules, changes)
    except RuleError as error:
        params = {"field": error.field, "reason": error.reason}
        return Refused(cmd, RefusalCode.BAD_RULES, params)
    return None
