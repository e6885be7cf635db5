"""What is typed in the line mode: commands as words, in English or one's own language."""

import re
import unicodedata
from dataclasses import dataclass

from belote_protocol.calls import call
from belote_protocol.i18n import Words
from belote_protocol.vocab import Pace, Policy, Rank, Seat, Suit

VERBS = (
    "help",
    "lobby",
    "quick",
    "stop",
    "create",
    "join",
    "sit",
    "ready",
    "play",
    "bid",
    "hand",
    "table",
    "score",
    "last",
    "time",
    "say",
    "phrase",
    "hint",
    "back",
    "surrender",
    "bot",
    "remove",
    "swap",
    "mute",
    "unmute",
    "watchers",
    "leave",
    "quit",
)
"""Every command there is, in the order of the list that ``help`` gives."""

_ALSO = {
    "next": "ready",
    "rematch": "ready",
    "watch": "watch",
    "seek": "quick",
    "tables": "lobby",
    "take": "bid",
    "cards": "hand",
    "who": "table",
    "chat": "say",
    "exit": "quit",
    "?": "help",
}


@dataclass(frozen=True)
class Typed:
    """
    A command as it was typed.

    Attributes:
        verb: One of ``VERBS``, ``watch``, or a word of the auction, or empty for what is none.
        rest: What stands behind it.
    """

    verb: str
    rest: str = ""


def plain(text: str) -> str:
    """Return *text* in lower case and without accents."""
    bare = unicodedata.normalize("NFD", text.casefold())
    return "".join(character for character in bare if not unicodedata.combining(character))


def typed(line: str, words: Words) -> Typed:
    """Return the command in *line*."""
    head, _, rest = line.strip().partition(" ")
    said = plain(head)
    for word in ("pass", "coinche", "surcoinche"):
        if said in (word, plain(words.say(f"word.{word}"))):
            return Typed(word)
    for verb in VERBS:
        if said in (verb, plain(words.say(f"terminal.do_{verb}"))):
            return Typed(verb, rest.strip())
    return Typed(_ALSO.get(said, ""), rest.strip())


def card(text: str, hand: list[str], words: Words) -> str | None:
    """Return the card of *hand* that *text* names: its number, ``JH``, or ``jack of hearts``."""
    said = plain(text)
    if said.isdigit() and len(said) == 1 and 1 <= int(said) <= len(hand):
        return hand[int(said) - 1]
    code = re.fullmatch(r"(10|[789tjqka])\s*([shdc])", said)
    if code is not None:
        named = code[1].replace("10", "t").upper() + code[2].upper()
        return named if named in hand else None
    for each in hand:
        spoken = words.say(
            "card", rank=words.say(f"rank.{Rank(each[0])}"), suit=words.say(f"suit.{Suit(each[1])}")
        )
        if said == plain(spoken):
            return each
    return None


def bid(text: str, words: Words) -> str | None:
    """Return the call that *text* names: ``H``, ``100 hearts``, ``capot NT``; ``None`` if none."""
    said = plain(text)
    number = re.match(r"[0-9]+", said)
    kind, rest = ("", said)
    if number is not None:
        kind, rest = number[0], said[number.end() :]
    else:
        for name in ("capot", "generale"):
            if said.startswith(name):
                kind, rest = name, said[len(name) :]
    mode = _mode(rest.strip(), words)
    if mode is None:
        return None
    try:
        return str(call(f"{kind}{mode}"))
    except ValueError:
        return None


def _mode(said: str, words: Words) -> str | None:
    for mode in ("S", "H", "D", "C", "NT", "AT"):
        if said in (mode.lower(), plain(words.say(f"mode.{mode}")), plain(words.say(f"at.{mode}"))):
            return mode
    return None


def seat(text: str, words: Words) -> str | None:
    """Return the seat that *text* names."""
    said = plain(text)
    for each in Seat:
        if said in (each.value.lower(), each.name.lower(), plain(words.say(f"seat.{each}"))):
            return each.value
    return None


def new_table(text: str) -> tuple[str, int, str]:
    """Return the rule set, the number of bots and how well they play that *text* names."""
    words = plain(text).split()
    bots = next((int(word) for word in words if word in ("1", "2", "3")), 0)
    return rules(text), bots, level(text)


def level(text: str) -> str:
    """Return how well a bot is to play by *text*."""
    words = plain(text).split()
    return next((policy.value for policy in Policy if policy in words), Policy.CLUB.value)


def rules(text: str) -> str:
    """Return the rule set that *text* names."""
    words = plain(text).split()
    game = "classic" if "classic" in words else "coinche"
    return f"{game}-{'official' if 'official' in words else 'house'}"


def pace(text: str) -> str:
    """Return the pace that *text* names."""
    return next((pace.value for pace in Pace if pace in plain(text).split()), Pace.NORMAL.value)
