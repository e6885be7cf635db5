"""Time and chance as tables are given them."""

import asyncio

import pytest

from belote_protocol.vocab import Seat
from belote_server.runtime.nature import ALPHABET, Chance, WallClock, as_code
from tests.helpers.nature import chance


def test_chance_gives_what_a_deal_needs() -> None:
    """A match gets a name, a dealer and 32 bytes, each time others."""
    drawn = [chance().deal() for _ in range(2)]
    many = [chance(seed).deal() for seed in range(60)]

    assert drawn[0] == drawn[1]
    assert {each.dealer for each in many} == {*Seat}
    assert len({each.match_id for each in many}) == len({each.seed for each in many}) == 60
    assert all(len(bytes.fromhex(each.seed)) == 32 for each in many)


def test_chance_cannot_be_foreseen() -> None:
    """Without a seed of its own chance comes from the machine, and never twice the same."""
    assert len({Chance().deal().seed for _ in range(50)}) == 50
    assert len({Chance().term() for _ in range(50)}) == 50
    assert all(0 <= Chance().term() < 2**64 for _ in range(50))


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (b"\x00" * 5, "00000000"),
        (b"\xff" * 5, "ZZZZZZZZ"),
        (b"\x00\x00\x00\x00\x01", "00000001"),
        (b"\x08\x00\x00\x00\x00", "10000000"),
    ],
)
def test_codes(said: bytes, code: str) -> None:
    """Forty bits are eight characters, five bits each, the highest first."""
    assert Chance(lambda size: said[:size]).code() == code
    assert len(ALPHABET) == len({*ALPHABET}) == 32


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("K7QM2XVA", "K7QM2XVA"),
        ("k7qm-2xva", "K7QM2XVA"),
        (" k7 qm_2x va ", "K7QM2XVA"),
        ("oO0iIlL1", "00011111"),
        ("", ""),
        ("été!", "ÉTÉ!"),
    ],
)
def test_codes_as_typed(typed: str, code: str) -> None:
    """A code is the same in small letters, with dashes, and with letters that look like digits."""
    assert as_code(typed) == code
    assert as_code(as_code(typed)) == as_code(typed)


def test_no_code_needs_care() -> None:
    """A code is unchanged by being read as one: no letter of it looks like a digit."""
    assert as_code(ALPHABET) == ALPHABET


async def test_the_wall_clock_rings() -> None:
    """What is due or past rings at once, what is cancelled does not, and time goes on."""
    clock, rang = WallClock(), asyncio.Event()
    missed: list[str] = []
    clock.at(clock.now() - 5, lambda: missed.append("cancelled")).cancel()
    clock.at(clock.now() - 1, rang.set)
    before = clock.now()
    async with asyncio.timeout(10):
        await rang.wait()

    assert missed == []
    assert clock.now() >= before > 1_600_000_000
