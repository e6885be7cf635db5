"""How long a policy may think."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """
    What a choice may cost.

    Without a clock a choice is a function of view and seed alone; a clock makes it stop earlier.

    Attributes:
        nodes: Cards that may be played in imagination.
        seconds: Time that may pass by *clock*; ``None`` where only nodes count.
        clock: Seconds that run evenly; the caller's, since policies have none.
    """

    nodes: int = 20_000
    seconds: float | None = None
    clock: Callable[[], float] | None = None

    def start(self) -> "Meter":
        """Return a meter that runs from now on."""
        if self.clock is None or self.seconds is None:
            return Meter(self.nodes)
        return Meter(self.nodes, self.clock() + self.seconds, self.clock)


class Meter:
    """
    One choice's thinking, as it is spent.

    Attributes:
        left: Nodes that are left.
    """

    __slots__ = ("_clock", "_deadline", "left")

    def __init__(
        self, nodes: int, deadline: float = 0.0, clock: Callable[[], float] | None = None
    ) -> None:
        self.left = nodes
        self._deadline = deadline
        self._clock = clock

    def spend(self, nodes: int) -> None:
        """Note that *nodes* cards were played in imagination."""
        self.left -= nodes

    def is_over(self) -> bool:
        """Return whether to stop thinking."""
        if self.left <= 0:
            return True
        return self._clock is not None and self._clock() >= self._deadline
