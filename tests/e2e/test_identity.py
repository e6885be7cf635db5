"""Who somebody is: a secret token, and nothing that anybody else has ever seen."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest

from belote_protocol.codec import Format
from belote_protocol.vocab import Seat
from tests.helpers.live_server import LiveServer
from tests.helpers.speakers import Speaker, speaking
from tests.helpers.tables import Seated, dealt, in_play, move, seated, turn_of


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    """An open server."""
    async with LiveServer() as server:
        yield server


def hand_of(speaker: Speaker, seat: Seat) -> list[str | None]:
    """Return a seat's hand as *speaker* sees it."""
    assert speaker.table is not None
    hand: list[str | None] = speaker.table.room["match"]["deal"]["hands"][seat.place]
    return hand


def texts(value: object) -> set[str]:
    """Return every text in *value*, however deep."""
    if isinstance(value, dict):
        return set().union(*map(texts, value.keys()), *map(texts, value.values()))
    if isinstance(value, list):
        return set().union(*map(texts, value))
    return {value} if isinstance(value, str) else set()


@pytest.mark.parametrize("connected", [True, False])
async def test_t1_t3_nothing_broadcast_is_a_token(server: LiveServer, *, connected: bool) -> None:
    """No text that anybody was ever sent takes a seat, whether its person is there or has gone."""
    async with dealt(server) as table:
        victim = table.at(Seat.SOUTH)
        await table.act()
        others = [*table.speakers[1:], await table.speak(room=table.watch)]
        heard = set().union(*(texts(update) for other in others for update in other.updates))
        heard -= {other.welcome["token"] for other in others}
        assert victim.welcome["you"]["id"] in heard
        assert victim.welcome["token"] not in heard
        if not connected:
            victim.vanish()
            await others[0].hear("presence")
        tried = 0
        for text in sorted(heard):
            padded = (text + 22 * "A")[:22]
            for token in {text, padded}:
                if not 16 <= len(token) <= 64:
                    continue
                async with speaking(server.address, Format.JSON) as thief:
                    await thief.send(json.dumps(hello(token, table.watch)))
                    await thief.next()
                    tried += 1
                    if thief.table is not None:
                        assert thief.table.room.get("seat") is None
                        assert hand_of(thief, Seat.SOUTH) == 8 * [None]
        assert tried > 20
        assert victim.is_open is connected


def hello(token: str, room: str) -> dict[str, object]:
    """Return a ``hello`` with a token."""
    return {"t": "hello", "protocol": 1, "name": "Mallory", "token": token, "room": room}


@pytest.mark.parametrize("connected", [True, False])
async def test_t2_a_name_is_no_claim(server: LiveServer, *, connected: bool) -> None:
    """Somebody with the same name gets neither the seat nor a look at its cards."""
    async with dealt(server) as table:
        victim = table.acting
        seat = turn_of(victim)
        assert seat is not None
        if not connected:
            victim.vanish()
        twin = await table.speak(name=victim.welcome["you"]["name"], room=table.sit)
        assert twin.welcome["you"]["id"] != victim.welcome["you"]["id"]
        assert twin.table is not None
        assert twin.table.room.get("seat") is None
        assert hand_of(twin, seat) == 8 * [None]
        assert await twin.refused("bid", deal=1, nth=0, call="pass") == "not_seated"
        assert await twin.refused("sit", seat=seat.value) == "not_now"


async def test_t4_a_key_is_good_for_its_owner_alone(server: LiveServer) -> None:
    """Another person with the same creation key gets another table; its owner's still works."""
    wanted = {"settings": {"rules": "coinche-house"}, "key": "our table"}
    async with (
        speaking(server.address, name="Anna") as anna,
        speaking(server.address, name="Mallory") as mallory,
    ):
        own = await anna.enter("create", **wanted)
        other = await mallory.enter("create", **wanted)
        assert own.room["id"] != other.room["id"]
        assert {own.room["sit"], own.room["watch"]}.isdisjoint(
            {other.room["sit"], other.room["watch"]}
        )
        async with speaking(server.address, name="Anna", token=anna.welcome["token"]) as again:
            assert (await again.enter("create", **wanted)).room["id"] == own.room["id"]


async def test_t18_a_new_device_gets_the_seat(server: LiveServer) -> None:
    """Whoever brings the token to another device plays on there; nobody else is waited for."""
    async with in_play(server) as table:
        old = table.acting
        seat = turn_of(old)
        assert seat is not None
        old.vanish()
        form = Format.JSON if old.form is Format.MSGPACK else Format.MSGPACK
        token = old.welcome["token"]
        phone = await table.speak(form, "Another name", token=token, room=table.watch)
        assert phone.table is not None
        assert phone.table.room["seat"] == seat
        assert hand_of(phone, seat) == hand_of(old, seat)
        await phone.done(**move(phone))


async def test_t35_two_want_one_seat(server: LiveServer) -> None:
    """Of two who ask for a seat at once one has it; the other holds nothing that opens it."""
    async with seated(server) as table:
        await table.at(Seat.WEST).done("leave")
        one, other = [await table.speak(name=name, room=table.sit) for name in ("One", "Other")]
        answers = await asyncio.gather(one.ask("sit", seat="W"), other.ask("sit", seat="W"))
        assert sorted(answer["t"] for answer in answers) == ["ok", "refused"]
        winner, loser = (one, other) if answers[0]["t"] == "ok" else (other, one)
        assert loser.updates[-1].get("code", "seat_taken") == "seat_taken"
        assert await loser.refused("ready") == "not_seated"
        back = await table.again(loser)
        assert back.table is not None
        assert back.table.room.get("seat") is None
        await winner.done("ready")


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize(
    "claim", [{"role": "spectator"}, {"spectator": True}, {"seat": "S"}, {"viewer": "all"}]
)
async def test_t39_a_role_cannot_be_claimed(
    server: LiveServer, form: Format, claim: dict[str, object]
) -> None:
    """Whatever a client says it is, it is shown what the server knows it to be."""
    async with dealt(server) as table:
        plain = await table.speak(form, room=table.watch)
        assert plain.table is not None
        assert plain.table.room["match"]["deal"]["hands"] == 4 * [8 * [None]]
        async with speaking(server.address, form) as claimant:
            await claimant.hello_and_close(room=table.watch, **claim)
            assert claimant.table is None
        sitter = table.at(Seat.SOUTH)
        watching = await table.again(sitter)  # comes by the code for watching
        assert watching.table is not None
        assert watching.table.room["seat"] == "S"
        hands = watching.table.room["match"]["deal"]["hands"]
        assert [None in hand for hand in hands] == [False, True, True, True]


async def test_t41_a_snapshot_is_for_the_token_alone(server: LiveServer) -> None:
    """While the real client comes and goes, an impostor beside it never sees its cards."""
    async with in_play(server) as table:
        real = table.at(Seat.NORTH)
        impostor = await table.speak(name="North", room=table.sit)
        for _ in range(5):
            real = await table.again(real)
            impostor = await table.again(impostor)
            await impostor.ask("join", code=table.sit)
            assert None not in hand_of(real, Seat.NORTH)
            assert all(
                None in hand or not hand
                for update in impostor.updates
                for hand in shown_hands(update)
            )


def shown_hands(update: dict[str, object]) -> list[list[object]]:
    """Return the hands in an update, if it is a snapshot or holds one."""
    told = update.get("snapshot", update)
    assert isinstance(told, dict)
    room = told.get("room", {})
    hands: list[list[object]] = room.get("match", {}).get("deal", {}).get("hands", [])
    return hands


async def test_t55_the_sender_is_set_by_the_server(server: LiveServer) -> None:
    """Chat comes from whoever's connection it was; a client cannot sign with another name."""
    async with seated(server) as table:
        await table.at(Seat.EAST).done("chat", text="it was me")
        for speaker in table.speakers:
            said = await speaker.hear("said")
            assert said["person"] == table.at(Seat.EAST).welcome["you"]
            assert said["seat"] == "E"
        await forged(table)


async def forged(table: Seated) -> None:
    """Try to sign for somebody else, which closes the connection."""
    forger = table.at(Seat.WEST)
    person = table.at(Seat.EAST).welcome["you"]
    await forger.say("chat", text="it was East", person=person)
    assert (await forger.closed())[0] == 4003
