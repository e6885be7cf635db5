"""Commands that come twice are answered twice and done once, also by the next server."""

from typing import Any

import pytest

from belote_protocol.commands import Bid, Chat, Leave, Ready, RoomCommand, Say, Sit
from belote_protocol.updates import Ok, Refused
from belote_protocol.vocab import Phrase, RefusalCode, Seat
from tests.helpers.rooms import ERIC, PAUL, SITTERS, SUE, WILL, Sitting, stage

BID: dict[str, Any] = {"deal": 1, "nth": 0, "call": "80H"}


@pytest.fixture
def table() -> Sitting:
    """A table where South has just bid, with its tenth command."""
    sitting = stage("auction")
    sitting.done(SUE, Bid, cmd=10, **BID)
    return sitting


def test_t24_a_repeat_gets_the_same_answer(table: Sitting) -> None:
    """However often a command comes, it is done once and answered alike."""
    v, stored = table.room.v, len(table.batches)
    for _ in range(50):
        assert table.say(SUE, Bid, cmd=10, **BID).answer == Ok(10, v)

    assert (table.room.v, len(table.batches)) == (v, stored)


def test_a_number_counts_and_not_what_it_is_put_on(table: Sitting) -> None:
    """Another command under a number that was used is not looked at."""
    assert table.say(SUE, Leave, cmd=10).answer == Ok(10, table.room.v)
    assert table.say(SUE, Bid, cmd=10, deal=9, nth=9, call="?").answer == Ok(10, table.room.v)


def test_an_older_number_is_refused(table: Sitting) -> None:
    """A command below the last number came too late, and is told which the last one is."""
    answer = table.say(SUE, Ready, cmd=9).answer

    assert answer == Refused(9, RefusalCode.OLD, {"cmd": "10"}, table.room.v)


def test_a_repeat_of_what_was_refused_is_refused_alike(table: Sitting) -> None:
    """A refusal is remembered like an answer: it is not judged anew when the turn has come."""
    refused = table.say(WILL, Bid, cmd=20, deal=1, nth=0, call="90H").answer
    assert isinstance(refused, Refused)
    table.done(WILL, Bid, cmd=21, deal=1, nth=1, call="90H")

    assert table.say(WILL, Bid, cmd=21, deal=1, nth=1, call="90H").answer == Ok(21, table.room.v)
    answer = table.say(WILL, Bid, cmd=20, deal=1, nth=0, call="90H").answer
    assert answer == Refused(20, RefusalCode.OLD, {"cmd": "21"}, table.room.v)


def test_each_person_counts_alone(table: Sitting) -> None:
    """The same number from somebody else is another command."""
    table.done(WILL, Bid, cmd=10, deal=1, nth=1, call="90H")


def test_the_version_in_an_answer_is_the_one_made(table: Sitting) -> None:
    """A repeat is told the version its command made, however far the table is by now."""
    v = table.room.v
    table.done(WILL, Bid, deal=1, nth=1, call="pass")

    assert table.say(SUE, Bid, cmd=10, **BID).answer == Ok(10, v)


@pytest.mark.parametrize("later", [0, 1, 5])
def test_t25_a_repeat_after_a_restart(table: Sitting, later: int) -> None:
    """The next server knows from the stored entries what was done, and answers the same."""
    v = table.room.v
    for nth, who in enumerate([*SITTERS[1:], *SITTERS[1:]][:later], start=1):
        if table.match.turn is None or table.sitter(table.match.turn) is not who:
            break
        table.done(who, Bid, deal=1, nth=nth, call="pass")
    table.restart(*SITTERS)
    stored = len(table.batches)

    assert table.say(SUE, Bid, cmd=10, **BID).answer == Ok(10, v)
    refused = table.say(SUE, Bid, cmd=9, **BID).answer
    assert refused == Refused(9, RefusalCode.OLD, {"cmd": "10"}, table.room.v)
    assert len(table.batches) == stored


def test_what_was_refused_is_judged_anew_after_a_restart(table: Sitting) -> None:
    """Refusals are not stored, so the next server judges the command as it comes."""
    table.refused(SUE, Sit, cmd=11, seat=Seat.NORTH)
    table.restart(*SITTERS)

    assert table.refused(SUE, Sit, cmd=11, seat=Seat.NORTH) is RefusalCode.NOT_NOW
    assert table.say(SUE, Bid, cmd=10, **BID).answer == Refused(
        10, RefusalCode.OLD, {"cmd": "11"}, table.room.v
    )


def test_talk_takes_a_number_too(table: Sitting) -> None:
    """A game command below a chat's number is as old as any other."""
    table.done(SUE, Chat, cmd=30, text="hello")

    assert table.refused(SUE, Ready, cmd=29) is RefusalCode.OLD
    assert table.say(SUE, Chat, cmd=30, text="hello").answer == Ok(30, table.room.v)


def test_nothing_is_remembered_of_who_only_watches(table: Sitting) -> None:
    """Watchers come and go by hundreds: the table does not count their commands."""
    answers = table.room.answers
    table.done(PAUL, Say, cmd=7, phrase=Phrase.HELLO)
    table.refused(PAUL, Bid, cmd=8, **BID)

    assert table.room.answers == answers


@pytest.mark.parametrize("kind", [Leave, Ready])
def test_who_sat_is_remembered(kind: type[RoomCommand]) -> None:
    """A command that gives the seat up is answered again like any other."""
    sitting = stage("seated")
    sitting.done(ERIC, kind, cmd=5)
    v = sitting.room.v

    assert sitting.say(ERIC, kind, cmd=5).answer == Ok(5, v)
    sitting.restart()
    assert sitting.say(ERIC, kind, cmd=5).answer == Ok(5, v)
