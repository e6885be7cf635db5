"""People's words, made safe to show on any screen and terminal."""

import unicodedata

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Controls, formats (among them the marks that turn text around), and what is no character."""

_JOINER = "\u200d"  # holds one emoji together


def clean(text: str, limit: int) -> str:
    """
    Return *text* without what cannot be seen, its white space single, at most *limit* characters.

    The result may be empty. Cleaning a second time changes nothing.
    """
    normal = unicodedata.normalize("NFC", text)
    seen = "".join(
        " " if character.isspace() else character
        for character in normal
        if character.isspace()
        or character == _JOINER
        or unicodedata.category(character) not in _UNSEEN
    )
    return " ".join(seen.split())[:limit].strip().strip(_JOINER)
