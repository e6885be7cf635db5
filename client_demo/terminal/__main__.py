"""``python -m client_demo.terminal``: the same as ``belote play``."""

from client_demo.terminal.cli import play

if __name__ == "__main__":
    play(prog_name="belote play")
