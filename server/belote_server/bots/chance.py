"""Chance for policies: a generator made from a seed that the caller gives, and no other."""

from random import Random

Chance = Random
"""A generator; policies get theirs from ``generator``."""


def generator(seed: int) -> Chance:
    """Return a generator whose draws are a function of *seed* alone."""
    return Random(seed)
