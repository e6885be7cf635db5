"""The table in a terminal as a whole: its screens, and who talks to the server."""

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding

from client_demo.fairness import Verdict
from client_demo.retry import State, Status
from client_demo.session import Heard
from client_demo.terminal import options as choices
from client_demo.terminal.beside import Beside
from client_demo.terminal.canvas import Said
from client_demo.terminal.desk import Desk
from client_demo.terminal.home import HomeScreen
from client_demo.terminal.identity import Identity
from client_demo.terminal.lobby import LobbyScreen
from client_demo.terminal.logbook import entry
from client_demo.terminal.look import ALARM, look_of
from client_demo.terminal.making import Wish
from client_demo.terminal.places import invitation
from client_demo.terminal.start import NewTable, Start
from client_demo.terminal.table import TableScreen
from client_demo.terminal.telling import Kind, Telling


class BeloteApp(App[None]):
    """The table in a terminal."""

    TITLE = "Belote"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [
        Binding("ctrl+q", "quit", "quit"),
        Binding("f2", "options", "options"),
    ]

    def __init__(
        self,
        start: Start,
        identity: Identity,
        options: choices.Options,
        keep: Path | None = None,
    ) -> None:
        """
        Prepare the table.

        Args:
            start: Where to begin.
            identity: Who one is there.
            options: How it looks.
            keep: Where options are kept.
        """
        super().__init__()
        self.start = start
        self.options = options
        self.look = look_of(options)
        self.desk = Desk(start.place.address, identity, options.lang, self.hear)
        self._keep = keep
        self.beside = Beside(self)
        self.table: TableScreen | None = None
        self._said: list[Said] = []
        self._verdict = ""

    @property
    def telling(self) -> Telling:
        """How things are told now."""
        return Telling(self.look, self.look.card, self.desk.seconds_until)

    # --- coming and going ------------------------------------------------------------------------

    async def on_mount(self) -> None:
        """Show the first screen, and go on from there where it is known how."""
        known = self.desk.identity.known
        name = known.name or self.options.name
        code = self.start.place.code or ("" if self.start.new else known.code)
        self._home = HomeScreen(
            self.look, self.start.place.address, name, code or "", wish=self._wish
        )
        await self.push_screen(self._home)
        if name and self.start.new is not None:
            self.run_worker(self._create(name, self._wish))
        elif name and self.start.lobby:
            self.run_worker(self._browse(name))
        elif name and code:
            self.run_worker(self._join(name, code))

    @property
    def _wish(self) -> Wish:
        return Wish(self.start.new or NewTable(""), self.start.bots)

    async def on_unmount(self) -> None:
        """Hang up."""
        await self.desk.close()
        self.desk.identity.release()

    def on_home_screen_create(self, event: HomeScreen.Create) -> None:
        """Make a table."""
        self.run_worker(self._create(event.name, event.wish))

    def on_home_screen_browse(self, event: HomeScreen.Browse) -> None:
        """Look at the open tables."""
        self.run_worker(self._browse(event.name))

    def on_home_screen_join(self, event: HomeScreen.Join) -> None:
        """Go to a table."""
        try:
            place = invitation(event.invitation, self.start.place)
        except ValueError:
            self._home.complain(self.look.say("bad_link"))
            return
        if place.address != self.desk.address:
            self._home.complain(self.look.say("other_server", address=place.address))
            return
        self.run_worker(self._join(event.name, place.code or ""))

    async def _create(self, name: str, wish: Wish) -> None:
        await self._open(name)
        if await self._entered(await self.desk.create(wish.new)) and wish.bots:
            refused = await self.desk.fill(wish.bots, wish.new.level)
            if refused is not None and self.table is not None:
                self.table.note(self.telling.refused(refused), ALARM)

    async def _browse(self, name: str) -> None:
        await self._open(name)
        lobby = LobbyScreen(self.desk, self.look, self._go)
        await self.push_screen(lobby)
        answer = await self.desk.browse()
        if answer["t"] == "refused":
            lobby.complain(self.telling.refused(answer))

    def _go(self, code: str) -> None:
        """Enter the table of *code* from the lobby."""
        self.run_worker(self._join(self.desk.identity.known.name, code))

    async def _join(self, name: str, code: str) -> None:
        await self._open(name)
        await self._entered(await self.desk.join(code))

    def reconnect(self) -> None:
        """Connect anew after the client had given up."""
        known = self.desk.identity.known
        if not self.desk.is_open and known.code is not None:
            self.run_worker(self.desk.open(known.name, known.code))

    async def _open(self, name: str) -> None:
        self._home.complain(self.look.say("status_connecting"))
        self.change(replace(self.options, name=name))
        if not self.desk.is_open:
            await self.desk.open(name)

    async def _entered(self, answer: dict[str, object]) -> bool:
        if answer["t"] == "ok" and await self.desk.arrived():
            return True
        status = self.desk.status
        if status.is_over:
            self._complain(self.telling.status(status).text)
        else:
            self.desk.identity.keep(code=None)
            self._complain(self.telling.refused(answer))
        return False

    # --- what the server says --------------------------------------------------------------------

    def hear(self, heard: Heard | Status | Verdict) -> None:
        """Show what there is to show of *heard*."""
        if isinstance(heard, Verdict):
            self._judge(heard)
        elif isinstance(heard, Status):
            self._stands(heard)
        else:
            self._heard(heard)
        table = self.desk.table
        if isinstance(self.screen, LobbyScreen):
            self.screen.again()
        if table is None:
            return
        if self.table is None:
            if isinstance(self.screen, LobbyScreen):
                self.pop_screen()
            self.table = TableScreen(self.desk, self.beside.do, confirms=self.options.confirm)
            self.push_screen(self.table)
        if self.table.is_mounted:
            self.table.show(table, **self._shown())
        else:
            self.table.show_first = (table, {**self._shown(), "log": self._said})

    def _shown(self) -> dict[str, object]:
        return {"look": self.look, "verdict": self._verdict}

    def _judge(self, verdict: Verdict) -> None:
        line = self.telling.verdict(verdict)
        self._verdict = line.text
        self._tell(line.kind, line.text)
        if verdict.problems:
            self.notify(line.text, severity="error", timeout=20, markup=False)

    def _stands(self, status: Status) -> None:
        if status.state is State.OPEN:
            self.beside.muted.clear()
            self._complain("")
            return
        line = self.telling.status(status)
        self._complain(line.text)
        if status.state is not State.CONNECTING:
            self._tell(line.kind, line.text)

    def _complain(self, text: str) -> None:
        """Say *text* where somebody who is at no table reads it."""
        self._home.complain(text)
        if isinstance(self.screen, LobbyScreen):
            self.screen.complain(text)

    def _heard(self, heard: Heard) -> None:
        for line in self.telling.lines(heard):
            if line.kind is not Kind.SMALL:
                self._tell(line.kind, line.text)
        if heard.update["t"] == "hinted" and self.table is not None:
            self.table.hinted(self.telling.hinted(heard.update), heard.update.get("card"))
        gone = heard.update.get("reason") if heard.update["t"] == "left" else None
        gone = gone or heard.update.get("refused")
        if gone and self.desk.table is None and heard.update.get("reason") != "moved":
            self._go_home(self.telling.gone(str(gone)))

    def _tell(self, kind: Kind, text: str) -> None:
        said = entry(self.look, kind, text)
        if self.table is not None and self.table.is_mounted:
            self.table.tell(said)
        else:
            self._said.append(said)

    def _go_home(self, why: str) -> None:
        while self.screen is not self._home and len(self.screen_stack) > 2:
            self.pop_screen()
        if self.table is not None and self.screen is self.table:
            self.pop_screen()
        self.table = None
        self._home.complain(why)

    # --- what is chosen --------------------------------------------------------------------------

    def ring(self) -> None:
        """Ring the bell, if that is wanted."""
        if self.options.bell:
            self.bell()

    def action_options(self) -> None:
        """Show the options."""
        self.beside.options()

    def change(self, options: choices.Options) -> None:
        """Put *options* into force."""
        if options == self.options:
            return
        self.options = options
        self.look = look_of(options)
        choices.save(self._keep, options)
        self._home.speak(self.look)
        if isinstance(self.screen, LobbyScreen):
            self.screen.look = self.look
            self.screen.again()
        if self.table is not None and self.desk.table is not None:
            self.table.confirms = options.confirm
            self.table.show(self.desk.table, **self._shown())
