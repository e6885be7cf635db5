"""What a seat knows of the hidden hands, and the worlds it imagines."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings

from belote_protocol.vocab import SEATS, DeclarationKind, Mode, Phase, Seat
from belote_server.bots.announced import declaration_sets, declared_points
from belote_server.bots.chance import generator
from belote_server.bots.codes import EVERY_CARD, codes
from belote_server.bots.sight import Sight, sight
from belote_server.bots.worlds import Worlds
from belote_server.game.rules import RuleSet
from belote_server.game.rulesets import COINCHE_HOUSE, COINCHE_OFFICIAL
from belote_server.game.views import view
from tests.bots.seats import acting, table, view_on_turn
from tests.helpers.cards import cards
from tests.helpers.stories import Story
from tests.helpers.strategies import stories

DEALT = (
    "JH 9H AH 8S 7S 7D 8D 7C | TH KH QH AS TS 9S AC TC"
    " | 8H 7H KS QS JS AD TD KC | KD QD JD 9D QC JC 9C 8C"
)


@settings(max_examples=60)
@given(stories())
def test_nothing_false_is_known(story: Story) -> None:
    """What a seat is said to lack it lacks, and what it is said to hold it holds."""
    for match in acting(story):
        if match.phase is not Phase.PLAY:
            continue
        code = codes(match.running.contract.bid.mode)
        for viewer in SEATS:
            known = sight(view(match, viewer))
            for seat, hand in zip(SEATS, match.running.hands, strict=True):
                held = code.mask(hand)
                assert not known.lacks[seat.place] & held
                assert not known.holds[seat.place] & ~held
                assert known.sizes[seat.place] == len(hand)
            assert known.hand == code.mask(match.running.hands[viewer.place])


@settings(max_examples=40)
@given(stories())
def test_worlds_are_possible(story: Story) -> None:
    """A world deals the unseen cards so that all that was shown could have happened."""
    for match in list(acting(story))[::3]:
        if match.phase is not Phase.PLAY:
            continue
        known = sight(view_on_turn(match))
        worlds = Worlds(known, generator(1))
        assert not worlds.dropped
        hands = worlds.draw()
        assert hands[known.seat] == known.hand
        assert sum(hands) == EVERY_CARD & ~known.played
        for seat, hand in enumerate(hands):
            assert hand.bit_count() == known.sizes[seat]
            assert not hand & known.lacks[seat]
            assert not known.holds[seat] & ~hand


@pytest.mark.parametrize(
    ("lacks", "holds"),
    [
        ((EVERY_CARD,) * 4, (0,) * 4),
        ((0, EVERY_CARD, EVERY_CARD, 0), (0,) * 4),
        ((0xFF,) * 4, (0,) * 4),
        ((0,) * 4, (EVERY_CARD,) * 4),
        ((EVERY_CARD,) * 4, (0, 1 << 30, 1 << 30, 1 << 30)),
    ],
)
def test_the_impossible_ends_too(lacks: tuple[int, ...], holds: tuple[int, ...]) -> None:
    """Where what was shown cannot all be true, a world is still drawn, at once [W150]."""
    made = table(COINCHE_HOUSE, DEALT, "100H pass pass pass", "JH")
    known = replace(sight(view_on_turn(made.match)), lacks=lacks, holds=holds)
    worlds = Worlds(known, generator(1))

    assert worlds.dropped
    for _ in range(20):
        hands = worlds.draw()
        assert [hand.bit_count() for hand in hands] == list(known.sizes)
        assert sum(hands) == EVERY_CARD & ~known.played


def known_after(played: str, viewer: Seat = Seat.SOUTH) -> Sight:
    """Return what *viewer* knows at hearts after the cards *played*, South leading."""
    made = table(COINCHE_HOUSE, DEALT, "100H pass pass pass", played)
    return sight(view(made.match, viewer))


@pytest.mark.parametrize(
    ("played", "seat", "lacking"),
    [
        ("JH QH 7H KD", Seat.EAST, "7H 8H 9H QH KH TH AH JH"),  # void in trumps
        ("8S 9S JS QC", Seat.EAST, "7S 8S 9S JS QS KS TS AS"),  # void, and has no trump either
        ("8S 9S JS QC", Seat.EAST, "JH 9H AH TH KH QH 8H 7H"),
        ("AH TH 8H KD", Seat.WEST, "9H JH"),  # did not climb
        ("JH KH 7H KD", Seat.WEST, ""),  # said belote: still may hold the queen
    ],
)
def test_voids_and_ceilings(played: str, seat: Seat, lacking: str) -> None:
    """A card that a seat would have owed, it does not hold."""
    known = known_after(played)

    mask = known.code.mask(cards(lacking))

    assert known.lacks[seat.place] & mask == mask


def test_a_belote_gives_its_other_card_away() -> None:
    """Who said belote with the king holds the queen."""
    known = known_after("JH KH 7H KD")

    assert known.holds[Seat.WEST.place] == known.code.mask(cards("QH"))


def test_no_belote_means_no_pair() -> None:
    """Who plays the queen of trump without a word never had the king."""
    dealt = DEALT.replace("KH", "xx").replace("8H", "KH").replace("xx", "8H")
    made = table(COINCHE_HOUSE, dealt, "100H pass pass pass", "JH QH 7H KD")

    known = sight(view(made.match, Seat.SOUTH))

    assert known.lacks[Seat.WEST.place] & known.code.mask(cards("KH"))


def test_the_kinds_announced_are_dealt() -> None:
    """A seat that announced a declaration holds one in most worlds."""
    made = table(COINCHE_OFFICIAL, DEALT, "100H pass pass pass", "JH QH 7H KD 9H KH")
    known = sight(view(made.match, Seat.SOUTH))
    assert known.kinds[Seat.EAST.place] == (DeclarationKind.TIERCE,)
    tierces = declaration_sets(DeclarationKind.TIERCE, Mode.HEARTS)
    worlds = Worlds(known, generator(3))

    east = [worlds.draw()[Seat.EAST.place] | known.fell[Seat.EAST.place] for _ in range(40)]

    assert sum(any(hand & mask == mask for mask in tierces) for hand in east) >= 36


def test_a_draw_is_a_function_of_its_seed() -> None:
    """The same generator draws the same worlds, another one others."""
    known = known_after("JH QH 7H KD")

    def drawn(seed: int) -> list[object]:
        worlds = Worlds(known, Random(seed))
        return [worlds.draw() for _ in range(5)]

    assert drawn(1) == drawn(1) != drawn(2)


@pytest.mark.parametrize(
    ("rules", "points"), [(COINCHE_OFFICIAL, (0, 0)), (COINCHE_HOUSE, (20, 0))]
)
def test_declared_points(rules: RuleSet, points: tuple[int, int]) -> None:
    """Whole hands declare by the table's rules: equal tierces cancel, or the first one counts."""
    made = table(rules, DEALT)
    code = codes(Mode.HEARTS)
    whole = [code.mask(hand) for hand in made.match.running.hands]

    assert declared_points(whole, Mode.HEARTS, Seat.SOUTH, rules) == points
