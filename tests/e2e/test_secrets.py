"""
Not a byte on a socket tells a viewer where the cards lie that it has not seen.

Two servers live through the same evening with different hidden cards: the deck of the deal is put
in, its seed differs, and its commitment, which nobody could tell apart from chance, is the same.
What each viewer is sent must be the same to the last byte, whatever it asks, sends or breaks.
"""

import asyncio
import base64
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from random import Random

import pytest

from belote_protocol.calls import Word
from belote_protocol.codec import Format
from belote_protocol.vocab import PUBLIC, SEATS, VIEWERS, Card, Seat, Viewer
from belote_server.game import deck as decks
from belote_server.game.actions import Action, MakeCall, PlayCard
from belote_server.game.events import DeclarationsMade, HandsDealt
from belote_server.game.rulesets import RULE_SETS
from belote_server.room.inputs import Drawn
from belote_server.runtime.nature import Chance
from belote_server.storage.memory_log import MemoryLog
from tests.helpers.ledger import Ledger
from tests.helpers.live_server import LiveServer
from tests.helpers.nature import ManualClock, chance
from tests.helpers.parties import Party
from tests.helpers.proxy import Fate, Passage, Proxy
from tests.helpers.speakers import Speaker, speaking
from tests.helpers.stories import Manner, told
from tests.helpers.worlds import Batches, Scene, last_scene, other_worlds


@dataclass(frozen=True)
class Dealing(Chance):
    """A chance that is as good as any other, but for the deal, which is put in."""

    drawn: Drawn | None = None

    def deal(self) -> Drawn:
        """Return what was put in."""
        assert self.drawn is not None
        return self.drawn


Put = Callable[[tuple[Card, ...]], None]


@pytest.fixture
def put_in(monkeypatch: pytest.MonkeyPatch) -> Put:
    """Return what decides the order of the next deal; its commitment is always the same."""

    def put(deck: tuple[Card, ...]) -> None:
        monkeypatch.setattr(decks, "fair_deck", lambda *deal: deck)
        monkeypatch.setattr(decks, "commitment", lambda *deal: bytes(range(32)))

    return put


class Evening:
    """Four people, and two who watch, at a server whose every chance is known."""

    def __init__(self, server: LiveServer, stack: AsyncExitStack, forms: list[Format]) -> None:
        self.server = server
        self.sent: dict[Viewer, list[Speaker]] = {viewer: [] for viewer in VIEWERS}
        self._stack = stack
        self._forms = dict(zip(SEATS, forms, strict=True))
        self._code = ""

    async def connect(self, viewer: Viewer, form: Format, **hello: object) -> Speaker:
        """Return one more connection of *viewer*'s, whose frames count."""
        speaking_ = speaking(self.server.address, form, str(viewer), **hello)
        speaker = await self._stack.enter_async_context(speaking_)
        self.sent[viewer].append(speaker)
        return speaker

    async def begin(self, rules: str) -> None:
        """Let everybody come, sit down and be ready."""
        watch, v = "", 0
        for seat, form in self._forms.items():
            speaker = await self.connect(seat, form)
            if not self._code:
                settings = {"rules": rules, "turn": 30, "pause": 12}
                table = await speaker.enter("create", settings=settings, key="the evening")
                self._code = table.room["sit"]
                watch = table.room["watch"]
            else:
                await speaker.enter("join", code=self._code)
            await speaker.done("sit", seat=seat.value)
        for form in Format:
            await (await self.connect(PUBLIC, form)).enter("join", code=watch)
        for seat in SEATS:
            v = await self.at(seat).done("ready")
        await self._all_reach(v + 1)  # the deal

    def at(self, seat: Seat) -> Speaker:
        """Return the connection that acts for *seat*."""
        return self._open(seat)[-1]

    def _open(self, viewer: Viewer) -> list[Speaker]:
        return [speaker for speaker in self.sent[viewer] if speaker.is_open]

    async def act(self, action: Action) -> None:
        """Let a seat do *action*, and everybody see it."""
        assert isinstance(action, MakeCall | PlayCard)
        speaker = self.at(action.seat)
        assert speaker.table is not None
        deal = speaker.table.room["match"]["deal"]
        if isinstance(action, MakeCall):
            nth = len(deal.get("calls", []))
            v = await speaker.done("bid", deal=1, nth=nth, call=str(action.call))
        else:
            trick = len(deal.get("tricks", [])) + 1
            card, declare = action.card.value, action.declare
            v = await speaker.done("play", deal=1, trick=trick, card=card, declare=declare)
        await self._all_reach(v)

    async def _all_reach(self, v: int) -> None:
        await asyncio.gather(
            *(speaker.reach(v) for viewer in VIEWERS for speaker in self._open(viewer))
        )

    async def pry(self, viewer: Viewer) -> None:
        """Let *viewer* ask for all it may not know, break the rules of the wire, and come back."""
        form = Format.JSON if viewer is PUBLIC else self._forms[Seat(viewer)]
        speaker = self._open(viewer)[-1]
        assert speaker.table is not None
        room, token = speaker.table.room, speaker.welcome["token"]
        deal = room["match"]["deal"]
        own = deal["hands"][SEATS.index(Seat(viewer))] if viewer is not PUBLIC else []
        trick, nth = len(deal.get("tricks", [])) + 1, len(deal.get("calls", []))
        mine = room["turn"].get("seat") == viewer
        for card in Card:
            if not (mine and card.value in own):
                await speaker.refused("play", deal=1, trick=trick, card=card.value)
        for word in (*Word, "80S", "capotNT", "H", "rubbish"):
            if not mine:
                await speaker.refused("bid", deal=1, nth=nth, call=str(word))
        for kind, fields in (
            ("next", {"deal": 1}),
            ("rematch", {}),
            ("sit", {"seat": "N"}),
            ("swap", {"seat": "N"}),
            ("remove", {"seat": "N"}),
            ("join", {"code": "NOSUCHCODE"}),
        ):
            await speaker.ask(kind, **fields)
        await speaker.ask("chat", text="what have you got?")
        again = {"room": room["watch"], "v": speaker.table.v, "term": speaker.table.term}
        if viewer is not PUBLIC:
            again["token"] = token
        await self.connect(viewer, form, **again)
        if viewer is not PUBLIC:
            assert (await speaker.closed())[0] == 4001
        broken = await self.connect(viewer, form)
        await broken.send("{}" if form is Format.JSON else b"\x81\xa1t\xa4show")
        assert (await broken.closed())[0] == 4003


async def bytes_for(
    viewer: Viewer, scene: Scene, deck: tuple[Card, ...], seed: int, rules: str
) -> list[list[bytes]]:
    """Return all that *viewer* is sent, a list a connection, in the evening of *scene*."""
    clock = ManualClock()
    secret = Random(" ".join(deck)).randbytes(32).hex()
    dealing = Dealing(chance(seed).draw, Drawn("m-1", scene.before.dealer, secret))
    forms = [list(Format)[(seed + seat.place) % 2] for seat in SEATS]
    async with (
        LiveServer(MemoryLog(clock.now_ms), clock=clock, chance=dealing) as server,
        AsyncExitStack() as stack,
    ):
        evening = Evening(server, stack, forms)
        await evening.begin(rules)
        for nth, action in enumerate(as_seen(scene)):
            if nth == len(scene.actions) // 2:
                await evening.pry(viewer)
            await evening.act(action)
        await evening.pry(viewer)
        return [[*speaker.frames] for speaker in evening.sent[viewer]]


def as_seen(scene: Scene) -> list[Action]:
    """Return what was done in *scene*; who was not heard to declare did not want to."""
    return [
        replace(action, declare=any(isinstance(event, DeclarationsMade) for event in batch))
        if isinstance(action, PlayCard)
        else action
        for action, batch in zip(scene.actions, scene.batches[1:], strict=True)
    ]


def scene_of(rules: str, seed: int) -> Scene:
    """Return a deal under way, the first of its match."""
    length = Random(seed).randrange(6, 34)
    scene = last_scene(told(RULE_SETS[rules], seed, length, Manner(committed=0, quitting=0)))
    assert scene is not None
    return scene if scene.before.deals == 0 and scene.actions else scene_of(rules, seed + 1000)


def deck_of(batches: Batches) -> tuple[Card, ...]:
    """Return the order of the deal in *batches*."""
    (deck,) = (event.deck for batch in batches for event in batch if isinstance(event, HandsDealt))
    assert deck is not None
    return deck


async def compare(put_in: Put, rules: str, seed: int, viewer: Viewer, wanted: int) -> int:
    """Compare what *viewer* is sent in a deal and in other worlds; return how many there were."""
    scene = scene_of(rules, seed)
    put_in(deck_of(scene.batches))
    here = await bytes_for(viewer, scene, deck_of(scene.batches), seed, rules)
    found = 0
    for world in other_worlds(scene, viewer, Random(seed), tries=40):
        found += 1
        put_in(deck_of(world))
        there = await bytes_for(viewer, scene, deck_of(world), seed, rules)
        for one, other in zip(here, there, strict=True):
            for nth, (frame, again) in enumerate(zip(one, other, strict=False)):
                assert frame == again, f"frame {nth} of {viewer} differs"
            assert len(one) == len(other)
        if found == wanted:
            break
    return found


@pytest.mark.parametrize("rules", RULE_SETS)
async def test_t40_t42_t53_two_worlds_look_the_same(put_in: Put, rules: str) -> None:
    """No frame of any kind differs between worlds that differ in hidden cards alone."""
    for nth, viewer in enumerate(VIEWERS):
        found = 0
        for seed in range(nth, 100, len(VIEWERS)):
            found += await compare(put_in, rules, seed, viewer, wanted=2)
            if found >= 2:
                break
        assert found >= 2


@pytest.mark.soak
@pytest.mark.parametrize("rules", RULE_SETS)
async def test_t40_t42_t53_many_worlds_look_the_same(put_in: Put, rules: str) -> None:
    """The same in hundreds of worlds."""
    found = Counter[Viewer]()
    for seed in range(200):
        viewer = VIEWERS[seed % len(VIEWERS)]
        found[viewer] += await compare(put_in, rules, seed, viewer, wanted=4)
    assert min(found[viewer] for viewer in VIEWERS) > 20


async def test_t40_the_comparison_would_notice(put_in: Put) -> None:
    """Whoever may see a card is sent other bytes where it is another one."""
    scene = scene_of("coinche-house", 0)
    sent = []
    for deck in (deck_of(scene.batches), deck_of(next(other_worlds(scene, PUBLIC, Random(0), 99)))):
        put_in(deck)
        sent.append([await bytes_for(seat, scene, deck, 0, "coinche-house") for seat in SEATS])
    assert sent[0] != sent[1]


async def test_t54_no_seed_leaves_before_its_reveal() -> None:
    """On no line, in no form, is a seed or a commitment's secret seen before the deal is over."""
    heard: list[bytes] = []

    def listen(passage: Passage) -> Fate:
        if not passage.upward:
            heard.append(passage.payload)
        return Fate.PASS

    async with (
        LiveServer() as server,
        Proxy(server.port, listen) as proxy,
        Party(proxy.address, 54, changes={"match.deals": 3}) as party,
    ):
        await party.play()
        ledger = Ledger(await server.stored(party.room))
    deals = ledger.revealed()
    assert len(deals) >= 3
    for deal in deals:
        assert deal.seed is not None
        told = [at for at, frame in enumerate(heard) if _shows(frame, bytes.fromhex(deal.seed))]
        first = min(at for at, frame in enumerate(heard) if b"revealed" in frame and at in told)
        assert told[0] == first


def _shows(frame: bytes, seed: bytes) -> bool:
    """Tell whether a quarter of *seed* is in *frame*, raw or in hexadecimal or base64."""
    forms = (seed, seed.hex().encode(), base64.b64encode(seed))
    return any(
        form[at : at + len(form) // 4] in frame
        for form in forms
        for at in range(0, len(form), len(form) // 4)
    )
