"""Tables of people who speak over sockets, brought to where a test begins."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from belote_protocol.codec import Format
from belote_protocol.vocab import SEATS, Seat
from tests.helpers.speakers import Speaker, speaking

SETTINGS = {"rules": "coinche-house", "turn": 0, "pause": 0}


class Open(Protocol):
    """A server, wherever it runs."""

    @property
    def address(self) -> str:
        """Where sockets are opened."""


@dataclass
class Seated:
    """
    Four people at a table.

    Attributes:
        server: Where it is.
        stack: Closes what is opened with it.
        speakers: In seat order; the first one made the table.
        sit: The code to sit by.
        watch: The code to watch by.
        room: Its name.
    """

    server: Open
    stack: AsyncExitStack
    speakers: list[Speaker]
    sit: str
    watch: str
    room: str

    def at(self, seat: Seat) -> Speaker:
        """Return who sits there."""
        return self.speakers[seat.place]

    @property
    def acting(self) -> Speaker:
        """Whose turn it is."""
        (seat,) = {turn_of(speaker) for speaker in self.speakers}
        assert seat is not None
        return self.at(seat)

    async def speak(
        self, form: Format = Format.MSGPACK, name: str = "Guest", **hello: Any
    ) -> Speaker:
        """Return one more connection, which has said hello."""
        made = speaking(self.server.address, form, name, **hello)
        return await self.stack.enter_async_context(made)

    async def again(self, speaker: Speaker, **more: Any) -> Speaker:
        """Return a new connection of somebody at the table, which comes to it at once."""
        assert speaker.table is not None
        known = {"v": speaker.table.v, "term": speaker.table.term}
        token, name = speaker.welcome["token"], speaker.welcome["you"]["name"]
        hello = {"token": token, "room": self.watch, **known, **more}
        return await self.speak(speaker.form, name, **hello)

    async def ready(self) -> None:
        """Let all four be ready, and wait for the deal."""
        v = 0
        for speaker in self.speakers:
            v = await speaker.done("ready")
        await self.level(v + 1)

    async def act(self) -> int:
        """Let whoever's turn it is do something, and everybody see it; return the version."""
        speaker = self.acting
        v = await speaker.done(**move(speaker))
        await self.level(v)
        return v

    async def due(self) -> None:
        """Wait until somebody is to act, and all four know who."""
        while True:
            await self.level(max(speaker.v for speaker in self.speakers))
            turns = {turn_of(speaker) for speaker in self.speakers}
            if len(turns) == 1 and None not in turns:
                return
            await self.speakers[0].reach(self.speakers[0].v + 1)

    async def level(self, v: int) -> None:
        """Wait until all four have come to version *v*."""
        for speaker in self.speakers:
            await speaker.reach(v)


@asynccontextmanager
async def seated(server: Open, **settings: Any) -> AsyncIterator[Seated]:
    """Give a new table at which four people sit, in alternate formats."""
    async with AsyncExitStack() as stack:
        table = Seated(server, stack, [], "", "", "")
        for seat in SEATS:
            speaker = await table.speak(list(Format)[seat.place % 2], seat.name.title())
            if not table.speakers:
                wanted = {"settings": {**SETTINGS, **settings}, "key": "a new table"}
                made = await speaker.enter("create", **wanted)
                table.room = made.room["id"]
                table.sit, table.watch = made.room["sit"], made.room["watch"]
            else:
                await speaker.enter("join", code=table.sit)
            table.speakers.append(speaker)
            await speaker.done("sit", seat=seat.value)
        v = 1 + len(SEATS)
        await table.level(v)
        yield table


@asynccontextmanager
async def dealt(server: Open, **settings: Any) -> AsyncIterator[Seated]:
    """Give a new table at the first auction of a match."""
    async with seated(server, **settings) as table:
        await table.ready()
        yield table


@asynccontextmanager
async def in_play(server: Open, **settings: Any) -> AsyncIterator[Seated]:
    """Give a new table where the first speaker plays 80 hearts, and the first card is due."""
    async with dealt(server, **settings) as table:
        for nth, call in enumerate(("80H", "pass", "pass", "pass")):
            await table.level(await table.acting.done("bid", deal=1, nth=nth, call=call))
        yield table


def turn_of(speaker: Speaker) -> Seat | None:
    """Return whose turn it is, as *speaker* knows it."""
    assert speaker.table is not None
    seat = speaker.table.room["turn"].get("seat")
    return None if seat is None else Seat(seat)


def legal_cards(speaker: Speaker) -> list[str]:
    """Return the cards that *speaker*, who is to play, may play."""
    assert speaker.table is not None
    return [card for card, duty in speaker.table.room["turn"]["cards"].items() if duty is None]


def move(speaker: Speaker) -> dict[str, Any]:
    """Return what *speaker*, whose turn it is, may do: the first open card, or a pass."""
    assert speaker.table is not None
    room = speaker.table.room
    deal = room["match"]["deal"]
    if "cards" in room["turn"]:
        trick = len(deal.get("tricks", [])) + 1
        card = legal_cards(speaker)[0]
        return {"kind": "play", "deal": deal["number"], "trick": trick, "card": card}
    nth = len(deal.get("calls", []))
    return {"kind": "bid", "deal": deal["number"], "nth": nth, "call": "pass"}
