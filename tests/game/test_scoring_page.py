"""The fifteen rows and the trick of "Counting the points", a page in five languages."""

import json
from pathlib import Path
from typing import Any

import pytest

from belote_protocol import i18n
from belote_protocol.calls import Bid, BidKind, Contract, Doubling
from belote_protocol.vocab import Card, Mode, Rank, Result, Seat, Suit, Team
from belote_server.game.play import card_points, legal_cards, pack_points, winner_index
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import CLASSIC_HOUSE, RULE_SETS
from belote_server.game.scoring import Tally, settle
from belote_server.game.seats import NO_POINTS, Points, seats_from

PAGE = json.loads((Path(__file__).parent / "data" / "scoring_rows.json").read_text("utf-8"))
ROWS: list[dict[str, Any]] = PAGE["rows"]
MODES = {"suit": Mode.HEARTS, "no_trump": Mode.NO_TRUMP, "all_trump": Mode.ALL_TRUMP}
DOUBLINGS = {1: Doubling.NONE, 2: Doubling.COINCHE, 4: Doubling.SURCOINCHE}

page_rows = pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])


languages = pytest.mark.parametrize("language", PAGE["results"])


def rules_of(row: dict[str, Any]) -> RuleSet:
    """Return the rule set a row of the page is played by."""
    return RULE_SETS[f"{row['game']}-{row['ruleset']}"]


def tally_of(row: dict[str, Any]) -> Tally:
    """Return what the deal of a row came to."""
    kind = BidKind(row["contract_kind"] or "take")
    points = row["contract"] if kind is BidKind.POINTS else 0
    bid = Bid(kind, MODES[row["trump"]], points)
    return Tally(
        contract=Contract(seat(row["taker"]), bid, DOUBLINGS[row["multiplier"]]),
        cards=Points(row["cards_ns"], row["cards_ew"]),
        last_trick=Team(row["last_trick"]),
        capot=Team(row["capot"]) if row["capot"] else None,
        belote=Points.of(Team(row["belote"]), 20) if row["belote"] else NO_POINTS,
        declarations=Points(row["declarations_ns"], row["declarations_ew"]),
        held=row["held_in"],
    )


def seat(name: str) -> Seat:
    """Return the seat the page calls *name*."""
    return Seat[name.upper()]


def card(rank: str, suit: str) -> Card:
    """Return the card the page writes as *rank* and *suit*."""
    return Card.of(Rank(rank.replace("10", "T")), Suit[suit.upper()])


@page_rows
def test_page_row(row: dict[str, Any]) -> None:
    """Every row of the page is scored as the page scores it."""
    rules = rules_of(row)

    settled = settle(tally_of(row), rules.cards, rules.scoring)

    expected = (Points(row["ns"], row["ew"]), row["held_out"], row["result"])
    assert (settled.points, settled.held_out, settled.result.value) == expected


@page_rows
def test_page_cards(row: dict[str, Any]) -> None:
    """The cards of a row are the whole pack as its rule set counts it."""
    pack = pack_points(rules_of(row).cards, MODES[row["trump"]])

    assert row["cards_ns"] + row["cards_ew"] == pack


def test_page_trick() -> None:
    """The page's trick is played in turn order, has one legal card, and is worth 41 points."""
    page = PAGE["trick"]
    mode, order = Mode[page["trump"].upper()], [seat(name) for name in page["order"]]
    table = [card(rank, suit) for _, rank, suit in page["cards"]]
    hand = [card(*held) for held in page["hand"]["East"]]
    worth = card_points(CLASSIC_HOUSE.cards, mode)

    legal = legal_cards(hand, table, mode, CLASSIC_HOUSE.play)
    trick = [*table, card(*page["played"][1:])]

    assert order == list(seats_from(Seat.SOUTH))
    assert legal == [card(*allowed) for allowed in page["legal"]]
    assert order[winner_index(trick, mode)] is seat(page["winner"])
    assert [worth[each] for each in trick] == page["value_sum"]
    assert sum(page["value_sum"]) == page["value"]


@page_rows
@languages
def test_page_labels(row: dict[str, Any], language: str) -> None:
    """Whatever a language's page calls the result of a row, it means the one we give it."""
    rules = rules_of(row)

    meant = Result(PAGE["results"][language][row["labels"][language]])

    assert meant is settle(tally_of(row), rules.cards, rules.scoring).result


@languages
def test_our_words(language: str) -> None:
    """Our word for a result is how one of the page's labels begins, unless that label misleads."""
    ours = i18n.words(language)
    for result in {Result(meant) for meant in PAGE["results"][language].values()}:
        word = ours.say(f"result.{result}")
        labels = [text for text, meant in PAGE["results"][language].items() if meant == result]

        assert any(label.startswith(word) for label in labels)
        assert word not in PAGE["misleading"].get(language, ())


@languages
def test_an_ordinary_fall_is_no_capot(language: str) -> None:
    """The word for a fall does not speak of a capot, as one page does."""
    ours = i18n.words(language)

    assert ours.say("result.capot") not in ours.say("result.dedans")
    assert ours.say("result.capot") in ours.say("result.dedans_capot")
