"""The lobby: which public tables there are, and who looks for others to play with."""
