"""A store for tests: a real program that ends with the test process at the latest."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import hiredis

from belote_server.storage.address import StoreAddress
from belote_server.storage.binary import candidates
from belote_server.storage.store_process import StorePlace, leashed, store_arguments

_PATIENCE = 20.0  # seconds until a store that does not answer fails the test


def valkey_program() -> Path:
    """Return the program that comes with the server."""
    return next(iter(candidates()))


class StoreServer:
    """
    A store in a folder of its own, without a network port.

    It writes all to its file, but leaves it to the machine when that goes to disk: the tests end
    programs, they don't pull plugs.

    Args:
        program: What to run.
        extra: More arguments.
    """

    def __init__(self, program: Path, extra: Sequence[str] = ()) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="belote-test-"))
        self._place = StorePlace(self._folder, self._folder / "socket")
        self._command = [str(program), *store_arguments(self._place, "no", extra)]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def socket(self) -> Path:
        """Return the path of its socket."""
        return self._place.socket

    @property
    def address(self) -> StoreAddress:
        """Return how the server would reach it."""
        return StoreAddress(f"unix://{self.socket}")

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.kill()
        shutil.rmtree(self._folder)

    def start(self) -> None:
        """Start it, with what it stored before, and return once it answers."""
        self._process = subprocess.Popen(
            leashed(self._command), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        wait_until(self._answers, lambda: f"no answer: {self._place.log_tail()}")

    def kill(self) -> None:
        """End it by the signal that nothing can catch."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Stop it where it stands, for a while: it keeps its connections and answers nobody."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def ask(self, *words: str | int | bytes) -> object:
        """Return the reply to one command, as somebody else would get it."""
        with socket.socket(socket.AF_UNIX) as asking:
            asking.settimeout(_PATIENCE)
            asking.connect(os.fspath(self.socket))
            asking.sendall(hiredis.pack_command(tuple(words)))  # type: ignore[arg-type] # its stub
            reply = read_reply(asking)
        assert not isinstance(reply, Exception), reply
        return reply

    def info(self, name: str) -> int:
        """Return one of the numbers that the store tells of itself."""
        told = self.ask("INFO", "everything")
        assert isinstance(told, bytes)
        lines = dict(line.split(":", 1) for line in told.decode().splitlines() if ":" in line)
        return int(lines[name])

    def _answers(self) -> bool:
        try:
            return self.ask("PING") == b"PONG"
        except (OSError, EOFError, AssertionError):
            return False  # among them: it is still reading its file


def read_reply(source: socket.socket) -> object:
    """Return the next reply that *source* receives; errors as values."""
    reader = hiredis.Reader(notEnoughData=Ellipsis)
    while (reply := reader.gets()) is Ellipsis:
        received = source.recv(65536)
        if not received:
            raise EOFError("the store hung up")
        reader.feed(received)
    return reply


def wait_until(holds: Callable[[], bool], complaint: Callable[[], str]) -> None:
    """Return once *holds* does."""
    deadline = time.monotonic() + _PATIENCE
    while not holds():
        assert time.monotonic() < deadline, complaint()
        time.sleep(0.002)
