"""What a match refuses, when, and with which code."""

import pytest

from belote_protocol.calls import Word, bid
from belote_protocol.vocab import Card, EndReason, Mode, Phase, RefusalCode, Seat, Team
from belote_server.game.actions import (
    Action,
    CommitDeal,
    DealCards,
    EndMatch,
    MakeCall,
    PlayCard,
    StartMatch,
)
from belote_server.game.deck import PACK, commitment
from belote_server.game.engine import decide, refused_card
from belote_server.game.refused import Refusal
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import (
    CLASSIC_HOUSE,
    COINCHE_HOUSE,
    COINCHE_OFFICIAL,
    derive,
)
from belote_server.game.state import replay
from tests.helpers.cards import cards
from tests.helpers.deals import hands, play, speak, stacked
from tests.helpers.matches import Table, start

SEED = "00" * 32
SEAL = commitment("m-0001", 1, bytes(32)).hex()

START = StartMatch("m-0002", CLASSIC_HOUSE, Seat.SOUTH)
COMMIT = CommitDeal(SEED, SEAL)
DEAL = DealCards(PACK)
SAY = MakeCall(Seat.SOUTH, Word.PASS)
PLAY = PlayCard(Seat.SOUTH, Card("7C"))
END = EndMatch(Team.NS, EndReason.SURRENDER)


def unstarted() -> Table:
    """Return a table whose match has not begun."""
    return Table()


def dealing() -> Table:
    """Return a table that waits for cards."""
    return start(COINCHE_HOUSE)


def auction() -> Table:
    """Return a table at which South speaks."""
    table = dealing()
    table.do(DEAL)
    return table


def in_play() -> Table:
    """Return a table at which South leads."""
    table = auction()
    speak(table, "80S pass pass pass")
    return table


def ended() -> Table:
    """Return a table whose match is over."""
    table = dealing()
    table.do(END)
    return table


STAGES = {
    "unstarted": unstarted,
    "dealing": dealing,
    "auction": auction,
    "play": in_play,
    "ended": ended,
}


@pytest.mark.parametrize(
    ("stage", "action", "refusal"),
    [
        ("unstarted", COMMIT, "not_started"),
        ("unstarted", DEAL, "not_started"),
        ("unstarted", SAY, "not_started"),
        ("unstarted", PLAY, "not_started"),
        ("unstarted", END, "not_started"),
        ("dealing", START, "already_started"),
        ("dealing", SAY, "not_auction(phase=dealing)"),
        ("dealing", PLAY, "not_play(phase=dealing)"),
        ("auction", START, "already_started"),
        ("auction", COMMIT, "not_dealing(phase=auction)"),
        ("auction", DEAL, "not_dealing(phase=auction)"),
        ("auction", PLAY, "not_play(phase=auction)"),
        ("play", START, "already_started"),
        ("play", COMMIT, "not_dealing(phase=play)"),
        ("play", DEAL, "not_dealing(phase=play)"),
        ("play", SAY, "not_auction(phase=play)"),
        ("ended", START, "already_started"),
        ("ended", COMMIT, "match_ended"),
        ("ended", DEAL, "match_ended"),
        ("ended", SAY, "match_ended"),
        ("ended", PLAY, "match_ended"),
        ("ended", END, "match_ended"),
    ],
)
def test_each_phase_accepts_its_own_actions(stage: str, action: Action, refusal: str) -> None:
    """What belongs to another phase is refused, whoever asks."""
    assert str(STAGES[stage]().refuse(action)) == refusal


@pytest.mark.parametrize(
    ("stage", "action"),
    [
        ("unstarted", START),
        ("dealing", COMMIT),
        ("dealing", DEAL),
        ("dealing", END),
        ("auction", SAY),
        ("auction", END),
        ("play", PLAY),
        ("play", END),
    ],
)
def test_what_each_phase_accepts(stage: str, action: Action) -> None:
    """In its own phase each of these actions is taken."""
    assert STAGES[stage]().do(action)


@pytest.mark.parametrize(
    "deck",
    [(), PACK[1:], (*PACK[1:], PACK[1]), (*PACK, PACK[0])],
    ids=["nothing", "31 cards", "one twice", "33 cards"],
)
def test_a_deck_must_be_whole(deck: tuple[Card, ...]) -> None:
    """Only 32 distinct cards can be dealt."""
    assert str(dealing().refuse(DealCards(deck))) == "bad_deck"


@pytest.mark.parametrize("seat", ["W", "N", "E"])
def test_out_of_turn(seat: str) -> None:
    """Who is not on turn is told who is."""
    assert str(auction().refuse(MakeCall(Seat(seat), Word.PASS))) == "not_your_turn(seat=S)"
    assert str(auction().refuse(MakeCall(Seat(seat), bid("S")))) == "not_your_turn(seat=S)"
    assert str(in_play().refuse(PlayCard(Seat(seat), Card("7C")))) == "not_your_turn(seat=S)"


@pytest.mark.parametrize(
    ("rules", "said", "then", "refusal"),
    [
        (CLASSIC_HOUSE, "", "80H", "wrong_game(call=80H)"),
        (CLASSIC_HOUSE, "pass", "C", "turned_suit_only(suit=H)"),
        (CLASSIC_HOUSE, "pass pass pass pass", "H", "turned_suit_refused(suit=H)"),
        (COINCHE_HOUSE, "", "H", "wrong_game(call=H)"),
        (COINCHE_HOUSE, "100H", "100S", "bid_too_low(bid=100H)"),
        (COINCHE_HOUSE, "100H", "170S", "off_ladder(floor=80, ceiling=160)"),
        (
            derive("coinche-house", {"auction.modes": "suits"}),
            "",
            "80NT",
            "mode_not_played(mode=NT)",
        ),
        (
            derive("coinche-house", {"auction.generale": False}),
            "",
            "generaleS",
            "generale_not_played",
        ),
        (COINCHE_HOUSE, "pass", "coinche", "nothing_to_coinche"),
        (COINCHE_HOUSE, "80H pass", "coinche", "own_side_bid"),
        (COINCHE_HOUSE, "80H coinche", "90H", "bidding_frozen"),
        (COINCHE_HOUSE, "80H", "surcoinche", "not_coinched"),
        (
            derive("coinche-house", {"auction.after_coinche": "all"}),
            "80H coinche pass",
            "surcoinche",
            "not_coinched_side",
        ),
    ],
)
def test_calls(rules: RuleSet, said: str, then: str, refusal: str) -> None:
    """A call that the auction forbids is refused with the auction's reason."""
    table = start(rules)
    table.do(DEAL)  # the jack of hearts is turned
    speak(table, said)
    turn = table.match.turn
    assert turn is not None

    call = Word(then) if then in set(Word) else bid(then)
    assert str(table.refuse(MakeCall(turn, call))) == refusal


# South has diamonds to lead; West and North are void, or West and East.
NEIGHBOURS_VOID = (
    "AD KD QD JD 7H 8H 7C 8C | 9S 8S AS KS 9H TH JC QC"
    "| JS QS TS 7S JH QH KC AC | TD 9D 8D 7D KH AH 9C TC"
)
PARTNERS_VOID = (
    "AD KD QD JD 7H 8H 7C 8C | 9S 8S AS KS 9H TH JC QC"
    "| TD 9D 8D 7D KH AH 9C TC | JS QS TS 7S JH QH KC AC"
)
NO_UNDERTRUMP = derive("coinche-house", {"play.under_partner": "climb"})


@pytest.mark.parametrize(
    ("rules", "held", "mode", "played", "card", "refusal"),
    [
        (COINCHE_HOUSE, NEIGHBOURS_VOID, "S", "", "JS", "not_your_card(card=JS)"),
        (COINCHE_HOUSE, NEIGHBOURS_VOID, "NT", "AD 8S 7S 7D", "AD", "not_your_card(card=AD)"),
        (COINCHE_HOUSE, NEIGHBOURS_VOID, "S", "AD 9S JS", "KH", "must_follow(suit=D)"),
        (COINCHE_HOUSE, NEIGHBOURS_VOID, "NT", "AD 9S JS", "KH", "must_follow(suit=D)"),
        (COINCHE_HOUSE, NEIGHBOURS_VOID, "D", "KD 9H JH", "7D", "must_climb(card=KD)"),
        (COINCHE_HOUSE, NEIGHBOURS_VOID, "AT", "7H 9H", "QH", "must_climb(card=9H)"),
        (COINCHE_HOUSE, NEIGHBOURS_VOID, "AT", "7H 9H", "KC", "must_follow(suit=H)"),
        (COINCHE_HOUSE, NEIGHBOURS_VOID, "S", "AD", "9H", "must_trump(suit=S)"),
        (COINCHE_HOUSE, NEIGHBOURS_VOID, "S", "AD 9S", "QS", "must_overtrump(card=9S)"),
        (COINCHE_HOUSE, NEIGHBOURS_VOID, "S", "AD 9S", "KC", "must_overtrump(card=9S)"),
        (CLASSIC_HOUSE, NEIGHBOURS_VOID, "C", "AD JC", "JH", "must_trump(suit=C)"),
        (COINCHE_HOUSE, NEIGHBOURS_VOID, "C", "AD JC", "JH", "must_trump(suit=C)"),
        (COINCHE_OFFICIAL, NEIGHBOURS_VOID, "C", "AD JC", "JH", None),
        (COINCHE_HOUSE, PARTNERS_VOID, "S", "AD 9S TD", "QS", None),
        (NO_UNDERTRUMP, PARTNERS_VOID, "S", "AD 9S TD", "QS", "no_undertrump(card=9S)"),
    ],
)
def test_cards(
    rules: RuleSet, held: str, mode: str, played: str, card: str, refusal: str | None
) -> None:
    """A card that the play forbids is refused with the duty, and what to do instead."""
    table = start(rules)
    table.do(DealCards(stacked(hands(held), Seat.EAST, rules, Seat.SOUTH)))
    speak(table, f"pass pass pass pass {mode}" if rules is CLASSIC_HOUSE else f"80{mode}")
    while table.match.phase is Phase.AUCTION:
        speak(table, "pass")
    play(table, played)
    decision = decide(table.match, PlayCard(table.match.running.turn, Card(card)))

    assert (str(decision) if isinstance(decision, Refusal) else None) == refusal


@pytest.mark.parametrize(
    ("duty", "refusal"),
    [
        ("must_follow", "must_follow(suit=H)"),
        ("must_trump", "must_trump(suit=S)"),
        ("must_climb", "must_climb(card=9S)"),
        ("must_overtrump", "must_overtrump(card=9S)"),
        ("no_undertrump", "no_undertrump(card=9S)"),
    ],
)
def test_what_to_do_instead(duty: str, refusal: str) -> None:
    """A duty's refusal names the suit to play, or the card to beat."""
    table = cards("TH 8S 9S")

    assert str(refused_card(RefusalCode(duty), table, Mode.SPADES)) == refusal


def test_a_refusal_in_words_for_logs() -> None:
    """A refusal prints its code, and its values where it has any."""
    assert str(Refusal(RefusalCode.BAD_DECK)) == "bad_deck"
    assert str(Refusal(RefusalCode.MUST_CLIMB, {"card": "9S"})) == "must_climb(card=9S)"
    assert str(Refusal(RefusalCode.OFF_LADDER, {"floor": "80", "ceiling": "160"})) == (
        "off_ladder(floor=80, ceiling=160)"
    )


def test_a_refusal_changes_nothing() -> None:
    """The match that refused goes on as if nobody had asked."""
    table = in_play()
    before = table.match
    for action in (START, COMMIT, DEAL, SAY, PlayCard(Seat.WEST, Card("JC"))):
        table.refuse(action)

    assert table.match is before
    assert replay(table.log) == before
    assert table.do(PLAY)


@pytest.mark.parametrize("reason", [EndReason.TARGET, EndReason.DEALS])
def test_nobody_ends_a_match_by_its_score(reason: EndReason) -> None:
    """Only the rules say that the target is reached, or the last deal played [8.6]."""
    refusal = auction().refuse(EndMatch(Team.NS, reason))

    assert refusal == Refusal(RefusalCode.NOT_NOW)
