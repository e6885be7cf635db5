"""Who somebody is."""

import pytest

from belote_server.config import Secret
from belote_server.net.auth import BadToken, identify
from tests.net.serving import drawn

TOKEN = "AAAAAAAAAAAAAAAAAAAAAA"


def test_a_new_person_gets_a_token_of_128_bits() -> None:
    """Without a token a new person is made, from sixteen bytes that nobody can foresee."""
    asked = []

    def chance(size: int) -> bytes:
        asked.append(size)
        return drawn(size)

    new = identify(None, chance)

    assert asked == [16]
    assert new.token.reveal() == "-vn49_b19PPy8fDv7u3s6w"
    assert identify(new.token.reveal(), chance) == new
    assert asked == [16]


def test_the_known_vector() -> None:
    """Key and public id are hashes with fixed recipes, since stored streams depend on them."""
    who = identify(TOKEN, drawn)

    assert who.key == "8a5bdb4cc15164126c6ef2668de9dd240d299ce6397a42c95a9411b93d080ed8"
    assert who.public_id == "7617fe50b30e"


def test_t1_no_public_word_opens_anything() -> None:
    """Neither the public id nor the key of a person is a token of that person, or any."""
    who = identify(None, drawn)

    for shown in (who.public_id, who.key):
        with pytest.raises(BadToken):
            identify(shown, drawn)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A" * 21,
        "A" * 23,
        "A" * 21 + "B",  # would be the same 128 bits as with an A at its end
        "A" * 20 + "+A",
        "A" * 20 + "/A",
        "A" * 20 + "==",
        "A" * 21 + "\n",
        TOKEN + "\n",
        "é" + "A" * 21,
    ],
)
def test_what_is_no_token(text: str) -> None:
    """A token has one spelling, and the complaint does not repeat what came."""
    with pytest.raises(BadToken) as bad:
        identify(text, drawn)

    assert not text or text not in str(bad.value)


def test_a_token_does_not_show() -> None:
    """A person can be logged: the token shows as stars, and never by accident as itself."""
    who = identify(TOKEN, drawn)

    assert TOKEN not in f"{who} {who!r} {who.token} {who.token!s:>30} {[who.token]}"
    assert "***" in repr(who)
    assert who.token == Secret(TOKEN)
    assert TOKEN not in {who.token: 1}
    assert len({who.token, Secret(TOKEN)}) == 1
