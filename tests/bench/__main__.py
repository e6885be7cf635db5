"""Run every measurement, or those named: ``python -m tests.bench game``."""

import sys

from tests.bench import game, store

PROGRAMS = {"game": game.run, "store": store.run}

for name in sys.argv[1:] or PROGRAMS:
    PROGRAMS[name]()
