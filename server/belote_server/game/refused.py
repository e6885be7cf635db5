"""Why an action is refused: a code that names the rule, and what it needs to be said in words."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from belote_protocol.vocab import RefusalCode


@dataclass(frozen=True)
class Refusal:
    """
    An answer to the one who asked; nothing has changed.

    Attributes:
        code: The rule that forbids the action.
        params: The values its sentence needs, by name: a card, a suit, a number as text.
    """

    code: RefusalCode
    params: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        said = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.code.value}({said})" if said else self.code.value
