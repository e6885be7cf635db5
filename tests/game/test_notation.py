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
    assert TrickTaken(1, Seat.SOUTH, 7) in log
    assert log[-1] == MatchEnded(Team.NS, EndReason.TARGET, Points(580, 0))


@pytest.mark.parametrize("length", range(len(LINES) + 1))
def test_a_match_may_stop_anywhere(length: int) -> None:
    """The first lines of a match are the beginning of its log."""
    part = read("\n".join(LINES[:length]))

    assert part == read(MATCH)[: len(part)]
    assert (len(part) > 0) == (length >= len(HEADER))


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("deal 2", "deal 2 # the second"),
        ("play 7H 8H- QH KH", "  play\t7H   8H-  QH KH#K is not a card of its own"),
        ("play 7H 8H- QH KH", "play 7H 8H-\n# North keeps a tierce to itself\n\nplay QH KH"),
        ("calls 130H coinche pass pass", "calls 130H\ncalls coinche\ncalls pass\ncalls pass"),
        ("result passed\n", ""),
        ("end target NS 580 0\n", ""),
        ("deal 2\n", ""),
    ],
)
def test_a_match_may_be_written_otherwise(text: str, same: str) -> None:
    """Comments, blank space, other rows and left out results change nothing."""
    assert text in MATCH

    assert read(MATCH.replace(text, same)) == read(MATCH)


def test_nothing_is_a_match_not_begun() -> None:
    """A text without a word has no event, and no event is a line without a word."""
    assert read("") == read("\n# nothing yet\n") == []
    assert read(write([])) == []


def test_giving_up_is_written() -> None:
    """A side that gives up ends the text with who won, why, and the score as it stood."""
    table = start(CLASSIC_HOUSE)
    table.do(EndMatch(Team.NS, EndReason.FORFEIT))

    assert write(table.log).splitlines()[4:] == ["end forfeit EW 0 0"]
    assert read(write(table.log)) == table.log


def test_a_deal_under_way_is_written() -> None:
    """A deal is written as far as it got: a seed, a deck, calls, then cards by the trick."""
    table = start(CLASSIC_HOUSE)
    seed = bytes(32)
    table.do(CommitDeal(seed.hex(), commitment("m-0001", 1, seed).hex()))
    told = [*write(table.log).splitlines()]
    table.do(DealCards(fair_deck("m-0001", 1, Seat.EAST, seed)))
    speak(table, "pass")
    passed = write(table.log).splitlines()
    speak(table, "NT")
    play(table, " ".join(card for hand in table.match.running.hands[:1] for card in hand[:1]))

    assert told == [*write(table.log).splitlines()[:4], "", "deal 1", f"seed {seed.hex()}"]
    assert passed[-1] == "calls pass"
    assert write(table.log).splitlines()[-2:] == [
        "calls pass NT",
        f"play {table.match.running.trick[0]}",
    ]
    assert read(write(table.log)) == table.log


@pytest.mark.parametrize(
    ("name", "changes", "text"),
    [
        ("classic-house", {}, "classic-house"),
        ("classic-official", {"match.target": 501}, "classic-official match.target=501"),
        ("coinche-house", {"auction.generale": False}, "coinche-house auction.generale=false"),
        ("coinche-house", {"play.undertrump": "free"}, "coinche-house play.undertrump=free"),
        (
            "coinche-official",
            {
                "match.deals": 12,
                "cards.all_trump": (14, 9, 6, 5, 3, 1),
                "dealing.packets": [3, 3, 2],
            },
            "coinche-official dealing.packets=3,3,2 cards.all_trump=14,9,6,5,3,1 match.deals=12",
        ),
    ],
)
def test_rules_text(name: str, changes: dict[str, object], text: str) -> None:
    """Rules are their name and what differs from it, in the order of the fields."""
    rules = derive(name, changes)

    assert rules_text(rules) == text
    assert rules_of(text) == rules


@pytest.mark.parametrize("name", RULE_SETS)
def test_rules_of_a_name(name: str) -> None:
    """A name alone is its rule set."""
    assert rules_of(f"  {name} ") is RULE_SETS[name]


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("match.target=1000", "match.target", 1000),
        ("match.target=-1", "match.target", -1),
        ("auction.generale=true", "auction.generale", True),
        ("auction.generale=false", "auction.generale", False),
        ("dealing.packets=3,2,3", "dealing.packets", (3, 2, 3)),
        ("auction.modes=suits+nt+at", "auction.modes", "suits+nt+at"),
        ("a=b=c", "a", "b=c"),
        ("a=", "a", ""),
        ("a=1.5", "a", "1.5"),
    ],
)
def test_change(text: str, field: str, value: Plain) -> None:
    """A change is a field and the plain value that its text stands for."""
    assert change(text) == (field, value)


@pytest.mark.parametrize(
    ("text", "field", "reason"),
    [
        ("", "name", "'' is not one of"),
        ("tarot", "name", "'tarot' is not one of"),
        ("classic-house match.target", "match.target", "write field=value"),
        ("classic-house match.goal=5", "match.goal", "no such field"),
        ("classic-house match.target=true", "match.target", "True is not a whole number"),
    ],
)
def test_what_is_not_rules(text: str, field: str, reason: str) -> None:
    """What no table can play is refused by the name of the field."""
    with pytest.raises(RuleError) as caught:
        rules_of(text)

    assert caught.value.field == field
    assert caught.value.reason.startswith(reason)


START = "belote 1\nmatch m-1\nrules coinche-house\ndealer E\n"
DEALT = f"{START}deal 1\n{DECK}\n"
BID = f"{DEALT}calls 80H pass pass pass\n"


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        # the header
        ("match m-1", 1, 1, "a match begins with the line 'belote 1'"),
        ("# mine\n\n belote 2", 3, 2, "a match begins with the line 'belote 1'"),
        ("belote 1 2", 1, 1, "a match begins with the line 'belote 1'"),
        ("belote 1\ndealer E", 2, 1, "a 'match' line must come before the dealer"),
        ("belote 1\nrules coinche-house\ndealer E", 3, 1, "a 'match' line must come before"),
        ("belote 1\nmatch m-1\ndealer E", 3, 1, "a 'rules' line must come before the dealer"),
        ("belote 1\nmatch m-1\nmatch m-2", 3, 1, "there is a 'match' line already"),
        (f"{START}rules classic-house", 5, 1, "there is a 'rules' line already"),
        (f"{START}dealer E", 5, 8, "'E' is refused: already_started"),
        ("belote 1\nmatch m-1\nrules coinche-house\ndealer X", 4, 8, "'X' is not a seat"),
        ("belote 1\nmatch m-1\nrules coinche-house\ndealer E S", 4, 10, "nothing may follow 'E'"),
        # the rules
        ("belote 1\nrules tarot", 2, 7, "name: 'tarot' is not one of classic-house,"),
        ("belote 1\nrules classic-house match.goal=5", 2, 21, "match.goal: no such field"),
        ("belote 1\nrules coinche-house  match.target=0", 2, 22, "match.target: 0 is not between"),
        ("belote 1\nrules coinche-house match.target", 2, 21, "match.target: write field=value"),
        (
            "belote 1\nrules coinche-house auction.ceiling=80 auction.floor=90",
            2,
            40,
            "auction.floor: 90 is above the ceiling 80",
        ),
        # the lines
        (f"{START}dael 1", 5, 1, "'dael' is not one of match, rules, dealer, deal, seed, deck,"),
        (f"{START}deal", 5, 1, "nothing follows 'deal'"),
        (f"{START}deal 2", 5, 6, "the next deal is number 1"),
        (f"{START}deal 1 one", 5, 8, "nothing may follow '1'"),
        (f"{DEALT}deal 1", 7, 6, "the next deal is number 2"),
        # cards and seeds
        (f"{START}seed xyz", 5, 6, "'xyz' is not hexadecimal"),
        (f"{START}seed abc", 5, 6, "'abc' is not hexadecimal"),
        (f"{START}seed 00", 5, 6, "'00' is refused: bad_commitment"),
        (f"{START}seed {64 * '0'} 00", 5, 71, f"nothing may follow '{64 * '0'}'"),
        (f"{START}seed {64 * '0'}\nseed {64 * '1'}", 6, 6, f"'{64 * '1'}' is refused: already"),
        (f"{START}seed {64 * '0'}\n{DECK}", 6, 1, "'deck' is refused: bad_deck"),
        (f"{START}deck 8C 10H", 5, 9, "'10H' is not a card"),
        (f"{START}deck 8C 8C", 5, 1, "'deck' is refused: bad_deck"),
        (f"{DEALT}{DECK}", 7, 1, "'deck' is refused: not_dealing(phase=auction)"),
        # calls
        (f"{DEALT}calls pass 80X", 7, 12, "'80X' is not a bid: write H, 100H, capotS or"),
        (f"{DEALT}calls pass H", 7, 12, "'H' is refused: wrong_game(call=H)"),
        (f"{DEALT}calls coinche", 7, 7, "'coinche' is refused: nothing_to_coinche"),
        (f"{BID}calls pass", 8, 7, "'pass' is refused: not_auction(phase=play)"),
        ("belote 1\ncalls pass", 2, 7, "'pass' is refused: not_started"),
        # plays
        (f"{DEALT}play 7H", 7, 6, "'7H' is refused: not_play(phase=auction)"),
        (f"{BID}play 7H XX", 8, 9, "'XX' is not a card"),
        (f"{BID}play JH", 8, 6, "'JH' is refused: not_your_card(card=JH)"),
        # results
        (f"{BID}result made 1 2 held 0", 8, 1, "by the rules there is no 'result' here"),
        (f"{DEALT}calls pass pass pass pass\nresult made", 8, 8, "by the rules it is 'passed'"),
        (
            f"{DEALT}calls pass pass pass pass\nresult passed\nresult passed",
            9,
            1,
            "by the rules there is no 'result' here",
        ),
        (
            f"{DEALT}calls pass pass pass pass\n{DECK}\nresult passed",
            9,
            1,
            "by the rules there is no 'result' here",
        ),
        (MATCH.replace("580 0 held 0", "580 0"), 23, 8, "by the rules it is 'dedans 580 0 held 0'"),
        # ends
        (f"{BID}end target NS 0 0", 8, 1, "by the rules there is no 'end' here"),
        (f"{BID}end boredom NS 0 0", 8, 5, "'boredom' is not a reason to end"),
        (f"{BID}end surrender", 8, 5, "the winner is missing"),
        (f"{BID}end surrender S 0 0", 8, 15, "'S' is not a side"),
        (f"{BID}end surrender NS 1 0", 8, 5, "by the rules it is 'surrender NS 0 0'"),
        (f"{MATCH}end forfeit NS 580 0", 25, 5, "'forfeit' is refused: match_ended"),
        (f"{MATCH}deal 3\n{DECK}", 26, 1, "'deck' is refused: match_ended"),
    ],
)
def test_what_is_not_a_match(text: str, line: int, column: int, reason: str) -> None:
    """A text that is wrong says where, by line and column, and what is wrong with it."""
    with pytest.raises(NotationError) as caught:
        read(text)

    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert error.reason.startswith(reason)
    assert str(error) == f"line {line}, column {column}: {error.reason}"


def test_a_play_that_breaks_a_duty_is_wrong() -> None:
    """A card that may not be played is named with the duty it breaks."""
    revoked = MATCH.replace("play KC 7C JC 9H", "play KC TS JC 9H")

    with pytest.raises(NotationError, match=r"line 16, column 9: 'TS' is refused: must_follow"):
        read(revoked)


@pytest.mark.parametrize(
    "event",
    [
        CardPlayed(Seat.SOUTH, Card.SPADE_J),
        CallMade(Seat.WEST, bid("100H"), contract("W:100H"), Seat.NORTH, 0),
        TrickTaken(8, Seat.EAST, 41),
        DealPassedOut(3),
    ],
)
def test_events_paste_back(event: Event) -> None:
    """What a failing test prints of an event without secrets can be pasted into the next one."""
    names = {
        each.__name__: each
        for each in (
            bid,
            contract,
            Card,
            Seat,
            Suit,
            CardPlayed,
            CallMade,
            TrickTaken,
            HandsCompleted,
            DealCommitted,
            DealPassedOut,
        )
    }

    assert eval(repr(event), names) == event


def test_the_text_is_the_whole_truth() -> None:
    """A match read from its text can be played on where the first one can."""
    half = "\n".join(LINES[:16])
    match = replay(read(half))

    assert match.turn is Seat.EAST
    assert match == replay(read(MATCH)[: len(read(half))])
