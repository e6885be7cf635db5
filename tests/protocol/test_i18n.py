"""Seven languages say the same things, each with the words of its players."""

import json
import re
import unicodedata
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

import pytest

from belote_protocol import calls
from belote_protocol.calls import BidKind, Doubling, Word
from belote_protocol.i18n import LANGUAGES, Text, Words, explain, words
from belote_protocol.i18n.plurals import FORMS, PLURALS
from belote_protocol.vocab import (
    PUBLIC,
    Audience,
    BeloteWord,
    Card,
    DeclarationKind,
    EndReason,
    Game,
    HintCode,
    LineCode,
    Mode,
    Phase,
    Phrase,
    Rank,
    RefusalCode,
    Result,
    Seat,
    Suit,
    Team,
)
from belote_server.game.rulesets import RULE_SETS

SAID: Mapping[str, type[StrEnum]] = {
    "rank": Rank,
    "suit": Suit,
    "seat": Seat,
    "team": Team,
    "audience": Audience,
    "mode": Mode,
    "at": Mode,
    "game": Game,
    "word": Word,
    "bid_kind": BidKind,
    "bid": BidKind,
    "doubling": Doubling,
    "declaration": DeclarationKind,
    "belote_word": BeloteWord,
    "phase": Phase,
    "result": Result,
    "line": LineCode,
    "end": EndReason,
    "refusal": RefusalCode,
    "phrase": Phrase,
    "hint": HintCode,
}
"""What the keys that begin with a word are made of."""

PARAMS = {
    "seat": "S",
    "suit": "H",
    "card": "JS",
    "mode": "NT",
    "call": "100H",
    "bid": "capotAT",
    "floor": "80",
    "ceiling": "160",
    "phase": "auction",
    "cmd": "7",
    "deal": "2",
    "trick": "5",
    "nth": "3",
    "seconds": "12",
}
"""Every parameter a refusal comes with, as it comes."""

DATA = Path(__file__).parent / "data" / "page_words.json"
PAGE_WORDS: dict[str, dict[str, list[str]]] = json.loads(DATA.read_text("utf-8"))

every_language = pytest.mark.parametrize("lang", LANGUAGES)


def forms(text: Text) -> list[str]:
    """Return *text* in each of its forms."""
    return [text] if isinstance(text, str) else list(text.values())


def places(text: str) -> set[str]:
    """Return the names of the values that go into *text*."""
    return set(re.findall(r"\{(\w+)\}", text))


@every_language
def test_same_keys(lang: str) -> None:
    """Every language says the same things, in the same order."""
    assert list(words(lang).texts) == list(words("en").texts)


@every_language
def test_same_places(lang: str) -> None:
    """A text takes the same values in every language and in every plural form."""
    for key, english in words("en").texts.items():
        expected = places(forms(english)[0])
        for text in forms(words(lang).texts[key]):
            assert places(text) == expected, key


@every_language
def test_texts_are_clean(lang: str) -> None:
    """No text is empty, has space around it, or a brace that is no place for a value."""
    for key, text in words(lang).texts.items():
        for form in forms(text):
            assert form == unicodedata.normalize("NFC", form.strip()) != "", key
            assert not re.search(r"[{}]", re.sub(r"\{\w+\}", "", form)), key


@every_language
def test_plural_forms(lang: str) -> None:
    """Where a count decides, a language has just the forms its grammar has."""
    plural = {key: text for key, text in words(lang).texts.items() if not isinstance(text, str)}

    assert plural
    for key, text in plural.items():
        assert tuple(text) == FORMS[lang], key


@pytest.mark.parametrize(("noun", "kind"), SAID.items())
def test_every_member_has_its_words(noun: str, kind: type[StrEnum]) -> None:
    """Every code has a key made of it, and there is no key for a code that does not exist."""
    said = {key for key in words("en").texts if key.startswith(f"{noun}.")}

    assert said == {f"{noun}.{member.value}" for member in kind}


@pytest.mark.parametrize("noun", ["ruleset", "ruleset_summary"])
def test_every_rule_set_has_its_words(noun: str) -> None:
    """Every rule set has a name and a summary."""
    said = {key for key in words("en").texts if key.startswith(f"{noun}.")}

    assert said == {f"{noun}.{name}" for name in RULE_SETS}


@pytest.mark.parametrize(
    ("lang", "key", "page"),
    [(lang, key, page) for lang, keys in PAGE_WORDS.items() for key, page in keys.items()],
)
def test_page_words(lang: str, key: str, page: list[str]) -> None:
    """The main labels are words of the page "Counting the points" in that language."""
    assert words(lang).say(key).lower() in page


def test_bulgarian_is_cyrillic() -> None:
    """No word of the Bulgarian texts mixes Cyrillic and Latin letters."""
    for key, text in words("bg").texts.items():
        for form in forms(text):
            for word in re.findall(r"\w+", form):
                scripts = {
                    unicodedata.name(letter).split()[0] for letter in word if letter.isalpha()
                }
                assert len(scripts) <= 1, (key, word)


@every_language
@pytest.mark.parametrize("code", RefusalCode)
def test_every_refusal_is_explained(lang: str, code: RefusalCode) -> None:
    """Every refusal makes a whole sentence, with its codes in words."""
    said = explain(lang, code, PARAMS)

    assert re.fullmatch(r"[^{}]+[.!?]", said)
    assert not re.search(r"\b(JS|100H|capotAT|auction)\b", said)


@pytest.mark.parametrize(
    ("code", "params", "said"),
    [
        ("not_your_turn", {"seat": "S"}, "It is not your turn, but that of South."),
        ("must_follow", {"suit": "H"}, "You must follow suit: hearts."),
        ("must_overtrump", {"card": "JS"}, "You must play a higher trump than the jack of spades."),
        ("bid_too_low", {"bid": "100NT"}, "You must bid higher than 100 at no trump."),
        ("wrong_game", {"call": "coinche"}, "There is no such call in this game: coinche."),
        ("bad_call", {"call": "85 pigs"}, "This is not a call: 85 pigs."),
        (
            "off_ladder",
            {"floor": "80", "ceiling": "160"},
            "Bids go from 80 to 160, in steps of ten.",
        ),
        (
            "not_play",
            {"phase": "auction"},
            "No card can be played now. The table is at: bidding.",
        ),
    ],
)
def test_explanations(code: str, params: dict[str, str], said: str) -> None:
    """Codes in a refusal's parameters are said as people say them."""
    assert explain("en", code, params) == said


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "jack of spades"),
        ("fr", "valet de pique"),
        ("pl", "walet pik"),
        ("bg", "вале пика"),
        ("it", "fante di picche"),
        ("ms", "jack sekop"),
        ("es", "jota de picas"),
    ],
)
def test_cards(lang: str, said: str) -> None:
    """A card is called by its rank and suit, in the language's own order."""
    assert words(lang).card(Card.SPADE_J) == said


@pytest.mark.parametrize(
    ("lang", "contract", "said"),
    [
        ("en", "S:H", "taker South, in hearts"),
        ("en", "W:generaleNTxx", "taker West, contract générale at no trump, surcoinched"),
        ("fr", "S:H", "Sud prend à cœur"),
        ("fr", "E:100C", "preneur Est, contrat 100 à trèfle"),
        ("pl", "S:100Hx", "licytujący Południe, kontrakt 100 w kierach, skontrowany"),
        ("bg", "S:100Hxx", "взел Юг, договор 100 купа, реконтриран"),
        ("it", "S:100Hx", "presa di Sud, contratto 100 a cuori, coinché"),
        ("ms", "S:100Hxx", "pengambil Selatan, kontrak 100 hati, di-surcoinche"),
        ("es", "S:100Hx", "contratista Sur, contrato 100 a corazones, contrado"),
    ],
)
def test_contracts(lang: str, contract: str, said: str) -> None:
    """A contract names its taker, what is promised, what is trump, and its doubling."""
    assert words(lang).contract(calls.contract(contract)) == said


def test_contract_of_a_side() -> None:
    """Where only the side is known, the contract names the side."""
    assert words("en").contract(calls.contract("S:H"), Team.NS) == "taker North-South, in hearts"


@pytest.mark.parametrize(
    ("lang", "n", "said"),
    [
        ("en", 0, "0 points"),
        ("en", 1, "1 point"),
        ("en", -1, "-1 point"),
        ("en", 2, "2 points"),
        ("fr", 0, "0 point"),
        ("fr", 1, "1 point"),
        ("fr", 2, "2 points"),
        ("pl", 0, "0 punktów"),
        ("pl", 1, "1 punkt"),
        ("pl", 2, "2 punkty"),
        ("pl", 4, "4 punkty"),
        ("pl", 5, "5 punktów"),
        ("pl", 12, "12 punktów"),
        ("pl", 14, "14 punktów"),
        ("pl", 21, "21 punktów"),
        ("pl", 22, "22 punkty"),
        ("pl", 112, "112 punktów"),
        ("pl", -3, "-3 punkty"),
        ("bg", 1, "1 точка"),
        ("bg", 81, "81 точки"),
        ("it", 1, "1 punto"),
        ("it", 0, "0 punti"),
        ("ms", 1, "1 mata"),
        ("ms", 162, "162 mata"),
        ("es", 1, "1 punto"),
        ("es", 20, "20 puntos"),
    ],
)
def test_plurals(lang: str, n: int, said: str) -> None:
    """A count chooses the form that its language's grammar asks for."""
    assert words(lang).say("sheet.points", n=n) == said


def test_plural_rules_cover_the_languages() -> None:
    """There is a plural rule, and a list of forms, for each language and no other."""
    assert set(PLURALS) == set(FORMS) == set(LANGUAGES)


def test_a_form_that_is_missing_is_other() -> None:
    """A plural form that a language file does not give is read as ``other``."""
    made_up = Words("pl", {"deals": {"one": "{n} rozdanie", "other": "{n} rozdań"}})

    assert made_up.say("deals", n=3) == "3 rozdań"


def test_unknown_key() -> None:
    """A key that does not exist is named in the error."""
    with pytest.raises(KeyError, match=r"no text for 'seat\.X' in 'pl'"):
        words("pl").say("seat.X")


def test_missing_value() -> None:
    """A value that is not given is named in the error."""
    with pytest.raises(KeyError, match="card"):
        explain("en", RefusalCode.NOT_YOUR_CARD, {})


def test_unknown_language() -> None:
    """A language that does not exist is answered with those that do."""
    with pytest.raises(ValueError, match="'de'; there are en, fr, pl, bg, it, ms, es"):
        words("de")


def test_words_are_read_once() -> None:
    """A language file is read once."""
    assert words("fr") is words("fr")


def test_the_public_has_a_name() -> None:
    """The fifth viewer is called the spectators."""
    assert words("en").say(f"audience.{PUBLIC}") == "spectators"
