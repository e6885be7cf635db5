"""Plays that other engines' tests assert, wherever the facts are at hand."""

from typing import Any

import pytest

from belote_protocol.vocab import Card, Mode, Seat, Team
from belote_server.game.actions import DealCards, PlayCard
from belote_server.game.events import BeloteSaid, CardPlayed
from belote_server.game.play import card_points, legal_cards, winner_index
from belote_server.game.rules import PlayRules, UnderPartner, Undertrump
from belote_server.game.rulesets import HOUSE_SCALE, OFFICIAL_SCALE, derive
from belote_server.game.seats import Points, seats_from
from belote_server.game.state import Deal
from tests.helpers import vectors
from tests.helpers.deals import hands, speak, stacked
from tests.helpers.matches import Table, start

LEGAL_PLAYS: list[dict[str, Any]] = vectors.load("legal_plays.json")
TRICK_WINNERS: list[dict[str, Any]] = vectors.load("trick_winners.json")
POSITIONS: list[dict[str, Any]] = vectors.load("positions.jsonl")

VARIANTS = {
    "coinche_ffb": PlayRules(Undertrump.FREE, UnderPartner.FREE),
    "belote_classic_pisser_oblige": PlayRules(Undertrump.MUST, UnderPartner.FREE),
    "free_no_under_partner": PlayRules(Undertrump.FREE, UnderPartner.CLIMB),
    "must_no_under_partner": PlayRules(Undertrump.MUST, UnderPartner.CLIMB),
}

# Contrée: suits only, no declarations, trumps go under trumps freely, everybody is asked after a
# coinche.
CONTREE = derive(
    "coinche-official",
    {
        "auction.modes": "suits",
        "auction.after_coinche": "all",
        "play.undertrump": "free",
        "declarations.played": False,
    },
)


def by_id(rows: list[dict[str, Any]]) -> Any:
    """Return *rows* as parameters that are called by their ids."""
    return [pytest.param(row, id=row["id"]) for row in rows]


OURS = [row for row in LEGAL_PLAYS if row["agrees_with"]]
OTHERS = [row["id"] for row in LEGAL_PLAYS if not row["agrees_with"]]


@pytest.mark.parametrize("row", by_id(OURS))
def test_legal_plays(row: dict[str, Any]) -> None:
    """A position's legal cards are those of exactly the variants it names."""
    table = [Card(played["card"]) for played in row["trick"]]
    seats = [Seat(played["seat"]) for played in row["trick"]]
    hand = [Card(card) for card in row["hand"]]
    turn = Seat(row["to_act"])
    assert turn.partner == row["partner"]
    assert [*seats, turn] == list(seats_from(seats[0] if seats else turn))[: len(seats) + 1]

    agreeing = {
        name
        for name, rules in VARIANTS.items()
        if sorted(legal_cards(hand, table, Mode(row["mode"]), rules)) == sorted(row["expected"])
    }
    assert agreeing == set(row["agrees_with"])


def test_plays_of_other_games() -> None:
    """Positions that name none of our variants belong to other games and are left out."""
    if OTHERS:
        pytest.skip(f"another game's duties, in no variant of ours: {', '.join(OTHERS)}")


@pytest.mark.parametrize("row", by_id(TRICK_WINNERS))
def test_trick_winners(row: dict[str, Any]) -> None:
    """A trick is won by the card that wins elsewhere, and is worth as much on some scale."""
    trick = [Card(card) for card in row["cards_in_play_order"]]
    mode = Mode(row["mode"])

    assert winner_index(trick, mode) == row["winner_index"]
    if "card_points" in row:
        scales = (HOUSE_SCALE, OFFICIAL_SCALE)
        worth = {sum(card_points(scale, mode)[card] for card in trick) for scale in scales}
        assert row["card_points"] in worth


def rebuilt(row: dict[str, Any]) -> Table:
    """Return a table at which the position *row* has been reached, action by action."""
    wanted = " | ".join(" ".join(row["hands"][seat]) for seat in Seat)
    taker = Seat(row["contract"]["declarer"])
    table = start(CONTREE, Seat(row["dealer"]))
    table.do(DealCards(stacked(hands(wanted), table.match.dealer, CONTREE, taker)))
    before = list(seats_from(table.match.dealer.next)).index(taker)
    bid = f"{row['contract']['value']}{row['contract']['trump']}"
    speak(table, "pass " * before + bid + " pass pass pass")
    for trick in row["tricks"]:
        assert table.match.turn == trick["leader"]
        for card in trick["cards"]:
            table.do(PlayCard(table.match.running.turn, Card(card)))
    for seat, card in row["trick"]:
        assert table.match.turn == seat
        table.do(PlayCard(Seat(seat), Card(card)))
    return table


def in_tricks(deal: Deal) -> tuple[Points, Points]:
    """Return the card points and the number of the tricks each side has."""
    points = tricks = Points()
    for trick in deal.tricks:
        points += Points.of(trick.winner.team, trick.points)
        tricks += Points.of(trick.winner.team, 1)
    return points, tricks


@pytest.mark.parametrize("row", by_id(POSITIONS))
def test_positions(row: dict[str, Any]) -> None:
    """A deal played up to here has the same hands, legal cards, points, tricks and belote."""
    table = rebuilt(row)
    deal = table.match.running
    hand = deal.hands[deal.turn.place]
    legal = legal_cards(hand, deal.trick, deal.contract.bid.mode, CONTREE.play)
    points, tricks = in_tricks(deal)
    said = [event for event in table.log if isinstance(event, BeloteSaid)]

    assert deal.turn == row["to_act"]
    assert sorted(hand) == sorted(row["hand"])
    assert sorted(legal) == sorted(row["legal"])
    for team in Team:
        assert points[team] == row["card_points_so_far"][team]
        assert tricks[team] == row["tricks_won"][team]
        assert sum(event.seat.team is team for event in said) == row["belote_state"][team]


@pytest.mark.parametrize("row", by_id(POSITIONS))
def test_every_card_of_a_position(row: dict[str, Any]) -> None:
    """The engine takes the legal cards of a position and refuses the others of the hand."""
    table = rebuilt(row)
    turn = table.match.running.turn
    for text in row["hand"]:
        action = PlayCard(turn, Card(text))
        if text in row["legal"]:
            played, *_ = Table(table.match).do(action)
            assert played == CardPlayed(turn, Card(text))
        else:
            assert Table(table.match).refuse(action).code.value.startswith("must_")
