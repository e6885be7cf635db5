"""Our own end of TLS, for those who have no proxy that does it."""

import ssl

from belote_server.config import Settings


def context(settings: Settings) -> ssl.SSLContext | None:
    """
    Return how to speak TLS, or ``None`` where no certificate is set.

    Raises:
        OSError: The certificate or its key cannot be read, is none, or they do not belong together.
    """
    if settings.tls_cert_file is None:
        return None
    made = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    load(made, settings)
    return made


def load(made: ssl.SSLContext, settings: Settings) -> None:
    """Read the certificate and its key into *made*; raises as `context` does."""
    assert settings.tls_cert_file is not None
    # Without a password given, the library would ask whoever started the server for one.
    made.load_cert_chain(settings.tls_cert_file, settings.tls_key_file, password="")
