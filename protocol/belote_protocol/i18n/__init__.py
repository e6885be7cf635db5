"""
What people read, in seven languages.

Each language is one flat JSON file of the same keys, for Python and for browsers alike. A key's
value is a text with ``{name}`` where a value goes, or, where a count ``n`` decides, one text for
each plural form (``one``, ``few``, ``many``, ``other``). Keys are made of a noun and the code the
wire shows: ``seat.S``, ``refusal.must_follow``, ``result.dedans``.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from belote_protocol import calls
from belote_protocol.i18n.plurals import PLURALS
from belote_protocol.vocab import Card, Mode, RefusalCode, Seat, Team

LANGUAGES = ("en", "fr", "pl", "bg", "it", "ms", "es")

Text = str | Mapping[str, str]
"""One text, or one for each plural form."""

_NOUNS = frozenset({"seat", "team", "suit", "mode", "phase", "word", "game"})
"""Parameters whose value is a code with a key of its own: ``seat`` ``S`` is said ``seat.S``."""


@dataclass(frozen=True, eq=False)
class Words:
    """
    The words of one language.

    Attributes:
        lang: Its code, one of ``LANGUAGES``.
        texts: Every text, by its key.
    """

    lang: str
    texts: Mapping[str, Text]

    def say(self, key: str, /, **params: object) -> str:
        """
        Return the text of *key* with *params* in their places.

        Raises:
            KeyError: There is no such key, or the text needs a parameter that is not given.
        """
        try:
            text = self.texts[key]
        except KeyError:
            raise KeyError(f"no text for {key!r} in {self.lang!r}") from None
        if not isinstance(text, str):
            form = PLURALS[self.lang](int(str(params["n"])))
            text = text.get(form, text["other"])
        return text.format_map(params)

    def explain(self, key: str, params: Mapping[str, str]) -> str:
        """Return the text of *key*; the codes in *params* are first put into words."""
        return self.say(key, **{name: self.spoken(name, code) for name, code in params.items()})

    def spoken(self, name: str, code: str) -> str:
        """Return *code*, the value of a parameter called *name*, as people say it."""
        if name in _NOUNS:
            return self.say(f"{name}.{code}")
        if name == "card":
            return self.card(Card(code))
        if name in ("call", "bid"):
            try:
                return self.call(calls.call(code))
            except ValueError:
                return code  # as it was typed: that it is no call is what the sentence says
        return code

    def card(self, card: Card) -> str:
        """Return the name of *card*, such as ``jack of spades``."""
        return self.say(
            "card", rank=self.say(f"rank.{card.rank}"), suit=self.say(f"suit.{card.suit}")
        )

    def call(self, call: calls.Call) -> str:
        """Return *call* as it is said, such as ``100 in hearts``."""
        if isinstance(call, calls.Word):
            return self.say(f"word.{call}")
        return self.say(f"bid.{call.kind}", at=self._at(call.mode), points=call.points)

    def contract(self, contract: calls.Contract, taker: Seat | Team | None = None) -> str:
        """
        Return *contract* in words.

        Args:
            contract: Either game's.
            taker: Whom to name as its taker, where not the seat but only the side is known.
        """
        taker = taker or contract.taker
        who = self.say(f"{'seat' if isinstance(taker, Seat) else 'team'}.{taker}")
        bid = contract.bid
        if bid.kind is calls.BidKind.TAKE:
            return self.say("contract.classic", taker=who, at=self._at(bid.mode))
        said = {"taker": who, "bid": self.call(bid)}
        if contract.doubling is calls.Doubling.NONE:
            return self.say("contract.coinche", **said)
        doubling = self.say(f"doubling.{contract.doubling}")
        return self.say("contract.doubled", **said, doubling=doubling)

    def _at(self, mode: Mode) -> str:
        return self.say(f"at.{mode}")


@cache
def words(lang: str) -> Words:
    """
    Return the words of *lang*.

    Raises:
        ValueError: There are none; names the languages there are.
    """
    if lang not in LANGUAGES:
        raise ValueError(f"no words in {lang!r}; there are {', '.join(LANGUAGES)}")
    texts: dict[str, Text] = json.loads(
        files(__name__).joinpath(f"{lang}.json").read_text(encoding="utf-8")
    )
    return Words(lang, texts)


def explain(lang: str, code: RefusalCode | str, params: Mapping[str, str]) -> str:
    """Return why an action was refused, for the person who asked; see ``Refusal``."""
    return words(lang).explain(f"refusal.{code}", params)
