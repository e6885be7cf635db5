"""What people and addresses have left."""

import pytest
from msgspec.structs import replace

from belote_server.config import Range, Settings
from belote_server.net.crowd import Crowd, block_of
from belote_server.net.doors import Doors, Visit
from belote_server.net.http import client_of
from belote_server.net.reply import Reply, Request
from belote_server.observe import Metrics

SCHOOL = "203.0.113.7"


class Time:
    """A clock in a test's hands."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Hall:
    """Doors, and those who came through them."""

    def __init__(self, **changes: object) -> None:
        self.settings = replace(Settings(), **changes)
        self.metrics = Metrics()
        self.time = Time()
        self.doors = Doors(self.settings, self.metrics, self.time)

    def come(self, peer: str = SCHOOL, **headers: str) -> tuple[Visit | None, Reply | None]:
        """Let somebody come from *peer*, and say hello if it may."""
        visit = self.doors.knock(peer)
        if visit is None:
            return None, None
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        client = client_of(Request("GET", "/ws", named, peer), self.settings.proxies)
        reply = self.doors.ask(visit, client) or self.doors.enter(visit)
        if reply is None:
            visit.speaks()
        else:
            visit.ends()
        return visit, reply

    def turned_away(self, why: str) -> float:
        """Return how many found no room for that reason."""
        name = "belote_turned_away_total"
        return self.metrics.registry.get_sample_value(name, {"why": why}) or 0


def status(reply: Reply | None) -> int:
    """Return the status of a reply; 101 where the socket is opened."""
    return 101 if reply is None else reply.status.value


# --- which addresses are one ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("203.0.113.7", "203.0.113.7", True),
        ("203.0.113.7", "203.0.113.8", False),
        ("203.0.113.7", "::ffff:203.0.113.7", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("unknown", "unknown", True),
        ("unknown", "hidden", False),
        ("127.0.0.1", "::1", True),
        ("127.0.0.1", "127.0.0.9", True),
        ("127.0.0.1", "203.0.113.7", False),
    ],
)
def test_blocks(one: str, other: str, same: bool) -> None:
    """An IPv6 household counts as one, and all of this machine's addresses as none to limit."""
    assert (block_of(one) == block_of(other)) is same


def test_this_machine_is_not_limited() -> None:
    """What comes from this machine may be a proxy that nobody named: everybody comes from it."""
    hall = Hall(connect_burst=1, connect_rate=0.001, max_per_address=1)

    assert all(status(hall.come("127.0.0.1")[1]) == 101 for _ in range(50))


# --- connections ---------------------------------------------------------------------------------


def test_t96_a_school_behind_one_address() -> None:
    """Sixty people behind one address all come back at once after a Wi-Fi drop."""
    hall = Hall()
    for _ in range(3):
        visits = [hall.come() for _ in range(60)]
        assert [status(reply) for _, reply in visits] == [101] * 60
        for visit, _ in visits:
            assert visit is not None
            visit.ends()
        hall.time.now += 1
    assert (hall.doors.silent, hall.doors.speaking) == (0, 0)


def test_connections_of_one_address() -> None:
    """An address has so many connections; others are not asked to wait for it."""
    hall = Hall(max_per_address=3)
    first, *_ = [hall.come()[0] for _ in range(3)]

    assert status(hall.come()[1]) == 429
    assert status(hall.come("203.0.113.8")[1]) == 101
    assert first is not None
    first.ends()
    assert status(hall.come()[1]) == 101
    assert hall.turned_away("address") == 1


def test_connections_that_come_too_fast() -> None:
    """An address opens a burst at once and then as many a second as the rate allows."""
    hall = Hall(connect_rate=2, connect_burst=4)
    answers = [hall.come()[1] for _ in range(6)]

    assert [status(reply) for reply in answers] == [101] * 4 + [429] * 2
    assert answers[-1] is not None
    assert answers[-1].headers["Retry-After"] == "1"
    hall.time.now += 0.5
    assert [status(hall.come()[1]) for _ in range(2)] == [101, 429]
    assert hall.turned_away("rate") == 3


def test_all_connections() -> None:
    """When the server is full, whoever comes is told to come later."""
    hall = Hall(max_connections=2)
    for _ in range(2):
        hall.come()
    _, reply = hall.come("198.51.100.1")

    assert status(reply) == 503
    assert reply is not None
    assert int(reply.headers["Retry-After"]) > 0
    assert hall.turned_away("full") == 1


def test_those_who_say_nothing_are_few() -> None:
    """There is room for few sockets that have not said hello, and only those are cut off."""
    hall = Hall(max_silent=3)
    silent = [hall.doors.knock(f"198.51.100.{nth}") for nth in range(3)]

    assert hall.come() == (None, None)
    assert silent[0] is not None
    silent[0].speaks()
    assert status(hall.come()[1]) == 101
    assert hall.turned_away("silent") == 1


def test_silent_ones_of_one_address() -> None:
    """One address cannot fill the room there is for silent sockets."""
    hall = Hall(max_per_address=3, max_silent=1000)
    let_in = [hall.doors.knock(SCHOOL) for _ in range(20)]

    assert sum(visit is not None for visit in let_in) == 6
    assert status(hall.come("203.0.113.8")[1]) == 101


def test_pages_count_as_well() -> None:
    """Whoever asks for pages too fast is told so."""
    hall = Hall(address_rate=1, address_burst=10)
    visit = hall.doors.knock(SCHOOL)
    assert visit is not None

    assert [status(hall.doors.ask(visit, SCHOOL)) for _ in range(3)] == [101, 101, 429]


# --- proxies -------------------------------------------------------------------------------------


def test_behind_a_named_proxy() -> None:
    """A named proxy is believed; its clients have limits of their own, and it has none."""
    hall = Hall(proxies=(Range("10.0.0.0/8"),), max_per_address=2)
    for nth in range(20):
        assert status(hall.come("10.0.0.1", x_forwarded_for=f"203.0.113.{nth}")[1]) == 101
    assert status(hall.come("10.0.0.1", x_forwarded_for="203.0.113.1")[1]) == 101
    assert status(hall.come("10.0.0.1", x_forwarded_for="203.0.113.1")[1]) == 429


def test_an_address_that_is_made_up() -> None:
    """Whoever names another address is not believed: not without a proxy, nor in front of one."""
    hall = Hall(proxies=(Range("10.0.0.0/8"),), max_per_address=2)
    for nth in range(2):
        assert status(hall.come(SCHOOL, x_forwarded_for=f"198.51.100.{nth}")[1]) == 101
    assert status(hall.come(SCHOOL, x_forwarded_for="198.51.100.9")[1]) == 429
    for nth in range(2):
        told = f"198.51.100.{nth}, 192.0.2.1"
        assert status(hall.come("10.0.0.1", x_forwarded_for=told)[1]) == 101
    told = "198.51.100.9, 192.0.2.1"
    assert status(hall.come("10.0.0.1", x_forwarded_for=told)[1]) == 429


# --- what is remembered --------------------------------------------------------------------------


def test_nobody_is_remembered_for_nothing() -> None:
    """Who is gone and has everything back is forgotten; who has not, is not."""
    crowd = Crowd(Settings())
    sinner = crowd.people.get("sinner", 0.0)
    assert sinner.codes.take(0.0)
    present = crowd.people.get("present", 0.0)
    present.connections = 1
    for nth in range(100_000):
        crowd.people.get(str(nth), 0.0)
        assert len(crowd.people) <= 1024
    assert crowd.people.get("sinner", 1.0) is sinner
    assert crowd.people.get("present", 1e9) is present
    for nth in range(3000):
        crowd.people.get(str(nth), 1e9)
    assert crowd.people.get("sinner", 1e9) is not sinner
