"""Frames that are made to cost much, and decoders that have seen them."""

import time
import tomllib
import tracemalloc
from collections.abc import Callable
from importlib.metadata import requires
from pathlib import Path

import pytest
from msgspec.structs import replace

import client_demo
from belote_protocol.codec import PROTOCOL_VERSION, BadFrame, Format, decode_command, encode
from belote_protocol.commands import Hello, Ping
from belote_server.config import Settings
from belote_server.net.session import Close, Session

SIZE = 64 * 1024
SETTINGS = replace(Settings(), max_frame=2 * SIZE)

CRAFTED: dict[str, bytes | str] = {
    "empty arrays": b"\xdc\xff\xf0" + b"\x90" * (SIZE - 16),
    "empty maps": b"\xdc\xff\xf0" + b"\x80" * (SIZE - 16),
    "arrays in arrays": b"\x91" * SIZE,
    "a map that claims to be large": b"\xdf\xff\xff\xff\xff" + b"\xa0\xc0" * 1000,
    "a text that claims to be large": b"\xdb\xff\xff\xff\xff" + b"x" * SIZE,
    "empty lists": "[" + "[]," * (SIZE // 3 - 2) + "[]]",
    "lists in lists": "[" * SIZE,
    "quotes and backslashes": '"' + '\\"' * (SIZE // 2 - 8) + '"',
    "open quotes": '{"a":"' * 2000,
    "long numbers": '{"t":"ping","id":' + "9" * (SIZE - 32) + "}",
}


def judged(frame: bytes | str) -> Close:
    """Return how a connection is closed that sends *frame*."""
    form = Format.JSON if isinstance(frame, str) else Format.MSGPACK
    session = Session(form, SETTINGS, 0.0)
    hello = encode(Hello(PROTOCOL_VERSION, "Mallory"), form)
    session.receive(hello.decode() if form is Format.JSON else hello, 0.0)
    [output] = session.receive(frame, 0.0)
    assert isinstance(output, Close)
    return output


def fastest(work: Callable[[], object], times: int = 25) -> float:
    """Return the seconds that *work* takes when nothing else disturbs it."""
    took = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        took.append(time.perf_counter() - begun)
    return min(took)


@pytest.mark.parametrize("kind", CRAFTED)
def test_t116_a_crafted_frame_costs_little(kind: str) -> None:
    """64 KiB made to be expensive cost less than 1 MB and 2 ms, and end the connection."""
    frame = CRAFTED[kind]
    tracemalloc.start()
    try:
        closed = judged(frame)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert closed.code == 4003
    assert peak < 1_000_000
    assert fastest(lambda: judged(frame)) < 0.002


@pytest.mark.parametrize("form", Format)
def test_t118_a_decoder_is_as_good_as_new_after_an_error(form: Format) -> None:
    """What a bad frame leaves behind changes nothing for the next one."""
    good = encode(Ping(7), form)
    for frame in CRAFTED.values():
        bad = frame.encode() if isinstance(frame, str) else frame
        for part in (bad, bad[:100], good[:-1], good + good):
            with pytest.raises(BadFrame):
                decode_command(part, form)
            assert decode_command(good, form) == Ping(7)


def test_t118_the_client_keeps_no_decoder() -> None:
    """The reference package is new enough, and each frame is read by a call of its own."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"]["client"]
    folder = Path(client_demo.__file__).parent

    assert [each.partition(",")[0] for each in extras if "msgpack" in each] == ["msgpack>=1.2.1"]
    assert any("msgpack" in each and ">=1.2.1" in each for each in requires("belote-server") or ())
    assert not [path for path in folder.rglob("*.py") if "Unpacker" in path.read_text("utf-8")]
