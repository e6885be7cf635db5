"""Where a terminal begins, and the table it makes there."""

from dataclasses import dataclass
from typing import Any

from client_demo.terminal.places import Place


@dataclass(frozen=True)
class NewTable:
    """
    What to make a table with.

    Attributes:
        rules: The rule set.
        target: The points to play to; ``None`` for the rule set's own.
        turn: Seconds a turn may take; 0 for as long as it takes.
        public: Whether the table is listed.
        changes: More fields of the rules that differ.
        bank: Seconds each seat may think longer, in a whole match.
        grace: Seconds somebody may be gone before a bot holds the seat.
        timeouts: Turns in a row that may pass before a bot does; 0 for any number.
        level: How well the bots play that stand in.
        hints: Whether a person may ask what a bot would do.
    """

    rules: str
    target: int | None = None
    turn: int = 30
    public: bool = False
    changes: tuple[tuple[str, Any], ...] = ()
    bank: int = 30
    grace: int = 60
    timeouts: int = 2
    level: str = "club"
    hints: bool = False

    def settings(self) -> dict[str, Any]:
        """Return them as the server wants them."""
        changes = dict(self.changes)
        if self.target is not None:
            changes["match.target"] = self.target
        return {
            "rules": self.rules,
            "changes": changes,
            "turn": self.turn,
            "public": self.public,
            "bank": self.bank,
            "grace": self.grace,
            "timeouts": self.timeouts,
            "bots": self.level,
            "hints": self.hints,
        }


@dataclass(frozen=True)
class Start:
    """
    Where to begin.

    Attributes:
        place: The server, and the table to go to, if one is named.
        new: A table to make at once.
        bots: How many bots to let sit at a table that is made.
        lobby: Whether to look at the open tables first.
    """

    place: Place
    new: NewTable | None = None
    bots: int = 0
    lobby: bool = False
