"""Real terminals, each a pane of a tmux server of its own: read as text, typed into by keys."""

import contextlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Self

from tests.helpers import redis_program, waits


class Terminal:
    """
    One terminal and the program in it.

    Attributes:
        name: Of the person at it.
    """

    def __init__(self, house: "Terminals", name: str) -> None:
        self.name = name
        self._house = house
        self._is_open = False

    def start(self, *words: str) -> None:
        """Start the table in it, with more *words* on the command line."""
        line = [sys.executable, "-m", "client_demo.terminal", "--name", self.name, *words]
        command = f"exec {shlex.join(line)}"
        if self._is_open:
            self._house.tmux("respawn-pane", "-k", "-t", self.name, command)
            return
        self._is_open = True
        size = ("-x", "80", "-y", "24")
        self._house.tmux("new-session", "-d", "-s", self.name, *size, command)
        self._house.tmux("set-option", "-t", self.name, "remain-on-exit", "on")

    @property
    def text(self) -> str:
        """What can be read on it."""
        return self._house.tmux("capture-pane", "-p", "-t", self.name)

    @property
    def pid(self) -> int:
        """The id of the program's process."""
        return int(self._house.tmux("display", "-p", "-t", self.name, "#{pane_pid}"))

    def press(self, *keys: str) -> None:
        """Press *keys*, as tmux names them."""
        self._house.tmux("send-keys", "-t", self.name, *keys)

    async def shows(self, *texts: str) -> str:
        """Wait until one of *texts* can be read, and return the whole screen."""
        return await self.until(lambda shown: any(text in shown for text in texts), repr(texts))

    async def until(self, condition: Callable[[str], bool], what: str) -> str:
        """Wait until *condition* holds for the text of the screen, and return that."""
        shown = [""]

        def holds() -> bool:
            shown[0] = self.text
            return condition(shown[0])

        try:
            await waits.so(holds, every=0.03)  # tmux tells nobody that a screen has changed
        except TimeoutError as late:
            late.add_note(f"{self.name} waited for {what}; the screen was:\n{self.text}")
            raise
        return shown[0]


class Terminals:
    """
    Terminals on one machine, of one user: they share what is kept on it.

    Attributes:
        folder: Where everything of theirs is.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="belote-tmux-"))
        self._program = redis_program.require("tmux")

    def tmux(self, *words: str) -> str:
        """Give tmux a command, and return what it says."""
        env = {
            **{name: text for name, text in os.environ.items() if name != "TMUX"},
            "XDG_CONFIG_HOME": str(self.folder),
            "XDG_STATE_HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
        }
        socket = str(self.folder / "tmux")
        line = [str(self._program), "-f", "/dev/null", "-S", socket, *words]
        done = subprocess.run(line, env=env, capture_output=True, text=True, check=True)
        return done.stdout

    def open(self, name: str) -> Terminal:
        """Return a terminal for somebody called *name*, with nothing in it yet."""
        return Terminal(self, name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):
            self.tmux("kill-server")
        shutil.rmtree(self.folder, ignore_errors=True)
