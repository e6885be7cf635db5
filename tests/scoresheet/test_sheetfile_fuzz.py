"""A sheet's file with anything done to it is a sheet, or says where it is none and what to do."""

import json
from pathlib import Path
from random import Random
from typing import Any

from belote_server.scoresheet.place import Damaged
from belote_server.scoresheet.sheetfile import Newer, decoded, encoded
from tests.helpers.commands import answer, problem

STRANGE: tuple[Any, ...] = (
    *(None, True, 0, -1, 1.5, 10**30, float("inf"), "", "NS", "x" * 500, "\x00"),
    *([], {}, [1], {"a": 1}, [[[[]]]], 2**63, "100H", -0.0),
)


def sheet(path: Path) -> bytes:
    """Return the file of an evening."""
    answer(f"sheet new {path} --game coinche --ns Ann")
    answer(
        f"sheet add {path} --taker S --contract 100H --coinche --cards-ns 98 --last NS --belote N"
    )
    answer(f"sheet add {path} --passed")
    answer(f"sheet add {path} --taker EW --contract capotS --capot EW --declarations-ew 50")
    return path.read_bytes()


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return every place in *value* that holds something, with its container."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    found = [(value, key) for key, _ in inside]
    for each in value.values() if isinstance(value, dict) else value:
        if isinstance(each, dict | list):
            found += places(each)
    return found


def changed(raw: bytes, rng: Random) -> bytes:
    """Return the file with something strange in its values."""
    whole = json.loads(raw)
    held, key = rng.choice(places(whole))
    if rng.random() < 0.2:
        del held[key]
    else:
        held[key] = rng.choice(STRANGE)
    return json.dumps(whole).encode()


def broken(raw: bytes, rng: Random) -> bytes:
    """Return the file with some bytes changed, cut off or doubled."""
    bad = bytearray(raw)
    at = rng.randrange(len(bad))
    match rng.randrange(4):
        case 0:
            bad[at] ^= 1 << rng.randrange(8)
        case 1:
            del bad[at:]
        case 2:
            bad[at:at] = rng.randbytes(5)
        case _:
            bad[at:at] = b"[" * 5000
    return bytes(bad)


def test_a_damaged_sheet_says_where(tmp_path: Path) -> None:
    """Every file is read, or refused as damaged with its place; nothing else happens."""
    raw, rng = sheet(tmp_path / "evening.json"), Random(1)
    refused: list[Damaged] = []
    for nth in range(2000):
        bad = (changed if nth % 2 else broken)(raw, rng)
        try:
            read = decoded(bad)
        except Damaged as error:
            refused.append(error)
        except Newer:
            pass
        else:
            assert decoded(encoded(read)) == read
    assert all(error.place for error in refused)
    assert len(refused) > 500


def test_a_damaged_sheet_says_what_to_do(tmp_path: Path) -> None:
    """The command names the file and the place, and shows no traceback."""
    path = tmp_path / "evening.json"
    raw, rng = sheet(path), Random(2)
    for nth in range(40):
        bad = (changed if nth % 2 else broken)(raw, rng)
        try:
            decoded(bad)
        except Damaged:
            path.write_bytes(bad)
            said = problem(f"sheet show {path}")
            assert said
            assert "Traceback" not in said
            assert path.read_bytes() == bad
