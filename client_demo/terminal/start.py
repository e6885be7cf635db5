"""Where a terminal begins."""

from dataclasses import dataclass

from client_demo.terminal.desk import NewTable
from client_demo.terminal.places import Place


@dataclass(frozen=True)
class Start:
    """
    Where to begin.

    Attributes:
        place: The server, and the table to go to, if one is named.
        new: A table to make at once.
        bots: How many robots to bring to a table that is made.
    """

    place: Place
    new: NewTable | None = None
    bots: int = 0
