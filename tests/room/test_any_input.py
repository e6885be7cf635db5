"""Whatever is said to a table, it answers or refuses, and a refusal changes nothing."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from belote_protocol.commands import Ready, RoomCommand
from belote_protocol.updates import Refused
from belote_protocol.vocab import RefusalCode
from belote_server.room.events import Person
from belote_server.room.inputs import Input, Spoken, TimeUp
from belote_server.room.room import step
from tests.helpers.inputs import commands, inputs, people
from tests.helpers.rooms import PAUL, STAGES, stage
from tests.helpers.sessions import evening
from tests.helpers.strategies import seeds

waits = st.floats(0, 100, allow_nan=False)


@given(st.sampled_from(STAGES), st.lists(st.tuples(inputs, waits), min_size=1, max_size=25))
def test_anything_may_be_said(at: str, said: list[tuple[Input, float]]) -> None:
    """Any input in any state has an outcome that adds up, and leaves what was there as it was."""
    sitting = stage(at)
    for given_next, wait in said:
        before, looked = sitting.room, repr(sitting.room)
        sitting.now += wait
        if isinstance(given_next, TimeUp):
            given_next = replace(given_next, v=sitting.room.v - given_next.v // 50)
        sitting.give(given_next)

        assert repr(before) == looked


@given(seeds, st.integers(0, 120), st.lists(inputs, min_size=1, max_size=10))
def test_anything_may_be_said_on_any_evening(seed: int, length: int, said: list[Input]) -> None:
    """It is no different in the middle of a match of people who behave as people do."""
    sitting = evening(seed, length, "classic-official" if seed % 2 else "coinche-house")
    for given_next in said:
        sitting.give(given_next)


@given(st.sampled_from(STAGES), commands)
def test_t42_a_watcher_can_do_nothing(at: str, command: RoomCommand) -> None:
    """Who came to watch is refused whatever would change the table, at any time."""
    sitting = stage(at)
    spoken = Spoken(PAUL, command, may_sit=False)
    outcome = sitting.give(spoken)

    assert outcome.batch is None


@given(st.sampled_from(STAGES), people, commands)
def test_the_same_twice_is_the_same_once(at: str, who: Person, command: RoomCommand) -> None:
    """A command that comes again, from anybody who sits or sat, is answered alike and done once."""
    sitting = stage(at)
    spoken = Spoken(who, command, may_sit=True)
    first = sitting.give(spoken)
    sat = spoken.person.key in sitting.room.answers or first.batch is not None
    again = sitting.give(spoken)

    if sat:
        assert again.batch is None
        assert again.notices == ()
        assert again.answer == first.answer


@given(st.sampled_from(STAGES), inputs)
def test_the_same_input_has_the_same_outcome(at: str, given_next: Input) -> None:
    """A table asks nothing of the world: what comes of an input hangs on nothing else."""
    sitting = stage(at)

    assert step(sitting.room, given_next, 5.0) == step(sitting.room, given_next, 5.0)


def test_a_refusal_says_where_the_table_is() -> None:
    """Whoever is refused learns the version, and sees whether it missed something."""
    answer = stage("play").say(PAUL, Ready).answer

    assert answer == Refused(1, RefusalCode.NOT_SEATED, {}, stage("play").room.v)
