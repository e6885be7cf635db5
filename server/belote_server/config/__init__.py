"""Settings, and where they come from."""

from belote_server.config.reading import BadSetting, load
from belote_server.config.settings import (
    Settings,
    choices,
    default_folder,
    describe,
    help_of,
    is_secret,
    names,
    option_of,
    show,
    variable_of,
)
from belote_server.config.values import Range, Secret

__all__ = [
    "BadSetting",
    "Range",
    "Secret",
    "Settings",
    "choices",
    "default_folder",
    "describe",
    "help_of",
    "is_secret",
    "load",
    "names",
    "option_of",
    "show",
    "variable_of",
]
