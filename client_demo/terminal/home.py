"""The first screen: who one is, and which table to make or to come to."""

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, Label

from client_demo.terminal.canvas import Canvas
from client_demo.terminal.desk import NewTable
from client_demo.terminal.look import FELT, FRAME, MARK, PANEL, QUIET, Look
from client_demo.terminal.overlays import arrows
from client_demo.terminal.picture import Picture
from client_demo.terminal.rows import Row, Rows

TARGETS = (501, 701, 1000, 1001, 2000, 3000)
TURNS = (15, 30, 60, 0)


def new_table_rows(look: Look, bots: int = 0) -> list[Row]:
    """Return the lines that describe a table to be made."""
    games = [(each, look.words.say(f"game.{each}")) for each in ("coinche", "classic")]
    manners = [(each, look.say(each)) for each in ("house", "official")]
    targets = [(0, look.say("usual")), *((n, str(n)) for n in TARGETS)]
    turns = [(n, look.say("seconds", n=n) if n else look.say("no_clock")) for n in TURNS]
    rows = [
        Row("game", look.say("game"), games),
        Row("manner", look.say("rules"), manners),
        Row("target", look.say("target"), targets),
        Row("turn", look.say("pace"), turns, 1),
        Row("bots", look.say("bots"), [(n, str(n)) for n in range(4)]),
        Row("create", look.say("create")),
    ]
    rows[4].choose(bots)
    return rows


class Keys(Picture):
    """The line of keys."""

    ground = f"on {FRAME}"

    def __init__(self, look: Look) -> None:
        super().__init__(id="keys")
        self.look = look

    def paint(self, canvas: Canvas) -> None:
        """Paint the keys."""
        x = 1
        pairs = [
            ("Tab", "key_move"),
            (self.look.sign("← →", "<- ->"), "key_change"),
            ("Enter", "key_choose"),
            ("F2", "options"),
            ("Ctrl+Q", "key_quit"),
        ]
        for key, text in pairs:
            canvas.put(x, 0, [(key, MARK), (f" {self.look.say(text)}", QUIET)])
            x += len(key) + len(self.look.say(text)) + 3


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
    #rows {{ height: 6; margin: 0 0 1 0; }}
    #problem {{ color: #ff8f7a !important; height: auto; }}
    """
    AUTO_FOCUS = ""

    class Create(Message):
        """A table is to be made."""

        def __init__(self, name: str, new: NewTable, bots: int) -> None:
            super().__init__()
            self.name, self.new, self.bots = name, new, bots

    class Join(Message):
        """A table is to be entered."""

        def __init__(self, name: str, invitation: str) -> None:
            super().__init__()
            self.name, self.invitation = name, invitation

    def __init__(self, look: Look, address: str, name: str, code: str = "", bots: int = 0) -> None:
        super().__init__()
        self._look, self._address = look, address
        self._given = {"name": name, "code": code}
        self._bots = bots

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        with VerticalScroll(id="page", can_focus=False):
            yield Label(id="title", markup=False)
            yield Label(self._address, id="where", markup=False)
            yield Label(id="label-name", markup=False)
            yield Input(self._given["name"], id="name", max_length=40, compact=True)
            yield Label(id="label-code", markup=False)
            yield Input(self._given["code"], id="code", max_length=200, compact=True)
            yield Label(id="label-new", markup=False)
            yield Rows(new_table_rows(self._look, self._bots), arrows(self._look), id="rows")
            yield Label("", id="problem", markup=False)
        yield Keys(self._look)

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
        for name in ("name", "code", "new"):
            self.query_one(f"#label-{name}", Label).update(look.say(f"home_{name}"))
        rows = self.query_one(Rows)
        fresh = new_table_rows(look, self._bots)
        for row, old in zip(fresh, rows.rows, strict=True):
            row.choose(old.value)
        rows.show(fresh)
        keys = self.query_one(Keys)
        keys.look = look
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
        """Make the table."""
        event.stop()
        if not self._named():
            return
        rows = self.query_one(Rows)
        target, turn, bots = (rows.value(key) for key in ("target", "turn", "bots"))
        assert isinstance(target, int)
        assert isinstance(turn, int)
        assert isinstance(bots, int)
        rules = f"{rows.value('game')}-{rows.value('manner')}"
        self.post_message(self.Create(self.typed_name, NewTable(rules, target or None, turn), bots))

    def on_key(self, event: events.Key) -> None:
        """Go from line to line by the arrow keys too."""
        if event.key in ("up", "down"):
            event.stop()
            if event.key == "up":
                self.focus_previous()
            else:
                self.focus_next()
