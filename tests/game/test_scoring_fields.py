"""What each field that concerns points changes, and what it leaves alone."""

import pytest

from belote_protocol.vocab import Rank, Seat
from belote_server.game.actions import DealCards
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import CLASSIC_HOUSE, COINCHE_HOUSE, Plain, derive, flatten
from belote_server.game.seats import Points
from tests.helpers.deals import finish, hands, play, settlement, speak, stacked
from tests.helpers.matches import start

Effect = tuple[str, str, str, str, Plain, tuple[int, int], tuple[int, int]]
"""Contract, what NS and EW made; a field, its new value; the scores before and after the change."""

TAKES: list[Effect] = [
    # an ace, or any card, is worth something else: the deal's total moves
    ("S:NT", "40", "80 der", "cards.no_trump_ace", 19, (0, 130), (0, 162)),
    ("S:NT", "120 capot", "0", "cards.no_trump_ace", 19, (220, 0), (220, 0)),
    ("S:AT", "110", "138 der", "cards.all_trump", (13, 9, 6, 5, 3, 2), (0, 258), (0, 162)),
    ("S:AT", "110", "138 der", "cards.all_trump", (14, 9, 6, 5, 3, 1), (0, 258), (0, 162)),
    ("S:H", "50", "102 der", "cards.all_trump", (13, 9, 6, 5, 3, 2), (0, 162), (0, 162)),
    # tricks
    ("S:H", "80 der", "72", "cards.last_trick", 0, (90, 72), (80, 72)),
    ("S:H", "50", "102 der", "cards.last_trick", 0, (0, 162), (0, 152)),
    ("S:H", "152 capot", "0", "cards.last_trick", 0, (252, 0), (252, 0)),
    ("S:H", "152 capot", "0", "cards.capot_last_trick", 98, (252, 0), (250, 0)),
    ("S:H", "0", "152 capot", "cards.capot_last_trick", 98, (0, 252), (0, 250)),
    ("S:H", "80 der", "72", "cards.capot_last_trick", 98, (90, 72), (90, 72)),
    # belote
    ("S:H", "80 der belote", "72", "cards.belote", 0, (110, 72), (90, 72)),
    ("S:AT", "130 der", "118 belote belote", "cards.belote", 0, (0, 298), (140, 118)),
    # the measure of a take
    ("S:H", "80 der", "72 belote", "scoring.must_beat_defence", False, (0, 182), (90, 92)),
    ("S:H", "60 belote", "92 der", "scoring.must_beat_defence", False, (20, 162), (20, 162)),
    ("S:H", "62 belote", "90 der", "scoring.must_beat_defence", False, (20, 162), (82, 100)),
    ("S:NT", "56 der", "64", "scoring.must_beat_defence", False, (66, 64), (66, 64)),
    ("S:NT", "54 der", "66 +20", "scoring.must_beat_defence", False, (0, 150), (0, 150)),
    ("S:NT", "56 der", "64 +20", "scoring.must_beat_defence", False, (0, 150), (66, 84)),
    ("S:H", "71 der", "81", "scoring.tie", "dedans", (0, 81), (0, 162)),
    ("S:H", "71 der", "81", "scoring.tie", "made", (0, 81), (81, 81)),
    ("S:H", "70 der", "82", "scoring.tie", "made", (0, 162), (0, 162)),
    ("S:H", "50 belote", "102 der", "scoring.belote_goes_to", "winner", (20, 162), (0, 182)),
    ("S:H", "0 belote", "152 capot", "scoring.belote_goes_to", "winner", (20, 252), (0, 272)),
    ("S:H", "80 der", "72 belote", "scoring.belote_goes_to", "winner", (0, 182), (0, 182)),
    ("S:H", "90 der", "62 belote", "scoring.belote_goes_to", "winner", (100, 82), (100, 82)),
    ("S:H", "75 der", "77", "scoring.rounding", "ten_half_up", (85, 77), (90, 80)),
    ("S:H", "75 der", "77", "scoring.rounding", "ten_half_down", (85, 77), (80, 80)),
    ("S:H", "71 der", "81", "scoring.rounding", "ten_half_up", (0, 81), (0, 80)),
    ("S:H", "50", "102 der", "scoring.rounding", "ten_half_up", (0, 162), (0, 160)),
]

CONTRACTS: list[Effect] = [
    # what is scored at all
    ("S:80H", "82 der", "70", "scoring.counted", "bid_only", (172, 70), (80, 0)),
    ("S:80Hx", "82 der belote", "70 +20", "scoring.counted", "bid_only", (520, 0), (160, 0)),
    ("S:capotHxx", "142 der", "10", "scoring.counted", "bid_only", (0, 1640), (0, 1000)),
    # what it takes
    ("S:80H", "71 der", "81", "scoring.must_beat_defence", False, (0, 240), (161, 81)),
    ("S:80H", "69 der", "83", "scoring.must_beat_defence", False, (0, 240), (0, 240)),
    ("S:80H", "0 +200", "152 capot", "scoring.must_beat_defence", False, (0, 440), (0, 440)),
    # what is promised
    ("S:capotH", "152 capot", "0", "scoring.capot", 500, (502, 0), (752, 0)),
    ("S:generaleH", "152 alone", "0", "scoring.capot", 500, (752, 0), (752, 0)),
    ("S:generaleH", "152 alone", "0", "scoring.generale", 350, (752, 0), (602, 0)),
    ("S:capotH", "152 alone", "0", "scoring.generale", 350, (502, 0), (502, 0)),
    # the factors
    ("S:100Hx", "100 der", "52", "scoring.coinche", 3, (520, 0), (780, 0)),
    ("S:100Hxx", "100 der", "52", "scoring.coinche", 3, (1040, 0), (1040, 0)),
    ("S:100Hxx", "100 der", "52", "scoring.surcoinche", 3, (1040, 0), (780, 0)),
    ("S:100Hx", "100 der", "52", "scoring.surcoinche", 3, (520, 0), (520, 0)),
    # what they take
    ("S:100Hx", "100 der", "52", "scoring.multiplies_base", False, (520, 0), (360, 0)),
    ("S:100Hxx", "50", "102 der", "scoring.multiplies_base", False, (0, 1040), (0, 560)),
    ("S:100Hx", "90 der +50", "62", "scoring.multiplies_declarations", True, (570, 0), (620, 0)),
    ("S:100Hx", "50 +50", "102 der", "scoring.multiplies_declarations", True, (0, 570), (0, 620)),
    ("S:100H", "90 der +50", "62", "scoring.multiplies_declarations", True, (250, 62), (250, 62)),
    ("S:100Hx", "100 der belote", "52", "scoring.multiplies_belote", True, (540, 0), (560, 0)),
    ("S:100Hxx", "50", "102 der belote", "scoring.multiplies_belote", True, (0, 1060), (0, 1120)),
    ("S:100H", "100 der belote", "52", "scoring.multiplies_belote", True, (230, 52), (230, 52)),
    # what stands for the cards
    ("S:100Hx", "100 der", "52", "scoring.doubled_base", 162, (520, 0), (524, 0)),
    ("S:100Hx", "152 capot", "0", "scoring.doubled_base", 162, (520, 0), (520, 0)),
    ("S:100Hx", "50", "102 der", "scoring.doubled_base", 162, (0, 520), (0, 520)),
    ("S:100Hx", "152 capot", "0", "scoring.doubled_capot_base", 252, (520, 0), (704, 0)),
    ("S:capotHx", "152 capot", "0", "scoring.doubled_capot_base", 252, (820, 0), (1004, 0)),
    ("S:generaleHx", "152 alone", "0", "scoring.doubled_capot_base", 252, (1320, 0), (1504, 0)),
    ("S:capotHx", "142 der", "10", "scoring.doubled_capot_base", 252, (0, 820), (0, 820)),
    ("S:100H", "152 capot", "0", "scoring.doubled_capot_base", 250, (352, 0), (352, 0)),
    ("S:100H", "50", "102 der", "scoring.fall_base", 162, (0, 260), (0, 262)),
    ("S:100Hx", "50", "102 der", "scoring.fall_base", 162, (0, 520), (0, 524)),
    ("S:100H", "0", "152 capot", "scoring.fall_base", 162, (0, 260), (0, 262)),
    ("S:capotH", "142 der", "10", "scoring.fall_base", 162, (0, 410), (0, 410)),
    ("S:capotH", "142 der", "10", "scoring.fall_capot_base", 250, (0, 410), (0, 500)),
    ("S:generaleHx", "152 capot", "0", "scoring.fall_capot_base", 250, (0, 1320), (0, 1500)),
    ("S:100H", "50", "102 der", "scoring.fall_capot_base", 250, (0, 260), (0, 260)),
    # whose belote it is
    ("S:100H", "50 belote", "102 der", "scoring.belote_goes_to", "winner", (20, 260), (0, 280)),
    ("S:100Hx", "100 der", "52 belote", "scoring.belote_goes_to", "winner", (520, 20), (540, 0)),
    ("S:100H", "100 der", "52 belote", "scoring.belote_goes_to", "winner", (210, 72), (210, 72)),
    # how it is written
    ("S:80H", "75 der", "77", "scoring.rounding", "ten_half_up", (165, 77), (170, 80)),
    ("S:80H", "75 der", "77", "scoring.rounding", "ten_half_down", (165, 77), (160, 80)),
    ("S:90H", "79 der", "73", "scoring.rounding", "ten_half_up", (0, 250), (0, 250)),
    ("S:80Hx", "75 der belote", "77", "scoring.rounding", "ten_half_up", (500, 0), (500, 0)),
    # cards and tricks count as in classic Belote
    ("S:100H", "152 capot", "0", "cards.capot_last_trick", 98, (352, 0), (350, 0)),
    ("S:90H", "80 der", "72", "cards.last_trick", 0, (180, 72), (0, 250)),
    ("S:90H", "70 der belote", "82", "cards.belote", 0, (190, 82), (0, 250)),
]


@pytest.mark.parametrize(
    ("name", "effect"),
    [("classic-house", row) for row in TAKES] + [("coinche-house", row) for row in CONTRACTS],
)
def test_effect(name: str, effect: Effect) -> None:
    """A field changes the scores it is about, and no others."""
    played, ns, ew, field, value, before, after = effect
    for changes, expected in (({}, before), ({field: value}, after)):
        table = start(derive(name, dict(changes)))

        points = settlement(finish(table, played, ns, ew)).points

        assert (points.ns, points.ew) == expected


@pytest.mark.parametrize(
    ("rules", "rows"), [(CLASSIC_HOUSE, TAKES), (COINCHE_HOUSE, CONTRACTS)], ids=["take", "bid"]
)
def test_every_field_has_an_effect(rules: RuleSet, rows: list[Effect]) -> None:
    """No scoring field is without a row above in which it changes the score."""
    moving = {row[3] for row in rows if row[5] != row[6]}

    assert {field for field in flatten(rules) if field.startswith("scoring.")} <= moving


def test_every_card_field_has_an_effect() -> None:
    """No value of a card or a trick is without such a row; which belotes there are is below."""
    moving = {row[3] for row in TAKES + CONTRACTS if row[5] != row[6]}
    fields = {field for field in flatten(CLASSIC_HOUSE) if field.startswith("cards.")}

    assert fields - moving == {"cards.all_trump_belotes"}


@pytest.mark.parametrize(("counted", "belotes"), [(True, (40, 40)), (False, (0, 0))])
def test_all_trump_belotes(counted: bool, belotes: tuple[int, int]) -> None:
    """At all trump every suit's king and queen are a belote, where the table counts them."""
    changes = {"cards.all_trump_belotes": counted, "declarations.played": False}
    rules = derive("coinche-house", changes)
    suits = hands("|".join(" ".join(f"{rank}{suit}" for rank in Rank) for suit in "SHDC"))
    table = start(rules, dealer=Seat.EAST)

    table.do(DealCards(stacked(suits, Seat.EAST, rules, Seat.SOUTH)))
    speak(table, "80AT pass pass pass")
    play(table, " ".join(f"{rank}{suit}" for rank in Rank for suit in "SHDC"))

    assert settlement(table.log).own == Points(348, 0) + Points(*belotes)
