"""What each event changes in a match, and what it leaves alone."""

from random import Random

import pytest

from belote_protocol.calls import Word, bid, contract
from belote_protocol.vocab import (
    BeloteWord,
    Card,
    DeclarationKind,
    EndReason,
    Phase,
    Result,
    Seat,
    Suit,
    Team,
)
from belote_server.game.auction import Auction
from belote_server.game.deck import PACK
from belote_server.game.declarations import Declaration
from belote_server.game.events import (
    BeloteSaid,
    CallMade,
    CardPlayed,
    DealCommitted,
    DealPassedOut,
    DealRevealed,
    DealSettled,
    DeclarationsMade,
    DeclarationsShown,
    Event,
    HandsCompleted,
    HandsDealt,
    MatchEnded,
    MatchStarted,
    TrickTaken,
)
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import CLASSIC_HOUSE, COINCHE_HOUSE, RULE_SETS
from belote_server.game.scoring import Settlement
from belote_server.game.seats import NO_HANDS, Points
from belote_server.game.state import UNSTARTED, Match, Trick, evolve, replay
from tests.helpers.cards import cards
from tests.helpers.deals import hands
from tests.helpers.matches import play_on, start

STARTED = MatchStarted("m-0007", CLASSIC_HOUSE, Seat.EAST)
COMMITTED = DealCommitted(1, "c0", "5e")
FIVE = hands("7S 8S 9S TS JS | 7H 8H 9H TH JH | 7D 8D 9D TD JD | 7C 8C 9C TC JC")
DEALT = HandsDealt(1, Seat.EAST, Seat.SOUTH, FIVE, Card("QS"), PACK)
PASSED = CallMade(Seat.SOUTH, Word.PASS, None, Seat.WEST, 1)
TAKEN = CallMade(Seat.WEST, bid("S"), contract("W:S"), None, 0)
THREE = hands("QH KS AS | QS KH AH | QD KD AD | QC KC AC")
COMPLETED = HandsCompleted(contract("W:S"), THREE, Seat.SOUTH)
AUCTIONED: tuple[Event, ...] = (STARTED, DEALT, PASSED, TAKEN, COMPLETED)
LED = CardPlayed(Seat.SOUTH, Card("7S"))
TRICK = cards("7S QS 7D 7C")
FIRST_TRICK: tuple[Event, ...] = (
    *AUCTIONED,
    LED,
    CardPlayed(Seat.WEST, Card("QS")),
    CardPlayed(Seat.NORTH, Card("7D")),
    CardPlayed(Seat.EAST, Card("7C")),
)
SETTLED = DealSettled(
    1,
    Settlement(
        contract=contract("W:S"),
        result=Result.LITIGE,
        winner=None,
        own=Points(81, 81),
        counted=(),
        points=Points(81, 0),
        written=(),
        held_out=81,
    ),
    Points(81, 0),
)


def test_before_anything_happened() -> None:
    """A match that has not begun has no deal, no score, and nobody's turn."""
    assert UNSTARTED.phase is Phase.UNSTARTED
    assert UNSTARTED.turn is None
    assert UNSTARTED.deal is None
    assert UNSTARTED.scores == Points()
    assert replay([]) is UNSTARTED


def test_match_started() -> None:
    """The first event names the match, its rules and its first dealer."""
    match = evolve(UNSTARTED, STARTED)

    assert (match.match_id, match.rules, match.dealer) == ("m-0007", CLASSIC_HOUSE, Seat.EAST)
    assert (match.phase, match.turn, match.deals) == (Phase.DEALING, None, 0)


def test_deal_committed() -> None:
    """A commitment waits beside the match."""
    assert replay([STARTED, COMMITTED]).commitment == COMMITTED


def test_hands_dealt() -> None:
    """A deal begins with its hands, its turned card, and the first to speak."""
    match = replay([STARTED, COMMITTED, DEALT])
    deal = match.running

    assert (match.phase, match.turn, match.deals) == (Phase.AUCTION, Seat.SOUTH, 1)
    assert (deal.number, deal.dealer, deal.deck, deal.turned) == (1, Seat.EAST, PACK, "QS")
    assert deal.hands == deal.dealt == FIVE
    assert deal.auction == Auction(Seat.SOUTH)
    assert match.commitment == COMMITTED


def test_call_made() -> None:
    """Calls are kept with their seats; who speaks next is taken from the event."""
    match = replay([STARTED, DEALT, PASSED])

    assert match.turn is Seat.WEST
    assert match.running.auction == Auction(Seat.WEST, ((Seat.SOUTH, Word.PASS),), None, 1)
    assert evolve(match, TAKEN).running.auction == Auction(
        None, ((Seat.SOUTH, Word.PASS), (Seat.WEST, bid("S"))), contract("W:S"), 0
    )


def test_deal_passed_out() -> None:
    """A deal passed out leaves the score, and the next seat deals."""
    match = replay([STARTED, DEALT, PASSED, DealPassedOut(1)])

    assert (match.phase, match.dealer, match.deals) == (Phase.DEALING, Seat.SOUTH, 1)
    assert match.settled == ()
    assert match.turn is None


def test_hands_completed() -> None:
    """The rest of the cards joins the hands, and the leader is to play."""
    match = replay(AUCTIONED)
    deal = match.running

    assert (match.phase, match.turn) == (Phase.PLAY, Seat.SOUTH)
    assert deal.hands == deal.dealt
    assert deal.hands[0] == cards("7S 8S 9S TS JS QH KS AS")
    assert deal.contract == contract("W:S")


def test_nothing_added() -> None:
    """Where all cards were dealt before the auction, none are added."""
    completed = HandsCompleted(contract("W:80S"), NO_HANDS, Seat.NORTH)
    match = replay([STARTED, DEALT, TAKEN, completed])

    assert match.running.hands == FIVE
    assert match.turn is Seat.NORTH
    assert replay([STARTED, DEALT, HandsCompleted(completed.contract, (), Seat.NORTH)]) == replay(
        [STARTED, DEALT, completed]
    )


def test_card_played() -> None:
    """A card leaves one hand for the table, the rest stays, and the turn passes on."""
    before = replay(AUCTIONED)
    deal = evolve(before, LED).running

    assert deal.trick == cards("7S")
    assert deal.hands[0] == cards("8S 9S TS JS QH KS AS")
    assert deal.hands[1:] == before.running.hands[1:]
    assert deal.dealt == before.running.dealt
    assert deal.turn is Seat.WEST


@pytest.mark.parametrize(("played", "turn"), [(0, "S"), (1, "W"), (2, "N"), (3, "E")])
def test_turn(played: int, turn: str) -> None:
    """The turn is counted from the leader by the cards on the table."""
    match = replay(FIRST_TRICK[: len(AUCTIONED) + played])

    assert match.turn == turn


def test_trick_taken() -> None:
    """A complete trick is put aside, and its winner leads."""
    match = replay([*FIRST_TRICK, TrickTaken(1, Seat.WEST, 3)])
    deal = match.running

    assert deal.trick == ()
    assert deal.tricks == (Trick(Seat.SOUTH, TRICK, Seat.WEST, 3),)
    assert deal.leader is match.turn is Seat.WEST


def test_declarations() -> None:
    """Kinds announced are kept by seat; what was shown is kept as it was."""
    tierce = Declaration(DeclarationKind.TIERCE, cards("9H 8H 7H"))
    shown = DeclarationsShown(Team.EW, ((Seat.WEST, tierce),), 20)
    match = replay([*AUCTIONED, DeclarationsMade(Seat.WEST, (DeclarationKind.TIERCE,)), shown])

    assert match.running.announced == ((), (DeclarationKind.TIERCE,), (), ())
    assert match.running.shown == shown


def test_belote() -> None:
    """Both words are kept, in order."""
    said = [
        BeloteSaid(Seat.SOUTH, Suit.SPADES, BeloteWord.BELOTE),
        BeloteSaid(Seat.SOUTH, Suit.SPADES, BeloteWord.REBELOTE),
    ]

    assert replay([*AUCTIONED, *said]).running.belotes == tuple(said)


def test_deal_settled() -> None:
    """The score and what is held are the event's, and the next seat deals."""
    match = replay([*FIRST_TRICK, SETTLED])

    assert (match.phase, match.dealer) == (Phase.DEALING, Seat.SOUTH)
    assert (match.settled, match.scores, match.held) == ((SETTLED,), Points(81, 0), 81)
    assert match.turn is None


def test_deal_revealed() -> None:
    """A deal's cards stay in view until the next is dealt; its commitment is used up."""
    revealed = DealRevealed(1, PACK, "5e")
    match = replay([STARTED, COMMITTED, DEALT, DealPassedOut(1), revealed])

    assert match.revealed == revealed
    assert match.commitment is None
    assert evolve(match, DEALT).revealed is None


def test_match_ended() -> None:
    """The end is kept, and it is nobody's turn any more."""
    ended = MatchEnded(Team.NS, EndReason.FORFEIT, Points())
    match = replay([*AUCTIONED, ended])

    assert (match.phase, match.ended, match.turn) == (Phase.ENDED, ended, None)


def test_a_redacted_event_has_no_cards() -> None:
    """Cards a viewer may not see are not made up."""
    hidden = HandsDealt(1, Seat.EAST, Seat.SOUTH, ((None,) * 5,) * 4, Card("QS"), None)
    deal = replay([STARTED, hidden]).running

    assert (deal.hands, deal.deck) == (NO_HANDS, ())


@pytest.mark.parametrize("match", [UNSTARTED, evolve(UNSTARTED, STARTED)])
def test_no_deal_runs(match: Match) -> None:
    """Asking for the running deal where there is none is a mistake of ours."""
    with pytest.raises(AssertionError):
        _ = match.running


def test_no_contract_yet() -> None:
    """Asking what is played for before the auction is over is a mistake of ours."""
    with pytest.raises(AssertionError):
        _ = replay([STARTED, DEALT]).running.contract


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_replay(rules: RuleSet) -> None:
    """A match is its events, whether folded at once or from any point on."""
    table = play_on(start(rules), Random(11))
    middle = len(table.log) // 2

    assert replay(table.log) == table.match
    assert replay(table.log[middle:], replay(table.log[:middle])) == table.match


def test_a_match_is_a_value() -> None:
    """What happens later changes nothing in a match that somebody kept."""
    log = play_on(start(COINCHE_HOUSE), Random(3), lambda match: len(match.settled) == 1).log
    kept = []
    match = UNSTARTED
    for event in log:
        match = evolve(match, event)
        kept.append(match)

    for count, earlier in enumerate(kept, start=1):
        assert earlier == replay(log[:count])
    with pytest.raises(AttributeError):
        match.held = 1  # type: ignore[misc]
