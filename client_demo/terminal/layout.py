"""The pictures of the table, and how they share the screen."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Input

from client_demo.terminal import bars, felt, hand, panel
from client_demo.terminal.canvas import Canvas
from client_demo.terminal.cards import Size
from client_demo.terminal.look import FELT, FRAME, PANEL
from client_demo.terminal.picture import Picture
from client_demo.terminal.sight import Sight

Paint = Callable[[Canvas, Sight], None]

NARROWEST, WIDEST = 22, 48
"""How many cells the panel takes."""


class Part(Picture):
    """One picture of the table."""

    def __init__(self, paint: Paint, ground: str, *, id: str) -> None:
        super().__init__(id=id)
        self._paint = paint
        self.ground = f"on {ground}"

    def paint(self, canvas: Canvas) -> None:
        """Paint it, once there is a table."""
        screen = self.screen
        if isinstance(screen, TableLayout) and screen.sight is not None:
            self._paint(canvas, screen.sight)


class TableLayout(Screen[None]):
    """
    The table as a picture.

    Attributes:
        sight: What is seen; ``None`` before there is a table.
    """

    CSS = f"""
    TableLayout {{ background: {FELT}; layout: vertical; }}
    #head, #prompt, #note, #keys {{ height: 1; width: 100%; }}
    #middle {{ height: 1fr; }}
    #left {{ width: 1fr; height: 100%; }}
    #felt {{ height: 1fr; width: 100%; }}
    #hand {{ width: 100%; }}
    #panel {{ height: 100%; }}
    #talk {{ display: none; height: 1; width: 100%; border: none; padding: 0 1;
            background: {FRAME}; color: #ffffff; }}
    TableLayout.talking #talk {{ display: block; }}
    TableLayout.talking #note {{ display: none; }}
    """
    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self.sight: Sight | None = None

    def compose(self) -> ComposeResult:
        """Lay out the pictures."""
        yield Part(bars.paint_head, FRAME, id="head")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield Part(felt.paint, FELT, id="felt")
                yield Part(self._paint_hand, FELT, id="hand")
            yield Part(panel.paint, PANEL, id="panel")
        yield Part(bars.paint_prompt, FRAME, id="prompt")
        yield Part(bars.paint_note, FRAME, id="note")
        yield Input(id="talk", max_length=300, compact=True)
        yield Part(bars.paint_keys, FRAME, id="keys")

    def on_resize(self) -> None:
        """Use the room there is."""
        self.fit()

    def fit(self) -> None:
        """Give each picture its size."""
        self.query_one("#hand").styles.height = self._hand_size.height + 2
        self.query_one("#panel").styles.width = self._panel_width
        self.again()

    @property
    def _panel_width(self) -> int:
        return max(NARROWEST, min(WIDEST, self.app.size.width * 17 // 50))

    @property
    def _hand_size(self) -> Size:
        width, height = self.app.size
        return hand.hand_size(width - self._panel_width, height)

    def _paint_hand(self, canvas: Canvas, sight: Sight) -> None:
        hand.paint(canvas, sight, self._hand_size)

    def again(self, *names: str) -> None:
        """Paint the pictures of these *names* anew; all of them where none is named."""
        for part in self.query(Part):
            if not names or part.id in names:
                part.again()

    def talk(self, *, on: bool) -> None:
        """Open the line one writes in, or close it."""
        self.set_class(on, "talking")
        line = self.query_one("#talk", Input)
        assert self.sight is not None
        line.placeholder = self.sight.look.say("write")
        line.value = ""
        if on:
            line.focus()
        else:
            self.set_focus(None)
