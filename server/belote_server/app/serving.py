"""
From the start to the last word.

Up: the data directory is locked, the port taken, the store opened, tables put in force again, and
only then is anybody let in. Down, in the opposite order: no longer ready, tables finish what they
are storing, everybody is sent away with a time to come back at, the store is closed.
"""

import asyncio
import contextlib
import gc
import importlib
import secrets
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import structlog

from belote_server import __version__
from belote_server.app.addresses import announcement, own_addresses
from belote_server.app.failures import CannotServe, port_failure, tls_failure
from belote_server.app.stores import open_store
from belote_server.app.tables import OpenTables, open_tables
from belote_server.app.turns import loop_of_short_turns
from belote_server.app.upkeep import Upkeep, watch_loop
from belote_server.config import Settings, describe
from belote_server.net.gateway import Gateway
from belote_server.net.http import Ready
from belote_server.observe import Metrics, set_up_log
from belote_server.runtime.load import Load
from belote_server.runtime.thinking import Limits, Workers
from belote_server.storage.data_dir import DataDir, DataDirError

_log = structlog.get_logger()

STOPPED, CUT_SHORT = 0, 1
"""Exit statuses: everything was finished; some tables had no time for what they were storing."""


def run(settings: Settings, say: Callable[[str], None]) -> int:
    """Serve on the fastest event loop there is; see `serve`."""
    set_up_log(settings.log_format, settings.log_level)
    _collect_rarely()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(serve(settings, say))


def _collect_rarely() -> None:
    """
    Let the garbage collector look less often, and never again at what is there already.

    Tables are frozen values without cycles, which are freed without it, and it would look at all of
    them for nothing. Closed connections do leave cycles, so it has to look now and then.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """Return what makes an event loop: of uvloop, where that is installed."""
    factory: Callable[[], asyncio.AbstractEventLoop] = loop_of_short_turns
    with contextlib.suppress(ImportError):
        factory = importlib.import_module("uvloop").new_event_loop
    return factory


async def serve(settings: Settings, say: Callable[[str], None]) -> int:
    """
    Serve until a signal says to stop, and return the exit status.

    Args:
        say: Told where the server is found, once it is.

    Raises:
        CannotServe: It could not start.
    """
    _log.info("settings", server=__version__, **describe(settings))
    metrics = Metrics()
    with _stop_signals() as signals, _data_dir(settings) as data:
        async with (
            _bound(settings, metrics) as gateway,
            open_store(settings, data, metrics) as store,
            _upkeep(metrics) as upkeep,
            Workers(_limits(settings)) as thinker,
        ):
            load = Load(settings.overload_lag, settings.overload_seconds)
            tables, works = await open_tables(settings, store, data.node, metrics, load, thinker)
            upkeep.run("loop", lambda: watch_loop(metrics, load))
            upkeep.run("store", store.watch)
            for name, work in works.items():
                upkeep.run(name, work)
            try:
                await _open(
                    gateway,
                    tables,
                    lambda: signals.reason or store.trouble or upkeep.ready() or load.reason(),
                    settings,
                )
                secure = settings.tls_cert_file is not None
                say(announcement(settings.host, gateway.port, own_addresses(), secure=secure))
                with _reloading(gateway) if secure else contextlib.nullcontext():
                    await signals.first.wait()
            finally:
                status = await _drain(tables, gateway, signals, settings.drain_seconds)
            return status


def _limits(settings: Settings) -> Limits:
    return Limits(settings.bot_workers, settings.bot_seconds, settings.bot_queue)


class _Signals:
    """
    The wish to stop.

    Attributes:
        first: Set once somebody wants the server to stop.
        second: Set once they want it badly.
    """

    def __init__(self) -> None:
        self.first = asyncio.Event()
        self.second = asyncio.Event()

    @property
    def reason(self) -> str | None:
        """Why nobody should be sent here any more."""
        return "the server is stopping" if self.first.is_set() else None

    def receive(self) -> None:
        """Take one more signal."""
        (self.second if self.first.is_set() else self.first).set()


@contextlib.contextmanager
def _stop_signals() -> Iterator[_Signals]:
    signals, loop = _Signals(), asyncio.get_running_loop()
    for each in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(each, signals.receive)
    try:
        yield signals
    finally:
        for each in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(each)


@contextlib.contextmanager
def _reloading(gateway: Gateway) -> Iterator[None]:
    """Read the certificate anew at each SIGHUP."""

    def reload() -> None:
        try:
            gateway.reload()
        except OSError as error:
            _log.error("the certificate cannot be used; the one there was stays", why=str(error))
        else:
            _log.info("the certificate was read anew")

    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGHUP, reload)
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGHUP)


@contextlib.contextmanager
def _data_dir(settings: Settings) -> Iterator[DataDir]:
    try:
        data = DataDir(settings.data_dir)
    except DataDirError as error:
        text = str(error)
        raise CannotServe(
            f"{text[0].upper()}{text[1:]}; choose another with --data-dir or BELOTE_DATA_DIR."
        ) from error
    with data:
        yield data


@contextlib.asynccontextmanager
async def _upkeep(metrics: Metrics) -> AsyncIterator[Upkeep]:
    upkeep = Upkeep(metrics)
    try:
        yield upkeep
    finally:
        await upkeep.stop()


@contextlib.asynccontextmanager
async def _bound(settings: Settings, metrics: Metrics) -> AsyncIterator[Gateway]:
    try:
        gateway = Gateway(settings, metrics, time.time, lambda size: secrets.token_bytes(size))
    except OSError as error:
        raise tls_failure(error, settings) from error
    try:
        await gateway.bind()
    except OSError as error:
        raise port_failure(error, settings) from error
    try:
        yield gateway
    finally:
        await gateway.close()


async def _open(gateway: Gateway, tables: OpenTables, ready: Ready, settings: Settings) -> None:
    try:
        await gateway.open(tables, ready)
    except OSError as error:
        raise port_failure(error, settings) from error


async def _drain(tables: OpenTables, gateway: Gateway, signals: _Signals, seconds: float) -> int:
    """Let tables finish within *seconds*, or until a second signal; then send everybody away."""
    _log.info("stopping", seconds=seconds)
    finished = await _finishes(tables.stop(), signals.second, seconds)
    if not finished:
        _log.error("some tables did not finish what they were storing")
    await gateway.close()
    _log.info("stopped")
    return STOPPED if finished else CUT_SHORT


async def _finishes(work: Awaitable[None], hurry: asyncio.Event, seconds: float) -> bool:
    """Tell whether *work* gets done within *seconds* and before *hurry* is set."""
    stopping = asyncio.ensure_future(work)
    hurrying = asyncio.ensure_future(hurry.wait())
    await asyncio.wait((stopping, hurrying), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    hurrying.cancel()
    await asyncio.wait([hurrying])
    if not stopping.done():
        stopping.cancel()
        await asyncio.wait([stopping])
        return False
    if (error := stopping.exception()) is not None:
        _log.error("tables could not be stopped", exc_info=error)
        return False
    return True
