"""The fair order of a deal, computed by the client itself."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_protocol.vocab import SEATS, Card, Seat
from belote_server.game import deck as decks
from client_demo.fair_deal import PACK, commitment, hands, shuffled
from tests.helpers import views
from tests.helpers.documents import examples, section

FAIR: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "game" / "data" / "fair_deal.json").read_text(encoding="utf-8")
)
SEED = bytes.fromhex(FAIR["seed"])
PACKETS = {"coinche_hands": [3, 2, 3], "classic_first_five": [3, 2]}

seeds = st.binary(min_size=32, max_size=32)
names = st.text(min_size=1, max_size=12)
numbers = st.integers(1, 2**32 - 1)


def test_the_deal_written_down() -> None:
    """The steps give the commitment and the order that were computed elsewhere."""
    added = [bytes.fromhex(part) for part in FAIR["client_random"]]
    order = shuffled(FAIR["match"], FAIR["deal"], SEATS[FAIR["dealer"]], SEED, added)

    assert commitment(FAIR["match"], FAIR["deal"], SEED) == FAIR["commit"]
    assert " ".join(order) == FAIR["cards"]


@pytest.mark.parametrize("name", PACKETS)
def test_the_hands_written_down(name: str) -> None:
    """The order written down gives the hands written down, in both games."""
    deal: Any = views.deal(dealer=SEATS[FAIR["dealer"]].value)
    dealt = hands(FAIR["cards"].split(), deal, PACKETS[name])

    assert {seat.value: cards for seat, cards in dealt.items()} == {
        seat: set(cards) for seat, cards in FAIR[name].items()
    }


def test_the_hands_after_a_take() -> None:
    """The taker gets the turned card and two more, everybody else three."""
    deal: Any = views.deal(dealer=SEATS[FAIR["dealer"]].value, turned="TS", contract="S:S")
    dealt = hands(FAIR["cards"].split(), deal, [3, 2])

    assert {seat.value: cards for seat, cards in dealt.items()} == {
        seat: set(cards) for seat, cards in FAIR["classic_hands_if_south_takes"].items()
    }


@given(match=names, deal=numbers, dealer=st.sampled_from(Seat), seed=seeds)
def test_both_sides_agree(match: str, deal: int, dealer: Seat, seed: bytes) -> None:
    """The client's steps and the server's, written apart, give the same."""
    theirs = decks.fair_deck(match, deal, dealer, seed)

    assert shuffled(match, deal, dealer, seed) == tuple(card.value for card in theirs)
    assert commitment(match, deal, seed) == decks.commitment(match, deal, seed).hex()


def test_the_pack() -> None:
    """A shuffle starts from all 32 cards, in the order the protocol names."""
    assert [Card(text) for text in PACK] == list(decks.PACK)


def test_the_example_of_the_protocol() -> None:
    """The order that the protocol's example reveals is the one its seed gives."""
    events = {value["e"]: value for _, value in examples(section("What can happen"))}
    revealed, committed = events["revealed"], events["committed"]
    seed = bytes.fromhex(revealed["seed"])

    assert [*shuffled("m-0001", 1, Seat.EAST, seed)] == revealed["deck"]
    assert commitment("m-0001", 1, seed) == committed["commitment"]
    key = decks.deal_key("m-0001", 1, Seat.EAST, seed, decks.NO_CONTRIBUTIONS).hex()
    assert f"`{key}`" in section("Fair deals")
