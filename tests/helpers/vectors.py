"""
Facts gathered from other engines, which a checkout may have beside it.

They are not part of this repository, so a module that asks for them is skipped where they are
missing.
"""

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "vectors"


def load(name: str) -> Any:
    """Return the JSON value the file *name* holds, or one for each line of a ``.jsonl`` file."""
    path = FOLDER / name
    if not path.is_file():
        reason = f"{name} is not there: it is looked for in shared/data/vectors beside the checkout"
        pytest.skip(reason, allow_module_level=True)
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in text.splitlines() if line]
    return json.loads(text)
