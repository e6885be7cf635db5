"""What people say to each other: who hears whom, and what is made of it."""

import pytest

from belote_protocol.commands import Chat, Mute, Say
from belote_protocol.updates import Ok, Refused, Said
from belote_protocol.views import Person as PersonView
from belote_protocol.vocab import Phrase, RefusalCode, Seat
from belote_server.room.events import Person
from tests.helpers.rooms import NORA, PAUL, START, SUE, WILL, stage


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("well done", "well done"),
        ("  two\n\n words\t", "two words"),
        ("\x1b[31mred\x07", "[31mred"),  # no terminal turns red
        ("abc\u202edef", "abcdef"),  # nothing turns the line around
        ("e\u0301te\u0301", "été"),
        ("<b>bold</b>", "<b>bold</b>"),  # whoever shows it shows it as text
        ("👩\u200d🌾", "👩\u200d🌾"),
        ("x" * 300, "x" * 300),
    ],
)
def test_words_are_made_safe(text: str, heard: str) -> None:
    """What is chatted is heard without what cannot be seen, from whom the server knows it to be."""
    outcome = stage("play").say(WILL, Chat, text=text)

    said = Said(PersonView("p-will", "Will"), START, Seat.WEST, text=heard)
    assert outcome.notices == (said,)
    assert outcome.answer == Ok(1 + stage("play").cmds[WILL.key], 14)
    assert outcome.batch is None


@pytest.mark.parametrize("text", [" ", "\u200d", "\u202e\x00", "\n\t"])
def test_nothing_is_not_said(text: str) -> None:
    """A chat of which nothing can be seen is refused."""
    assert stage("play").refused(WILL, Chat, text=text) is RefusalCode.EMPTY_TEXT


@pytest.mark.parametrize(("who", "seat"), [(SUE, Seat.SOUTH), (PAUL, None)])
@pytest.mark.parametrize("at", ["open", "seated", "auction", "play", "pause", "ended"])
def test_phrases_are_passed_on(at: str, who: Person, seat: Seat | None) -> None:
    """A quick phrase is heard at any time, by watchers and sitters alike."""
    sitting = stage(at)

    outcome = sitting.say(who, Say, phrase=Phrase.WELL_PLAYED)

    expected = None if at == "open" else seat
    person = PersonView(who.public_id, who.name)
    assert outcome.notices == (Said(person, sitting.now, expected, phrase=Phrase.WELL_PLAYED),)


def test_a_closed_table_is_quiet() -> None:
    """Nothing is said at a table that is gone."""
    assert stage("closed").refused(SUE, Chat, text="hello") is RefusalCode.NO_SUCH_ROOM


def test_t55_the_sender_is_set_by_the_server() -> None:
    """No command can carry a name or a seat: who speaks is who is connected."""
    assert set(Chat.__struct_fields__) == {"cmd", "text"}
    assert set(Say.__struct_fields__) == {"cmd", "phrase"}
    for who in (SUE, WILL, PAUL):
        (said,) = stage("play").say(who, Chat, text="I am Nora").notices
        assert isinstance(said, Said)
        assert said.person == PersonView(who.public_id, who.name)
        assert said.person.name != NORA.name


def test_a_repeated_word_is_heard_once() -> None:
    """A chat sent again by somebody who sits is answered again and not said again."""
    sitting = stage("play")
    first = sitting.say(WILL, Chat, text="hello")
    assert isinstance(first.answer, Ok)

    again = sitting.say(WILL, Chat, cmd=first.answer.cmd, text="hello")

    assert again.answer == first.answer
    assert again.notices == ()


def test_who_is_not_heard_is_nothing_to_the_table() -> None:
    """Muting is between two people: the table answers and nothing happens."""
    sitting = stage("play")

    outcome = sitting.say(WILL, Mute, person=NORA.public_id)

    assert not isinstance(outcome.answer, Refused)
    assert (outcome.batch, outcome.notices) == (None, ())
