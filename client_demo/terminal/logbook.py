"""How sentences stand in the log beside the table."""

import re

from client_demo.terminal.look import ALARM, GOOD, MARK, QUIET, STRONG, TEXT, Look, Run
from client_demo.terminal.telling import Kind

_STYLES = {
    Kind.CALL: TEXT,
    Kind.TRICK: TEXT,
    Kind.RESULT: STRONG,
    Kind.PEOPLE: QUIET,
    Kind.CHAT: TEXT,
    Kind.STATUS: QUIET,
    Kind.ALARM: ALARM,
}
_SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_CARD = re.compile(r"(\w{0,2}[♠♥♦♣])")


def entry(look: Look, kind: Kind, text: str) -> list[Run]:
    """Return a sentence to stand in the log: suits coloured, and who speaks marked."""
    style = _STYLES.get(kind, TEXT)
    if kind is Kind.CHAT:
        name, mark, said = text.partition(": ")
        return [(name + mark, f"bold {GOOD}"), (said, "#ffffff")]
    runs: list[Run] = []
    for part in _CARD.split(text):
        if part and part[-1] in _SIGNS:
            runs.append((part, f"bold {look.glow(_SIGNS[part[-1]])}"))
        elif part:
            runs.append((part, style))
    if kind is Kind.RESULT:
        runs.insert(0, (look.sign("▪ ", "* "), MARK))
    return runs
