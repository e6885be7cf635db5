"""Words of people are made safe to show, and stay what they were where they are."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belote_protocol.text import clean


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Zoë", "Zoë"),
        ("  two\t words \n", "two words"),
        ("\x1b[31mred\x07", "[31mred"),  # what is left of a terminal's command is plain text
        ("abc\u202ecba", "abccba"),  # no mark turns the text around
        ("a\u200bb", "ab"),
        ("e\u0301", "é"),
        ("👩‍👧", "👩‍👧"),  # a joined picture stays whole
        ("\u200d", ""),
        ("\x00\x1f", ""),
        ("abcdef", "abcd"),
        ("abc def", "abc"),  # nothing ends in the space before what was cut
    ],
)
def test_clean(typed: str, shown: str) -> None:
    """What cannot be seen is left out, and the rest is kept as far as the limit."""
    assert clean(typed, 4 if typed.startswith("abc") and typed.isascii() else 40) == shown


@given(st.text(max_size=60), st.integers(1, 50))
def test_cleaning_twice_changes_nothing(typed: str, limit: int) -> None:
    """Clean text is short, has no control and no direction mark, and is clean."""
    once = clean(typed, limit)

    assert len(once) <= limit
    assert clean(once, limit) == once
    assert not any(unicodedata.category(each) in ("Cc", "Cs") for each in once)
    assert once == once.strip()
