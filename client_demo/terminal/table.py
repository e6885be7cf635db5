"""The table on the screen: what is known of it, and what keys and clicks do."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from textual import events
from textual.widgets import Input

from belote_protocol.vocab import SEATS, Mode, Seat
from client_demo.model import Table
from client_demo.terminal import bars, moves
from client_demo.terminal.canvas import Said
from client_demo.terminal.desk import Desk
from client_demo.terminal.keys import action
from client_demo.terminal.layout import TableLayout
from client_demo.terminal.look import ALARM, GOOD, QUIET
from client_demo.terminal.picture import Picture
from client_demo.terminal.places import Place
from client_demo.terminal.sight import Sight
from client_demo.views import RoomView, value_of
from client_demo.wire import Command, Update

TICK = 0.25
"""Seconds between two looks at the clock."""

KEPT = 400
"""How many lines the log remembers."""

_STEPS = {"left": -1, "down": -1, "right": 1, "up": 1, "first": -99, "last_one": 99}


class TableScreen(TableLayout):
    """
    The table.

    Attributes:
        confirms: Whether a card's key has to be pressed twice.
        show_first: The table as it was when the screen was asked for.
    """

    def __init__(self, desk: Desk, do: Callable[[str], None], *, confirms: bool = False) -> None:
        """
        Prepare the screen.

        Args:
            desk: Where the person sits.
            do: Does what is not of the table itself: ``menu``, ``options``, ``help``…
            confirms: Whether a card's key has to be pressed twice.
        """
        super().__init__()
        self.confirms = confirms
        self.show_first: tuple[Table, dict[str, Any]] | None = None
        self._desk = desk
        self._do = do
        self._armed = ""
        self._place: tuple[object, ...] = ()
        self._instants: tuple[object, ...] = ()
        self._is_waiting = False

    def on_mount(self) -> None:
        """Show what is known, and watch the clock."""
        self.fit()
        if self.show_first is not None:
            table, more = self.show_first
            self.show(table, **more)
        self.set_interval(TICK, self._tick)

    # --- what is known ---------------------------------------------------------------------------

    def show(self, table: Table, **more: Any) -> None:
        """Show *table*; *more* are other fields of what is seen."""
        room = table.room
        if self.sight is None:
            self.sight = Sight(room=room, below=moves.own_seat(room) or Seat.SOUTH, **more)
        before, self.sight.room = self.sight.room, room
        for name, value in more.items():
            setattr(self.sight, name, value)
        if moves.own_seat(room) is not moves.own_seat(before):
            self.sight.below = moves.own_seat(room) or self.sight.below
        self.sight.links = Place(self._desk.address).links(room.get("sit"), room.get("watch"))
        self._new_place(room)
        self._clock()
        self.again()

    def _new_place(self, room: RoomView) -> None:
        """Begin a choice anew when the table asks for another one."""
        sight = self.sight
        assert sight is not None
        deal = sight.deal
        here = (
            moves.phase(room),
            room["turn"].get("seat"),
            deal and (deal["number"], len(value_of(deal, "calls")), len(value_of(deal, "tricks"))),
        )
        if here == self._place:
            return
        if self._place and self._place[:2] != here[:2] and sight.note_style == ALARM:
            sight.note = ""
        self._place, self._armed = here, ""
        sight.bidding = moves.bidding(room)
        verdicts = moves.judged(room)
        if verdicts is not None:
            legal = [at for at, card in enumerate(sight.hand) if verdicts.get(card) is None]
            sight.cursor = legal[0] if legal else 0
            sight.note = ""
        if moves.is_my_turn(room):
            self._do("bell")

    def tell(self, said: Said) -> None:
        """Add a line to the log."""
        if self.sight is not None:
            self.sight.log = [*self.sight.log[-KEPT:], said]
            self.sight.back = 0
            self.again("panel")

    def note(self, text: str, style: str = QUIET) -> None:
        """Say something below the table."""
        if self.sight is not None:
            self.sight.note, self.sight.note_style = text, style
            self.again("note")

    def hinted(self, text: str, card: str | None) -> None:
        """Say what a bot would do, and choose its *card* so that Enter plays it."""
        if self.sight is not None:
            if card in self.sight.hand and moves.judged(self.sight.room) is not None:
                self.sight.cursor = self.sight.hand.index(card)
                self.again("hand")
            self.note(text, GOOD)

    def _clock(self) -> None:
        assert self.sight is not None
        self.sight.left, self.sight.until = self._desk.seconds_left(), self._desk.seconds_until
        self.sight.status, self.sight.is_paused = self._desk.status, self._desk.is_paused

    def _tick(self) -> None:
        if self.sight is None:
            return
        self._clock()
        graces = tuple(map(self.sight.grace, SEATS))
        instants = (bars.clock_of(self.sight), graces)
        if instants != self._instants:
            self._instants = instants
            self.again("prompt", "head", *(["felt"] if any(graces) else []))

    # --- what keys do ----------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Do what a key asks for."""
        if self.has_class("talking"):
            if event.key == "escape":
                event.stop()
                self.talk(on=False)
            return
        if self.sight is None:
            return
        asked = action(event.key, self.sight.room)
        if asked is not None:
            event.stop()
            event.prevent_default()
            self.act(asked)

    def on_picture_asked(self, event: Picture.Asked) -> None:
        """Do what a click asks for."""
        event.stop()
        self.act(event.action)

    def act(self, asked: str) -> None:
        """Do what *asked* names."""
        assert self.sight is not None
        verb, _, what = asked.partition(":")
        match verb:
            case "card":
                self._card(int(what))
            case "left" | "right" | "up" | "down" | "first" | "last_one":
                self._go(_STEPS[verb], verb)
            case "go":
                self._enter()
            case "on":
                self._on()
            case "mode" | "rung":
                self._choose(verb, what)
            case "word":
                self.ask(moves.bid(self.sight.room, what))
            case "seat":
                self._seat(Seat(what))
            case "declare":
                self.sight.declares = not self.sight.declares
            case "flip":
                self.sight.below = self.sight.below.next
            case "talk":
                self.talk(on=True)
            case "hint":
                self.ask({"t": "hint"})
            case "bots" if moves.is_held(self.sight.room):
                self.ask({"t": "back"})
            case "older" | "newer":
                self.sight.back += 5 if verb == "older" else -5
            case _:
                self._do(verb)
        self.again()

    def _go(self, step: int, verb: str) -> None:
        assert self.sight is not None
        if self.sight.bidding is not None:
            self.sight.bidding = self.sight.bidding.higher(step)
        elif moves.judged(self.sight.room) is not None and verb not in ("up", "down"):
            last = len(self.sight.hand) - 1
            self.sight.cursor = max(0, min(last, self.sight.cursor + step))
            self.note(self._why(self.sight.cursor), ALARM)

    def _why(self, at: int) -> str:
        """Return why the card at *at* may not be played; nothing if it may."""
        assert self.sight is not None
        verdicts = moves.judged(self.sight.room) or {}
        duty = verdicts.get(self.sight.hand[at])
        if duty is None:
            return ""
        return self.sight.telling.duty(duty, moves.duty_params(self.sight.room, duty)) or duty

    def _card(self, at: int) -> None:
        sight = self.sight
        assert sight is not None
        if at >= len(sight.hand):
            return
        verdicts, card = moves.judged(sight.room), sight.hand[at]
        if verdicts is None:
            self.note(sight.telling.turn(sight.room) or sight.look.say("not_now"), ALARM)
            return
        sight.cursor = at
        if verdicts.get(card) is not None:
            self.note(self._why(at), ALARM)
        elif self._armed != card and self.confirms:
            self._armed = card
            self.note(sight.look.say("press_again", card=sight.look.card(card)))
        else:
            self.ask(moves.play(sight.room, card, declare=sight.declares))

    def _enter(self) -> None:
        sight = self.sight
        assert sight is not None
        if not self._desk.is_open:
            self._on()
        elif sight.bidding is not None:
            if sight.bidding.call is not None:
                self.ask(moves.bid(sight.room, sight.bidding.call))
            elif sight.bidding.rungs:
                self.note(sight.look.say("choose_mode"), ALARM)
        elif moves.judged(sight.room) is not None:
            self._armed = sight.hand[sight.cursor]
            self._card(sight.cursor)
        else:
            self._on()

    def _on(self) -> None:
        assert self.sight is not None
        if not self._desk.is_open:
            self._do("reconnect")
            return
        command = moves.go_on(self.sight.room)
        if command is not None:
            self.ask(command)

    def _choose(self, verb: str, what: str) -> None:
        sight = self.sight
        assert sight is not None
        if sight.bidding is None:
            return
        if verb == "rung":
            sight.bidding = replace(sight.bidding, at=int(what))
        elif Mode(what) in sight.bidding.modes:
            sight.bidding = sight.bidding.with_mode(Mode(what))
        elif sight.bidding.rungs:
            name = sight.look.words.say(f"mode.{what}")
            self.note(sight.look.say("mode_closed", mode=name), ALARM)

    def _seat(self, seat: Seat) -> None:
        assert self.sight is not None
        if self.sight.person(seat) and moves.own_seat(self.sight.room) is not None:
            self.ask({"t": "swap", "seat": seat.value})
        else:
            self.ask({"t": "sit", "seat": seat.value})

    # --- what is asked of the server -------------------------------------------------------------

    def ask(self, command: Command) -> None:
        """Ask the server for *command*, unless an answer is still to come."""
        if self._is_waiting and command["t"] in ("play", "bid", "next", "rematch", "ready"):
            return
        self._is_waiting = True
        self.run_worker(self._asked(command), exclusive=False)

    async def _asked(self, command: Command) -> None:
        try:
            answer = await self._desk.ask(command)
        finally:
            self._is_waiting = False
        self._answered(command, answer)

    def _answered(self, command: Command, answer: Update) -> None:
        if answer["t"] == "ok":
            if command["t"] in ("play", "bid"):
                self.note("")
            return
        if answer["code"] != "stale_place" and self.sight is not None:
            self.note(self.sight.telling.refused(answer), ALARM)

    # --- talking ---------------------------------------------------------------------------------

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Say what was written."""
        event.stop()
        text = event.value.strip()
        self.talk(on=False)
        if text:
            self.ask({"t": "chat", "text": text})
