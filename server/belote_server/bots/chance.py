"""Chance for policies: a generator made from a seed that the caller gives, and no other."""

from random import Random


def generator(seed: int) -> Random:
    """Return a generator whose draws are a function of *seed* alone."""
    return Random(seed)
