"""Counts every position again, by brute force: ``python -m tests.game.perft.regenerate``."""

from tests.game.perft.positions import FILES, dump, load


def main() -> None:
    """Write the counts of each position into its data file."""
    for name in FILES:
        positions = [position.counted() for position in load(name)]
        dump(name, positions)
        for position in positions:
            print(f"{name}: {position.name}: {position.counts}")


if __name__ == "__main__":
    main()
