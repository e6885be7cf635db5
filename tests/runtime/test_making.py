"""How tables are made and found: once each, by codes alone."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from belote_protocol.commands import Create, Join, Ready, Settings, Sit, Watchers
from belote_protocol.updates import Left, Ok, Presence, Refused, Snapshot
from belote_protocol.vocab import RefusalCode, Seat
from belote_server.runtime.nature import ALPHABET, Chance
from belote_server.storage.log import Ownership
from tests.helpers.faulty_log import Fault
from tests.helpers.house import House, so
from tests.helpers.members import Caller

COINCHE = Settings("coinche-official")


async def test_a_table_is_made(house: House) -> None:
    """Who makes a table is told so, then shown it, and may sit; it is stored and listed by then."""
    host = house.guest()
    answer = await house.create(host, turn=20)
    shown = await host.hears(Snapshot)

    assert host.updates[1:] == [answer, shown]
    assert (answer.v, answer.last_cmd, shown.v) == (1, 0, 1)
    assert (shown.room.host, shown.room.settings.turn) == (host.public_id, 20)
    for code in (shown.room.sit, shown.room.watch):
        assert code is not None
        assert len(code) == 8
        assert set(code) <= set(ALPHABET)
        assert await house.store.room_of_code(code) == shown.room.id
    assert shown.room.sit != shown.room.watch
    assert await house.store.open_rooms() == [shown.room.id]


async def test_t70_a_table_is_made_once(house: House) -> None:
    """Asking a hundred times over three connections, with a slow store, makes one table."""
    host = house.guest()
    callers = [host, host.again(), host.again()]
    for caller in callers[1:]:
        caller.connect()
    house.log.commit_plan.append(Fault.STALLED)
    numbers = [
        (caller, caller.post(Create, settings=COINCHE, key="the table"))
        for caller in callers
        for _ in range(34)
    ]
    await house.log.stalled.wait()
    assert all(caller.answers == [] for caller in callers)
    house.log.go_on.set()
    for caller in callers:
        await caller.until(lambda caller=caller: len(caller.answers) == 34)  # type: ignore[misc]

    assert all(isinstance(answer, Ok) for caller in callers for answer in caller.answers)
    assert sorted(number for _, number in numbers) == sorted(
        answer.cmd for caller in callers for answer in caller.answers
    )
    assert len(house.rooms) == 1
    assert len(await house.store.read(house.runner.room.room_id)) == 1
    assert len({caller.room["id"] for caller in callers}) == 1


async def test_a_table_is_made_once_across_a_restart(house: House) -> None:
    """Asking again after the server was gone leads to the table that was made before."""
    host = house.guest()
    await house.create(host)
    name = host.room["id"]
    await house.restart()
    again = host.again()
    again.connect()
    await house.create(again)

    assert again.room["id"] == name
    assert len(house.rooms) == 1


async def test_a_table_whose_making_broke_off_is_made(house: House) -> None:
    """What is left of a table in the store is gone on with by whoever asks for it again."""
    host = house.guest()
    await house.create(host)
    name = host.room["id"]
    await house.kill()
    house.rooms = house._rooms()  # which does not read the store
    again = host.again()
    again.connect()
    await house.create(again)

    assert again.room["id"] == name
    assert len(await house.store.read(name)) == 1


async def test_other_tables_are_others(house: House) -> None:
    """Another key, or the same key from somebody else, is another table."""
    one, other = house.guest(), house.guest()
    await house.create(one, "first key")
    first = one.room["id"]
    await house.create(one, "other key")
    await house.create(other, "first key")

    assert len({first, one.room["id"], other.room["id"]}) == 3
    assert len(house.rooms) == 3


async def test_t76_what_cannot_be_played_is_refused(house: House) -> None:
    """A thousand tables with impossible rules are refused with the field, and nothing is stored."""
    host = house.guest()
    wrong: list[tuple[str, dict[str, Any], str]] = [
        ("poker", {}, "name"),
        ("coinche-official", {"match.target": 0}, "match.target"),
        ("coinche-official", {"match.target": True}, "match.target"),
        ("coinche-official", {"cards.jokers": 2}, "cards.jokers"),
        ("coinche-official", {"dealing.packets": [8]}, "dealing.packets"),
        ("classic-house", {"auction.floor": 80}, "auction.floor"),
        ("coinche-house", {"auction.floor": 160, "auction.ceiling": 80}, "auction.floor"),
        ("coinche-house", {"auction.modes": "stars"}, "auction.modes"),
    ]
    for nth in range(1000):
        rules, changes, field = wrong[nth % len(wrong)]
        settings = Settings(rules, changes)
        refused = await host.refused(Create, settings=settings, key=f"table number {nth}")
        assert refused.code is RefusalCode.BAD_RULES
        assert refused.params["field"] == field

    assert house.log.calls == []
    await house.create(host)


async def test_no_table_is_made_by_a_server_that_stops(house: House) -> None:
    """A server that is about to stop refuses new tables and keeps the old ones."""
    callers = await house.table()
    house.rooms.accepting = False
    refused = await house.guest().refused(Create, settings=COINCHE, key="the table")

    assert refused.code is RefusalCode.NOT_NOW
    await callers[0].done(Ready)


@pytest.mark.parametrize("fault", [Fault.UNDONE, Fault.UNANSWERED])
@pytest.mark.parametrize("call", range(5))
async def test_a_table_is_made_in_spite_of_the_store(house: House, call: int, fault: Fault) -> None:
    """Whichever step of the making fails, it is refused or done, and asking again makes it."""
    house.log.plan.extend([Fault.NONE] * call + [fault])
    host = house.guest()
    answer = await host.ask(Create, settings=COINCHE, key="the table")
    if isinstance(answer, Refused):
        assert answer.code is RefusalCode.PAUSED
        assert len(house.rooms) == 0
    await house.create(host)

    assert len(house.rooms) == 1
    assert len(await house.store.read(house.runner.room.room_id)) == 1
    await host.done(Sit, seat=Seat.SOUTH)


async def test_a_table_that_somebody_else_holds_is_not_made(house: House) -> None:
    """Where another node has the table, making it is refused for now."""
    host = house.guest()
    await house.create(host)
    name = host.room["id"]
    other = House(node="south", store=house.store, clock=house.clock)
    there = other.caller(host.name, token=host.token)
    there.connect()

    refused = await there.refused(Create, settings=COINCHE, key="the table")
    assert refused.code is RefusalCode.PAUSED
    assert house.runner.room.room_id == name


async def test_whoever_hung_up_is_not_entered(house: House) -> None:
    """A table whose maker is gone by the time it is made waits for somebody to come."""
    house.log.commit_plan.append(Fault.STALLED)
    host = house.guest()
    host.post(Create, settings=COINCHE, key="the table")
    await house.log.stalled.wait()
    host.hang_up()
    house.log.go_on.set()
    await so(lambda: len(house.rooms))

    assert len(house.runner.audience) == 0
    assert house.runner.idle_since == house.clock.now()


async def test_codes_lead_to_one_table(house: House) -> None:
    """A code that is taken is not given out again, even if chance says it once more."""
    said = iter([b"aaaaa", b"bbbbb", b"aaaaa", b"bbbbb", b"ccccc", b"ddddd"])
    random = house.chance.draw
    house.chance = Chance(lambda size: next(said) if size == 5 else random(size))
    house.rooms = house._rooms()
    one, other = house.guest(), house.guest()
    await house.create(one)
    await house.create(other)

    codes = [caller.room[kind] for caller in (one, other) for kind in ("sit", "watch")]
    assert len(set(codes)) == 4


# --- finding a table ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    [
        str.lower,
        lambda code: f"{code[:4]}-{code[4:]}",
        lambda code: f" {code[:2]} {code[2:]}_",
        lambda code: code.replace("0", "O").replace("1", "I"),
        lambda code: code.replace("0", "o").replace("1", "l"),
    ],
    ids=["small", "dash", "spaces", "capital look-alikes", "small look-alikes"],
)
async def test_codes_as_people_type_them(house: House, typed: Callable[[str], str]) -> None:
    """Case, dashes, spaces and letters that look like digits make no difference."""
    said = iter([b"\x00\x42\x10\x84\x01", b"\x84\x21\x08\x42\x20"])  # full of 0 and 1
    random = house.chance.draw
    house.chance = Chance(lambda size: next(said) if size == 5 else random(size))
    house.rooms = house._rooms()
    host, guest = house.guest(), house.guest()
    await house.create(host)
    assert "0" in host.room["sit"]
    assert "1" in host.room["sit"]

    await guest.done(Join, code=typed(host.room["sit"]))
    assert guest.room["id"] == host.room["id"]


async def test_one_code_lets_people_sit_and_the_other_does_not(house: House) -> None:
    """Who came to watch sees no code for seats and gets none; who came to sit does."""
    host = house.guest()
    await house.create(host)
    sitter, watcher = house.guest(host.room["sit"]), house.guest(host.room["watch"])

    assert sitter.room["sit"] == host.room["sit"]
    assert "sit" not in watcher.room
    assert watcher.room["watch"] == host.room["watch"]
    refused = await watcher.refused(Sit, seat=Seat.WEST)
    assert refused.code is RefusalCode.WATCH_ONLY
    await sitter.done(Sit, seat=Seat.WEST)


async def test_the_host_may_sit_by_whatever_code(house: House) -> None:
    """Who made a table keeps the right to sit there."""
    host = house.guest()
    await house.create(host)
    code = host.room["watch"]
    host.hang_up()
    again = host.again()
    again.connect(code)

    assert "sit" in again.room
    await again.done(Sit, seat=Seat.WEST)


@pytest.mark.parametrize("code", ["AAAA", "0000 0000", "Z" * 24, "p-00903b35"])
async def test_t80_an_unknown_code_writes_nothing(house: House, code: str) -> None:
    """A code that leads nowhere is refused without a question to the store."""
    host = house.guest()
    await house.create(host)
    calls = [*house.log.calls]
    guest = house.guest()
    welcome = house.caller().connect(code)

    assert (await guest.refused(Join, code=code)).code is RefusalCode.NO_SUCH_ROOM
    assert (welcome.refused, welcome.snapshot) == (RefusalCode.NO_SUCH_ROOM, None)
    assert house.log.calls == calls


async def test_a_command_outside_a_table_is_refused(house: House) -> None:
    """Who is at no table is told so, whatever it asks."""
    guest = house.guest()

    assert (await guest.refused(Ready)).code is RefusalCode.NOT_IN_ROOM
    assert (await guest.refused(Sit, seat=Seat.WEST)).code is RefusalCode.NOT_IN_ROOM


async def test_one_table_at_a_time(house: House) -> None:
    """Entering a table leaves the one before, where the seat waits and its person is away."""
    one, two = await house.table(), house.guest()
    await house.create(two, "another table")
    mover = one[1]
    await mover.done(Join, code=two.room["sit"])
    notice = await one[0].hears(Presence)

    assert (notice.seat, notice.online) == (Seat.WEST, False)
    assert mover.room["id"] == two.room["id"]
    assert (await mover.refused(Ready)).code is RefusalCode.NOT_SEATED


# --- watching -------------------------------------------------------------------------------------


async def test_t51_a_private_table_is_watched_by_invitation_only(house: House) -> None:
    """Without watchers, strangers come in to sit before a match and not at all in one."""
    callers = await house.match(spectators=False)
    sit, watch = callers[0].room["sit"], callers[0].room["watch"]
    for code in (sit, watch):
        assert house.caller().connect(code).refused is RefusalCode.NO_SPECTATORS
        refused = await house.guest().refused(Join, code=code)
        assert refused.code is RefusalCode.NO_SPECTATORS
    for caller in callers:
        again = caller.again()
        assert again.connect(watch).snapshot is not None


async def test_strangers_come_to_sit_where_nobody_may_watch(house: House) -> None:
    """Before the match the code for seats lets people in although nobody may watch."""
    host = house.guest()
    await house.create(host, spectators=False)

    assert house.caller().connect(host.room["watch"]).refused is RefusalCode.NO_SPECTATORS
    await house.guest(host.room["sit"]).done(Sit, seat=Seat.WEST)


async def test_watchers_are_sent_away(house: House) -> None:
    """When the host lets nobody watch any more, those without a seat are sent away and stay out."""
    callers = await house.match()
    watch = callers[0].room["watch"]
    watchers = [house.guest(watch) for _ in range(3)]
    await callers[0].done(Watchers, allowed=False)

    for watcher in watchers:
        assert (await watcher.hears(Left)).reason == "watching_ended"
        assert (await watcher.refused(Ready)).code is RefusalCode.NOT_IN_ROOM
        assert watcher.again().connect(watch).refused is RefusalCode.NO_SPECTATORS
    await callers[0].until(lambda: "watchers" not in callers[0].room)
    await callers[0].done(Watchers, allowed=True)
    house.guest(watch)


async def test_the_host_stays_to_watch(house: House) -> None:
    """Who made the table is not sent away from it, seat or no seat."""
    host = house.guest()
    await house.create(host)
    await host.done(Watchers, allowed=False)

    assert host.room["settings"]["spectators"] is False
    assert not any(isinstance(update, Left) for update in host.updates)


async def test_many_tables_live_side_by_side(house: House) -> None:
    """Fifty people make a table each at the same time."""
    callers: list[Caller] = [house.guest() for _ in range(50)]
    await asyncio.gather(*(house.create(caller) for caller in callers))

    assert len({caller.room["id"] for caller in callers}) == 50
    assert len(house.rooms) == 50
    for runner in house.rooms.runners():
        taken = await house.store.acquire(runner.room.room_id, "south", 1, 1)
        assert not isinstance(taken, Ownership)  # each is held
