"""The first screen: who one is, and which table to make or to come to."""

from collections.abc import Sequence
from dataclasses import replace

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, Label

from client_demo.terminal.canvas import Canvas, width_of
from client_demo.terminal.look import FELT, FRAME, MARK, PANEL, QUIET, Look
from client_demo.terminal.making import Details, Wish, table_rows, wished
from client_demo.terminal.overlays import arrows
from client_demo.terminal.picture import Picture
from client_demo.terminal.rows import Rows
from client_demo.terminal.start import NewTable


class Keys(Picture):
    """The line of keys, each with what it does."""

    ground = f"on {FRAME}"

    def __init__(self, look: Look, pairs: Sequence[tuple[str, str]]) -> None:
        super().__init__(id="keys")
        self.look, self.pairs = look, pairs

    def paint(self, canvas: Canvas) -> None:
        """Paint the keys."""
        x = 1
        for key, text in self.pairs:
            canvas.put(x, 0, [(key, MARK), (f" {text}", QUIET)])
            x += width_of(f"{key} {text}") + 2


def home_keys(look: Look) -> list[tuple[str, str]]:
    """Return the keys of the first screen."""
    pairs = [
        ("Tab", "key_move"),
        (look.sign("← →", "<- ->"), "key_change"),
        ("Enter", "key_choose"),
        ("F2", "options"),
        ("Ctrl+Q", "key_quit"),
    ]
    return [(key, look.say(text)) for key, text in pairs]


class HomeScreen(Screen[None]):
    """The first screen."""

    CSS = f"""
    HomeScreen {{ background: {FELT}; align: center middle; layout: vertical; }}
    #keys {{ dock: bottom; height: 1; width: 100%; }}
    #page {{ width: 64; max-width: 100%; height: auto; max-height: 100%; background: {PANEL};
            padding: 1 2; }}
    #page Label {{ width: 100%; color: #9db5a8; }}
    #title {{ text-align: center; text-style: bold; color: #ffd75f !important; }}
    #where {{ text-align: center; }}
    #page Input {{ margin: 0 0 1 0; background: {FRAME}; color: #ffffff; border: none; height: 1;
                  padding: 0 1; }}
    #page Input:focus {{ background: #1d5a49; }}
    #rows {{ height: 11; margin: 0 0 1 0; }}
    #problem {{ color: #ff8f7a !important; height: auto; }}
    """
    AUTO_FOCUS = ""

    class Create(Message):
        """A table is to be made."""

        def __init__(self, name: str, wish: Wish) -> None:
            super().__init__()
            self.name, self.wish = name, wish

    class Browse(Message):
        """The open tables are to be looked at."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    class Join(Message):
        """A table is to be entered."""

        def __init__(self, name: str, invitation: str) -> None:
            super().__init__()
            self.name, self.invitation = name, invitation

    def __init__(self, look: Look, address: str, name: str, code: str = "", *, wish: Wish) -> None:
        """
        Prepare the screen.

        Args:
            look: How it looks.
            address: Of the server.
            name: Who one was the last time.
            code: The table to go to.
            wish: What a new table is like at first.
        """
        super().__init__()
        self._look, self._address = look, address
        self._given = {"name": name, "code": code}
        self._wish = wish

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with VerticalScroll(id="page", can_focus=False):
            yield Label(id="title", markup=False)
            yield Label(self._address, id="where", markup=False)
            yield Label(id="label-name", markup=False)
            yield Input(self._given["name"], id="name", max_length=40, compact=True)
            yield Label(id="label-code", markup=False)
            yield Input(self._given["code"], id="code", max_length=200, compact=True)
            rows = table_rows(self._look, self._wish.bots)
            yield Rows(rows, arrows(self._look), id="rows")
            yield Label("", id="problem", markup=False)
        yield Keys(self._look, home_keys(self._look))

    def on_mount(self) -> None:
        """Begin where something is to be done."""
        self.speak(self._look)
        first = "name" if not self._given["name"] else "code" if self._given["code"] else "rows"
        self.query_one(f"#{first}").focus()

    def speak(self, look: Look) -> None:
        """Show all words as *look* has them."""
        self._look = look
        suits = "".join(f" {look.suit(suit)}" for suit in "SHDC").strip()
        self.query_one("#title", Label).update(f"{suits}   Belote & Coinche   {suits}")
        for name in ("name", "code"):
            self.query_one(f"#label-{name}", Label).update(look.say(f"home_{name}"))
        rows = self.query_one(Rows)
        fresh = table_rows(look)
        for row, old in zip(fresh, rows.rows, strict=True):
            row.choose(old.value)
        rows.show(fresh)
        keys = self.query_one(Keys)
        keys.look, keys.pairs = look, home_keys(look)
        keys.again()

    def complain(self, text: str) -> None:
        """Say what went wrong, or that one has to wait."""
        self.query_one("#problem", Label).update(text)

    @property
    def typed_name(self) -> str:
        """The name that was typed; what is said where it is missing is one's own affair."""
        return self.query_one("#name", Input).value.strip()

    def _named(self) -> bool:
        if self.typed_name:
            return True
        self.complain(self._look.say("name_first"))
        self.query_one("#name").focus()
        return False

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the table that was named, or on to the next line."""
        event.stop()
        code = self.query_one("#code", Input).value.strip()
        if not self._named():
            return
        if code:
            self.post_message(self.Join(self.typed_name, code))
        else:
            self.query_one("#code" if event.input.id == "name" else "#rows").focus()

    def on_rows_done(self, event: Rows.Done) -> None:
        """Make the table, or practise at it, or look at those there are."""
        event.stop()
        if event.row.key == "more":
            self.app.push_screen(Details(self._look, self._wish.new), self._adjust)
        elif self._named():
            self._do(event.row.key)

    def _adjust(self, chosen: NewTable | None) -> None:
        if chosen is not None:
            self._wish = replace(self._wish, new=chosen)

    def _do(self, asked: str) -> None:
        wish = wished(self.query_one(Rows), self._wish.new)
        if asked == "lobby":
            self.post_message(self.Browse(self.typed_name))
        else:
            wish = wish.practice() if asked == "practice" else wish
            self.post_message(self.Create(self.typed_name, wish))

    def on_key(self, event: events.Key) -> None:
        """Go from line to line by the arrow keys too."""
        if event.key in ("up", "down"):
            event.stop()
            if event.key == "up":
                self.focus_previous()
            else:
                self.focus_next()
