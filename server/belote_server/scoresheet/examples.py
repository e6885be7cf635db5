"""The examples of "Counting the points": what happened in each; what it comes to is worked out."""

from dataclasses import dataclass, replace

from belote_protocol.calls import Bid, BidKind, Doubling
from belote_protocol.vocab import Card, Mode, Seat, Team
from belote_server.game.play import card_points, judge_cards, winner_index
from belote_server.game.rulesets import RULE_SETS
from belote_server.game.seats import Points, seats_from
from belote_server.scoresheet.entry import Entry


@dataclass(frozen=True)
class Example:
    """
    A deal.

    Attributes:
        key: Of its name, in the language files.
    """

    key: str
    entry: Entry


def _take(cards_ns: int, last: Team, mode: Mode = Mode.HEARTS, rules: str = "house") -> Entry:
    """Return a deal of classic Belote that South took."""
    return Entry(
        rules=RULE_SETS[f"classic-{rules}"],
        taker=Seat.SOUTH,
        bid=Bid(BidKind.TAKE, mode),
        cards=(cards_ns, None),
        last_trick=last,
    )


def _bid(cards_ns: int, last: Team, rules: str = "house") -> Entry:
    """Return a deal of Coinche for which South bid 100 at hearts."""
    return Entry(
        rules=RULE_SETS[f"coinche-{rules}"],
        taker=Seat.SOUTH,
        bid=Bid(BidKind.POINTS, Mode.HEARTS, 100),
        cards=(cards_ns, None),
        last_trick=last,
    )


def _capot(rules: str) -> Entry:
    capot = Bid(BidKind.CAPOT, Mode.HEARTS)
    return replace(_bid(152, Team.NS, rules), bid=capot, capot=Team.NS)


NS, EW = Team.NS, Team.EW

EXAMPLES: tuple[Example, ...] = (
    Example("classic_made_with_belote", replace(_take(82, NS), belote=(NS,))),
    Example("classic_dedans", replace(_take(66, EW), belote=(NS,))),
    Example("classic_litige", _take(71, NS)),
    Example("classic_held_points_paid", replace(_take(90, NS), held=81)),
    Example("classic_capot", replace(_take(152, NS), capot=NS)),
    Example("classic_declarations_count", replace(_take(72, EW), declarations=Points(50, 0))),
    Example("classic_no_trump_house", _take(56, NS, Mode.NO_TRUMP)),
    Example("classic_no_trump_official", _take(76, EW, Mode.NO_TRUMP, "official")),
    Example("coinche_made_house", _bid(98, NS)),
    Example("coinche_made_official", _bid(98, NS, "official")),
    Example("coinche_doubled_made", replace(_bid(98, NS), doubling=Doubling.COINCHE)),
    Example("coinche_redoubled_made", replace(_bid(98, NS), doubling=Doubling.SURCOINCHE)),
    Example("coinche_doubled_fallen", replace(_bid(80, EW), doubling=Doubling.COINCHE)),
    Example("coinche_capot_contract_house", _capot("house")),
    Example(
        "coinche_capot_doubled_official", replace(_capot("official"), doubling=Doubling.COINCHE)
    ),
)

_LED = (Card.SPADE_A, Card.SPADE_T, Card.SPADE_7)
_HAND = (Card.HEART_J, Card.DIAMOND_K)


def trick() -> dict[str, object]:
    """Return the trick of the page, hearts being trump: what East may play, and its worth."""
    rules, mode = RULE_SETS["classic-house"], Mode.HEARTS
    judged = judge_cards(_HAND, _LED, mode, rules.play)
    chosen = next(card for card, code in judged.items() if code is None)
    cards = (*_LED, chosen)
    points = card_points(rules.cards, mode)
    winner = seats_from(Seat.SOUTH)[winner_index(cards, mode)]
    return {
        "mode": mode.value,
        "leader": Seat.SOUTH.value,
        "cards": [card.value for card in cards],
        "hand": {card.value: code and code.value for card, code in judged.items()},
        "points": [points[card] for card in cards],
        "winner": winner.value,
        "total": sum(points[card] for card in cards),
    }
