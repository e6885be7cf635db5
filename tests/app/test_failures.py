"""Why a server could not start."""

import errno
import socket

import pytest
from msgspec.structs import replace

from belote_server.app.failures import port_failure
from belote_server.config import Settings


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.EADDRINUSE, "in use"), "Port 80 of a.example is in use by another program"),
        (PermissionError(errno.EACCES, "no"), "This user may not listen on port 80; choose one"),
        (OSError(errno.EADDRNOTAVAIL, "no"), "a.example is no address of this machine; choose"),
        (socket.gaierror(-2, "unknown"), "There is no address called 'a.example'; choose"),
        (OSError(errno.ENETDOWN, "down"), "cannot be listened on: Network is down."),
        (OSError("odd"), "cannot be listened on: odd."),
    ],
)
def test_ports_that_cannot_be_had(error: OSError, said: str) -> None:
    """Each reason is one sentence for whoever started the server, with a way out."""
    sentence = str(port_failure(error, replace(Settings(), host="a.example", port=80)))

    assert said in sentence
    assert sentence.endswith(".")
    assert "Errno" not in sentence
