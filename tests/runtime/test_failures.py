"""A fault in the code of one table is felt at no other, and as little as can be at its own."""

from collections.abc import Callable
from random import Random

import pytest
from structlog.typing import EventDict

from belote_protocol.commands import Chat, Leave, Say
from belote_protocol.updates import Left, Refused
from belote_protocol.vocab import Phrase, RefusalCode
from belote_server.room.inputs import Drawn, Input, Spoken, TimeUp
from belote_server.room.outcome import Outcome
from belote_server.room.room import step as sound
from belote_server.room.state import Room
from tests.helpers.house import House, act, on_turn, play, so
from tests.helpers.members import Caller

Break = Callable[[Callable[[Room, Input], bool]], None]


class Bug(Exception):
    """A fault in a rule."""


@pytest.fixture
def breaks(monkeypatch: pytest.MonkeyPatch) -> Break:
    """Return what makes `step` fail for the inputs a test chooses."""

    def install(fails: Callable[[Room, Input], bool]) -> None:
        def step(room: Room, given: Input, now: float, *times: float) -> tuple[Room, Outcome]:
            if fails(room, given):
                raise Bug
            return sound(room, given, now, *times)

        monkeypatch.setattr("belote_server.runtime.runner.step", step)

    return install


def errors(logs: list[EventDict]) -> list[str]:
    """Return the errors that were logged so far, and take them out."""
    found = [entry["event"] for entry in logs if entry["log_level"] == "error"]
    logs.clear()
    return found


async def two_tables(house: House) -> tuple[list[Caller], list[Caller]]:
    """Return two matches under way, without a limit for turns at the second."""
    one = await house.match(turn=10)
    return one, await house.match(turn=0)


async def test_t81_a_command_that_fails(house: House, logs: list[EventDict], breaks: Break) -> None:
    """Who asked for what breaks is told that it was our fault; all else goes on, its table too."""
    one, other = await two_tables(house)
    v = house.rooms.runners()[0].room.v
    breaks(lambda _, given: isinstance(given, Spoken) and isinstance(given.command, Chat))
    refused = await one[1].refused(Chat, text="boom")

    assert (refused.code, refused.v) == (RefusalCode.INTERNAL, v)
    assert errors(logs) == ["an input failed"]
    await one[1].done(Say, phrase=Phrase.SORRY)
    await act(one, Random(1))
    await act(other, Random(1))


async def test_f29_nature_fails_once(house: House, logs: list[EventDict], breaks: Break) -> None:
    """What time or chance could not do the first time is done the second."""
    one, _ = await two_tables(house)
    failed: list[Input] = []

    def once(_: Room, given: Input) -> bool:
        fails = isinstance(given, TimeUp | Drawn) and not failed
        if fails:
            failed.append(given)
        return fails

    breaks(once)
    house.clock.advance(10.3)
    await so(lambda: failed)
    await one[0].done(Say, phrase=Phrase.HELLO)
    house.clock.advance(0)  # the alarm was set again
    await one[0].until(lambda: one[0].room["match"]["deal"].get("calls"))

    assert errors(logs) == ["an input failed"]


async def test_f29_nature_fails_twice(house: House, logs: list[EventDict], breaks: Break) -> None:
    """A table that time cannot move is parked: it says so to who asks, and nobody else notices."""
    one, other = await two_tables(house)
    parked = house.rooms.runners()[0]
    breaks(lambda room, given: isinstance(given, TimeUp) and room.room_id == parked.room.room_id)
    v = parked.room.v
    house.clock.advance(10.3)
    await so(lambda: parked._failed_at == v)
    house.clock.advance(0)
    await so(lambda: parked.parked)

    assert errors(logs) == ["an input failed", "an input failed", "table parked"]
    kind, fields = on_turn(one).move(Random(1))
    refused = await on_turn(one).refused(kind, **fields)
    assert refused.code is RefusalCode.INTERNAL
    assert house.clock.pending == []
    watcher = house.guest(one[0].room["watch"])
    assert watcher.table is not None
    assert watcher.table.v == v
    for _ in range(3):
        await act(other, Random(1))


async def test_f29_chance_fails_twice(house: House, logs: list[EventDict], breaks: Break) -> None:
    """A table whose deals cannot be drawn is parked after the second try, not tried for ever."""
    callers = await house.match(changes={"match.target": 10_000}, turn=0)
    await play(callers, Random(1), lambda: callers[0].phase == "dealing")
    tried: list[Input] = []

    def fails(_: Room, given: Input) -> bool:
        if isinstance(given, Drawn):
            tried.append(given)
        return isinstance(given, Drawn)

    breaks(fails)
    house.clock.advance(20)
    await so(lambda: house.runner.parked)

    assert len(tried) == 2
    assert errors(logs) == ["an input failed", "an input failed", "table parked"]


async def test_what_waited_when_a_table_was_parked(
    house: House, logs: list[EventDict], breaks: Break
) -> None:
    """Commands that came just before a table was parked are answered too."""
    callers = await house.match(turn=10)
    breaks(lambda _, given: isinstance(given, TimeUp))
    house.clock.advance(10.3)
    await so(lambda: house.runner._failed_at is not None)
    house.clock.advance(0)
    kind, fields = on_turn(callers).move(Random(1))
    refused = await on_turn(callers).refused(kind, **fields)

    assert refused.code is RefusalCode.INTERNAL
    assert house.runner.parked
    errors(logs)


async def test_a_parked_table_can_be_left_and_ends(
    house: House, logs: list[EventDict], breaks: Break
) -> None:
    """People come and go at a parked table, and when all are gone for long enough it ends."""
    callers = await house.match(turn=10)
    breaks(lambda _, given: isinstance(given, TimeUp))
    house.clock.advance(10.3)
    await so(lambda: house.runner._failed_at is not None)
    house.clock.advance(0)
    await so(lambda: house.runner.parked)
    for caller in callers:
        caller.hang_up()
    house.clock.advance(48 * 3600)
    house.rooms.expire_idle()
    await so(lambda: len(house.rooms) == 0)
    errors(logs)


async def test_t83_a_table_that_dies(
    house: House, logs: list[EventDict], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault behind the step ends that table with a word to all, and is logged; others go on."""
    one, other = await two_tables(house)
    code = one[0].room["sit"]
    dying = house.rooms.runners()[0]

    def broken(*_: object) -> None:
        raise Bug

    monkeypatch.setattr(dying.audience, "tell_batch", broken)
    caller = on_turn(one)
    kind, fields = caller.move(Random(1))
    number = caller.post(kind, **fields)
    for each in one:
        assert (await each.hears(Left)).reason == "lost"
    await so(lambda: len(house.rooms) == 1)
    await so(lambda: any(entry["event"] == "a task failed" for entry in logs))

    assert errors(logs) == ["a task failed"]
    await act(other, Random(1))
    refused = await one[1].refused(Leave)
    assert refused.code is RefusalCode.NOT_IN_ROOM
    await house.restart()
    back = caller.again()
    assert back.connect(code).last_cmd == number


async def test_fuzzed_commands_stop_no_table(house: House) -> None:
    """However many wrong commands come, each is refused and the table goes on."""
    callers = await house.match()
    rng, v = Random(9), house.runner.room.v
    stranger = house.guest(callers[0].room["watch"])
    for _ in range(500):
        caller = rng.choice([*callers[1:], stranger])
        if caller.my_turn:
            continue
        kind, fields = on_turn(callers).move(rng)
        assert isinstance(await caller.ask(kind, **fields), Refused)

    assert house.runner.room.v == v
    await act(callers, rng)
