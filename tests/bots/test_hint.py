"""Hints, with their reasons in words."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belote_protocol.calls import Bid
from belote_protocol.i18n import LANGUAGES, words
from belote_protocol.vocab import HintCode, Phase, Policy
from belote_server.bots.budget import Budget
from belote_server.bots.hint import hint
from belote_server.bots.policies import choose
from belote_server.game.actions import MakeCall
from belote_server.game.rulesets import CLASSIC_HOUSE, COINCHE_HOUSE
from tests.bots.seats import acting, view_on_turn
from tests.helpers.stories import Story, told
from tests.helpers.strategies import stories

PARAMS = {"mode": "NT", "points": "104", "card": "JS", "suit": "H", "worlds": "40"}
"""Every parameter a reason comes with, as it comes."""


@settings(max_examples=40)
@given(stories(), st.integers(0, 4))
def test_a_hint_is_the_clubs_choice(story: Story, offset: int) -> None:
    """A hint is what the club would do, and its reason can be said in every language."""
    for match in list(acting(story))[offset::5]:
        view = view_on_turn(match)
        advised = hint(view)
        assert advised == choose(view, Policy.CLUB, 1)
        for lang in LANGUAGES:
            assert words(lang).explain(f"hint.{advised.reason}", advised.params)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", HintCode)
def test_reasons_are_sentences(code: HintCode, lang: str) -> None:
    """A reason is one or two whole sentences, with its codes in words."""
    said = words(lang).explain(f"hint.{code}", PARAMS)

    assert re.fullmatch(r"[^{}]+\.", said)
    assert not re.search(r"\b(JS|NT)\b", said)


def test_reasons_match_what_is_done() -> None:
    """A bid is explained as a bid, a pass as a pass, and no card as a call."""
    for rules in (CLASSIC_HOUSE, COINCHE_HOUSE):
        for match in acting(told(rules, 9, 150)):
            advised = hint(view_on_turn(match))
            reason = advised.reason.value
            if match.phase is Phase.PLAY:
                assert not reason.startswith(("pass", "bid", "coinche", "surcoinche"))
            elif reason != "only_choice":
                assert isinstance(advised.action, MakeCall)
                assert isinstance(advised.action.call, Bid) == reason.startswith("bid")


def test_the_expert_says_how_much_it_saw() -> None:
    """Where the expert differs from the club it says over how many worlds."""
    for seed in range(20):
        for match in acting(told(COINCHE_HOUSE, seed, 60)):
            if match.phase is Phase.PLAY:
                choice = choose(view_on_turn(match), Policy.EXPERT, 1, Budget(nodes=600))
                if choice.reason is HintCode.BEST_OF_MANY:
                    assert int(choice.params["worlds"]) > 0
                    return
    pytest.fail("the expert never differed")
