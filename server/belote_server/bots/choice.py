"""What a policy answers: an action, and why."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from belote_protocol.vocab import HintCode
from belote_server.game.actions import MakeCall, PlayCard


@dataclass(frozen=True)
class Choice:
    """
    What a policy would do.

    Attributes:
        action: A legal call or card of the seat that is on turn.
        reason: Why, as a code that has words in every language.
        params: The values its words need, as the codes the wire shows.
    """

    action: MakeCall | PlayCard
    reason: HintCode
    params: Mapping[str, str] = field(default_factory=dict)
