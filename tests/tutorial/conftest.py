"""A game with guides and lessons of the test's own."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

import pytest
from learned import GameWith

from altered import changed
from boardwalk.contract import registry
from boardwalk.contract.game import Game

NUMBERS = count()  # a package is imported once


@pytest.fixture
def game_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameWith:
    """Makes Box World with these files in its package instead of its own."""

    def make(files: dict[str, str]) -> Game:
        name = f"learned_{next(NUMBERS)}"
        folder = tmp_path / name
        for file, text in files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, encoding="utf-8")
        (folder / "__init__.py").touch()
        monkeypatch.syspath_prepend(tmp_path)
        game = registry.game("box_world")
        monkeypatch.setitem(sys.modules, name, __import__(name))
        return changed(game, setup={"__package__": name})

    return make
