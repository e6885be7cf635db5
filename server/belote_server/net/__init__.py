"""Sockets: frames in, frames out, and who is at the other end."""
