"""Following a table: what each event changes, and nothing else."""

import copy
from typing import Any

import pytest

from belote_protocol.happenings import Happening
from client_demo.model import Gap, Table, after, fold
from tests.helpers import views
from tests.helpers.frames import struct_types, tag

HANDS = [["JS", "7H"], [None, None], [None, None], [None, None]]
POINTS = {"ns": 42, "ew": 120}
SETTLED = {"e": "settled", "deal": 1, "scores": POINTS, "result": "made"}
REVEALED = {"e": "revealed", "deal": 1, "deck": [], "seed": "00"}
DECLARED = {"e": "declarations", "points": 20, "shown": [], "team": "NS"}
PEOPLE = [
    views.seat("Anna", ready=True, swap="N"),
    views.seat("Bob", gives_up=True),
    views.seat("Chen"),
    {},
]


def a_room(**deal: Any) -> Any:
    """Return a table with three people and a deal."""
    running = views.deal(**{"hands": HANDS, **deal})
    match = views.match(deal=running, commitment="c0", revealed=REVEALED)
    return views.room(seats=PEOPLE, seat="S", match=match)


def seats(**changed: Any) -> dict[str, Any]:
    """Return the seats of ``a_room`` with some changed."""
    return {"seats": [changed.get(name, old) for name, old in zip("SWNE", PEOPLE, strict=True)]}


EVENTS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (
        {"e": "seated", "seat": "E", "id": "p-Dora", "name": "Dora"},
        seats(E=views.seat("Dora")),
    ),
    (
        {"e": "seated", "seat": "E", "id": "p-Chen", "name": "Chen", "left": "N"},
        seats(S=views.seat("Anna", ready=True), N={}, E=views.seat("Chen")),
    ),
    ({"e": "stood", "seat": "N"}, seats(S=views.seat("Anna", ready=True), N={})),
    ({"e": "stood", "seat": "W", "removed": True}, seats(W={})),
    (
        {"e": "swapoffered", "seat": "W", "other": "S"},
        seats(W=views.seat("Bob", gives_up=True, swap="S")),
    ),
    ({"e": "swapoffered", "seat": "S"}, seats(S=views.seat("Anna", ready=True))),
    (
        {"e": "swapped", "seat": "S", "other": "N"},
        seats(S=views.seat("Chen"), N=views.seat("Anna")),
    ),
    ({"e": "readyset", "seat": "N", "ready": True}, seats(N=views.seat("Chen", ready=True))),
    ({"e": "readyset", "seat": "S", "ready": False}, seats(S=views.seat("Anna", swap="N"))),
    ({"e": "surrenderoffered", "seat": "W", "gives_up": False}, seats(W=views.seat("Bob"))),
    ({"e": "botsat", "seat": "E", "policy": "novice"}, seats(E={"bot": "novice"})),
    ({"e": "botsat", "seat": "W", "policy": "club"}, seats(W=views.seat("Bob", bot="club"))),
    ({"e": "botleft", "seat": "E"}, seats()),
    ({"e": "away", "seat": "N", "until": 9.5}, seats(N=views.seat("Chen", grace=9.5))),
    ({"e": "returned", "seat": "N"}, seats()),
    ({"e": "bankspent", "seat": "N", "left": 4.5}, seats(N=views.seat("Chen", bank=4.5))),
    (
        {"e": "watchersallowed", "allowed": False},
        {"settings": {**views.room()["settings"], "spectators": False}},
    ),
    ({"e": "clockcredited"}, {}),
    ({"e": "timedout", "seat": "W"}, {}),
    ({"e": "of a newer server", "seat": "W"}, {}),
]


@pytest.mark.parametrize(("event", "changes"), EVENTS)
def test_what_happens_to_people(event: dict[str, Any], changes: dict[str, Any]) -> None:
    """An event changes the seats it names, and the offers made to them."""
    assert after(a_room(), event) == {**a_room(), **changes}


MATCH_EVENTS: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    # what happens, what it changes in the match, and in the deal
    ({"e": "committed", "deal": 2, "commitment": "c1"}, {"commitment": "c1"}, {}),
    (
        {"e": "called", "seat": "S", "call": "80H", "contract": "S:80H"},
        {},
        {"calls": [["S", "80H"]], "contract": "S:80H"},
    ),
    ({"e": "called", "seat": "S", "call": "pass"}, {}, {"calls": [["S", "pass"]]}),
    ({"e": "passedout", "deal": 1}, {"phase": "dealing", "dealer": "S"}, {"passed_out": True}),
    (
        {"e": "completed", "contract": "W:H", "leader": "W", "added": [["AS"], [None], [], []]},
        {"phase": "play"},
        {
            "contract": "W:H",
            "leader": "W",
            "hands": [["JS", "7H", "AS"], [None] * 3, [None] * 2, [None] * 2],
        },
    ),
    (
        {"e": "played", "seat": "S", "card": "JS"},
        {},
        {"hands": [["7H"], *HANDS[1:]], "trick": ["JS"]},
    ),
    (
        {"e": "played", "seat": "W", "card": "8H"},
        {},
        {"hands": [HANDS[0], [None], *HANDS[2:]], "trick": ["8H"]},
    ),
    (
        {"e": "announced", "seat": "N", "kinds": ["tierce", "cent"]},
        {},
        {"announced": [[], [], ["tierce", "cent"], []]},
    ),
    (
        {"e": "belote", "seat": "N", "suit": "H", "word": "belote"},
        {},
        {"belotes": [{"seat": "N", "suit": "H", "word": "belote"}]},
    ),
    (DECLARED, {}, {"declarations": DECLARED}),
    (
        SETTLED,
        {"phase": "dealing", "dealer": "S", "settled": [SETTLED], "scores": POINTS},
        {},
    ),
    (
        {**SETTLED, "held": 81},
        {
            "phase": "dealing",
            "dealer": "S",
            "settled": [{**SETTLED, "held": 81}],
            "scores": POINTS,
            "held": 81,
        },
        {},
    ),
]


@pytest.mark.parametrize(("event", "match", "deal"), MATCH_EVENTS)
def test_what_happens_in_a_match(
    event: dict[str, Any], match: dict[str, Any], deal: dict[str, Any]
) -> None:
    """An event changes the fields it speaks of."""
    expected = a_room(**deal)
    expected["match"] |= match

    told = copy.deepcopy(event)
    assert after(a_room(), event) == expected
    assert event == told


def test_a_match_starts() -> None:
    """A new match knows its name and dealer, and nobody has said anything in it."""
    room = after(a_room(), {"e": "started", "match": "m-2", "dealer": "N"})

    assert room["match"] == views.match(id="m-2", phase="dealing", dealer="N")
    assert room["seats"] == [*map(views.seat, ("Anna", "Bob", "Chen")), {}]


def test_a_deal_is_dealt() -> None:
    """A new deal takes the place of the old one, and of what was revealed of that."""
    dealt = {"e": "dealt", "deal": 2, "dealer": "S", "speaker": "W", "hands": HANDS, "turned": "9D"}
    room = after(a_room(calls=[["S", "pass"]]), dealt)

    expected = views.deal(number=2, dealer="S", leader="W", hands=HANDS, turned="9D")
    assert room["match"] == views.match(deal=expected, commitment="c0")
    assert room["seats"][0] == views.seat("Anna", swap="N")
    assert room["seats"][1] == PEOPLE[1]


def test_a_trick_is_taken() -> None:
    """The cards on the table go to the winner, who leads the next trick."""
    cards = ["JS", "7S", "8S", "9S"]
    room = after(
        a_room(trick=cards, leader="W"), {"e": "trick", "number": 1, "winner": "N", "points": 34}
    )

    taken = {"leader": "W", "cards": cards, "winner": "N", "points": 34}
    assert room == a_room(tricks=[taken], leader="N")


def test_a_deal_is_revealed() -> None:
    """The commitment has done its work once the cards are shown."""
    shown = {**REVEALED, "deck": ["7C"]}
    room = after(a_room(), shown)

    assert room["match"]["revealed"] == shown
    assert "commitment" not in room["match"]


def test_a_match_ends() -> None:
    """After the match nobody has asked for another yet."""
    room = after(a_room(), {"e": "ended", "winner": "NS", "reason": "target", "scores": POINTS})

    assert room["match"]["phase"] == "ended"
    assert room["match"]["ended"] == {"winner": "NS", "reason": "target"}
    assert room["seats"] == [*map(views.seat, ("Anna", "Bob", "Chen")), {}]


def test_every_event_was_tried() -> None:
    """No event of the protocol is missing above."""
    tried = {event["e"] for event, _ in EVENTS} | {event["e"] for event, _, _ in MATCH_EVENTS}
    tried |= {"started", "dealt", "trick", "revealed", "ended"}

    assert {tag(kind) for kind in struct_types(Happening)} == tried - {"of a newer server"}


# --- updates -------------------------------------------------------------------------------------


def test_a_snapshot_is_the_table() -> None:
    """Whatever was known before, a snapshot takes its place."""
    assert fold(None, views.snapshot(7, "b")) == views.table(7, "b")
    assert fold(views.table(9, "a", seat="S"), views.snapshot(7, "b")) == views.table(7, "b")


def test_the_next_version() -> None:
    """A version brings its events and a new turn, which replaces the old one."""
    before = views.table(4, turn={"seat": "S", "deadline": 5.0})
    seated = {"e": "seated", "seat": "S", "id": "p-Anna", "name": "Anna"}

    table = fold(before, views.happened(5, seated, seat="W"))

    assert table == views.table(5, seats=[views.seat("Anna"), {}, {}, {}], turn={"seat": "W"})
    assert before == views.table(4, turn={"seat": "S", "deadline": 5.0})


def test_a_version_without_events() -> None:
    """A version with nothing in it counts all the same."""
    assert fold(views.table(4), views.happened(5)) == views.table(5)


@pytest.mark.parametrize("v", [1, 3, 4])
def test_t28_what_was_told_before(v: int) -> None:
    """A frame that comes twice changes nothing."""
    assert fold(views.table(4), views.happened(v, seat="W")) == views.table(4)


@pytest.mark.parametrize("v", [6, 7, 100])
def test_a_missing_version(v: int) -> None:
    """A version that is not the next one can't be used."""
    with pytest.raises(Gap, match=f"version {v} came after 4"):
        fold(views.table(4), views.happened(v))


def test_another_owner() -> None:
    """A table goes on under another term at the version it had."""
    assert fold(views.table(4, "a"), {"t": "term", "v": 4, "term": "b"}) == views.table(4, "b")
    with pytest.raises(Gap, match="stands at 3"):
        fold(views.table(4, "a"), {"t": "term", "v": 3, "term": "b"})


@pytest.mark.parametrize(
    ("update", "changes"),
    [
        ({"t": "presence", "seat": "N", "online": False}, {"online": False}),
        ({"t": "presence", "seat": "N", "online": True}, {"online": True}),
    ],
)
def test_presence(update: dict[str, Any], changes: dict[str, Any]) -> None:
    """Who is connected is shown at the seat; what is false is left out."""
    seat = {**views.seat("Chen"), **changes}
    expected = {name: value for name, value in seat.items() if value is not False}
    table = fold(views.table(4, seats=PEOPLE), update)

    assert table is not None
    assert table.room["seats"] == [*PEOPLE[:2], expected, {}]


def test_watching() -> None:
    """The number of watchers is shown, and left out when there are none."""
    watched = fold(views.table(4), {"t": "watching", "count": 2})

    assert watched == views.table(4, watchers=2)
    assert fold(watched, {"t": "watching", "count": 0}) == views.table(4)


@pytest.mark.parametrize("kind", ["ok", "refused", "pong", "said", "paused", "of a newer server"])
def test_what_is_no_truth(kind: str) -> None:
    """Answers, words and unknown updates leave the table as it is."""
    assert fold(views.table(4), {"t": kind}) == views.table(4)


def test_without_a_table() -> None:
    """Before a snapshot, and after leaving, there is nothing to change."""
    gone: Table | None = fold(views.table(4), {"t": "left", "reason": "left"})

    assert gone is None
    assert fold(gone, views.happened(5)) is None
    assert fold(gone, {"t": "presence", "seat": "N", "online": True}) is None
