"""Lines to choose from: each has values that turn by the arrow keys, or does something."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len
from textual import events
from textual.message import Message

from client_demo.terminal.canvas import Canvas, cut
from client_demo.terminal.look import MARK, PANEL, QUIET, STRONG, TEXT
from client_demo.terminal.picture import Picture

_CHOSEN = "bold #10241f on #ffd75f"


@dataclass
class Row:
    """
    A line.

    Attributes:
        key: What it is about.
        label: What it is called.
        values: What can be chosen, and what each is called; empty for a line that does something.
        at: Which of them is chosen.
        hint: A key that chooses the line at once.
        is_quiet: Whether it is only there to be read.
    """

    key: str
    label: str
    values: Sequence[tuple[object, str]] = field(default_factory=list)
    at: int = 0
    hint: str = ""
    is_quiet: bool = False

    @property
    def value(self) -> object:
        """What is chosen."""
        return self.values[self.at][0] if self.values else None

    def choose(self, value: object) -> None:
        """Choose *value*, if it is there."""
        for at, (each, _) in enumerate(self.values):
            if each == value:
                self.at = at


class Rows(Picture, can_focus=True):
    """Lines to choose from."""

    ground = f"on {PANEL}"

    class Changed(Message):
        """A line has another value."""

        def __init__(self, row: Row) -> None:
            super().__init__()
            self.row = row

    class Done(Message):
        """A line was chosen that does something."""

        def __init__(self, row: Row) -> None:
            super().__init__()
            self.row = row

    class Moved(Message):
        """Another line stands out."""

    def __init__(self, rows: Sequence[Row], arrows: tuple[str, str], *, id: str) -> None:
        super().__init__(id=id)
        self.rows = list(rows)
        self.at = next((at for at, row in enumerate(rows) if not row.is_quiet), 0)
        self._arrows = arrows

    def show(self, rows: Sequence[Row]) -> None:
        """Show other lines."""
        key = self.rows[self.at].key if self.rows else ""
        keys = [row.key for row in rows]
        self.rows = list(rows)
        self.at = keys.index(key) if key in keys and key else min(self.at, len(rows) - 1)
        while self.at and self.rows[self.at].is_quiet:
            self.at -= 1
        self.again()

    def value(self, key: str) -> object:
        """Return what is chosen in the line *key*."""
        return next(row.value for row in self.rows if row.key == key)

    def paint(self, canvas: Canvas) -> None:
        """Paint the lines."""
        valued = [row for row in self.rows if row.values]
        label = max((cell_len(row.label) for row in valued), default=0) + 6
        widest = max((cell_len(name) for row in valued for _, name in row.values), default=0)
        label = min(label, max(canvas.width // 2, canvas.width - widest - 6))
        first = max(0, min(self.at - canvas.height + 2, len(self.rows) - canvas.height))
        for y, row in enumerate(self.rows[first : first + canvas.height]):
            chosen = self.has_focus and y + first == self.at
            self._line(canvas, y, row, label, chosen=chosen)
            canvas.zone(0, y, canvas.width, 1, f"row:{y + first}")

    def _line(self, canvas: Canvas, y: int, row: Row, label: int, *, chosen: bool) -> None:
        before, after = self._arrows
        if row.is_quiet:
            canvas.put(1, y, cut(row.label, canvas.width - 2), QUIET)
            return
        if not row.values:
            hint = f"{row.hint:<4}" if row.hint else ""
            text = cut(f" {hint}{row.label} ", canvas.width - 2)
            canvas.put(1, y, text, _CHOSEN if chosen else STRONG)
            return
        name = row.values[row.at][1]
        least = cell_len(row.label) + 4  # a label that is too long pushes a short value aside
        label = least if label < least <= canvas.width - cell_len(name) - 5 else label
        canvas.put(2, y, cut(row.label, label - 3), TEXT)
        shown = cut(f"{before} {name} {after}", canvas.width - label - 1)
        canvas.put(label, y, shown, _CHOSEN if chosen else MARK)

    def on_focus(self) -> None:
        """Show which line is chosen."""
        self.again()

    def on_blur(self) -> None:
        """Show that none is."""
        self.again()

    def on_key(self, event: events.Key) -> None:
        """Turn a value, go to another line, or do what the line does."""
        match event.key:
            case "up" if self._move(-1):
                event.stop()
            case "down" if self._move(1):
                event.stop()
            case "left" | "right" | "space" | "enter":
                event.stop()
                self._turn(-1 if event.key == "left" else 1)
            case _:
                for at, row in enumerate(self.rows):
                    if row.hint and row.hint == event.character:
                        event.stop()
                        self.at = at
                        self._turn(1)
                        break

    def _move(self, step: int) -> bool:
        """Go to the next line that is no heading; return whether there is one."""
        at = self.at + step
        while 0 <= at < len(self.rows) and self.rows[at].is_quiet:
            at += step
        if not 0 <= at < len(self.rows):
            return False
        self.at = at
        self.again()
        self.post_message(self.Moved())
        return True

    def _turn(self, step: int) -> None:
        row = self.rows[self.at]
        if row.values:
            row.at = (row.at + step) % len(row.values)
            self.post_message(self.Changed(row))
        elif not row.is_quiet:
            self.post_message(self.Done(row))
        self.again()

    def on_picture_asked(self, event: Picture.Asked) -> None:
        """Choose the line that was clicked on, as its keys would."""
        event.stop()
        self.focus()
        at = int(event.action.partition(":")[2])
        if not self.rows[at].is_quiet:
            self.at = at
            self.post_message(self.Moved())
            self._turn(1)
