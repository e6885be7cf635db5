"""From options as they are typed to rules and entries."""

import pytest

from belote_protocol.calls import Doubling, bid
from belote_protocol.vocab import Card, Game, Seat, Team
from belote_server.game.rulesets import (
    CLASSIC_HOUSE,
    CLASSIC_OFFICIAL,
    COINCHE_HOUSE,
    overrides,
)
from belote_server.game.seats import Points
from belote_server.scoresheet.entry import Entry
from belote_server.scoresheet.problem import Problem
from belote_server.scoresheet.typed import Typed, likely_game, read_entry, read_rules


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        (Typed(), Game.CLASSIC),
        (Typed(mode="H"), Game.CLASSIC),
        (Typed(contract="H"), Game.CLASSIC),
        (Typed(contract="100H"), Game.COINCHE),
        (Typed(contract="capot", mode="S"), Game.COINCHE),
    ],
)
def test_likely_game(typed: Typed, game: Game) -> None:
    """Only a Coinche contract promises something."""
    assert likely_game(typed) is game


def test_rules_by_name() -> None:
    """A game and a set of rules name one of the four rule sets, in any case."""
    assert read_rules("Classic", "OFFICIAL", ()) is CLASSIC_OFFICIAL


@pytest.mark.parametrize(
    ("settings", "changes"),
    [
        (["scoring.tie=dedans"], {"scoring.tie": "dedans"}),
        (
            ["match.target = 501", "match.reach=exceed"],
            {"match.target": 501, "match.reach": "exceed"},
        ),
        (["declarations.played=False"], {"declarations.played": False}),
        (["cards.all_trump=14,9,6,5,3,1"], {"cards.all_trump": (14, 9, 6, 5, 3, 1)}),
        (["dealing.packets=2-3"], {"dealing.packets": (2, 3)}),
        (["scoring.tie=litige"], {}),
    ],
)
def test_settings(settings: list[str], changes: dict[str, object]) -> None:
    """A setting is a field of the rules and its value: a word, a number, yes or no, a list."""
    assert overrides(read_rules("classic", "house", settings)) == changes


def test_nothing_typed() -> None:
    """What was not typed is not there."""
    assert read_entry(Typed(), CLASSIC_HOUSE) == Entry(CLASSIC_HOUSE)


def test_everything_typed() -> None:
    """Every option has its place in the entry."""
    typed = Typed(
        taker="N",
        contract="100",
        mode="H",
        surcoinche=True,
        cards_ns="82",
        cards_ew="70",
        points_ns="92",
        points_ew="60",
        last="N",
        capot="EW",
        alone=False,
        belote=("S", "EW"),
        declarations_ew="20+50",
        held="81",
        tricks="AS TS | 7S JH |",
        leader="S",
    )

    assert read_entry(typed, COINCHE_HOUSE) == Entry(
        COINCHE_HOUSE,
        Seat.NORTH,
        bid("100H"),
        Doubling.SURCOINCHE,
        cards=(82, 70),
        points=(92, 60),
        last_trick=Team.NS,
        capot=Team.EW,
        alone=False,
        belote=(Team.NS, Team.EW),
        declarations=Points(0, 70),
        held=81,
        tricks=((Card("AS"), Card("TS")), (Card("7S"), Card("JH"))),
        leader=Seat.SOUTH,
    )


@pytest.mark.parametrize(
    ("typed", "doubling"),
    [
        (Typed(), Doubling.NONE),
        (Typed(coinche=True), Doubling.COINCHE),
        (Typed(surcoinche=True), Doubling.SURCOINCHE),
        (Typed(coinche=True, surcoinche=True), Doubling.SURCOINCHE),
    ],
)
def test_doublings(typed: Typed, doubling: Doubling) -> None:
    """A surcoinche goes without saying the coinche."""
    assert read_entry(typed, COINCHE_HOUSE).doubling is doubling


def test_capot_by_its_value() -> None:
    """In Coinche 250 is the capot; in classic Belote nothing is promised by a number."""
    typed = Typed(contract="250H")

    assert read_entry(typed, COINCHE_HOUSE).bid == bid("capotH")
    assert read_entry(typed, CLASSIC_HOUSE).bid == bid("250H")


def test_mode_twice_the_same() -> None:
    """The same trump may be named twice."""
    assert read_entry(Typed(contract="100H", mode="hearts"), COINCHE_HOUSE).bid == bid("100H")


@pytest.mark.parametrize(
    ("mode", "text", "points"),
    [
        ("H", "0", 0),
        ("H", "50", 50),
        ("H", "20+100", 120),
        ("H", "20, 100", 120),
        ("H", "tierce", 20),
        ("H", "Cinquante + cent", 150),
        ("H", "carreJ", 200),
        ("H", "carré-9", 150),
        ("H", "carreA+tierce", 120),
        ("H", "carre10", 100),
        ("NT", "carreA", 200),
        ("NT", "carreT", 150),
        ("NT", "carreJ", 100),
    ],
)
def test_declarations(mode: str, text: str, points: int) -> None:
    """Declarations are points or names; what a carré is worth depends on what is trump."""
    typed = Typed(mode=mode, declarations_ns=text)

    assert read_entry(typed, CLASSIC_HOUSE).declarations == Points(points, 0)


def test_declarations_before_the_contract() -> None:
    """Declarations can be read even where nobody said what was played."""
    assert read_entry(Typed(declarations_ew="50"), CLASSIC_HOUSE).declarations == Points(0, 50)


@pytest.mark.parametrize("text", ["", "+", "quinte", "carre", "carre8", "20 twice"])
def test_no_declarations(text: str) -> None:
    """What names no declaration is a problem that repeats it."""
    with pytest.raises(Problem, match="bad_declarations"):
        read_entry(Typed(declarations_ns=text), CLASSIC_HOUSE)


@pytest.mark.parametrize("between", [" | ", "/", ";", "\n"])
def test_tricks(between: str) -> None:
    """Tricks may be parted in several ways."""
    tricks = read_entry(Typed(tricks=f"10S 9S{between}AH KH"), CLASSIC_HOUSE).tricks

    assert tricks == ((Card("TS"), Card("9S")), (Card("AH"), Card("KH")))
