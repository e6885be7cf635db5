"""What every test gets: a fair chance on a busy machine, and a note of which code it runs."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, settings

import belote_protocol
import belote_server

# A shared machine stalls now and then; pytest's own timeout catches what really hangs.
_PATIENT = settings(deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
# The same examples every time, so that a law that breaks was broken by the change at hand…
settings.register_profile("belote", _PATIENT, max_examples=60, derandomize=True)
# …and `make soak` looks for new ones.
settings.register_profile("soak", _PATIENT, max_examples=1000)
settings.load_profile("belote")


def pytest_configure(config: pytest.Config) -> None:
    """Give every law more examples in a run of the long tests."""
    if config.option.markexpr == "soak":
        settings.load_profile("soak")


def pytest_report_header() -> list[str]:
    """Name the code under test: a checkout, or an installed wheel."""
    return [
        f"{package.__name__}: {Path(package.__file__ or '?').parent}"
        for package in (belote_server, belote_protocol)
    ]


@pytest.fixture(autouse=True)
def plain_log() -> Iterator[None]:
    """Let no test hear less of the log because another one has set its level."""
    structlog.reset_defaults()
    yield
    structlog.reset_defaults()
