"""A match as text: what is written, what is read, and where a text is wrong."""

import pytest

from belote_protocol.calls import bid, contract
from belote_protocol.vocab import Card, EndReason, Seat, Suit, Team
from belote_server.game.actions import CommitDeal, DealCards, EndMatch
from belote_server.game.deck import commitment, fair_deck
from belote_server.game.events import (
    CallMade,
    CardPlayed,
    DealCommitted,
    DealPassedOut,
    Event,
    HandsCompleted,
    MatchEnded,
    MatchStarted,
    TrickTaken,
)
from belote_server.game.notation import (
    NotationError,
    change,
    read,
    rules_of,
    rules_text,
    write,
)
from belote_server.game.rulesets import CLASSIC_HOUSE, RULE_SETS, Plain, RuleError, derive
from belote_server.game.seats import Points
from belote_server.game.state import replay
from tests.helpers.deals import play, speak
from tests.helpers.matches import start

MATCH = """\
belote 1
match m-2801
rules coinche-official match.target=301
dealer E

deal 1
seed a768607bd24bc392a9cf04f58564984c0c7bf4e9efc6be07927a823e594b980b
deck TC QD 8S 9S TH 9C 9D 7C JH AS KC 7H JS AD AH TS QC 7D 8C TD KH KD JD 8H 9H AC JC KS 7S QS QH 8D
calls pass pass pass pass
result passed

deal 2
deck TS 7C TC JH 8H 7D TD JS 7S 8C KH QC KS AC KD AD QH 8S JD 9D AH TH 7H QD AS JC QS 8D 9H 9C KC 9S
calls 130H coinche pass pass
play 7H 8H- QH KH
play KC 7C JC 9H
play TD JD TH 7D
play AH JH 8D 8C
play AD 7S 9D AC
play AS JS 9S KS
play QD 8S 9C TC
play KD QS QC TS
result dedans 580 0 held 0
end target NS 580 0
"""
LINES = MATCH.splitlines()
HEADER = [*LINES[:4]]
DECK = LINES[12]


def test_a_match_is_written() -> None:
    """A whole match, with a seed, a passed-out deal and kept declarations, is written as read."""
    assert write(read(MATCH)) == MATCH


def test_what_is_read() -> None:
    """Reading gives the events themselves, those that no line tells of included."""
    log = read(MATCH)

    assert log[0] == MatchStarted(
        "m-2801", derive("coinche-official", {"match.target": 301}), Seat.EAST
    )
    assert isinstance(log[1], DealCommitted)
    assert log[1].seed == LINES[6].removeprefix("seed ")
    assert DealPassedOut(1) in log
    assert HandsCompleted(contract("W:130Hx"), ((), (), (), ()), Seat.WEST) in log
    assert TrickTaken(1, Seat.WEST, 7) in log
    assert log[-1] == MatchEnded(Team.NS, EndReason.TARGET, Points(580, 0))
