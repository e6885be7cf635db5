"""Terminals on one machine are different people, and come back as who they were."""

from pathlib import Path

from client_demo.terminal.identity import Known, claim

ADDRESS = "ws://127.0.0.1:8600/ws"


def test_two_terminals_are_two_people(tmp_path: Path) -> None:
    """As long as one terminal runs, another one is somebody else."""
    anna, bob = claim(tmp_path, ADDRESS), claim(tmp_path, ADDRESS)
    anna.keep(name="Anna", token="a" * 22, code="SITSIT")
    bob.keep(name="Bob", token="b" * 22)
    anna.release()

    back = claim(tmp_path, ADDRESS)

    assert back.known == Known("Anna", "a" * 22, "SITSIT")
    bob.release()
    back.release()


def test_the_name_chooses(tmp_path: Path) -> None:
    """A name that is asked for is found again, whichever terminal was closed first."""
    first, second = claim(tmp_path, ADDRESS, "Anna"), claim(tmp_path, ADDRESS, "Bob")
    second.keep(token="b" * 22)
    first.keep(token="a" * 22)
    first.release()
    second.release()

    bob = claim(tmp_path, ADDRESS, "Bob")

    assert bob.known == Known("Bob", "b" * 22)
    chen = claim(tmp_path, ADDRESS, "Chen")
    assert chen.known == Known("Chen")
    chen.release()
    bob.release()


def test_servers_are_apart(tmp_path: Path) -> None:
    """A token is sent to no server but the one that gave it."""
    here = claim(tmp_path, ADDRESS)
    here.keep(token="a" * 22)
    here.release()

    elsewhere = claim(tmp_path, "wss://elsewhere/ws")

    assert elsewhere.known.token is None
    elsewhere.release()


def test_only_the_owner_reads_it(tmp_path: Path) -> None:
    """A token is all it takes to be somebody, so nobody else may read it."""
    who = claim(tmp_path / "state", ADDRESS)
    who.keep(token="a" * 22)
    who.release()

    kept = list(tmp_path.rglob("*.json"))
    assert [path.stat().st_mode & 0o077 for path in kept] == [0]


def test_damage_is_survived(tmp_path: Path) -> None:
    """A file that can't be read is somebody new, and a folder that can't be made keeps nothing."""
    who = claim(tmp_path, ADDRESS)
    who.keep(token="a" * 22)
    who.release()
    next(iter(tmp_path.rglob("*.json"))).write_text("{")
    (tmp_path / "file").write_text("")

    fresh = claim(tmp_path, ADDRESS)
    assert fresh.known == Known()
    fresh.release()
    nowhere = claim(tmp_path / "file", ADDRESS, "Anna")
    nowhere.keep(token="b" * 22)
    assert nowhere.known == Known("Anna", "b" * 22)
    assert claim(None, ADDRESS).known == Known()
