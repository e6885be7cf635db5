"""Commands that come twice, late, all at once, or as nonsense, over real sockets."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest
from structlog.testing import capture_logs

from belote_protocol.codec import Format
from belote_protocol.vocab import SEATS, Card, Phrase, Seat
from belote_server.room.inputs import Drawn, Input, Spoken
from belote_server.room.outcome import Outcome
from belote_server.room.room import step
from belote_server.room.state import Room
from client_demo.wire import pack
from tests.helpers.ledger import Ledger
from tests.helpers.live_server import LiveServer
from tests.helpers.proxy import Fate, Passage, Proxy
from tests.helpers.speakers import speaking
from tests.helpers.tables import dealt, in_play, legal_cards, move, seated, turn_of
from tests.helpers.waits import so


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    """An open server."""
    async with LiveServer() as server:
        yield server


async def test_t23_two_act_at_once(server: LiveServer) -> None:
    """Of two seats that act in the same moment one is heard; the other learns where things are."""
    async with dealt(server) as table:
        acting = table.acting
        seat = turn_of(acting)
        assert seat is not None
        late = table.at(seat.next)
        bid: dict[str, Any] = {"deal": 1, "nth": 0, "call": "pass"}
        one, other = await asyncio.gather(acting.ask("bid", **bid), late.ask("bid", **bid))
        assert one["t"] == "ok"
        assert other["t"] == "refused"
        assert (other["code"], other["v"]) in (
            ("not_your_turn", one["v"] - 1),
            ("stale_place", one["v"]),
        )
        await table.level(one["v"])
        assert turn_of(late) is seat.next


async def test_t24_t25_fifty_copies_over_three_connections(server: LiveServer) -> None:
    """A command that comes fifty times is done once, and every copy gets the same answer."""
    async with in_play(server) as table:
        speaker = table.acting
        command = move(speaker)
        cmd = await speaker.say(**command)
        answers = [await speaker.answer(cmd)]
        for _ in range(3):
            for _ in range(17):
                since = len(speaker.updates)
                await speaker.say(**{**command, "cmd": cmd})
                answers.append(await speaker.answer(cmd, since))
            speaker = await table.again(speaker)
        assert len(answers) > 50
        assert all(answer == answers[0] for answer in answers)
        ledger = Ledger(await server.stored(table.room))
    assert ledger.v == answers[0]["v"]
    assert ledger.commands_are_stored_once()


async def test_t26_a_double_click_on_a_slow_line(server: LiveServer) -> None:
    """Two clicks under 800 ms of latency play one card."""

    def slow(passage: Passage) -> Fate:
        return Fate.LATE if b"card" in passage.payload else Fate.PASS

    async with Proxy(server.port, slow, late=0.8) as proxy, in_play(server) as table:
        acting = table.acting
        seat = turn_of(acting)
        assert seat is not None
        async with speaking(
            proxy.address, acting.form, "Anna", token=acting.welcome["token"], room=table.sit
        ) as clicking:
            table.speakers[seat.place] = clicking
            first, second = legal_cards(clicking)[:2]
            place = {"deal": 1, "trick": 1}
            one, other = (
                await clicking.say("play", card=first, **place),
                await clicking.say("play", card=second, **place),
            )
            assert (await clicking.answer(one))["t"] == "ok"
            assert (await clicking.answer(other))["code"] == "not_your_turn"
            assert clicking.table is not None
            deal = clicking.table.room["match"]["deal"]
            assert deal.get("trick", []) == [first]
            assert second in deal["hands"][seat.place]


async def test_t28_every_frame_again(server: LiveServer) -> None:
    """Whatever a client has ever sent, sent again in the same order, changes nothing."""
    async with in_play(server) as table:
        sent: list[dict[str, Any]] = []
        for _ in range(8):
            speaker = table.acting
            if speaker is table.speakers[0]:
                sent.append({**move(speaker), "cmd": speaker.cmd + 1})
            await table.act()
        south = table.speakers[0]
        before = await server.stored(table.room)
        for command in sent:
            since = len(south.updates)
            cmd = await south.say(**command)
            answer = await south.answer(cmd, since)
            assert answer["t"] == "ok" or answer["code"] == "old"
        assert len(sent) == 2
        assert await server.stored(table.room) == before


async def crowd(server: LiveServer, size: int) -> None:
    """Let many people want all four seats of a table at once."""
    async with speaking(server.address, name="Host") as host:
        table = await host.enter("create", settings={"rules": "coinche-house"}, key="the table")
        seats: Counter[str] = Counter()

        async def one(nth: int) -> None:
            async with speaking(server.address, name=f"Guest {nth}") as guest:
                await guest.enter("join", code=table.room["sit"])
                for place in range(4):
                    answer = await guest.ask("sit", seat=SEATS[(nth + place) % 4].value)
                    seats[answer.get("code", "ok")] += 1
                await over.wait()

        over = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            for nth in range(size):
                group.create_task(one(nth))
            await so(lambda: seats.total() == 4 * size, every=0.01)
            ledger = Ledger(await server.stored(table.room["id"]))
            over.set()
    for room in ledger.rooms:
        keys = [place.person.key for place in room.places if place.person is not None]
        assert len(keys) == len(set(keys)), "somebody had two seats"
    assert all(place.person is not None for place in ledger.last.places)
    assert set(seats) == {"ok", "seat_taken"}


async def test_t33_t34_a_crowd_wants_four_seats(server: LiveServer) -> None:
    """Many ask for every seat at once: four have one, none is lost, nobody has two."""
    await crowd(server, 60)


@pytest.mark.soak
async def test_t33_t34_five_hundred_want_four_seats(server: LiveServer) -> None:
    """The same, with five hundred."""
    await crowd(server, 500)


# --- nonsense -------------------------------------------------------------------------------------


def nonsense(rng: Random) -> dict[str, Any]:
    """Return a command that the wire lets through, with little sense in it."""
    number = rng.choice((0, 1, 1, 2, 2**31 - 10))
    kind, fields = rng.choice(
        (
            ("bid", {"deal": number, "nth": rng.randrange(5), "call": rng.choice(CALLS)}),
            ("play", {"deal": number, "trick": rng.randint(1, 8), "card": rng.choice(CARDS)}),
            ("next", {"deal": number}),
            ("rematch", {}),
            ("surrender", {"give_up": False}),
            ("sit", {"seat": rng.choice(SEATS).value}),
            ("swap", {"seat": rng.choice(SEATS).value}),
            ("ready", {"ready": rng.random() < 0.5}),
            ("remove", {"seat": rng.choice(SEATS).value}),
            ("watchers", {"allowed": True}),
            ("chat", {"text": rng.choice(("\u200b", "<b>", "a" * 300, "\x00"))}),
            ("say", {"phrase": rng.choice(list(Phrase)).value}),
            ("mute", {"person": rng.choice(("", "x", "p" * 16))}),
            ("join", {"code": rng.choice(("NOSUCH", "0000", "----"))}),
        )
    )
    return {"kind": kind, **fields}


CARDS = [card.value for card in Card]
CALLS = ("pass", "coinche", "surcoinche", "80H", "capotNT", "generaleAT", "H", "", "0S", "😀")


async def test_t38_nonsense_stops_no_table(server: LiveServer) -> None:
    """However much nonsense a seat and a watcher ask, all is answered and the match goes on."""
    rng = Random(38)
    async with dealt(server) as table:
        watcher = await table.speak(Format.JSON, room=table.watch)
        for _ in range(60):
            for fool in (watcher, table.at(Seat.NORTH), table.at(Seat.SOUTH)):
                command = nonsense(rng)
                if command["kind"] in ("bid", "play"):
                    command["deal"] += 9  # it might be lawful by chance
                answer = await fool.ask(**command)
                assert answer["t"] in ("ok", "refused")
                assert answer.get("code") != "internal"
            await table.due()
            await table.act()


@pytest.mark.parametrize("form", Format)
async def test_t38_broken_frames_stop_no_table(server: LiveServer, form: Format) -> None:
    """Bytes that are no frame end the connection they came on, and nothing else."""
    rng = Random(39)
    async with dealt(server) as table:
        for nth in range(60):
            async with speaking(server.address, form, f"Fool {nth}") as fool:
                await fool.enter("join", code=table.watch)
                frame = pack({"t": "sit", "cmd": 1, "seat": "S", "x": 1}, form)
                cut = rng.randrange(len(frame))
                await fool.send(frame[:cut])
                assert (await fool.closed())[0] == 4003
            if nth % 4 == 0:
                await table.act()


async def invalid_creates(server: LiveServer, count: int) -> None:
    """Ask for many tables that cannot be, over some connections at once."""
    rng = Random(76)
    async with speaking(server.address, name="Honest") as honest:
        table = await honest.enter("create", settings={"rules": "classic-house"}, key="some table")
        fields = list(table.room["rules"])
        wrong: tuple[Any, ...] = (
            -1,
            7,
            10**6,
            "",
            "must",
            "x" * 40,
            True,
            False,
            [],
            [1000],
            [3, 2, 3, 2],
        )

        async def some(size: int) -> Counter[str]:
            codes: Counter[str] = Counter()
            async with speaking(server.address, name="Fool") as fool:
                for nth in range(size):
                    changes = {rng.choice(fields): rng.choice(wrong), "no.such": rng.choice(wrong)}
                    rules = rng.choice(("classic-house", "coinche-official", "", "whist"))
                    settings = {"rules": rules, "changes": changes}
                    codes[await fool.refused("create", settings=settings, key=f"{nth:08}")] += 1
            return codes

        found = await asyncio.gather(*(some(count // 10) for _ in range(10)))
        assert sum(found, Counter()) == {"bad_rules": count}
        await honest.enter("create", settings={"rules": "coinche-house"}, key="another table")
    assert len(server.rooms) == 2
    assert len(server.rooms._tasks) == 2


async def test_t76_invalid_tables_are_refused(server: LiveServer) -> None:
    """However many tables are asked for that cannot be, all are refused and the server lives."""
    await invalid_creates(server, 1000)


@pytest.mark.soak
async def test_t76_ten_thousand_invalid_tables(server: LiveServer) -> None:
    """The same, ten thousand times."""
    await invalid_creates(server, 10_000)


async def test_t80_an_unknown_table(server: LiveServer) -> None:
    """A code that leads nowhere is refused, on joining and in ``hello``, and writes nothing."""
    async with speaking(server.address, name="Lost") as lost:
        assert await lost.refused("join", code="NOSUCHCODE") == "no_such_room"
        async with speaking(server.address, name="Lost", room="NOSUCHCODE") as other:
            assert other.welcome["refused"] == "no_such_room"
    assert await server.log.open_rooms() == []
    assert len(server.rooms) == 0


@pytest.mark.parametrize("form", Format)
async def test_t42_who_watches_can_do_nothing(server: LiveServer, form: Format) -> None:
    """Every command of the game is refused to somebody who watches."""
    async with in_play(server) as table:
        watcher = await table.speak(form, room=table.watch)
        before = await server.stored(table.room)
        for card in Card:
            code = await watcher.refused("play", deal=1, trick=1, card=card.value)
            assert code == "not_seated"
        for kind, fields, code in (
            ("bid", {"deal": 1, "nth": 4, "call": "pass"}, "not_seated"),
            ("next", {"deal": 1}, "not_seated"),
            ("rematch", {}, "not_seated"),
            ("surrender", {}, "not_seated"),
            ("swap", {"seat": "N"}, "not_seated"),
            ("ready", {}, "not_seated"),
            ("sit", {"seat": "N"}, "not_now"),
            ("remove", {"seat": "N"}, "not_host"),
            ("watchers", {"allowed": False}, "not_host"),
        ):
            assert await watcher.refused(kind, **fields) == code
        assert await server.stored(table.room) == before


# --- a bug ----------------------------------------------------------------------------------------


async def test_t81_f29_a_bug_in_one_table(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that fails is answered and forgotten; that table and others play on."""
    async with dealt(server) as sick, dealt(server) as sound:

        def buggy(room: Room, given: Input, now: float, *times: float) -> tuple[Room, Outcome]:
            if room.room_id == sick.room and isinstance(given, Spoken) and given.command.cmd == 99:
                raise ZeroDivisionError
            return step(room, given, now, *times)

        monkeypatch.setattr("belote_server.runtime.runner.step", buggy)
        with capture_logs() as logs:
            assert await sick.acting.refused(**{**move(sick.acting), "cmd": 99}) == "internal"
        assert [entry["exc_info"] for entry in logs if entry["log_level"] == "error"] == [True]
        sick.acting.cmd = 5
        for table in (sick, sound):
            for _ in range(2):
                await table.act()


async def test_f29_a_table_that_nature_cannot_move_is_parked(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deal that fails twice parks its table, which says so; others are dealt."""
    async with seated(server) as sick, seated(server) as sound:

        def buggy(room: Room, given: Input, now: float, *times: float) -> tuple[Room, Outcome]:
            if room.room_id == sick.room and isinstance(given, Drawn):
                raise ZeroDivisionError
            return step(room, given, now, *times)

        monkeypatch.setattr("belote_server.runtime.runner.step", buggy)
        with capture_logs() as logs:
            for speaker in sick.speakers:
                await speaker.done("ready")
            (runner,) = (each for each in server.rooms.runners() if each.room.room_id == sick.room)
            await so(lambda: runner.parked)
            assert await sick.speakers[0].refused("sit", seat="N") == "internal"
        errors = [entry["event"] for entry in logs if entry["log_level"] == "error"]
        assert errors == ["an input failed", "an input failed", "table parked"]
        again = await sick.again(sick.speakers[0])
        assert again.table is not None
        assert again.table.room["seat"] == "S"
        await sound.ready()
        await sound.act()
