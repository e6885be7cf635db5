"""Run every measurement, or those named: ``python -m tests.bench game``."""

import sys

from tests.bench import game, outbox, store

PROGRAMS = {"game": game.run, "outbox": outbox.run, "store": store.run}

for name in sys.argv[1:] or PROGRAMS:
    PROGRAMS[name]()
