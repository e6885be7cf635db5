"""How fast tables go: what the operator sets for all of them."""

from dataclasses import dataclass, field

from belote_server.runtime.nature import Chance

LOOK = 1.5
"""How many times longer a bot waits that leads to the next trick: people look at the last one."""


@dataclass(frozen=True)
class Tempo:
    """
    How long bots take, as people see it.

    Attributes:
        delay: Seconds from a bot's turn to its action, on average; 0 for no wait.
    """

    delay: float = 0.0

    def draw(self, chance: Chance, *, leads: bool) -> float:
        """
        Return how long a bot waits now, from half the average to one and a half.

        It is drawn before the bot looks at its hand, so how long it takes tells nothing about it.
        """
        drawn = 0.5 + int.from_bytes(chance.draw(2), "big") / 0xFFFF
        return self.delay * drawn * (LOOK if leads else 1.0)


@dataclass(frozen=True)
class Pace:
    """
    Time constants of every table, in seconds.

    Attributes:
        slack: How long after a deadline a frame under way may still arrive.
        minimum: What a turn keeps at least after an outage.
        patience: Before a table takes notice of somebody whose connection is lost.
        outstanding: Commands of one person that may wait in a table's inbox; a count.
        tempo: How long bots take.
    """

    slack: float = 0.3
    minimum: float = 10.0
    outstanding: int = 2
    patience: float = 0.0
    tempo: Tempo = field(default_factory=Tempo)
