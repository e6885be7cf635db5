"""The lobby of the real server, over real sockets and with the real store."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

import pytest

from belote_protocol.vocab import SEATS
from client_demo.lobby import Lobby
from client_demo.player import Player
from client_demo.programs import Robot, has_ended, play
from client_demo.retry import State
from tests.helpers.guests import Guest
from tests.helpers.ledger import Ledger
from tests.helpers.parties import on_turn
from tests.helpers.server_process import PATIENCE, ServerProcess


@asynccontextmanager
async def connected(address: str, *names: str) -> AsyncIterator[list[Guest]]:
    """Let people connect, and be gone in the end."""
    guests = [Guest(name, address) for name in names]
    async with AsyncExitStack() as stack:
        for guest in guests:
            await stack.enter_async_context(guest.connection)
        for guest in guests:
            await guest.until_state(State.OPEN)
        yield guests


async def seek(guest: Guest, *rules: str, **wish: Any) -> None:
    """Let *guest* look for others."""
    await guest.done("seek", rules=list(rules or ("coinche-house",)), **wish)


async def seated(guests: Sequence[Guest]) -> str:
    """Wait until all of *guests* play at the same table, and return its name."""
    for guest in guests:
        await guest.until(lambda table: on_turn(table) is not None)
    (name,) = {guest.table.room["id"] for guest in guests}
    people = [seat["person"]["id"] for seat in guests[0].table.room["seats"]]
    assert sorted(people) == sorted(guest.id for guest in guests)
    return str(name)


async def lobby(guest: Guest, **expected: int) -> Lobby:
    """Wait until *guest* knows of so many tables, in all or of a state, and return the lobby."""

    def fits() -> bool:
        offers = guest.session.lobby.offers.values()
        found = {"tables": len(offers), "playing": sum(each.get("playing", 0) for each in offers)}
        found["people"] = sum(sum(map(bool, each["names"])) for each in offers)
        return bool(guest.session.lobby.v) and found | expected == found

    async with asyncio.timeout(PATIENCE):
        while not fits():
            await guest.connection.changed()
    return guest.session.lobby


def abort(guest: Guest) -> None:
    """Cut *guest*'s line without a word."""
    socket = guest.connection._socket
    assert socket is not None
    socket.transport.abort()


@pytest.mark.parametrize("rules", ["coinche-house", "classic-official"])
async def test_four_who_seek_play_a_match(rules: str) -> None:
    """Four strangers are brought together, play, and all that they are shown is what is stored."""
    async with (
        ServerProcess() as server,
        connected(server.address, "Anna", "Bob", "Chen", "Dora") as guests,
    ):
        for guest in guests:
            await seek(guest, rules, pace="fast")
        name = await seated(guests)
        assert guests[0].table.room["settings"]["turn"] == 15

        async def one(guest: Guest, robot: Robot) -> None:
            playing = asyncio.create_task(play(guest.connection, robot))
            await guest.event("revealed")  # a deal is over
            playing.cancel()
            await asyncio.wait([playing])

        robots = [
            Robot(guest.session, Player(Random(nth), SEATS[nth]), guest.teller)
            for nth, guest in enumerate(guests)
        ]
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*map(one, guests, robots))
        for guest in guests:
            if guest.table.room["seat"] in "SN":
                await guest.ask("surrender")
        for guest in guests:
            await guest.until(has_ended)
        ledger = Ledger(await server.stored(name))

    for guest in guests:
        guest.check(ledger)
    assert ledger.last.match.ended is not None


async def test_t31_nobody_sits_with_the_dead() -> None:
    """Of five who seek one dies without a word; the other four play."""
    names = ("Ghost", "Anna", "Bob", "Chen", "Dora")
    async with ServerProcess() as server, connected(server.address, *names) as (ghost, *guests):
        await seek(ghost)
        for guest in guests[:2]:
            await seek(guest)
        ghost.connection._attempts = 0  # it never comes back
        abort(ghost)
        await ghost.until_state(State.CLOSED)
        for guest in guests[2:]:
            await seek(guest)

        await seated(guests)


async def test_two_games_at_once() -> None:
    """People who look for different games, all at once, end at a table of their own game each."""
    names = [f"Guest {nth}" for nth in range(8)]
    async with ServerProcess() as server, connected(server.address, *names) as guests:
        await asyncio.gather(
            *(
                seek(guest, "coinche-house" if nth % 2 else "classic-house", wide=False)
                for nth, guest in enumerate(guests)
            )
        )
        rooms = [await seated(guests[start::2]) for start in (0, 1)]

        assert len(set(rooms)) == 2
        rules = [guest.table.room["settings"]["rules"] for guest in guests[:2]]
        assert rules == ["classic-house", "coinche-house"]


async def test_t30_one_person_ends_at_one_table() -> None:
    """A person with two tabs in the queue is seated once, and the other tab is told it is over."""
    names = ("Anna", "Bob", "Chen", "Dora")
    async with ServerProcess() as server, connected(server.address, *names) as guests:
        await seek(guests[0])
        tab = Guest("Anna", server.address)
        tab.session.token = guests[0].session.token
        async with tab.connection:
            await tab.until_state(State.OPEN)
            await seek(tab)
            async with asyncio.timeout(PATIENCE):
                while guests[0].session.seeking is not None:
                    await guests[0].connection.changed()
            for guest in guests[1:]:
                await seek(guest)
            await seated([tab, *guests[1:]])

            assert guests[0].session.table is None


async def test_a_public_table_comes_and_goes() -> None:
    """Those who browse see a public table fill, begin and end; a private one never."""
    names = ("Viewer", "Anna", "Bob", "Chen", "Dora", "Private")
    settings = {"rules": "classic-house", "public": True}
    async with ServerProcess() as server, connected(server.address, *names) as guests:
        viewer, *players, hidden = guests
        await hidden.done("create", settings={"rules": "classic-house"}, key="a private table")
        await viewer.done("browse")
        assert (await lobby(viewer, tables=0)).offers == {}
        await players[0].done("create", settings=settings, key="a public table")
        (offer,) = (await lobby(viewer, tables=1, people=0)).offers.values()
        assert offer["host"] == "Anna"
        for guest in players[1:]:
            await guest.done("join", code=offer["code"])
        for guest, seat in zip(players, "SWNE", strict=True):
            await guest.done("sit", seat=seat)
        await lobby(viewer, tables=1, people=4, playing=0)
        for guest in players:
            await guest.done("ready")
        await lobby(viewer, tables=1, playing=1)
        for guest, seat in zip(players, "SWNE", strict=True):
            if seat in "SN":
                await guest.done("surrender")
        await lobby(viewer, tables=1, playing=0)
        for guest in players:
            await guest.done("leave")
        await lobby(viewer, tables=0)

        told = str([update for update in viewer.updates if update["t"] == "lobby"])
        assert hidden.table.room["id"] not in told
        assert hidden.table.room["sit"] not in told


async def test_t10_the_list_after_a_reconnect_and_a_restart() -> None:
    """Whoever comes back, by itself, knows the list that the server would tell a newcomer."""
    names = ("Viewer", "Anna", "Bob")
    async with ServerProcess() as server, connected(server.address, *names) as guests:
        viewer, anna, bob = guests
        await viewer.done("browse")
        settings = {"rules": "classic-house", "public": True}
        await anna.done("create", settings=settings, key="Anna's table")
        await lobby(viewer, tables=1)
        abort(viewer)
        await bob.done(
            "create", settings={"rules": "classic-house", "public": True}, key="bob's own"
        )
        await viewer.until_state(State.OPEN, 2)
        await lobby(viewer, tables=2)

        assert await server.stop() == 0
        await server.start()
        for guest in guests:
            await guest.until_state(State.OPEN, 3 if guest is viewer else 2)
        known = await lobby(viewer, tables=2)
        async with connected(server.address, "Newcomer") as (newcomer,):
            await newcomer.done("browse")
            assert (await lobby(newcomer, tables=2)).offers == known.offers


async def test_whoever_seeks_over_a_restart_is_matched() -> None:
    """People who look for others when the server is begun anew look on by themselves, and play."""
    names = ("Anna", "Bob", "Chen", "Dora")
    async with ServerProcess() as server, connected(server.address, *names) as guests:
        for guest in guests[:3]:
            await seek(guest)
        assert await server.stop() == 0
        await server.start()
        await guests[3].until_state(State.OPEN, 2)
        await seek(guests[3])

        await seated(guests)


async def test_coming_back_to_a_quick_match() -> None:
    """Whose line breaks in a quick match comes back to its seat by itself."""
    names = ("Anna", "Bob", "Chen", "Dora")
    async with ServerProcess() as server, connected(server.address, *names) as guests:
        for guest in guests:
            await seek(guest)
        await seated(guests)
        seat = guests[1].table.room["seat"]
        abort(guests[1])
        await guests[1].until_state(State.OPEN, 2)
        await guests[1].until(lambda table: table.room.get("seat") == seat)
        await guests[0].until(lambda table: all(each.get("online") for each in table.room["seats"]))
