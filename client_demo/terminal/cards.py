"""Cards as they lie on a canvas, in three sizes."""

from dataclasses import dataclass

from client_demo.terminal.canvas import Canvas
from client_demo.terminal.look import CARD, SHADED, Look


@dataclass(frozen=True)
class Size:
    """How many cells a card is wide, and how many lines high."""

    width: int
    height: int


SMALL, MIDDLE, LARGE = Size(5, 3), Size(7, 5), Size(9, 7)


def size_for(width: int, height: int) -> Size:
    """Return the size of cards in a trick on a cloth of *width* and *height*."""
    if width >= 76 and height >= 27:
        return LARGE
    return MIDDLE if width >= 56 and height >= 19 else SMALL


def draw(
    canvas: Canvas, look: Look, x: int, y: int, size: Size, card: str, *, shaded: bool = False
) -> None:
    """Draw *card*, its upper left corner at *x* and *y*."""
    ground = f"on {SHADED if shaded else CARD}"
    ink = f"{'' if shaded else 'bold '}{look.ink(card[1])}"
    canvas.fill(x, y, size.width, size.height, ground)
    if look.is_ascii:
        _frame(canvas, x, y, size)
    text = look.card(card)
    if size is SMALL:
        canvas.centre(x, y + 1, size.width, text, ink)
        return
    inset = 1
    canvas.put(x + inset, y + look.is_ascii, look.rank(card[0]), ink)
    canvas.put(x + inset, y + 1 + look.is_ascii, look.suit(card[1]), ink)
    canvas.centre(x, y + size.height // 2, size.width, look.suit(card[1]), ink)
    last = y + size.height - 1 - look.is_ascii
    canvas.right(x, last, size.width - inset, look.rank(card[0]), ink)
    canvas.right(x, last - 1, size.width - inset, look.suit(card[1]), ink)


def _frame(canvas: Canvas, x: int, y: int, size: Size) -> None:
    edge = "+" + "-" * (size.width - 2) + "+"
    canvas.put(x, y, edge, "#6b675c")
    canvas.put(x, y + size.height - 1, edge, "#6b675c")
    for line in range(y + 1, y + size.height - 1):
        canvas.put(x, line, "|", "#6b675c")
        canvas.put(x + size.width - 1, line, "|", "#6b675c")
