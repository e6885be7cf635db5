"""A viewer cannot tell one arrangement of the cards it has not seen from another."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given

from belote_protocol.calls import Word
from belote_protocol.vocab import VIEWERS, Card, Phase, Seat, Viewer
from belote_server.game.actions import Action, MakeCall, PlayCard
from belote_server.game.engine import decide
from belote_server.game.refused import Refusal
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import CLASSIC_HOUSE, COINCHE_OFFICIAL
from belote_server.game.state import Match, evolve
from belote_server.game.views import redact, view
from tests.helpers.stories import Manner, Story, told
from tests.helpers.strategies import seeds, stories
from tests.helpers.worlds import Batches, Scene, last_scene, other_worlds


def seen(before: Match, batches: Batches, viewer: Viewer) -> list[object]:
    """Return every view and every event *viewer* is shown, one after the other."""
    shown: list[object] = [view(before, viewer)]
    match = before
    for batch in batches:
        for event in batch:
            shown.append(redact(event, viewer))
            match = evolve(match, event)
            shown.append(view(match, viewer))
    return shown


def refused(match: Match, viewer: Viewer) -> list[Refusal]:
    """Return every refusal *viewer* can provoke by what it might say or play."""
    if not isinstance(viewer, Seat):
        return []
    asked: list[Action] = [
        *(MakeCall(viewer, word) for word in Word),
        *(PlayCard(viewer, card) for card in Card),
    ]
    answers = (decide(match, action) for action in asked)
    return [answer for answer in answers if isinstance(answer, Refusal)]


def check(scene: Scene, viewer: Viewer, rng: Random, tries: int) -> int:
    """Compare what *viewer* sees of *scene* and of every other world found; return how many."""
    found = 0
    told_here = seen(scene.before, scene.batches, viewer)
    for world in other_worlds(scene, viewer, rng, tries):
        found += 1
        there = Scene(scene.before, world, scene.actions)

        assert seen(scene.before, world, viewer) == told_here
        assert refused(there.match, viewer) == refused(scene.match, viewer)
        assert repr(view(there.match, viewer)) == repr(view(scene.match, viewer))
    return found


@given(stories(), seeds)
def test_hidden_cards_do_not_show(story: Story, seed: int) -> None:
    """Dealing the hidden cards again changes nothing that a viewer is shown or answered."""
    scene = last_scene(story)
    if scene is not None:
        for viewer in VIEWERS:
            check(scene, viewer, Random(seed), tries=4)


@pytest.mark.parametrize("rules", [CLASSIC_HOUSE, COINCHE_OFFICIAL], ids=lambda each: each.name)
def test_there_are_other_worlds(rules: RuleSet) -> None:
    """The law isn't empty: each viewer could be elsewhere in the auction and far into the play."""
    worlds: Counter[Viewer] = Counter()
    phases: Counter[tuple[Viewer, Phase]] = Counter()
    for seed in range(14):
        scene = last_scene(told(rules, seed, 4 + 4 * seed, Manner(quitting=0)))
        assert scene is not None
        for viewer in VIEWERS:
            found = check(scene, viewer, Random(seed), tries=10)
            worlds[viewer] += found
            phases[viewer, scene.match.phase] += found > 0

    for viewer in VIEWERS:
        assert worlds[viewer] >= 30
        assert phases[viewer, Phase.AUCTION] >= 1
        assert phases[viewer, Phase.PLAY] >= 5
