"""
The table line by line: each event one sentence, each command a few words.

Nothing moves a cursor and nothing is coloured, so a screen reader, a pipe or the plainest terminal
can follow.
"""

import asyncio
import math
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterable

from belote_protocol.vocab import Phrase, Seat
from client_demo.fairness import Verdict
from client_demo.retry import State, Status
from client_demo.session import Heard
from client_demo.story import printable
from client_demo.terminal import moves, typed
from client_demo.terminal.desk import Desk
from client_demo.terminal.identity import Identity
from client_demo.terminal.look import look_of
from client_demo.terminal.options import Options
from client_demo.terminal.places import invitation
from client_demo.terminal.reciting import Reciting
from client_demo.terminal.start import NewTable, Start
from client_demo.views import RoomView, value_of
from client_demo.wire import Command, Update

Say = Callable[[str], None]


async def typed_lines() -> AsyncIterator[str]:
    """Give what is typed, line by line, to its end."""
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line)
        loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()  # a read can't be cancelled
    while (line := await lines.get()) is not None:
        yield line


def print_line(line: str) -> None:
    """Print a line at once, its letters as far as the terminal has them."""
    encoding = sys.stdout.encoding or "ascii"
    print(line.encode(encoding, "replace").decode(encoding), flush=True)


class Plain:
    """One person's evening in lines."""

    def __init__(self, start: Start, identity: Identity, options: Options, say: Say) -> None:
        """
        Prepare to speak.

        Args:
            start: Where to begin.
            identity: Who one is there.
            options: The language, and one's name.
            say: Takes a line.
        """
        self._start = start
        self._look = look_of(options)
        self._recite = Reciting(self._look, self._seconds_until)
        self._name = identity.known.name or options.name
        self._write = say
        self._last_turn: tuple[object, ...] = ()
        self._lists_tables = False
        self.desk = Desk(start.place.address, identity, options.lang, self._hear)

    async def run(self, lines: AsyncIterator[str]) -> int:
        """Say what happens and do what *lines* ask for, to their end."""
        self._say(self._look.say("plain_hello", word=self._look.say("do_help")))
        try:
            if not self._name:
                self._say(self._look.say("plain_name"))
                self._name = (await anext(lines, "")).strip()
            if not self._name:
                return 1
            await self.desk.open(self._name)
            await self._begin()
            async for line in lines:
                if line.strip() and not await self._do(line):
                    break
        finally:
            await self.desk.close()
            self.desk.identity.release()
            self._say(self._look.say("plain_bye"))
        return 0

    def _seconds_until(self, instant: float | None) -> float | None:
        return self.desk.seconds_until(instant)

    def _say(self, text: str) -> None:
        self._write(printable(text))

    def _all(self, texts: Iterable[str]) -> None:
        for text in texts:
            self._say(text)

    # --- what happens ----------------------------------------------------------------------------

    def _hear(self, heard: Heard | Status | Verdict) -> None:
        tell = self._recite.telling
        if isinstance(heard, Verdict):
            self._say(tell.verdict(heard).text)
        elif isinstance(heard, Status):
            if heard.state is not State.OPEN:
                self._say(tell.status(heard).text)
        else:
            self._all(line.text for line in tell.lines(heard))
            if heard.update["t"] == "snapshot" and heard.after is not None:
                self._all(self._recite.table(heard.after.room))
            if heard.after is not None:
                self._turn(heard.after.room)
            self._look_around(heard.update)

    def _look_around(self, update: Update) -> None:
        """Say what the lobby says: the tables that were asked for, and how the search stands."""
        if update["t"] == "lobby" and self._lists_tables:
            self._lists_tables = False
            self._all(self._recite.lobby(self.desk.lobby))
        elif update["t"] == "seeking" and update["on"]:
            self._say(self._look.words.say("lobby.searching", n=update.get("waiting", 0)))

    def _turn(self, room: RoomView) -> None:
        """Say whose turn it is, if that is news."""
        deal = value_of(room, "match") and room["match"].get("deal")
        places = ("calls", "tricks", "trick")
        here = (
            room["turn"].get("seat"),
            deal and (deal["number"], *(len(value_of(deal, name)) for name in places)),
        )
        if here != self._last_turn:
            self._last_turn = here
            self._all(self._recite.turn(room))

    # --- what is asked for -----------------------------------------------------------------------

    async def _begin(self) -> None:
        if self._start.new is not None:
            await self._create(self._start.new, self._start.bots)
        elif self._start.lobby:
            await self._tables()
        elif code := self._start.place.code or self.desk.identity.known.code:
            await self._ask({"t": "join", "code": code})

    async def _create(self, new: NewTable, bots: int) -> None:
        answer = await self.desk.create(new)
        if answer["t"] == "refused":
            self._refused(answer)
        elif await self.desk.arrived() and bots and self.desk.table is not None:
            refused = await self.desk.fill(bots, new.level)
            if refused is not None:
                self._refused(refused)

    async def _ask(self, command: Command) -> None:
        self._refused(await self.desk.ask(command))

    def _refused(self, answer: Update) -> None:
        """Say why nothing was done, if nothing was."""
        if answer["t"] == "refused":
            self._say(self._recite.telling.refused(answer))

    async def _do(self, line: str) -> bool:
        """Do what *line* asks for; return whether to go on."""
        asked = typed.typed(line, self._look.words)
        match asked.verb:
            case "quit":
                return False
            case "help":
                self._all(self._recite.commands())
            case "create":
                await self._new(asked.rest)
            case "join" | "watch":
                await self._join(asked.rest, asked.verb)
            case "lobby":
                await self._tables()
            case "quick":
                rules, pace = typed.rules(asked.rest), typed.pace(asked.rest)
                self._refused(await self.desk.seek(rules, pace, wide=True))
            case "stop":
                self._refused(await self.desk.unseek())
            case _ if self.desk.table is None:
                self._say(self._look.say("plain_no_table"))
            case verb:
                await self._at_table(verb, asked.rest, line, self.desk.table.room)
        return True

    async def _new(self, rest: str) -> None:
        rules, bots, level = typed.new_table(rest)
        hints = bots == 3
        await self._create(NewTable(rules, level=level, hints=hints), bots)

    async def _tables(self) -> None:
        """Say the open tables, now or as soon as they are known."""
        if self.desk.lobby.v:
            self._all(self._recite.lobby(self.desk.lobby))
            return
        self._lists_tables = True
        self._refused(await self.desk.browse())

    async def _join(self, rest: str, verb: str) -> None:
        offers = list(self.desk.lobby.offers.values())
        if rest.isdigit() and 1 <= int(rest) <= len(offers):
            offer = offers[int(rest) - 1]
            rest = offer["code"] if verb == "join" else offer.get("watch", "")
        try:
            place = invitation(rest, self._start.place)
        except ValueError:
            self._say(self._look.say("bad_link"))
            return
        if place.address != self.desk.address:
            self._say(self._look.say("other_server", address=place.address))
        else:
            await self._ask({"t": "join", "code": place.code})

    async def _at_table(self, verb: str, rest: str, line: str, room: RoomView) -> None:
        match verb:
            case "hand":
                self._all(self._recite.hand(room))
            case "table":
                self._all(self._recite.table(room))
            case "score":
                self._all(self._recite.score(room))
            case "last":
                self._all(self._recite.last(room))
            case "time":
                self._time(room)
            case "phrase" if not rest:
                self._all(self._recite.phrases())
            case _:
                command = self._command(verb, rest, room)
                if command is not None:
                    await self._ask(command)
                else:
                    word = self._look.say("do_help")
                    self._say(self._look.say("plain_unknown", text=line.strip(), word=word))

    def _time(self, room: RoomView) -> None:
        self._all(self._recite.turn(room))
        left = self.desk.seconds_left()
        if left is not None:
            self._say(self._look.say("plain_seconds_left", n=max(0, math.ceil(left))))

    def _command(self, verb: str, rest: str, room: RoomView) -> Command | None:
        words = self._look.words
        match verb:
            case "ready":
                return moves.go_on(room)
            case "play":
                return self._play(rest, room)
            case "pass" | "coinche" | "surcoinche" if "deal" in room.get("match", {}):
                return moves.bid(room, verb)
            case "bid" if "deal" in room.get("match", {}):
                call = typed.bid(rest, words)
                return moves.bid(room, call) if call else None
            case "sit" | "remove" | "swap":
                seat = typed.seat(rest, words)
                return {"t": verb, "seat": seat} if seat else None
            case "bot" | "mute" | "unmute" | "watchers":
                return self._people(verb, rest, room)
            case "say" if rest:
                return {"t": "chat", "text": rest[:300]}
            case "phrase" if rest.isdigit() and 1 <= int(rest) <= len(Phrase):
                return {"t": "say", "phrase": [*Phrase][int(rest) - 1].value}
            case "surrender" | "leave" | "hint" | "back":
                return {"t": verb}
            case _:
                return None

    def _people(self, verb: str, rest: str, room: RoomView) -> Command | None:
        """Return the command about somebody else at the table; ``None`` where none is named."""
        if verb == "watchers":
            yes, no = (("yes", typed.plain(self._look.say("yes"))), ("no", self._look.say("no")))
            said = typed.plain(rest)
            return {"t": verb, "allowed": said in yes} if said in (*yes, *no) else None
        named, _, last = rest.partition(" ")
        seat = typed.seat(named, self._look.words)
        if seat is None:
            return None
        if verb == "bot":
            return {"t": verb, "seat": seat, "policy": typed.level(last)}
        person = value_of(room["seats"][Seat(seat).place], "person")
        muted = verb == "mute"
        return {"t": "mute", "person": person["id"], "muted": muted} if person else None

    def _play(self, rest: str, room: RoomView) -> Command | None:
        silent = {"silent", typed.plain(self._look.say("do_silent"))}
        named, _, last = rest.rpartition(" ")
        declare = typed.plain(last) not in silent
        card = typed.card(rest if declare else named, moves.my_hand(room), self._look.words)
        return moves.play(room, card, declare=declare) if card else None


def run(start: Start, identity: Identity, options: Options) -> int:
    """Play line by line; return the exit status."""
    plain = Plain(start, identity, options, print_line)
    try:
        return asyncio.run(plain.run(typed_lines()))
    except KeyboardInterrupt:
        return 0
