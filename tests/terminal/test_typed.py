"""What is typed is understood, in English and in one's own language."""

import pytest

from belote_protocol.i18n import LANGUAGES, words
from client_demo.terminal import typed
from client_demo.terminal.typed import Typed

EN = words("en")
HAND = ["JH", "TS", "7C"]


@pytest.mark.parametrize(
    ("line", "lang", "expected"),
    [
        ("PLAY  jh", "en", Typed("play", "jh")),
        ("jouer 3", "fr", Typed("play", "3")),
        ("play 3", "fr", Typed("play", "3")),
        ("prêt", "fr", Typed("ready")),
        ("pret", "fr", Typed("ready")),
        ("passe", "fr", Typed("pass")),
        ("kontra", "pl", Typed("coinche")),
        ("take hearts", "en", Typed("bid", "hearts")),
        ("?", "ms", Typed("help")),
        ("играй вале купа", "bg", Typed("play", "вале купа")),
        ("xyzzy 1", "en", Typed("", "1")),
    ],
)
def test_commands(line: str, lang: str, expected: Typed) -> None:
    """A command is a word, with or without its accents."""
    assert typed.typed(line, words(lang)) == expected


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_are_unlike(lang: str) -> None:
    """In no language do two commands share a word, or one a word of the auction."""
    said = [typed.plain(words(lang).say(f"terminal.do_{verb}")) for verb in typed.VERBS]
    said += [typed.plain(words(lang).say(f"word.{word}")) for word in ("pass", "coinche")]

    assert len({*said}) == len(said)
    for verb in typed.VERBS:
        word = words(lang).say(f"terminal.do_{verb}")
        assert typed.typed(word, words(lang)).verb == verb


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("1", "JH"),
        ("jh", "JH"),
        ("10 s", "TS"),
        ("TS", "TS"),
        ("jack of hearts", "JH"),
        ("4", None),
        ("AH", None),
        ("queen", None),
    ],
)
def test_cards(text: str, card: str | None) -> None:
    """A card is named by its place, its sign or its words, and only if it is held."""
    assert typed.card(text, HAND, EN) == card


@pytest.mark.parametrize(
    ("text", "lang", "call"),
    [
        ("H", "en", "H"),
        ("100h", "en", "100H"),
        ("100 in hearts", "en", "100H"),
        ("capot no trump", "en", "capotNT"),
        ("générale à pique", "fr", "generaleS"),
        ("100 atouts", "fr", None),
        ("pigs", "en", None),
    ],
)
def test_bids(text: str, lang: str, call: str | None) -> None:
    """A bid is written as on the wire, or as it is said."""
    assert typed.bid(text, words(lang)) == call


def test_seats() -> None:
    """A seat is named by its letter or its name."""
    assert [typed.seat(text, words("fr")) for text in ("n", "Nord", "north", "x")] == [
        "N",
        "N",
        "N",
        None,
    ]
