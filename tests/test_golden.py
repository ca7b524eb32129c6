"""Recorded playthroughs: a change of the rules shows up here as a readable diff.

`make goldens` rewrites the files; read the diff before committing it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

import boardwalk
from boardwalk.contract.game import Table
from boardwalk.draw import text as draw_text
from boardwalk.match import Match

FOLDER = Path(__file__).parent / "golden"
STEPS = 40  # actions written one by one; of the rest of the game only the end is written
PRESETS = [(name, one.title) for name in boardwalk.game_names() for one in boardwalk.game(name).content.presets]


def playthrough(table: Table, seed: int) -> str:
    """A game of random players as text: every action and what it did, a picture now and then, and the end."""
    game = table.game
    match = Match(table, seed)
    random = Random(seed)
    lines = [f"{table}".split("\\n")[0], f"version {game.version}, seed {seed}", ""]
    lines += [draw_text(match.view(boardwalk.AUDIENCE).scene), ""]
    shown = len(match.steps)
    for number in range(1, 2001):
        if match.over:
            break
        legal = match.rules.legal(match.position)
        action = random.choice(legal)
        if number <= STEPS:
            texts = [game.notation.write_action(match.position, one) for one in legal]
            listed = " ".join(texts[:12]) + (f" … ({len(texts)})" if len(texts) > 12 else "")
            text = game.notation.write_action(match.position, action)
            lines.append(f"{number}. {match.names[match.to_act]}: {text}   of: {listed}")
        match.act(match.to_act, action)
        if number <= STEPS:
            for frame in range(shown, len(match.steps)):
                lines += [f"   * {line}" for line in match.view(boardwalk.AUDIENCE, frame).news]
            if number % 10 == 0:
                lines += ["", draw_text(match.view(match.to_act if match.to_act >= 0 else 0).scene), ""]
        shown = len(match.steps)
    lines += ["", f"after {len(match.actions)} actions: scores {match.scores}", ""]
    lines += [draw_text(match.view(boardwalk.AUDIENCE).scene), ""]
    for key, value in game.notation.describe(match.position).items():
        lines.append(f"{key}: {json.dumps(value, ensure_ascii=False)}")
    return "\n".join(line.rstrip() for line in "\n".join(lines).split("\n")) + "\n"


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_playthroughs_are_as_recorded(name: str, preset: str, request: pytest.FixtureRequest) -> None:
    game = boardwalk.game(name)
    file = FOLDER / f"{name}-{re.sub('[^a-z0-9]+', '-', preset.lower()).strip('-')}.txt"
    found = game.content.preset(preset)
    assert found
    text = playthrough(game.table(found.options), seed=1)
    if request.config.getoption("--write-goldens"):
        FOLDER.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def test_no_golden_is_left_over() -> None:
    names = {f"{name}-{re.sub('[^a-z0-9]+', '-', preset.lower()).strip('-')}.txt" for name, preset in PRESETS}
    assert {path.name for path in FOLDER.glob("*")} == names
