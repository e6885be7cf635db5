"""Those who look at the lobby: one frame for all who have come to the same version."""

from msgspec.structs import replace

from belote_protocol.codec import Format, encode
from belote_protocol.commands import Browse
from belote_protocol.updates import Lobby, Ok, Refused
from belote_protocol.views import Offer
from belote_protocol.vocab import RefusalCode
from belote_server.game.rulesets import overrides
from belote_server.lobby.board import Board
from belote_server.lobby.viewers import Viewers
from belote_server.runtime.audience import answer
from belote_server.runtime.nature import Clock
from belote_server.runtime.ports import Member
from belote_server.runtime.runner import Runner


class Browsing:
    """
    The public tables and whoever looks at them.

    Args:
        interval: Seconds between two updates to one connection, at least.
    """

    def __init__(self, clock: Clock, interval: float) -> None:
        self.board = Board()
        self._clock = clock
        self._interval = interval
        self._viewers = Viewers(interval)
        self._members: dict[int, Member] = {}  # by identity
        self._fulls: dict[Format, tuple[float, int, bytes]] = {}

    # --- the tables ------------------------------------------------------------------------------

    def show(self, runner: Runner) -> None:
        """Show *runner*'s table as it is now; one where nobody is, or may be, is not shown."""
        room = runner.room
        if room.closed or runner.parked or not len(runner.audience):
            self.board.drop(room.room_id)
        else:
            self.board.put(self._offer(runner))

    def drop(self, runner: Runner) -> None:
        """Show *runner*'s table no more."""
        self.board.drop(runner.room.room_id)

    def _offer(self, runner: Runner) -> Offer:
        room = runner.room
        people = [place.person for place in room.places]
        known = self.board.offer(room.room_id)
        return replace(
            known if known is not None else _first_offer(runner),
            names=tuple(person and person.name for person in people),
            bots=sum(place.bot is not None and place.person is None for place in room.places),
            playing=room.playing,
            watch=room.watch if room.watchers_allowed else None,
            watchers=runner.audience.watchers(room),
        )

    # --- those who look --------------------------------------------------------------------------

    def browse(self, member: Member, command: Browse, *, at_table: bool) -> None:
        """Let *member* hear the lobby, or no more."""
        if command.on and at_table:
            answer(member, Refused(command.cmd, RefusalCode.AT_TABLE))
            return
        answer(member, Ok(command.cmd))
        if not command.on:
            self.end(member)
            return
        now = self._clock.now()
        self._members[id(member)] = member
        if self._viewers.begin(id(member), now):
            v, frame = self._full(member.form, now)
            member.push(frame)
            self._viewers.told(id(member), v, now)

    def end(self, member: Member) -> None:
        """Let *member* hear nothing for now."""
        self._viewers.end(id(member))

    def forget(self, member: Member) -> None:
        """Let *member* be gone for good."""
        self._members.pop(id(member), None)
        self._viewers.forget(id(member))

    def tell(self) -> None:
        """Send what is new to everybody who may be told something again."""
        now = self._clock.now()
        news: dict[int, Lobby] = {}
        frames: dict[tuple[int, Format], bytes] = {}
        for who, v in self._viewers.due(now):
            if v == self.board.v:
                self._viewers.told(who, v, now)
                continue
            member = self._members[who]
            if v not in news:
                news[v] = self.board.since(v)
            frame = frames.get((v, member.form))
            if frame is None:
                frame = frames[v, member.form] = encode(news[v], member.form)
            member.push(frame)
            self._viewers.told(who, news[v].v, now)

    def _full(self, form: Format, now: float) -> tuple[int, bytes]:
        """Return the whole list, at most an interval old: many may come at the same time."""
        made, v, frame = self._fulls.get(form, (now, 0, b""))
        if not v or not made <= now < made + self._interval:
            full = self.board.since(0)
            v, frame = full.v, encode(full, form)
            self._fulls[form] = (now, v, frame)
        return v, frame


def _first_offer(runner: Runner) -> Offer:
    room = runner.room
    return Offer(
        id=room.room_id,
        code=room.sit,
        rules=room.settings.rules,
        target=room.rules.match.target,
        turn=room.settings.turn,
        host=room.host.name,
        names=(),
        changes=len(overrides(room.rules)),
    )
