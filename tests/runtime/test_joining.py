"""How people find a table, and who may only watch or not at all."""

import asyncio
from collections.abc import Callable

import pytest

from belote_protocol.commands import Join, Ready, Remove, Sit, Watchers
from belote_protocol.updates import Left, Presence
from belote_protocol.vocab import RefusalCode, Seat
from belote_server.runtime.nature import Chance
from belote_server.storage.log import Ownership
from tests.helpers.house import House
from tests.helpers.members import Caller


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


async def test_who_is_sent_away_is_told(house: House) -> None:
    """Whose seat the host empties is sent away, and may come again."""
    callers = await house.table()
    code = callers[0].room["sit"]
    await callers[0].done(Remove, seat=Seat.EAST)
    assert (await callers[3].hears(Left)).reason == "removed"
    assert callers[3].table is None
    assert "person" not in callers[0].room["seats"][3]
    await callers[3].done(Join, code=code)
    await callers[3].done(Sit, seat=Seat.EAST)


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
