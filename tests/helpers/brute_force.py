"""
The rules once more, slowly: read off the rule book sentence by sentence, and nothing of the engine.

A card is tried against each duty in turn; a trick is won by sorting it; an auction is a word that
a regular expression knows. Perft compares the engine with this.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from belote_protocol.vocab import Card, Mode

STRONG_TO_WEAK = {"trump": "J9ATKQ87", "plain": "ATKQJ987"}  # 1.2
GREAT_BIDS = {"capot": 1000, "generale": 2000}


@dataclass(frozen=True)
class TableRules:
    """
    What a table plays by, in plain words.

    Attributes:
        undertrump: Whether a low trump is owed where an opponent's can't be beaten [4.6].
        climb: Whether a partner's trump may only be covered by a higher one where there is one.
        modes: What may be bid.
        floor: The lowest number.
        ceiling: The highest.
        generale: Whether it may be bid.
        all_speak: Whether everybody is asked after a coinche.
        turned: The suit turned face up, in classic Belote.
    """

    undertrump: bool = True
    climb: bool = False
    modes: tuple[str, ...] = ("S", "H", "D", "C", "NT", "AT")
    floor: int = 80
    ceiling: int = 160
    generale: bool = True
    all_speak: bool = False
    turned: str | None = None


def rank_of(card: Card, led: str, mode: Mode) -> tuple[bool, bool, int]:
    """Return what a card is sorted by: trumps above the suit led, above all others [4.9]."""
    trump = card.suit.value == mode.value
    kind = "trump" if trump or mode is Mode.ALL_TRUMP else "plain"
    return (trump, card.suit.value == led, -STRONG_TO_WEAK[kind].index(card.rank.value))


def may_play(
    card: Card, hand: set[Card], trick: Sequence[Card], mode: Mode, table: TableRules
) -> bool:
    """Return whether *card* may be played, asking each sentence of the rule book in turn."""
    if not trick:
        return True
    led = trick[0].suit.value
    best = sorted(trick, key=lambda each: rank_of(each, led, mode))[-1]
    followers = {each for each in hand if each.suit.value == led}
    trumps = {each for each in hand if each.suit.value == mode.value}
    better = {each for each in hand if rank_of(each, led, mode) > rank_of(best, led, mode)}
    if followers:
        if mode is Mode.ALL_TRUMP or mode.value == led:  # 4.3, 4.8: beat it if you can
            return card in (followers & better or followers)
        return card in followers  # 4.1, 4.2
    if not trumps:
        return True
    best_is_trump = best.suit.value == mode.value
    if best in trick[-2:-1]:  # the partner's: any card [4.5]
        unworthy = trumps - better if table.climb and best_is_trump and better else set()
        return card not in unworthy
    if not best_is_trump:
        return card in trumps  # 4.4
    if better:
        return card in better  # 4.6: overtrump
    return card in trumps or not table.undertrump


def plays(
    hands: list[set[Card]],
    leader: int,
    trick: list[Card],
    mode: Mode,
    table: TableRules,
    counts: list[int],
) -> None:
    """
    Add to *counts* in how many ways the next card, the next two, the next three… can fall.

    Args:
        hands: What each place still holds; as it was when the count is done.
        leader: The place that leads or led the trick.
        trick: The cards on the table, in playing order.
        mode: What is trump.
        table: What the table plays by.
        counts: One for each number of cards.
    """
    if len(trick) == 4:
        led = trick[0].suit.value
        best = max(range(4), key=lambda place: rank_of(trick[place], led, mode))
        leader, trick = (leader + best) % 4, []
    hand = hands[(leader + len(trick)) % 4]
    legal = [card for card in hand if may_play(card, hand, trick, mode, table)]
    counts[0] += len(legal)
    if len(counts) == 1:
        return
    longer = counts[1:]
    for card in legal:
        hand.remove(card)
        plays(hands, leader, [*trick, card], mode, table, longer)
        hand.add(card)
    counts[1:] = longer


def vocabulary(table: TableRules) -> list[str]:
    """Return everything that can be said at *table*, and some things that cannot."""
    words = ["pass", *table.modes]
    if table.turned is None:
        heights = [*map(str, range(table.floor, table.ceiling + 1, 10)), *GREAT_BIDS]
        words = ["pass", "coinche", "surcoinche", *(h + m for h in heights for m in table.modes)]
    return [word for word in words if table.generale or not word.startswith("generale")]


_RISING = "p{0,3}(bp{0,2})*"
_COINCHED = f"{_RISING}b(pp)?c"
_RUNNING = {
    False: re.compile(f"p{{0,3}}|{_RISING}bp{{0,2}}|{_COINCHED}p?"),
    True: re.compile(f"p{{0,3}}|{_RISING}bp{{0,2}}|{_COINCHED}p{{0,2}}"),
}
_OVER = {
    False: re.compile(f"pppp|{_RISING}bppp|{_COINCHED}(pp|p?s)"),
    True: re.compile(f"pppp|{_RISING}bppp|{_COINCHED}(ppp|(pp)?s)"),
}
_TURNED_RUNNING = re.compile("p{0,7}")
_TURNED_OVER = re.compile("p{8}|p{0,3}[tx]|p{4,7}[ox]")


def _shape(said: Sequence[str], table: TableRules) -> str:
    """Return an auction as one letter a call: a turned suit t, another o, NT and AT x."""
    if table.turned is None:
        letters = {"pass": "p", "coinche": "c", "surcoinche": "s"}
        return "".join(letters.get(word, "b") for word in said)
    letters = {"pass": "p", table.turned: "t", "NT": "x", "AT": "x"}
    return "".join(letters.get(word, "o") for word in said)


def _rises(said: Sequence[str]) -> bool:
    found = [re.match(r"\d+|capot|generale", word) for word in said]
    heights = [GREAT_BIDS.get(each[0]) or int(each[0]) for each in found if each]
    return heights == sorted(set(heights))


def is_over(said: Sequence[str], table: TableRules) -> bool:
    """Return whether *said* is a whole auction."""
    over = _OVER[table.all_speak] if table.turned is None else _TURNED_OVER
    return _rises(said) and over.fullmatch(_shape(said, table)) is not None


def is_running(said: Sequence[str], table: TableRules) -> bool:
    """Return whether *said* is the beginning of an auction that somebody goes on with."""
    running = _RUNNING[table.all_speak] if table.turned is None else _TURNED_RUNNING
    return _rises(said) and running.fullmatch(_shape(said, table)) is not None


def calls(said: Sequence[str], table: TableRules, counts: list[int]) -> None:
    """Add to *counts* in how many ways the auction goes on for one call, two, three…"""
    if not is_running(said, table):
        return
    following = list(_following(said, table))
    counts[0] += len(following)
    if len(counts) > 1:
        further = counts[1:]
        for longer in following:
            calls(longer, table, further)
        counts[1:] = further


def _following(said: Sequence[str], table: TableRules) -> Iterator[list[str]]:
    for word in vocabulary(table):
        longer = [*said, word]
        if is_running(longer, table) or is_over(longer, table):
            yield longer
