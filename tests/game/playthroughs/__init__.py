"""
Playthroughs: whole matches written down with all that each viewer was shown.

A line that begins at the margin is notation, one action a line; the lines below it tell what came
of it: ``*`` is shown to everybody, a line of a seat's own (``S``, ``W``, ``N``, ``E``) or the
public's to that viewer alone. A hidden card is ``-``. ``>`` is the seat on turn with what it may
do; ``7S!must_follow`` is a card it may not play. ``=`` begins what is seen of the whole match.

``python -m tests.game.playthroughs.regenerate`` plays all of them again, from the notation alone.
"""
