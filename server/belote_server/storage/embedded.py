"""
The store that the server brings with it: a real Valkey beside it, for it alone.

The store listens on a private socket and on no port, writes each change to disk before it answers,
and never outlives the server. If it dies, it is started again; whoever was waiting for an answer
gets `StoreDown` and asks again, as with any other store.
"""

import asyncio
import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

from belote_server.storage.address import StoreAddress
from belote_server.storage.binary import StoreBinary, find_binary
from belote_server.storage.store_process import (
    KERNEL_LEASH,
    Leash,
    StoreNotStarted,
    StorePlace,
    StoreProcess,
    store_arguments,
)

_LONGEST_SOCKET = 100  # bytes: systems allow 103 or 107


@dataclass(frozen=True, slots=True)
class EmbeddedSettings:
    """
    How the embedded store runs.

    Attributes:
        fsync: When it forces its file to disk: ``always``, ``everysec`` or ``no``.
        start_timeout: Seconds until it must answer, reading its file back included.
        stop_timeout: Seconds that it may take to end.
        vacate_timeout: Seconds that the store of a server that died may take to be gone.
        first_pause: Seconds until it is started again after it died; doubled by each failure.
        longest_pause: Seconds that such a pause never exceeds.
        leash: What ties it to this process.
        extra: More arguments for the program, which win over ours.
    """

    fsync: str = "always"
    start_timeout: float = 60.0
    stop_timeout: float = 10.0
    vacate_timeout: float = 5.0
    first_pause: float = 0.05
    longest_pause: float = 5.0
    leash: Leash = KERNEL_LEASH
    extra: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class StoreDeath:
    """
    The store ended although nobody asked it to, or could not be started again.

    Attributes:
        reason: The status it ended with, and the end of its log.
    """

    reason: str


class StoreInUse(Exception):
    """A store of a server that is gone still works in this folder."""


class EmbeddedStore:
    """
    A store that runs as long as this object is started.

    It has to be started from a thread that lives as long as the process: the one of the event loop.

    Args:
        folder: Where it stores, for it alone; made if it is missing.
        on_death: Told of each death, before the store is started again.
    """

    def __init__(
        self,
        folder: Path,
        settings: EmbeddedSettings | None = None,
        *,
        binary: StoreBinary | None = None,
        on_death: Callable[[StoreDeath], None] = lambda death: None,
    ) -> None:
        self._settings = settings or EmbeddedSettings()
        self._folder = folder.absolute()
        self._binary = binary
        self._on_death = on_death
        self._place: StorePlace | None = None
        self._borrowed: Path | None = None
        self._process: StoreProcess | None = None
        self._supervisor: asyncio.Task[None] | None = None

    @property
    def address(self) -> StoreAddress:
        """Return how to reach the store; the same after each restart."""
        return StoreAddress(f"unix://{quote(str(self._where.socket))}")

    @property
    def pid(self) -> int:
        """Return the id of the process that is, or was last, the store."""
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """
        Start the store and return once it answers.

        Raises:
            NoStoreBinary: There is no program for it.
            StoreNotStarted: It ended, or did not answer in time.
            StoreInUse: Another store is still at work in the folder.
        """
        if self._binary is None:
            self._binary = await find_binary()
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._place = StorePlace(self._folder, self._choose_socket())
        try:
            self._process = await self._launch()
        except BaseException:
            self._return_borrowed()
            raise
        self._supervisor = asyncio.get_running_loop().create_task(self._supervise())

    async def stop(self) -> None:
        """Stop the store and return once it has ended."""
        if self._supervisor is not None:
            self._supervisor.cancel()
            await asyncio.wait([self._supervisor])
            self._supervisor = None
        if self._process is not None:
            await self._process.stop(self._settings.stop_timeout)
        self._return_borrowed()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await self.stop()

    @property
    def _where(self) -> StorePlace:
        assert self._place is not None, "not started"
        return self._place

    # --- one run after the other ---

    async def _supervise(self) -> None:
        while self._process is not None:
            status = await self._process.wait()
            self._on_death(StoreDeath(f"ended with status {status}: {self._where.log_tail()}"))
            self._process = await self._relaunch()

    async def _relaunch(self) -> StoreProcess:
        pause = self._settings.first_pause
        while True:
            await asyncio.sleep(pause)
            try:
                return await self._launch()
            except (StoreNotStarted, StoreInUse, OSError) as error:
                self._on_death(StoreDeath(str(error)))
                pause = min(2 * pause, self._settings.longest_pause)

    async def _launch(self) -> StoreProcess:
        assert self._binary is not None
        place, settings = self._where, self._settings
        lock = await self._lock_folder()
        try:
            if place.log.exists():
                place.log.replace(place.log.with_suffix(".before"))
            arguments = store_arguments(place, settings.fsync, settings.extra)
            return await StoreProcess.start(
                place,
                [str(self._binary.path), *arguments],
                within=settings.start_timeout,
                how=settings.leash,
                inherits=[lock],
            )
        finally:
            os.close(lock)  # the store holds it from now on

    async def _lock_folder(self) -> int:
        """
        Return the folder's lock, open. The store inherits it, so it is free once that has ended.
        """
        clock = asyncio.get_running_loop().time
        deadline = clock() + self._settings.vacate_timeout
        lock = os.open(self._folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            while not _try_lock(lock):
                if clock() > deadline:
                    raise StoreInUse(f"another store is still at work in {self._folder}")
                await asyncio.sleep(0.01)
        except BaseException:
            os.close(lock)
            raise
        return lock

    # --- where the socket is ---

    def _choose_socket(self) -> Path:
        beside = self._folder / "socket"
        if len(os.fsencode(beside)) <= _LONGEST_SOCKET:
            return beside
        self._borrowed = Path(tempfile.mkdtemp(prefix="belote-"))
        if len(os.fsencode(self._borrowed)) > _LONGEST_SOCKET - 10:
            self._return_borrowed()
            self._borrowed = Path(tempfile.mkdtemp(prefix="belote-", dir="/tmp"))
        return self._borrowed / "socket"

    def _return_borrowed(self) -> None:
        if self._borrowed is not None:
            shutil.rmtree(self._borrowed, ignore_errors=True)
            self._borrowed = None


def _try_lock(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
