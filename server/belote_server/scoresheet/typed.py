"""From the texts of options to rules and an entry; words that mean nothing are problems here."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from belote_protocol.calls import Bid, BidKind, Doubling
from belote_protocol.vocab import Card, DeclarationKind, Game, Mode, Rank, Suit, Team
from belote_server.game.declarations import Declaration
from belote_server.game.declarations import points as worth
from belote_server.game.rules import ContractScoring, NumbersAuction, RuleSet
from belote_server.game.rulesets import RULE_SETS, RuleError, derive
from belote_server.game.seats import Points
from belote_server.scoresheet import names
from belote_server.scoresheet.counted import Halves
from belote_server.scoresheet.entry import Entry
from belote_server.scoresheet.problem import Problem, ProblemCode
from belote_server.scoresheet.tricks import Tricks

_KINDS = {
    "TIERCE": (DeclarationKind.TIERCE, 3),
    "CINQUANTE": (DeclarationKind.CINQUANTE, 4),
    "CENT": (DeclarationKind.CENT, 5),
}
_CARRE = re.compile(r"CARR[EÉ]-?(?P<rank>10|[9TJQKA])")


@dataclass(frozen=True)
class Typed:
    """The options that tell of one deal, as they were typed; ``None`` where they were not."""

    taker: str | None = None
    mode: str | None = None
    contract: str | None = None
    coinche: bool = False
    surcoinche: bool = False
    cards_ns: str | None = None
    cards_ew: str | None = None
    points_ns: str | None = None
    points_ew: str | None = None
    last: str | None = None
    capot: str | None = None
    alone: bool | None = None
    belote: tuple[str, ...] = ()
    declarations_ns: str | None = None
    declarations_ew: str | None = None
    held: str | None = None
    tricks: str | None = None
    leader: str | None = None


def read_rules(game: str, rules: str, settings: Sequence[str]) -> RuleSet:
    """
    Return the rule set that *rules* names for *game*, with *settings* (``rule=value``) made to it.

    Raises:
        Problem: There is no such rule set, rule or value.
    """
    games, kinds = (
        list(dict.fromkeys(name.split("-")[index] for name in RULE_SETS)) for index in (0, 1)
    )
    for option, text, choices in (("--game", game, games), ("--rules", rules, kinds)):
        if text.lower() not in choices:
            allowed = ", ".join(choices)
            raise Problem(ProblemCode.NOT_ONE_OF, option=option, text=text, choices=allowed)
    changes: dict[str, object] = {}
    for setting in settings:
        field, equals, value = setting.partition("=")
        if not equals:
            raise Problem(ProblemCode.BAD_SETTING, text=setting)
        changes[field.strip()] = _setting(value.strip())
    try:
        return derive(f"{game.lower()}-{rules.lower()}", changes)
    except RuleError as error:
        raise Problem(ProblemCode.BAD_RULE, reason=f"{error}.") from None


def likely_game(typed: Typed) -> Game:
    """Return the game *typed* belongs to, where nobody says: a promise is made in Coinche only."""
    promised = typed.contract is not None and names.bid(typed.contract)[0] is not BidKind.TAKE
    return Game.COINCHE if promised else Game.CLASSIC


def read_entry(typed: Typed, rules: RuleSet) -> Entry:
    """
    Return the deal *typed* tells of, played by *rules*.

    Raises:
        Problem: Something typed means nothing.
    """
    bid = _bid(typed, rules)
    return Entry(
        rules=rules,
        taker=None if typed.taker is None else names.seat_or_team("--taker", typed.taker),
        bid=bid,
        doubling=_doubling(typed),
        cards=_halves("cards", typed.cards_ns, typed.cards_ew),
        points=_halves("points", typed.points_ns, typed.points_ew),
        last_trick=_team("--last", typed.last),
        capot=_team("--capot", typed.capot),
        alone=typed.alone,
        belote=tuple(names.team("--belote", text) for text in typed.belote),
        declarations=_declarations(typed, bid),
        held=0 if typed.held is None else names.number("--held", typed.held),
        tricks=None if typed.tricks is None else _tricks(typed.tricks),
        leader=None if typed.leader is None else names.seat("--leader", typed.leader),
    )


def _bid(typed: Typed, rules: RuleSet) -> Bid | None:
    named = None if typed.mode is None else names.mode("--mode", typed.mode)
    if typed.contract is None:
        return None if named is None else Bid(BidKind.TAKE, named)
    kind, points, mode = names.bid(typed.contract)
    if named is not None and mode is not None and named is not mode:
        raise Problem(ProblemCode.TWO_MODES)
    mode = mode or named
    if mode is None:
        raise Problem(ProblemCode.CONTRACT_MISSING)
    bid = Bid(kind, mode, points)
    if isinstance(rules.auction, NumbersAuction) and isinstance(rules.scoring, ContractScoring):
        return names.same_bid(
            bid, rules.scoring.capot, rules.scoring.generale, rules.auction.ceiling
        )
    return bid


def _doubling(typed: Typed) -> Doubling:
    if typed.surcoinche:
        return Doubling.SURCOINCHE
    return Doubling.COINCHE if typed.coinche else Doubling.NONE


def _halves(name: str, ns: str | None, ew: str | None) -> Halves:
    return (
        None if ns is None else names.number(f"--{name}-ns", ns),
        None if ew is None else names.number(f"--{name}-ew", ew),
    )


def _team(option: str, text: str | None) -> Team | None:
    return None if text is None else names.team(option, text)


def _declarations(typed: Typed, bid: Bid | None) -> Points | None:
    if typed.declarations_ns is None and typed.declarations_ew is None:
        return None
    mode = Mode.NO_TRUMP if bid is None else bid.mode
    return Points(
        *(_declared(text, mode) for text in (typed.declarations_ns, typed.declarations_ew))
    )


def _declared(text: str | None, mode: Mode) -> int:
    """Return what *text* adds up to: points and names of declarations, joined by ``+``."""
    if text is None:
        return 0
    total = 0
    for part in re.split(r"[+,\s]+", text.strip()):
        if re.fullmatch(r"-?[0-9]{1,4}", part):
            total += int(part)
        else:
            total += worth(_declaration(part.upper(), text), mode)
    return total


def _declaration(name: str, text: str) -> Declaration:
    """Return a declaration called *name*: all of a kind and rank are worth the same."""
    carre = _CARRE.fullmatch(name)
    if carre is not None:
        rank = Rank(carre["rank"].replace("10", "T"))
        return Declaration(DeclarationKind.CARRE, tuple(Card.of(rank, suit) for suit in Suit))
    if name not in _KINDS:
        raise Problem(ProblemCode.BAD_DECLARATIONS, text=text)
    kind, length = _KINDS[name]
    run = tuple(Card.of(rank, Suit.SPADES) for rank in tuple(Rank)[::-1][:length])
    return Declaration(kind, run)


def _tricks(text: str) -> Tricks:
    parts = re.split(r"[|/;\n]", text.strip().rstrip("|/;"))
    return tuple(tuple(names.card(card) for card in part.split()) for part in parts)


def _setting(value: str) -> object:
    if value.lower() in ("true", "false"):
        return value.lower() == "true"
    if re.fullmatch(r"-?[0-9]{1,9}", value):
        return int(value)
    if re.fullmatch(r"[0-9]{1,3}([,-][0-9]{1,3})+", value):
        return tuple(map(int, re.split("[,-]", value)))
    return value
