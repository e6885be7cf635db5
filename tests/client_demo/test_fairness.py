"""A deal that was changed on the way is noticed, whatever was changed."""

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from belote_protocol.vocab import Seat
from client_demo.fair_deal import commitment, hands, shuffled
from client_demo.fairness import Verdict, Witness
from client_demo.model import Table, fold
from tests.helpers import views

SEED = bytes(range(32))
TOLD = commitment("m-1", 1, SEED)
ORDER = [*shuffled("m-1", 1, Seat.EAST, SEED)]
FIVE: Any = views.deal(dealer="E")
SOUTHS = sorted(hands(ORDER, FIVE, [3, 2, 3])[Seat.SOUTH])
WESTS = sorted(hands(ORDER, FIVE, [3, 2, 3])[Seat.WEST])
NORTHS = sorted(hands(ORDER, FIVE, [3, 2, 3])[Seat.NORTH])

HIDDEN = [[*views.HIDDEN] for _ in range(3)]
COMMITTED = {"e": "committed", "deal": 1, "commitment": TOLD}
DEALT = {"e": "dealt", "deal": 1, "dealer": "E", "speaker": "S", "hands": [SOUTHS, *HIDDEN]}
REVEALED = {"e": "revealed", "deal": 1, "deck": ORDER, "seed": SEED.hex()}
CALLED = {"e": "called", "seat": "S", "call": "80H", "contract": "S:80H"}
COMPLETED = {"e": "completed", "contract": "S:80H", "leader": "S", "added": [[], [], [], []]}
ENDED = {"e": "ended", "winner": "EW", "reason": "surrender", "scores": {"ns": 0, "ew": 0}}

Updates = list[dict[str, Any]]


def a_deal() -> Updates:
    """Return what South is told of a deal that is given up after a few cards."""
    return [
        views.snapshot(1, seat="S"),
        views.happened(2, {"e": "started", "match": "m-1", "dealer": "E"}, COMMITTED, DEALT),
        views.happened(3, CALLED),
        views.happened(4, COMPLETED),
        views.happened(5, {"e": "played", "seat": "S", "card": SOUTHS[0]}),
        views.happened(6, {"e": "played", "seat": "W", "card": WESTS[0]}),
        views.happened(7, {"e": "played", "seat": "N", "card": NORTHS[0]}),
        views.happened(8, REVEALED, ENDED),
    ]


def verdicts(updates: Updates, witness: Witness | None = None) -> list[Verdict]:
    """Return what a witness of *updates* finds."""
    return [*_watch(copy.deepcopy(updates), witness or Witness())]


def _watch(updates: Updates, witness: Witness) -> Iterator[Verdict]:
    table: Table | None = None
    for update in updates:
        yield from witness.see(table, update)
        table = fold(table, update)


def test_a_fair_deal() -> None:
    """A deal that was dealt as it was committed to is fair, and proven to be."""
    assert verdicts(a_deal()) == [Verdict("m-1", 1, (), is_proven=True)]


def _other_seed(updates: Updates) -> None:
    updates[7]["events"][0]["seed"] = bytes(32).hex()


def _no_seed(updates: Updates) -> None:
    del updates[7]["events"][0]["seed"]


def _broken_seed(updates: Updates) -> None:
    updates[7]["events"][0]["seed"] = "not hexadecimal"


def _other_order(updates: Updates) -> None:
    deck = updates[7]["events"][0]["deck"]
    deck[0], deck[1] = deck[1], deck[0]


def _other_hand(updates: Updates) -> None:
    updates[1]["events"][2]["hands"][0][7] = WESTS[7]


def _other_card(updates: Updates) -> None:
    updates[5]["events"][0]["card"] = NORTHS[1]


def _other_deal(updates: Updates) -> None:
    updates[7]["events"][0]["deal"] = 2


def _exchanged(updates: Updates) -> None:
    updates.insert(7, views.snapshot(7, seat="S"))
    table: Table | None = None
    for update in updates[:7]:
        table = fold(table, update)
    assert table is not None
    updates[7]["room"] = copy.deepcopy(table.room)
    updates[7]["room"]["match"]["commitment"] = "0" * 64


def _late(updates: Updates) -> None:
    del updates[1]["events"][1]
    updates[2]["events"].append(COMMITTED)


def _never_shown(updates: Updates) -> None:
    del updates[7]["events"][0]


def _dealt_over(updates: Updates) -> None:
    updates[7]["events"] = [{**COMMITTED, "deal": 2}, {**DEALT, "deal": 2}]


@pytest.mark.parametrize(
    ("cheat", "problem"),
    [
        (_other_seed, "the seed is not the one that was committed to"),
        (_other_seed, "the seed gives another order than the one revealed"),
        (_no_seed, "no seed is shown"),
        (_broken_seed, "no seed is shown"),
        (_other_order, "the seed gives another order than the one revealed"),
        (_other_hand, f"South had {WESTS[7]}, dealt elsewhere"),
        (_other_card, f"West had {NORTHS[1]}, dealt elsewhere"),
        (_other_deal, "another deal was played"),
        (_exchanged, "its commitment was exchanged for another"),
        (_late, "it was committed to after it was dealt"),
        (_never_shown, "it was never revealed"),
        (_dealt_over, "it was never revealed"),
    ],
)
def test_a_cheat(cheat: Callable[[Updates], None], problem: str) -> None:
    """Whatever the server changes, the witness says what does not fit."""
    updates = copy.deepcopy(a_deal())
    cheat(updates)

    assert problem in [found for verdict in verdicts(updates) for found in verdict.problems]


@pytest.mark.parametrize(("turned", "problems"), [(ORDER[20], ()), (ORDER[21], (ORDER[21],))])
def test_the_turned_card(turned: str, problems: tuple[str, ...]) -> None:
    """In classic Belote the card turned up must lie where it did."""
    five: Any = views.deal(dealer="E")
    first = sorted(hands(ORDER, five, [3, 2])[Seat.SOUTH])
    dealt = {**DEALT, "turned": turned, "hands": [first, *([[None] * 5] * 3)]}
    rules = {"dealing.packets": [3, 2]}
    [verdict] = verdicts(
        [
            views.snapshot(1, seat="S", rules=rules),
            views.happened(2, {"e": "started", "match": "m-1", "dealer": "E"}, COMMITTED, dealt),
            views.happened(3, {"e": "passedout", "deal": 1}, REVEALED),
        ]
    )

    assert verdict.problems == tuple(f"{card} was turned up and lay elsewhere" for card in problems)


def test_a_deal_that_was_never_dealt() -> None:
    """Of a deal that was fixed and never dealt, the seed alone can be checked."""
    void = views.happened(3, {**REVEALED, "deck": []}, ENDED)
    started = {"e": "started", "match": "m-1", "dealer": "E"}
    updates = [views.snapshot(1), views.happened(2, started, COMMITTED), void]

    assert verdicts(updates) == [Verdict("m-1", 1, (), is_proven=True)]


def test_a_deal_given_up_before_any() -> None:
    """A match that ends before its first deal leaves nothing to judge."""
    started = {"e": "started", "match": "m-1", "dealer": "E"}

    assert verdicts([views.snapshot(1), views.happened(2, started), views.happened(3, ENDED)]) == []


def test_whoever_comes_late_can_prove_nothing() -> None:
    """A deal that was over when its commitment was first heard of may have been chosen."""
    table: Table | None = None
    for update in a_deal():
        table = fold(table, update)
    assert table is not None
    late = {"t": "snapshot", "v": 8, "term": "a", "room": table.room}

    assert verdicts([late]) == [Verdict("m-1", 1, (), is_proven=False)]


@pytest.mark.parametrize("stop", range(2, 8))
def test_after_a_break(stop: int) -> None:
    """A snapshot in the middle of a deal holds all that is needed, and each deal is judged once."""
    table: Table | None = None
    for update in a_deal()[:stop]:
        table = fold(table, update)
    assert table is not None
    again = {"t": "snapshot", "v": table.v, "term": "b", "room": table.room}
    updates = [again, *a_deal()[stop:]]
    end = {**again, "v": 8, "room": _last(updates)}

    assert verdicts([*updates, end]) == [Verdict("m-1", 1, (), is_proven=True)]


def _last(updates: Updates) -> Any:
    table: Table | None = None
    for update in updates:
        table = fold(table, update)
    assert table is not None
    return table.room


def test_before_a_deal_is_dealt() -> None:
    """A commitment heard of in the pause is that of the next deal."""
    match = views.match(phase="dealing", commitment=TOLD)
    updates = [
        views.snapshot(2, seat="S", match=match),
        views.happened(3, DEALT),
        views.happened(4, {"e": "passedout", "deal": 1}, {**REVEALED, "seed": bytes(32).hex()}),
    ]

    [verdict] = verdicts(updates)
    assert verdict.is_proven
    assert "the seed is not the one that was committed to" in verdict.problems


@pytest.mark.parametrize("v", [1, 7, 9])
def test_only_the_next_version_counts(v: int) -> None:
    """What the table does not take in, the witness does not either."""
    updates = a_deal()
    table: Table | None = None
    for update in updates[:7]:
        table = fold(table, update)

    assert Witness().see(table, {**updates[7], "v": v}) == []
    assert Witness().see(None, updates[7]) == []
    assert Witness().see(table, {"t": "ok", "cmd": 1}) == []
