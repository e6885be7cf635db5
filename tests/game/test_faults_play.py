"""
Faults once found in other programs, at play, and the right answer.

Each row carries the fault's number. Where tables differ the row says whose rules it asks for; all
other rows hold at every table.
"""

from itertools import permutations
from random import Random

import pytest

from belote_protocol.vocab import Card, Mode, Phase, Seat
from belote_server.game.actions import DealCards, PlayCard
from belote_server.game.deck import PACK
from belote_server.game.engine import decide
from belote_server.game.events import CardPlayed, HandsCompleted, HandsDealt, TrickTaken
from belote_server.game.play import legal_cards, winner_index
from belote_server.game.refused import Refusal
from belote_server.game.rulesets import RULE_SETS, derive
from belote_server.game.state import replay
from tests.helpers.cards import cards
from tests.helpers.deals import speak
from tests.helpers.matches import Table, open_cards, play_on, random_action, start

EVERY_TABLE = " ".join(RULE_SETS)
MUST_UNDERTRUMP = "classic-house classic-official coinche-house"
FREE_TO_UNDERTRUMP = "coinche-official"


def rows(*faults: tuple[str, ...]) -> list[object]:
    """Return *faults* as parameters that are called by their number and their cards."""
    return [pytest.param(*fault, id=" ".join(fault[:4])) for fault in faults]


# --- who wins a trick ---


@pytest.mark.parametrize(
    ("fault", "mode", "trick", "winner"),
    rows(
        ("W1", "H", "7C AS", "7C"),  # a higher card of another suit
        ("W1", "H", "7C AS KD QS", "7C"),
        ("W1", "NT", "7C AS", "7C"),
        ("W19", "AT", "KH JD 7H 8H", "KH"),
        ("W34", "AT", "KH JD", "KH"),
        ("W46", "NT", "TS 9S", "TS"),
        ("W46", "S", "JC KD", "JC"),
        ("W52", "S", "7H 8H", "8H"),  # cards worth nothing still rank
        ("W52", "S", "7H 9H", "9H"),
        ("W52", "S", "7S 8S", "8S"),
        ("W72", "NT", "9H JH AS QH", "QH"),
        ("W72", "NT", "KH TH QH AH", "AH"),
        ("W98", "H", "7D AD", "AD"),  # a plain trick is not always its leader's
        ("W98", "H", "7D 8D QD TD", "TD"),
        ("W138", "AT", "AH JH", "JH"),
        ("W138", "AT", "AH 9H TH JH", "JH"),
    ),
)
def test_winner(fault: str, mode: str, trick: str, winner: str) -> None:
    """The highest trump wins, else the highest card of the suit led."""
    played = cards(trick)

    assert played[winner_index(played, Mode(mode))] == winner


@pytest.mark.parametrize("mode", Mode)
def test_any_two_cards(mode: Mode) -> None:
    """W1, W19, W34, W46, W52, W98, W138: every card against every other, in every mode."""
    for led, other in permutations(Card, 2):
        trumps = [card for card in (led, other) if mode.value in ("AT", card.suit.value)]
        order = "78QKTA9J" if led in trumps else "789JQKTA"
        if led.suit is other.suit:
            wins = order.index(other.rank) > order.index(led.rank)
        else:
            wins = other in trumps and mode is not Mode.ALL_TRUMP

        assert winner_index((led, other), mode) == int(wins)


# --- what may be played ---


@pytest.mark.parametrize(
    ("fault", "mode", "table", "hand", "legal", "tables"),
    rows(
        ("W7", "H", "TC 9H", "JH 8H", "JH", EVERY_TABLE),
        ("W7", "H", "TC 9H", "JH 8H 7D", "JH", EVERY_TABLE),
        ("W14", "S", "QD 8S AD", "QC KC 7S 8H QH", "QC KC 7S 8H QH", EVERY_TABLE),
        ("W15", "C", "7D 8C 7H", "7C AC 8H", "7C AC 8H", EVERY_TABLE),
        ("W23", "H", "TC 9H", "8H JH KD", "JH", EVERY_TABLE),
        ("W38", "H", "TC 9H", "8H 7D", "8H 7D", FREE_TO_UNDERTRUMP),
        ("W38", "H", "TC 9H", "7D 8H", "8H", MUST_UNDERTRUMP),
        ("W41", "D", "TD 7D", "8D AD", "AD", EVERY_TABLE),  # over the partner
        ("W56", "C", "AD 7H", "8D TS", "8D", EVERY_TABLE),
        ("W57", "C", "8S KC", "JS QS 8H KH 8D QD JC AC", "JS QS", EVERY_TABLE),
        ("W59", "D", "AS KS", "8S 9S 7H 8H 9H JH 9D AD", "8S 9S", EVERY_TABLE),
        ("W72", "AT", "8H", "7H JH AS", "JH", EVERY_TABLE),
        ("W75", "S", "AH JS", "7S 8S AC", "7S 8S AC", FREE_TO_UNDERTRUMP),
        ("W75", "S", "AH JS", "AC 7S 8S", "7S 8S", MUST_UNDERTRUMP),
        ("W96", "H", "QH TH", "7H 9H JH", "9H JH", EVERY_TABLE),
        ("W97", "C", "AD JH", "9H 7C", "9H 7C", EVERY_TABLE),
        ("W99", "H", "AS 7S", "7C JH", "7C JH", EVERY_TABLE),
        ("W104", "AT", "9H", "7H JH", "JH", EVERY_TABLE),
        ("W104", "AT", "9H 7H", "AH JH AS", "JH", EVERY_TABLE),
        ("W134", "S", "7D JS 8D", "7S 8S", "7S 8S", EVERY_TABLE),
        ("W146", "S", "7H AD", "7S 8C", "7S 8C", EVERY_TABLE),  # the partner's 7H is master
        ("W146", "S", "7H AH KH", "7S 8C", "7S 8C", EVERY_TABLE),
        ("W146", "S", "AD 7H KD", "7S 8C", "7S", EVERY_TABLE),  # his heart is not
        ("W147", "H", "TC 8H", "7H QH 7D", "QH", EVERY_TABLE),
        ("W147", "H", "TC QH", "8H KH 7H", "KH", EVERY_TABLE),
    ),
)
def test_legal_cards(fault: str, mode: str, table: str, hand: str, legal: str, tables: str) -> None:
    """A seat may play exactly the cards its duties leave it."""
    for name in tables.split():
        rules = RULE_SETS[name].play
        assert legal_cards(cards(hand), cards(table), Mode(mode), rules) == list(cards(legal))


def test_where_trumps_may_not_go_under_the_partners() -> None:
    """W15: a table that wants a trump under the partner's to climb has its rule set."""
    climb = derive("coinche-official", {"play.under_partner": "climb"}).play
    hand, table = cards("7C AC 8H"), cards("7D 8C 7H")

    assert legal_cards(hand, table, Mode.CLUBS, climb) == list(cards("AC 8H"))


def taken(rules_name: str, seed: int) -> Table:
    """Return a table at which a random deal is about to be played."""
    return play_on(
        start(RULE_SETS[rules_name]), Random(seed), lambda match: match.phase is Phase.PLAY
    )


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("seed", range(2))
def test_nothing_else_is_accepted(name: str, seed: int) -> None:
    """W11, W93, W104, W133: of all cards by all seats, only the legal ones of the turn's hand."""
    rng = Random(seed)
    table = taken(name, seed)
    while table.match.phase is Phase.PLAY:
        accepted = {
            (seat, card)
            for seat in Seat
            for card in Card
            if not isinstance(decide(table.match, PlayCard(seat, card)), Refusal)
        }
        turn = table.match.running.turn
        assert accepted == {(turn, card) for card in open_cards(table.match)}
        table.do(random_action(table.match, rng))


@pytest.mark.parametrize("seed", range(4))
def test_a_card_is_played_once(seed: int) -> None:
    """W11, W109, W148: a card leaves its hand, alone, and neither can nor will fall again."""
    table = taken("coinche-house", seed)
    rng = Random(seed)
    while table.match.phase is Phase.PLAY:
        before = table.match.running
        action = random_action(table.match, rng)
        assert isinstance(action, PlayCard)
        table.do(action)
        after = table.match.running
        left = [card for card in before.hands[action.seat.place] if card is not action.card]
        assert list(after.hands[action.seat.place]) == left
        assert len(after.trick) < 4
        if table.match.phase is Phase.PLAY:
            again = f"not_your_card(card={action.card})"
            late = f"not_your_turn(seat={after.turn})"
            assert str(table.refuse(action)) == (again if after.turn is action.seat else late)


# --- whose turn, whose deal ---


@pytest.mark.parametrize("name", RULE_SETS)
def test_deals_go_round(name: str) -> None:
    """W26, W86: the fifth deal is dealt by the first dealer again, each one seat further on."""
    table = play_on(start(derive(name, {"match.deals": 9}), Seat.NORTH), Random(9))
    dealt = [event for event in table.log if isinstance(event, HandsDealt)]

    assert len(dealt) >= 9
    assert "".join(event.dealer for event in dealt).startswith("NESWNESWN")
    assert "".join(event.speaker for event in dealt).startswith("ESWNESWNE")


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("taker", Seat)
def test_the_taker_does_not_lead(name: str, taker: Seat) -> None:
    """W76, W91, W98: the seat after the dealer leads, whoever took."""
    table = start(RULE_SETS[name], Seat.SOUTH)
    table.do(DealCards(PACK))
    while table.match.turn is not taker:
        speak(table, "pass")
    speak(table, "NT" if name.startswith("classic") else "80NT")
    while table.match.phase is Phase.AUCTION:
        speak(table, "pass")

    assert table.match.turn is Seat.WEST


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_deal_has_the_whole_pack(name: str) -> None:
    """W92, W110: in every deal each seat gets eight cards, all of them distinct, and keeps none."""
    table = start(derive(name, {"match.deals": 6}))
    rng = Random(2)
    while table.match.phase is not Phase.ENDED:
        done = table.do(random_action(table.match, rng))
        deal = table.match.deal
        if deal and isinstance(done[-1], HandsDealt):
            assert not deal.tricks
            assert not deal.trick
            assert len(set().union(*deal.hands)) == sum(map(len, deal.hands))
        if deal and isinstance(done[-1], HandsCompleted):
            assert [len(hand) for hand in deal.hands] == [8, 8, 8, 8]
            assert len(set().union(*deal.hands)) == 32
        if deal and table.match.phase is Phase.DEALING and deal.tricks:
            assert not any(deal.hands)


@pytest.mark.parametrize("seed", range(4))
def test_a_trick_has_four_cards(seed: int) -> None:
    """W63, W93, W109: four cards, one a seat, then the real winner leads an empty table."""
    table = play_on(taken("classic-official", seed), Random(seed))
    trick: list[CardPlayed] = []
    leader, mode = None, Mode.NO_TRUMP
    for event in table.log:
        if isinstance(event, HandsCompleted):
            leader, mode = event.leader, event.contract.bid.mode
        if isinstance(event, CardPlayed):
            assert leader is None or trick or event.seat is leader
            trick.append(event)
        if isinstance(event, TrickTaken):
            assert len({played.seat for played in trick}) == len(trick) == 4
            index = winner_index([played.card for played in trick], mode)
            assert event.winner is trick[index].seat
            trick, leader = [], event.winner


def test_partners_alternate() -> None:
    """W13: round the table the seats belong to one side and the other in turn."""
    assert [seat.team for seat in Seat] == ["NS", "EW", "NS", "EW"]
    assert all(seat.partner.team is seat.team for seat in Seat)


@pytest.mark.parametrize("seed", range(2))
def test_a_refusal_costs_nothing(seed: int) -> None:
    """W64, W105: whatever is refused, the match, its turn and its log stay as they were."""
    rng = Random(seed)
    table = start(RULE_SETS["coinche-official"])
    for _ in range(60):
        before = table.match
        for seat in Seat:
            for card in rng.sample(PACK, 4):
                if isinstance(decide(table.match, PlayCard(seat, card)), Refusal):
                    table.refuse(PlayCard(seat, card))
        assert table.match is before
        table.do(random_action(table.match, rng))
    assert replay(table.log) == table.match
