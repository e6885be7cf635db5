"""Canvases as Textual shows them."""

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from client_demo.terminal.canvas import Canvas


class Picture(Widget):
    """A widget that is painted; what is clicked on in it is asked for."""

    ground = "on #14483a"

    class Asked(Message):
        """Something in the picture was clicked on."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._canvas: Canvas | None = None

    def paint(self, canvas: Canvas) -> None:
        """Paint the picture."""

    def again(self) -> None:
        """Paint it anew."""
        self._canvas = None
        self.refresh()

    def drawn(self) -> Canvas:
        """Return the picture at its present size."""
        width, height = self.size
        if self._canvas is None or (self._canvas.width, self._canvas.height) != (width, height):
            self._canvas = Canvas(width, height, self.ground)
            if width and height:
                self.paint(self._canvas)
        return self._canvas

    def render_line(self, y: int) -> Strip:
        """Return one line for Textual."""
        canvas = self.drawn()
        if y >= canvas.height:
            return Strip.blank(canvas.width)
        return Strip(canvas.segments(y), canvas.width)

    def on_click(self, event: events.Click) -> None:
        """Ask for what was clicked on."""
        action = self.drawn().action_at(event.x, event.y)
        if action:
            event.stop()
            self.post_message(self.Asked(action))
