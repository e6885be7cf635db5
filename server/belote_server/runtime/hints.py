"""Hints: what a bot would do in somebody's place, from what that person sees."""

import asyncio

import structlog

from belote_protocol.commands import Bid, Hint, Play
from belote_protocol.updates import Hinted, Ok, Refused
from belote_protocol.vocab import Policy, RefusalCode, Seat
from belote_server.bots.choice import Choice
from belote_server.game.state import Match
from belote_server.game.views import view
from belote_server.room.state import Room
from belote_server.runtime.audience import answer
from belote_server.runtime.bot_turns import command_of
from belote_server.runtime.ports import Member, Thinker

_log = structlog.get_logger()


class Hints:
    """The hints that people of one table wait for, one each."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._asked: dict[str, asyncio.Task[None]] = {}

    def ask(self, room: Room, member: Member, command: Hint) -> None:
        """Answer *command* with a hint soon, or refuse it at once."""
        seat = room.seat_of(member.key)
        if not room.settings.hints:
            _refuse(room, member, command, RefusalCode.NO_HINTS)
        elif seat is None:
            _refuse(room, member, command, RefusalCode.NOT_SEATED)
        elif room.match.turn is not seat:
            _refuse(room, member, command, RefusalCode.NOT_YOUR_TURN)
        elif member.key in self._asked:
            _refuse(room, member, command, RefusalCode.BUSY)
        else:
            work = self._answer(room, seat, member, command)
            task = self._asked[member.key] = asyncio.get_running_loop().create_task(work)
            task.add_done_callback(lambda _: self._asked.pop(member.key, None))

    def stop(self) -> None:
        """Think no more; who waits asks again."""
        for task in self._asked.values():
            task.cancel()

    async def _answer(self, room: Room, seat: Seat, member: Member, command: Hint) -> None:
        try:
            choice = await self._thinker.choose(view(room.match, seat), Policy.CLUB, 0)
        except Exception:
            _log.exception("a hint failed", room=room.room_id, v=room.v)
            _refuse(room, member, command, RefusalCode.INTERNAL)
            return
        answer(member, _hinted(room.match, choice))
        answer(member, Ok(command.cmd, room.v))


def _hinted(match: Match, choice: Choice) -> Hinted:
    wanted = command_of(match, choice.action)
    return Hinted(
        wanted.deal,
        choice.reason,
        call=wanted.call if isinstance(wanted, Bid) else None,
        card=wanted.card if isinstance(wanted, Play) else None,
        params=dict(choice.params),
    )


def _refuse(room: Room, member: Member, command: Hint, code: RefusalCode) -> None:
    answer(member, Refused(command.cmd, code, {}, room.v))
