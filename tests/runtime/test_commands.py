"""One answer to each command, and what is done once however often it comes."""

from collections import Counter
from random import Random
from typing import Any

from belote_protocol.commands import Bid, Chat, Mute, Play, Ready, RoomCommand, Say, Sit
from belote_protocol.updates import Ok, Refused, Said
from belote_protocol.vocab import Phrase, RefusalCode, Seat
from tests.helpers.faulty_log import Fault
from tests.helpers.house import House, act, on_turn, play, so
from tests.helpers.members import Caller


async def test_t24_a_command_sent_fifty_times(house: House) -> None:
    """A command sent again and again over three connections is done once and answered alike."""
    callers = await house.match()
    host = on_turn(callers)
    code = host.room["sit"]
    kind, fields = host.move(Random(1))
    first = await host.done(kind, cmd=30, **fields)
    answers = [await host.ask(kind, cmd=30, **fields) for _ in range(20)]
    for _ in range(2):
        host = host.again()
        assert host.connect(code).last_cmd == 30
        answers += [await host.ask(kind, cmd=30, **fields) for _ in range(15)]

    assert answers == [first] * 50
    assert house.runner.room.v == first.v


async def test_t25_nothing_is_stored_twice(house: House) -> None:
    """Every command of a whole deal, each sent three times, makes one entry each."""
    callers = await house.match(changes={"match.deals": 1})
    rng, before = Random(2), house.runner.room.v
    done = 0
    while callers[0].phase in ("auction", "play"):
        caller = on_turn(callers)
        kind, fields = caller.move(rng, passing=0.3)
        answer = await caller.done(kind, **fields)
        done += 1
        for _ in range(2):
            assert await caller.ask(kind, cmd=answer.cmd, **fields) == answer

    stored = await house.store.read(house.runner.room.room_id)
    assert len({entry.entry for entry in stored}) == len(stored) == before + done


async def test_t26_a_double_click_plays_one_card(house: House) -> None:
    """Two cards sent before the first answer came are one card played and one refused."""
    callers = await house.match()
    await play(callers, Random(3), lambda: callers[0].phase == "play", passing=0.2)
    caller = on_turn(callers)
    house.log.commit_plan.append(Fault.STALLED)
    cards = list(caller.room["turn"]["cards"])[:2]
    numbers = [caller.post(Play, deal=1, trick=1, card=card) for card in cards]
    await house.log.stalled.wait()
    house.log.go_on.set()
    await caller.until(lambda: len(caller.answers) >= 2 and caller.answers[-1].cmd == numbers[1])

    first, second = caller.answers[-2:]
    assert isinstance(first, Ok)
    assert isinstance(second, Refused)
    assert caller.room["match"]["deal"]["trick"] == cards[:1]


async def test_t28_replayed_frames_are_harmless(house: House) -> None:
    """Everything somebody ever sent, sent again, changes nothing and is answered."""
    callers = await house.match(changes={"match.deals": 1})
    rng = Random(4)
    sent: list[tuple[Caller, type[Any], int, dict[str, Any]]] = []
    while callers[0].phase in ("auction", "play"):
        caller = on_turn(callers)
        kind, fields = caller.move(rng, passing=0.3)
        answer = await caller.done(kind, **fields)
        sent.append((caller, kind, answer.cmd, fields))
    v, last = house.runner.room.v, {caller: number for caller, _, number, _ in sent}
    for caller, kind, number, fields in sent:
        again = await caller.ask(kind, cmd=number, **fields)
        if number == last[caller]:
            assert isinstance(again, Ok)
        else:
            assert isinstance(again, Refused)
            assert again.code is RefusalCode.OLD

    assert house.runner.room.v == v


async def test_f28_a_full_inbox_says_so(house: House) -> None:
    """Of many commands at once two wait, the rest are refused at once, and none is forgotten."""
    callers = await house.match()
    caller = on_turn(callers)
    kind, fields = caller.move(Random(5))
    house.log.commit_plan.append(Fault.STALLED)
    caller.post(kind, **fields)
    await house.log.stalled.wait()
    before = len(caller.answers)
    numbers = [caller.post(Say, phrase=Phrase.HELLO) for _ in range(10)]

    assert [answer.cmd for answer in caller.answers[before:]] == numbers[2:]
    assert {getattr(answer, "code", None) for answer in caller.answers[before:]} == {
        RefusalCode.BUSY
    }
    house.log.go_on.set()
    await caller.until(lambda: len(caller.answers) == before + 11)
    assert Counter(answer.cmd for answer in caller.answers[before:]) == Counter(
        [numbers[0] - 1, *numbers]
    )
    await caller.done(Say, phrase=Phrase.HELLO)


async def test_who_floods_takes_nothing_from_the_others(house: House) -> None:
    """While one person's commands are too many, the others' are done, and time passes."""
    callers = await house.match()
    caller, other = on_turn(callers), callers[2]
    house.log.commit_plan.append(Fault.STALLED)
    kind, fields = caller.move(Random(5))
    caller.post(kind, **fields)
    await house.log.stalled.wait()
    for _ in range(1000):
        caller.post(Say, phrase=Phrase.HELLO)
    number = other.post(Say, phrase=Phrase.THANKS)
    house.log.go_on.set()
    await other.until(lambda: other.answers and other.answers[-1].cmd == number)

    assert isinstance(other.answers[-1], Ok)
    house.clock.advance(40)
    await other.until(lambda: len(other.room["match"]["deal"].get("calls", [])) == 2)


async def test_one_answer_each(house: House) -> None:
    """Whatever is asked in whatever order, each command has exactly one answer."""
    callers = await house.match(changes={"match.deals": 1})
    rng, asked = Random(6), Counter[tuple[int, int]]()
    rubbish: list[tuple[type[RoomCommand], dict[str, Any]]] = [
        (Bid, {"deal": 1, "nth": 0, "call": "nonsense"}),
        (Play, {"deal": 1, "trick": 1, "card": "AS"}),
        (Sit, {"seat": "N"}),
        (Ready, {}),
        (Chat, {"text": "hm"}),
    ]
    for caller in callers:
        caller.answers.clear()
    for _ in range(300):
        nth = rng.randrange(4)
        caller = callers[nth]
        if caller.my_turn and rng.random() < 0.7:
            kind, fields = caller.move(rng)
        else:
            kind, fields = rng.choice(rubbish)
        asked[nth, caller.post(kind, **fields)] += 1
        if rng.random() < 0.5:
            await so(lambda: sum(len(each.answers) for each in callers) == asked.total())
    await so(lambda: sum(len(each.answers) for each in callers) == asked.total())

    answered = Counter(
        (nth, answer.cmd) for nth, caller in enumerate(callers) for answer in caller.answers
    )
    assert answered == asked


# --- talk -----------------------------------------------------------------------------------------


async def test_t55_the_sender_is_set_by_the_server(house: House) -> None:
    """Everybody hears who really spoke, from where, and when."""
    callers = await house.table()
    watcher = house.guest(callers[0].room["watch"], name="South")
    for speaker, seat in ((callers[2], Seat.NORTH), (watcher, None)):
        before = len(callers[0].updates)
        await speaker.done(Chat, text="it was me")
        said = await callers[0].hears(Said, before)
        assert (said.person.id, said.person.name) == (speaker.public_id, speaker.name)
        assert (said.seat, said.at) == (seat, house.clock.now())


async def test_muting(house: House) -> None:
    """Who is muted is not heard by whom it annoys, and by all others it is."""
    callers = await house.table()
    south, west, north, _ = callers
    await south.done(Mute, person=west.public_id)
    await west.done(Chat, text="one")
    await north.done(Chat, text="two")
    await south.done(Mute, person=west.public_id, muted=False)
    await west.done(Say, phrase=Phrase.SORRY)
    await south.until(lambda: any(isinstance(u, Said) and u.phrase for u in south.updates))

    heard = {
        caller.name: [said.text for said in caller.updates if isinstance(said, Said)]
        for caller in callers
    }
    assert heard == {
        "South": ["two", None],
        "West": ["one", "two", None],
        "North": ["one", "two", None],
        "East": ["one", "two", None],
    }


async def test_nobody_mutes_itself(house: House) -> None:
    """One's own words cannot be muted; somebody who is not there can."""
    callers = await house.table()
    refused = await callers[0].refused(Mute, person=callers[0].public_id)

    assert refused.code is RefusalCode.NOBODY_TO_MUTE
    await callers[0].done(Mute, person="p-nobody")


async def test_a_muted_seat_still_plays(house: House) -> None:
    """Muting somebody hides its words and never what it does."""
    callers = await house.match()
    for caller in callers:
        for other in callers:
            if other is not caller:
                await caller.done(Mute, person=other.public_id)
    for _ in range(3):
        await act(callers, Random(1))
