"""Who is brought together with whom."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from belote_protocol.vocab import Pace
from belote_server.game.rulesets import RULE_SETS
from belote_server.lobby.queue import Queue
from belote_server.lobby.tickets import Kind, Ticket, Widening, Wish, accepted

WIDENING = Widening(pace=8, rules=16)
HOUSE, OFFICIAL = Wish(("coinche-house",), wide=False), Wish(("coinche-official",), wide=False)

wishes = st.builds(
    Wish,
    st.lists(st.sampled_from(sorted(RULE_SETS)), min_size=1, max_size=4).map(tuple),
    st.sampled_from(Pace),
    st.booleans(),
)
arrivals = st.lists(st.tuples(wishes, st.floats(0, 30)), max_size=14)


def filled(arrived: list[tuple[Wish, float]]) -> tuple[Queue, list[Ticket]]:
    """Return a queue where people came with wishes at instants, and their tickets."""
    queue = Queue(WIDENING)
    return queue, [queue.put(f"p{nth}", *each) for nth, each in enumerate(arrived)]


def agree(four: tuple[Ticket, ...], now: float) -> set[Kind]:
    """Return what *four* people could play together."""
    first, *others = (set(accepted(ticket, now, WIDENING)) for ticket in four)
    return first.intersection(*others)


def test_four_who_want_the_same_meet() -> None:
    """Four who want the same play it together, whoever has waited longest first of them."""
    queue, tickets = filled([(HOUSE, 3.0), (OFFICIAL, 0.0), *[(HOUSE, 1.0)] * 3])

    (four,) = queue.match(3.0)

    assert four.kind == ("coinche-house", Pace.NORMAL)
    assert [each.key for each in four.tickets] == ["p2", "p3", "p4", "p0"]
    assert (len(queue), queue.ticket("p1")) == (1, tickets[1])


def test_three_wait() -> None:
    """Three are not enough, whatever they want."""
    queue, _ = filled([(HOUSE, 0.0)] * 3)

    assert queue.match(100.0) == []
    assert queue.waiting(100.0) == {"p0": 3, "p1": 3, "p2": 3}


def test_the_longest_wait_comes_first() -> None:
    """Where five could play, the last to come waits."""
    queue, _ = filled([(HOUSE, float(5 - nth)) for nth in range(5)])

    (four,) = queue.match(5.0)

    assert [each.key for each in four.tickets] == ["p4", "p3", "p2", "p1"]
    assert queue.ticket("p0") is not None


def test_the_longest_wait_chooses() -> None:
    """Who has waited longest gets its favourite among what four accept."""
    both = Wish(("coinche-official", "coinche-house"), wide=False)
    queue, _ = filled([(both, 0.0), *[(HOUSE, 1.0)] * 3, *[(OFFICIAL, 2.0)] * 3])

    (four,) = queue.match(2.0)

    assert four.kind.rules == "coinche-official"
    assert [each.key for each in four.tickets] == ["p0", "p4", "p5", "p6"]


def test_paces_come_together_after_a_while() -> None:
    """Those who want the same at different paces meet once all of them have waited long enough."""
    queue, _ = filled([(Wish(("classic-house",), pace), 0.0) for pace in (*Pace, Pace.CALM)])

    assert queue.match(7.9) == []
    assert [four.kind for four in queue.match(8.0)] == [("classic-house", Pace.CALM)]


def test_whoever_asks_again_keeps_its_place() -> None:
    """A second wish of the same person takes the place of the first, and its waiting time."""
    queue, _ = filled([(HOUSE, 0.0), *[(OFFICIAL, 1.0)] * 4])
    again = queue.put("p0", OFFICIAL, 5.0)

    assert (again.since, len(queue)) == (0.0, 5)
    assert [each.key for each in queue.match(5.0)[0].tickets] == ["p0", "p1", "p2", "p3"]


def test_whoever_is_doubtful_is_passed_over() -> None:
    """People who may be gone are not seated; they keep their places."""
    queue, _ = filled([(HOUSE, float(nth)) for nth in range(5)])

    (four,) = queue.match(5.0, {"p0"})

    assert [each.key for each in four.tickets] == ["p1", "p2", "p3", "p4"]
    assert queue.ticket("p0") is not None


def test_whoever_left_is_gone() -> None:
    """Whoever looks no more is not brought together with anybody."""
    queue, tickets = filled([(HOUSE, 0.0)] * 4)

    assert queue.drop("p2") == tickets[2]
    assert queue.drop("p2") is None
    assert queue.match(1.0) == []


def test_whoever_was_matched_in_vain_keeps_its_place() -> None:
    """Tickets that come back stand where they stood."""
    queue, _ = filled([(HOUSE, 0.0)] * 4)
    (four,) = queue.match(0.0)
    queue.put("later", HOUSE, 1.0)
    for ticket in four.tickets[1:]:
        queue.restore(ticket)

    (again,) = queue.match(1.0)

    assert [each.key for each in again.tickets] == ["p1", "p2", "p3", "later"]


@given(arrivals)
def test_t82_four_who_can_play_together_do(arrived: list[tuple[Wish, float]]) -> None:
    """After a look at the queue no four are left who could play together; nobody plays twice."""
    queue, tickets = filled(arrived)

    fours = queue.match(30.0)

    seated = [ticket for four in fours for ticket in four.tickets]
    left = [ticket for ticket in tickets if ticket not in seated]
    assert len(seated) == len(set(seated)) == len(tickets) - len(queue)
    assert all(four.kind in agree(four.tickets, 30.0) for four in fours)
    assert all(len(four.tickets) == 4 for four in fours)
    assert not any(agree(four, 30.0) for four in combinations(left, 4))


@given(arrivals)
def test_how_many_wait(arrived: list[tuple[Wish, float]]) -> None:
    """Each is told how many people it shares something acceptable with."""
    queue, tickets = filled(arrived)

    def shared(one: Ticket, other: Ticket) -> bool:
        return bool(agree((one, other), 30.0))

    assert queue.waiting(30.0) == {
        one.key: sum(shared(one, other) for other in tickets) for one in tickets
    }
