"""
What the server tells of itself: its log, and its figures.

The figures are made once and handed to whoever has something to count. In the log a table is the
field ``room`` and its version ``v``. Nothing secret gets there: secrets have a type that shows
``***``, and a field with the name of a secret is blanked whatever it holds.
"""

import logging
import sys
from collections.abc import Iterable, MutableMapping
from typing import Any, Literal, TextIO

import structlog
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector
from structlog.typing import Processor

_log = structlog.get_logger()

_SECRETS = frozenset({"token", "key", "password", "seed", "deck", "hands", "authorization"})

_FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Traffic(Collector):
    """
    What is counted for every frame, in plain numbers: a counter of the library's costs more than
    sending the frame does.

    Attributes:
        frames_in: Frames that clients sent.
        frames_out: Frames that were written to sockets.
        bytes_out: Bytes that were written to sockets, headers included.
        commands: Commands of clients, by their type.
    """

    def __init__(self) -> None:
        self.frames_in = self.frames_out = self.bytes_out = 0
        self.commands: dict[type, int] = {}

    def collect(self) -> Iterable[Metric]:
        """Return the numbers as Prometheus reads them."""
        yield CounterMetricFamily("belote_frames_in", "Frames received.", self.frames_in)
        yield CounterMetricFamily("belote_frames_out", "Frames sent.", self.frames_out)
        yield CounterMetricFamily("belote_bytes_out", "Bytes sent.", self.bytes_out)
        commands = CounterMetricFamily("belote_commands", "Commands.", labels=["type"])
        for kind, count in self.commands.items():
            commands.add_metric([kind.__name__.lower()], count)
        yield commands


class Metrics:
    """
    The server's figures, each with its help; all are called ``belote_…``.

    Attributes:
        traffic: Frames, bytes and commands.
        connections: Sockets that are open.
        closed: Sockets that were closed, by ``code``.
        turned_away: Sockets and requests that found no room, by ``why``.
        refusals: Commands that were refused, by ``code``.
        rooms: Tables that are in memory.
        unrecovered: Clients who came back to a table and knew a past that is not its own: the store
            lost something.
        commits: Entries that were offered to the store, by ``outcome``.
        commit_seconds: How long the store took over one.
        loop_lag: How much later than it should the event loop got to something.
        overloaded: 1 while there is too much to do for new tables.
        tasks: Tasks of the event loop, counted when somebody asks.
        failures: Bugs and breakdowns that somebody should look at, by ``where``.
    """

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        self.traffic = Traffic()
        registry.register(self.traffic)
        self.connections = Gauge("belote_connections", "Open sockets.", registry=registry)
        self.closed = Counter("belote_closed", "Sockets closed.", ["code"], registry=registry)
        self.turned_away = Counter(
            "belote_turned_away", "Who found no room.", ["why"], registry=registry
        )
        self.refusals = Counter("belote_refusals", "Refusals.", ["code"], registry=registry)
        self.rooms = Gauge("belote_rooms", "Tables in memory.", registry=registry)
        self.unrecovered = Counter(
            "belote_unrecovered", "Clients who knew another past.", registry=registry
        )
        self.commits = Counter("belote_commits", "Commits.", ["outcome"], registry=registry)
        self.commit_seconds = Histogram(
            "belote_commit_seconds", "Time of a commit.", buckets=_FAST, registry=registry
        )
        self.loop_lag = Histogram(
            "belote_loop_lag_seconds", "Lag of the event loop.", buckets=_FAST, registry=registry
        )
        self.overloaded = Gauge(
            "belote_overloaded", "1 while no tables are opened.", registry=registry
        )
        self.tasks = Gauge("belote_tasks", "Tasks of the event loop.", registry=registry)
        self.failures = Counter(
            "belote_failures", "What somebody should look at.", ["where"], registry=registry
        )

    def text(self) -> bytes:
        """Return all figures in the text format of Prometheus."""
        return generate_latest(self.registry)


METRICS_TYPE = CONTENT_TYPE_PLAIN_0_0_4
"""The content type of `Metrics.text`."""


def set_up_log(form: Literal["console", "json"], level: str, stream: TextIO | None = None) -> None:
    """
    Let every logger write to *stream*, by default the standard error, from *level* on.

    What libraries say through `logging` goes the same way, from warnings on.
    """
    stream = stream or sys.stderr
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            _blank_secrets,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *_renderers(form, colors=stream.isatty()),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(stream),
    )
    logging.basicConfig(handlers=[Bridge()], level=logging.WARNING, force=True)


def _renderers(form: str, *, colors: bool) -> list[Processor]:
    if form == "json":
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    # A plain traceback: the rich one would print the variables, hands and tokens among them.
    plain = structlog.dev.plain_traceback
    return [structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=plain)]


def _blank_secrets(
    logger: Any, method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    for name in _SECRETS & event.keys():
        event[name] = "***"
    return event


class Bridge(logging.Handler):
    """Carries what libraries say through `logging` into the server's log."""

    def emit(self, record: logging.LogRecord) -> None:
        """Pass *record* on, with the name of its logger."""
        error = {"exc_info": record.exc_info} if record.exc_info else {}
        try:
            _log.log(record.levelno, record.getMessage(), source=record.name, **error)
        except Exception:
            self.handleError(record)
