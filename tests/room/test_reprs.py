"""What a table says of itself in a traceback or a log keeps its secrets."""

import pytest

from belote_protocol.vocab import Card
from belote_server.game.events import DealCommitted, DealRevealed, HandsCompleted, HandsDealt
from belote_server.room.state import Room, adopt, opened
from tests.helpers.rooms import stage


def rooms() -> list[Room]:
    """Return a table after each of its batches."""
    first, *others = stage("ended").batches
    found = [opened(first)]
    for batch in others:
        found.append(adopt(found[-1], batch))
    return found


def test_no_seed_is_printed_before_it_is_revealed() -> None:
    """No event, batch or table prints the seed of a deal that is not over."""
    secret: set[str] = set()
    seen = 0
    for batch, room in zip(stage("ended").batches, rooms(), strict=True):
        for event in batch.events:
            if isinstance(event, DealCommitted):
                assert event.seed is not None
                secret.add(event.seed)
                seen += 1
            elif isinstance(event, DealRevealed) and event.seed is not None:
                secret.discard(event.seed)
        for seed in secret:
            assert seed not in f"{batch!r} {batch} {room!r} {room}"
    assert seen


def test_no_hidden_card_is_printed() -> None:
    """A deal prints no card but the one turned up, and a table none that is still in a hand."""
    dealt = 0
    for batch, room in zip(stage("ended").batches, rooms(), strict=True):
        for event in batch.events:
            if isinstance(event, HandsDealt | HandsCompleted):
                dealt += 1
                turned = getattr(event, "turned", None)
                shown = {card for card in Card if repr(card) in repr(event)}
                assert shown <= {turned}
        deal = room.match.deal
        if deal is not None and room.match.revealed is None:
            hidden = {card for hand in deal.hands for card in hand} - {deal.turned}
            if deal.shown is None:
                assert not {card for card in hidden if repr(card) in repr(room)}
    assert dealt


@pytest.mark.parametrize("code", ["sit", "watch"])
def test_no_code_is_printed(code: str) -> None:
    """The codes that open a table are not printed with it, nor with how it was opened."""
    for batch, room in zip(stage("ended").batches, rooms(), strict=True):
        assert getattr(room, code) not in f"{room!r} {batch!r}"
