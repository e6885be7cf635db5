"""Belote and rebelote: said with the king and queen of trump, by whoever held both."""

from random import Random

import pytest

from belote_protocol.vocab import LineCode, Phase, Seat, Team
from belote_server.game.actions import DealCards
from belote_server.game.events import BeloteSaid, DealSettled
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import CLASSIC_HOUSE, COINCHE_HOUSE, COINCHE_OFFICIAL, derive
from tests.helpers.deals import hands, play, speak, stacked
from tests.helpers.lines import told
from tests.helpers.matches import Table, play_on, start

# South holds the pair in hearts and in spades, East the one in diamonds; clubs are split.
PAIRS = (
    "KH AH QH JH KS QS 9H TH | 8H AS KC 9S 8S JD TD JC"
    "| 7H TS 7S AD 7D AC 7C QC | JS 9D 8D KD TC QD 9C 8C"
)


def taken(rules: RuleSet, said: str) -> Table:
    """Return a table at which South leads, and has *said* what is played."""
    table = start(rules)
    table.do(DealCards(stacked(hands(PAIRS), Seat.EAST, rules, Seat.SOUTH)))
    speak(table, said)
    while table.match.phase is Phase.AUCTION:
        speak(table, "pass")
    return table


def said(table: Table) -> list[str]:
    """Return what has been said of belotes, as lines."""
    return told(event for event in table.log if isinstance(event, BeloteSaid))


@pytest.mark.parametrize(
    "played",
    [
        "KH 8H 7H JS  QH 8S 7D 8D",
        "QH 8H 7H JS  KH 8S 7D 8D",
    ],
    ids=["king first", "queen first"],
)
def test_the_first_is_belote_and_the_second_rebelote(played: str) -> None:
    """The word depends on which is played first, not on which is the king [5.9]."""
    table = taken(COINCHE_HOUSE, "80H")
    first, second = played.split("  ")

    assert said(table) == []
    play(table, first)
    assert said(table) == ["S says belote in H"]
    play(table, second)
    assert said(table) == ["S says belote in H", "S says rebelote in H"]


@pytest.mark.parametrize(
    ("rules", "bid", "expected"),
    [
        (COINCHE_HOUSE, "80H", {"S H"}),
        (COINCHE_HOUSE, "80S", {"S S"}),
        (COINCHE_HOUSE, "80D", {"E D"}),
        (COINCHE_HOUSE, "80C", set()),  # king and queen in two hands
        (COINCHE_HOUSE, "80NT", set()),
        (COINCHE_HOUSE, "80AT", {"S H", "S S", "E D"}),
        (COINCHE_OFFICIAL, "80AT", {"S H", "S S", "E D"}),
        (derive("coinche-house", {"cards.all_trump_belotes": False}), "80AT", set()),
        (derive("coinche-house", {"cards.all_trump_belotes": False}), "80D", {"E D"}),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_who_says_it(rules: RuleSet, bid: str, expected: set[str], seed: int) -> None:
    """Each pair in one hand that is trump is said once, each word once, however it is played."""
    table = play_on(taken(rules, bid), Random(seed), lambda match: match.phase is not Phase.PLAY)
    events = [event for event in table.log if isinstance(event, BeloteSaid)]
    words = [f"{event.seat} {event.suit} {event.word}" for event in events]

    assert sorted(words) == sorted(
        f"{pair} {word}" for pair in expected for word in ("belote", "rebelote")
    )
    for pair in expected:
        assert words.index(f"{pair} belote") < words.index(f"{pair} rebelote")


@pytest.mark.parametrize(
    ("rules", "bid", "ns", "ew"),
    [
        (COINCHE_HOUSE, "80H", 20, 0),
        (COINCHE_HOUSE, "80D", 0, 20),
        (COINCHE_HOUSE, "80C", 0, 0),
        (COINCHE_HOUSE, "80AT", 40, 20),
        (derive("coinche-house", {"cards.all_trump_belotes": False}), "80AT", 0, 0),
        (derive("coinche-house", {"cards.belote": 0}), "80H", 0, 0),
    ],
)
def test_what_it_counts(rules: RuleSet, bid: str, ns: int, ew: int) -> None:
    """Each pair counts twenty for the side of the hand that held it [5.9, 5.10]."""
    table = play_on(taken(rules, bid), Random(5), lambda match: match.phase is not Phase.PLAY)
    (settled,) = [event for event in table.log if isinstance(event, DealSettled)]
    counted = dict.fromkeys(Team, 0)
    for line in settled.settlement.counted:
        counted[line.team] += line.points if line.code is LineCode.BELOTE else 0

    assert counted == {Team.NS: ns, Team.EW: ew}


@pytest.mark.parametrize(
    ("bids", "expected"),
    [
        ("S", ["S says belote in S", "S says rebelote in S"]),  # the turned QS
        ("pass pass pass pass D", ["E says belote in D", "E says rebelote in D"]),  # QD with it
        ("pass pass pass pass C", []),
    ],
)
def test_cards_dealt_after_the_take_count(bids: str, expected: list[str]) -> None:
    """A pair may be completed by the turned card, or by what the others get with it [5.9]."""
    table = taken(CLASSIC_HOUSE, bids)
    play_on(table, Random(0), lambda match: match.phase is not Phase.PLAY)

    assert said(table) == expected
