"""Games of other packages are found by entry point; one that can't be loaded is reported and affects no other."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import boardwalk

BROKEN = {
    "no_module": "nowhere",
    "crashes": "outside_crash",
    "wrong": "outside_wrong",
    "misnamed": "outside_misnamed",
}
SOURCES = {
    "outside_crash.py": "raise ZeroDivisionError('one over none')",
    "outside_wrong.py": "GAME = 'a game'",
    "outside_misnamed.py": "from boardwalk.games.box_world import GAME",
}
SENTENCES = {
    "no_module": "the game 'no_module' can't be used: ModuleNotFoundError: No module named 'nowhere'",
    "crashes": "the game 'crashes' can't be used: ZeroDivisionError: one over none",
    "wrong": "the game 'wrong' can't be used: its GAME must be a boardwalk.Game, not str",
    "misnamed": "the game 'misnamed' can't be used: it calls itself 'box_world'; "
    "its name and that of its entry point must be the same",
}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment with a package whose games can't be loaded."""
    info = tmp_path / "outside-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: outside\nVersion: 1.0\n")
    entries = "".join(f"{name} = {module}\n" for name, module in BROKEN.items())
    (info / "entry_points.txt").write_text(f"[boardwalk.games]\n{entries}")
    for name, source in SOURCES.items():
        (tmp_path / name).write_text(source)
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}


def run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False)


def test_games_that_cannot_be_loaded_are_named_and_the_others_play(environment: dict[str, str]) -> None:
    listed = run(environment, "-m", "boardwalk", "games")
    assert listed.returncode == 0
    names = [line.split()[0] for line in listed.stdout.splitlines()]
    assert set(names) == set(boardwalk.game_names())
    assert sorted(listed.stderr.splitlines()) == sorted(SENTENCES.values())


@pytest.mark.parametrize("name", BROKEN)
def test_who_asks_for_one_hears_why(environment: dict[str, str], name: str) -> None:
    played = run(environment, "-m", "boardwalk", "play", name)
    assert (played.returncode, played.stderr) == (2, f"boardwalk: {SENTENCES[name]}\n")


ADAPTERS = """
import logging, gymnasium, pyspiel
logging.getLogger("boardwalk").setLevel("ERROR")
import boardwalk.learning.gymnasium, boardwalk.learning.openspiel
from boardwalk.learning import pettingzoo
print(len([name for name in gymnasium.registry if name.startswith("boardwalk/")]),
      len([name for name in pyspiel.registered_names() if name.startswith("python_boardwalk_")]),
      len([name for name in dir(pettingzoo) if name.endswith("_v0")]))
"""


def test_adapters_leave_them_out(environment: dict[str, str]) -> None:
    counted = run(environment, "-c", ADAPTERS)
    assert counted.stdout.split() == [str(len(boardwalk.game_names()))] * 3, counted.stderr


def test_the_games_folder_is_a_package() -> None:
    code = "import boardwalk; import boardwalk.games.box_world as game; print(boardwalk.games.box_world is game)"
    assert run(dict(os.environ), "-c", code).stdout == "True\n"
