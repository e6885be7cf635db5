"""What a client knows of the public tables, kept up to date from what it is told."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from client_demo.wire import Update

Offer = dict[str, Any]
"""A public table; the description of the protocol lists its fields."""


@dataclass(frozen=True)
class Lobby:
    """
    The lobby at one version; 0 before anything was told.

    Attributes:
        offers: The public tables, by name.
        seeking: How many people look for others.
    """

    v: int = 0
    offers: Mapping[str, Offer] = field(default_factory=dict)
    seeking: int = 0


def fold(lobby: Lobby, update: Update) -> Lobby:
    """Return *lobby* after *update*, one of the kind ``lobby``."""
    offers = {} if update.get("full") else dict(lobby.offers)
    for name in update.get("gone", ()):
        offers.pop(name, None)
    offers |= {offer["id"]: offer for offer in update.get("tables", ())}
    return Lobby(update["v"], offers, update.get("seeking", 0))
