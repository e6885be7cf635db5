"""
Perft: in how many ways a position can go on, for one step, for two, for three…

``cards.json`` holds deals that were bid, ``auctions.json`` auctions that were begun. Add a line
without counts and run ``python -m tests.game.perft.regenerate``: it counts by the brute force in
``helpers/brute_force.py``, and the engine has to find the same.
"""
