"""What each of the five viewers is shown of a match and of what happens in it."""

from dataclasses import fields
from typing import Any, get_args

import pytest

from belote_protocol.calls import Word, bid, contract
from belote_protocol.vocab import (
    PUBLIC,
    VIEWERS,
    BeloteWord,
    Card,
    DeclarationKind,
    EndReason,
    Phase,
    RefusalCode,
    Seat,
    Suit,
    Team,
    Viewer,
)
from belote_server.game import views
from belote_server.game.actions import CommitDeal, DealCards, EndMatch
from belote_server.game.auction import NO_CALLS
from belote_server.game.deck import commitment, fair_deck
from belote_server.game.declarations import Declaration
from belote_server.game.events import (
    BeloteSaid,
    DealCommitted,
    DealRevealed,
    DeclarationsShown,
    Event,
    HandsCompleted,
    HandsDealt,
    MatchEnded,
)
from belote_server.game.rulesets import CLASSIC_HOUSE, derive
from belote_server.game.seats import NO_POINTS, Points
from belote_server.game.state import UNSTARTED, Match, Trick
from belote_server.game.views import DealView, View, redact, tells_apart, view
from tests.helpers.cards import cards
from tests.helpers.deals import hands, play, speak, stacked
from tests.helpers.matches import Table, start

HANDS = (
    "AH KH QH 7S 8S 9S TC 7C"
    " | TH 9H JH 8H JS QS AC KC"
    " | 7H 7D 8D TS 9D AS QC JC"
    " | KS TD JD QD KD AD 9C 8C"
)
TRICKS = (
    "AH 9H 7H KS TH 7D TD KH JH 8D JD QH 8H TS QD 7S"
    " JS AS KD 8S 9D AD 9S QS 9C TC AC QC KC JC 8C 7C"
)
SEED = bytes(32)
SEAL = commitment("m-0001", 1, SEED).hex()
HIDDEN = (None,) * 8

TRICK = Trick(Seat.SOUTH, cards("AH 9H 7H KS"), Seat.WEST, 29)
SHOWN = DeclarationsShown(
    Team.EW,
    (
        (Seat.WEST, Declaration(DeclarationKind.CINQUANTE, cards("JH TH 9H 8H"))),
        (Seat.EAST, Declaration(DeclarationKind.CENT, cards("AD KD QD JD TD"))),
    ),
    150,
)
ANNOUNCED = (
    (DeclarationKind.TIERCE, DeclarationKind.TIERCE),
    (DeclarationKind.CINQUANTE,),
    (DeclarationKind.TIERCE,),
    (DeclarationKind.CENT,),
)


def coinche(calls: str = "", played: str = "") -> Table:
    """Return a Coinche match in its first deal, which East dealt; one deal decides it."""
    table = start(derive("coinche-house", {"match.target": 1}), Seat.EAST)
    table.do(DealCards(stacked(hands(HANDS), Seat.EAST, table.match.rules, Seat.SOUTH)))
    speak(table, calls)
    play(table, played)
    return table


def classic(calls: str = "") -> Table:
    """Return a match of classic Belote in its first deal, which East dealt; it was committed to."""
    table = start(CLASSIC_HOUSE, Seat.EAST)
    table.do(CommitDeal(SEED.hex(), SEAL))
    table.do(DealCards(fair_deck("m-0001", 1, Seat.EAST, SEED)))
    speak(table, calls)
    return table


MATCHES: dict[str, Match] = {
    "unstarted": UNSTARTED,
    "begun": start(CLASSIC_HOUSE, Seat.EAST).match,
    "turned": classic().match,
    "taken": classic("pass NT").match,
    "passed out": classic("pass " * 8).match,
    "bidding": coinche("80H").match,
    "playing": coinche("80H pass pass pass", " ".join(TRICKS.split()[:7])).match,
    "won": coinche("80H pass pass pass", TRICKS).match,
}


def shown(name: str, viewer: Viewer, field: str) -> object:
    """Return a field of a view, or one of its deal's: ``deal.hands``."""
    value: object = view(MATCHES[name], viewer)
    for part in field.split("."):
        value = getattr(value, part)
    return value


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("unstarted", "phase", Phase.UNSTARTED),
        ("unstarted", "deal", None),
        ("begun", "match_id", "m-0001"),
        ("begun", "rules", CLASSIC_HOUSE),
        ("begun", "phase", Phase.DEALING),
        ("begun", "dealer", Seat.EAST),
        ("begun", "scores", NO_POINTS),
        ("begun", "held", 0),
        ("begun", "settled", ()),
        ("begun", "turn", None),
        ("begun", "deal", None),
        ("begun", "commitment", None),
        ("begun", "revealed", None),
        ("begun", "ended", None),
        ("turned", "commitment", SEAL),
        ("turned", "turn", Seat.SOUTH),
        ("turned", "deal.turned", fair_deck("m-0001", 1, Seat.EAST, SEED)[20]),
        ("turned", "deal.contract", None),
        ("taken", "deal.leader", Seat.SOUTH),
        ("passed out", "phase", Phase.DEALING),
        ("passed out", "dealer", Seat.SOUTH),
        ("passed out", "commitment", None),
        (
            "passed out",
            "revealed",
            DealRevealed(1, fair_deck("m-0001", 1, Seat.EAST, SEED), SEED.hex()),
        ),
        ("bidding", "phase", Phase.AUCTION),
        ("bidding", "turn", Seat.WEST),
        ("bidding", "deal.number", 1),
        ("bidding", "deal.dealer", Seat.EAST),
        ("bidding", "deal.turned", None),
        ("bidding", "deal.calls", ((Seat.SOUTH, bid("80H")),)),
        ("bidding", "deal.contract", contract("S:80H")),
        ("bidding", "deal.trick", ()),
        ("bidding", "deal.tricks", ()),
        ("bidding", "deal.announced", ((), (), (), ())),
        ("bidding", "deal.shown", None),
        ("bidding", "deal.belotes", ()),
        ("bidding", "commitment", None),
        ("playing", "phase", Phase.PLAY),
        ("playing", "turn", Seat.SOUTH),
        ("playing", "deal.leader", Seat.WEST),
        ("playing", "deal.trick", cards("TH 7D TD")),
        ("playing", "deal.tricks", (TRICK,)),
        ("playing", "deal.announced", ANNOUNCED),
        ("playing", "deal.shown", SHOWN),
        ("playing", "deal.belotes", ()),
        ("won", "phase", Phase.ENDED),
        ("won", "turn", None),
        ("won", "scores", Points(20, 390)),
        ("won", "deal.hands", ((), (), (), ())),
        (
            "won",
            "deal.belotes",
            (
                BeloteSaid(Seat.SOUTH, Suit.HEARTS, BeloteWord.BELOTE),
                BeloteSaid(Seat.SOUTH, Suit.HEARTS, BeloteWord.REBELOTE),
            ),
        ),
        ("won", "ended", MatchEnded(Team.EW, EndReason.TARGET, Points(20, 390))),
    ],
)
@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_what_everybody_knows(name: str, field: str, value: object, viewer: Viewer) -> None:
    """Each field that is not about hidden cards is the same for the four seats and the public."""
    assert shown(name, viewer, field) == value


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_what_is_over_is_known(viewer: Viewer) -> None:
    """A deal that is over is shown with its account and its whole deck."""
    match = MATCHES["won"]
    seen = view(match, viewer)

    assert seen.settled == match.settled
    assert [each.scores for each in seen.settled] == [Points(20, 390)]
    assert seen.revealed == DealRevealed(1, match.running.deck, None)


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_a_view_says_whose_it_is(viewer: Viewer) -> None:
    """A view names its viewer."""
    assert view(UNSTARTED, viewer).viewer is viewer


@pytest.mark.parametrize(
    ("name", "viewer", "held"),
    [
        ("bidding", Seat.SOUTH, [cards("AH KH QH 7S 8S 9S TC 7C"), HIDDEN, HIDDEN, HIDDEN]),
        ("bidding", Seat.EAST, [HIDDEN, HIDDEN, HIDDEN, cards("KS TD JD QD KD AD 9C 8C")]),
        ("bidding", PUBLIC, [HIDDEN, HIDDEN, HIDDEN, HIDDEN]),
        (
            "playing",
            Seat.NORTH,
            [HIDDEN[:7], HIDDEN[:6], cards("8D TS 9D AS QC JC"), HIDDEN[:6]],
        ),
        ("playing", PUBLIC, [HIDDEN[:7], HIDDEN[:6], HIDDEN[:6], HIDDEN[:6]]),
        ("turned", PUBLIC, [HIDDEN[:5]] * 4),
        ("taken", PUBLIC, [HIDDEN] * 4),
    ],
)
def test_hands(name: str, viewer: Viewer, held: list[object]) -> None:
    """A viewer sees its own hand, and of the others how many cards they hold."""
    assert shown(name, viewer, "deal.hands") == tuple(held)


@pytest.mark.parametrize("name", MATCHES)
@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_only_who_is_on_turn_has_a_choice(name: str, viewer: Viewer) -> None:
    """The calls and cards to choose from are shown to the seat on turn alone."""
    match = MATCHES[name]
    seen = view(match, viewer)
    on_turn = match.turn is viewer

    assert (seen.calls != NO_CALLS) == (on_turn and match.phase is Phase.AUCTION)
    assert (seen.cards != {}) == (on_turn and match.phase is Phase.PLAY)
    assert seen.calls == views.open_calls(match, viewer)
    assert seen.cards == views.judged_cards(match, viewer)


def test_the_calls_of_who_speaks() -> None:
    """Whoever is to speak sees the words and bids that are open to it."""
    calls = view(MATCHES["bidding"], Seat.WEST).calls

    assert calls.words == (Word.PASS, Word.COINCHE)
    assert calls.points[0] == 90


def test_the_cards_of_who_plays() -> None:
    """Whoever is to play sees each of its cards, with the duty it would break."""
    judged = view(MATCHES["playing"], Seat.SOUTH).cards

    assert judged == {
        **dict.fromkeys(cards("KH QH")),
        **dict.fromkeys(cards("7S 8S 9S TC 7C"), RefusalCode.MUST_FOLLOW),
    }


@pytest.mark.parametrize("name", ["view", "redact", "open_calls", "judged_cards"])
def test_there_is_no_default_viewer(name: str) -> None:
    """Nothing is shown without saying to whom."""
    show: Any = getattr(views, name)

    with pytest.raises(TypeError, match="viewer"):
        show(UNSTARTED)


FIVE = (cards("7S 8S 9S TS JS"), cards("7H 8H 9H TH JH"), cards("7D 8D 9D TD JD"), cards("7C"))
DEALT = HandsDealt(1, Seat.EAST, Seat.SOUTH, FIVE, Card.SPADE_A, cards("7S 8S"))
TAKEN = HandsCompleted(contract("S:S"), FIVE, Seat.SOUTH)


@pytest.mark.parametrize(
    ("event", "viewer", "field", "value"),
    [
        (DealCommitted(1, SEAL, SEED.hex()), Seat.SOUTH, "seed", None),
        (DealCommitted(1, SEAL, SEED.hex()), PUBLIC, "seed", None),
        (DealCommitted(1, SEAL, SEED.hex()), PUBLIC, "commitment", SEAL),
        (DEALT, Seat.SOUTH, "deck", None),
        (DEALT, PUBLIC, "deck", None),
        (DEALT, PUBLIC, "turned", Card.SPADE_A),
        (DEALT, Seat.SOUTH, "hands", (FIVE[0], HIDDEN[:5], HIDDEN[:5], (None,))),
        (DEALT, Seat.EAST, "hands", (HIDDEN[:5], HIDDEN[:5], HIDDEN[:5], FIVE[3])),
        (DEALT, PUBLIC, "hands", (HIDDEN[:5], HIDDEN[:5], HIDDEN[:5], (None,))),
        (TAKEN, Seat.WEST, "added", (HIDDEN[:5], FIVE[1], HIDDEN[:5], (None,))),
        (TAKEN, PUBLIC, "added", (HIDDEN[:5], HIDDEN[:5], HIDDEN[:5], (None,))),
        (TAKEN, PUBLIC, "contract", contract("S:S")),
    ],
)
def test_redact(event: Event, viewer: Viewer, field: str, value: object) -> None:
    """A seed and a deck are nobody's, and a hand is its own seat's."""
    assert getattr(redact(event, viewer), field) == value


EVENTS = [
    *coinche("80H pass pass pass", TRICKS).log,
    *classic("pass NT").log,
    *classic("pass " * 8).log,
]


def test_every_kind_of_event_is_tried() -> None:
    """The events below are of every kind there is."""
    assert {type(event) for event in EVENTS} == set(get_args(Event))


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: str(kind.__name__))
def test_events_without_secrets_pass_unchanged(kind: type[Event]) -> None:
    """An event that hides nothing is itself for everybody, and redacting twice is redacting."""
    secret = kind in (DealCommitted, HandsDealt, HandsCompleted)
    for event in EVENTS:
        if isinstance(event, kind):
            for viewer in VIEWERS:
                assert (redact(event, viewer) is event) == (not secret)
                assert redact(redact(event, viewer), viewer) == redact(event, viewer)


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: str(kind.__name__))
def test_tells_apart(kind: type[Event]) -> None:
    """An event that does not tell viewers apart needs redacting only once."""
    for event in EVENTS:
        if isinstance(event, kind) and not tells_apart(event):
            assert all(redact(event, viewer) == redact(event, PUBLIC) for viewer in VIEWERS)


def test_a_hand_tells_seats_apart() -> None:
    """The two events that deal cards look different to each seat."""
    assert tells_apart(DEALT)
    assert tells_apart(TAKEN)
    assert not tells_apart(DealCommitted(1, SEAL, SEED.hex()))


def test_a_view_after_giving_up() -> None:
    """When a side gives up, the deck of its deal is shown to all and nobody has a choice left."""
    table = coinche("80H")
    table.do(EndMatch(Team.NS, EndReason.SURRENDER))
    seen = view(table.match, PUBLIC)

    assert seen.revealed == DealRevealed(1, table.match.running.deck, None)
    assert seen.calls == NO_CALLS


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (
            View,
            "viewer match_id rules phase dealer scores held settled turn calls cards deal"
            " commitment revealed ended",
        ),
        (
            DealView,
            "number dealer hands turned calls contract leader trick tricks announced shown belotes",
        ),
    ],
)
def test_a_view_has_no_other_field(kind: type[View] | type[DealView], names: str) -> None:
    """A field that is added to a view has to be thought of here: who may know it?"""
    assert " ".join(field.name for field in fields(kind)) == names
