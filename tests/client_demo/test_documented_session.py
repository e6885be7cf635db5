"""The session that the protocol's description tells is one, from its first frame to its last."""

from typing import Any

from client_demo.fairness import Verdict, Witness
from client_demo.model import Table, fold
from client_demo.session import Session
from tests.helpers.documents import examples, section

TOLD = examples(section("A whole session"))


def test_folding_gives_each_later_snapshot() -> None:
    """A table that was followed is what the next snapshot says, but for who is where."""
    table: Table | None = None
    compared = 0
    for kind, frame in TOLD:
        if kind == "client":
            continue
        update = frame.get("snapshot", frame)
        if update["t"] == "snapshot" and table is not None and update["v"] == table.v:
            assert update["room"] == table.room
            compared += 1
        table = fold(table, update)

    assert compared == 1
    assert table is not None
    assert table.room["match"]["ended"] == {"winner": "EW", "reason": "surrender"}


def test_the_deal_of_the_session_is_fair() -> None:
    """The commitment, the seed and every card that is seen fit together."""
    witness, table = Witness(), None
    verdicts: list[Verdict] = []
    for kind, frame in TOLD:
        if kind == "server":
            update = frame.get("snapshot", frame)
            verdicts += witness.see(table, update)
            table = fold(table, update)

    assert verdicts == [Verdict("m-0001", 1, (), is_proven=True)]


def test_our_client_says_the_same() -> None:
    """The demo client, told the same and wanting the same, sends the same commands."""
    session = Session("Anna")
    answers: list[dict[str, Any]] = []
    for kind, frame in TOLD:
        if kind == "server":
            session.receive(frame, now=0.0)
        elif frame["t"] == "hello":
            session.closed(1012, "", 0.0)
            assert session.hello(0.0) == {"lang": "en", **frame}
        else:
            wanted = {name: value for name, value in frame.items() if name != "cmd"}
            session.ask(wanted, answers.append)
            assert session.due() == frame

    assert [answer["t"] for answer in answers] == ["ok"] * 6 + ["refused", "ok"]
