"""What an operator sees of the tables, with and without a server at work."""

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from belote_protocol.calls import Bid, BidKind, Word
from belote_protocol.commands import Settings
from belote_protocol.vocab import SEATS, Mode, Seat
from belote_server.__main__ import main
from belote_server.game.actions import CommitDeal, DealCards, MakeCall, StartMatch
from belote_server.game.deck import commitment, fair_deck
from belote_server.game.rulesets import COINCHE_HOUSE
from belote_server.room.events import Batch, Opened, Person, Seated, TableEvent
from belote_server.storage.embedded import EmbeddedStore
from belote_server.storage.log import Commit, Ownership
from belote_server.storage.redis_log import RedisLog
from belote_server.storage.stream import write_batch
from tests.helpers.matches import Table


@pytest.fixture
async def data_dir(tmp_path: Path) -> Path:
    """A data directory with one table in play and one whose entry is damaged."""
    async with EmbeddedStore(tmp_path / "store") as store:
        log = RedisLog(store.address)
        for name, entries in (("r1", _entries()), ("r2", [b"rubbish"])):
            own = await log.acquire(name, "node", 60_000, 7)
            assert isinstance(own, Ownership)
            await log.mark_open(name)
            for v, entry in enumerate(entries):
                await log.commit(Commit(name, own, v, None, 0, entry))
        await log.claim_code("SEATC0DE", "r1")
        await log.close()
    return tmp_path


def _entries() -> list[bytes]:
    """Return a table with four people, dealt and bid for."""
    people = [Person(f"key{seat}", f"id{seat}", f"Name {seat}") for seat in SEATS]
    settings = Settings("coinche-house")
    table, seed = Table(), Random(1).randbytes(32)
    table.do(StartMatch("m1", COINCHE_HOUSE, Seat.EAST))
    table.do(CommitDeal(seed.hex(), commitment("m1", 1, seed).hex()))
    table.do(DealCards(fair_deck("m1", 1, Seat.EAST, seed)))
    table.do(MakeCall(Seat.SOUTH, Bid(BidKind.POINTS, Mode.HEARTS, 80)))
    table.do(MakeCall(Seat.WEST, Word.PASS))
    batches: list[tuple[TableEvent, ...]] = [
        (Opened("r1", people[0], settings, "SEATC0DE", "WATCHC0D"),),
        tuple(Seated(seat, person, None) for seat, person in zip(SEATS, people, strict=True)),
        tuple(table.log),
    ]
    return [write_batch(Batch(v, 1.0, None, events)) for v, events in enumerate(batches, 1)]


def _run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, arguments)
    return result.exit_code, result.output


def test_rooms_lists_what_is_unfinished(data_dir: Path) -> None:
    """``belote rooms`` has a line for each table, and says which cannot be read and why."""
    status, output = _run("rooms", "--data-dir", str(data_dir))

    assert status == 0
    one, two = output.splitlines()
    assert " ".join(one.split()) == (
        "r1 v3 coinche-house auction deal 1 0 to 0 Name S, Name W, Name N, Name E"
    )
    assert two.startswith("r2  cannot be read: entry 1-0")


def test_rooms_as_json(data_dir: Path) -> None:
    """``belote rooms --json`` prints one object a table."""
    _, output = _run("rooms", "--json", "--data-dir", str(data_dir))

    facts = [json.loads(line) for line in output.splitlines()]
    assert [each["room"] for each in facts] == ["r1", "r2"]
    assert facts[0]["seats"] == ["Name S", "Name W", "Name N", "Name E"]


@pytest.mark.parametrize("viewer", ["S", "W", "N", "E", "public"])
def test_show_has_one_hand_at_most(data_dir: Path, viewer: str) -> None:
    """``belote show`` shows a table, found by name or code, as one viewer sees it."""
    for name in ("r1", "seat-c0de"):
        status, output = _run("show", name, "--as", viewer, "--data-dir", str(data_dir))

        assert status == 0
        hands = [line for line in output.splitlines() if line.startswith("hand ")]
        open_hands = [line.split()[1] for line in hands if "--" not in line]
        assert open_hands == [viewer] * (viewer != "public")
        assert "calls S:80H W:pass" in output
        assert "SEATC0DE" not in output
        assert "WATCHC0D" not in output


def test_show_names_no_default_viewer(data_dir: Path) -> None:
    """There is no view of everything, and none that is taken for granted."""
    status, output = _run("show", "r1", "--data-dir", str(data_dir))

    assert status == 2
    assert "--as" in output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", "r9", "--as", "S"], "no table called 'r9'"),
        (["show", "r2", "--as", "S"], "cannot be read"),
    ],
)
def test_what_cannot_be_shown(data_dir: Path, arguments: list[str], said: str) -> None:
    """A table that is not there, or is damaged, is named with what is wrong."""
    status, output = _run(*arguments, "--data-dir", str(data_dir))

    assert status == 2
    assert said in output


def test_no_store(tmp_path: Path) -> None:
    """A folder without a store is no reason to make one."""
    status, output = _run("rooms", "--data-dir", str(tmp_path / "none"))

    assert status == 2
    assert "no store" in output
    assert not (tmp_path / "none").exists()
