"""Clients that show how to talk to the server; they know the protocol and nothing else of it."""
