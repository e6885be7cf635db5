"""Bots over the public protocol: what a stranger writes to play at a table."""
