"""Every field of every event has its audience, and nobody else gets it."""

from dataclasses import fields
from typing import get_args

import pytest
from hypothesis import given

from belote_protocol.vocab import SEATS, VIEWERS, Phase, Viewer
from belote_server.game.events import Event
from belote_server.game.views import redact, view
from tests.helpers.audiences import ALL, AUDIENCES, HAND, field_audience
from tests.helpers.stories import Story
from tests.helpers.strategies import stories


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: str(kind.__name__))
def test_t46_every_field_has_an_audience(kind: type[Event]) -> None:
    """An event class and each of its fields say for whom they are meant."""
    assert kind.__name__ in AUDIENCES, f"{kind.__name__} has no audience"
    assert list(AUDIENCES[kind.__name__]) == [field.name for field in fields(kind)]


def test_every_audience_has_a_field() -> None:
    """Nothing is left in the table of an event that is gone."""
    assert set(AUDIENCES) == {kind.__name__ for kind in get_args(Event)}


@given(stories())
def test_events_are_shown_to_their_audience(story: Story) -> None:
    """Of an event each viewer gets what is meant for all, its own hand, and nothing else."""
    for event in story.log:
        for viewer in VIEWERS:
            shown = redact(event, viewer)

            assert type(shown) is type(event)
            for field in fields(event):
                value, whole = getattr(shown, field.name), getattr(event, field.name)
                audience = field_audience(event, field.name)
                if audience is ALL:
                    assert value == whole
                elif audience is HAND:
                    check_hands(value, whole, viewer)
                else:
                    assert value is None


@given(stories())
def test_views_hide_other_hands(story: Story) -> None:
    """In a view every card of another hand is blank, and only whoever acts has choices."""
    for match in story.matches:
        for viewer in VIEWERS:
            shown = view(match, viewer)

            assert bool(shown.calls != type(shown.calls)()) == (
                match.phase is Phase.AUCTION and match.turn is viewer
            )
            assert bool(shown.cards) == (match.phase is Phase.PLAY and match.turn is viewer)
            if shown.deal is not None:
                check_hands(shown.deal.hands, match.running.hands, viewer)
            if shown.cards:
                assert tuple(shown.cards) == match.running.hands[SEATS.index(match.running.turn)]


def check_hands(
    shown: tuple[tuple[object, ...], ...], whole: tuple[tuple[object, ...], ...], viewer: Viewer
) -> None:
    """Check that *shown* are the hands of *whole* with all cards blank but the viewer's own."""
    assert len(shown) == 4
    for seat, cards, held in zip(SEATS, shown, whole, strict=True):
        assert cards == (held if seat is viewer else (None,) * len(held))
