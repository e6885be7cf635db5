"""What a table is made with, as lines to choose from."""

from dataclasses import dataclass, replace
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Label

from client_demo.terminal.look import Look
from client_demo.terminal.overlays import BOX, arrows
from client_demo.terminal.rows import Row, Rows
from client_demo.terminal.start import NewTable

TARGETS = (501, 701, 1000, 1001, 2000, 3000)
TURNS = (15, 30, 60, 0)
GRACES = (0, 15, 30, 60, 120, 300)
TIMEOUTS = (0, 1, 2, 3, 5)
BANKS = (0, 15, 30, 60, 120)


@dataclass(frozen=True)
class Wish:
    """
    A table one would make.

    Attributes:
        new: What to make it with; of what the first lines say only the rest counts.
        bots: How many bots sit there at once.
    """

    new: NewTable
    bots: int = 0

    def practice(self) -> "Wish":
        """Return the same table to practise at: three bots, no clock, hints."""
        return Wish(replace(self.new, turn=0, hints=True, public=False), 3)


def table_rows(look: Look, bots: int = 0) -> list[Row]:
    """Return the lines that lead to a table, or describe one to be made."""
    games = [(each, look.words.say(f"game.{each}")) for each in ("coinche", "classic")]
    manners = [(each, look.say(each)) for each in ("house", "official")]
    targets = [(0, look.say("usual")), *((n, str(n)) for n in TARGETS)]
    turns = [(n, look.say("seconds", n=n) if n else look.say("no_clock")) for n in TURNS]
    rows = [
        Row("lobby", f"{look.words.say('lobby.public_tables')}, {_quick(look)}"),
        Row("practice", look.words.say("lobby.practice")),
        Row("", look.say("home_new"), is_quiet=True),
        Row("game", look.say("game"), games),
        Row("manner", look.say("rules"), manners),
        Row("target", look.say("target"), targets),
        Row("turn", look.say("pace"), turns, 1),
        Row("bots", look.say("bots"), [(n, str(n)) for n in range(4)]),
        Row("level", look.say("level"), look.levels(), 1),
        Row("more", f"{look.words.say('lobby.more_options')}…"),
        Row("create", look.say("create")),
    ]
    rows[7].choose(bots)
    return rows


def _quick(look: Look) -> str:
    said = look.words.say("lobby.quick_match")
    return said[0].lower() + said[1:]


def wished(rows: Rows, details: NewTable) -> Wish:
    """Return the table that *rows* describe, with *details* for what they don't say."""
    target, turn, bots = (rows.value(key) for key in ("target", "turn", "bots"))
    assert isinstance(target, int)
    assert isinstance(turn, int)
    assert isinstance(bots, int)
    rules = f"{rows.value('game')}-{rows.value('manner')}"
    level = str(rows.value("level"))
    return Wish(replace(details, rules=rules, target=target or None, turn=turn, level=level), bots)


def detail_rows(look: Look, new: NewTable) -> list[Row]:
    """Return the lines about absence, extra time, hints and who may come."""
    say = look.words.say
    switch: list[tuple[object, str]] = [(False, look.say("no")), (True, look.say("yes"))]
    lasting = [(n, say("lobby.seconds", n=n)) for n in sorted({*GRACES, *BANKS})]
    rows = [
        Row("grace", say("lobby.grace_after"), [each for each in lasting if each[0] in GRACES]),
        Row(
            "timeouts",
            say("lobby.timeouts_before"),
            [(n, str(n) if n else say("lobby.never")) for n in TIMEOUTS],
        ),
        Row("bank", say("lobby.bank_of"), [each for each in lasting if each[0] in BANKS]),
        Row("hints", say("lobby.hints_allowed"), switch),
        Row("public", look.say("public"), switch),
    ]
    for row in rows:
        row.choose(getattr(new, row.key))
    return [*rows, Row("", look.say("close"))]


class Details(ModalScreen[NewTable]):
    """The lines that few change."""

    CSS = BOX

    def __init__(self, look: Look, new: NewTable) -> None:
        super().__init__(classes="ascii" if look.is_ascii else None)
        self._look, self._new = look, new

    def compose(self) -> ComposeResult:
        """Lay out the lines."""
        with Vertical(classes="box"):
            yield Label(self._look.words.say("lobby.more_options"), markup=False)
            rows = Rows(detail_rows(self._look, self._new), arrows(self._look), id="rows")
            rows.styles.height = len(rows.rows)
            yield rows

    def on_mount(self) -> None:
        """Let the keys go to the lines."""
        self.query_one(Rows).focus()

    def on_rows_done(self, event: Rows.Done) -> None:
        """Give back what was chosen."""
        event.stop()
        self.key_escape()

    def key_escape(self) -> None:
        """Give back what was chosen."""
        rows = self.query_one(Rows).rows
        chosen: dict[str, Any] = {row.key: row.value for row in rows if row.values}
        self.dismiss(replace(self._new, **chosen))
