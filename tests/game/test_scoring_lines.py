"""A deal's account says why, line by line: what was counted, and what was written."""

import pytest

from belote_protocol.calls import contract
from belote_protocol.vocab import Team
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import RULE_SETS, derive
from belote_server.game.scoring import Line, Tally, settle
from belote_server.game.seats import Points

NS, EW = Team.NS, Team.EW


def _told(lines: tuple[Line, ...]) -> list[str]:
    """Return *lines* as short texts: whose, for what, how many, and a factor where there is one."""
    return [
        f"{line.team} {line.code} {line.points}" + (f" x{line.factor}" * (line.factor != 1))
        for line in lines
    ]


def _settled(rules: RuleSet, bid: str, **tally: object) -> tuple[list[str], list[str]]:
    facts = {"cards": Points(90, 62), "last_trick": NS} | tally
    settlement = settle(
        Tally(contract(bid), **facts),  # type: ignore[arg-type]
        rules.cards,
        rules.scoring,
    )
    assert settlement.contract == contract(bid)
    return _told(settlement.counted), _told(settlement.written)


CLASSIC, OFFICIAL = RULE_SETS["classic-house"], RULE_SETS["coinche-official"]
HOUSE = RULE_SETS["coinche-house"]
COUNTED = ["NS cards 90", "NS last_trick 10", "EW cards 62"]


@pytest.mark.parametrize(
    ("tally", "counted", "written"),
    [
        (
            {"held": 81, "belote": Points(0, 20), "declarations": Points(50, 0)},
            [*COUNTED[:2], "NS declarations 50", "EW cards 62", "EW belote 20"],
            [*COUNTED[:2], "NS declarations 50", "EW cards 62", "EW belote 20", "NS held_in 81"],
        ),
        (
            {
                "cards": Points(40, 112),
                "held": 81,
                "belote": Points(20, 0),
                "declarations": Points(20, 0),
            },
            [
                "NS cards 40",
                "NS last_trick 10",
                "NS belote 20",
                "NS declarations 20",
                "EW cards 112",
            ],
            ["EW deal_total 162", "NS belote 20", "EW declarations 20", "EW held_in 81"],
        ),
        (
            {"cards": Points(71, 81)},
            ["NS cards 71", "NS last_trick 10", "EW cards 81"],
            ["NS cards 71", "NS last_trick 10", "EW cards 81", "NS held_out -81"],
        ),
    ],
    ids=["made", "dedans", "litige"],
)
def test_the_account_of_a_take(
    tally: dict[str, object], counted: list[str], written: list[str]
) -> None:
    """Classic Belote tells its count, and then who writes what of it and where the pot goes."""
    assert _settled(CLASSIC, "S:H", **tally) == (counted, written)


def test_the_winner_may_take_the_belote() -> None:
    """Where the winner scores a fallen taker's belote, the line stands under the winner."""
    rules = derive("classic-house", {"scoring.belote_goes_to": "winner"})

    _, written = _settled(rules, "S:H", cards=Points(40, 112), belote=Points(20, 0))

    assert written == ["EW deal_total 162", "EW belote 20"]


@pytest.mark.parametrize(
    ("rules", "bid", "tally", "written"),
    [
        (HOUSE, "S:100H", {}, [*COUNTED, "NS contract 100"]),
        (
            OFFICIAL,
            "S:90H",
            {"cards": Points(88, 64)},
            [
                "NS cards 88",
                "NS last_trick 10",
                "EW cards 64",
                "NS rounding 2",
                "EW rounding -4",
                "NS contract 90",
            ],
        ),
        (
            HOUSE,
            "S:100Hx",
            {"belote": Points(0, 20), "declarations": Points(20, 0)},
            [
                "NS base 160",
                "NS contract 100",
                "NS declarations 20",
                "EW belote 20",
                "NS multiplier 260 x2",
            ],
        ),
        (
            OFFICIAL,
            "S:100Hxx",
            {"declarations": Points(20, 0)},
            ["NS base 160", "NS contract 100", "NS declarations 20", "NS multiplier 840 x4"],
        ),
        (HOUSE, "S:120H", {}, ["EW base 160", "EW contract 120"]),
        (
            derive("coinche-house", {"scoring.counted": "bid_only"}),
            "S:100Hx",
            {},
            ["NS contract 100", "NS multiplier 100 x2"],
        ),
        (
            derive("coinche-house", {"scoring.belote_goes_to": "winner"}),
            "S:100Hx",
            {"belote": Points(0, 20)},
            ["NS base 160", "NS contract 100", "NS belote 20", "NS multiplier 260 x2"],
        ),
    ],
    ids=["made", "rounded", "coinched", "surcoinched", "fallen", "bid only", "belote taken"],
)
def test_the_account_of_a_contract(
    rules: RuleSet, bid: str, tally: dict[str, object], written: list[str]
) -> None:
    """Coinche tells the contract, what stands for the cards, and what a coinche multiplies."""
    assert _settled(rules, bid, **tally)[1] == written
