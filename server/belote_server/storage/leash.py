"""
Becomes another program that never outlives the process that asked for it.

Run as a file, by the path of the interpreter, before the program proper:

    python leash.py PARENT HOW PROGRAM ARGUMENTS…

The process id stays the same. PARENT is the id of the asking process. HOW is ``signal`` on Linux:
the kernel kills us when the *thread* that started us ends, so that must be one which lives as long
as the process. Elsewhere HOW is ``pipe``: standard input is a pipe that only the parent holds open,
and a child of ours kills us when it closes. Nothing of ours may be imported here.
"""

import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main(parent: int, how: str, command: list[str]) -> None:
    """Tie this process to *parent*, then become *command*."""
    if how == "signal":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    else:
        _watch_input()
    if os.getppid() != parent:
        sys.exit("the parent is gone already")
    os.execv(command[0], command)


def _watch_input() -> None:
    """Fork a child that kills this process when standard input ends."""
    watched = os.getpid()
    if os.fork():
        return
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))  # only the program keeps what it was given
    while os.read(0, 1):
        pass
    if os.getppid() == watched:  # else it ended by itself, and its number may be someone else's
        os.kill(watched, signal.SIGKILL)
    os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
