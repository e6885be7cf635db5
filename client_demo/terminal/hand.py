"""One's own cards, which of them may be played, and by which keys."""

from client_demo.terminal.canvas import Canvas
from client_demo.terminal.cards import LARGE, MIDDLE, SMALL, Size, draw
from client_demo.terminal.look import MARK, QUIET, TEXT
from client_demo.terminal.moves import judged, own_seat
from client_demo.terminal.sight import Sight

_LEAST = ((LARGE, 40), (MIDDLE, 30))
"""From how many lines on a hand is drawn in a size, if its cards don't touch each other."""


def hand_size(width: int, height: int) -> Size:
    """Return how large eight cards can be, *width* cells for them, in a window of *height*."""
    for size, least in _LEAST:
        if height >= least and width >= _whole(size):
            return size
    return SMALL


def _whole(size: Size) -> int:
    """Return how many cells eight cards of *size* take with a gap between any two."""
    return 8 * (size.width + 1) - 1


def paint(canvas: Canvas, sight: Sight, size: Size) -> None:
    """Paint the hand: the chosen card stands out, and those that can't be played are shaded."""
    hand = sight.hand
    if not hand:
        if own_seat(sight.room) is None:
            canvas.centre(0, canvas.height // 2, canvas.width, sight.look.say("you_watch"), QUIET)
        return
    verdicts = judged(sight.room)
    gap = 1 if canvas.width >= _whole(size) else 0
    step = size.width + gap
    left = (canvas.width - len(hand) * step + gap) // 2
    for at, card in enumerate(hand):
        x = left + at * step
        chosen = verdicts is not None and at == sight.cursor
        may = verdicts is None or verdicts.get(card) is None
        draw(canvas, sight.look, x, 0 if chosen else 1, size, card, shaded=not may)
        canvas.zone(x, 0, size.width, size.height + 1, f"card:{at}")
        if verdicts is not None:
            canvas.centre(x, size.height + 1, size.width, *_label(sight, at, may=may))


def _label(sight: Sight, at: int, *, may: bool) -> tuple[str, str]:
    """Return what stands under a card: its key, or a cross where it may not be played."""
    chosen = at == sight.cursor
    if not may:
        cross = sight.look.sign("×", "x")
        return (f"({cross})" if chosen else cross), QUIET
    if chosen:
        arrow = sight.look.sign("▲", "^")
        return f"{arrow}{at + 1}{arrow}", MARK
    return str(at + 1), f"bold {TEXT}"
