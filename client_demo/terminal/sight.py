"""What a picture is painted from: the table, and what this terminal adds to it."""

import math
from dataclasses import dataclass, field

from belote_protocol.vocab import SEATS, Seat, Team
from client_demo.retry import State, Status
from client_demo.terminal.canvas import Said
from client_demo.terminal.look import Look
from client_demo.terminal.moves import Bidding, my_hand, own_seat
from client_demo.terminal.telling import Telling, Until
from client_demo.views import DealView, MatchView, Points, RoomView, value_of


@dataclass
class Sight:
    """
    What is to be seen.

    Attributes:
        look: How it looks.
        room: The table.
        below: The seat at the lower edge.
        cursor: Which card of the hand is chosen.
        bidding: The call in the making, when one is to speak.
        declares: Whether the first card announces declarations.
        note: What there is to say about the last key.
        note_style: How to write it.
        status: How the client stands with the server.
        is_paused: Whether the table waits for its store.
        left: Seconds until the turn ends; ``None`` where it doesn't.
        until: How many seconds there are until an instant of the server's.
        verdict: Whether the last deal was fair, in words.
        log: What has happened, and how to write it.
        back: How many lines the log is scrolled back.
        links: Where others open the table: to play, to watch.
    """

    look: Look
    room: RoomView
    below: Seat = Seat.SOUTH
    cursor: int = 0
    bidding: Bidding | None = None
    declares: bool = True
    note: str = ""
    note_style: str = ""
    status: Status = field(default_factory=lambda: Status(State.CONNECTING))
    is_paused: bool = False
    left: float | None = None
    until: Until = lambda _: None
    verdict: str = ""
    log: list[Said] = field(default_factory=list)
    back: int = 0
    links: dict[str, str] = field(default_factory=dict)

    @property
    def match(self) -> MatchView | None:
        """The match, if there is one."""
        match: MatchView | None = value_of(self.room, "match")
        return match

    @property
    def deal(self) -> DealView | None:
        """The running deal or the last one, if there is one."""
        return self.match.get("deal") if self.match else None

    @property
    def hand(self) -> list[str]:
        """One's cards in order."""
        return my_hand(self.room)

    @property
    def telling(self) -> Telling:
        """How it is told."""
        return Telling(self.look, self.look.card)

    @property
    def around(self) -> tuple[Seat, Seat, Seat, Seat]:
        """The seats below, to the left, above, and to the right."""
        first = SEATS[self.below.place]
        return first, first.next, first.partner, first.next.partner

    def sides(self) -> tuple[tuple[Team, str], tuple[Team, str]]:
        """Return the two sides, one's own first, and what to call them."""
        mine = own_seat(self.room)
        if mine is None:
            first, second = Team.NS, Team.EW
            return (first, self._team(first)), (second, self._team(second))
        return (mine.team, self.look.say("we")), (mine.team.other, self.look.say("they"))

    def _team(self, team: Team) -> str:
        return self.look.words.say(f"team.{team}")

    def person(self, seat: Seat) -> bool:
        """Return whether somebody sits at *seat*."""
        return "person" in self.room["seats"][seat.place]

    def bot(self, seat: Seat) -> str | None:
        """Return how well the bot plays that has *seat*, or holds it; ``None`` if none does."""
        policy: str | None = value_of(self.room["seats"][seat.place], "bot")
        return policy

    def grace(self, seat: Seat) -> int | None:
        """Return the whole seconds until a bot takes over for who is gone; ``None`` if none is."""
        left = self.until(value_of(self.room["seats"][seat.place], "grace"))
        return None if left is None else math.ceil(left)


def both(points: Points) -> dict[str, int]:
    """Return *points* by the names of the sides."""
    return {"ns": points["ns"], "ew": points["ew"]}
