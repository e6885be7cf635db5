"""The figures of one run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from tests.bench.crowd import Latency, Worked
from tests.bench.kept import Kept
from tests.bench.onlookers import Delivered


@dataclass(frozen=True)
class Floors:
    """
    Actions, each sent to four, a second of the processor, without rules and without a store.

    Attributes:
        bare: With the socket library, one send for each of the four.
        outbox: With our own way out, which writes once per socket and turn of the loop.
    """

    bare: float
    outbox: float

    @staticmethod
    def middle(each: "Sequence[Floors]") -> "Floors":
        """Return the medians."""
        return Floors(median(one.bare for one in each), median(one.outbox for one in each))


@dataclass(frozen=True)
class Played:
    """
    Play at one server.

    Attributes:
        worked: What saturation took, by the number of live tables.
        paced: What half of it took.
        latency: How soon cards were seen then.
        table: Bytes of memory for a live table and its four connections.
        resuming: Seconds until a server that finds all of these tables is ready.
    """

    worked: Mapping[int, Worked]
    paced: Worked | None
    latency: Latency | None
    table: float
    resuming: float | None


@dataclass(frozen=True)
class Found:
    """
    All figures of a run.

    Attributes:
        ready: Seconds until a server without tables is ready.
        idle: Bytes of memory for an idle connection.
        played: With the store's file forced to the disk every second.
        forced: With it forced before each answer.
        delivered: One frame to all who watch a table.
        kept: Whole matches in the store.
        floors: What is compared with.
    """

    ready: float
    idle: float
    played: Played
    forced: Played
    delivered: Delivered
    kept: Kept
    floors: Floors
