"""A match is its log, in memory and as text."""

from hypothesis import given
from hypothesis import strategies as st

from belote_server.game.notation import read, rules_of, rules_text, write
from belote_server.game.rules import RuleSet
from belote_server.game.state import replay
from tests.helpers.stories import Story
from tests.helpers.strategies import rule_sets, stories


@given(stories())
def test_replay(story: Story) -> None:
    """Folding the events of any prefix gives the match as it stood there."""
    for length, match in enumerate(story.matches):
        events = [event for batch in story.batches[:length] for event in batch]

        assert replay(events) == match


@given(stories(), st.data())
def test_replay_goes_on(story: Story, data: st.DataObject) -> None:
    """Folding may stop at any event and go on from there."""
    log = story.log
    stop = data.draw(st.integers(0, len(log)))

    assert replay(log[stop:], replay(log[:stop])) == story.match


@given(stories(), st.data())
def test_notation(story: Story, data: st.DataObject) -> None:
    """What is written of a match after any action reads back as its events."""
    stop = data.draw(st.integers(0, len(story.batches)))
    log = [event for batch in story.batches[:stop] for event in batch]

    assert read(write(log)) == log


@given(rule_sets)
def test_rules_text(rules: RuleSet) -> None:
    """Rules, however far from the book, are written as one line and read back."""
    text = rules_text(rules)

    assert "\n" not in text
    assert rules_of(text) == rules
