"""The log, and the figures."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog
from prometheus_client.parser import text_string_to_metric_families

from belote_protocol.commands import Leave, Play
from belote_server.config import Secret
from belote_server.observe import Metrics, set_up_log


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Leave logging as it was: the log is the process's."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    structlog.reset_defaults()
    root.handlers[:] = handlers
    root.setLevel(level)


def lines(stream: io.StringIO) -> list[dict[str, object]]:
    """Return what was logged as JSON."""
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_one_object_a_line() -> None:
    """As JSON, a line holds what happened, when, how bad it is, and its fields."""
    stream = io.StringIO()
    set_up_log("json", "info", stream)
    log = structlog.get_logger().bind(room="r1", v=3)

    log.info("dealt", deal=2)
    log.debug("left out")
    log.warning("odd")

    [dealt, odd] = lines(stream)
    assert str(dealt.pop("timestamp")).endswith("Z")
    assert dealt == {"event": "dealt", "level": "info", "room": "r1", "v": 3, "deal": 2}
    assert (odd["event"], odd["level"], odd["room"]) == ("odd", "warning", "r1")


@pytest.mark.parametrize("form", ["json", "console"])
def test_no_secrets(form: str) -> None:
    """Neither a secret nor a field with a secret's name shows, nor the variables of a traceback."""
    stream = io.StringIO()
    set_up_log("json" if form == "json" else "console", "debug", stream)
    log = structlog.get_logger()
    hidden = "JS-9S-AS"

    def fail(hand: str) -> None:
        raise ValueError(len(hand))

    log.info("hello", token="abc-token", password="abc-word", seed="abc-seed", who=Secret("abc"))
    try:
        fail(hidden)
    except ValueError:
        log.exception("failed")

    assert "abc" not in stream.getvalue()
    assert hidden not in stream.getvalue()
    assert "***" in stream.getvalue()
    assert "ValueError: 8" in stream.getvalue()


def test_libraries_are_heard() -> None:
    """What libraries log comes out in the same form, from warnings on."""
    stream = io.StringIO()
    set_up_log("json", "info", stream)

    logging.getLogger("asyncio").warning("slow: %s", "callback")
    logging.getLogger("websockets.server").info("connection open")
    try:
        raise OSError("gone")
    except OSError:
        logging.getLogger("redis").exception("lost")

    [slow, lost] = lines(stream)
    assert slow.items() >= {"event": "slow: callback", "level": "warning"}.items()
    assert lost.items() >= {"event": "lost", "level": "error", "source": "redis"}.items()
    assert "OSError: gone" in str(lost["exception"])


def test_a_library_that_logs_wrongly(capsys: pytest.CaptureFixture[str]) -> None:
    """A log call with the wrong arguments harms nobody."""
    set_up_log("json", "info", io.StringIO())

    logging.getLogger("library").warning("%d", "no number")

    assert "Logging error" in capsys.readouterr().err


def test_figures() -> None:
    """All figures are ours, have their help, and can be read by what reads such figures."""
    metrics = Metrics()
    metrics.traffic.frames_in += 3
    metrics.traffic.commands[Play] = 2
    metrics.traffic.commands[Leave] = 1
    metrics.connections.inc()
    metrics.closed.labels("4002").inc()
    metrics.refusals.labels("busy").inc()
    metrics.rooms.set(4)
    metrics.commits.labels("committed").inc()
    metrics.commit_seconds.observe(0.003)
    metrics.loop_lag.observe(0.0)
    metrics.failures.labels("sweep").inc()

    families = list(text_string_to_metric_families(metrics.text().decode()))
    found = {
        sample.name + "".join(sample.labels.values()): sample.value
        for family in families
        for sample in family.samples
    }

    assert all(family.documentation for family in families)
    assert found["belote_frames_in_total"] == 3
    assert found["belote_commands_totalplay"] == 2
    assert found["belote_commands_totalleave"] == 1
    assert found["belote_connections"] == 1
    assert found["belote_closed_total4002"] == 1
    assert found["belote_refusals_totalbusy"] == 1
    assert found["belote_rooms"] == 4
    assert found["belote_commits_totalcommitted"] == 1
    assert found["belote_commit_seconds_bucket0.005"] == 1
    assert found["belote_loop_lag_seconds_count"] == 1
    assert found["belote_failures_totalsweep"] == 1


def test_figures_are_not_shared() -> None:
    """Two servers in one process have figures of their own."""
    one, other = Metrics(), Metrics()
    one.rooms.set(1)

    assert other.registry.get_sample_value("belote_rooms") == 0
