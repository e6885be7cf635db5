"""A match's text with anything done to it is a match, or says where it is none."""

from random import Random

import pytest

from belote_server.game.notation import NotationError, read, write
from belote_server.game.rulesets import RULE_SETS
from tests.helpers.stories import Manner, told

WORDS = ("play", "call", "deal", "deck", "seed", "JS", "80S", "1", "-1", "é", "\x00", "match", "==")


def written(rules: str, seed: int) -> str:
    """Return the text of some match."""
    story = told(RULE_SETS[rules], seed, 60, Manner())
    return write([event for batch in story.batches for event in batch])


def damaged(text: str, rng: Random) -> str:
    """Return *text* with a few signs, words or lines changed, lost, doubled or moved."""
    lines = text.splitlines()
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(lines))
        words = lines[at].split(" ")
        word = rng.randrange(len(words))
        match rng.randrange(7):
            case 0:
                words[word] = rng.choice(WORDS)
            case 1:
                del words[word]
            case 2:
                words.insert(word, rng.choice(words))
            case 3:
                words[word] = words[word][: rng.randrange(len(words[word]) + 1)]
            case 4:
                words[word] += chr(rng.randrange(1, 0x3000))
            case 5:
                lines.insert(rng.randrange(len(lines)), lines[at])
            case _:
                words = [rng.choice(WORDS) * rng.choice((1, 1, 50))]
        lines[at] = " ".join(words)
    return "\n".join(lines)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_damaged_text_says_where(rules: str) -> None:
    """Every text is read, or refused with a line, a column and a reason; nothing else happens."""
    rng = Random(rules)
    refused: list[NotationError] = []
    for seed in range(12):
        text = written(rules, seed)
        for _ in range(40):
            try:
                read(damaged(text, rng))
            except NotationError as error:
                refused.append(error)
    assert all(error.line >= 1 and error.column >= 1 and error.reason for error in refused)
    assert len(refused) > 200


def test_rubbish_says_where() -> None:
    """So is a text that has nothing to do with a match."""
    rng = Random(0)
    for _ in range(2000):
        signs = (rng.choice((rng.randrange(32, 127), 10, rng.randrange(0xD800))) for _ in range(99))
        with pytest.raises(NotationError):
            read("x" + "".join(map(chr, signs)))
