"""No task of the server's can vanish while it runs."""

import ast
import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

import belote_server
from tests.net.conftest import Serve

PROJECT = Path(__file__).parents[2]
SOURCES = Path(belote_server.__file__).parent

BARE = """
import asyncio


async def start() -> None:
    asyncio.create_task(asyncio.sleep(1))
"""

KEPT = """
import asyncio


async def start() -> None:
    async with asyncio.TaskGroup() as group:
        group.create_task(asyncio.sleep(1))
"""


@pytest.mark.parametrize(("code", "found"), [(BARE, True), (KEPT, False)])
def test_t124_the_lint_forbids_bare_tasks(code: str, found: bool) -> None:
    """The project's lint refuses a task that nobody keeps."""
    result = subprocess.run(
        [
            *(sys.executable, "-m", "ruff", "check", "--no-cache", "--output-format", "concise"),
            *("--config", str(PROJECT / "pyproject.toml"), "--stdin-filename", "tasks.py", "-"),
        ],
        input=code,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )

    assert ("RUF006" in result.stdout) is found
    assert result.returncode == int(found)


def test_t124_the_net_starts_no_task() -> None:
    """Sockets need no tasks of ours: the library holds one for each, and knows when it ends."""
    started = [
        f"{path.name}:{node.lineno}"
        for path in sorted((SOURCES / "net").glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("create_task", "ensure_future")
    ]

    assert started == []


async def test_t124_every_task_ends(serve: Serve) -> None:
    """After the last socket and the gateway are closed, no task is left."""
    before = asyncio.all_tasks()
    served = await serve(ping_interval=20)
    clients = [await served.client() for _ in range(5)]
    for client in clients[:3]:
        await client.hello()
    assert len(asyncio.all_tasks()) > len(before)

    await served.close()
    for client in clients:
        await client.end()

    assert asyncio.all_tasks() == before
