"""
Watching that deals are fair, without taking the server's word for anything.

A deal's commitment is told before anybody speaks. When the deal is over its seed is shown, and
then anyone can repeat three steps: the seed must be the one committed to, it must give the order
that is revealed, and that order must give every card that was seen. A deal that fails one of them
was changed on the way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from belote_protocol.vocab import SEATS, Seat
from client_demo.fair_deal import commitment, hands, shuffled
from client_demo.model import Table, after
from client_demo.views import DealView, Event, RoomView, value_of
from client_demo.wire import Update

_Key = tuple[str, int]
"""A match's name, and the number of a deal of it."""


@dataclass(frozen=True)
class Verdict:
    """
    What became of one deal.

    Attributes:
        match: The name of its match.
        deal: Its number.
        problems: What does not fit; empty for a deal that was fair as far as was seen.
        is_proven: Whether its commitment was known before it was over. Without that, the order
            may still have been chosen.
    """

    match: str
    deal: int
    problems: tuple[str, ...]
    is_proven: bool


class Witness:
    """Remembers each commitment as it was first heard, and judges each deal that is revealed."""

    def __init__(self) -> None:
        self._commitments: dict[_Key, str] = {}
        self._doubts: dict[_Key, str] = {}
        self._judged: set[_Key] = set()

    def see(self, before: Table | None, update: Update) -> list[Verdict]:
        """Return a verdict on each deal that *update*, which came to *before*, ends."""
        if update["t"] == "snapshot":
            return list(self._see_room(update["room"]))
        if update["t"] != "happened" or before is None or update["v"] != before.v + 1:
            return []
        verdicts: list[Verdict] = []
        room = before.room
        for event in update["events"]:
            verdicts += self._see_event(room, event)
            room = after(room, event)
        return verdicts

    def _see_room(self, room: RoomView) -> Iterator[Verdict]:
        match = room.get("match")
        if match is None:
            return
        if "commitment" in match:
            number = match["deal"]["number"] if "deal" in match else 0
            due = number + 1 if match["phase"] == "dealing" else number
            self._remember((match["id"], due), match["commitment"])
        if "revealed" in match:
            yield from self._judge(room, match["revealed"])

    def _see_event(self, room: RoomView, event: Event) -> Iterator[Verdict]:
        match event["e"]:
            case "committed":
                key = (room["match"]["id"], event["deal"])
                self._remember(key, event["commitment"])
                if room["match"]["phase"] != "dealing":
                    self._doubts[key] = "it was committed to after it was dealt"
            case "dealt":
                yield from self._unrevealed((room["match"]["id"], event["deal"] - 1))
            case "ended" if "deal" in room["match"]:
                yield from self._unrevealed((room["match"]["id"], room["match"]["deal"]["number"]))
            case "revealed":
                yield from self._judge(room, event)
            case _:
                pass  # the cards that fall are in the room

    def _remember(self, key: _Key, told: str) -> None:
        if self._commitments.setdefault(key, told) != told:
            self._doubts[key] = "its commitment was exchanged for another"

    def _unrevealed(self, key: _Key) -> Iterator[Verdict]:
        if key in self._commitments and key not in self._judged:
            self._judged.add(key)
            yield Verdict(*key, ("it was never revealed",), is_proven=False)

    def _judge(self, room: RoomView, revealed: Event) -> Iterator[Verdict]:
        key = (room["match"]["id"], revealed["deal"])
        if key in self._judged:
            return
        self._judged.add(key)
        told = self._commitments.get(key)
        problems = [*_problems(room, revealed, told)]
        if key in self._doubts:
            problems.append(self._doubts[key])
        yield Verdict(*key, tuple(problems), is_proven=told is not None)


def _problems(room: RoomView, revealed: Event, told: str | None) -> Iterator[str]:
    match, number, deck = room["match"], revealed["deal"], revealed["deck"]
    try:
        seed = bytes.fromhex(revealed["seed"])
    except (KeyError, ValueError):
        yield "no seed is shown"
        return
    if told is not None and commitment(match["id"], number, seed) != told:
        yield "the seed is not the one that was committed to"
    if not deck:
        return  # committed to, and never dealt
    if "deal" not in match or match["deal"]["number"] != number:
        yield "another deal was played"
        return
    deal, packets = match["deal"], room["rules"]["dealing.packets"]
    if [*shuffled(match["id"], number, Seat(deal["dealer"]), seed)] != deck:
        yield "the seed gives another order than the one revealed"
    owed = hands(deck, deal, packets)
    for seat, seen in zip(SEATS, seen_cards(deal), strict=True):
        if strange := seen - owed[seat]:
            yield f"{seat.name.title()} had {' '.join(sorted(strange))}, dealt elsewhere"
    turned = deal.get("turned")
    if turned is not None and deck[4 * sum(packets)] != turned:
        yield f"{turned} was turned up and lay elsewhere"


def seen_cards(deal: DealView) -> list[set[str]]:
    """Return the cards each seat was seen to have: played, or in a hand that is shown."""
    seen = [{card for card in hand if card is not None} for hand in deal["hands"]]
    tricks: list[tuple[str, Sequence[str]]] = [
        (trick["leader"], trick["cards"]) for trick in value_of(deal, "tricks")
    ]
    tricks.append((deal["leader"], value_of(deal, "trick")))
    for leader, cards in tricks:
        for place, card in enumerate(cards, Seat(leader).place):
            seen[place % 4].add(card)
    return seen
