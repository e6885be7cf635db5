"""The public tables, as those hear them who look."""

from collections import Counter

import pytest
from structlog.typing import EventDict

from belote_protocol.codec import Format, encode
from belote_protocol.commands import Browse, Leave, Ready, Sit, Watchers
from belote_protocol.updates import Lobby
from belote_protocol.views import Offer
from belote_protocol.vocab import RefusalCode, Seat
from belote_server.runtime import browsing
from client_demo import lobby as demo
from client_demo.wire import unpack
from tests.helpers.house import House, so
from tests.helpers.members import Caller


def lobbies(caller: Caller) -> list[Lobby]:
    """Return what *caller* was told of the lobby, in order."""
    return [update for update in caller.updates if isinstance(update, Lobby)]


def known(caller: Caller) -> demo.Lobby:
    """Return what a client makes of what *caller* was told."""
    lobby = demo.Lobby()
    for update in lobbies(caller):
        lobby = demo.fold(lobby, unpack(encode(update, Format.JSON), Format.JSON))
    return lobby


def listed(house: House) -> dict[str, object]:
    """Return the server's list, as a client would have it."""
    whole = house.rooms.lobby._browsing.board.since(0)
    return dict(demo.fold(demo.Lobby(), unpack(encode(whole, Format.JSON), Format.JSON)).offers)


async def viewer(house: House) -> Caller:
    """Return somebody who looks at the lobby."""
    caller = house.guest()
    await caller.done(Browse)
    return caller


async def told(house: House, *viewers: Caller) -> None:
    """Let a second pass, and everybody hear what is new."""
    house.clock.advance(1.0)
    house.rooms.lobby.turn()
    for each in viewers:
        assert known(each).offers == listed(house)


async def test_a_table_fills(house: House) -> None:
    """Those who look see a public table come, fill and begin."""
    looking = await viewer(house)
    host = house.guest(name="Anna")
    await house.create(host, public=True, turn=15, changes={"match.target": 1500})
    await told(house, looking)
    (offer,) = known(looking).offers.values()
    assert offer == {
        "id": host.room["id"],
        "code": host.room["sit"],
        "watch": host.room["watch"],
        "rules": "coinche-official",
        "changes": 1,
        "target": 1500,
        "turn": 15,
        "host": "Anna",
        "names": [None] * 4,
        "watchers": 1,
    }

    others = [house.guest(offer["code"], name) for name in ("Bob", "Chen", "Dora")]
    for caller, seat in zip([host, *others], Seat, strict=True):
        await caller.done(Sit, seat=seat)
    await told(house, looking)
    (offer,) = known(looking).offers.values()
    assert sorted(offer["names"]) == ["Anna", "Bob", "Chen", "Dora"]
    assert offer.get("playing", False) is False
    assert offer.get("watchers", 0) == 0

    for caller in (host, *others):
        await caller.done(Ready)
    await house.dealt([host, *others])
    await told(house, looking)
    (offer,) = known(looking).offers.values()
    assert offer["playing"] is True


async def test_whoever_comes_is_told_at_once(house: House) -> None:
    """The first update comes with the answer, and has every table."""
    host = house.guest()
    await house.create(host, public=True)
    looking = await viewer(house)

    (first,) = lobbies(looking)
    assert first.full
    assert [each.id for each in first.tables] == [host.room["id"]]
    house.clock.advance(5.0)
    house.rooms.lobby.turn()
    assert len(lobbies(looking)) == 1


async def test_a_private_table_is_never_shown(house: House) -> None:
    """Nothing of a private table is in any update of the lobby."""
    looking = await viewer(house)
    callers = await house.match()
    await told(house, looking)

    assert known(looking).offers == {}
    shown = b"".join(encode(update, Format.JSON) for update in lobbies(looking)).decode()
    room = callers[0].room
    assert not any(secret in shown for secret in (room["sit"], room["watch"], room["id"]))


async def test_nothing_secret_is_shown(house: House) -> None:
    """An offer holds no token, no key, and nothing of a match but that there is one."""
    looking = await viewer(house)
    callers = await house.match(public=True)
    await told(house, looking)

    (offer,) = known(looking).offers.values()
    assert offer.keys() <= set(Offer.__struct_fields__)
    shown = str(offer)
    assert not any(caller.token in shown or caller.key in shown for caller in callers)


async def test_watchers_who_are_not_allowed(house: House) -> None:
    """Where nobody may watch there is no code to do so."""
    looking = await viewer(house)
    host = house.guest()
    await house.create(host, public=True)
    await host.done(Watchers, allowed=False)
    await told(house, looking)

    (offer,) = known(looking).offers.values()
    assert "watch" not in offer


async def test_a_table_where_nobody_is(house: House) -> None:
    """A table that everybody has left is not shown; once somebody comes it is there again."""
    looking = await viewer(house)
    host = house.guest()
    await house.create(host, public=True)
    code = host.room["sit"]
    await told(house, looking)
    await host.done(Leave)
    await told(house, looking)
    assert known(looking).offers == {}

    house.guest(code)
    await told(house, looking)
    assert len(known(looking).offers) == 1


async def test_a_table_that_is_closed_is_gone(house: House) -> None:
    """A table that ends is told of as gone to those who knew it."""
    looking = await viewer(house)
    host = house.guest()
    await house.create(host, public=True)
    await told(house, looking)
    host.hang_up()
    house.clock.advance(600.0)
    house.rooms.expire_idle()
    await so(lambda: not len(house.rooms))
    await told(house, looking)

    assert lobbies(looking)[-1].gone == (lobbies(looking)[1].tables[0].id,)


async def test_entering_a_table_ends_it(house: House) -> None:
    """Whoever is at a table hears the lobby no more, and cannot ask to before it has left."""
    looking = await viewer(house)
    host = house.guest()
    await house.create(host, public=True)
    await house.create(looking, key="a table of its own", public=True)
    before = len(lobbies(looking))
    await told(house)
    assert len(lobbies(looking)) == before
    assert (await looking.refused(Browse)).code is RefusalCode.AT_TABLE
    await looking.done(Browse, on=False)

    await looking.done(Leave)
    await looking.done(Browse)
    house.rooms.lobby.turn()
    assert known(looking).offers == listed(house)


async def test_whoever_turns_it_off_hears_nothing(house: House) -> None:
    """After ``on: false`` nothing comes; turned on again it begins anew."""
    looking = await viewer(house)
    await looking.done(Browse, on=False)
    host = house.guest()
    await house.create(host, public=True)
    await told(house)
    assert len(lobbies(looking)) == 1

    await looking.done(Browse)
    await told(house, looking)
    assert lobbies(looking)[-1].full


async def test_t10_after_a_restart(house: House, logs: list[EventDict]) -> None:
    """Whoever comes back, to the same server or to one that was begun anew, knows its list."""
    looking = await viewer(house)
    host = house.guest(name="Anna")
    await house.create(host, public=True)
    await told(house, looking)
    looking.hang_up()
    back = looking.again()
    back.connect()
    await back.done(Browse)
    assert known(back).offers == listed(house) == known(looking).offers

    await house.restart()
    (again,) = house.reconnect([host])
    late = back.again()
    late.connect()
    await late.done(Browse)
    await told(house, late)
    assert [each["host"] for each in known(late).offers.values()] == ["Anna"]
    assert again.table is not None


@pytest.mark.parametrize("tables", [5, 40])
async def test_t90_t91_frames_and_bytes(house: House, tables: int) -> None:
    """One frame a second at most for each viewer, whose size depends on what changed alone."""
    hosts = [house.guest(name="Host") for _ in range(tables)]
    for nth, host in enumerate(hosts):
        await house.create(host, f"table {nth:04}", public=True)
    viewers = []
    for _ in range(20):
        viewers.append(await viewer(house))
        house.clock.advance(0.05)
    before = [len(lobbies(each)) for each in viewers]
    seconds: Counter[tuple[int, int]] = Counter()
    for quarter in range(40):
        for host in hosts[:5]:
            await host.done(Sit, seat=list(Seat)[quarter % 4])
        house.clock.advance(0.25)
        house.rooms.lobby.turn()
        for who, each in enumerate(viewers):
            now = len(lobbies(each))
            assert now - before[who] <= 1
            seconds[who, quarter // 4] += now - before[who]
            before[who] = now

    assert set(seconds.values()) <= {0, 1}
    assert sum(seconds.values()) >= 9 * len(viewers)
    last = [lobbies(each)[-1] for each in viewers]
    assert {len(update.tables) for update in last} == {5}
    assert max(len(encode(update, Format.MSGPACK)) for update in last) < 5 * 250


async def test_t90_one_frame_is_made_for_all(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change is encoded once for each format, however many look."""
    viewers = [await viewer(house) for _ in range(30)]
    host = house.guest()
    await house.create(host, public=True)
    made = []

    def counted(update: Lobby, form: Format) -> bytes:
        made.append(form)
        return encode(update, form)

    monkeypatch.setattr(browsing, "encode", counted)
    await told(house, *viewers)

    assert sorted(made) == sorted(Format)


async def test_many_who_come_share_one_list(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes within a second of others is given the list that was made for them."""
    made = []

    def counted(update: Lobby, form: Format) -> bytes:
        made.append(form)
        return encode(update, form)

    monkeypatch.setattr(browsing, "encode", counted)
    viewers = [await viewer(house) for _ in range(30)]
    host = house.guest()
    await house.create(host, public=True)
    viewers += [await viewer(house) for _ in range(30)]
    assert sorted(made) == sorted(Format)

    await told(house, *viewers)
