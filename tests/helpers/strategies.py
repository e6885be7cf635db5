"""What the laws are tried on: decks, matches stopped anywhere, and things nobody should ask."""

from hypothesis import strategies as st

from belote_protocol.calls import Bid, BidKind, Call, Word
from belote_protocol.vocab import Card, EndReason, Mode, Seat, Team
from belote_server.game.actions import (
    Action,
    CommitDeal,
    DealCards,
    EndMatch,
    MakeCall,
    PlayCard,
    StartMatch,
)
from belote_server.game.deck import PACK
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import RULE_SETS
from tests.helpers.rule_sets import derived_rules
from tests.helpers.stories import Manner, Story, told

seeds = st.integers(0, 2**32 - 1)
seats = st.sampled_from(Seat)
teams = st.sampled_from(Team)
cards = st.sampled_from(Card)
decks = st.permutations(PACK).map(tuple)
rule_sets: st.SearchStrategy[RuleSet] = st.one_of(
    st.sampled_from(sorted(RULE_SETS)).map(RULE_SETS.__getitem__), derived_rules()
)

manners = st.sampled_from(
    (Manner(), Manner(lumpy=1, onesided=1, shy=0.3), Manner(lumpy=0, committed=1, shy=0.7))
)
"""As it comes; great hands, boldly bid and swept; fair deals, often passed out."""


@st.composite
def stories(draw: st.DrawFn, length: int = 150) -> Story:
    """Draw a match stopped after any number of actions up to *length*."""
    return told(draw(rule_sets), draw(seeds), draw(st.integers(1, length)), draw(manners))


bids = st.builds(
    Bid, st.sampled_from(BidKind), st.sampled_from(Mode), st.integers(-10, 20).map(lambda n: 10 * n)
) | st.builds(Bid, st.sampled_from(BidKind), st.sampled_from(Mode), st.integers())
calls: st.SearchStrategy[Call] = st.sampled_from(Word) | bids
hexadecimal = st.binary(max_size=40).map(bytes.hex)

actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(StartMatch, st.text(max_size=8), rule_sets, seats),
    st.builds(CommitDeal, st.text(max_size=8) | hexadecimal, st.text(max_size=8) | hexadecimal),
    st.builds(DealCards, st.lists(cards, max_size=33).map(tuple) | decks),
    st.builds(MakeCall, seats, calls),
    st.builds(PlayCard, seats, cards, st.booleans()),
    st.builds(EndMatch, teams, st.sampled_from(EndReason)),
)
"""Anything that can be asked, by anybody, at any time."""
