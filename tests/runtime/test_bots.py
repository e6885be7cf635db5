"""Bots at a table in force: they act through its inbox, in their time, and people come first."""

import asyncio
from random import Random
from typing import Any

import pytest
from structlog.typing import EventDict

from belote_protocol.commands import Back, Bot, Hint, Leave, Next, Ready, Rematch, Say, Sit
from belote_protocol.updates import Hinted, Left, Ok
from belote_protocol.vocab import SEATS, Phase, Phrase, Policy, RefusalCode, Seat
from belote_server.bots.choice import Choice
from belote_server.game.deck import PACK
from belote_server.game.events import CallMade, CardPlayed
from belote_server.game.frozen import changed
from belote_server.game.state import Match
from belote_server.game.views import View, view
from belote_server.room.events import Away, BotLeft, BotSat, Returned
from belote_server.runtime.pace import Pace, Tempo
from belote_server.runtime.thinking import AtOnce
from belote_server.storage.stream import read_room
from tests.helpers.house import House, on_turn, so
from tests.helpers.members import Caller
from tests.helpers.rooms import stored_part

S, W, N, E = SEATS


async def alone(house: House, **settings: Any) -> Caller:
    """Return the host of a table with three bots, in the first auction of a match."""
    host = house.guest(name="South")
    await house.create(host, **settings)
    await host.done(Sit, seat=S)
    for seat in (W, N, E):
        await host.done(Bot, seat=seat, policy=Policy.CLUB)
    await host.done(Ready)
    return host


async def play_alone(house: House, host: Caller, rng: Random) -> None:
    """Let the host play lawfully until the match is over."""
    while host.phase != "ended":
        if host.my_turn:
            kind, fields = host.move(rng, 0.6)
            await host.done(kind, **fields)
        elif host.phase == "dealing" and not host.room["seats"][0].get("ready"):
            await host.done(Next, deal=house.runner.room.match.deals)
        else:
            await host.until(lambda: host.my_turn or host.phase in ("dealing", "ended"))


@pytest.mark.parametrize("rules", ["classic-house", "coinche-official"])
async def test_one_person_and_three_bots(house: House, rules: str) -> None:
    """A whole match, and a second one: bots wait for nobody, and nobody for them."""
    host = await alone(house, rules=rules, changes={"match.deals": 2}, turn=0)
    await host.until(lambda: host.phase == "auction")
    await play_alone(house, host, Random(1))
    await host.done(Rematch)
    await host.until(lambda: host.phase != "ended")

    assert house.runner.room.playing
    batches = await house.batches()
    acts = [each for each in batches if isinstance(each.events[-1], CallMade | CardPlayed)]
    assert {each.person for each in acts} == {None, host.key}


class Reading:
    """A thinker that keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[View, Policy, int]] = []
        self._inner = AtOnce()

    def prepare(self) -> None:
        self._inner.prepare()

    async def choose(self, view: View, policy: Policy, seed: int) -> Choice:
        self.asked.append((view, policy, seed))
        return await self._inner.choose(view, policy, seed)


def with_other_cards(match: Match, viewer: Seat, rng: Random) -> Match:
    """Return *match* with all that *viewer* cannot see lying elsewhere."""
    deal = match.running
    seen = {*deal.hands[viewer.place], *deal.trick}
    seen |= {card for trick in deal.tricks for card in trick.cards}
    seen |= {deal.turned} if deal.turned is not None else set()
    hidden = [card for card in PACK if card not in seen]
    rng.shuffle(hidden)
    south, west, north, east = (
        hand
        if seat is viewer
        else tuple(hidden.pop() if card not in seen else card for card in hand)
        for seat, hand in zip(SEATS, deal.hands, strict=True)
    )
    return changed(match, deal=changed(deal, hands=(south, west, north, east)))


async def test_a_bot_is_given_its_view_and_nothing_else(house: House) -> None:
    """What is asked of a bot stays the same wherever the cards lie that its seat cannot see."""
    reading = house.thinker = Reading()
    await house.restart()
    host = await alone(house, turn=0, changes={"match.deals": 1})
    rng, compared, moved = Random(2), 0, 0
    while host.phase != "ended":
        match, turn = house.runner.room.match, house.runner.room.match.turn
        if turn is not None and turn is not S and reading.asked:
            shown, policy, _ = reading.asked[-1]
            other = with_other_cards(match, turn, rng)
            if shown == view(match, turn):
                assert view(other, turn) == shown
                assert policy is Policy.CLUB
                compared += 1
                moved += other.running.hands != match.running.hands
        if host.my_turn:
            kind, fields = host.move(rng, 0.6)
            await host.done(kind, **fields)
        else:
            await asyncio.sleep(0)

    assert compared > 5
    assert moved > 5
    seeds = [seed for _, _, seed in reading.asked]
    assert len(set(seeds)) == len(seeds)


# --- time -----------------------------------------------------------------------------------------


class Slow(Reading):
    """A thinker that says when it is done looking, and waits until it may."""

    def __init__(self) -> None:
        super().__init__()
        self.may = asyncio.Event()

    async def choose(self, view: View, policy: Policy, seed: int) -> Choice:
        choice = await super().choose(view, policy, seed)
        await self.may.wait()
        return choice


async def test_a_bots_delay_is_drawn_before_it_looks(house: House) -> None:
    """A bot acts at the drawn instant, whatever it holds and however soon it knows."""
    slow = house.thinker = Slow()
    house.pace = Pace(tempo=Tempo(2.0))
    await house.restart()
    host = await alone(house, turn=0)
    await so(lambda: host.my_turn or slow.asked)
    if host.my_turn:
        kind, fields = host.move(Random(0), 1.0)
        await host.done(kind, **fields)
        await so(lambda: slow.asked)
    slow.may.set()
    await so(lambda: len(house.clock.pending) == 1)
    (due,) = house.clock.pending
    v = house.runner.room.v

    assert 1.0 <= due - house.clock.now() <= 3.0
    house.clock.advance(due - house.clock.now() - 0.01)
    await host.done(Say, phrase=Phrase.HELLO)
    assert house.runner.room.v == v
    house.clock.advance(0.02)
    await host.until(lambda: house.runner.room.v > v)


def test_the_drawn_delays() -> None:
    """From half to one and a half times the average, longer for a lead; none where none is set."""
    house = House()
    drawn = [Tempo(1.0).draw(house.chance, leads=False) for _ in range(200)]
    leads = [Tempo(1.0).draw(house.chance, leads=True) for _ in range(200)]

    assert 0.5 <= min(drawn) < 0.6
    assert 1.4 < max(drawn) <= 1.5
    assert 2.0 < max(leads) <= 2.25
    assert Tempo().draw(house.chance, leads=True) == 0


async def test_a_person_comes_before_the_bot_that_holds_the_seat(house: House) -> None:
    """While the bot still thinks, its person comes back and plays; the bot is not heard."""
    slow = house.thinker = Slow()
    await house.restart()
    callers = await house.match(turn=0, grace=5)
    caller, code = on_turn(callers), callers[0].room["sit"]
    caller.hang_up()
    await so(lambda: house.clock.pending)
    house.clock.advance(6)
    await so(lambda: slow.asked)
    back = caller.again()
    back.connect(code)
    await back.until(lambda: back.my_turn and not house.runner.room.bot_is_due)
    slow.may.set()
    kind, fields = back.move(Random(1), 0)
    await back.done(kind, **fields)

    calls = house.runner.room.match.running.auction.calls
    assert [str(call) for _, call in calls] == [fields["call"]]


async def test_other_news_do_not_start_a_bots_turn_anew(house: House) -> None:
    """Somebody else's coming and going while a bot thinks does not make it think again."""
    slow = house.thinker = Slow()
    await house.restart()
    callers = await house.match(turn=0)
    caller = on_turn(callers)
    await caller.done(Leave)
    await so(lambda: slow.asked)
    other = next(each for each in callers if each is not caller)
    code = other.room["sit"]
    for _ in range(3):
        v = house.runner.room.v
        other.hang_up()
        await so(lambda v=v: house.runner.room.v > v)  # type: ignore[misc]
        other = other.again()
        other.connect(code)
        await so(lambda v=v: house.runner.room.v > v + 1)  # type: ignore[misc]
    slow.may.set()
    await so(lambda: house.runner.room.match.running.auction.calls)

    assert len([each for each in slow.asked if each[0].turn is slow.asked[0][0].turn]) == 1


# --- when things go wrong -------------------------------------------------------------------------


class Broken:
    """A thinker that cannot."""

    def prepare(self) -> None:
        pass

    async def choose(self, view: View, policy: Policy, seed: int) -> Choice:
        raise RuntimeError("no thought came")


async def test_a_bot_that_cannot_think_still_moves(house: House, logs: list[EventDict]) -> None:
    """Whatever happens to its thinking, the bot does something sensible, and it is told."""
    house.thinker = Broken()
    await house.restart()
    host = await alone(house, turn=0, changes={"match.deals": 1})
    await play_alone(house, host, Random(4))

    assert {each["event"] for each in logs} == {"a bot could not think"}
    logs.clear()


async def test_bots_survive_the_server(house: House) -> None:
    """After a restart in a bot's turn the bot goes on, once somebody is there to see."""
    slow = house.thinker = Slow()
    await house.restart()
    callers = await house.match(turn=0)
    await on_turn(callers).done(Leave)
    await so(lambda: slow.asked)
    house.thinker = None
    await house.restart()
    assert not house.runner.room.bot_is_due
    again = callers[1].again()
    again.connect(house.runner.room.sit)
    await so(lambda: house.runner.room.match.running.auction.calls)


async def test_t86_a_match_left_to_bots_ends(house: House) -> None:
    """When all people have left it a match does not go on, and a little later the table is gone."""
    callers = await house.match()
    for caller in callers:
        await caller.done(Leave)
    await so(lambda: house.runner.forsaken_since is not None)
    v = house.runner.room.v
    house.clock.advance(119)
    house.rooms.expire_idle()
    await asyncio.sleep(0)
    assert house.runner.room.v == v
    house.clock.advance(2)
    house.rooms.expire_idle()
    await so(lambda: not house.rooms.runners())


async def test_t86_watchers_do_not_keep_it(house: House) -> None:
    """A match of bots alone ends even if somebody watches; they are told."""
    callers = await house.match()
    watcher = house.guest(callers[0].room["watch"])
    for caller in callers:
        await caller.done(Leave)
    house.clock.advance(121)
    await so(lambda: house.runner.forsaken_since is not None)
    house.clock.advance(121)
    house.rooms.expire_idle()

    assert (await watcher.hears(Left)).reason == "closed"


async def test_t84_one_in_grace_keeps_it(house: House) -> None:
    """As long as one person has only lost the connection, the table waits as it always did."""
    callers = await house.match()
    for caller in callers[1:]:
        await caller.done(Leave)
    callers[0].hang_up()
    house.clock.advance(3600)
    house.rooms.expire_idle()
    await asyncio.sleep(0)

    assert len(house.rooms) == 1


# --- hints ----------------------------------------------------------------------------------------


async def test_a_hint(house: House) -> None:
    """Where the table allows it, the seat on turn is told what the club would do, and why."""
    callers = await house.match(turn=0, hints=True)
    caller = on_turn(callers)
    v = house.runner.room.v
    answer = await caller.ask(Hint)
    hinted = await caller.hears(Hinted)

    assert isinstance(answer, Ok)
    assert house.runner.room.v == v
    assert hinted.deal == 1
    assert hinted.call is not None
    assert hinted.card is None
    others = [each for each in callers if each is not caller]
    assert not [each for other in others for each in other.updates if isinstance(each, Hinted)]


async def test_no_hint(house: House) -> None:
    """Nobody gets one out of turn, without a seat, or where the table has none."""
    callers = await house.match(turn=0, hints=True)
    late = next(caller for caller in callers if not caller.my_turn)
    watcher = house.guest(callers[0].room["watch"])
    assert (await late.refused(Hint)).code is RefusalCode.NOT_YOUR_TURN
    assert (await watcher.refused(Hint)).code is RefusalCode.NOT_SEATED
    other = House(seed=5)
    strict = await other.match(turn=0)
    assert (await on_turn(strict).refused(Hint)).code is RefusalCode.NO_HINTS
    await other.rooms.stop()


async def test_taking_the_seat_back_by_word(house: House) -> None:
    """One who is there and let its turns pass gets the seat back by asking."""
    callers = await house.match(turn=10, timeouts=1)
    caller = on_turn(callers)
    house.clock.advance(10.4)
    seat = caller.seat
    assert seat is not None
    await caller.until(lambda: caller.room["seats"][seat.place].get("bot") == "club")
    await caller.done(Back)

    assert caller.room["seats"][seat.place].get("bot") is None
    stored = [event for batch in await house.batches() for event in batch.events]
    assert BotSat(seat, Policy.CLUB) in stored


@pytest.mark.parametrize("seed", range(8))
async def test_all_four_come_and_go(seed: int) -> None:
    """People leave and come back at any time; the match ends, and is what was stored of it."""
    house, rng = House(seed=seed), Random(seed)
    callers = await house.match(
        rules=rng.choice(["classic-house", "coinche-official"]),
        changes={"match.deals": 2},
        turn=10,
        bank=5,
        grace=20,
        timeouts=2,
    )
    code = callers[0].room["sit"]
    for _ in range(5000):
        if house.runner.room.match.phase is Phase.ENDED:
            break
        nth = rng.randrange(4)
        caller = callers[nth]
        if caller.closed is not None:
            if rng.random() < 0.3:
                caller = callers[nth] = caller.again()
                caller.connect(code)
        elif rng.random() < 0.08:
            if rng.random() < 0.3:
                await caller.done(Leave)
            caller.hang_up()
        elif caller.my_turn:
            kind, fields = caller.move(rng, 0.6)
            await caller.ask(kind, **fields)  # a bot may have been quicker
        house.clock.advance(rng.choice([0.2, 1.0, 4.0]))
        for _ in range(4):
            await asyncio.sleep(0)

    stored = await house.store.read(house.runner.room.room_id)
    replayed = read_room((entry.v, entry.entry) for entry in stored)
    assert replayed.match.phase is Phase.ENDED
    assert replayed == stored_part(house.runner.room)
    taken = [type(event) for batch in await house.batches() for event in batch.events]
    assert {BotSat, BotLeft, Away, Returned} <= set(taken)
    house.check()
    await house.rooms.stop()
