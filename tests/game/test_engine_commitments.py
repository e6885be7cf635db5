"""Deals whose order is fixed before anybody speaks, and shown when they are over."""

from random import Random

import pytest

from belote_protocol.vocab import Card, EndReason, Phase, Seat, Team
from belote_server.game.actions import CommitDeal, DealCards, EndMatch
from belote_server.game.deck import PACK, commitment, fair_deck
from belote_server.game.events import DealCommitted, DealRevealed, HandsDealt
from belote_server.game.rulesets import COINCHE_HOUSE
from tests.helpers.deals import speak
from tests.helpers.matches import Table, play_on, start

SEED = bytes(range(32))
OTHER_SEED = bytes(range(1, 33))


def sealed(deal: int, seed: bytes = SEED, match_id: str = "m-0001") -> CommitDeal:
    """Return the commitment of a deal to *seed*."""
    return CommitDeal(seed.hex(), commitment(match_id, deal, seed).hex())


def committed() -> Table:
    """Return a table whose first deal is committed to and not yet dealt."""
    table = start(COINCHE_HOUSE, Seat.WEST)
    table.do(sealed(1))
    return table


def test_a_commitment() -> None:
    """A commitment says which deal it binds, and the match keeps it until the deal is over."""
    table = start(COINCHE_HOUSE, Seat.WEST)

    (event,) = table.do(sealed(1))

    assert event == DealCommitted(1, commitment("m-0001", 1, SEED).hex(), SEED.hex())
    assert table.match.commitment == event
    assert table.match.phase is Phase.DEALING


@pytest.mark.parametrize(
    "action",
    [
        CommitDeal(SEED.hex(), commitment("m-0001", 1, OTHER_SEED).hex()),
        CommitDeal(SEED.hex(), commitment("m-0001", 2, SEED).hex()),
        CommitDeal(SEED.hex(), commitment("m-0002", 1, SEED).hex()),
        CommitDeal(SEED.hex(), ""),
        CommitDeal(SEED.hex()[1:], commitment("m-0001", 1, SEED).hex()),
        CommitDeal("not hexadecimal", commitment("m-0001", 1, SEED).hex()),
    ],
    ids=["other seed", "other deal", "other match", "nothing", "odd", "no bytes"],
)
def test_a_commitment_must_bind_its_seed(action: CommitDeal) -> None:
    """A commitment that could not be checked afterwards is not taken."""
    assert str(start(COINCHE_HOUSE).refuse(action)) == "bad_commitment"


@pytest.mark.parametrize("seed", [SEED, OTHER_SEED])
def test_a_commitment_stands(seed: bytes) -> None:
    """Once a deal is committed to, it is not committed to again."""
    assert str(committed().refuse(sealed(1, seed))) == "already_committed"


@pytest.mark.parametrize(
    "deck",
    [
        PACK,
        fair_deck("m-0001", 1, Seat.WEST, OTHER_SEED),
        fair_deck("m-0001", 2, Seat.WEST, SEED),
        fair_deck("m-0001", 1, Seat.NORTH, SEED),
        fair_deck("m-0001", 1, Seat.WEST, SEED)[::-1],
    ],
    ids=["new pack", "other seed", "other deal", "other dealer", "reversed"],
)
def test_only_the_deck_committed_to_is_dealt(deck: tuple[Card, ...]) -> None:
    """Any other order is refused, and the right one can still be dealt."""
    table = committed()

    assert str(table.refuse(DealCards(deck))) == "bad_deck"
    fair = fair_deck("m-0001", 1, Seat.WEST, SEED)
    (dealt,) = table.do(DealCards(fair))
    assert isinstance(dealt, HandsDealt)
    assert dealt.deck == fair


def test_the_seed_is_shown_after_the_deal() -> None:
    """A deal played to its end reveals its order and its seed, right after its score."""
    table = committed()
    table.do(DealCards(fair_deck("m-0001", 1, Seat.WEST, SEED)))
    speak(table, "80S pass pass pass")
    play_on(table, Random(1), lambda match: match.phase is Phase.DEALING)

    revealed = table.log[-1]
    assert revealed == DealRevealed(1, fair_deck("m-0001", 1, Seat.WEST, SEED), SEED.hex())
    assert table.match.revealed == revealed
    assert table.match.commitment is None


def test_the_seed_of_a_deal_passed_out() -> None:
    """A deal nobody took is shown as well, and the next one needs its own commitment."""
    table = committed()
    table.do(DealCards(fair_deck("m-0001", 1, Seat.WEST, SEED)))
    speak(table, "pass pass pass pass")

    assert table.log[-1] == DealRevealed(1, fair_deck("m-0001", 1, Seat.WEST, SEED), SEED.hex())
    assert str(table.refuse(sealed(1))) == "bad_commitment"
    table.do(sealed(2, OTHER_SEED))
    assert str(table.refuse(DealCards(PACK))) == "bad_deck"
    table.do(DealCards(fair_deck("m-0001", 2, Seat.NORTH, OTHER_SEED)))


def test_a_deal_without_commitment() -> None:
    """Where nothing was committed to, any whole deck will do, and no seed is shown."""
    table = start(COINCHE_HOUSE)
    table.do(DealCards(PACK))
    speak(table, "pass pass pass pass")

    assert table.log[-1] == DealRevealed(1, PACK, None)


def test_a_commitment_never_used_is_shown() -> None:
    """If the match ends before the deal, its seed is shown without any cards."""
    table = committed()

    revealed, _ = table.do(EndMatch(Team.EW, EndReason.FORFEIT))

    assert revealed == DealRevealed(1, (), SEED.hex())


def test_a_void_deal_is_shown() -> None:
    """A match that ends in the middle of a deal shows the deal first."""
    table = committed()
    table.do(DealCards(fair_deck("m-0001", 1, Seat.WEST, SEED)))

    revealed, _ = table.do(EndMatch(Team.EW, EndReason.FORFEIT))

    assert revealed == DealRevealed(1, fair_deck("m-0001", 1, Seat.WEST, SEED), SEED.hex())
