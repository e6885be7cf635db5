"""
For whom each field of each event is meant, written down apart from the code that redacts.

``ALL`` may know it, a ``HAND`` is each seat's own, a ``SECRET`` is nobody's until the deal is over.
"""

from dataclasses import fields
from enum import Enum, auto

from belote_server.game.events import Event


class Audience(Enum):
    """Who may know a field as it happens."""

    ALL = auto()
    HAND = auto()
    SECRET = auto()


ALL, HAND, SECRET = Audience

AUDIENCES: dict[str, dict[str, Audience]] = {
    "MatchStarted": {"match_id": ALL, "rules": ALL, "dealer": ALL},
    "DealCommitted": {"deal": ALL, "commitment": ALL, "seed": SECRET},
    "HandsDealt": {
        "deal": ALL,
        "dealer": ALL,
        "speaker": ALL,
        "hands": HAND,
        "turned": ALL,
        "deck": SECRET,
    },
    "CallMade": {"seat": ALL, "call": ALL, "contract": ALL, "speaker": ALL, "passes": ALL},
    "DealPassedOut": {"deal": ALL},
    "HandsCompleted": {"contract": ALL, "added": HAND, "leader": ALL},
    "CardPlayed": {"seat": ALL, "card": ALL},
    "DeclarationsMade": {"seat": ALL, "kinds": ALL},
    "BeloteSaid": {"seat": ALL, "suit": ALL, "word": ALL},
    "TrickTaken": {"number": ALL, "winner": ALL, "points": ALL},
    "DeclarationsShown": {"team": ALL, "shown": ALL, "points": ALL},
    "DealSettled": {"deal": ALL, "settlement": ALL, "scores": ALL},
    "DealRevealed": {"deal": ALL, "deck": ALL, "seed": ALL},
    "MatchEnded": {"winner": ALL, "reason": ALL, "scores": ALL},
}
"""Event → field → audience; an event or a field that is not here fails a test."""


def field_audience(event: Event, name: str) -> Audience:
    """Return for whom a field of *event* is meant."""
    return AUDIENCES[type(event).__name__][name]


def public_part(event: Event) -> tuple[object, ...]:
    """Return what everybody may know of *event*, by the table above alone."""
    return (
        type(event).__name__,
        *(
            getattr(event, field.name)
            for field in fields(event)
            if field_audience(event, field.name) is ALL
        ),
    )
