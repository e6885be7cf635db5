"""Which cards may be played, which of them wins, and what a trick is worth."""

import pytest

from belote_protocol.vocab import Card, Mode, Rank, RefusalCode, Suit
from belote_server.game.play import (
    PLAIN_ORDER,
    STRENGTH,
    TRUMP_ORDER,
    card_points,
    is_trump,
    judge_cards,
    legal_cards,
    pack_points,
    winner_index,
)
from belote_server.game.rules import CardScale, PlayRules, UnderPartner, Undertrump
from belote_server.game.rulesets import (
    CLASSIC_HOUSE,
    COINCHE_HOUSE,
    COINCHE_OFFICIAL,
    HOUSE_SCALE,
    OFFICIAL_SCALE,
)
from tests.helpers.cards import cards

MUST = PlayRules(Undertrump.MUST, UnderPartner.FREE)
FREE = PlayRules(Undertrump.FREE, UnderPartner.FREE)
MUST_CLIMB = PlayRules(Undertrump.MUST, UnderPartner.CLIMB)
FREE_CLIMB = PlayRules(Undertrump.FREE, UnderPartner.CLIMB)
ALL_RULES = {"must": MUST, "free": FREE, "must, climb": MUST_CLIMB, "free, climb": FREE_CLIMB}

# The page's own trick: hearts are trump, and East is to play after A♠ 10♠ 7♠.
PAGE_TRICK = "AS TS 7S"


def judged(text: str) -> dict[Card, RefusalCode | None]:
    """Return the judgement written as *text*: ``JS 8S:must_climb``, a duty after what breaks it."""
    parts = (entry.partition(":") for entry in text.split())
    return {Card(card): RefusalCode(duty) if duty else None for card, _, duty in parts}


@pytest.mark.parametrize(
    ("mode", "trick", "winner"),
    [
        ("S", "7H", "7H"),
        ("S", "AH TH KH QH", "AH"),
        ("S", "7H 8H 9H JH", "JH"),
        ("S", "TH KH AH QH", "AH"),
        ("S", "7H AD AC KD", "7H"),  # nobody follows, nobody trumps
        ("S", "AH 7S KH QH", "7S"),  # the smallest trump
        ("S", "AH 7S 8S QH", "8S"),
        ("S", "7S 8S QS KS", "KS"),
        ("S", "KS TS AS 9S", "9S"),
        ("S", "9S AS JS TS", "JS"),
        ("S", "JS AH TH 9S", "JS"),
        ("S", "7S JH 8S AH", "8S"),
        ("NT", "AH TH KH QH", "AH"),
        ("NT", "9H JH TH KH", "TH"),
        ("NT", "7H AS AD AC", "7H"),  # no suit trumps another
        ("AT", "AH 9H JH TH", "JH"),
        ("AT", "7H JS JD JC", "7H"),  # …nor does any where all are trump
        ("AT", "QH KH TH AH", "AH"),
        ("AT", "AH 9H 9S JD", "9H"),
    ],
)
def test_winner(mode: str, trick: str, winner: str) -> None:
    """The highest trump wins, else the highest card of the suit led [4.9]."""
    played = cards(trick)

    assert played[winner_index(played, Mode(mode))] == winner


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("suit", Suit)
def test_order_within_a_suit(mode: Mode, suit: Suit) -> None:
    """Each suit ranks 7 8 Q K 10 A 9 J where it is trump, 7 8 9 J Q K 10 A where it isn't [1.2]."""
    order = TRUMP_ORDER if is_trump(suit, mode) else PLAIN_ORDER
    by_strength = sorted(
        (card for card in Card if card.suit is suit), key=STRENGTH[mode].__getitem__
    )

    assert [card.rank for card in by_strength] == list(order)
    assert "".join(order) == ("78QKTA9J" if is_trump(suit, mode) else "789JQKTA")


@pytest.mark.parametrize(
    ("mode", "trumps"),
    [("S", "S"), ("H", "H"), ("D", "D"), ("C", "C"), ("NT", ""), ("AT", "SHDC")],
)
def test_trumps(mode: str, trumps: str) -> None:
    """One suit is trump, or none, or all."""
    assert [suit for suit in Suit if is_trump(suit, Mode(mode))] == list(trumps)


@pytest.mark.parametrize("rules", ALL_RULES.values(), ids=ALL_RULES)
@pytest.mark.parametrize(
    ("mode", "table", "judgement"),
    [
        # leading: anything
        ("S", "", "JS 7H 8D AC"),
        ("NT", "", "JS 7H"),
        ("AT", "", "JS 7H"),
        # 4.1, 4.2: follow a plain suit; nothing has to be beaten, trumped or not
        ("S", "TH", "AH 7H JS:must_follow 8D:must_follow"),
        ("S", "TH KH", "AH 7H 9S:must_follow"),
        ("S", "TH 7S", "AH 7H JS:must_follow"),
        ("S", "TH 7S 8H", "9H JS:must_follow AD:must_follow"),
        # 4.3: climb in trumps, over the partner too
        ("S", "TS", "JS AS KS:must_climb 7S:must_climb AH:must_follow"),
        ("S", "9S 7S", "JS AS:must_climb 8S:must_climb"),
        ("S", "7S 9S", "JS AS:must_climb"),
        ("S", "7S 9S 8S", "AS TS QS"),  # cannot: any trump
        ("S", "QS AH", "KS TS 8S:must_climb"),
        ("S", "JS", "7S 9S AH:must_follow"),
        ("S", "7S", "AH 8D KC"),  # none at all: anything
        # 4.4: void, and the partner doesn't hold the trick
        ("S", "AH", "7S JS 8D:must_trump"),
        ("S", "AH", "7D 8D KC"),  # no trump either
        ("S", "7H AH", "7S JS 8D:must_trump"),  # the partner is beaten
        ("S", "7H 8H AH", "7S 8D:must_trump"),
        ("S", "AH KD 8H", "7S 8D:must_trump"),  # the last to play
        # 4.5: void, the partner holds the trick
        ("S", "AH KH", "7S JS 8D"),
        ("S", "7H AH 8H", "7S 8D"),
        ("S", "7H AD", "7S 8D"),
        # 4.6: void, an opponent's trump holds it
        ("S", "AH 9S", "JS AS:must_overtrump 8D:must_overtrump"),
        ("S", "7H AH QS", "KS 8S:must_overtrump 8D:must_overtrump AC:must_overtrump"),
        ("S", "TH AH 8S", "JS QS 7S:must_overtrump AD:must_overtrump"),
        ("S", "AH 7S", "JS 8S 8D:must_overtrump"),  # the lowest trump is one, too
        ("S", "AH 9S", "8D KC"),
        # 4.7: no trump
        ("NT", "TH", "7H AH JS:must_follow"),
        ("NT", "TH", "JS 8D"),
        ("NT", "7H AH", "8H 9H"),
        # 4.8: all trump
        ("AT", "TH", "AH JH 8H:must_climb JS:must_follow"),
        ("AT", "9H 7H", "JH AH:must_climb"),  # over the partner
        ("AT", "7H JH", "9H AH 8H"),
        ("AT", "7H JS", "8H AH JD:must_follow"),  # a card off suit holds nothing
        ("AT", "TH", "JS 8D 7C"),
    ],
)
def test_duties_at_every_table(rules: PlayRules, mode: str, table: str, judgement: str) -> None:
    """These duties hold whatever the house rules, and each refusal names its own [4.1 to 4.8]."""
    expected = judged(judgement)
    hand = tuple(expected)

    assert judge_cards(hand, cards(table), Mode(mode), rules) == expected


@pytest.mark.parametrize(
    ("table", "hand", "must", "free", "must_climb", "free_climb"),
    [
        # 4.6: an opponent's trump cannot be beaten
        ("AH 9S", "AS 8S 7D", "AS 8S", "AS 8S 7D", "AS 8S", "AS 8S 7D"),
        ("7H AH 9S", "QS 7D KC", "QS", "QS 7D KC", "QS", "QS 7D KC"),
        ("AH 9S", "AS 8S", "AS 8S", "AS 8S", "AS 8S", "AS 8S"),
        # 4.5: a trump under the partner's
        ("7H 9S", "JS 8S 7D", "JS", "JS", "JS", "JS"),  # that one is an opponent's
        ("7H 9S AH", "JS 8S 7D", "JS 8S 7D", "JS 8S 7D", "JS 7D", "JS 7D"),
        ("7H 9S 8S", "JS AS", "JS AS", "JS AS", "JS", "JS"),
        ("7H 9S AH", "AS 8S 7D", "AS 8S 7D", "AS 8S 7D", "AS 8S 7D", "AS 8S 7D"),
        ("7H 9S AH", "8S 7S", "8S 7S", "8S 7S", "8S 7S", "8S 7S"),
        ("7H AH 8H", "JS 8S 7D", "JS 8S 7D", "JS 8S 7D", "JS 8S 7D", "JS 8S 7D"),
        # …and once an opponent has gone over it, 4.6 again
        ("7H 8S 9S", "JS QS 7D", "JS", "JS", "JS", "JS"),
    ],
)
def test_duties_that_tables_differ_in(
    table: str, hand: str, must: str, free: str, must_climb: str, free_climb: str
) -> None:
    """Spades are trump: what may be played where trumps go under trumps [4.5, 4.6]."""
    answers = {
        name: legal_cards(cards(hand), cards(table), Mode.SPADES, rules)
        for name, rules in ALL_RULES.items()
    }

    assert answers == {
        "must": list(cards(must)),
        "free": list(cards(free)),
        "must, climb": list(cards(must_climb)),
        "free, climb": list(cards(free_climb)),
    }


@pytest.mark.parametrize(
    ("rules", "table", "judgement"),
    [
        (MUST, "AH 9S", "AS 8S 7D:must_trump"),
        (MUST_CLIMB, "7H 9S AH", "JS 8S:no_undertrump 7D"),
        (FREE_CLIMB, "7H 9S 8S", "JS AS:no_undertrump"),
    ],
)
def test_refusals_of_house_rules(rules: PlayRules, table: str, judgement: str) -> None:
    """A duty that only some tables know has its own name, too."""
    expected = judged(judgement)

    assert judge_cards(tuple(expected), cards(table), Mode.SPADES, rules) == expected


def test_the_games_at_a_trump_that_cannot_be_beaten() -> None:
    """Classic Belote and house Coinche oblige to undertrump, official Coinche does not [4.6]."""
    hand, table = cards("8H 7D"), cards("TC 9H")

    assert legal_cards(hand, table, Mode.HEARTS, CLASSIC_HOUSE.play) == [Card("8H")]
    assert legal_cards(hand, table, Mode.HEARTS, COINCHE_HOUSE.play) == [Card("8H")]
    assert legal_cards(hand, table, Mode.HEARTS, COINCHE_OFFICIAL.play) == list(hand)


def test_legal_cards_keep_the_order_of_the_hand() -> None:
    """A hand is shown as it is held, whatever may be played of it."""
    hand = cards("7H AS 9H 8D TH")

    assert legal_cards(hand, cards("8H"), Mode.SPADES, MUST) == list(cards("7H 9H TH"))


@pytest.mark.parametrize("rules", ALL_RULES.values(), ids=ALL_RULES)
def test_the_example_of_the_page(rules: PlayRules) -> None:
    """Void in spades behind 10♠ under A♠, East must trump with its jack, and takes 41 points."""
    trick = (*cards(PAGE_TRICK), Card("JH"))
    worth = card_points(HOUSE_SCALE, Mode.HEARTS)

    assert legal_cards(cards("JH KD"), cards(PAGE_TRICK), Mode.HEARTS, rules) == [Card("JH")]
    assert winner_index(trick, Mode.HEARTS) == 3
    assert [worth[card] for card in trick] == [11, 10, 0, 20]


@pytest.mark.parametrize(
    ("scale", "mode", "suit", "points"),
    [
        (HOUSE_SCALE, "S", "S", "20 14 11 10 4 3 0 0"),
        (HOUSE_SCALE, "S", "H", "2 0 11 10 4 3 0 0"),
        (HOUSE_SCALE, "NT", "S", "2 0 11 10 4 3 0 0"),
        (HOUSE_SCALE, "AT", "S", "20 14 11 10 4 3 0 0"),
        (OFFICIAL_SCALE, "C", "C", "20 14 11 10 4 3 0 0"),
        (OFFICIAL_SCALE, "C", "D", "2 0 11 10 4 3 0 0"),
        (OFFICIAL_SCALE, "NT", "H", "2 0 19 10 4 3 0 0"),
        (OFFICIAL_SCALE, "AT", "H", "13 9 6 5 3 2 0 0"),
    ],
)
def test_points_of_the_cards(scale: CardScale, mode: str, suit: str, points: str) -> None:
    """J 9 A 10 K Q 8 7 of a suit are worth what the table's scale says [1.2]."""
    worth = card_points(scale, Mode(mode))
    ranks = map(Rank, "J9ATKQ87")

    assert [worth[Card.of(rank, Suit(suit))] for rank in ranks] == list(map(int, points.split()))


@pytest.mark.parametrize(
    ("scale", "modes", "total"),
    [
        (HOUSE_SCALE, "S H D C", 152),
        (HOUSE_SCALE, "NT", 120),
        (HOUSE_SCALE, "AT", 248),
        (OFFICIAL_SCALE, "S H D C NT AT", 152),
    ],
    ids=["house suits", "house no trump", "house all trump", "official"],
)
def test_points_of_the_pack(scale: CardScale, modes: str, total: int) -> None:
    """All 32 cards are worth 152, at house tables 120 without trumps and 248 with all [1.2]."""
    for mode in map(Mode, modes.split()):
        assert pack_points(scale, mode) == total
        assert sum(card_points(scale, mode)[card] for card in Card) == total


@pytest.mark.parametrize(
    ("mode", "trick", "points"),
    [
        ("D", "8S AS 7H TS", 21),
        ("H", "AC TC KC QC", 28),
        ("H", "9H JH AH TH", 55),
        ("H", "7C JC AC 9H", 27),
        ("H", "8H TD JH AH", 41),
        ("H", "9C QC 9S QS", 6),
        ("H", "KH 8S JS AS", 17),
        ("NT", "JC AC TH 8C", 23),
        ("AT", "JC 9H AD 7S", 45),
    ],
)
def test_points_of_a_trick(mode: str, trick: str, points: int) -> None:
    """A trick is worth its cards; a jack or 9 counts more in the suit that is trump."""
    worth = card_points(HOUSE_SCALE, Mode(mode))

    assert sum(worth[card] for card in cards(trick)) == points
