"""What keys ask for beside the table: what lies over it, and what is chosen there."""

from typing import TYPE_CHECKING

from belote_protocol.vocab import SEATS, Phase, Seat
from client_demo.terminal import moves
from client_demo.terminal.look import ALARM, GOOD
from client_demo.terminal.menus import bots, menu, removable
from client_demo.terminal.overlays import Choose, Settle, help_keys, phrases
from client_demo.terminal.rows import Row
from client_demo.terminal.sheet import SheetScreen
from client_demo.terminal.sight import Sight
from client_demo.terminal.table import TableScreen
from client_demo.views import value_of

if TYPE_CHECKING:
    from client_demo.terminal.app import BeloteApp


class Beside:
    """
    The overlays of one app.

    Attributes:
        muted: The public ids of those whose words are not heard; it holds for one connection.
    """

    def __init__(self, app: "BeloteApp") -> None:
        self.muted: set[str] = set()
        self._app = app

    def do(self, what: str) -> None:
        """Do *what* a key at the table asks for."""
        app = self._app
        match what:
            case "bell":
                app.ring()
            case "reconnect":
                app.reconnect()
            case "help":
                app.push_screen(help_keys(app.look))
            case "options":
                self.options()
            case "phrases":
                app.push_screen(phrases(app.look), self._phrase)
            case "menu":
                app.push_screen(menu(app.look, app.desk, self.muted), self._chosen)
            case "invite":
                app.push_screen(self._links())
            case "bots":
                self._bots()
            case _ if app.table is not None and app.table.sight is not None:
                self._look_at(what, app.table, app.table.sight)
            case _:
                pass

    def _look_at(self, what: str, table: TableScreen, sight: Sight) -> None:
        if what == "sheet":
            self._app.push_screen(SheetScreen(sight))
        elif what == "last":
            table.note(*last_trick(sight))

    def options(self) -> None:
        """Show the options, unless something else lies over the table."""
        app = self._app
        if not isinstance(app.screen, (Settle, Choose, SheetScreen)):
            app.push_screen(
                Settle(app.options, app.look),
                lambda chosen: None if chosen is None else app.change(chosen),
            )

    def _phrase(self, phrase: str | None) -> None:
        if phrase is not None and self._app.table is not None:
            self._app.table.ask({"t": "say", "phrase": phrase})

    def _chosen(self, chosen: str | None) -> None:
        """Do what was chosen in the menu."""
        app, (verb, _, what) = self._app, (chosen or "").partition(":")
        match verb:
            case "quit":
                app.exit()
            case "options" | "invite" | "sheet" | "bots":
                self.do(verb)
            case "remove" if not what:
                app.push_screen(removable(app.look, app.desk), self._chosen)
            case _ if app.table is not None:
                self._ask(app.table, verb, what)
            case _:
                pass

    def _ask(self, table: TableScreen, verb: str, what: str) -> None:
        match verb:
            case "flip":
                table.act(verb)
            case "remove":
                table.ask({"t": "remove", "seat": what})
            case "bot":
                seats, _, level = what.partition(":")
                for seat in seats:
                    table.ask({"t": "bot", "seat": seat, "policy": level})
            case "mute" | "unmute":
                self.muted ^= {what}
                table.ask({"t": "mute", "person": what, "muted": verb == "mute"})
            case "surrender":
                table.ask({"t": "surrender", "give_up": what == "yes"})
            case "watchers":
                table.ask({"t": "watchers", "allowed": what == "yes"})
            case "leave":
                table.ask({"t": "leave"})
            case _:
                pass

    def _bots(self) -> None:
        """Show which seats bots may take, to the host and before a match."""
        app, table = self._app, self._app.table
        if table is None or table.sight is None:
            return
        room = table.sight.room
        if moves.is_host(room) and moves.phase(room) in (Phase.UNSTARTED, Phase.ENDED):
            app.push_screen(bots(app.look, room), self._chosen)
        else:
            code = "not_now" if moves.is_host(room) else "not_host"
            table.note(app.telling.duty(code, {}), ALARM)

    def _links(self) -> Choose:
        look, table = self._app.look, self._app.table
        rows = []
        for verb, link in (table.sight.links if table and table.sight else {}).items():
            purpose = "to_sit" if verb == "join" else "to_watch"
            rows.append(Row("", look.say(purpose), is_quiet=True))
            rows.append(Row("", link, is_quiet=True))
        return Choose(look.say("invite"), [*rows, Row("", look.say("close"))], look)


def last_trick(sight: Sight) -> tuple[str, str]:
    """Return the last trick in a line with everybody's name, and how to write it."""
    tricks = value_of(sight.deal, "tricks") if sight.deal is not None else []
    if not tricks:
        return sight.look.say("no_trick"), ALARM
    last, look = tricks[-1], sight.look
    first = Seat(last["leader"]).place
    said = "  ".join(
        f"{look.who(sight.room, SEATS[(first + at) % 4])} {look.card(card)}"
        for at, card in enumerate(last["cards"])
    )
    winner = look.who(sight.room, last["winner"])
    return f"{said}  {look.sign('→', '->')} {winner}, {last['points']}", GOOD
