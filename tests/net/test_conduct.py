"""Who guesses codes, chats or makes tables without end."""

from belote_protocol.commands import Chat, Create, Join, Leave, Say, Settings
from belote_protocol.updates import Refused
from belote_protocol.vocab import Phrase, RefusalCode
from belote_server import config
from belote_server.net.conduct import LIMITED, Conduct
from belote_server.net.crowd import Crowd

SETTINGS = config.Settings(code_tries=3, chat_rate=1, chat_burst=2, max_own_rooms=1)
TRIES = RefusalCode.TOO_MANY_TRIES


class Party:
    """People of one address, and the code of the only table."""

    def __init__(self, address: str = "203.0.113.7") -> None:
        self.crowd = Crowd(SETTINGS)
        self.address = self.crowd.at(address, 0.0)

    def person(self, key: str) -> Conduct:
        """Return a new connection of a person."""
        conduct = Conduct("RIGHT".__eq__, self.address)
        conduct.begin(self.crowd, key, 0.0)
        return conduct


def join(conduct: Conduct, code: str, now: float = 0.0) -> RefusalCode | None:
    """Try *code*; return the refusal that is answered without a look at it."""
    refused = conduct.refusal(Join(1, code), now)
    return None if refused is None else refused.code


def test_wrong_codes_are_few() -> None:
    """After so many wrong codes none is looked at for a while, be it right or wrong."""
    guesser = Party().person("guesser")

    assert [join(guesser, "WRONG") for _ in range(5)] == [None] * 3 + [TRIES] * 2
    assert join(guesser, "RIGHT") is TRIES
    assert join(guesser, "RIGHT", now=20.0) is None
    assert [join(guesser, "WRONG", now=20.0) for _ in range(2)] == [None, TRIES]


def test_right_codes_are_not_counted() -> None:
    """Whoever comes and goes with right codes is never slowed down."""
    regular = Party().person("regular")

    assert [join(regular, "RIGHT") for _ in range(100)] == [None] * 100


def test_wrong_codes_are_a_persons() -> None:
    """A person who connects anew has no more tries, and another one has its own."""
    party = Party()
    first = party.person("guesser")
    for _ in range(3):
        join(first, "WRONG")
    first.end()

    assert join(party.person("guesser"), "RIGHT") is TRIES
    assert join(party.person("other"), "WRONG") is None


def test_an_address_is_not_locked_out() -> None:
    """Where many of one address guess, they are slowed down, and who never did may still come."""
    party = Party()
    for nth in range(20):
        guesser = party.person(f"guesser {nth}")
        assert [join(guesser, "WRONG") for _ in range(3)] == [None] * 3
    late = party.person("one more")

    assert join(late, "WRONG") is None
    assert join(late, "WRONG") is TRIES  # it has tries of its own left, and its address has none
    assert join(party.person("a guest"), "RIGHT") is None
    assert join(late, "RIGHT", now=1.0) is None  # the address has one again


def test_chat_is_limited() -> None:
    """A flood of words and phrases is refused, with how long to wait; the rest is not."""
    talker = Party().person("talker")

    assert talker.refusal(Chat(1, "a"), 0.0) is None
    assert talker.refusal(Say(2, Phrase.HELLO), 0.0) is None
    refused = talker.refusal(Chat(3, "c"), 0.5)
    assert refused == Refused(3, RefusalCode.TOO_MUCH_CHAT, {"seconds": "1"})
    assert talker.refusal(Chat(4, "d"), 1.0) is None


def test_an_address_makes_so_many_tables() -> None:
    """However many people an address invents, the tables they make are counted for it."""
    party = Party()
    create = Create(1, Settings("coinche-house"), "my own table")
    answers = [party.person(f"{nth}").refusal(create, 0.0) for nth in range(22)]

    assert [answer is None for answer in answers] == [True] * 20 + [False] * 2
    assert answers[-1] == Refused(1, RefusalCode.TOO_MANY_OWN_ROOMS)
    assert Party("127.0.0.1").person("here").refusal(create, 0.0) is None


def test_what_needs_not_be_asked() -> None:
    """No other command is ever refused here."""
    assert Party().person("anybody").refusal(Leave(1), 0.0) is None
    assert Leave not in LIMITED
