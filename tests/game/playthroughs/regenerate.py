"""Plays every playthrough again: ``python -m tests.game.playthroughs.regenerate``."""

from tests.game.playthroughs.telling import FILES, notation, tell


def main() -> None:
    """Write each match anew from its notation."""
    for file in FILES:
        old = file.read_text(encoding="utf-8")
        new = tell(notation(old))
        file.write_text(new, encoding="utf-8")
        print(f"{file.name}: {'as it was' if new == old else 'changed'}")


if __name__ == "__main__":
    main()
