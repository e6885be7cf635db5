"""Who gets a seat, however many want it."""

from random import Random

from belote_protocol.commands import Leave, Ready, Say, Sit
from belote_protocol.updates import Ok, Refused
from belote_protocol.vocab import Phrase, RefusalCode, Seat
from tests.helpers.house import House


async def test_t34_five_hundred_want_a_seat(house: House) -> None:
    """Of five hundred who join and sit down at once four have a seat, and all have an answer."""
    host = house.guest()
    await house.create(host)
    code = host.room["sit"]
    many = house.crowd(500, code)
    for nth, caller in enumerate(many):
        caller.post(Sit, seat=list(Seat)[nth % 4])
    for caller in many:
        await caller.until(lambda caller=caller: caller.answers)  # type: ignore[misc]

    seated = [caller for caller in many if isinstance(caller.answers[0], Ok)]
    assert [place.person and place.person.key for place in house.runner.room.places] == [
        caller.key for caller in seated
    ]
    codes = [getattr(caller.answers[0], "code", None) for caller in many]
    assert codes.count(RefusalCode.SEAT_TAKEN) == 496
    assert all(len(caller.answers) == 1 for caller in many)


async def test_t35_two_want_one_seat(house: House) -> None:
    """Of two who take the last seat at once one sits, and the other holds nothing."""
    callers = await house.table()
    await callers[3].done(Leave)
    code = callers[0].room["sit"]
    one, other = house.guest(code), house.guest(code)
    for caller in (one, other):
        caller.post(Sit, seat=Seat.EAST)
    for caller in (one, other):
        await caller.until(lambda caller=caller: caller.answers)  # type: ignore[misc]

    assert isinstance(one.answers[0], Ok)
    assert isinstance(other.answers[0], Refused)
    assert other.seat is None
    back = other.again()
    back.connect(code)
    assert back.seat is None
    assert (await back.refused(Ready)).code is RefusalCode.NOT_SEATED


async def test_t33_hammering_two_connections(house: House) -> None:
    """Whoever sits, leaves and comes back over two connections has never more than one seat."""
    callers = await house.table()
    code = callers[0].room["sit"]
    rng, caller = Random(8), callers[1]
    spare = caller.again()
    for _ in range(300):
        for each in (caller, spare):
            if each.closed is not None:
                each = each.again()
            if rng.random() < 0.3:
                each.connect(code)
            if each.closed is None and each.updates:
                seat = rng.choice(list(Seat))
                if rng.random() < 0.5:
                    each.post(Sit, seat=seat)
                else:
                    each.post(rng.choice([Leave, Ready]))
        people = [place.person for place in house.runner.room.places if place.person]
        assert len({person.key for person in people}) == len(people)
        caller = caller.again() if caller.closed is not None else caller
        spare = spare.again() if spare.closed is not None else spare
        await callers[0].done(Say, phrase=Phrase.HELLO)
