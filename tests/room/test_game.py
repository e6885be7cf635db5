"""Commands of the game: what they ask of the rules, and where they no longer belong."""

from random import Random
from typing import Any

import msgspec
import pytest

from belote_protocol.commands import Bid, Play, Rematch, RoomCommand, Surrender
from belote_protocol.updates import Refused
from belote_protocol.vocab import SEATS, Card, EndReason, Phase, RefusalCode, Seat, Team
from belote_server.game.events import (
    CallMade,
    CardPlayed,
    DealRevealed,
    DeclarationsMade,
    HandsCompleted,
    MatchEnded,
)
from belote_server.game.play import legal_cards
from belote_server.room.events import Person, SurrenderOffered
from belote_server.room.inputs import Spoken
from tests.helpers.matches import open_cards, random_action
from tests.helpers.rooms import ERIC, NORA, PAUL, SITTERS, SUE, WILL, Sitting, command_of, stage

S, W, N, E = Seat


def test_a_bid_is_made() -> None:
    """What is bid is judged by the rules and stored as it was said."""
    sitting = stage("auction")

    events = sitting.done(SUE, Bid, deal=1, nth=0, call="80H")

    assert [type(event) for event in events] == [CallMade]
    assert sitting.match.turn is W


def test_a_card_is_played() -> None:
    """What is played leaves the hand, with what it announces."""
    sitting = stage("play")
    card = open_cards(sitting.match)[0]

    events = sitting.done(SUE, Play, deal=1, trick=1, card=card)

    assert events[0] == CardPlayed(S, card)
    assert card not in sitting.match.running.hands[0]


def test_declarations_may_be_kept_quiet() -> None:
    """Who plays its first card and does not declare announces nothing."""
    for number in range(60):
        sitting = stage("ready")
        sitting.draws = number
        sitting.draw()
        for nth, call in enumerate(("80S", "pass", "pass", "pass")):
            sitting.done(sitting.on_turn, Bid, deal=1, nth=nth, call=call)
        card = open_cards(sitting.match)[0]
        loud, quiet = sitting.copy(), sitting
        announced = loud.done(SUE, Play, deal=1, trick=1, card=card)
        if any(isinstance(event, DeclarationsMade) for event in announced):
            kept = quiet.done(SUE, Play, deal=1, trick=1, card=card, declare=False)
            assert not any(isinstance(event, DeclarationsMade) for event in kept)
            return
    pytest.fail("no deal had a declaration for South")


Asked = tuple[type[RoomCommand], dict[str, Any]]


def bid(deal: int, nth: int, call: str) -> Asked:
    """Return a call in the words of a row."""
    return Bid, {"deal": deal, "nth": nth, "call": call}


def play(deal: int, trick: int, card: Card) -> Asked:
    """Return a card in the words of a row."""
    return Play, {"deal": deal, "trick": trick, "card": card}


HELD = stage("play").match.running.hands
WESTS, SOUTHS = HELD[1][0], HELD[0][0]


@pytest.mark.parametrize(
    ("at", "who", "command", "code", "params"),
    [
        ("auction", PAUL, bid(1, 0, "80H"), "not_seated", {}),
        ("auction", WILL, bid(1, 0, "80H"), "not_your_turn", {"seat": "S"}),
        ("auction", SUE, bid(1, 1, "80H"), "stale_place", {"nth": "0"}),
        ("auction", SUE, bid(2, 0, "80H"), "stale_place", {"deal": "1"}),
        ("auction", SUE, bid(0, 0, "pass"), "stale_place", {"deal": "1"}),
        ("auction", SUE, bid(1, 0, "eighty"), "bad_call", {"call": "eighty"}),
        ("auction", SUE, bid(1, 0, "8\u202e0\x1bH"), "bad_call", {"call": "80H"}),
        ("auction", SUE, bid(1, 0, "85H"), "off_ladder", {}),
        ("auction", SUE, bid(1, 0, "H"), "wrong_game", {}),
        ("auction", SUE, bid(1, 0, "coinche"), "nothing_to_coinche", {}),
        ("auction", SUE, play(1, 1, SOUTHS), "not_play", {}),
        ("seated", SUE, bid(1, 0, "pass"), "not_started", {}),
        ("seated", SUE, play(1, 1, SOUTHS), "not_started", {}),
        ("pause", SUE, bid(1, 0, "pass"), "not_auction", {}),
        ("pause", SUE, play(1, 8, SOUTHS), "not_play", {}),
        ("ended", SUE, bid(1, 0, "pass"), "match_ended", {}),
        ("ended", SUE, play(1, 8, SOUTHS), "match_ended", {}),
        ("closed", SUE, play(1, 8, SOUTHS), "no_such_room", {}),
        ("play", PAUL, play(1, 1, SOUTHS), "not_seated", {}),
        ("play", WILL, play(1, 1, WESTS), "not_your_turn", {"seat": "S"}),
        ("play", SUE, play(1, 1, WESTS), "not_your_card", {}),
        ("play", SUE, play(1, 2, SOUTHS), "stale_place", {"trick": "1"}),
        ("play", SUE, play(2, 1, SOUTHS), "stale_place", {"deal": "1"}),
        ("play", SUE, bid(1, 4, "pass"), "not_auction", {}),
    ],
)
def test_refused(at: str, who: Person, command: Asked, code: str, params: dict[str, str]) -> None:
    """A command of the game that may not be is refused with its reason, and changes nothing."""
    sitting = stage(at)
    v, (kind, fields) = sitting.room.v, command

    answer = sitting.say(who, kind, **fields).answer

    assert isinstance(answer, Refused)
    assert (answer.code, answer.v) == (RefusalCode(code), v)
    assert params.items() <= answer.params.items()


@pytest.mark.parametrize("rules", ["classic-house", "coinche-house"])
def test_t28_a_late_command_acts_nowhere_else(rules: str) -> None:
    """What was done once is refused under any later number: the place it named is over."""
    sitting = Sitting.open(rules)
    sitting.seat_all(ready=True)
    sitting.draw()
    rng = Random(3)
    while sitting.match.turn is not None:
        who, action = sitting.on_turn, random_action(sitting.match, rng)
        command = command_of(sitting.match, action, 1)
        sitting.do(action)
        late = msgspec.structs.replace(command, cmd=sitting.cmds[who.key] + 1)
        sitting.cmds[who.key] += 1
        answer = sitting.give(Spoken(who, late, may_sit=True)).answer

        assert isinstance(answer, Refused)
        assert answer.code.value in (
            "stale_place", "not_your_turn", "not_auction", "not_play", "not_your_card"
        )  # fmt: skip


def test_t23_of_two_who_act_at_once_one_is_second() -> None:
    """Two seats at the same instant: one acts, the other is told why not and where the table is."""
    for first, second in ((SUE, WILL), (WILL, SUE)):
        sitting = stage("auction")
        answers = {
            who: sitting.say(who, Bid, deal=1, nth=0, call="80H").answer for who in (first, second)
        }

        assert not isinstance(answers[SUE], Refused)
        refused = answers[WILL]
        assert isinstance(refused, Refused)
        # before South's call it is not West's turn; after it, the place it named is taken
        told = (RefusalCode.NOT_YOUR_TURN, 10) if first is WILL else (RefusalCode.STALE_PLACE, 11)
        assert (refused.code, refused.v) == told
        assert sitting.room.v == 11


def test_t26_a_double_click_plays_one_card() -> None:
    """A second card for the same place of the same trick is refused."""
    sitting = stage("play")
    first, second = open_cards(sitting.match)[:2]
    sitting.done(SUE, Play, deal=1, trick=1, card=first)

    assert sitting.refused(SUE, Play, deal=1, trick=1, card=second) is RefusalCode.NOT_YOUR_TURN
    assert len(sitting.match.running.hands[0]) == 7


@pytest.mark.parametrize("rules", ["classic-house", "coinche-house"])
def test_a_refused_card_names_its_duty(rules: str) -> None:
    """Every card in hand that breaks a duty is refused with it, in a whole deal."""
    sitting = Sitting.open(rules)
    sitting.seat_all(ready=True)
    sitting.draw()
    rng, codes = Random(5), set[RefusalCode]()
    while sitting.match.turn is not None:
        if sitting.match.phase is Phase.PLAY:
            deal = sitting.match.running
            hand = deal.hands[deal.turn.place]
            legal = legal_cards(hand, deal.trick, deal.contract.bid.mode, sitting.match.rules.play)
            for card in set(hand) - set(legal):
                trick = len(deal.tricks) + 1
                codes.add(sitting.refused(sitting.on_turn, Play, deal=1, trick=trick, card=card))
        sitting.act(rng, passing=0.2)

    assert codes
    assert all(code.value.startswith(("must_", "no_")) for code in codes)


# --- giving up ------------------------------------------------------------------------------------


def test_partners_give_up_together() -> None:
    """A match is given up when both partners say so: the others win and the cards are shown."""
    sitting = stage("play")
    deck = sitting.match.running.deck

    assert sitting.done(SUE, Surrender) == (SurrenderOffered(S, gives_up=True),)
    assert sitting.done(SUE, Surrender) == ()
    assert sitting.room.playing
    offer, revealed, ended = sitting.done(NORA, Surrender)

    assert offer == SurrenderOffered(N, gives_up=True)
    assert isinstance(revealed, DealRevealed)
    assert revealed.deck == deck
    assert isinstance(ended, MatchEnded)
    assert (ended.winner, ended.reason) == (Team.EW, EndReason.SURRENDER)
    assert sitting.room.deadline is None
    assert not any(place.gives_up for place in sitting.room.places)


def test_opponents_do_not_make_a_pair() -> None:
    """Two offers from different sides end nothing."""
    sitting = stage("play")
    sitting.done(SUE, Surrender)
    sitting.done(WILL, Surrender)

    assert sitting.room.playing


@pytest.mark.parametrize("who", [SUE, NORA])
def test_an_offer_to_give_up_is_gone_after_a_no(who: Person) -> None:
    """Either partner's no takes the offer off the table."""
    sitting = stage("play")
    sitting.done(SUE, Surrender)

    assert sitting.done(who, Surrender, give_up=False) == (SurrenderOffered(S, gives_up=False),)
    assert sitting.done(who, Surrender, give_up=False) == ()
    sitting.done(NORA, Surrender)
    assert sitting.room.playing


def test_giving_up_between_deals_shows_nothing_more() -> None:
    """In a pause there is no deal to show, and the match ends at the score it has."""
    sitting = stage("pause")
    scores = sitting.match.scores
    sitting.done(WILL, Surrender)
    events = sitting.done(ERIC, Surrender)

    assert events[1:] == (MatchEnded(Team.NS, EndReason.SURRENDER, scores),)


# --- again ----------------------------------------------------------------------------------------


def test_t11_a_rematch_starts_anew() -> None:
    """When all four ask for it another match begins, with the same rules and no points."""
    sitting = stage("ended")
    settled = sitting.match.settled
    for who in SITTERS:
        assert sitting.match.settled == settled  # the result is there until then
        sitting.done(who, Rematch)
        sitting.restart(*SITTERS)  # asking for it survives the server as well
    sitting.draw(Seat.WEST)

    assert sitting.match.match_id == f"m-{sitting.draws}"
    assert sitting.match.dealer is Seat.WEST
    assert sitting.match.turn is Seat.NORTH
    assert sitting.match.scores.total == 0
    assert sitting.match.settled == ()
    assert not any(place.ready for place in sitting.room.places)


def test_the_auction_hands_over_to_the_play() -> None:
    """The last pass completes the hands in the same version, for everybody at once."""
    sitting = stage("auction")
    sitting.done(SUE, Bid, deal=1, nth=0, call="100S")
    for nth, who in enumerate((WILL, NORA), start=1):
        sitting.done(who, Bid, deal=1, nth=nth, call="pass")
    events = sitting.done(ERIC, Bid, deal=1, nth=3, call="pass")

    assert [type(event) for event in events] == [CallMade, HandsCompleted]
    assert all(len(sitting.match.running.hands[seat.place]) == 8 for seat in SEATS)
    assert {card for hand in sitting.match.running.hands for card in hand} == set(Card)
