"""
Which form of a word goes with a number, for each language.

The names of the forms are those of the Unicode CLDR, so a browser's ``Intl.PluralRules`` picks from
the same list. Counts are whole numbers; a form that a language file lacks is read as ``other``.
"""

from collections.abc import Callable, Mapping


def one_or_other(n: int) -> str:
    """Return the form for *n* where only one thing is singular: en, bg, it, es."""
    return "one" if abs(n) == 1 else "other"


def french(n: int) -> str:
    """Return the form for *n* in French, where nothing is singular too."""
    return "one" if abs(n) <= 1 else "other"


def polish(n: int) -> str:
    """Return the form for *n* in Polish: 1 punkt, 2 punkty, 5 punktów, 22 punkty."""
    n = abs(n)
    if n == 1:
        return "one"
    few = 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14
    return "few" if few else "many"


def malay(_n: int) -> str:
    """Return the only form there is in Malay."""
    return "other"


PLURALS: Mapping[str, Callable[[int], str]] = {
    "en": one_or_other,
    "fr": french,
    "pl": polish,
    "bg": one_or_other,
    "it": one_or_other,
    "ms": malay,
    "es": one_or_other,
}

FORMS: Mapping[str, tuple[str, ...]] = {
    "en": ("one", "other"),
    "fr": ("one", "other"),
    "pl": ("one", "few", "many", "other"),
    "bg": ("one", "other"),
    "it": ("one", "other"),
    "ms": ("other",),
    "es": ("one", "other"),
}
"""The forms a language file gives; ``other`` is always there, in Polish for fractions."""
