"""What becomes of an input: what to store, what to answer, what to tell."""

from dataclasses import dataclass

from belote_protocol.updates import Notice, Ok, Refused
from belote_server.game.refused import Refusal
from belote_server.room.events import Batch


@dataclass(frozen=True)
class Outcome:
    """
    The shell stores ``batch`` first, then adopts the room, then answers and tells.

    Attributes:
        batch: What to store; ``None`` where nothing became true.
        answer: For the one who spoke.
        notices: For everybody at the table.
        fault: Why what a bot wanted is forbidden, which is a bug; something sensible was done.
    """

    batch: Batch | None = None
    answer: Ok | Refused | None = None
    notices: tuple[Notice, ...] = ()
    fault: Refusal | None = None


NOTHING = Outcome()
