"""An authoritative real-time server for Belote and Coinche."""

__version__ = "0.1.0"
