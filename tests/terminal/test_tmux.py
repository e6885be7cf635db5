"""Four real terminals on one machine play each game by keys; one is killed and returns."""

import os
import re
import signal
from collections.abc import Sequence

import pytest

from tests.helpers.server_process import ServerProcess
from tests.helpers.terminals import Terminal, Terminals

NAMES = ("Anna", "Bob", "Chen", "Dora")
SPEAK, PLAY = "▶ It is your turn to speak.", "▶ It is your turn: play a card."


async def act(terminal: Terminal, shown: str, *keys: str) -> None:
    """Press *keys*, and wait until they have changed what is asked."""
    terminal.press(*keys)
    await terminal.until(lambda now: now != shown and stage(now) != stage(shown), "an answer")


def stage(shown: str) -> tuple[bool, bool, str]:
    """Return whether one is to speak or play, and with how many cards."""
    lines = shown.split("\n")
    return SPEAK in shown, PLAY in shown, "".join(lines[17:20])


async def deal(
    terminals: Sequence[Terminal], bid: Sequence[str], victim: Terminal, server: str, grace: int
) -> int:
    """Play a deal to its end, killing *victim* in the middle; return how many cards were keyed."""
    cards, has_bid = 0, False
    screens = [(each, each.text) for each in terminals]
    while not all("total" in shown for _, shown in screens):
        for terminal, shown in screens:
            if SPEAK in shown:
                await act(terminal, shown, *(["p"] if has_bid else bid))
                has_bid = True
            elif PLAY in shown:
                await act(terminal, shown, "Enter")
                cards += 1
                if cards == 14:
                    await kill_and_return(victim, terminals, server, grace)
        screens = [(each, each.text) for each in terminals]
    return cards


async def kill_and_return(
    victim: Terminal, terminals: Sequence[Terminal], server: str, grace: int
) -> None:
    """End a terminal's program as a crash would; it comes back to its seat by itself."""
    witness = next(each for each in terminals if each is not victim)
    os.kill(victim.pid, signal.SIGKILL)
    absent = " away 0:" if grace else " robot"
    await witness.until(lambda shown: absent in felt(shown), f"{absent!r} to show")
    victim.start(server)
    await victim.shows("● connected")
    await witness.shows(f"{victim.name} is back.")
    await witness.until(lambda shown: absent not in felt(shown), f"{absent!r} to go")


def felt(shown: str) -> str:
    """Return what is left of the panel, without what is told there."""
    return "\n".join(line[:52] for line in shown.split("\n"))


@pytest.mark.parametrize(
    ("rules", "bid", "grace"),
    [("classic-house", ["Enter"], 60), ("coinche-house", ["h", "Enter"], 0)],
)
async def test_four_terminals(rules: str, bid: list[str], grace: int) -> None:
    """
    By keys alone: create, join, sit, bid, play, be killed and return, and read the account.

    Without a time of grace a bot holds the seat at once; it thinks too long to play a card.
    """
    async with ServerProcess("--bot-delay", "60", "--away-seconds", "0") as server:
        with Terminals() as house:
            terminals = [house.open(name) for name in NAMES]
            first = terminals[0]
            first.start(server.address, "--create", rules, "--turn", "0", "--grace", str(grace))
            shown = await first.shows("Choose a seat")
            codes = re.findall(r"\b[A-Z0-9]{8}\b", shown)
            for terminal in terminals[1:]:
                terminal.start(server.address, "--join", codes[0])
            for number, terminal in enumerate(terminals, 1):
                await terminal.shows("Choose a seat")
                terminal.press(str(number))
                await terminal.shows("Press the space bar")
            for terminal in terminals:
                terminal.press("Space")

            cards = await deal(terminals, bid, terminals[2], server.address, grace)

            assert cards == 32
            scores = {
                tuple(sorted(re.findall(r"score +(\d+) +(\d+)", each.text)[0]))
                for each in terminals
            }
            assert len(scores) == 1
            for terminal in terminals:
                terminal.press("Space")
            for terminal in terminals:
                await terminal.until(lambda shown: "deal 2" in shown.split("\n")[0], "deal 2")


async def test_alone_with_bots() -> None:
    """One person plays a deal with three of the server's bots, and asks one of them for a hint."""
    async with ServerProcess("--bot-delay", "0") as server:
        with Terminals() as house:
            terminal = house.open("Anna")
            terminal.start(server.address, "--create", "classic-house", "--bots", "3")
            await terminal.shows("A robot sits down: East.")
            terminal.press("Space")
            asked_hint = False
            while "total" not in (shown := await terminal.shows(SPEAK, PLAY, "total")):
                if PLAY in shown and not asked_hint:
                    terminal.press("i")
                    await terminal.shows("hint: ")
                    asked_hint = True
                await act(terminal, shown, "Enter")

            assert asked_hint
            assert re.search(r"score +\d+ +\d+", terminal.text)


async def test_a_quick_match() -> None:
    """Four terminals that look for others are seated together, and the match begins by itself."""
    async with ServerProcess() as server:
        with Terminals() as house:
            terminals = [house.open(name) for name in NAMES]
            for terminal in terminals:
                terminal.start(server.address, "--lobby")
                await terminal.shows("Find players")
                terminal.press("Down", "Down", "Down", "Enter")
                await terminal.shows("Looking for players", "deal 1")
            for terminal in terminals:
                shown = await terminal.shows("deal 1")
                assert all(name in shown for name in NAMES)
