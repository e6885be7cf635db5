"""
Run the usual measurements, or the one that is named, with its options:
``python -m tests.bench load``.
"""

import sys

from tests.bench import bots, card, colver, game, load, lobby, outbox, store

PROGRAMS = {
    "game": game.run,
    "card": card.run,
    "outbox": outbox.run,
    "store": store.run,
    "bots": bots.run,
    "load": load.run,
    "lobby": lobby.run,
}
ASKED_FOR = {"colver": colver.run}  # needs a package that is no dependency

if len(sys.argv) > 1:
    (PROGRAMS | ASKED_FOR)[sys.argv[1]](*sys.argv[2:])
else:
    for program in PROGRAMS.values():
        program()
