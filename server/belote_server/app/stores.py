"""The store: our own beside the data, or one that runs elsewhere."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from prometheus_client import Counter

from belote_server.app.failures import CannotServe
from belote_server.config import Settings
from belote_server.observe import Metrics
from belote_server.storage.address import BadAddress, StoreAddress
from belote_server.storage.binary import NoStoreBinary
from belote_server.storage.check import StoreTooOld, check
from belote_server.storage.data_dir import DataDir
from belote_server.storage.embedded import (
    EmbeddedSettings,
    EmbeddedStore,
    StoreDeath,
    StoreInUse,
)
from belote_server.storage.log import Commit, CommitOutcome, StoreError, StoreForbids
from belote_server.storage.redis_log import RedisLog
from belote_server.storage.store_process import StoreNotStarted

_log = structlog.get_logger()


class _Counters(dict[str, Counter]):
    """The counter of each outcome; finding it by its label takes longer than counting."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__()
        self._metrics = metrics

    def __missing__(self, outcome: str) -> Counter:
        self[outcome] = counter = self._metrics.commits.labels(outcome)
        return counter


class Store(RedisLog):
    """
    The log of rooms, measured.

    Attributes:
        trouble: Why it can't be written to just now, or ``None``.
    """

    def __init__(self, address: StoreAddress, metrics: Metrics) -> None:
        super().__init__(address)
        self.trouble: str | None = None
        self._metrics = metrics
        self._counters = _Counters(metrics)

    async def commit(self, commit: Commit) -> CommitOutcome:
        """Append one entry and let the lease run anew."""
        begun = time.perf_counter()
        outcome = "failed"
        try:
            answer = await super().commit(commit)
            outcome = type(answer).__name__.lower()
            return answer
        finally:
            self._counters[outcome].inc()
            self._metrics.commit_seconds.observe(time.perf_counter() - begun)

    async def watch(self, interval: float = 2.0) -> None:
        """Keep `trouble` true, until cancelled."""
        while True:
            try:
                await self.facts()
            except StoreError as error:
                if self.trouble is None:
                    _log.error("the store does not answer", why=str(error))
                self.trouble = "the store does not answer"
            else:
                if self.trouble is not None:
                    _log.warning("the store answers again")
                self.trouble = None
            await asyncio.sleep(interval)


@asynccontextmanager
async def open_store(settings: Settings, data: DataDir, metrics: Metrics) -> AsyncIterator[Store]:
    """
    Open the store that *settings* name, or start our own in *data*, until the context ends.

    Raises:
        CannotServe: There is none that would do.
    """
    if settings.redis_url is not None:
        async with _connected(_address(settings), metrics, settings.redis_url) as store:
            yield store
        return

    def report(death: StoreDeath) -> None:
        metrics.failures.labels("store").inc()
        _log.error("our own store died and is started again", why=death.reason)

    own = EmbeddedStore(
        data.path / "store", EmbeddedSettings(fsync=settings.fsync), on_death=report
    )
    try:
        await own.start()
    except (NoStoreBinary, StoreNotStarted, StoreInUse, OSError) as error:
        raise CannotServe(f"Our own store did not start: {error}") from error
    try:
        async with _connected(own.address, metrics, "our own store") as store:
            yield store
    finally:
        await own.stop()


@asynccontextmanager
async def _connected(address: StoreAddress, metrics: Metrics, name: str) -> AsyncIterator[Store]:
    try:
        store = Store(address, metrics)
        try:
            await _examine(store, name)
            yield store
        finally:
            await store.close()
    except BadAddress as error:
        raise CannotServe(f"BELOTE_REDIS_URL is no address of a store: {error}.") from error


async def _examine(store: Store, name: str) -> None:
    try:
        facts = await store.facts()
        for warning in check(facts):
            _log.warning(warning)
    except StoreTooOld as error:
        raise CannotServe(f"The store at {name} will not do: {error}.") from error
    except StoreForbids as error:
        raise CannotServe(
            f"The store at {name} does not let us in ({error}); "
            "see BELOTE_REDIS_USERNAME and BELOTE_REDIS_PASSWORD."
        ) from error
    except StoreError as error:
        raise CannotServe(
            f"The store at {name} does not answer ({error}); does it run, and there?"
        ) from error
    _log.info("store", name=facts.name, version=facts.version)


def _address(settings: Settings) -> StoreAddress:
    assert settings.redis_url is not None
    password = settings.redis_password
    files = (settings.redis_ca_file, settings.redis_cert_file, settings.redis_key_file)
    return StoreAddress(
        settings.redis_url,
        settings.redis_username,
        None if password is None else password.reveal(),
        *(None if file is None else str(file) for file in files),
    )
