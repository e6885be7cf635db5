"""How deals and matches come to their end: the last trick, every trick, the score, giving up."""

from random import Random

import pytest

from belote_protocol.vocab import EndReason, Phase, Seat, Team
from belote_server.game.actions import CommitDeal, DealCards, EndMatch, PlayCard
from belote_server.game.deck import PACK, commitment
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import (
    CLASSIC_HOUSE,
    CLASSIC_OFFICIAL,
    COINCHE_HOUSE,
    COINCHE_OFFICIAL,
    Plain,
    derive,
)
from belote_server.game.seats import Points
from tests.helpers.cards import cards
from tests.helpers.deals import finish, hands, speak, stacked
from tests.helpers.lines import told
from tests.helpers.matches import Table, play_on, start

# South's hearts run through in six tricks; the last two cards of each hand make the difference.
WEST, EAST = "8H 7H 9C 7S 8S 9S TS JS", "AD KD QD JD TD 9D 8D 7D"
SIX_TRICKS = "JH 7H QS AD 9H 8H TC KD AH 8S KC QD TH 9S QC JD KH TS JC TD QH JS {} 9D "

# West makes the seventh trick, which is worth nothing; or the last one.
SPARE = f"JH 9H AH TH KH QH AS 7C | {WEST} | AC TC KC QC JC 8C QS KS | {EAST}"
WORTHLESS = (SPARE, SIX_TRICKS.format("AC") + "7C 9C 8C 7D 7S KS 8D AS")
LAST_TO_WEST = (SPARE, SIX_TRICKS.format("AC") + "AS 7S KS 7D 7C 9C 8C 8D")

# South makes every trick.
ALONE = (
    f"JH 9H AH TH KH QH AS AC | {WEST} | 7C TC KC QC JC 8C QS KS | {EAST}",
    SIX_TRICKS.format("7C") + "AC 9C 8C 7D AS 7S KS 8D",
)

# South makes seven, and North the last.
WITH_PARTNER = (
    f"JH 9H AH TH KH QH KS AC | {WEST} | 7C TC KC QC JC 8C QS AS | {EAST}",
    SIX_TRICKS.format("7C") + "AC 9C 8C 7D KS 7S AS 8D",
)


def played_out(rules: RuleSet, calls: str, held: str, played: str) -> Table:
    """Return a table after one deal, dealt by East, in which nobody declared."""
    table = start(rules)
    table.do(DealCards(stacked(hands(held), Seat.EAST, rules, Seat.SOUTH)))
    speak(table, calls)
    while table.match.phase is Phase.AUCTION:
        speak(table, "pass")
    for card in cards(played):
        table.do(PlayCard(table.match.running.turn, card, declare=False))
    return table


@pytest.mark.parametrize(
    ("rules", "calls", "deal", "result", "ns", "ew"),
    [
        # a side that made a trick is no capot, even if the trick is worth nothing
        (CLASSIC_HOUSE, "H", WORTHLESS, "made", 162 + 20, 0),
        (CLASSIC_OFFICIAL, "H", WORTHLESS, "made", 162 + 20, 0),
        (COINCHE_HOUSE, "80H", WORTHLESS, "made", 162 + 20 + 80, 0),
        (COINCHE_OFFICIAL, "80H", WORTHLESS, "made", 180 + 80, 0),
        (COINCHE_HOUSE, "capotH", WORTHLESS, "dedans", 20, 160 + 250),
        # the last trick counts for its winner
        (CLASSIC_HOUSE, "H", LAST_TO_WEST, "made", 152 + 20, 10),
        (COINCHE_HOUSE, "80H", LAST_TO_WEST, "made", 152 + 20 + 80, 10),
        # every trick, alone
        (CLASSIC_HOUSE, "H", ALONE, "capot", 252 + 20, 0),
        (COINCHE_HOUSE, "80H", ALONE, "capot", 252 + 20 + 80, 0),
        (COINCHE_HOUSE, "capotH", ALONE, "capot", 252 + 20 + 250, 0),
        (COINCHE_HOUSE, "generaleH", ALONE, "generale", 252 + 20 + 500, 0),
        (COINCHE_HOUSE, "pass 80H", ALONE, "dedans_capot", 160 + 80 + 20, 0),
        (COINCHE_HOUSE, "pass pass generaleH", ALONE, "dedans", 20, 160 + 500),
        # …or with the partner, which a générale forbids
        (COINCHE_HOUSE, "80H", WITH_PARTNER, "capot", 252 + 20 + 80, 0),
        (COINCHE_HOUSE, "capotH", WITH_PARTNER, "capot", 252 + 20 + 250, 0),
        (COINCHE_HOUSE, "generaleH", WITH_PARTNER, "dedans", 20, 160 + 500),
    ],
)
def test_tricks_decide(
    rules: RuleSet, calls: str, deal: tuple[str, str], result: str, ns: int, ew: int
) -> None:
    """Capot and générale are a matter of tricks, never of points [6.3, 7.1]."""
    table = played_out(rules, calls, *deal)
    (settled,) = table.match.settled

    assert settled.settlement.result == result
    assert table.match.scores == Points(ns, ew)


@pytest.mark.parametrize(
    ("changes", "ending"),
    [
        ({"match.target": 183}, None),
        ({"match.target": 182}, "NS wins by target, 182 to 0"),
        ({"match.target": 182, "match.reach": "exceed"}, None),
        ({"match.deals": 2}, None),
        ({"match.deals": 1}, "NS wins by deals, 182 to 0"),
    ],
    ids=["not reached", "reached", "not exceeded", "first of two", "last of one"],
)
def test_the_last_deal(changes: dict[str, Plain], ending: str | None) -> None:
    """A match ends with the deal that decides it, after its cards were shown [8.2, 8.6]."""
    table = played_out(derive("classic-house", changes), "H", *WORTHLESS)
    over = ["trick 8 to S for 15", "deal 1 is made, NS 182, EW 0, held 0; now 182 to 0"]
    over.append("deal 1 is revealed, 32 cards, no seed")
    expected = [*over, ending] if ending else over

    assert told(table.log[-len(expected) :]) == expected
    assert table.match.phase is (Phase.ENDED if ending else Phase.DEALING)
    assert (table.match.ended is None) is (ending is None)
    assert table.match.turn is None


def test_deals_that_were_scored() -> None:
    """A match keeps the deals that were scored, by number, and not those passed out [8.7]."""
    table = start(CLASSIC_HOUSE)
    finish(table, "S:H", "100 der", "52")
    table.do(DealCards(PACK))
    speak(table, "pass " * 8)
    finish(table, "W:H", "52", "100 der")

    assert [settled.deal for settled in table.match.settled] == [1, 3]
    assert [settled.scores for settled in table.match.settled] == [
        Points(110, 52),
        Points(162, 162),
    ]
    assert (table.match.deals, table.match.scores) == (3, Points(162, 162))


def test_held_points_wait_for_the_next_winner() -> None:
    """What a tie holds is kept through a passed-out deal and paid with the next one [6.4]."""
    table = start(CLASSIC_HOUSE)
    finish(table, "S:H", "71 der", "81")
    assert (table.match.held, table.match.scores) == (81, Points(0, 81))
    table.do(DealCards(PACK))
    speak(table, "pass " * 8)
    assert table.match.held == 81
    finish(table, "S:H", "100 der", "52")

    assert (table.match.held, table.match.scores) == (0, Points(191, 133))


@pytest.mark.parametrize(
    ("deals", "ties", "scores", "held"),
    [
        (2, 1, Points(0, 81), 81),  # one more to come
        (2, 2, Points(81, 162), 0),
        (1, 1, Points(81, 81), 0),
        (1, 2, Points(162, 162), 0),  # equal, so they played on
    ],
)
def test_nothing_is_held_on_the_last_deal(deals: int, ties: int, scores: Points, held: int) -> None:
    """Of a fixed number of deals the last, and any after it, leave nothing for a next [8.5]."""
    table = start(derive("classic-house", {"match.deals": deals}))
    for _ in range(ties):
        finish(table, "S:H", "71 der", "81")

    assert (table.match.scores, table.match.held) == (scores, held)


@pytest.mark.parametrize("loser", Team)
@pytest.mark.parametrize("reason", [EndReason.SURRENDER, EndReason.FORFEIT])
@pytest.mark.parametrize(
    ("stage", "shown"),
    [
        ("dealing", []),
        ("committed", ["deal 2 is revealed, 0 cards, a seed"]),
        ("auction", ["deal 2 is revealed, 32 cards, no seed"]),
        ("play", ["deal 2 is revealed, 32 cards, no seed"]),
    ],
)
def test_giving_up(stage: str, shown: list[str], reason: EndReason, loser: Team) -> None:
    """In any phase a side may give up; the deal in play is void and shown [8.6]."""
    table = played_out(CLASSIC_HOUSE, "H", *LAST_TO_WEST)
    if stage == "committed":
        table.do(CommitDeal("00" * 32, commitment("m-0001", 2, bytes(32)).hex()))
    if stage in ("auction", "play"):
        table.do(DealCards(PACK))
    if stage == "play":
        speak(table, "pass NT")
        play_on(table, Random(0), lambda match: len(match.running.tricks) == 3)

    events = table.do(EndMatch(loser, reason))

    assert told(events) == [*shown, f"{loser.other} wins by {reason}, 172 to 10"]
    assert table.match.phase is Phase.ENDED
    assert table.match.scores == Points(172, 10)
    assert [settled.deal for settled in table.match.settled] == [1]
    assert events[-1] == table.match.ended
    assert table.match.turn is None
