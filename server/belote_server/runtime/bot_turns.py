"""The bots of one table: whose turn it is, they are asked, and heard in the table's inbox."""

import asyncio
from collections.abc import Callable

import structlog

from belote_protocol.commands import Bid, Play
from belote_server.game.actions import Action, MakeCall, PlayCard
from belote_server.game.state import Match
from belote_server.game.views import view
from belote_server.room.inputs import Thought
from belote_server.room.state import Room
from belote_server.room.timeout import stand_in
from belote_server.runtime.nature import Chance, Clock
from belote_server.runtime.pace import Tempo
from belote_server.runtime.ports import Thinker

_log = structlog.get_logger()


class BotTurns:
    """
    Asks for one bot at a time what it wants, and posts it once its time has come.

    An action comes at the drawn instant; a search that takes longer delays it, so thinking has to
    be shorter than the shortest wait for the instant to tell nothing at all.
    """

    def __init__(
        self,
        thinker: Thinker,
        clock: Clock,
        chance: Chance,
        tempo: Tempo,
        post: Callable[[Thought], None],
    ) -> None:
        self._thinker = thinker
        self._clock = clock
        self._chance = chance
        self._tempo = tempo
        self._post = post
        self._match: Match | None = None
        self._wanted: Bid | Play | None = None
        self._posted_at = 0
        self._task: asyncio.Task[None] | None = None
        self._v = 0

    def arm(self, room: Room) -> None:
        """Ask for the bot on turn in *room*, unless that is under way or nobody is there to see."""
        self._v = room.v
        if room.settings.hints or any(place.bot is not None for place in room.places):
            self._thinker.prepare()
        if not room.bot_is_due or room.closed:
            self.stop()
        elif self._match is not room.match:
            self.stop()
            self._match = room.match
            self._task = asyncio.get_running_loop().create_task(self._think(room))
        elif self._wanted is not None and self._posted_at != room.v:
            self._say()  # something else came first, which left the turn as it was

    def stop(self) -> None:
        """Let the bot that was asked be silent."""
        if self._task is not None:
            self._task.cancel()
        self._match = self._wanted = self._task = None

    def _say(self) -> None:
        assert self._wanted is not None
        self._posted_at = self._v
        self._post(Thought(self._v, self._wanted))

    async def _think(self, room: Room) -> None:
        match, seat = room.match, room.match.turn
        assert seat is not None
        policy = room.places[seat.place].bot
        assert policy is not None
        deal = match.running
        leads = bool(deal.tricks) and not deal.trick
        wait, turn = self._tempo.draw(self._chance, leads=leads), room.settings.turn
        due = self._clock.now() + (min(wait, turn / 2) if turn else wait)
        seed = int.from_bytes(self._chance.draw(8), "big")
        try:
            choice = await self._thinker.choose(view(match, seat), policy, seed)
            action: Action = choice.action
        except Exception:
            _log.exception("a bot could not think", room=room.room_id, v=room.v)
            action = stand_in(match)
        await self._until(due)
        self._wanted = command_of(match, action)
        self._say()

    async def _until(self, due: float) -> None:
        if due <= self._clock.now():
            return
        come = asyncio.get_running_loop().create_future()
        alarm = self._clock.at(due, lambda: None if come.done() else come.set_result(None))
        try:
            await come
        finally:
            alarm.cancel()


def command_of(match: Match, action: Action) -> Bid | Play:
    """Return *action* as the command with which a person would ask for it."""
    deal = match.running
    match action:
        case MakeCall(_, call):
            return Bid(1, deal.number, len(deal.auction.calls), str(call))
        case PlayCard(_, card, declare):
            return Play(1, deal.number, len(deal.tricks) + 1, card, declare)
        case _:
            raise TypeError(f"a bot cannot ask for {action}")
