"""Logs, figures, error pages and refusals of whole matches hold no secret, whatever fails."""

import asyncio
import io
import logging
import re
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
import structlog

from belote_protocol.codec import Format
from belote_protocol.commands import Chat
from belote_protocol.vocab import Card, Mode
from belote_server.net.peer import Peer
from belote_server.observe import set_up_log
from belote_server.room.inputs import Spoken
from belote_server.room.room import step as sound_step
from belote_server.storage.memory_log import MemoryLog
from tests.helpers.faulty_log import Fault, FaultyLog
from tests.helpers.ledger import Ledger
from tests.helpers.live_server import LiveServer
from tests.helpers.parties import Party
from tests.helpers.speakers import Speaker, speaking

CARD = re.compile(r"\b[789TJQKA][SHDC]\b|[SHDC]_[789TJQKA]\b|SPADE|HEART|DIAMOND|CLUB")
"""A card in any form that the server writes one."""

BUG = "a bug at this table"


@pytest.fixture(params=["json", "console"])
def told(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """Collect the whole log, from debug on."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    stream = io.StringIO()
    set_up_log(request.param, "debug", stream)
    yield stream
    structlog.reset_defaults()
    root.handlers[:] = handlers
    root.setLevel(level)


async def page(server: LiveServer, request: str) -> str:
    """Return what is answered to a bare request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(request.encode())
    answer = (await reader.read()).decode()
    writer.close()
    return answer


PAGES = (
    "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
    "GET /metrics HTTP/1.1\r\nHost: a\r\nVia: b\r\n\r\n",
    "GET /ws HTTP/1.1\r\nHost: a\r\nOrigin: http://evil.example\r\nUpgrade: websocket\r\n\r\n",
    "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n",
    "GET /api/score?contract=%F0%9F%83%8F HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /api/rules?rules=../../etc HTTP/1.1\r\nHost: a\r\n\r\n",
    "rubbish\r\n\r\n",
)


def breaking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the table fail at some chat, with all that it knows in the error."""
    sound: Callable[..., Any] = sound_step

    def step(room: object, given: object, *more: object) -> Any:
        command = given.command if isinstance(given, Spoken) else None
        if isinstance(command, Chat) and command.text == "break":
            raise RuntimeError(f"{BUG}: {room!r} {given!r}")
        return sound(room, given, *more)

    monkeypatch.setattr("belote_server.runtime.runner.step", step)
    received: Callable[..., None] = Peer.received

    def receive(peer: Peer, frame: bytes | str) -> None:
        if frame in ("break", b"break"):
            peer._failed()
        received(peer, frame)

    monkeypatch.setattr(Peer, "received", receive)


async def provoke(server: LiveServer, party: Party, speaker: Speaker) -> None:
    """Make everything fail that a stranger can make fail."""
    for form, frame in (
        (Format.JSON, "{"),
        (Format.JSON, "break"),
        (Format.JSON, '{"t":"hello","protocol":99,"name":"x"}'),
        (Format.MSGPACK, b"\x81\xa1t\xa4show"),
        (Format.MSGPACK, b"\x90" * 30_000),
        (Format.MSGPACK, b"\xdc\xff\xff" * 100),
    ):
        async with speaking(server.address, form) as broken:
            await broken.send(frame)
            await broken.closed()
    token = party.players[0].session.token
    assert token is not None
    async with speaking(server.address) as broken:
        await broken.hello_and_close(token=token + "!")
    await speaker.enter("join", code=party.watch)
    for kind, fields in (
        ("play", {"deal": 1, "trick": 1, "card": "JS"}),
        ("bid", {"deal": 1, "nth": 0, "call": "nonsense"}),
        ("join", {"code": "WRONGCODE"}),
        ("create", {"settings": {"rules": "poker"}, "key": "a strange one"}),
        ("sit", {"seat": "S"}),
    ):
        await speaker.refused(kind, **fields)
    assert await speaker.refused("chat", text="break") == "internal"


async def test_nothing_secret_is_told_to_operators(
    told: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every failure provoked, no token, seed, code or hidden card gets anywhere."""
    breaking(monkeypatch)
    log = FaultyLog(MemoryLog(lambda: int(time.time() * 1000)))
    pages = []
    async with (
        LiveServer(log) as server,
        Party(server.address, 21, changes={"match.deals": 2}) as party,
        speaking(server.address, Format.JSON, "Stranger") as stranger,
    ):
        await party.sit_down()
        log.plan.extend([Fault.UNDONE, Fault.UNANSWERED])
        await party.act()
        before = told.tell()
        await provoke(server, party, stranger)
        hands = server.rooms.runners()[0].room.match.deal
        assert hands is not None
        bug = told.getvalue()[before:]
        for card in (card for hand in hands.hands for card in hand):
            assert repr(card) not in bug or card is hands.turned
        pages += [await page(server, request) for request in PAGES]
        await party.play()
        pages += [await page(server, PAGES[0])]
        tokens = [guest.session.token or "" for guest in party.guests]
        keys = [guest.key for guest in party.guests]
        codes = [party.watch, party.players[0].table.room["sit"]]
        ledger = Ledger(await server.stored(party.room))
        strange = [
            *(each for each in stranger.updates if each["t"] in ("refused", "closing")),
            *(each for guest in party.guests for each in guest.updates if each["t"] == "refused"),
        ]

    everything = "\n".join([told.getvalue(), *pages])
    seeds = [deal.seed or "" for deal in ledger.revealed()]
    assert len(seeds) >= 2
    assert BUG in everything
    for secret in (*tokens, stranger.welcome["token"], *seeds, *codes):
        assert len(secret) >= 8
        assert secret not in everything
        assert secret not in repr(strange)
    for key in keys:
        assert key not in "\n".join(pages)
    assert all("Traceback" not in each and "belote_server" not in each for each in pages)
    quiet = "\n".join(line for line in told.getvalue().splitlines() if BUG not in line)
    assert not CARD.findall(quiet)
    assert not CARD.findall("\n".join(pages[:-1]))
    for deal in ledger.revealed():
        for one, other in pairwise(deal.deck):
            assert f"{one!r}, {other!r}" not in everything


def test_the_scan_would_notice() -> None:
    """The forms of a card that are looked for are those that would be written."""
    for card in Card:
        assert CARD.search(f"{card}")
        assert CARD.search(f"{card!r}")
        assert CARD.search(card.name)
    assert not CARD.search(f"{Mode.SPADES.value} 7d04c1 K7QM2XVA")
