"""Values kept per seat and per team."""

from dataclasses import dataclass

from belote_protocol.vocab import SEATS, Card, Seat, Team

Hand = tuple[Card, ...]
Hands = tuple[Hand, Hand, Hand, Hand]
"""One hand a seat, in seat order: South, West, North, East."""

NO_HANDS: Hands = ((), (), (), ())


@dataclass(frozen=True)
class Points:
    """A number of points for each side."""

    ns: int = 0
    ew: int = 0

    def __getitem__(self, team: Team) -> int:
        return self.ns if team is Team.NS else self.ew

    def __add__(self, other: "Points") -> "Points":
        return Points(self.ns + other.ns, self.ew + other.ew)

    @property
    def total(self) -> int:
        """The points of both sides together."""
        return self.ns + self.ew

    @staticmethod
    def of(team: Team, points: int) -> "Points":
        """Return *points* for *team* and nothing for the other side."""
        return Points(points, 0) if team is Team.NS else Points(0, points)


NO_POINTS = Points()


def seats_from(first: Seat) -> tuple[Seat, Seat, Seat, Seat]:
    """Return the four seats in turn order, beginning with *first*."""
    second = first.next
    return (first, second, second.next, first.partner.next)


def with_hand(hands: Hands, seat: Seat, hand: Hand) -> Hands:
    """Return *hands* with the one of *seat* replaced."""
    south, west, north, east = hands
    if seat is Seat.SOUTH:
        return (hand, west, north, east)
    if seat is Seat.WEST:
        return (south, hand, north, east)
    if seat is Seat.NORTH:
        return (south, west, hand, east)
    return (south, west, north, hand)


def holder(hands: Hands, card: Card) -> Seat | None:
    """Return the seat whose hand has *card*, if any."""
    for seat in SEATS:
        if card in hands[seat.place]:
            return seat
    return None
