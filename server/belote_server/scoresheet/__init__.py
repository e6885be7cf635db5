"""Scores for people who play with real cards: one deal, or a whole evening."""
