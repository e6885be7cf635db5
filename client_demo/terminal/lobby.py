"""The lobby: the open tables as they come and go, and the search for three others."""

from collections.abc import Callable
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Label

from belote_protocol.vocab import Pace
from client_demo.lobby import Offer
from client_demo.terminal.desk import Desk
from client_demo.terminal.home import Keys
from client_demo.terminal.look import FELT, PANEL, Look
from client_demo.terminal.offers import about, line
from client_demo.terminal.overlays import arrows
from client_demo.terminal.rows import Row, Rows

RULES = ("coinche-house", "coinche-official", "classic-house", "classic-official")


class LobbyScreen(Screen[None]):
    """The lobby."""

    CSS = f"""
    LobbyScreen {{ background: {FELT}; align: center middle; layout: vertical; }}
    #lobby {{ width: 96; max-width: 100%; height: 1fr; background: {PANEL}; padding: 1 2 0 2; }}
    LobbyScreen #keys {{ dock: bottom; height: 1; width: 100%; }}
    #lobby Label {{ width: 100%; color: #9db5a8; }}
    #lobby #title {{ text-align: center; text-style: bold; color: #ffd75f; margin: 0 0 1 0; }}
    #lobby #rows {{ height: 1fr; }}
    #lobby #about {{ height: auto; color: #e8ecdf; }}
    #lobby #problem {{ height: auto; color: #ff8f7a; }}
    """
    AUTO_FOCUS = "#rows"

    def __init__(self, desk: Desk, look: Look, go: Callable[[str], None]) -> None:
        """
        Prepare the lobby.

        Args:
            desk: Where the person is.
            look: How it looks.
            go: Enters the table of a code.
        """
        super().__init__()
        self.look = look
        self._desk = desk
        self._go = go

    def compose(self) -> ComposeResult:
        """Lay out the lines."""
        with Vertical(id="lobby"):
            yield Label(self._title, id="title", markup=False)
            yield Rows(self._rows(quick_rows(self.look)), arrows(self.look), id="rows")
            yield Label("", id="about", markup=False)
            yield Label("", id="problem", markup=False)
        say = self.look.say
        watch = self.look.words.say("lobby.watch").lower()
        arrow = self.look.sign("← →", "<- ->")
        pairs = [(arrow, say("key_change")), ("Enter", say("key_choose")), ("w", watch)]
        yield Keys(self.look, [*pairs, ("F2", say("options")), ("Esc", say("close"))])

    @property
    def _title(self) -> str:
        say = self.look.words.say
        return f"{say('lobby.public_tables')} {self.look.sign('·', '-')} {say('lobby.quick_match')}"

    def again(self) -> None:
        """Show the lobby as it is now."""
        if not self.is_mounted:
            return
        rows = self.query_one(Rows)
        fresh = quick_rows(self.look)
        for row in fresh:
            row.choose(next((old.value for old in rows.rows if old.key == row.key), None))
        rows.show(self._rows(fresh))
        self.query_one("#title", Label).update(self._title)
        self._about()

    def complain(self, text: str) -> None:
        """Say what went wrong, or how the connection stands."""
        if self.is_mounted:
            self.query_one("#problem", Label).update(text)

    def _rows(self, quick: list[Row]) -> list[Row]:
        look, lobby, seeking = self.look, self._desk.lobby, self._desk.seeking
        if seeking is None:
            find = Row("find", look.words.say("lobby.quick_find"))
            said = look.words.say("lobby.seeking_now", n=lobby.seeking)
        else:
            find = Row("stop", look.say("stop_looking"))
            said = look.words.say("lobby.searching", n=seeking.get("waiting", 0))
        heading = f"{look.words.say('lobby.public_tables')} ({len(lobby.offers)})"
        rows = [*quick, find, Row("", said, is_quiet=True), Row("", "", is_quiet=True)]
        rows.append(Row("", heading, is_quiet=True))
        tables = [Row(f"table:{name}", line(look, each)) for name, each in lobby.offers.items()]
        none = Row("", look.words.say("lobby.no_tables"), is_quiet=True)
        return [*rows, *(tables or [none])]

    def _chosen(self) -> Offer | None:
        rows = self.query_one(Rows)
        kind, _, name = rows.rows[rows.at].key.partition(":")
        return self._desk.lobby.offers.get(name) if kind == "table" else None

    def _about(self) -> None:
        """Say more of the table that stands out."""
        offer = self._chosen()
        self.query_one("#about", Label).update(about(self.look, offer) if offer else "")

    def on_rows_moved(self, event: Rows.Moved) -> None:
        """Say more of another table."""
        event.stop()
        self._about()

    def on_rows_done(self, event: Rows.Done) -> None:
        """Go to a table, or look for others, or no more."""
        event.stop()
        offer = self._chosen()
        if offer is not None:
            self._go(offer["code"])
        elif event.row.key == "find":
            self.run_worker(self._seek())
        elif event.row.key == "stop":
            self.run_worker(self._desk.unseek())

    async def _seek(self) -> None:
        rows = self.query_one(Rows)
        rules, pace = str(rows.value("rules")), str(rows.value("pace"))
        answer = await self._desk.seek(rules, pace, wide=bool(rows.value("wide")))
        if answer["t"] == "refused":
            self._complain_of(answer)

    def _complain_of(self, answer: dict[str, Any]) -> None:
        from client_demo.terminal.telling import Telling

        self.complain(Telling(self.look, self.look.card).refused(answer))

    async def on_key(self, event: events.Key) -> None:
        """Watch the table that stands out, or go back."""
        if event.key == "escape":
            event.stop()
            if self._desk.seeking is not None:
                self.run_worker(self._desk.unseek())
            self.app.run_worker(self._desk.browse(on=False))
            self.dismiss()
        elif event.key == "w" and (offer := self._chosen()) is not None:
            event.stop()
            if (code := offer.get("watch")) is not None:
                self._go(code)
            else:
                self._complain_of({"code": "no_spectators"})


def quick_rows(look: Look) -> list[Row]:
    """Return the lines that say what one would play with three others."""
    say = look.words.say
    rules: list[tuple[object, str]] = [(each, say(f"ruleset.{each}")) for each in RULES]
    paces: list[tuple[object, str]] = [
        (pace.value, f"{say(f'lobby.pace_{pace}')}, {say('lobby.seconds', n=pace.turn)}")
        for pace in Pace
    ]
    wide = [(True, look.say("yes")), (False, look.say("no"))]
    heading = f"{say('lobby.quick_match')}: {say('lobby.quick_hint')}"
    rows = [
        Row("", heading, is_quiet=True),
        Row("rules", say("lobby.quick_rules"), rules),
        Row("pace", look.say("pace"), paces),
        Row("wide", say("lobby.wide"), wide),
    ]
    rows[2].choose(Pace.NORMAL.value)
    return rows
