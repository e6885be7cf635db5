"""People whose line breaks, whose device changes, or who just reload, over real sockets."""

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise

import pytest

from belote_protocol.codec import Format
from belote_protocol.vocab import SEATS, Seat
from belote_server.storage.log import Stored
from belote_server.storage.memory_log import MemoryLog
from client_demo.wire import Update
from tests.helpers.guests import Guest
from tests.helpers.ledger import Ledger, lasting
from tests.helpers.live_server import LiveServer
from tests.helpers.nature import ManualClock, chance
from tests.helpers.parties import Party
from tests.helpers.proxy import Fate, Passage, Proxy
from tests.helpers.speakers import Speaker, speaking
from tests.helpers.tables import Seated, dealt, in_play, move, seated, turn_of


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    """An open server."""
    async with LiveServer() as server:
        yield server


async def reload_many(server: LiveServer, times: int) -> None:
    """Close and open the connection of a seat without a pause between, many times over."""
    async with in_play(server, turn=600) as table:
        speaker = table.acting
        before = speaker.table
        assert before is not None
        assert before.room["turn"]["deadline"] > 0
        for nth in range(times):
            speaker.vanish() if nth % 2 else await speaker.close()
            async with speaking(
                server.address,
                speaker.form,
                "Anna",
                token=speaker.welcome["token"],
                room=table.sit,
                v=before.v,
                term=before.term,
            ) as again:
                assert again.welcome["recovered"]
                assert again.table is not None
                assert (again.table.v, lasting(again.table.room)) == (
                    before.v,
                    lasting(before.room),
                )
                assert [each["t"] for each in again.updates if each["t"] == "refused"] == []
                speaker = again
        assert [entry.v for entry in await server.stored(table.room)][-1] == before.v


async def test_t5_t68_fifty_reloads(server: LiveServer) -> None:
    """Closed and opened at once, fifty times: always the same seat and deadline, and no error."""
    await reload_many(server, 50)


@pytest.mark.soak
async def test_t5_a_thousand_reloads(server: LiveServer) -> None:
    """The same, a thousand times."""
    await reload_many(server, 1000)


async def test_t6_a_dead_line_blocks_nobody(server: LiveServer) -> None:
    """A connection that fell silent gives its seat to the new one at once, and is closed."""
    async with Proxy(server.port) as proxy, in_play(server) as table:
        seat = turn_of(table.acting)
        assert seat is not None
        async with speaking(
            proxy.address, name="Anna", token=table.acting.welcome["token"], room=table.watch
        ) as ghost:
            (link,) = proxy.links
            link.swallows = True
            again = await table.again(ghost)
            assert again.table is not None
            assert again.table.room["seat"] == seat
            table.speakers[seat.place] = again
            await table.act()
            async with asyncio.timeout(10):
                await link.over.wait()
            assert ghost.updates[-1]["t"] != "closing"  # it never heard of it


@pytest.mark.parametrize("form", Format)
async def test_t8_t78_nothing_comes_before_the_table(server: LiveServer, form: Format) -> None:
    """Whoever comes in the middle of things gets the table first, and then each next version."""
    async with dealt(server) as table:
        comers: list[Speaker] = []
        v = 0
        for nth in range(4):
            acting = asyncio.create_task(table.act())
            if nth % 2:
                comer = await table.speak(form, f"Guest {nth}", room=table.watch)
                assert comer.updates[0]["t"] == "welcome"
            else:
                comer = await table.speak(form, f"Guest {nth}")
                await comer.enter("join", code=table.watch)
            comers.append(comer)
            v = await acting
        for comer in comers:
            await comer.reach(v)
            told = [
                each for each in comer.updates if each["t"] in ("welcome", "snapshot", "happened")
            ]
            versions = [
                each.get("snapshot", each)["v"]
                for each in told
                if "v" in each or "snapshot" in each
            ]
            assert [later - earlier for earlier, later in pairwise(versions)] == [1] * (
                len(versions) - 1
            )


async def test_t11_the_result_is_there_after_a_reload(server: LiveServer) -> None:
    """Whoever reloads after the match sees its result, and can ask for another one."""
    async with Party(server.address, 11, changes={"match.deals": 1}) as party:
        await party.play()
        ledger = Ledger(await server.stored(party.room))
        for guest in party.players:
            seat = ledger.viewer(ledger.v, guest.id)
            async with speaking(
                server.address, token=guest.session.token, name="Again", room=guest.session.code
            ) as again:
                assert again.table is not None
                assert lasting(again.table.room) == ledger.view(again.table.v, seat)
                assert again.table.room["match"]["ended"]["reason"] == "deals"
                await again.done("rematch")
                ledger = Ledger(await server.stored(party.room))


async def test_t12_joining_where_one_is(server: LiveServer) -> None:
    """A second ``join`` shows the whole table again."""
    async with in_play(server) as table:
        speaker = table.at(Seat.WEST)
        before = speaker.table
        again = await speaker.enter("join", code=table.sit)
        assert before is not None
        assert (again.v, again.room) == (before.v, before.room)


async def test_t13_t16_t17_presence_is_told_once_and_true(server: LiveServer) -> None:
    """Who goes and comes back is named to everybody once each, and seats change once each."""
    async with in_play(server) as table:
        gone = table.at(Seat.EAST)
        others = [*table.speakers[:3], await table.speak(Format.JSON, room=table.watch)]
        gone.vanish()
        for speaker in others:
            assert await speaker.hear("presence") == away("E")
        again = await table.again(gone)
        for speaker in others:
            told = await speaker.hear("presence")
            assert told == {"t": "presence", "seat": "E", "online": True}
            assert speaker.table is not None
            assert [each.get("online", False) for each in speaker.table.room["seats"]] == 4 * [True]
        newest = await table.again(again)  # without a gap: nobody was away
        await again.closed()
        table.speakers[Seat.EAST.place] = newest
        await table.act()
        for speaker in others:
            assert len([each for each in speaker.updates if each["t"] == "presence"]) == 2
            seated_ = [each for each in events(speaker) if each["e"] == "seated"]
            assert len(seated_) == len({each["seat"] for each in seated_})


def away(seat: str) -> Update:
    """Return the notice that somebody is not connected."""
    return {"t": "presence", "seat": seat, "online": False}


def events(speaker: Speaker) -> list[Update]:
    """Return all events that *speaker* was told."""
    return [each for update in speaker.updates for each in update.get("events", [])]


async def test_t19_after_any_return_both_sides_agree(server: LiveServer) -> None:
    """However often people come and go in a match, each sees what the server has for its seat."""
    async with dealt(server) as table:
        for nth in range(24):
            seat = SEATS[nth % 4]
            if nth % 3 == 0:
                table.at(seat).vanish()
            table.speakers[seat.place] = await table.again(table.at(seat))
            v = await table.act() if nth % 5 else 0
            ledger = Ledger(await server.stored(table.room))
            for speaker, viewer in zip(table.speakers, SEATS, strict=True):
                assert speaker.table is not None
                if v:
                    await speaker.reach(v)
                assert lasting(speaker.table.room) == ledger.view(speaker.table.v, viewer)


async def test_t20_asked_before_the_socket_is_open(server: LiveServer) -> None:
    """What is asked for while there is no connection is done once there is one, once."""
    async with seated(server) as table:
        guest = Guest("Anna", server.address)
        guest.session.code = table.watch
        async with guest.connection as connection:
            assert connection.session.table is None
            answers = await asyncio.gather(
                guest.ask("chat", text="one"), guest.ask("chat", text="two")
            )
        assert [answer["t"] for answer in answers] == ["ok", "ok"]
        await table.at(Seat.SOUTH).hear("said")
        await table.at(Seat.SOUTH).hear("said")
        said = [each["text"] for each in table.at(Seat.SOUTH).updates if each["t"] == "said"]
        assert said == ["one", "two"]


async def test_t21_the_card_under_way_comes_first(server: LiveServer) -> None:
    """After a break the unanswered card is asked again; one for an older trick is not."""
    lost: list[bytes] = []

    def lose(passage: Passage) -> Fate:
        """Break the line under the first card."""
        if passage.upward and b"card" in passage.payload and not lost:
            lost.append(passage.payload)
            return Fate.CUT
        return Fate.PASS

    async with (
        Proxy(server.port, lose) as proxy,
        Party(server.address, 21, host=proxy.address, changes={"match.deals": 2}) as party,
    ):
        await party.sit_down()
        host = party.players[0]
        while "cards" not in host.table.room["turn"] or party.acting is not host:
            await party.act()
        command = party.move()
        stale = {**command, "trick": command["trick"]}
        first = asyncio.create_task(host.ask(**renamed(command)))
        second = asyncio.create_task(host.ask(**renamed(stale)))
        answer = await first
        assert answer["t"] == "ok"
        assert (await second)["code"] in ("stale_place", "not_your_turn", "not_your_card")
        ledger = Ledger(await server.stored(party.room))
    assert lost
    batch = ledger.command(host.key, answer["cmd"])
    assert batch is not None
    assert batch.v == answer["v"]
    host.check(ledger)


def renamed(command: Update) -> Update:
    """Return *command* as arguments."""
    return {"kind" if name == "t" else name: value for name, value in command.items()}


async def test_t22_no_ghosts_watch(server: LiveServer) -> None:
    """When those who watched are gone, in whatever way, nobody is counted any more."""
    async with seated(server) as table:
        watchers = [await table.speak(form, room=table.watch) for form in Format for _ in range(5)]
        south = table.at(Seat.SOUTH)
        while (await south.hear("watching"))["count"] < len(watchers):
            pass
        for nth, watcher in enumerate(watchers):
            watcher.vanish() if nth % 2 else await watcher.close()
        while (await south.hear("watching"))["count"]:
            pass
        assert (await table.again(south)).welcome["snapshot"]["room"].get("watchers", 0) == 0


async def test_t52_who_watches_leaves_no_trace() -> None:
    """With and without a storm of people who come to watch and go, the same bytes are stored."""
    assert await auction_with(0) == await auction_with(40)


async def auction_with(guests: int) -> list[Stored]:
    """Return what is stored of a table whose first auction so many people come to watch."""
    clock = ManualClock()
    log = MemoryLog(clock.now_ms)
    async with (
        LiveServer(log, clock=clock, chance=chance(52)) as server,
        dealt(server, turn=30) as table,
    ):
        for _ in range(2):
            await storm(table, guests // 2)
            await table.act()
        return await log.read(table.room)


async def storm(table: Seated, size: int) -> None:
    """Let many come to watch and go again at once, each in another way."""

    async def one(nth: int) -> None:
        form = list(Format)[nth % 2]
        async with speaking(table.server.address, form, f"Guest {nth}", room=table.watch) as guest:
            match nth % 4:
                case 0:
                    guest.vanish()
                case 1:
                    await guest.done("leave")
                case 2:
                    await guest.refused("play", deal=1, trick=1, card="7S")
                case _:
                    await guest.done("chat", text="hello")

    async with asyncio.TaskGroup() as group:
        for nth in range(size):
            group.create_task(one(nth))


async def test_t87_an_answer_for_every_command(server: LiveServer) -> None:
    """Whatever is asked, exactly one answer with its number comes, also after a break."""
    async with in_play(server) as table:
        speaker = table.acting
        commands: list[Update] = [{"kind": "chat", "text": str(nth)} for nth in range(20)]
        commands += [{"kind": "sit", "seat": "S"}, {"kind": "rematch"}, move(speaker)]
        for command in commands:
            await speaker.ask(**command)
        cmd = await speaker.say("chat", text="and good bye")
        speaker.vanish()
        again = await table.again(speaker)
        assert (await again.ask("chat", text="and good bye", cmd=cmd))["cmd"] == cmd
        answers = [each for each in speaker.updates if each["t"] in ("ok", "refused")]
        numbers = [each["cmd"] for each in answers[2:]]  # without `create` or `join`, and `sit`
        assert len(numbers) == len(set(numbers))
