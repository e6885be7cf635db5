"""What every test gets: a fair chance on a busy machine, and a note of which code it runs."""

from pathlib import Path

from hypothesis import settings

import belote_protocol
import belote_server

# A shared machine stalls now and then; pytest's own timeout catches what really hangs.
settings.register_profile("belote", deadline=None, print_blob=True)
settings.load_profile("belote")


def pytest_report_header() -> list[str]:
    """Name the code under test: a checkout, or an installed wheel."""
    return [
        f"{package.__name__}: {Path(package.__file__ or '?').parent}"
        for package in (belote_server, belote_protocol)
    ]
