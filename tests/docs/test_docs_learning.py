"""The page on learning describes every plane and action that the rules have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import boardwalk

OWN = [name for name in boardwalk.game_names() if boardwalk.game(name).package.startswith("boardwalk.games.")]
PAGE = (Path(__file__).parents[2] / "docs" / "learning.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    """What stands between a heading of the third rank and the next heading."""
    found = re.search(rf"^### {title}\n(.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"docs/learning.md has no section {title}"
    return found[1]


def rows(text: str, head: str) -> list[list[str]]:
    """The rows of the table that begins with this head."""
    lines = text[text.index(f"| {head} |") :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


@pytest.mark.parametrize("name", OWN)
def test_every_plane_is_told(name: str) -> None:
    game = boardwalk.game(name)
    told = rows(section(game.title), "plane")
    assert [(int(number), plane) for number, plane, _ in told] == list(enumerate(game.rules.PLANES))
    assert all(meaning for _, _, meaning in told)


@pytest.mark.parametrize("name", OWN)
def test_every_action_is_told(name: str) -> None:
    game = boardwalk.game(name)
    told: list[int] = []
    for numbers, meaning in rows(section(game.title), "action"):
        first, _, last = numbers.partition("–")
        told += range(int(first), int(last or first) + 1)
        assert meaning
    assert told == list(range(game.rules.ACTIONS))
