"""Run every measurement, or those named: ``python -m tests.bench game``."""

import sys

from tests.bench import game

PROGRAMS = {"game": game.run}

for name in sys.argv[1:] or PROGRAMS:
    PROGRAMS[name]()
