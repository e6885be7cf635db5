"""Positions to count from, a line each of a data file."""

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from belote_protocol.vocab import Phase, Seat
from belote_server.game.actions import DealCards
from belote_server.game.notation import rules_of
from belote_server.game.rules import (
    AfterCoinche,
    Modes,
    NumbersAuction,
    UnderPartner,
    Undertrump,
)
from belote_server.game.state import Match
from tests.helpers import brute_force
from tests.helpers.brute_force import TableRules
from tests.helpers.deals import hands, play, speak, stacked
from tests.helpers.matches import start

FILES = {name: Path(__file__).with_name(f"{name}.json") for name in ("auctions", "cards")}


@dataclass(frozen=True)
class Position:
    """
    A deal that was begun; East deals it.

    Attributes:
        name: What is special about it.
        rules: What it is played by, as in notation.
        hands: The four hands, South's first; where a card is turned it is West's sixth.
        calls: What has been said.
        played: What has been played.
        until: Counting ends at the first step with this many ways.
        counts: In how many ways it goes on for 1, 2, 3… steps.
    """

    name: str
    rules: str
    hands: str
    calls: str
    played: str
    until: int
    counts: tuple[int, ...] = ()

    def reached(self) -> Match:
        """Return the match in this position."""
        table = start(rules_of(self.rules), Seat.EAST)
        rules = table.match.rules
        table.do(DealCards(stacked(hands(self.hands), Seat.EAST, rules, Seat.WEST)))
        speak(table, self.calls)
        play(table, self.played)
        return table.match

    def counted(self) -> "Position":
        """Return the position with its counts, by brute force."""
        counts: list[int] = []
        while not counts or 0 < counts[-1] < self.until:
            counts = self.brute_force(len(counts) + 1)
        return replace(self, counts=tuple(counts))

    def brute_force(self, depth: int) -> list[int]:
        """Return in how many ways it goes on for 1 to *depth* steps, without the engine."""
        match, table, counts = self.reached(), self.table_rules(), [0] * depth
        if match.phase is Phase.AUCTION:
            brute_force.calls(self.calls.split(), table, counts)
        else:
            deal = match.running
            held = [set(hand) for hand in deal.hands]
            mode = deal.contract.bid.mode
            brute_force.plays(held, deal.leader.place, [*deal.trick], mode, table, counts)
        return counts

    def table_rules(self) -> TableRules:
        """Return what the brute force has to know of the table."""
        rules, turned = rules_of(self.rules), self.reached().running.turned
        table = TableRules(
            undertrump=rules.play.undertrump is Undertrump.MUST,
            climb=rules.play.under_partner is UnderPartner.CLIMB,
            modes=("S", "H", "D", "C", "NT", "AT")[
                : 4 if rules.auction.modes is Modes.SUITS else 6
            ],
            turned=turned.suit.value if turned else None,
        )
        if not isinstance(rules.auction, NumbersAuction):
            return table
        return replace(
            table,
            floor=rules.auction.floor,
            ceiling=rules.auction.ceiling,
            generale=rules.auction.generale,
            all_speak=rules.auction.after_coinche is AfterCoinche.ALL,
        )


def load(name: str) -> list[Position]:
    """Return the positions of the data file called *name*."""
    lines = json.loads(FILES[name].read_text(encoding="utf-8"))
    return [Position(**{**line, "counts": tuple(line.get("counts", ()))}) for line in lines]


def dump(name: str, positions: list[Position]) -> None:
    """Write *positions* to the data file called *name*, a line each."""
    lines = ",\n".join(json.dumps(asdict(position), ensure_ascii=False) for position in positions)
    FILES[name].write_text(f"[\n{lines}\n]\n", encoding="utf-8")
