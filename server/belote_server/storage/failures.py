"""What the store's client raises, told in the words of the log."""

from redis import exceptions as wire

from belote_server.storage.log import (
    StoreBroken,
    StoreDown,
    StoreError,
    StoreForbids,
    StoreFull,
    StoreReadonly,
)

_NOT_NOW = ("NOREPLICAS", "MISCONF", "READONLY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "BUSY")


def store_error(error: BaseException) -> StoreError:
    """Return what *error* means for whoever asked the store for something."""
    text = str(error) or type(error).__name__
    match error:
        case StoreError():
            return error
        case wire.AuthenticationError() | wire.AuthorizationError() | wire.NoPermissionError():
            return StoreForbids(text)
        case wire.OutOfMemoryError():
            return StoreFull(text)
        case wire.ReadOnlyError() | wire.ClusterDownError() | wire.TryAgainError():
            return StoreReadonly(text)
        case wire.ResponseError():
            return StoreReadonly(text) if text.startswith(_NOT_NOW) else StoreBroken(text)
        case wire.ConnectionError() if isinstance(error.__cause__, wire.AuthenticationError):
            return StoreForbids(text)  # raised while a connection was being made
        case TimeoutError() | OSError() | wire.ConnectionError() | wire.TimeoutError():
            return StoreDown(text)
        case _:
            return StoreBroken(f"{type(error).__name__}: {text}")
