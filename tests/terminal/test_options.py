"""Choices that outlast an evening."""

from dataclasses import replace
from pathlib import Path

import pytest

from client_demo.terminal.options import Options, Palette, folder, load, save

PLAIN = {"LANG": "C.UTF-8"}


def test_kept(tmp_path: Path) -> None:
    """What is chosen is there the next time, but for what depends on the terminal."""
    path = tmp_path / "deep" / "terminal.json"
    chosen = Options("Anna", "pl", Palette.SAFE, is_ascii=True, bell=True, confirm=True)
    save(path, chosen)

    assert load(path, PLAIN) == replace(chosen, is_ascii=False)


@pytest.mark.parametrize("text", ["", "[]", '{"lang": "tlh", "bell": 1, "palette": 3, "name": 4}'])
def test_damaged(tmp_path: Path, text: str) -> None:
    """What makes no sense is left out."""
    path = tmp_path / "terminal.json"
    path.write_text(text)

    assert load(path, PLAIN) == Options()
    save(tmp_path / "terminal.json" / "below", Options())
    save(None, Options())


@pytest.mark.parametrize(
    ("environ", "lang", "is_ascii"),
    [
        ({}, "en", True),
        ({"LANG": "C"}, "en", True),
        ({"LANG": "fr_FR.UTF-8"}, "fr", False),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "pl_PL.ISO-8859-2"}, "pl", True),
        ({"LANG": "de_DE.utf8"}, "en", False),
    ],
)
def test_environment(environ: dict[str, str], lang: str, is_ascii: bool) -> None:
    """Language and letters are at first what the machine is set to."""
    assert load(None, environ) == Options(lang=lang, is_ascii=is_ascii)


def test_folders() -> None:
    """Files lie where the machine keeps such files."""
    assert folder({"XDG_STATE_HOME": "/s"}, "state") == Path("/s/belote")
    assert folder({}, "config") == Path.home() / ".config" / "belote"
