"""Why a server could not start, in one sentence for whoever started it."""

import errno
import os
import socket

from belote_server.config import Settings


class CannotServe(Exception):
    """The server did not start; the text is one sentence that says why, and what to do."""


def tls_failure(error: OSError, settings: Settings) -> CannotServe:
    """Return what it means that the certificate of *settings* could not be used."""
    cert, key = settings.tls_cert_file, settings.tls_key_file or settings.tls_cert_file
    unreadable = isinstance(error, FileNotFoundError | PermissionError)
    reason = f" ({os.strerror(error.errno)})" if unreadable and error.errno else ""
    return CannotServe(
        f"The certificate {cert} with the key {key} cannot be used{reason}; "
        "both are PEM files, and the key has no password."
    )


def port_failure(error: OSError, settings: Settings) -> CannotServe:
    """Return what it means that the port of *settings* could not be had."""
    host, port = settings.host, settings.port
    if isinstance(error, socket.gaierror):
        return CannotServe(f"There is no address called {host!r}; choose another with --host.")
    match error.errno:
        case errno.EADDRINUSE:
            return CannotServe(
                f"Port {port} of {host} is in use by another program; "
                "choose another with --port or BELOTE_PORT."
            )
        case errno.EACCES:
            return CannotServe(
                f"This user may not listen on port {port}; "
                "choose one above 1023 with --port or BELOTE_PORT."
            )
        case errno.EADDRNOTAVAIL:
            return CannotServe(
                f"{host} is no address of this machine; choose another with --host, "
                "such as 0.0.0.0 for all it has."
            )
        case _:
            reason = os.strerror(error.errno) if error.errno else str(error)
            return CannotServe(f"Port {port} of {host} cannot be listened on: {reason}.")
